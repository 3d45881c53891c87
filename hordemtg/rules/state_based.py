"""State-based actions (CR 704)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hordemtg.rules import layers
from hordemtg.rules.events import Event
from hordemtg.rules.objects import GameObject, Player

if TYPE_CHECKING:
    from hordemtg.rules.game import Game


def perform(game: Game) -> bool:
    """Perform all applicable state-based actions as one event (CR 704.3); says whether there were any."""
    game.batch += 1
    if game.control_changes:
        layers.update_control(game)  # no state-based action: effects that begin and end without an event (CR 611.3)
    everything = game.types_change or game.effects_dirty
    objects = game.battlefield
    board = game.sba_dirty or game.sba_version != game.version
    if not board and game.suspects:
        board = True
        if not everything:
            objects = _suspected(game)
    game.suspects = []
    game.sba_dirty = game.players_dirty = False
    game.sba_version = game.version
    acted = _losing(game)
    if game.over:
        return False
    if game.stray_tokens:
        acted |= _cease(game)
    if not board:
        return acted
    found = Found()
    _look(game, objects, everything, found)
    for group in found.legends.values():
        if len(group) > 1:
            found.moves += _legend_rule(game, group)
    if len(found.worlds) > 1:
        found.moves += _world_rule(found.worlds)
    for o in found.unattached:
        game.unattach(o)
        acted = True
    if found.moves or found.destroyed:
        acted |= _remove(game, found)
    for o in found.paired:
        # At the same time as the moves: what has left keeps all its counters as last-known information.
        if o.zone == "battlefield":
            acted |= _annihilate(game, o)
    return acted


class Found:
    """What state-based actions on permanents there are to perform."""

    __slots__ = ("destroyed", "legends", "moves", "paired", "unattached", "worlds")

    def __init__(self) -> None:
        self.moves: list[Event] = []
        self.destroyed: list[tuple[GameObject, str]] = []
        self.unattached: list[GameObject] = []
        self.paired: list[GameObject] = []
        self.worlds: list[GameObject] = []
        self.legends: dict[tuple[int, str], list[GameObject]] = {}


def _look(game: Game, objects: list[GameObject], everything: bool, found: Found) -> None:
    """Find what is to be done with each of the permanents; `everything`: whatever its card is."""
    version = game.version
    for o in objects:
        card = o.card
        if card.inert and not everything and not o.counters and o.printed is None:
            continue  # a plain land, and never anything else: nothing of this can concern it
        c = o.characteristics if o.version == version and not game.effects_dirty else game.characteristics(o)
        types = c.types
        if "creature" in types:
            if c.toughness <= 0:
                found.moves.append(_to_graveyard(o, "704.5f"))
            elif o.damage and o.damage >= c.toughness:
                found.destroyed.append((o, "704.5g"))
            elif o.deathtouched:
                found.destroyed.append((o, "704.5h"))
        elif o.attacking is not None or o.in_block:
            game.remove_from_combat(o)  # no state-based action, but it has to be seen somewhere (CR 506.4)
            version = game.version
        o.deathtouched = False
        if card.plain and not everything and not o.counters and o.attached_to is None:
            continue  # a plain creature
        if "planeswalker" in types and o.counters.get("loyalty", 0) <= 0:
            found.moves.append(_to_graveyard(o, "704.5i"))
        if c.supertypes:
            if "legendary" in c.supertypes:
                found.legends.setdefault((o.controller.index, c.name), []).append(o)
            if "world" in c.supertypes:
                found.worlds.append(o)
        if "Aura" in c.subtypes:
            if not _stays_attached(game, o):
                found.moves.append(_to_graveyard(o, "704.5m"))
        elif o.attached_to is not None and not _stays_attached(game, o):
            found.unattached.append(o)
        if o.counters.get("+1/+1") and o.counters.get("-1/-1"):
            found.paired.append(o)


def _remove(game: Game, found: Found) -> bool:
    """Destroy what is to be destroyed, with all else that goes to the graveyard; says whether anything was done."""
    gone: dict[str, list[GameObject]] = {}
    for o, rule in found.destroyed:
        event = game.destruction(o, rule)
        if event is not None:
            found.moves.append(event)
            if event.verb == "destroy":
                gone.setdefault(rule, []).append(o)
    acted = bool(game.perform_moves(found.moves))
    for rule, objects in gone.items():
        game.were_destroyed(objects, rule)
    for o, _ in found.destroyed:
        if o.zone is None or o.damage == 0:
            acted = True
        elif o not in game.survivors:
            game.survivors.append(o)
    game.survivors = [o for o in game.survivors if o.zone == "battlefield"]
    return acted


def _suspected(game: Game) -> list[GameObject]:
    """The permanents that could have come to be concerned, in the order of the battlefield; all if others are, too."""
    suspects = game.suspects + game.survivors
    for o in suspects:
        if o.card.base.supertypes and not o.card.plain:
            return game.battlefield  # the legend rule and the world rule look at others (CR 704.5j-k)
    if len(suspects) == 1:
        return suspects if suspects[0].zone == "battlefield" else []
    numbers = {o.id for o in suspects}
    return [o for o in game.battlefield if o.id in numbers]


def _stays_attached(game: Game, o: GameObject) -> bool:
    host = o.attached_to
    return host is not None and host.zone == "battlefield" and game.can_be_attached(o, host)


def _to_graveyard(o: GameObject, rule: str) -> Event:
    return Event("move", rule, o, o.owner, to_zone="graveyard", verb="state-based action")


def _losing(game: Game) -> bool:
    """704.5a-c: who loses; all at once, so that both can (104.4a)."""
    losers: list[tuple[Player, str, str]] = []
    for p in game.players:
        if p.lost:
            continue
        if p.life <= 0 and not game.player_rule(p, "no life total"):
            losers.append((p, f"has {p.life} life", "704.5a"))
        elif p.attempted_empty_draw and not game.player_rule(p, "doesn't lose for an empty library"):
            losers.append((p, "drew from an empty library", "704.5b"))
        elif p.poison >= 10 and not game.player_rule(p, "doesn't lose for poison"):
            losers.append((p, "has ten or more poison counters", "704.5c"))
        p.attempted_empty_draw = False
    if not losers:
        return False
    losers = [found for found in losers if not game.player_rule(found[0], "can't lose the game")]
    if len(losers) == len(game.players):
        for p, why, rule in losers:
            p.lost = why
            game.announce_event(Event("lose game", rule, player=p, text=why))
        game.finish(None, "all players lose at the same time", "104.4a")
    else:
        for p, why, rule in losers:
            game.lose(p, why, rule)
    return bool(losers)


def _cease(game: Game) -> bool:
    """704.5d: tokens that have left the battlefield cease to exist."""
    acted = False
    for o in game.stray_tokens:
        if o.zone is not None and o.zone != "battlefield":
            zone = o.owner.zone(o.zone)
            if o in zone:
                zone.remove(o)
            game.note("704.5d", f"{o.label} ceases to exist", o)
            o.zone = None
            acted = True
    game.stray_tokens = []
    return acted


def _annihilate(game: Game, o: GameObject) -> bool:
    """704.5q: +1/+1 and -1/-1 counters go together."""
    pairs = min(o.counters["+1/+1"], o.counters["-1/-1"])
    game.remove_counters(o, "+1/+1", pairs, "704.5q")
    game.remove_counters(o, "-1/-1", pairs, "704.5q")
    return True


def _world_rule(worlds: list[GameObject]) -> list[Event]:
    """704.5k: only the newest world permanent stays; of two that enter together the second counts as newer."""
    newest = max(worlds, key=lambda o: o.timestamp)
    return [_to_graveyard(o, "704.5k") for o in worlds if o is not newest]


def _legend_rule(game: Game, group: list[GameObject]) -> list[Event]:
    """704.5j: of legends with one name, their controller keeps one."""
    kept = game.choose_objects(group[0].controller, group, 1, 1, "keep")
    return [_to_graveyard(o, "704.5j") for o in group if o not in kept]
