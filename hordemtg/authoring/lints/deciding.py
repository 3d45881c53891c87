"""Abilities that a Horde could activate, and the directives that would make it (H2.7)."""

from __future__ import annotations

from collections.abc import Iterator

from hordemtg.authoring.linted import Linted, abilities, called, effects, only_opponents, warning, with_tokens
from hordemtg.authoring.lints.casting import fits
from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition
from hordemtg.cards.horde import ActivateDirective, CastDirective, OfferDirective
from hordemtg.script.diagnostics import Diagnostic


def unused_ability(horde: Linted) -> Iterator[Diagnostic]:
    """An activated ability of a card of the Horde that no directive uses; mana abilities pay by themselves (H5.2)."""
    named = {(d.card, d.ability) for d in horde.directives if isinstance(d, ActivateDirective)}
    offers = [d.what for d in horde.directives if isinstance(d, OfferDirective)]
    casts = any(isinstance(d, CastDirective) for d in horde.directives)
    for card in with_tokens(horde.library, horde.cards.values()):
        yield from _granted(card, bool(offers))
        for clause, ability in abilities(card):
            if not isinstance(ability, a.ActivatedAbility) or ability.any_opponent:
                continue
            if (card.name, clause.label) in named or (_for_mana(ability) and (casts or not ability.mana_for)):
                continue
            if any(_sacrifices(horde, card, part, what) for part in ability.cost for what in offers):
                continue
            message = f"no directive activates {called(clause)}, so that the Horde never does"
            label = "" if clause.label else "give it a label (`Call = {T}: ...`), and "
            yield warning(
                message, card, clause.place, f"{label}a directive says when: `in your second main phase: activate ...`"
            )


def _granted(card: CardDefinition, offers: bool) -> Iterator[Diagnostic]:
    """Abilities that the card gives to the Horde's permanents: a directive names those of a script only."""
    for clause in card.abilities:
        for given in (*effects(clause, a.StaticAbility), *effects(clause, e.Alter)):
            to = given.affects if isinstance(given, a.StaticAbility) else given.what
            if isinstance(to, t.Each) and only_opponents(to.group.filter):
                continue
            for change in given.changes:
                ability = change.ability if isinstance(change, e.GrantAbility) else None
                if not isinstance(ability, a.ActivatedAbility) or ability.any_opponent or _for_mana(ability):
                    continue
                if not (offers and any(isinstance(part, e.SacrificeThis | e.SacrificeSome) for part in ability.cost)):
                    message = "no directive can activate the ability that it gives, so that the Horde never does"
                    yield warning(message, card, clause.place)


def _sacrifices(horde: Linted, card: CardDefinition, part: e.CostPart, what: t.Filter) -> bool:
    """Whether the cost can sacrifice some of what a directive offers."""
    if isinstance(part, e.SacrificeThis):
        return fits(what, card)
    if not isinstance(part, e.SacrificeSome):
        return False
    return any(fits(part.filter, each) and fits(what, each) for each in horde.cards.values())


def _for_mana(ability: a.ActivatedAbility) -> bool:
    return not ability.body.targets and any(isinstance(step, e.AddMana) for step in ability.body.steps)
