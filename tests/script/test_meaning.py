"""No word of a clause is without meaning: what says something else compiles to something else, or is refused."""

from __future__ import annotations

from typing import Any

import pytest

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.compiler.library import Library

HEADS = {
    "permanent": "  cost {1}{B}\n  type creature Zombie\n  stats 1/1\n",
    "spell": "  cost {B}\n  type sorcery\n",
    "aura": "  cost {B}\n  type enchantment Aura\n  enchant creature\n",
}
BEAR_TOKEN = "token Bear\n  colors green\n  type creature Bear\n  stats 2/2\n"


def compiled(line: str, head: str) -> tuple[tuple[Any, ...], list[str]]:
    """The abilities that a line gives, and what is wrong with it."""
    text = f'{BEAR_TOKEN}\ncard "Test"\n{HEADS[head]}  {line}\n'
    found = Library.load([], texts={"test": text})
    card = found.cards.get("Test")
    return (card.abilities if card is not None else ()), [each.message for each in found.diagnostics]


def ability(line: str, head: str = "permanent") -> Any:
    made, faults = compiled(line, head)
    assert faults == []
    return made[-1]


def steps(line: str) -> tuple[e.Effect, ...]:
    made = ability(line, "spell")
    assert isinstance(made, a.SpellAbility)
    return made.body.steps


REFUSED = {
    "spell": (
        "draw a card without paying its mana cost",
        "draw a card in any order",
        "draw a card in addition to its other types",
        "draw a card of their choice",
        "sacrifice a creature at random",
        "until end of turn, draw a card",
        "destroy target creature for each land you control",
        "draw a card, where X is the number of lands you control",
        "target creature gets +1/+1 if you control a land and gains flying until end of turn",
        "target creature gets +1/+1 until end of turn unless you pay {1}",
        "search target player's library for a land card, put it into your hand, then shuffle",
        "search your library for a land card, put it onto the battlefield with a +1/+1 counter on it, then shuffle",
        "search your library for a land card, put it into your hand, then shuffle if you control a land",
        "each player may pay {2}. if they do, you draw a card",
        "each player may discard a card. if a player does, you draw a card",
        "counter target spell unless its controller pays {X}, where X is the number of creatures you control",
        "destroy all creatures unless their controller pays {2}",
        "draw three or more cards",
        "put two or more +1/+1 counters on target creature",
        "remove up to two charge counters from target artifact",
        "destroy target creature or target land",
        "two players draw a card",
        "no player draws a card",
        "you gain 3 life equal to the number of creatures you control",
    ),
    "permanent": (
        "whenever two creatures attack: draw a card",
        "whenever no creature attacks: draw a card",
        "whenever all creatures attack: draw a card",
        "whenever you draw two cards: you gain 1 life",
        "if you would draw two cards, draw a card instead",
        "as long as you have no life, this has flying",
        "this gets +1/+1 as long as you control a land and has flying",
        "each creature you control gets +1/+1 for each +1/+1 counter on it",
        "this can block an additional creature each combat for each land you control",
        "{1}: this becomes a 2/2 creature you control until end of turn",
    ),
}


@pytest.mark.parametrize(
    ("line", "head"), [(line, head) for head, lines in REFUSED.items() for line in lines], ids=lambda x: x
)
def test_words_that_would_say_nothing_are_refused(line: str, head: str) -> None:
    assert compiled(line, head)[1]


OTHERS = (
    ("spell", "destroy target nonartifact, nonblack creature", "destroy target nonartifact or nonblack creature"),
    ("spell", "sacrifice a creature or a land", "sacrifice a creature and a land"),
    ("spell", "destroy target creature with no charge counters on it", "destroy target creature with a charge counter "
     "on it"),
    ("spell", "destroy target creature with two or more charge counters on it", "destroy target creature with a "
     "charge counter on it"),
    ("spell", "two target players each draw a card", "target player draws a card"),
    ("spell", "discard cards equal to the number of creatures you control", "discard your hand"),
    ("spell", "look at the top four cards of your library. exile two of them at random",
     "look at the top four cards of your library. exile two of them"),
    ("permanent", "as long as this has no charge counters on it, it has flying",
     "as long as this has a charge counter on it, it has flying"),
    ("permanent", "as long as this has three or more charge counters on it, it has flying",
     "as long as this has four or more charge counters on it, it has flying"),
    ("permanent", "this has flying as long as no opponent controls a creature",
     "this has flying as long as an opponent controls a creature"),
    ("permanent", "when this enters: if this is another Zombie, draw a card",
     "when this enters: if this is a Zombie, draw a card"),
    ("permanent", "when this enters: sacrifice it unless you discard a card at random",
     "when this enters: sacrifice it unless you discard a card"),
    ("permanent", "when this dies: you may sacrifice a creature and draw a card",
     "when this dies: you may sacrifice a creature. draw a card"),
)  # fmt: skip


@pytest.mark.parametrize(("head", "one", "other"), OTHERS)
def test_other_words_mean_something_else(head: str, one: str, other: str) -> None:
    assert ability(one, head) != ability(other, head)


def test_each_player_counts_their_own() -> None:
    (step,) = steps("each player loses 1 life for each creature they control")
    assert isinstance(step, e.ForEachPlayer)
    (inner,) = step.steps
    assert isinstance(inner, e.LoseLife)
    assert inner.who == t.PlayerSlot(step.as_slot)
    assert "EachPlayer" not in repr(inner)


def test_each_of_several_deals_damage_equal_to_its_own_power() -> None:
    (step,) = steps("each creature you control deals damage equal to its power to target player")
    assert isinstance(step, e.ForEach)
    own = t.Slot(step.as_slot)
    (inner,) = step.steps
    assert isinstance(inner, e.DealDamage)
    assert (inner.source, inner.amount) == (own, t.MeasureOf("power", own))


def test_a_player_has_is_asked_of_each_and_not_of_all_together() -> None:
    made = ability("this has flying as long as a player has 13 or less life")
    assert isinstance(made.condition, t.SomePlayer)


def test_the_creature_is_the_one_spoken_of() -> None:
    _, later = steps("put a creature card from your hand onto the battlefield. sacrifice the creature at the beginning "
                     "of the next end step")  # fmt: skip
    assert isinstance(later, e.Later)
    assert isinstance(later.ability, a.TriggeredAbility)
    (step,) = later.ability.body.steps
    assert isinstance(step, e.SacrificeEffect)
    assert isinstance(step.what, t.Slot)


def test_the_creature_you_control_is_the_target_that_was_chosen_so() -> None:
    *_, step = steps("choose target creature you control and target creature an opponent controls. the creature you "
                     "control deals damage equal to its power to the creature an opponent controls")  # fmt: skip
    assert isinstance(step, e.DealDamage)
    assert (step.source, step.to) == (t.Target(0), t.Target(1))


def test_the_other_creature_of_a_block() -> None:
    made = ability("whenever enchanted creature blocks or becomes blocked by a creature: destroy the other creature",
                   "aura")  # fmt: skip
    (step,) = made.body.steps
    assert step.what == t.Slot("event.other")


def test_that_enchantment_is_the_one_that_entered_and_not_the_token() -> None:
    made = ability("whenever an enchantment you control enters: create a 2/2 green Bear creature token. if that "
                   "enchantment is an Aura, you may attach it to the token")  # fmt: skip
    branch = made.body.steps[1]
    assert branch.condition.what == t.Slot("event.object")


def test_the_same_target_is_needed_for_what_happens_instead() -> None:
    line = ("target creature gets -2/-2 until end of turn. if this spell was kicked, that creature gets -5/-5 until "
            "end of turn instead")  # fmt: skip
    made = ability(line, "spell")
    assert [spec.condition for spec in made.body.targets] == [None]


def test_that_permanent_or_player_is_either() -> None:
    *_, branch = steps(
        "prevent the next 2 damage that would be dealt to any target this turn. if you control a Forest, prevent the "
        "next 4 damage that would be dealt to that permanent or player this turn instead"
    )
    assert isinstance(branch, e.If)
    (step,) = branch.then
    assert isinstance(step, e.PreventDamage)
    assert (step.to, step.to_players) == (t.Target(0), t.PlayerTarget(0))


def test_creatures_that_cannot_block_it_cannot_block_this() -> None:
    made = ability("creatures with power 1 or less can't block it")
    (change,) = made.changes
    assert t.IsOneOf(t.This()) in (change.filter.part, change.filter)


def test_conditions_of_their_own_make_abilities_of_their_own() -> None:
    made, faults = compiled("this gets +0/+2 as long as you control a Plains and has flying as long as you control an "
                            "Island", "permanent")  # fmt: skip
    assert faults == []
    assert [len(each.changes) for each in made] == [1, 1]
    assert made[0].condition != made[1].condition


def test_an_alternative_cost_may_have_its_condition_in_front() -> None:
    made = ability("if you control a Swamp, you may pay 4 life rather than pay this spell's mana cost", "spell")
    assert isinstance(made, a.AlternativeCost)
    assert made.condition is not None


def test_the_rest_is_without_what_went_back_on_top() -> None:
    made = steps("look at the top four cards of your library. you may reveal a creature card from among them and put "
                 "it on top of your library. put the rest on the bottom of your library in a random order")  # fmt: skip
    shown = t.Slot(made[1].steps[0].slot)  # type: ignore[attr-defined]
    rest = made[2]
    assert isinstance(rest, e.ArrangeLibrary)
    assert t.Not(t.IsOneOf(shown)) in rest.what.group.filter.parts  # type: ignore[union-attr]
