"""Loops: finding a game that repeats itself (CR 104.4b, 729.3-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hordemtg.rules.objects import GameObject, Player

if TYPE_CHECKING:
    from hordemtg.rules.game import Game

SETTLE_LIMIT = 1000
WATCH_AFTER = 60  # resolutions in one step before anybody suspects a loop
SURELY = 3000  # resolutions in one step that only a loop can reach


def watch(game: Game) -> None:
    """Called after each resolution: ends a game that only mandatory actions keep going (CR 104.4b).

    Once a step has seen many resolutions, the state after each is compared with
    those before. A state that comes back without a player's having chosen to do
    anything is a loop of mandatory actions. A pile of triggers that only
    grows, so that no state comes back, is one too once nothing finite explains it.
    With an optional action in it, the player who keeps choosing it must stop (729.3).
    """
    game.loop += 1
    if game.loop <= WATCH_AFTER:
        game.seen_states = {}
        game.optional_actions = 0
        return
    key = fingerprint(game, identities=False)
    if key in game.seen_states or game.loop > SURELY:
        since = game.seen_states.get(key, game.optional_actions)
        if game.optional_actions == since:
            _show(game)
            game.finish(None, "a loop of mandatory actions has no way to stop", "104.4b")
        elif not game.loop_broken:
            game.loop_broken = True
            game.note("729.3", "the same state has come back: whoever may choose otherwise now does")
        return
    game.seen_states[key] = game.optional_actions


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
    effects = [_effect(x, numbers) for x in game.effects if x.ability is None]
    stack = [(entry.kind, entry.label.split("#")[0], entry.controller.index) for entry in game.stack]
    delayed = [(id(d.ability), d.frame.controller.index) for d in game.delayed]
    waiting = [(w.frame.source.card.name, w.ability.index) for w in game.waiting]
    state = (game.active.index, game.step, tuple(sorted(board)), tuple(players), tuple(effects), tuple(stack))
    return (*state, tuple(delayed), tuple(waiting), game.next_id if identities else 0)


def _permanent(game: Game, o: GameObject, numbers: dict[int, int]) -> tuple[Any, ...]:
    c = game.characteristics(o)
    attached = o.attached_to.card.name if o.attached_to is not None else ""
    attacking = o.attacking.label if isinstance(o.attacking, Player) else "planeswalker" if o.attacking else ""
    return (
        o.card.name,
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
        tuple(sorted(o.card.name for o in p.hand)),
        tuple(o.card.name for o in p.graveyard),
        tuple(sorted(o.card.name for o in p.exile)),
        library,
        tuple(sorted(p.per_amount.items())),
        p.lands_played,
    )


def _effect(effect: Any, numbers: dict[int, int]) -> tuple[Any, ...]:
    objects = tuple(sorted(numbers.get(o.id, -1) for o in effect.objects)) if effect.objects is not None else ()
    return (effect.duration, objects, tuple(str(change.node) for change in effect.changes), str(effect.values))
