"""Counters that change what an object is: its power and toughness, its keywords (CR 122.1a-b, 613.4c)."""

from __future__ import annotations

from typing import Final

from hordemtg.rules.characteristics import Characteristics
from hordemtg.rules.objects import GameObject


def with_counters(o: GameObject, c: Characteristics) -> Characteristics:
    """The same with the counters that change power and toughness (CR 613.4c, 122.1a)."""
    power = toughness = 0
    for kind, count in o.counters.items():
        size = COUNTER_SIZES.get(kind)
        if size is None and "/" in kind:
            one, _, two = kind.partition("/")
            size = COUNTER_SIZES[kind] = (int(one), int(two))
        if size is not None:
            power += count * size[0]
            toughness += count * size[1]
    if not power and not toughness:
        return c
    if c is o.base:
        c = c.copy()
    c.power += power
    c.toughness += toughness
    return c


COUNTER_SIZES: Final[dict[str, tuple[int, int]]] = {"+1/+1": (1, 1), "-1/-1": (-1, -1)}

KEYWORD_COUNTERS: Final = (
    "flying", "first strike", "double strike", "deathtouch", "haste", "hexproof", "indestructible", "lifelink",
    "menace", "reach", "trample", "vigilance",
)  # fmt: skip


def with_keyword_counters(o: GameObject, c: Characteristics, since: int, before: int | None) -> Characteristics:
    """The same with the keywords of counters (CR 122.1b), of those only that were put on in that time (613.7c)."""
    for kind in o.counters:
        if kind not in KEYWORD_COUNTERS or kind in c.keywords or kind in c.cannot_have:
            continue
        put = o.counter_times.get(kind, o.timestamp) if o.counter_times is not None else o.timestamp
        if put <= since or (before is not None and put > before):
            continue
        if c is o.base:
            c = c.copy()
        c.keywords = {**c.keywords, kind: ()}
    return c
