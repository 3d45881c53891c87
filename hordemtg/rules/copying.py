"""Copies of a game, for proofs and for pilots that look ahead (never for legality).

A copy can be made whenever a player has priority or a step begins: nothing of
the game then lives outside its objects. Cards, abilities and their compiled
functions never change and are shared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from hordemtg.rules.chance import Chance
from hordemtg.rules.choices import EVERY_STEP, Pilot
from hordemtg.rules.events import Event
from hordemtg.rules.game import Game
from hordemtg.rules.layers import Continuous
from hordemtg.rules.objects import CastDetails, Frame, GameObject, Player, StackEntry
from hordemtg.rules.state import Permission, Shield
from hordemtg.rules.triggers import Delayed, Waiting

G = TypeVar("G", bound=Game)

STATEFUL: Final[tuple[type[Any], ...]] = (
    Player, Frame, StackEntry, CastDetails, Continuous, Waiting, Delayed, Shield, Permission, Event,
)  # fmt: skip

SHARED: Final = frozenset(
    {
        "recorder",
        "coverage",
        "tokens",
        "emblems",
        "source_cache",
        "maker_cache",
        "shared",
        "game",
        "layer_parts",
        "player_rules",
    }
)


def copy_game(game: G, pilots: Sequence[Pilot]) -> G:
    """An independent copy in the same state, with other pilots and no recorder."""
    memo: dict[int, Any] = {}
    new = game.another()
    for name in _fields(type(game)):
        if name in SHARED:
            setattr(new, name, None if name in ("recorder", "coverage") else getattr(game, name))
        elif hasattr(game, name):
            setattr(new, name, _copy(getattr(game, name), memo))
    for player, pilot in zip(new.players, pilots, strict=True):
        player.pilot = pilot
    new.awake = new.busy = EVERY_STEP
    for o in new.objects():
        o.version = -1  # cached characteristics may refer to effects of the original
    new.effects_dirty = True
    new.layer_parts, new.player_rules = [], {}
    new.game = new
    new.seen_states = dict(game.seen_states)
    new.source_cache, new.maker_cache = {}, {}
    new.shared, new.shared_version = {}, -1
    return new


_FIELDS: Final[dict[type[Any], tuple[str, ...]]] = {}


def _fields(kind: type[Any]) -> tuple[str, ...]:
    """The names of all fields of a class, its own and inherited ones."""
    known = _FIELDS.get(kind)
    if known is None:
        known = getattr(kind, "__mypyc_attrs__", None)  # a compiled class has no slots
        if known is None:
            known = tuple([name for c in kind.__mro__ for name in getattr(c, "__slots__", ())])
        _FIELDS[kind] = known
    return known


def _copy(value: Any, memo: dict[int, Any]) -> Any:
    kind = type(value)
    copier = _COPIERS.get(kind)
    return value if copier is None else copier(value, memo)


def _copy_list(value: list[Any], memo: dict[int, Any]) -> list[Any]:
    copies: list[Any] = []
    for x in value:
        copier = _COPIERS.get(type(x))
        copies.append(x if copier is None else copier(x, memo))
    return copies


def _copy_tuple(value: tuple[Any, ...], memo: dict[int, Any]) -> tuple[Any, ...]:
    return tuple([_copy(x, memo) for x in value])


def _copy_dict(value: dict[Any, Any], memo: dict[int, Any]) -> dict[Any, Any]:
    return {k: _copy(x, memo) for k, x in value.items()}


def _copy_set(value: set[Any], memo: dict[int, Any]) -> set[Any]:
    return set(value)


def _copy_chance(value: Chance, memo: dict[int, Any]) -> Chance:
    return value.clone()


def _copy_object(value: GameObject, memo: dict[int, Any]) -> GameObject:
    """Most of what a copy of a game consists of, so written out: field by field."""
    known = memo.get(id(value))
    if known is not None:
        return known  # type: ignore[no-any-return]
    new = GameObject.__new__(GameObject)
    memo[id(value)] = new
    new.id, new.card, new.zone = value.id, value.card, value.zone
    new.base, new.characteristics, new.version = value.base, value.characteristics, value.version
    new.timestamp, new.tapped, new.damage = value.timestamp, value.tapped, value.damage
    new.deathtouched, new.regeneration = value.deathtouched, value.regeneration
    new.token, new.token_card = value.token, value.token_card
    new.printed, new.entered_as = value.printed, value.entered_as
    new.sick_turn, new.entered_turn, new.attacked_turn = value.sick_turn, value.entered_turn, value.attacked_turn
    new.blocked_turn, new.damaged_turn = value.blocked_turn, value.damaged_turn
    new.blocked, new.in_block = value.blocked, value.in_block
    new.owner = owner = _copy_stateful(value.owner, memo)
    new.controller = owner if value.controller is value.owner else _copy_stateful(value.controller, memo)
    new.base_controller = owner if value.base_controller is value.owner else _copy_stateful(value.base_controller, memo)
    new.counters = dict(value.counters)
    new.counter_times = _copy(value.counter_times, memo)
    new.attachments = _copy_tuple(value.attachments, memo) if value.attachments else ()
    new.blocked_by = _copy_tuple(value.blocked_by, memo) if value.blocked_by else ()
    new.blocking = _copy_tuple(value.blocking, memo) if value.blocking else ()
    new.attached_to = None if value.attached_to is None else _copy_object(value.attached_to, memo)
    new.attacking = None if value.attacking is None else _copy(value.attacking, memo)
    new.defender = None if value.defender is None else _copy_stateful(value.defender, memo)
    new.became = None if value.became is None else _copy_object(value.became, memo)
    new.cast_details = None if value.cast_details is None else _copy_stateful(value.cast_details, memo)
    new.linked = None if value.linked is None else _copy_dict(value.linked, memo)
    new.used_this_turn = None if value.used_this_turn is None else dict(value.used_this_turn)
    new.triggers_this_turn = None if value.triggers_this_turn is None else dict(value.triggers_this_turn)
    return new


def _copy_stateful(value: Any, memo: dict[int, Any]) -> Any:
    known = memo.get(id(value))
    if known is not None:
        return known
    kind: Any = type(value)
    new = kind.__new__(kind)
    memo[id(value)] = new
    for name in _fields(kind):
        if name == "pilot":
            new.pilot = None
            continue
        item = getattr(value, name)
        copier = _COPIERS.get(type(item))
        setattr(new, name, item if copier is None else copier(item, memo))
    return new


_COPIERS: Final[dict[type[Any], Callable[[Any, dict[int, Any]], Any]]] = {
    list: _copy_list,
    tuple: _copy_tuple,
    dict: _copy_dict,
    set: _copy_set,
    Chance: _copy_chance,
    **dict.fromkeys(STATEFUL, _copy_stateful),
    GameObject: _copy_object,
}
