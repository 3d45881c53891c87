"""What "it", "that creature", "the token", "those" and "they" mean, and what is refused because nothing says it."""

from __future__ import annotations

from typing import Any

import pytest

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.compiler.library import Library
from hordemtg.rules.terms import walk

TOKENS = """
token Goblin
  colors red
  type creature Goblin
  stats 1/1
"""
PERMANENT = "  cost {1}{B}\n  type creature Zombie\n  stats 1/1\n"
SPELL = "  cost {B}\n  type instant\n"
KICKED = SPELL + "  kicker {R}\n"
OBJECT, OTHER, PLAYER = t.Slot("event.object"), t.Slot("event.other"), t.PlayerSlot("event.player")


def library(line: str, head: str) -> Library:
    return Library.load([], texts={"test": f'{TOKENS}\ncard "Test"\n{head}  {line}\n'})


def found(line: str, kind: type[Any], head: str = PERMANENT) -> list[Any]:
    """The effects of the kind in the card's one ability, in the order of the text."""
    made = library(line, head)
    assert [str(each) for each in made.diagnostics] == []
    return [node for node in walk(made.cards["Test"].abilities) if isinstance(node, kind)]


def said(line: str, head: str = PERMANENT) -> str:
    (fault,) = library(line, head).diagnostics
    return fault.message


def test_that_creature_is_what_was_called_a_creature() -> None:
    line = "whenever another Zombie enters: attach up to one target Equipment you control to that creature"
    (step,) = found(line, e.AttachTo)
    assert (step.what, step.to) == (t.Target(0), OBJECT)


def test_that_spell_is_the_spell_and_not_the_token_named_later() -> None:
    line = (
        "whenever you cast an instant spell: create a Goblin token. "
        "put X +1/+1 counters on it, where X is that spell's mana value"
    )
    (step,) = found(line, e.PutCounters)
    assert step.amount == t.MeasureOf("mana value", OBJECT)
    assert step.what != OBJECT


def test_that_creature_is_never_this() -> None:
    line = (
        "{T}: target creature gains flying until end of turn. "
        "when this leaves the battlefield this turn, destroy that creature"
    )
    (step,) = found(line, e.Destroy)
    assert step.what == t.Target(0)


def test_the_creature_is_one_spoken_of_and_not_every_creature() -> None:
    line = "destroy target creature. this deals 2 damage to the creature's controller"
    (step,) = found(line, e.DealDamage, SPELL)
    assert step.to_players == t.ControllerOf(t.Target(0))


def test_the_player_is_the_one_spoken_of() -> None:
    (step,) = found("whenever this deals combat damage to a player: the player discards a card", e.DiscardCards)
    assert step.who == PLAYER


def test_the_creature_you_control_is_the_target_chosen_in_these_words() -> None:
    line = (
        "choose target creature you control and target creature an opponent controls. "
        "the creature you control deals 2 damage to the creature an opponent controls"
    )
    (step,) = found(line, e.DealDamage, SPELL)
    assert (step.source, step.to) == (t.Target(0), t.Target(1))


def test_what_was_not_spoken_of_is_refused() -> None:
    assert said("destroy the creature", SPELL) == "nothing before says what `the creature` is"
    assert said("destroy target land. untap that creature", SPELL) == "nothing before says what `creature` is"


def test_them_is_the_player_where_one_object_was_spoken_of() -> None:
    (step,) = found("whenever an opponent sacrifices an artifact: this deals 2 damage to them", e.DealDamage)
    assert (step.to, step.to_players) == (None, PLAYER)


def test_they_are_the_objects_where_several_were_spoken_of() -> None:
    line = "create two Goblin tokens. they gain haste until end of turn"
    (step,) = found(line, e.Alter, SPELL)
    assert isinstance(step.what, t.Slot)


def test_those_creatures_are_all_that_were_named_one_by_one() -> None:
    line = "tap target creature. untap another target creature. those creatures gain flying until end of turn"
    (step,) = found(line, e.Alter, SPELL)
    assert step.what == t.Several((t.Target(0), t.Target(1)))


def test_it_is_what_a_condition_is_about() -> None:
    line = (
        "return target creature to its owner's hand. "
        "if this spell was kicked, it deals 2 damage to another target creature"
    )
    (step,) = found(line, e.DealDamage, KICKED)
    assert step.source == t.This()


def test_behind_the_condition_it_is_what_it_was_before() -> None:
    line = (
        "untap target creature. if this spell was kicked, it deals 2 damage to you. it gains flying until end of turn"
    )
    (step,) = found(line, e.Alter, KICKED)
    assert step.what == t.Target(0)


def test_otherwise_that_card_is_the_card_of_the_condition() -> None:
    line = (
        "reveal the top card of your library. if it's a land card, put it onto the battlefield. "
        "otherwise, put that card into your hand"
    )
    (look,) = found(line, e.LookAt, SPELL)
    hand = [step for step in found(line, e.MoveObjects, SPELL) if step.to == "hand"]
    assert [step.what for step in hand] == [t.Slot(look.slot)]


def test_conditions_one_after_the_other_ask_of_the_same() -> None:
    line = (
        "reveal the top card of your library. if it's a creature card, create a Goblin token. "
        "if it's a land card, put it into your hand"
    )
    (look,) = found(line, e.LookAt, SPELL)
    asked = found(line, t.Matches, SPELL)
    assert [condition.what for condition in asked] == [t.Slot(look.slot)] * 2


def test_a_target_of_the_ability_that_creates_one_is_not_the_created_ones_target() -> None:
    line = "whenever this attacks: you may tap target creature. when you do, it fights target creature you control"
    (fight,) = found(line, e.Fight)
    assert (fight.one, fight.other) == (t.Slot("target.0"), t.Target(0))


@pytest.mark.parametrize(
    "line",
    [
        "whenever this attacks: you gain that much life",
        "when this enters: draw that many cards",
        "whenever a creature dies: put that many +1/+1 counters on this",
    ],
)
def test_that_much_asks_for_an_event_with_an_amount(line: str) -> None:
    assert said(line).startswith("nothing before says how much")


def test_the_choice_of_a_mode_knows_what_the_event_spoke_of() -> None:
    text = (
        f'{TOKENS}\ncard "Test"\n{PERMANENT}  whenever this becomes blocked by a creature: choose one\n'
        "    - destroy that creature\n    - put a +1/+1 counter on this\n"
    )
    made = Library.load([], texts={"test": text})
    assert [str(each) for each in made.diagnostics] == []
    (step,) = [node for node in walk(made.cards["Test"].abilities) if isinstance(node, e.Destroy)]
    assert step.what == OTHER


@pytest.mark.parametrize(
    ("line", "head"),
    [
        ("creatures you control get +1/+1 for each +1/+1 counter on them", PERMANENT),
        ("each creature you control gets +2/+0 for each Equipment attached to it", PERMANENT),
    ],
)
def test_a_number_for_each_of_several_is_refused_and_not_added_up(line: str, head: str) -> None:
    assert said(line, head) == "each of these has its own number, which is not supported yet"
