"""Tokens that a source of cards does not have: what the cards that create them say (CR 111.3)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from hordemtg.oracle.card import PrintedCard
from hordemtg.wording import normal
from hordemtg.wording.creating import TokenForm, description, listed

REBALANCED = "A-"  # how Scryfall names cards of Arena that differ from print


def told_by(forms: Sequence[TokenForm], cards: Iterable[PrintedCard]) -> Mapping[str, str]:
    """For each token that some printed card describes just so, the name of the first such card."""
    patterns = {form.name: _pattern(form) for form in forms}
    kinds = {form.name: " ".join((*form.subtypes, *form.types)) for form in forms}
    found: dict[str, str] = {}
    for card in cards:
        if card.name.startswith(REBALANCED):
            continue
        for face in card.faces or (card,):
            if "token" not in face.text:
                continue
            for name, pattern in patterns.items():
                if name not in found and kinds[name] in face.text and _says(face, pattern):
                    found[name] = face.name
        if len(found) == len(patterns):
            break
    return found


def _says(card: PrintedCard, pattern: re.Pattern[str]) -> bool:
    of = normal.Of(card.name, "Legendary" in card.type_line, card.is_token)
    return any(pattern.search(row) for row in normal.lines(card.text, of))


def _pattern(form: TokenForm) -> re.Pattern[str]:
    """The description as a card has it, with nothing more behind it."""
    of = normal.Of(form.name, token=True)
    words = " ".join(description(form))
    what = [*form.keywords, *(f'"{normal.line(ability, of)}"' for ability in form.abilities)]
    tail = rf" with {re.escape(listed(what))}" if what else r"(?! with| named| that|\.? It has|\.? They have)"
    return re.compile(rf"(?<![\w/]){re.escape(words)} tokens?\b{tail}")
