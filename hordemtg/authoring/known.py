"""What a new Horde asks others for: printed cards by name, and drafts of their scripts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


class Printed(Protocol):
    """A printed card as far as the workbench reads it."""

    @property
    def name(self) -> str: ...
    @property
    def mana_cost(self) -> str: ...
    @property
    def supertypes(self) -> tuple[str, ...]: ...
    @property
    def types(self) -> tuple[str, ...]: ...
    @property
    def subtypes(self) -> tuple[str, ...]: ...
    @property
    def power(self) -> str | None: ...
    @property
    def toughness(self) -> str | None: ...
    @property
    def colors(self) -> tuple[str, ...] | None: ...
    @property
    def text(self) -> str: ...
    @property
    def is_token(self) -> bool: ...


P = TypeVar("P", bound=Printed)


@dataclass(frozen=True, slots=True)
class Sources(Generic[P]):
    """Where printed cards and drafts come from; without them a new Horde says what it does not know."""

    look_up: Callable[[str], P | None] | None = None
    draft: Callable[[P], str] | None = None


COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


def script_name(name: str) -> str:
    """A printed name as a script can have it: quotation marks in it become single ones."""
    return name.replace('"', "'")


def head(card: Printed) -> list[str]:
    """The lines of a script before its clauses: name, cost or colours, types, power and toughness."""
    lines = [f"token {card.name}" if card.is_token else f'card "{script_name(card.name)}"']
    colors = " and ".join(COLORS[letter] for letter in card.colors or () if letter in COLORS)
    if card.mana_cost:
        lines.append(f"  cost {card.mana_cost}")
    elif colors or card.is_token:
        lines.append(f"  colors {colors or 'colorless'}")
    types = [word.lower() for word in (*card.supertypes, *card.types)]
    lines.append(f"  type {' '.join([*types, *card.subtypes])}")
    if card.power is not None and card.toughness is not None:
        lines.append(f"  stats {card.power}/{card.toughness}")
    return lines


def bare(card: Printed) -> str:
    """The script of a card that nobody has drafted: what is printed above its text, and that its text is missing."""
    lines = head(card)
    if card.text.strip():
        lines += [
            "  # write here what the card says, and take this line away",
            '  unsupported "the text is not written yet"',
        ]
    return "\n".join(lines) + "\n"
