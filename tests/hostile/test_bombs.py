"""Cards in valid language that would grow or go on without end: each game ends soon, or goes on at a normal pace."""

# ruff: noqa: E501

from __future__ import annotations

import time
from functools import cache

import pytest

from hordemtg.cards.definition import CardDefinition
from hordemtg.compiler.library import Library
from hordemtg.play.autopilot import Autopilot
from hordemtg.play.random_pilot import RandomPilot
from hordemtg.play.setup import GameSpec, lay_table, plain_game
from hordemtg.rules import limits
from hordemtg.rules.game import Game
from hordemtg.rules.objects import Player
from hordemtg.script.resources import folder

SECONDS = 25  # of processor time; none needs a third of it
TOKEN = "token Bombling\n  type creature Goblin\n  color red\n  stats 1/1\n"

BOMBS: dict[str, tuple[str, str]] = {  # a token's ability, the lines of the enchantment
    "as many as there are, each upkeep": (
        "", "at the beginning of each upkeep: create X Bombling tokens, where X is the number of creatures on the battlefield\n"
        "when this enters: create 9 Bombling tokens"),
    "as many as there are, for each": (
        "", "whenever a creature enters: create X Bombling tokens, where X is the number of creatures on the battlefield\n"
        "when this enters: create 9 Bombling tokens"),
    "one for one": ("", "whenever a creature enters: create a Bombling token\nwhen this enters: create a Bombling token"),
    "9999 for one": ("", "whenever a creature enters: create 9999 Bombling tokens\nwhen this enters: create a Bombling token"),
    "each for each": ("whenever a creature enters: create a Bombling token", "when this enters: create 99 Bombling tokens"),
    "each gains for each": ("whenever a creature enters: you gain 1 life", "when this enters: create 9999 Bombling tokens"),
    "given to all": ("", 'creatures have "whenever a creature enters: create a Bombling token"\nwhen this enters: create 3 Bombling tokens'),
    "lords": ("other Goblin creatures you control get +1/+1", "when this enters: create 9999 Bombling tokens"),
    "lords that count": ("creatures get +1/+1 for each creature on the battlefield", "at the beginning of each upkeep: create 50 Bombling tokens"),
    "pump for each": ("", "creatures you control get +1/+1 for each creature you control\nwhen this enters: create 9999 Bombling tokens"),
    "feeding each other": ("", "whenever you gain life: you lose 1 life\nwhenever you lose life: you gain 1 life\nwhen this enters: you gain 1 life"),
    "doubling life": ("", "whenever you gain life: you gain X life, where X is your life total\nwhen this enters: you gain 1 life"),
    "drawing for drawing": ("", "whenever you draw a card: draw 2 cards"),
    "the graveyard comes back": (
        "", "at the beginning of each upkeep: return all cards from your graveyard to your hand\n"
        "at the beginning of each upkeep: put all cards from your hand on the bottom of your library"),
    "dying for dying": ("", "whenever a creature dies: create 100 Bombling tokens\ncreatures get -1/-1\nwhen this enters: create 2 Bombling tokens"),
    "all damage all": ("", "at the beginning of each upkeep: each creature deals 1 damage to each creature\nat the beginning of each upkeep: create 999 Bombling tokens"),
    "a state that stays": ("", "when you control no Islands: you gain 1 life"),
    "free: untap": ("", "{0}: untap this\n{T}: add 9 mana of any color"),
    "free: tokens": ("", "{0}: create 9999 Bombling tokens"),
    "free: damage": ("", "{0}: this deals 9999 damage to each creature\n{0}: create 20 Bombling tokens"),
    "free: cards": ("", "{0}: draw 9999 cards\n{0}: mill 9999 cards"),
    "free: pump": ("", "{0}: creatures get +1/+1 until end of turn\nwhen this enters: create 30 Bombling tokens"),
    "free for all": ("{0}: create a Bombling token", "when this enters: create 100 Bombling tokens"),
    "fights for all": ("{T}: this fights target creature", "when this enters: create 200 Bombling tokens"),
    "any X": ("", "{X}: you gain X life\n{T}: add 9999 mana of any color\n{0}: untap this"),
    "may": ("", "whenever you gain life: you may gain 1 life\nat the beginning of each upkeep: you may gain 1 life"),
    "a tax for each": ("", "creatures can't attack you unless their controller pays {2} for each creature attacking you\nat the beginning of each upkeep: create 99 Bombling tokens"),
    "must attack and block": (
        "menace\nthis attacks each combat if able\nthis blocks each combat if able", "at the beginning of each upkeep: each player creates 40 Bombling tokens"),
}  # fmt: skip

OBJECTS: dict[str, str] = {  # creatures
    "never gone": 'stats 0/0\nwhen this dies: return it to the battlefield',
    "doubling power": "stats 1/1\n{0}: put X +1/+1 counters on this, where X is this's power",
    "growing on itself": "stats 1/1\n{0}: this gets +1/+1 until end of turn",
    "9999 counters": "stats 1/1\nat the beginning of each upkeep: you gain 9999 life\nwhenever you gain life: put 9999 +1/+1 counters on this",
}  # fmt: skip


def text_of(name: str) -> str:
    if name in OBJECTS:
        lines = OBJECTS[name].split("\n")
        return 'card "Bomb"\n  cost {0}\n  type creature Goblin\n' + "".join(f"  {line}\n" for line in lines)
    own, body = BOMBS[name]
    token = TOKEN + "".join(f"  {line}\n" for line in own.split("\n") if line)
    return token + 'card "Bomb"\n  cost {0}\n  type artifact\n' + "".join(f"  {line}\n" for line in body.split("\n"))


@cache
def library_of(name: str) -> Library:
    library = Library.load([folder("cardscripts")], texts={"bomb": text_of(name)}, scenarios=())
    assert not [d for d in library.errors if d.file in ("bomb", "rules")]
    return library


def arm(game: Game, player: Player, bomb: CardDefinition) -> None:
    """The bomb enters the battlefield under that player's control, and another is in their hand."""
    game.add_card(player, bomb, "hand")
    there = game.add_card(player, bomb, "exile")
    game.move_all([there], "battlefield", "return", "400.7", None)


def run(game: Game, turns: int) -> None:
    begun = time.process_time()
    while not game.over and game.turn <= turns:
        game.advance()
        assert time.process_time() - begun < SECONDS, (game.turn, game.step, len(game.battlefield), len(game.stack))
        assert len(game.battlefield) <= limits.PERMANENTS + 100
    if game.over:
        assert game.reason


@pytest.mark.parametrize("name", [*BOMBS, *OBJECTS])
def test_random_players(name: str) -> None:
    library = library_of(name)
    deck = library.deck("dmu-bg-midrange")
    game = plain_game(library, 1, (deck, deck), (RandomPilot(1), RandomPilot(2)))
    game.start([7, 7])
    arm(game, game.players[0], library.cards["Bomb"])
    run(game, 3)


@pytest.mark.parametrize("name", [*BOMBS, *OBJECTS])
def test_the_autopilot_against_the_horde(name: str) -> None:
    library = library_of(name)
    game = lay_table(library, GameSpec("zombies", preparation=3)).deal(1, Autopilot())
    game.begin()
    arm(game, game.survivor, library.cards["Bomb"])
    run(game, 5)


@pytest.mark.parametrize(
    "name", ["as many as there are, each upkeep", "the graveyard comes back", "never gone", "given to all"]
)
def test_in_the_hands_of_the_horde(name: str) -> None:
    library = library_of(name)
    game = lay_table(library, GameSpec("zombies", preparation=3)).deal(1, RandomPilot(1))
    game.begin()
    arm(game, game.horde, library.cards["Bomb"])
    run(game, 12)


def test_a_limit_that_ends_a_game_is_named() -> None:
    """A draw, whose reason says which limit."""
    library = library_of("doubling life")
    deck = library.deck("dmu-bg-midrange")
    game = plain_game(library, 1, (deck, deck), (RandomPilot(1), RandomPilot(2)))
    game.start([7, 7])
    arm(game, game.players[0], library.cards["Bomb"])
    run(game, 3)
    assert game.over and game.winner is None
    assert game.reason == "the limit of 1 000 000 000 for an amount is reached"


def test_a_game_of_too_many_turns_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TURNS", 3)
    library = Library.standard()
    deck = library.deck("dmu-bg-midrange")
    game = plain_game(library, 1, (deck, deck), (Autopilot(), Autopilot()))
    game.start([7, 7])
    run(game, 10)
    assert (game.turn, game.winner, game.reason) == (3, None, "the limit of 3 turns is reached")


def test_many_permanents_whose_size_counts_permanents_are_worked_out_together() -> None:
    """613: a thousand creatures, each as large as there are creatures; nothing nests as deep as that."""
    library = library_of("pump for each")
    deck = library.deck("dmu-bg-midrange")
    game = plain_game(library, 1, (deck, deck), (Autopilot(), Autopilot()))
    game.start([7, 7])
    arm(game, game.players[0], library.cards["Bomb"])
    while not game.stack:
        game.advance()
    while game.stack:
        game.advance()
    creatures = [o for o in game.battlefield if "creature" in game.characteristics(o).types]
    assert len(creatures) > 900
    assert {game.characteristics(o).power for o in creatures} == {1 + len(creatures)}


@pytest.mark.parametrize("preparation", [0, 1, 998, 10**6])
def test_any_number_of_preparation_turns(preparation: int) -> None:
    game = lay_table(Library.standard(), GameSpec("zombies", preparation=preparation)).deal(1, RandomPilot(3))
    game.begin()
    run(game, 2000)
    assert game.over


RULES = """
ruleset "Mad"
  variant of "Limited Horde 2.1"
  survivors take 0 turns first
  always reveal 9999 cards, 9999 of them in the draw step
  surge when the graveyard and exile exceed the library: 9999 more reveals
"""


def test_a_ruleset_of_huge_numbers() -> None:
    library = Library.load([folder("cardscripts")], texts={"rules": RULES}, scenarios=())
    assert not [d for d in library.errors if d.file in ("bomb", "rules")]
    game = lay_table(library, GameSpec("zombies", ruleset="Mad")).deal(1, Autopilot())
    game.begin()
    run(game, 50)
    assert game.over
