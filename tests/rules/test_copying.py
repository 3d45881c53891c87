"""Copies of a game play on as the original does (for proofs and pilots that look ahead)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from table import IS_THIS, ONE, THIS, YOU, Events, card, creature, land, spell, target, trigger

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition
from hordemtg.cards.values import ManaCost
from hordemtg.play.random_pilot import RandomPilot
from hordemtg.rules.chance import Chance
from hordemtg.rules.choices import Choice
from hordemtg.rules.copying import copy_game
from hordemtg.rules.game import Game
from hordemtg.rules.loops import fingerprint
from hordemtg.rules.objects import GameObject, Player

CREATURE = t.IsType("creature")
MINE = t.AllOf((CREATURE, t.ControlledBy(YOU)))
TWO = t.Number(2)
AT_END = e.EventPattern("step begins", step="end")


def later(event: e.EventPattern, *steps: e.Effect, word: Any = "at") -> e.Later:
    return e.Later(a.TriggeredAbility((event,), a.Body(steps), word=word))


DECK: list[tuple[int, CardDefinition]] = [
    (9, land("Forest")),
    (9, land("Swamp")),
    (4, creature("Bear", 2, 2, cost="{1}{G}")),
    (
        3,
        creature(
            "Lord",
            2,
            2,
            a.StaticAbility(
                t.Each(t.Group(t.AllOf((MINE, t.Not(IS_THIS))))),
                (e.ModifyPT(ONE, ONE), e.GrantAbility(trigger(e.EventPattern("dies", IS_THIS), e.GainLife(YOU, ONE)))),
            ),
            cost="{2}{B}",
        ),
    ),
    (3, creature("Hydra", 0, 0, a.EntersWith(counters="+1/+1", amount=t.X()), cost="{X}{G}")),
    (
        3,
        creature(
            "Thief",
            1,
            1,
            trigger(
                e.EventPattern("enters", IS_THIS),
                e.Alter(t.Target(0), (e.GainControl(YOU),), "while this is here"),
                targets=(target(),),
            ),
            cost="{2}{B}",
        ),
    ),
    (
        3,
        creature(
            "Jailer",
            1,
            3,
            trigger(
                e.EventPattern("enters", IS_THIS),
                e.MoveObjects(t.Target(0), "exile", until_leaves=True),
                targets=(target(t.AllOf((CREATURE, t.Not(IS_THIS))), minimum=0),),
            ),
            cost="{1}{B}",
        ),
    ),
    (
        2,
        creature(
            "Recur",
            2,
            1,
            a.ActivatedAbility(
                (e.PayMana(ManaCost.parse("{1}{B}")),),
                a.Body((e.MoveObjects(THIS, "battlefield", tapped=True, verb="return"),)),
                zone="graveyard",
            ),
            cost="{B}",
        ),
    ),
    (
        3,
        spell(
            "Blink",
            "{G}",
            e.MoveObjects(t.Target(0), "exile", slot="r1"),
            later(AT_END, e.MoveObjects(t.Slot("r1"), "battlefield", verb="return")),
            targets=(target(),),
        ),
    ),
    (
        3,
        spell(
            "Rites",
            "{B}",
            later(e.EventPattern("dies", CREATURE), e.GainLife(YOU, ONE), word="whenever"),
            e.DrawCards(YOU, ONE),
        ),
    ),
    (3, spell("Kill", "{1}{B}", e.Destroy(t.Target(0)), targets=(target(),))),
    (2, spell("Fog", "{G}", e.PreventDamage(None, YOU, t.Number(3)), e.Regenerate(t.Each(t.Group(MINE))))),
    (
        2,
        card(
            "Armor",
            "enchantment",
            "{1}{G}",
            a.KeywordAbility("enchant", filter=CREATURE),
            a.StaticAbility(t.Host(), (e.ModifyPT(TWO, ONE), e.GrantAbility(a.KeywordAbility("trample")))),
            subtypes=("Aura",),
        ),
    ),
    (
        2,
        spell(
            "Flip",
            "{1}{B}",
            e.FlipCoin(YOU, (e.LoseLife(t.Opponents(), t.Number(3)),), (e.LoseLife(YOU, ONE),)),
            kind="sorcery",
        ),
    ),
]


def deal(seed: int, pilots: tuple[Any, Any]) -> Game:
    game = Game(seed)
    for name, pilot in zip("AB", pilots, strict=True):
        player = game.add_player(name, pilot)
        for count, definition in DECK:
            for _ in range(count):
                game.add_card(player, definition)
    game.start([7, 7])
    return game


class Splitting:
    """A random pilot that copies the game at one of its priority decisions and lets the copy play on."""

    def __init__(self, seed: int, at: int) -> None:
        self.inner = RandomPilot(seed)
        self.left = at
        self.copies: list[Game] = []
        self.others: list[Splitting] = []

    def wants_priority(self, game: Game, player: Player) -> bool:
        return True

    def choose(self, game: Game, choice: Choice) -> list[int]:
        if choice.kind == "priority":
            self.left -= 1
            if self.left == 0:
                self.copies.append(copy_game(game, [again(p.pilot) for p in game.players]))
        return self.inner.choose(game, choice)


def again(pilot: Any) -> RandomPilot:
    """A pilot that will answer as this one will from here on."""
    copy = RandomPilot(0)
    assert isinstance(pilot.inner.chance, Chance)
    copy.chance = pilot.inner.chance.clone()
    return copy


def ending(game: Game) -> tuple[Any, ...]:
    winner = game.winner.name if game.winner is not None else ""
    return game.turn, game.step, winner, game.reason, game.next_id, fingerprint(game)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("record", [False, True])
def test_a_copy_at_any_priority_decision_plays_on_as_the_original(seed: int, record: bool) -> None:
    """The same pilots, the same chance: the same game to the last object number, with a recorder or without."""
    chance = random.Random(seed)
    pilots = (Splitting(2 * seed, chance.randint(1, 60)), Splitting(2 * seed + 1, chance.randint(20, 120)))
    game = deal(seed, pilots)
    if record:
        game.recorder = Events()
    game.run()
    for pilot in pilots:
        for copy in pilot.copies:
            assert not copy.over
            copy.run()
            assert ending(copy) == ending(game)


def test_playing_a_copy_leaves_the_original_alone() -> None:
    """Nothing of the copy is shared that can change."""
    pilots = (Splitting(5, 9), Splitting(6, 300))
    game = deal(7, pilots)
    plain = deal(7, (RandomPilot(5), RandomPilot(6)))
    plain.run()
    while not game.over and not pilots[0].copies:
        game.advance()
    before = fingerprint(game, identities=True)
    pilots[0].copies[0].run()
    assert fingerprint(game, identities=True) == before
    game.run()
    assert ending(game) == ending(plain)


def test_a_copy_of_a_copy_plays_on_as_the_original() -> None:
    game = deal(11, (RandomPilot(1), RandomPilot(2)))
    for _ in range(300):
        game.advance()
    one = copy_game(game, [RandomPilot(3), RandomPilot(4)])
    two = copy_game(one, [RandomPilot(3), RandomPilot(4)])
    one.run()
    two.run()
    assert ending(one) == ending(two)


def test_a_recorder_changes_nothing() -> None:
    """The game with a recorder is the game without one."""
    for seed in range(6):
        games = [deal(seed, (RandomPilot(seed), RandomPilot(seed + 1))) for _ in range(2)]
        games[1].recorder = Events()
        for game in games:
            game.run()
        assert ending(games[0]) == ending(games[1])


def test_no_field_of_an_object_is_forgotten_or_shared() -> None:
    game = deal(11, (RandomPilot(1), RandomPilot(2)))
    for _ in range(300):
        game.advance()
    copy = copy_game(game, [RandomPilot(3), RandomPilot(4)])
    pairs = list(zip(game.objects(), copy.objects(), strict=True))
    assert pairs
    for original, copied in pairs:
        assert copied is not original
        for name in getattr(GameObject, "__slots__", None) or GameObject.__mypyc_attrs__:
            value, own = getattr(original, name), getattr(copied, name)
            assert type(own) is type(value), name
            if isinstance(value, int | str | bool) and name != "version":
                assert own == value, name
            elif isinstance(value, list | dict | Player | GameObject):
                assert own is not value, name
