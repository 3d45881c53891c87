"""The rulesets of other Hordes: what their sentences do in whole games, and what variants change of them."""

from __future__ import annotations

import pytest

from hordemtg.compiler.library import Library
from hordemtg.horde.game import HordeGame
from hordemtg.play.autopilot import Autopilot
from hordemtg.play.setup import GameSpec, lay_table, preparation_of
from hordemtg.script.diagnostics import ScriptError


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.standard()


def dealt(library: Library, horde: str, seed: int = 1, ruleset: str = "") -> HordeGame:
    game = lay_table(library, GameSpec(horde, ruleset=ruleset)).deal(seed, Autopilot())
    game.begin()
    return game


def test_one_survivor_faces_45_cards_of_the_hundred(library: Library) -> None:
    games = [dealt(library, "knudson-2011", seed) for seed in range(8)]
    assert {len(game.horde.library) for game in games} == {45}
    assert len({tuple(sorted(o.name for o in game.horde.library)) for game in games}) == 8  # others for each seed
    again = dealt(library, "knudson-2011", 3)
    assert [o.name for o in again.horde.library] == [o.name for o in games[3].horde.library]


def test_the_variant_deals_the_whole_hundred(library: Library) -> None:
    assert len(dealt(library, "knudson-2011", ruleset="Knudson 2011, the whole deck").horde.library) == 100


def test_a_limited_horde_is_dealt_whole(library: Library) -> None:
    assert len(dealt(library, "zombies").horde.library) == 50


def test_difficulties(library: Library) -> None:
    battle = library.rulesets["Battle the Horde"]
    turns = {name: preparation_of(battle, GameSpec("", difficulty=name)) for name in ("hard", "normal", "easy")}
    assert turns == {"hard": 2, "normal": 3, "easy": 4}
    with pytest.raises(ScriptError, match="unknown difficulty `story`"):
        preparation_of(battle, GameSpec("", difficulty="story"))
    assert preparation_of(library.rulesets["Knudson 2011"], GameSpec("")) == 3


@pytest.mark.parametrize("horde", ["knudson-2011", "battle-the-horde"])
def test_the_horde_is_beaten_by_its_own_condition_only(library: Library, horde: str) -> None:
    ends = set()
    for seed in range(1, 13):
        game = lay_table(library, GameSpec(horde, preparation=14)).deal(seed, Autopilot())
        game.begin()
        game.run()
        if game.winner is game.survivor:
            assert not game.horde.library and not game.horde.hand
            assert not any(o.controller is game.horde and "creature" in game.characteristics(o).types
                           for o in game.battlefield)  # fmt: skip
            ends.add(game.reason)
    assert ends <= {"its library and hand are empty and it controls no creatures"}


@pytest.mark.parametrize("horde", ["knudson-2011", "battle-the-horde"])
def test_a_game_plays_again_to_the_same_end(library: Library, horde: str) -> None:
    table = lay_table(library, GameSpec(horde))
    ends = []
    for _ in range(2):
        game = table.deal(5, Autopilot())
        game.begin()
        game.run()
        ends.append((game.turn, game.event_count, game.reason))
    assert ends[0] == ends[1]
