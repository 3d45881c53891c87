"""A printed card as lines to read."""

from __future__ import annotations

import time
from collections.abc import Iterator

from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.store import Stored

COLOR_NAMES = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


def told(found: Stored) -> Iterator[str]:
    """The card with its source and date."""
    yield from lines(found.card)
    if not found.card.is_whole:
        yield f"(this source tells only the front of {found.card.name})"
    day = time.strftime("%d %B %Y", time.gmtime(found.fetched)).lstrip("0")
    yield f"[{found.source}, {day}{'' if found.is_fresh() else ', may be out of date'}]"


def lines(card: PrintedCard) -> Iterator[str]:
    """Name and cost, type line, text, and what stands in the corner."""
    if card.faces:
        yield f"{card.name}  ({card.layout})"
        for face in card.faces:
            yield from lines(face)
        return
    yield f"{card.name}  {card.mana_cost}".rstrip()
    yield f"{card.type_line}{_colors(card)}"
    yield from card.text.splitlines()
    if card.power is not None or card.toughness is not None:
        yield f"{card.power or ''}/{card.toughness or ''}"
    if card.loyalty is not None:
        yield f"loyalty {card.loyalty}"
    if card.defense is not None:
        yield f"defense {card.defense}"


def _colors(card: PrintedCard) -> str:
    """The colors of a card whose mana cost does not tell them."""
    if card.colors is None or card.mana_cost or "Land" in card.types:
        return ""
    return f"  ({' and '.join(COLOR_NAMES[color] for color in card.colors) or 'colorless'})"
