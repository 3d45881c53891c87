"""What the Horde prefers stands in scripts: another directive, another choice."""

from __future__ import annotations

import pytest

from hordemtg.cards.definition import Authority
from hordemtg.cards.horde import ChoiceDirective, Preference
from hordemtg.cards.values import ManaCost
from hordemtg.compiler.library import Library
from hordemtg.horde.pilot import DirectivePilot
from hordemtg.play.random_pilot import RandomPilot
from hordemtg.play.setup import GameSpec, lay_table
from hordemtg.rules import mana, prices
from hordemtg.rules.choices import Choice


def directive(situation: str, *words: str) -> ChoiceDirective:
    return ChoiceDirective("Test", situation, tuple(Preference(w) for w in words), Authority("H6.3"))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.standard()


def paying(library: Library, *directives: ChoiceDirective) -> set[int]:
    """How much the Horde makes for {2} with a 2/2, a 5/5 and another 2/2, over many seeds."""
    table = lay_table(library, GameSpec("zombies"))
    made: set[int] = set()
    for seed in range(30):
        game = table.deal(seed, RandomPilot(seed))
        game.begin()
        for name in ("Zombie", "Zombie Giant", "Zombie"):
            game.put_permanent(game.horde, table.cards[name])
        price = prices.of_cost(ManaCost(("2",)))[0]
        options = mana.sources(game, game.horde)
        choice = Choice("mana", game.horde, options, 0, len(options), "pay")
        choice.context = price
        answer = DirectivePilot(directives).choose(game, choice)
        made.add(sum(len(options[i].symbols) for i in answer))
    return made


def test_the_least_excess_is_a_directive(library: Library) -> None:
    assert paying(library, directive("mana sources", "the least excess mana")) == {2}


def test_without_that_directive_any_payment_may_come(library: Library) -> None:
    assert len(paying(library)) > 1


def dividing(library: Library, *directives: ChoiceDirective) -> set[tuple[int, ...]]:
    """How an attacker of power 4 divides its damage between a 2/2 and a 1/1, over many seeds."""
    table = lay_table(library, GameSpec("zombies"))
    found: set[tuple[int, ...]] = set()
    for seed in range(20):
        game = table.deal(seed, RandomPilot(seed))
        game.begin()
        big = game.put_permanent(game.survivor, table.survivor_cards["Sunbathing Rootwalla"])
        small = game.put_permanent(game.survivor, table.survivor_cards["Battlefly Swarm"])
        attacker = game.put_permanent(game.horde, table.cards["Zombie Giant"])
        choice = Choice("division", game.horde, [big, small], 0, 4, "combat damage", attacker)
        choice.total, choice.context = 4, [2, 1]
        found.add(tuple(DirectivePilot(directives).choose(game, choice)))
    return found


def test_killing_as_many_as_possible_is_a_directive(library: Library) -> None:
    deadly = directive("combat damage", "the greatest toughness that dies of it", "the nearest to death")
    assert all(big >= 2 and small >= 1 for big, small in dividing(library, deadly))


def test_without_that_directive_chance_divides(library: Library) -> None:
    assert dividing(library) == {(4, 0), (0, 4)}
