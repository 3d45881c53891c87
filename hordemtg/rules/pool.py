"""Paying from a mana pool (CR 106.4, 118.3a)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

# Each stands for one mana that a convoking creature, an improvising artifact or a delved card pays for: of a color in
# small letters, or generic only. They are no mana and never come to a pool but for the payment.
INSTEAD: Final = frozenset("wubrg*")


def pool_after(coloured: Sequence[str], generic: int, pool: dict[str, int]) -> dict[str, int] | None:
    """What is left of the pool after paying, or None if it does not pay; `coloured` are symbols that can pay each."""
    return _take(list(coloured), generic, dict(pool))


def _take(wanted: list[str], generic: int, pool: dict[str, int]) -> dict[str, int] | None:
    choices: list[str] = []
    for symbols in wanted:
        if len(symbols) > 1:
            choices.append(symbols)
            continue
        left = pool.get(symbols, 0)
        if not left:
            return None
        pool[symbols] = left - 1
    if choices:
        for symbol in choices[0]:
            if pool.get(symbol, 0):
                found = _take(choices[1:], generic, {**pool, symbol: pool[symbol] - 1})
                if found is not None:
                    return found
        return None
    missing = sum(pool.values()) - generic
    if missing < 0:
        return None
    if not missing:
        return dict.fromkeys(pool, 0)
    if not generic:
        return pool
    # Generic mana takes what pays instead of mana first, then colourless, then what there is most of.
    for symbol in sorted(pool, key=lambda s: (s not in INSTEAD, s != "C", -pool[s], s)):
        used = min(generic, pool[symbol])
        pool[symbol] -= used
        generic -= used
    return pool
