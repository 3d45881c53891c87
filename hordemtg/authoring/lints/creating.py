"""Tokens that a Horde's cards create, and the kinds that its deck holds (H4.2, H4.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hordemtg.authoring.linted import Linted, abilities, effects, warning
from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition
from hordemtg.script.diagnostics import Diagnostic


def kind_of(card: CardDefinition) -> tuple[Any, ...]:
    """What makes two token cards the same kind (H4.2)."""
    return (frozenset(card.types), frozenset(card.subtypes), card.colors, card.power, card.toughness)


def missing_kind(horde: Linted) -> Iterator[Diagnostic]:
    """Creates a kind that no list holds, where creating returns token cards; elsewhere tokens are simply made."""
    if not horde.says(a.TokenCards):
        return
    held = {kind_of(card) for card in horde.cards.values() if card.token}
    for card in horde.cards.values():
        for clause, ability in abilities(card):
            for made in effects(ability, e.CreateTokens):
                if made.who not in (t.You(), t.EachPlayer()):
                    continue  # somebody else's tokens are no cards of the Horde's deck
                token = made.form or horde.library.tokens.get(made.token)
                if token is not None and kind_of(token) not in held:
                    message = f"creates {made.token} tokens, of which no list holds a card"
                    help_ = "they come from nowhere and are gone when they leave (H4.4); put token cards into the list"
                    yield warning(message, card, clause.place, help_)
