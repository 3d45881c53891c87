"""Hundreds of games with random players: they end, and nothing impossible happens in them."""

from __future__ import annotations

import pytest

from hordemtg.compiler.library import Library
from hordemtg.play.autopilot import Autopilot
from hordemtg.play.random_pilot import RandomPilot
from hordemtg.play.setup import DIFFICULTIES, GameSpec, lay_table, plain_game

from .invariants import play_checked

HORDES = {"zombies": ("default", "as coded"), "goblins": ("default",), "eldrazi": ("default",)}  # and their lists
OTHER_HORDES = ("knudson-2011", "battle-the-horde")
HORDE_GAMES = 200
PLAIN_GAMES = 100
BATCH = 20


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.standard()


@pytest.mark.parametrize("horde", HORDES)
@pytest.mark.parametrize("first", range(0, HORDE_GAMES, BATCH))
def test_a_random_survivor_against_the_horde(library: Library, first: int, horde: str) -> None:
    lists = HORDES[horde]
    for seed in range(first, first + BATCH):
        # More preparation than any difficulty, so that random players see the later stages too.
        preparation = (2, 4, 6, 9, 14)[seed % 5]
        spec = GameSpec(horde, preparation=preparation, list_name=lists[seed % len(lists)])
        game = lay_table(library, spec).deal(seed, RandomPilot(seed))
        game.begin()
        play_checked(game)
        assert game.winner is not None or "loop" in game.reason or "same time" in game.reason


@pytest.mark.parametrize("horde", OTHER_HORDES)
def test_a_random_survivor_against_a_horde_of_another_ruleset(library: Library, horde: str) -> None:
    for seed in range(20):
        game = lay_table(library, GameSpec(horde, preparation=(2, 4, 6, 9, 14)[seed % 5])).deal(seed, RandomPilot(seed))
        game.begin()
        play_checked(game)
        assert game.winner is not None or "loop" in game.reason or "same time" in game.reason


@pytest.mark.parametrize("horde", OTHER_HORDES)
def test_the_autopilot_against_a_horde_of_another_ruleset(library: Library, horde: str) -> None:
    won = 0
    for seed in range(1, 21):
        game = lay_table(library, GameSpec(horde, preparation=(3, 8)[seed % 2])).deal(seed, Autopilot())
        game.begin()
        play_checked(game, every=3)
        won += game.winner is game.survivor
    assert won < 20, "the Horde never wins"


@pytest.mark.parametrize("first", range(0, PLAIN_GAMES, BATCH))
def test_two_random_players(library: Library, first: int) -> None:
    deck = library.deck("dmu-bg-midrange")
    for seed in range(first, first + BATCH):
        game = plain_game(library, seed, (deck, deck), (RandomPilot(2 * seed), RandomPilot(2 * seed + 1)))
        game.start([7, 7])
        play_checked(game)


@pytest.mark.parametrize("horde", HORDES)
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_autopilot_at_every_difficulty(library: Library, difficulty: str, horde: str) -> None:
    for seed in range(1, 11):
        game = lay_table(library, GameSpec(horde, difficulty=difficulty)).deal(seed, Autopilot())
        game.begin()
        play_checked(game, every=3)
        assert game.over
