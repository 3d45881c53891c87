"""What each of several does on its own: "each creature deals damage equal to its power", "for each land they control".

A step works its amounts out once. Where an amount asks about the one that does it or to whom it is done, the step is
made once for each (CR 608.2c, 608.2h): read as one sum it would be another card.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, cast

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.compiler.scope import Scope

COUNTING = (
    t.Count, t.CountPlayers, t.MeasureOf, t.Greatest, t.CountersOn, t.Devotion, t.TimesThisTurn, t.LifeOf, t.KindsAmong,
)  # fmt: skip


def apart(step: e.Effect, scope: Scope, what: t.Objects | None = None) -> e.Effect:
    """The step, made once for each object of `what` or for each player where its amounts ask about that one."""
    step = _by_players(step, scope)
    if what is None or not several(what, scope) or spoken_of(step, what) < 2:
        return step
    slot = scope.new_slot()
    inner = cast(e.Effect, _put(step, what, t.Slot(slot)))
    return e.ForEach(what, slot, (dataclasses.replace(inner, joint="."),), joint=step.joint, place=step.place)


def several(what: t.Objects, scope: Scope) -> bool:
    """Whether these can be more than one object."""
    if isinstance(what, t.Target):
        return what.index < len(scope.targets) and scope.targets[what.index].maximum != t.Number(1)
    return isinstance(what, t.Each | t.Several)


def spoken_of(node: Any, what: t.Objects) -> int:
    """How often the tree speaks of the very objects that `what` named: "it" is the same phrase, an equal one is not."""
    return sum(1 for part in _parts(node) if part is what)


def several_players(who: t.Players, scope: Scope) -> bool:
    """Whether these can be more than one player. Each opponent is one: there are two sides."""
    if isinstance(who, t.PlayerTarget):
        return who.index < len(scope.targets) and scope.targets[who.index].maximum != t.Number(1)
    return isinstance(who, t.EachPlayer)


def several_owners(who: t.Players, scope: Scope) -> bool:
    """Whether these are the controllers or owners of more than one object."""
    return isinstance(who, t.ControllerOf | t.OwnerOf) and several(who.of, scope)


def _by_players(step: e.Effect, scope: Scope) -> e.Effect:
    asked = {
        part
        for counting in _parts(step)
        if isinstance(counting, COUNTING)
        for part in _parts(counting)
        if isinstance(part, t.EachPlayer | t.PlayerTarget) and several_players(part, scope)
    }
    if isinstance(step, e.May) and several_players(step.who, scope):
        asked.add(cast(Any, step.who))
    if not asked:
        return step
    who = asked.pop()
    slot = scope.new_slot()
    inner = cast(e.Effect, _replaced(step, who, t.PlayerSlot(slot)))
    return e.ForEachPlayer(who, slot, (dataclasses.replace(inner, joint="."),), joint=step.joint, place=step.place)


def _parts(node: Any) -> Iterator[Any]:
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if isinstance(current, tuple):
            waiting.extend(current)
        elif dataclasses.is_dataclass(current):
            yield current
            waiting.extend(getattr(current, field.name) for field in dataclasses.fields(current))


def _put(node: Any, old: Any, new: Any) -> Any:
    """The tree with `new` wherever the very node `old` stands."""
    return _changed(node, lambda part: part is old, new)


def _replaced(node: Any, old: Any, new: Any) -> Any:
    """The tree with `new` wherever a node equal to `old` stands."""
    return _changed(node, lambda part: part == old, new)


def _changed(node: Any, fits: Any, new: Any) -> Any:
    if isinstance(node, tuple):
        made = tuple(_changed(part, fits, new) for part in node)
        return node if all(x is y for x, y in zip(made, node, strict=True)) else made
    if not dataclasses.is_dataclass(node) or isinstance(node, type):
        return node
    if fits(node):
        return new
    changed: dict[str, Any] = {}
    for field in dataclasses.fields(node):
        value = getattr(node, field.name)
        made = _changed(value, fits, new)
        if made is not value:
            changed[field.name] = made
    return dataclasses.replace(node, **changed) if changed else node
