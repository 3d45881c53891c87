"""Prices: the mana part of a total cost, and the ways to pay it (CR 107.4, 118, 601.2f)."""

from __future__ import annotations

from typing import Final

from hordemtg.cards.values import ManaCost
from hordemtg.rules import spending


class Price:
    """The mana part of a total cost: generic mana, and for each other symbol what can pay it (CR 601.2f)."""

    __slots__ = ("coloured", "generic", "life", "total")

    def __init__(self, generic: int = 0, coloured: tuple[str, ...] = (), life: int = 0) -> None:
        self.generic = generic
        self.coloured = coloured  # each entry is the symbols that can pay it, as in "WU" for hybrid
        self.life = life  # life instead of Phyrexian symbols (CR 107.4f)
        self.total = generic + len(coloured)

    def __str__(self) -> str:
        generic = f"{{{self.generic}}}" if self.generic or not self.coloured else ""
        asked = ([s for s in entry if s not in spending.INSTEAD] for entry in self.coloured)
        return generic + "".join("{" + "/".join(entry) + "}" for entry in asked)


FREE: Final = Price()

PRICES_KEPT: Final = 4096

_PRICES: Final[dict[tuple[tuple[str, ...], int, int], list[Price]]] = {}


def of_cost(cost: ManaCost, x: int = 0, more: int = 0) -> list[Price]:
    """The ways to pay a mana cost with X as announced and `more` generic mana, dearest mana first.

    Hybrid with two generic and Phyrexian symbols give several (CR 107.4e-f).
    """
    key = (cost.symbols, x, more)
    known = _PRICES.get(key)
    if known is None:
        if len(_PRICES) > PRICES_KEPT:
            _PRICES.clear()
        known = _PRICES[key] = _prices(cost, x, more)
    return known


def _prices(cost: ManaCost, x: int, more: int) -> list[Price]:
    found: list[Price] = [Price(max(0, cost.generic + x * cost.xs + more))]
    for symbol in cost.symbols:
        if symbol.isdigit() or symbol == "X":
            continue
        parts = symbol.split("/")
        colours = "".join(p for p in parts if p in "WUBRGC")
        paid = [Price(p.generic, (*p.coloured, colours), p.life) for p in found]
        if parts[0] == "2":
            paid += [Price(p.generic + 2, p.coloured, p.life) for p in found]
        if parts[-1] == "P":
            paid += [Price(p.generic, p.coloured, p.life + 2) for p in found]
        found = paid
    return found
