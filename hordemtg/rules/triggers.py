"""Triggered abilities: which events they listen to, and putting them on the stack (CR 603)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.rules import announce, layers, limits, terms
from hordemtg.rules.events import Event
from hordemtg.rules.native import mypyc_attr
from hordemtg.rules.objects import Frame, GameObject, Player, StackEntry

if TYPE_CHECKING:
    from hordemtg.rules.compiled import RunAbility
    from hordemtg.rules.game import Game

Matcher = Callable[["Game", Event, Frame], bool]

# Which object of a move event a trigger is about: the one that arrives or the one that left (CR 603.6, 603.10).
ARRIVING: Final = frozenset({"enters", "play land"})

LOOKS_BACK: Final = frozenset({"dies", "leaves", "past zone change", "sacrifice", "exile", "counter", "lose game"})


def keys_of(pattern: e.EventPattern) -> tuple[str, ...]:
    """The index keys under which an ability with this pattern listens."""
    if pattern.kind == "step begins":
        return (f"step:{pattern.step}",)
    if pattern.kind == "cast or copy":
        return ("cast", "copy")  # CR 707.10
    if pattern.kind == "zone change" and _is_past(pattern.from_zone, pattern.to_zone):
        return ("past zone change",)
    if pattern.kind == "blocks" and pattern.other is not None:
        return ("blocks a creature",)  # CR 509.3b: once for each attacker that it blocks
    return (pattern.kind,)


def _is_past(from_zone: str | None, to_zone: str | None) -> bool:
    """Whether abilities look back from such a zone change; "from anywhere" never does (CR 603.6c, 603.10a)."""
    return from_zone in ("battlefield", "graveyard") or to_zone in ("hand", "library")


def compile_pattern(pattern: e.EventPattern) -> Matcher:
    """A function that says whether an event of the right key fits the pattern for an ability's frame."""
    parts: list[Matcher] = []
    kind = pattern.kind
    if pattern.subject is not None and pattern.subject != t.Anything():
        parts.append(_subject(pattern.subject, kind in ARRIVING))
    if pattern.other is not None:
        parts.append(_other(pattern.other))
    if pattern.who is not None:
        parts.append(_player(pattern.who))
    elif kind == "damage" and pattern.subject is not None:
        parts.append(lambda game, event, frame: event.object is not None)
    if pattern.from_zone is not None:
        parts.append(lambda game, event, frame: event.from_zone == pattern.from_zone)
    if pattern.to_zone is not None:
        parts.append(lambda game, event, frame: event.to_zone == pattern.to_zone)
    if pattern.combat is not None:
        parts.append(lambda game, event, frame: event.combat == pattern.combat)
    if pattern.of:
        spell = pattern.of == "spell"
        parts.append(lambda game, event, frame: event.entry is not None and (event.entry.kind == "spell") == spell)
    if pattern.counter:
        parts.append(lambda game, event, frame: event.text == pattern.counter)
    if pattern.state is not None:
        parts.append(_state(pattern.state))
    if not parts:
        return lambda game, event, frame: True
    if len(parts) == 1:
        return parts[0]
    return _every(parts)


def _state(node: t.Condition) -> Matcher:
    """What must be so at the event; it may ask about the event's player: "a player draws their second card"."""
    holds = terms.condition(node)
    if not any(isinstance(x, t.PlayerSlot) for x in terms.walk(node)):
        return lambda game, event, frame: holds(game, frame)

    def in_the_event(game: Game, event: Event, frame: Frame) -> bool:
        asked = Frame(frame.source, frame.controller)
        asked.slots, asked.amounts = dict(frame.slots), dict(frame.amounts)
        fill(asked, event)
        return holds(game, asked)

    return in_the_event


def _every(parts: list[Matcher]) -> Matcher:
    def every(game: Game, event: Event, frame: Frame) -> bool:
        for part in parts:
            if not part(game, event, frame):
                return False
        return True

    return every


def _subject(filter_node: t.Filter, arriving: bool) -> Matcher:
    fits = terms.test(filter_node)
    if arriving:
        return lambda game, event, frame: event.new is not None and fits(game, event.new, frame)
    if filter_node == t.IsOneOf(t.This()):
        return lambda game, event, frame: event.object is frame.source or event.new is frame.source
    return lambda game, event, frame: event.object is not None and fits(game, event.object, frame)


def _other(filter_node: t.Filter) -> Matcher:
    fits = terms.test(filter_node)

    def matches(game: Game, event: Event, frame: Frame) -> bool:
        other = event.other if event.other is not None else event.source
        return other is not None and fits(game, other, frame)

    return matches


def _player(node: t.Players) -> Matcher:
    find = terms.players(node)
    if isinstance(node, t.You):
        return lambda game, event, frame: event.player is frame.controller
    if isinstance(node, t.EachPlayer):
        return lambda game, event, frame: event.player is not None
    return lambda game, event, frame: event.player is not None and event.player in find(game, frame)


def keys_of_event(event: Event) -> tuple[str, ...]:
    """The index keys of an event; a zone change has several views (CR 603.6)."""
    if event.kind == "move":
        way = (event.from_zone, event.to_zone)
        keys = _MOVE_KEYS.get(way)
        if keys is None:
            keys = _MOVE_KEYS[way] = _move_keys(event.from_zone, event.to_zone)
        return keys
    if event.kind == "step begins":
        return (f"step:{event.text}",)
    return (event.kind,)


_MOVE_KEYS: Final[dict[tuple[str | None, str | None], tuple[str, ...]]] = {}


def _move_keys(from_zone: str | None, to_zone: str | None) -> tuple[str, ...]:
    keys = ["zone change"]
    if _is_past(from_zone, to_zone):
        keys.append("past zone change")
    if from_zone == "battlefield":
        keys.append("leaves")
        if to_zone == "graveyard":
            keys.append("dies")
    if to_zone == "battlefield":
        keys.append("enters")
    if to_zone == "exile":
        keys.append("exile")
    return tuple(keys)


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class Waiting:
    """A triggered ability that has triggered and is not on the stack yet (CR 603.3)."""

    __slots__ = ("ability", "cause", "controller", "frame", "state_key")

    def __init__(self, ability: RunAbility, controller: Player, frame: Frame, cause: int) -> None:
        self.ability = ability
        self.controller = controller
        self.frame = frame
        self.cause = cause
        self.state_key: tuple[int, int] | None = None


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class Delayed:
    """A delayed triggered ability (CR 603.7): it triggers once, the next time its event happens."""

    __slots__ = ("ability", "frame", "once", "until_turn")

    def __init__(self, ability: RunAbility, frame: Frame, once: bool = True, until_turn: int = -1) -> None:
        self.ability = ability
        self.frame = frame
        self.once = once
        self.until_turn = until_turn


def frame_for(game: Game, source: GameObject, controller: Player, event: Event) -> Frame:
    """The frame of an ability that `event` triggers, with the event's parts in its slots."""
    frame = Frame(source, controller)
    fill(frame, event)
    return frame


def fill(frame: Frame, event: Event) -> None:
    """Put the parts of the event into the frame: `event.object`, `event.other`, `event.player`, the amount."""
    frame.event = event
    subject = event.new if event.to_zone == "battlefield" and event.new is not None else event.object
    if subject is not None:
        frame.slots["event.object"] = [subject]
    other = event.other if event.other is not None else event.source
    if other is not None:
        frame.slots["event.other"] = [other]
    if event.player is not None:
        frame.slots["event.player"] = [event.player]
    if event.entry is not None:
        frame.slots["event.entry"] = [event.entry]
    frame.amounts["event"] = event.amount


NO_KEYS: Final[frozenset[str]] = frozenset()


def collect(game: Game, event: Event, before: dict[str, list[tuple[GameObject, RunAbility]]] | None = None) -> None:
    """Note every ability that the event triggers (CR 603.2); `before` are those that looked on before it (603.10)."""
    old, new = event.object, event.new
    own_old = old.card.own_keys if old is not None else NO_KEYS
    own_new = new.card.own_keys if new is not None else NO_KEYS
    granted = game.granted_triggers or (before is not None and "granted" in before)
    if before is None and not granted and not game.delayed:
        for key in keys_of_event(event):
            listeners = game.listeners.get(key)
            if listeners:
                for source, ability in list(listeners):
                    consider(game, event, key, source, ability)
            if key in own_old or key in own_new:
                _own(game, event, key)
        return
    for key in keys_of_event(event):
        if before is not None and key in LOOKS_BACK:
            listeners = before.get(key)
        else:
            listeners = game.listeners.get(key)
        if listeners:
            for source, ability in list(listeners):
                consider(game, event, key, source, ability)
        if key in own_old or key in own_new:
            _own(game, event, key)
        if granted:
            looks_back = before is not None and key in LOOKS_BACK
            for source, ability in before.get("granted", ()) if looks_back else layers.granted_triggers(game):  # type: ignore[union-attr]
                if key in ability.keys:
                    consider(game, event, key, source, ability)
        if game.delayed:
            _delayed(game, event, key)


def _own(game: Game, event: Event, key: str) -> None:
    """The abilities of the event's own objects that trigger on it."""
    subject = event.new if key in ARRIVING else event.object
    if subject is not None:
        for ability in subject.card.triggered:
            if ability.own_subject and key in ability.keys:
                consider(game, event, key, subject, ability)
    if key == "zone change" and event.new is not None:
        for ability in event.new.card.triggered:  # one that works where its card has come to (CR 603.6e)
            if ability.own_subject and key in ability.keys and ability.zone == event.to_zone:
                consider(game, event, key, event.new, ability)


def consider(game: Game, event: Event, key: str, source: GameObject, ability: RunAbility) -> None:
    """Let the ability trigger if the event fits it, it functions, and its intervening if holds (CR 603.4)."""
    game.spend(1)
    if not functions(game, event, key, source, ability):
        return
    frame = Frame(source, source.controller)
    for its_key, matches in ability.matchers:
        if its_key == key and matches(game, event, frame):
            break
    else:
        return
    fill(frame, event)
    if source.cast_details is not None and (source.zone == "stack" or event.new is source):
        frame.x = source.cast_details.x  # CR 107.3i, 107.3m
    if ability.condition is not None and not ability.condition(game, frame):
        game.note("603.4", f"{source.label}: not triggered, its condition is false", source)
        return
    if ability.once and _has_done(source, ability, source.controller):
        return  # CR 603.2i
    if ability.together and not _first_of_batch(game, event, source.id, ability):
        return
    if ability.whole and event.kind == "damage" and _more_of_it(game, event, source, ability):
        return
    if ability.per_turn:
        used = source.triggers_this_turn
        if used is None:
            used = source.triggers_this_turn = {}
            game.used.append(source)
        number = ability.number
        if used.get(number, 0) >= ability.per_turn * game.times_had(source, ability):
            return
        used[number] = used.get(number, 0) + 1
    add(game, ability, source.controller, frame, event.number)


def _has_done(source: GameObject, ability: RunAbility, player: Player) -> bool:
    """Whether the player has taken the action in this turn; another player who controls it now has not (CR 603.2i)."""
    return bool((source.triggers_this_turn or {}).get(ability.number, 0) >> player.index & 1)


def do_once(game: Game, ability: RunAbility, frame: Frame) -> None:
    """The steps of an ability whose action is taken once each turn: not again, and remembered if taken (CR 603.2i)."""
    source, number = frame.source, ability.number
    used = source.triggers_this_turn
    if used is None:
        used = source.triggers_this_turn = {}
        game.used.append(source)
    if _has_done(source, ability, frame.controller):
        game.note("603.2i", f"{source.label}: done once this turn already", source)
        return
    assert ability.body is not None
    ability.body.steps(game, frame)
    if frame.done.get(ability.once):
        used[number] = used.get(number, 0) | 1 << frame.controller.index


def _more_of_it(game: Game, event: Event, source: GameObject, ability: RunAbility) -> bool:
    """Whether it has triggered on this damage already: what several sources deal at the same time is dealt once.

    "Whenever this is dealt damage" is about the damage, whoever deals it; "that much" is all of it (CR 603.2c, 510.2).
    """
    receiver = event.object.id if event.object is not None else -1 - event.player.index if event.player else 0
    once = (source.id, id(ability), receiver)
    if game.together.get(once) != game.batch:
        game.together[once] = game.batch
        return False
    for waiting in game.waiting:
        known = waiting.frame.event
        if waiting.ability is ability and waiting.frame.source is source and known is not None and known is not event:
            if known.object is event.object and known.player is event.player:
                waiting.frame.amounts["event"] += event.amount
                waiting.frame.event = event  # of two such abilities each takes it once
                return True
    return False


def _first_of_batch(game: Game, event: Event, listener: int, ability: RunAbility) -> bool:
    """Whether a "one or more" ability has not yet triggered on what happens at this time (CR 603.2c)."""
    once = (listener, id(ability), event.player.index if event.kind == "damage" and event.player else -1)
    if game.together.get(once) == game.batch:
        return False
    game.together[once] = game.batch
    return True


def functions(game: Game, event: Event, key: str, source: GameObject, ability: RunAbility) -> bool:
    """Whether the ability functions where its object is or was, and the object has it (CR 113.6, 603.10)."""
    if ability.own_subject and key != "cycle":  # that one works wherever the card has come to (CR 702.29c)
        # It sees its own arrival and, looking back, its own leaving.
        if ability.zone != source.zone and not (source.zone is None and event.from_zone == ability.zone):
            return False
    if game.abilities_change and ability.index >= 0 and ability not in game.characteristics(source).abilities:
        return False
    return True


def add(game: Game, ability: RunAbility, controller: Player, frame: Frame, cause: int) -> Waiting:
    """Put a triggered ability among those that wait for the next time a player would get priority."""
    waiting = Waiting(ability, controller, frame, cause)
    frame.ability = ability
    if not frame.ready:
        frame.ready = game.next_id
    if len(game.waiting) + len(game.stack) >= limits.STACK:
        raise limits.LimitReached(limits.said(limits.STACK, "spells and abilities on the stack"))
    game.waiting.append(waiting)
    if game.recorder is not None:
        event = Event("trigger", "603.2", object=frame.source, player=controller)
        event.cause = cause
        game.record(event)
    return waiting


def _delayed(game: Game, event: Event, key: str) -> None:
    for delayed in list(game.delayed):
        if key not in delayed.ability.keys:
            continue
        for its_key, matches in delayed.ability.matchers:
            if its_key == key and matches(game, event, delayed.frame):
                if delayed.ability.together and not _first_of_batch(game, event, -id(delayed), delayed.ability):
                    break
                frame = Frame(delayed.frame.source, delayed.frame.controller)
                frame.slots = dict(delayed.frame.slots)
                frame.amounts = dict(delayed.frame.amounts)
                frame.x, frame.ready = delayed.frame.x, delayed.frame.ready
                for slot, value in list(frame.slots.items()):
                    frame.slots[slot] = list(value)
                kept = {k: v for k, v in frame.slots.items() if k.startswith("event.")}
                fill(frame, event)
                if getattr(delayed.ability.definition, "word", "") == "at":
                    frame.slots.update(kept)  # a step has no objects: those spoken of are of the event before
                if delayed.once:
                    game.delayed.remove(delayed)
                if delayed.ability.condition is None or delayed.ability.condition(game, frame):
                    add(game, delayed.ability, delayed.frame.controller, frame, event.number)
                break


def look_for_states(game: Game) -> None:
    """Let state triggers trigger whose state has come about (CR 603.8)."""
    for source, ability in game.listeners.get("state", ()):
        key = (source.id, ability.index)
        if any(w.state_key == key for w in game.waiting) or any(s.state_key == key for s in game.stack):
            continue
        frame = Frame(source, source.controller)
        event = Event("state", "603.8", object=source)
        if any(matches(game, event, frame) for _, matches in ability.matchers):
            fill(frame, event)
            if functions(game, event, "state", source, ability):
                add(game, ability, source.controller, frame, game.event_count).state_key = key


def put_on_stack(game: Game) -> bool:
    """Put the waiting triggered abilities on the stack in APNAP order (CR 603.3b). Says whether there were any."""
    if not game.waiting:
        return False
    waiting, game.waiting = game.waiting, []
    for player in game.in_turn_order():
        own = [w for w in waiting if w.controller is player]
        for w in _in_order(game, player, own):
            _put(game, w)
    return True


def _in_order(game: Game, player: Player, own: list[Waiting]) -> list[Waiting]:
    """The player's choice of order: the first goes on the stack first and so resolves last."""
    if len(own) < 2 or all(w.ability is own[0].ability and not w.ability.has_choices() for w in own):
        return own
    sources, abilities = [w.frame.source for w in own], [w.ability for w in own]
    order = game.ask_order(player, [o.label for o in sources], sources, abilities=abilities)
    return [own[i] for i in order]


def _put(game: Game, waiting: Waiting) -> None:
    """Announce modes and targets and put the ability on the stack, or remove it if it has none (CR 603.3c-d)."""
    ability, frame = waiting.ability, waiting.frame
    entry = StackEntry(game.new_id(), "triggered", frame, ability, None)
    entry.state_key = waiting.state_key
    previous, game.cause = game.cause, waiting.cause
    game.stack.append(entry)
    if announce.announce(game, entry):
        event = Event("note", "603.3", object=frame.source, player=waiting.controller, verb="stack")
        event.entry = entry
        game.record(event)
        entry.number = event.number
        announce.became_targets(game, entry)
    else:
        game.stack.remove(entry)
        game.note("603.3d", f"{frame.source.label}: removed from the stack, it has no legal choice", frame.source)
    game.cause = previous
