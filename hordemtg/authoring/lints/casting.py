"""Cards that a Horde cannot cast: never, or not always when they are revealed (H3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from hordemtg.authoring.linted import Linted, abilities, bodies, warning, with_tokens
from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition
from hordemtg.rules.terms import walk
from hordemtg.script.diagnostics import Diagnostic

ON_BOARD = (e.SacrificeSome, e.TapSome, e.ReturnSome)


def never_cast(horde: Linted) -> Iterator[Diagnostic]:
    """The card asks for life, a hand or a spell to answer, none of which the Horde has as it casts what it reveals."""
    for card in horde.cards.values():
        for clause, why in _never(horde, card):
            yield warning(f"the Horde can never cast it: {why}", card, clause.place,
                          "take it out of the list, or give the Horde an erratum")  # fmt: skip


def _never(horde: Linted, card: CardDefinition) -> Iterator[tuple[a.Ability, str]]:
    for clause, ability in abilities(card):
        if isinstance(ability, a.AdditionalCost):
            reasons = [next(filter(None, (_lacking(horde, part) for part in cost)), "") for cost in ability.options]
            if reasons and all(reasons):
                yield clause, reasons[0]
        if isinstance(ability, a.SpellAbility):
            wanted = [[_always_missing(spec) for spec in body.targets] for body in bodies(ability)]
            if wanted and all(any(row) for row in wanted) and not _draws(horde):
                yield clause, "it needs a spell to target, and the Horde casts what it reveals with an empty stack"


def _lacking(horde: Linted, part: e.CostPart) -> str:
    """What the Horde never has of what the cost asks for."""
    match part:
        case e.PayLife() if "no life total" in horde.rules():
            return "it costs life, and the Horde has no life total"
        case e.DiscardSome() | e.DiscardThis() if not horde.keeps_a_hand:
            return "it costs a discarded card, and the Horde has no hand"
        case e.ExileSome(zone="hand") if not horde.keeps_a_hand:
            return "it costs a card of the hand, and the Horde has none"
        case e.SacrificeSome(filter=found) | e.TapSome(filter=found) | e.ReturnSome(filter=found):
            if not any(fits(found, card) for card in with_tokens(horde.library, horde.cards.values())):
                return "it costs a permanent of a kind that no list holds"
            return ""
        case _:
            return ""


def _draws(horde: Linted) -> bool:
    """Whether its own cards may make it draw, and so cast, a card while a spell is on the stack (H10.9)."""
    life = any(isinstance(x, a.PerAmount) and x.of == "life gained" for x in horde.emblem)
    return horde.says(a.CastAtOnce) and any(
        isinstance(part, e.DrawCards)
        or (life and (isinstance(part, e.GainLife) or (isinstance(part, a.KeywordAbility) and part.name == "lifelink")))
        for card in horde.cards.values()
        for part in walk(card.abilities)
    )


def fits(found: t.Filter, card: CardDefinition) -> bool:
    """Whether the printed card could fit the filter: what only play decides counts as possible."""
    match found:
        case t.IsType("permanent"):
            return not {"instant", "sorcery"} & set(card.types)
        case t.IsType(name):
            return name in card.types
        case t.IsSupertype(name):
            return name in card.supertypes
        case t.IsSubtype(name):
            return name in card.subtypes or any(
                isinstance(x, a.KeywordAbility) and x.name == "changeling" for x in card.abilities
            )
        case t.IsNamed(name):
            return card.name == name
        case t.IsColor(name) if name in ("white", "blue", "black", "red", "green"):
            return name in card.colors
        case t.Not(t.IsType() | t.IsSupertype() | t.IsColor() | t.IsNamed() as part):
            return not fits(part, card)
        case t.AllOf(parts):
            return all(fits(part, card) for part in parts)
        case t.AnyOf(parts):
            return any(fits(part, card) for part in parts)
        case _:
            return True


def _always_missing(spec: a.TargetSpec) -> bool:
    return spec.minimum > 0 and spec.players is None and spec.group is not None and spec.group.zone == "stack"


def stalled_reveal(horde: Linted) -> Iterator[Diagnostic]:
    """The card can be cast only while something is there; a Horde that reveals it before stops revealing (H3.2)."""
    for card in horde.cards.values():
        if any(_never(horde, card)):
            continue
        for clause, ability in abilities(card):
            if _may_be_missing(ability):
                message = "it is cast only while what it needs is there; else it goes back on top and ends the reveals"
                yield warning(message, card, clause.place, "write `up to one target ...` in an erratum, or leave it so")


def _may_be_missing(ability: a.Ability) -> bool:
    match ability:
        case a.SpellAbility():
            rows = [[_may_lack(spec) for spec in body.targets] for body in bodies(ability)]
            return bool(rows) and all(any(row) for row in rows)
        case a.AdditionalCost(options):
            return all(any(isinstance(part, ON_BOARD) or _of_graveyard(part) for part in cost) for cost in options)
        case a.KeywordAbility(name="enchant"):
            return True
        case _:
            return False


def _of_graveyard(part: e.CostPart) -> bool:
    return isinstance(part, e.ExileSome) and part.zone == "graveyard"


def _may_lack(spec: a.TargetSpec) -> bool:
    """A target that has to be an object; a player is always there, and a kicked spell's is only for who kicks."""
    return spec.minimum > 0 and spec.players is None and spec.condition is None
