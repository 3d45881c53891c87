"""Applying continuous effects one after the other to all objects, where some depend on others (CR 613.7-613.8).

Most games never come here: `layers` works out one object at a time, which comes to
the same as long as effects read nothing that `entangled` finds written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from hordemtg.rules import aspects, counters, layers
from hordemtg.rules.characteristics import Characteristics
from hordemtg.rules.layers import Continuous
from hordemtg.rules.objects import GameObject

if TYPE_CHECKING:
    from hordemtg.rules.game import Game

Part = tuple[Continuous, int]
Values = tuple[int, int] | None
Started = dict[int, list[GameObject]]


BY_COUNTERS: Final = ("power:*", *(f"keywords:{name}" for name in counters.KEYWORD_COUNTERS))


_KNOWN: Final[dict[tuple[object, ...], bool]] = {}
MOST_KNOWN: Final = 2000


def known_entangled(effects: list[Continuous], parts: dict[str, list[Part]]) -> bool:
    """Whether working out one object at a time could go wrong, looked up if such effects have met before."""
    key: list[object] = []
    for effect in effects:
        if effect.changes:
            key += (effect.changes[0], effect.objects is None, effect.source.zone == "battlefield")
    found = tuple(key)
    known = _KNOWN.get(found)
    if known is None:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        known = _KNOWN[found] = entangled(parts)
    return known


def entangled(parts: dict[str, list[Part]]) -> bool:
    """Whether working out one object at a time could go wrong.

    It goes wrong when an effect reads what another of its layer writes, when one
    reads of other objects what any effect or counter writes, when the set of one with
    parts in several layers depends on what is written meanwhile, and when abilities
    that have effects may be lost.
    """
    written = {layer: [(effect, _written(effect, i)) for effect, i in found] for layer, found in parts.items()}
    anything = {*BY_COUNTERS, *(x for row in written.values() for _, writes in row for x in writes)}
    for layer, found in parts.items():
        for effect, i in found:
            reads = layers.reads_of(effect, i)
            if not reads:
                continue
            if len(effect.changes) > 1 and _meanwhile(effect, written):
                return True
            if layer != "rules" and any(x is not effect and aspects.meet(reads, w) for x, w in written[layer]):
                return True
            if _reads_others(effect, reads) and aspects.meet(reads - layers.EXISTS, frozenset(anything)):
                return True
    return _loses(parts)


def _meanwhile(effect: Continuous, written: dict[str, list[tuple[Continuous, aspects.Aspects]]]) -> bool:
    """Whether what it affects may differ between its layers, where only the first one decides (CR 613.6)."""
    own = [layer for layer, row in written.items() if any(x is effect for x, _ in row)]
    static = effect.ability.static if effect.ability is not None else None
    if len(own) < 2 or static is None:
        return False
    between = {x for layer, row in written.items() if min(own) <= layer < max(own) for _, w in row for x in w}
    if min(own) <= "6" < max(own):
        between |= set(BY_COUNTERS[1:])
    if min(own) <= "7c" < max(own):
        between.add(BY_COUNTERS[0])
    return aspects.meet(static.reads, frozenset(between))


def _reads_others(effect: Continuous, reads: aspects.Aspects) -> bool:
    return "board" in effect.sensitive or not reads.isdisjoint(("subtypes:Aura", "subtypes:Equipment"))


def _written(effect: Continuous, i: int) -> aspects.Aspects:
    return effect.changes[i].writes


def _loses(parts: dict[str, list[Part]]) -> bool:
    """Whether an effect may take the ability that another comes from (CR 604.2)."""
    found = [part for layer in parts.values() for part in layer]
    takers = [part[0] for part in found if part[0].changes[part[1]].takes_abilities]
    return bool(takers) and any(
        effect.ability is not None and effect.source.zone == "battlefield" for effect, _ in found
    )


def apply_all(game: Game) -> None:
    """Work out the characteristics of every object that effects may reach, layer by layer (CR 613.1)."""
    reached = list(game.battlefield)
    for zone in game.zones_with_effects:
        reached += [o for o in game.objects() if o.zone == zone]
    for o in reached:
        o.characteristics = o.base
        o.version = game.version
    started: Started = {}
    parts = dict(game.layer_parts)
    for layer in layers.LAYERS:
        _apply_layer(game, reached, layer, parts.get(layer, []), started)


def _apply_layer(game: Game, reached: list[GameObject], layer: str, parts: list[Part], started: Started) -> None:
    waiting = list(parts)
    since = 0
    while waiting:
        part = waiting[0] if len(waiting) == 1 or not game.entangled else _next(game, reached, layer, waiting, started)
        waiting.remove(part)
        effect, i = part
        if layer == "6":
            _keyword_counters(reached, since, effect.timestamp)
            since = max(since, effect.timestamp)
        objects, values = _does(game, reached, layer, part, started)
        if objects and len(effect.changes) > 1:
            started[id(effect)] = objects
        for o in objects:
            layers.apply_change(game, o, _own(o), effect, i, values)
    if layer == "6":
        _keyword_counters(reached, since, None)
    elif layer == "7c":
        for o in reached:
            if o.counters:
                o.characteristics = counters.with_counters(o, o.characteristics)


def _keyword_counters(reached: list[GameObject], since: int, before: int | None) -> None:
    for o in reached:
        if o.counters:
            o.characteristics = counters.with_keyword_counters(o, o.characteristics, since, before)


def _own(o: GameObject) -> Characteristics:
    """Characteristics of the object that may be changed."""
    if o.characteristics is o.base:
        o.characteristics = o.base.copy()
    return o.characteristics


def _does(
    game: Game, reached: list[GameObject], layer: str, part: Part, started: Started
) -> tuple[list[GameObject], Values]:
    """What the effect applies to as things stand, and with which amounts."""
    effect, i = part
    change = effect.changes[i]
    values: Values = None
    if effect.values is not None:
        values = effect.values[i]
    elif change.one is not None or change.two is not None:
        values = (
            change.one(game, effect.frame) if change.one is not None else 0,
            change.two(game, effect.frame) if change.two is not None else 0,
        )
    if id(effect) in started:  # CR 613.6
        return [o for o in started[id(effect)] if o.zone is not None], values
    effect.condition_version = -1
    if not layers.exists(game, effect, layer) or not effect.holds(game):
        return [], values
    return [o for o in reached if effect.applies_to(game, o)], values


def _next(game: Game, reached: list[GameObject], layer: str, waiting: list[Part], started: Started) -> Part:
    """The earliest effect that depends on no other, or that is in a loop of dependencies (CR 613.8b)."""
    known: dict[int, set[int]] = {}

    def depends(a: int) -> set[int]:
        if a not in known:
            part = waiting[a]
            reads = layers.reads_of(*part)
            known[a] = {
                b
                for b, other in enumerate(waiting)
                if b != a
                and other[0] is not part[0]
                and aspects.meet(reads, _written(*other))
                and not layers.defines(part[0]) ^ layers.defines(other[0])
                and _depends(game, reached, layer, part, other, started)
            }
        return known[a]

    for a in range(len(waiting)):
        if not depends(a) or _in_loop(a, depends):
            return waiting[a]
    return waiting[0]


def _depends(game: Game, reached: list[GameObject], layer: str, part: Part, other: Part, started: Started) -> bool:
    """Whether applying the other would change what the effect applies to or what it does (CR 613.8a)."""
    before = _does(game, reached, layer, part, started)
    kept = [(o, o.characteristics) for o in reached]
    objects, values = _does(game, reached, layer, other, started)
    for o in objects:
        o.characteristics = o.characteristics.copy()
        layers.apply_change(game, o, o.characteristics, other[0], other[1], values)
    after = _does(game, reached, layer, part, started)
    for o, characteristics in kept:
        o.characteristics = characteristics
    if before[1] != after[1]:
        return bool(before[0] or after[0])
    return len(before[0]) != len(after[0]) or any(x is not y for x, y in zip(before[0], after[0], strict=True))


def _in_loop(start: int, depends: Callable[[int], set[int]]) -> bool:
    seen: set[int] = set()
    todo = list(depends(start))
    while todo:
        b = todo.pop()
        if b == start:
            return True
        if b not in seen:
            seen.add(b)
            todo.extend(depends(b))
    return False
