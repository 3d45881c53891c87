"""Keyword abilities that copy: spells on the stack, tokens of what was cast or lies in a graveyard (CR 702, 707).

The table of `keywords.py` takes them in. Additional costs that some of them bring are paid as kickers are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hordemtg.cards import abilities as a
from hordemtg.cards import copies as k
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t

YOU: Final = t.You()
THIS: Final = t.This()
IS_THIS: Final = t.IsOneOf(THIS)
SPELL: Final = t.Slot("event.object")
ONE: Final = t.Number(1)
CAST: Final = (e.EventPattern("cast", IS_THIS),)
CREATURE: Final = t.IsType("creature")

Abilities = tuple[a.Ability, ...]

ADDITIONAL: Final[dict[str, Callable[[a.KeywordAbility], e.Cost]]] = {
    "kicker": lambda node: node.cost,
    "offspring": lambda node: node.cost,
    "squad": lambda node: node.cost,
    "replicate": lambda node: node.cost,
    "casualty": lambda node: (e.SacrificeSome(t.AllOf((CREATURE, t.Measures("power", ">=", t.Number(node.number))))),),
    "conspire": lambda node: (e.TapSome(t.AllOf((CREATURE, t.SharesColor(THIS))), t.Number(2)),),
}
"""Keywords that let their spell's player pay an additional cost, and the cost (CR 601.2b)."""

REPEATED: Final = frozenset({"squad", "replicate"})
"""Those whose cost may be paid any number of times."""


def _paid(keyword: str) -> t.Condition:
    return t.Compare(t.TimesPaid(keyword), ">=", ONE)


def _when_cast(node: a.KeywordAbility, amount: t.Amount, condition: t.Condition | None = None) -> Abilities:
    """ "When you cast this spell, copy it so often. You may choose new targets for the copies"."""
    step = k.CopyOnStack(YOU, SPELL, amount, True)
    return (a.TriggeredAbility(CAST, a.Body((step,)), condition, zone="stack", word="when", place=node.place),)


def _storm(node: a.KeywordAbility) -> Abilities:
    """CR 702.40."""
    return _when_cast(node, t.SpellsBefore())


def _replicate(node: a.KeywordAbility) -> Abilities:
    """CR 702.56."""
    return _when_cast(node, t.TimesPaid("replicate"), _paid("replicate"))


def _casualty(node: a.KeywordAbility) -> Abilities:
    """CR 702.153."""
    return _when_cast(node, ONE, _paid("casualty"))


def _conspire(node: a.KeywordAbility) -> Abilities:
    """CR 702.78."""
    return _when_cast(node, ONE, _paid("conspire"))


def _demonstrate(node: a.KeywordAbility) -> Abilities:
    """CR 702.144: there is one opponent to choose."""
    copies = e.May(YOU, (k.CopyOnStack(YOU, SPELL, ONE, True), k.CopyOnStack(t.Opponents(), SPELL, ONE, True)))
    return (a.TriggeredAbility(CAST, a.Body((copies,)), zone="stack", word="when", place=node.place),)


def _arrives(node: a.KeywordAbility, amount: t.Amount, but: k.Exceptions) -> Abilities:
    step = k.CreateCopies(YOU, amount, SPELL, but)
    event = (e.EventPattern("enters", IS_THIS),)
    return (a.TriggeredAbility(event, a.Body((step,)), _paid(node.name), word="when", place=node.place),)


def _offspring(node: a.KeywordAbility) -> Abilities:
    """CR 702.175."""
    return _arrives(node, ONE, k.Exceptions(stats=(ONE, ONE)))


def _squad(node: a.KeywordAbility) -> Abilities:
    """CR 702.157."""
    return _arrives(node, t.TimesPaid("squad"), k.NONE)


def _from_graveyard(node: a.KeywordAbility, *steps: e.Effect) -> Abilities:
    """Activated by exiling the card from the graveyard, as a sorcery is cast."""
    cost = (*node.cost, e.ExileThis())
    return (a.ActivatedAbility(cost, a.Body(steps), zone="graveyard", sorcery_speed=True, place=node.place),)


def _embalm(node: a.KeywordAbility) -> Abilities:
    """CR 702.128."""
    but = k.Exceptions(colors=("white",), no_mana_cost=True, subtypes=("Zombie",))
    return _from_graveyard(node, k.CreateCopies(YOU, ONE, THIS, but))


def _eternalize(node: a.KeywordAbility) -> Abilities:
    """CR 702.129."""
    four = t.Number(4)
    but = k.Exceptions(stats=(four, four), colors=("black",), no_mana_cost=True, subtypes=("Zombie",))
    return _from_graveyard(node, k.CreateCopies(YOU, ONE, THIS, but))


def _encore(node: a.KeywordAbility) -> Abilities:
    """CR 702.141: one token for the one opponent, who is attacked and no planeswalker of theirs."""
    token = t.Slot("encore")
    gone = a.TriggeredAbility(
        (e.EventPattern("step begins", step="end"),),
        a.Body((e.SacrificeEffect(YOU, token),)),
        word="at",
        place=node.place,
    )
    attacks = (e.Restrict("must attack"), e.Restrict("must attack the player"))
    return _from_graveyard(
        node,
        k.CreateCopies(YOU, ONE, THIS, slot="encore"),
        e.Alter(token, attacks, "until end of turn"),
        e.Alter(token, (e.GrantAbility(a.KeywordAbility("haste")),), "for good"),
        e.Later(gone),
    )


def _myriad(node: a.KeywordAbility) -> Abilities:
    """CR 702.116: the defending player is the only opponent, so that there is nobody else to attack with tokens."""
    return (a.TriggeredAbility((e.EventPattern("attacks", IS_THIS),), a.Body(()), place=node.place),)


TABLE: Final[dict[str, Callable[[a.KeywordAbility], Abilities]]] = {
    "storm": _storm, "replicate": _replicate, "casualty": _casualty, "conspire": _conspire,
    "demonstrate": _demonstrate, "offspring": _offspring, "squad": _squad, "embalm": _embalm,
    "eternalize": _eternalize, "encore": _encore, "myriad": _myriad,
}  # fmt: skip
