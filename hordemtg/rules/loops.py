"""Loops: finding a game that repeats itself (CR 104.4b, 729.3-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hordemtg.rules import limits
from hordemtg.rules.objects import GameObject, Player

if TYPE_CHECKING:
    from hordemtg.rules.game import Game

WATCH_AFTER: Final = 60  # resolutions and actions in one step before anybody suspects a loop
WINDOW: Final = 400  # so many more without anything's running out are a loop, even if no state comes back
MARKS: Final = "marks"  # the key of `seen_states` under which the last marks are kept


def watch(game: Game) -> None:
    """Called after each resolution and action: ends a game that only mandatory actions keep going (CR 104.4b).

    Once a step has seen many of them, the state after each is compared with those
    before. A state that comes back without a player's having chosen to do anything
    is a loop of mandatory actions. So is a pile that does not shrink while nobody's
    life or library runs lower than ever: something endless, such as tokens, grows.
    With an optional action in it, the loop is broken: whoever keeps choosing it must stop (729.3).
    """
    if len(game.stack) > limits.STACK:
        raise limits.LimitReached(limits.said(limits.STACK, "spells and abilities on the stack"))
    game.loop += 1
    if game.loop <= WATCH_AFTER:
        game.seen_states = {}
        game.optional_actions = 0
        return
    if game.loop % WINDOW == WATCH_AFTER + 1 and not _progress(game):
        return
    plain = _plain(game)
    if plain not in game.seen_states:
        game.seen_states[plain] = None  # most states differ so much that the fingerprint need not be taken
        return
    key = hash(fingerprint(game, identities=False))  # the states themselves would fill the memory
    since = game.seen_states.get(key)
    if since is None:
        game.seen_states[key] = game.optional_actions
    else:
        _stop(game, game.optional_actions == since)


def _progress(game: Game) -> bool:
    """Whether something has run lower since the last marks; stops the loop if not."""
    depth = len(game.stack) + len(game.waiting)
    lows = [x for p in game.players for x in (max(0, p.life), len(p.library))]
    before = game.seen_states.get(MARKS)
    if before is None:
        game.seen_states[MARKS] = (game.optional_actions, depth, lows)
        return True
    optional, old_depth, old_lows = before
    lowest = [min(x, y) for x, y in zip(lows, old_lows, strict=True)]
    game.seen_states[MARKS] = (game.optional_actions, depth, lowest)
    if depth < old_depth or lowest != old_lows:
        return True
    _stop(game, game.optional_actions == optional)
    return False


def _stop(game: Game, mandatory: bool) -> None:
    if mandatory:
        _show(game)
        game.finish(None, "a loop of mandatory actions has no way to stop", "104.4b")
    elif not game.loop_broken:
        game.loop_broken = True
        game.note("729.3", "a loop: whoever may choose otherwise now does")


def _plain(game: Game) -> tuple[Any, ...]:
    """What differs between most states, quick to get."""
    sizes = (len(game.battlefield), len(game.stack), len(game.waiting))
    return sizes + tuple((p.life, len(p.hand), len(p.graveyard), len(p.library), len(p.exile)) for p in game.players)


def _show(game: Game) -> None:
    on_stack = ", ".join(entry.label for entry in game.stack) or "nothing"
    game.note("104.4b", f"the loop: on the stack {on_stack}")


def fingerprint(
    game: Game, identities: bool = False, ignore_libraries_of: tuple[int, ...] = (), ignore_life: bool = False
) -> tuple[Any, ...]:
    """A value that is equal for equal states: zones, status, counters, control, effects going on.

    Object numbers, timestamps and the turn number play no part, unless
    `identities` is set. Libraries count as they are, in order, but for the
    players whose numbers are given (H1.7).
    """
    numbers: dict[int, int] = {}
    board: list[tuple[Any, ...]] = []
    for i, o in enumerate(game.battlefield):
        numbers[o.id] = i
    for o in game.battlefield:
        board.append(_permanent(game, o, numbers))
    players = [_player(p, i in ignore_libraries_of, ignore_life) for i, p in enumerate(game.players)]
    command = tuple((o.card.name, o.owner.index) for o in game.command)
    effects = [_effect(x, numbers) for x in game.effects if x.ability is None]
    stack = [(entry.kind, entry.label.split("#")[0], entry.controller.index) for entry in game.stack]
    delayed = [(id(d.ability), d.frame.controller.index) for d in game.delayed]
    waiting = [(w.frame.source.card.name, w.ability.index) for w in game.waiting]
    state = (game.active.index, game.step, tuple(sorted(board)), tuple(players), tuple(effects), tuple(stack))
    playable = tuple((x.object.card.name, x.player.index, x.duration) for x in game.playable)
    return (*state, command, tuple(delayed), tuple(waiting), playable, game.next_id if identities else 0)


def _permanent(game: Game, o: GameObject, numbers: dict[int, int]) -> tuple[Any, ...]:
    c = game.characteristics(o)
    attached = o.attached_to.card.name if o.attached_to is not None else ""
    attacking = o.attacking.label if isinstance(o.attacking, Player) else "planeswalker" if o.attacking else ""
    return (
        o.card.name,
        id(o.card),  # of two copies with the same name one may have more abilities
        (o.printed or o.card).name,
        o.controller.index,
        o.owner.index,
        o.tapped,
        o.damage,
        o.deathtouched,
        tuple(sorted(o.counters.items())),
        attached,
        attacking,
        o.blocked,
        len(o.blocking),
        len(o.blocked_by),
        c.power,
        c.toughness,
        tuple(sorted(c.keywords)),
        game.summoning_sick(o),
        o.token_card,
        o.regeneration,
    )


def _player(p: Player, ignore_library: bool, ignore_life: bool) -> tuple[Any, ...]:
    library: tuple[str, ...] | int = () if ignore_library else tuple(o.card.name for o in p.library)
    return (
        0 if ignore_life else p.life,
        p.poison,
        tuple(sorted(p.pool.items())),
        tuple((id(only), tuple(sorted(pool.items()))) for only, pool in p.bound),
        tuple(sorted(o.card.name for o in p.hand)),
        tuple(o.card.name for o in p.graveyard),
        tuple(sorted(o.card.name for o in p.exile)),
        library,
        tuple(sorted(p.per_amount.items())),
        p.lands_played,
    )


def _effect(effect: Any, numbers: dict[int, int]) -> tuple[Any, ...]:
    objects = tuple(sorted(numbers.get(o.id, -1) for o in effect.objects)) if effect.objects is not None else ()
    changes = tuple(id(change) for change in effect.changes)
    return (effect.duration, objects, changes, str(effect.values), id(effect.card))
