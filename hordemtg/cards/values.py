"""Plain values that cards are made of: colours, types, zones, mana costs (CR 105, 107.4, 202, 205, 400)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

Color = Literal["white", "blue", "black", "red", "green"]
COLORS: Final[tuple[Color, ...]] = ("white", "blue", "black", "red", "green")
SYMBOL_OF_COLOR: Final[dict[str, str]] = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
COLOR_OF_SYMBOL: Final[dict[str, Color]] = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}

CARD_TYPES: Final[tuple[str, ...]] = (
    "artifact", "battle", "creature", "enchantment", "instant", "kindred", "land", "planeswalker", "sorcery",
)  # fmt: skip
PERMANENT_TYPES: Final = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})
SUPERTYPES: Final[tuple[str, ...]] = ("basic", "legendary", "snow", "world")
BASIC_LAND_TYPES: Final[tuple[str, ...]] = ("Plains", "Island", "Swamp", "Mountain", "Forest")
COLOR_OF_BASIC_LAND_TYPE: Final[dict[str, Color]] = dict(zip(BASIC_LAND_TYPES, COLORS, strict=True))

Zone = Literal["library", "hand", "battlefield", "graveyard", "stack", "exile", "command"]
ZONES: Final[tuple[Zone, ...]] = ("library", "hand", "battlefield", "graveyard", "stack", "exile", "command")

MANA_SYMBOL: Final = re.compile(r"\{([^{}]{1,8})\}")


@dataclass(frozen=True, slots=False)
class ManaCost:
    """A mana cost as its symbols in printed order (CR 107.4, 202.1).

    Symbols are written without braces: ``"2"``, ``"B"``, ``"C"``, ``"X"``,
    hybrid ``"W/U"`` and ``"2/W"``, Phyrexian ``"B/P"``. Snow mana is not supported.

    >>> ManaCost.parse("{3}{U}{U}").mana_value
    5
    """

    symbols: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> ManaCost:
        """Read ``{3}{U}{U}``. Raises ValueError when the text is anything else."""
        symbols = tuple(MANA_SYMBOL.findall(text))
        if "".join(f"{{{s}}}" for s in symbols) != text:
            raise ValueError(f"not a mana cost: {text!r}")
        for symbol in symbols:
            if not _is_mana_symbol(symbol):
                if symbol == "S":
                    raise ValueError("snow mana {S} is not supported (CR 107.4h)")
                raise ValueError(f"not a mana symbol: {{{symbol}}}")
        return cls(symbols)

    @cached_property
    def mana_value(self) -> int:
        """The total amount of mana, X counting 0 (CR 202.3, 202.3e-g)."""
        return sum(_symbol_value(symbol) for symbol in self.symbols)

    @cached_property
    def generic(self) -> int:
        """How much generic mana it asks for (CR 107.4b)."""
        return sum(int(symbol) for symbol in self.symbols if symbol.isdigit())

    @cached_property
    def colors(self) -> frozenset[Color]:
        """The colours of its symbols (CR 202.2)."""
        return frozenset(
            COLOR_OF_SYMBOL[part] for s in self.symbols for part in s.split("/") if part in COLOR_OF_SYMBOL
        )

    @cached_property
    def xs(self) -> int:
        """How many X symbols it has (CR 107.3)."""
        return self.symbols.count("X")

    def __str__(self) -> str:
        return "".join(f"{{{symbol}}}" for symbol in self.symbols)


def _is_mana_symbol(symbol: str) -> bool:
    if symbol.isdigit():
        return len(symbol) <= 3
    parts = symbol.split("/")
    if len(parts) == 1:
        return symbol in ("W", "U", "B", "R", "G", "C", "X")
    first, *rest = parts
    return (first in COLOR_OF_SYMBOL or first in ("2", "C")) and all(p in COLOR_OF_SYMBOL or p == "P" for p in rest)


def _symbol_value(symbol: str) -> int:
    if symbol.isdigit():
        return int(symbol)
    if symbol == "X":
        return 0
    return 2 if symbol.startswith("2/") else 1


NO_COST: Final = ManaCost()


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a script something stands: file, line and column, counted from 1."""

    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"
