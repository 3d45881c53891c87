"""Cards that a Horde cannot cast: never, or not always when they are revealed (H3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hordemtg.authoring.linted import Linted, abilities, bodies, in_manifest, warning, with_tokens
from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition
from hordemtg.cards.horde import CastDirective
from hordemtg.rules.terms import walk
from hordemtg.script.diagnostics import Diagnostic

NEW_KINDS = (e.AddTypes, e.SetTypes, e.SetColors)
ON_BOARD = (e.SacrificeSome, e.TapSome, e.ReturnSome)


def never_cast(horde: Linted) -> Iterator[Diagnostic]:
    """The card asks for life, a hand or a spell to answer, none of which the Horde has as it casts what it reveals."""
    for card in horde.cards.values():
        for clause, why in _never(horde, card):
            yield warning(f"the Horde can never cast it: {why}", card, clause.place,
                          "take it out of the list, or give the Horde an erratum")  # fmt: skip
    if not any(isinstance(directive, CastDirective) for directive in horde.directives):
        for deck in horde.manifest.lists:
            if deck.zone == "command":
                message = f"no directive casts from the command zone, so that the list `{deck.name}` is never cast"
                yield in_manifest(horde, message, f"{deck.name}:")


def _never(horde: Linted, card: CardDefinition) -> Iterator[tuple[a.Ability, str]]:
    for clause, ability in abilities(card):
        if isinstance(ability, a.AdditionalCost):
            reasons = [next(filter(None, (_lacking(horde, part) for part in cost)), "") for cost in ability.options]
            if reasons and all(reasons):
                yield clause, reasons[0]
        if isinstance(ability, a.SpellAbility):
            answers = card.name in _revealed(horde) and not _draws(horde)
            wanted = [next(filter(None, (_missing(horde, spec, answers) for spec in body.targets)), "")
                      for body in bodies(ability)]  # fmt: skip
            if wanted and wanted.count("") < _modes_needed(ability):
                yield clause, next(filter(None, wanted))


def _revealed(horde: Linted) -> set[str]:
    """The cards that the Horde reveals from its library; those of the command zone are cast at another time."""
    return {name for deck in horde.libraries for _, name in deck.cards}


def _modes_needed(ability: a.SpellAbility) -> int:
    """How many of its modes, or of its one text, have to be possible."""
    return ability.body.choose_minimum if ability.body.modes else 1


def _missing(horde: Linted, spec: a.TargetSpec, answers: bool) -> str:
    """Why the target is never there as the Horde casts the card, or ""; `answers`: nothing is on the stack then."""
    if not spec.minimum or spec.players is not None or spec.group is None:
        return ""
    if spec.group.zone == "stack":
        words = "it needs a spell to target, and the Horde casts what it reveals with an empty stack"
        return words if answers else ""
    parts = spec.group.filter.parts if isinstance(spec.group.filter, t.AllOf) else (spec.group.filter,)
    own = spec.group.owner == t.You() or t.ControlledBy(t.You()) in parts
    if own and not possible(spec.group.filter, with_tokens(horde.library, horde.cards.values())):
        return "it needs a target of its own of a kind that no list holds"
    return ""


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
            if not possible(found, with_tokens(horde.library, horde.cards.values())):
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


def possible(found: t.Filter, cards: Iterable[CardDefinition]) -> bool:
    """Whether one of the cards could fit the filter, or could be made to: by what gives types or colors."""
    known = list(cards)
    return any(fits(found, card) for card in known) or any(
        isinstance(part, NEW_KINDS) for card in known for part in walk(card.abilities)
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


def stalled_reveal(horde: Linted) -> Iterator[Diagnostic]:
    """The card can be cast only while something is there; a Horde that reveals it before stops revealing (H3.2)."""
    revealed = _revealed(horde)
    for card in horde.cards.values():
        if card.name not in revealed or any(_never(horde, card)):
            continue
        for clause, ability in abilities(card):
            if _may_be_missing(horde, ability):
                message = "it is cast only while what it needs is there; else it goes back on top and ends the reveals"
                yield warning(message, card, clause.place, "write `up to one target ...` in an erratum, or leave it so")


def _may_be_missing(horde: Linted, ability: a.Ability) -> bool:
    match ability:
        case a.SpellAbility():
            rows = [any(_may_lack(spec) for spec in body.targets) for body in bodies(ability)]
            return bool(rows) and rows.count(False) < _modes_needed(ability)
        case a.AdditionalCost(options):
            return all(any(_may_be_unpaid(horde, part) for part in cost) for cost in options)
        case a.KeywordAbility(name="enchant"):
            return True
        case _:
            return False


def _may_be_unpaid(horde: Linted, part: e.CostPart) -> bool:
    return isinstance(part, ON_BOARD) or _of_graveyard(part) or bool(_lacking(horde, part))


def _of_graveyard(part: e.CostPart) -> bool:
    return isinstance(part, e.ExileSome) and part.zone == "graveyard"


def _may_lack(spec: a.TargetSpec) -> bool:
    """A target that has to be an object; a player is always there, and a kicked spell's is only for who kicks."""
    return spec.minimum > 0 and spec.players is None and spec.condition is None
