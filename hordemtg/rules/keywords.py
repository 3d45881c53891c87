"""Keyword abilities that stand for other abilities, written out as those (CR 702).

Keywords that touch procedures (flying, trample, hexproof, ...) are asked for by
name where the procedure is: combat, targets, damage, timing.
"""

from __future__ import annotations

from typing import Final

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.rules import keyword_copies, keyword_triggers

YOU: Final = t.You()
THIS: Final = t.This()
IS_THIS: Final = t.IsOneOf(THIS)
EOT: Final[e.Duration] = "until end of turn"


def stands_for(node: a.KeywordAbility) -> tuple[a.Ability, ...]:
    """The abilities that a keyword stands for; none when the engine's procedures know it by name."""
    if node.stands_for:
        return node.stands_for
    make = TABLE.get(node.name)
    return make(node) if make is not None else ()


def _annihilator(node: a.KeywordAbility) -> tuple[a.Ability, ...]:
    """CR 702.86."""
    many = t.Number(node.number)
    defending = t.PlayerSlot("event.player")
    chosen = t.Chosen(t.Group(t.ControlledBy(defending)), many, many, defending)
    return (
        a.TriggeredAbility(
            (e.EventPattern("attacks", IS_THIS),), a.Body((e.SacrificeEffect(defending, chosen),)), place=node.place
        ),
    )


def _prowess(node: a.KeywordAbility) -> tuple[a.Ability, ...]:
    """CR 702.108."""
    noncreature = t.Not(t.IsType("creature"))
    pump = e.Alter(THIS, (e.ModifyPT(t.Number(1), t.Number(1)),), EOT)
    return (a.TriggeredAbility((e.EventPattern("cast", noncreature, who=YOU),), a.Body((pump,)), place=node.place),)


def _exalted(node: a.KeywordAbility) -> tuple[a.Ability, ...]:
    """CR 702.83."""
    pump = e.Alter(t.Slot("event.object"), (e.ModifyPT(t.Number(1), t.Number(1)),), EOT)
    mine = t.AllOf((t.IsType("creature"), t.ControlledBy(YOU)))
    alone = t.Compare(t.Count(t.Each(t.Group(t.HasStatus("attacking")))), "=", t.Number(1))
    # "Attacks alone" is part of the event (CR 506.5), no intervening if: it is not asked again on resolution.
    event = e.EventPattern("attacks", mine, state=alone)
    return (a.TriggeredAbility((event,), a.Body((pump,)), place=node.place),)


def _echo(node: a.KeywordAbility) -> tuple[a.Ability, ...]:
    """CR 702.30: only if it came under your control since your last upkeep."""
    steps = (e.UnlessPaid(YOU, node.cost, (e.SacrificeEffect(YOU, THIS),)),)
    return (
        a.TriggeredAbility(
            (e.EventPattern("step begins", who=YOU, step="upkeep"),),
            a.Body(steps),
            condition=t.Matches(THIS, t.HasHistory("came under your control since your last upkeep")),
            word="at",
            place=node.place,
        ),
    )


def _undying(node: a.KeywordAbility) -> tuple[a.Ability, ...]:
    """CR 702.93."""
    return _returns(node, "+1/+1")


def _persist(node: a.KeywordAbility) -> tuple[a.Ability, ...]:
    """CR 702.79."""
    return _returns(node, "-1/-1")


def _returns(node: a.KeywordAbility, counter: str) -> tuple[a.Ability, ...]:
    back = e.MoveObjects(t.Slot("event.object"), "battlefield", counters=((counter, 1),), verb="return")
    without = t.Matches(t.Slot("event.object"), t.Not(t.HasCounter(counter)))
    return (
        a.TriggeredAbility((e.EventPattern("dies", IS_THIS),), a.Body((back,)), condition=without, place=node.place),
    )


def _cycling(node: a.KeywordAbility) -> tuple[a.Ability, ...]:
    """CR 702.29."""
    cost = (*node.cost, e.DiscardThis())
    return (a.ActivatedAbility(cost, a.Body((e.DrawCards(YOU, t.Number(1)),)), zone="hand", place=node.place),)


def _equip(node: a.KeywordAbility) -> tuple[a.Ability, ...]:
    """CR 702.6."""
    mine = t.AllOf((t.IsType("creature"), t.ControlledBy(YOU)))
    body = a.Body((e.AttachTo(THIS, t.Target(0)),), (a.TargetSpec(t.Group(mine)),))
    return (a.ActivatedAbility(node.cost, body, sorcery_speed=True, place=node.place),)


def _flashback(node: a.KeywordAbility) -> tuple[a.Ability, ...]:
    """CR 702.34."""
    return (a.AlternativeCost(node.cost, zone="graveyard", name="flashback", exile_after=True, place=node.place),)


def _emerge(node: a.KeywordAbility) -> tuple[a.Ability, ...]:
    """CR 702.119."""
    cost = (*node.cost, e.SacrificeSome(t.IsType("creature")))
    return (a.AlternativeCost(cost, zone="hand", name="emerge", place=node.place),)


def _ward(node: a.KeywordAbility) -> tuple[a.Ability, ...]:
    """CR 702.21."""
    counter = e.CounterSpell(t.Slot("event.other"))
    steps = (e.UnlessPaid(t.PlayerSlot("event.player"), node.cost, (counter,)),)
    return (
        a.TriggeredAbility((e.EventPattern("target", IS_THIS, who=t.Opponents()),), a.Body(steps), place=node.place),
    )


TABLE: Final = {
    **keyword_triggers.TABLE,
    **keyword_copies.TABLE,
    "annihilator": _annihilator,
    "prowess": _prowess,
    "exalted": _exalted,
    "echo": _echo,
    "undying": _undying,
    "persist": _persist,
    "cycling": _cycling,
    "equip": _equip,
    "flashback": _flashback,
    "emerge": _emerge,
    "ward": _ward,
}
