"""Names in a scenario: which objects and players of the game its words mean (CR 201, 400.7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from hordemtg.cards.scenario import Thing
from hordemtg.cards.values import Place, Zone
from hordemtg.rules.game import Game
from hordemtg.rules.objects import GameObject, Player, Targetable


class ScenarioFailure(Exception):
    """A scenario does not come out as it says, or cannot be played as it says."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.place = place or Place()


def shown(thing: Thing) -> str:
    """The name as the script writes it, for messages.

    >>> shown(Thing("Zombie", side="B", count=3))
    "B's 3 Zombie"
    """
    whose = f"{thing.side}'s " if thing.side and thing.zone is None else ""
    many = f"{thing.count} " if thing.count != 1 else ""
    where = f" in {thing.side + chr(39) + 's ' if thing.side else ''}{thing.zone}" if thing.zone is not None else ""
    return f"{whose}{many}{thing.name}{where}"


def current(o: GameObject) -> GameObject:
    """What the object has become by now (CR 400.7); the last known one when it is no more."""
    while o.zone is None and o.became is not None:
        o = o.became
    return o


def side_of(o: GameObject) -> Player:
    """Whose it is: its controller on the battlefield and the stack, else its owner (CR 108.4)."""
    return o.controller if o.zone in ("battlefield", "stack") else o.owner


def alike(game: Game, one: Targetable, other: Targetable) -> bool:
    """Whether nothing in the game tells the two apart, so that it does not matter which is meant."""
    if isinstance(one, Player) or isinstance(other, Player):
        return one is other
    return one.card is other.card and _state(game, one) == _state(game, other)


def _state(game: Game, o: GameObject) -> tuple[Any, ...]:
    c = game.characteristics(o)
    where: tuple[Any, ...] = (o.zone, o.owner.index, o.controller.index, o.token, o.token_card)
    if o.zone != "battlefield":
        return where
    chosen = (o.linked, o.attached_to.id if o.attached_to is not None else 0, tuple(a.id for a in o.attachments))
    combat = (o.attacking, o.blocked, [x.id for x in o.blocking], [x.id for x in o.blocked_by])
    status = (o.tapped, o.damage, sorted(o.counters.items()), o.regeneration, game.summoning_sick(o))
    now = (c.name, c.power, c.toughness, sorted(c.keywords), sorted(c.types), sorted(c.subtypes), sorted(c.colors))
    times = (o.entered_turn == game.turn, o.attacked_turn, o.blocked_turn, o.damaged_turn, len(c.abilities))
    return (*where, *chosen, *combat, *status, *now, *times)


class Names:
    """The aliases of a scenario and what its names mean now."""

    def __init__(self, game: Game, known: Iterable[str]) -> None:
        self.game = game
        self.sides: dict[str, Player] = {p.name: p for p in game.players}
        self.aliases: dict[str, list[GameObject]] = {}
        self.known = set(known)

    def bind(self, alias: str, objects: Sequence[GameObject], place: Place) -> None:
        """Give the objects an alias. Raises `ScenarioFailure` when it is taken."""
        if alias in self.aliases:
            raise ScenarioFailure(f"the alias {alias} is already given to {self._aliased(alias)[0].label}", place)
        self.aliases[alias] = list(objects)

    def side(self, name: str, place: Place) -> Player:
        """The player of that side. Raises `ScenarioFailure` for a side that is not in the game."""
        if name not in self.sides:
            raise ScenarioFailure(f"{name} is no side of this game: they are {' and '.join(self.sides)}", place)
        return self.sides[name]

    def alias_of(self, o: GameObject) -> str:
        """The alias that means this object, or ""."""
        for alias, objects in self.aliases.items():
            if any(current(x) is o for x in objects):
                return alias
        return ""

    def _aliased(self, alias: str) -> list[GameObject]:
        return [current(o) for o in self.aliases[alias]]

    def label(self, x: Any) -> str:
        """An object or player for messages: its alias and its name."""
        if isinstance(x, GameObject):
            alias = self.alias_of(x)
            return f"{alias} ({x.label})" if alias else x.label
        return str(getattr(x, "label", x))

    def check_known(self, thing: Thing, place: Place) -> None:
        """Raise `ScenarioFailure` when the script of the scenario has no such name at all."""
        if thing.name in self.sides:
            return
        if thing.alias:
            if thing.name not in self.aliases:
                raise ScenarioFailure(f"nothing has the alias {thing.name}{_near(thing.name, self.aliases)}", place)
        elif thing.name not in self.known:
            raise ScenarioFailure(f"there is no card or token {thing.name}{_near(thing.name, self.known)}", place)

    # ------------------------------------------------------------ finding

    def meant(self, thing: Thing, among: Sequence[Targetable], place: Place) -> list[Targetable]:
        """All of `among` that the name fits; whether they are too many or too few is not asked."""
        place = thing.place if thing.place.line else place
        self.check_known(thing, place)
        if thing.name in self.sides:
            return [x for x in among if x is self.sides[thing.name]]
        if thing.alias:
            mine = self._aliased(thing.name)
            found: list[Targetable] = [x for x in among if any(x is o for o in mine)]
        else:
            found = [x for x in among if isinstance(x, GameObject) and self.game.characteristics(x).name == thing.name]
        if thing.side:
            side = self.side(thing.side, place)
            found = [x for x in found if isinstance(x, GameObject) and side_of(x) is side]
        if thing.zone is not None:
            found = [x for x in found if isinstance(x, GameObject) and x.zone == thing.zone]
        return found

    def pick(self, thing: Thing, among: Sequence[Targetable], place: Place) -> list[Targetable]:
        """The objects that the name means among these.

        An alias of several objects means all of them. Raises `ScenarioFailure` when there are too few, or more than the
        name says and they are not all alike.
        """
        place = thing.place if thing.place.line else place
        found = self.meant(thing, among, place)
        count = thing.count
        if thing.alias and count == 1 and len(self.aliases[thing.name]) > 1:
            count = len(found)
        if not found or len(found) < count:
            raise ScenarioFailure(self._missing(thing, among, found), place)
        if len(found) > count:
            found = self._unnamed(found, count)
        if len(found) > count and not self._all_alike(found):
            which = ", ".join(self.label(x) for x in found)
            raise ScenarioFailure(f"{shown(thing)} could be any of {which}: give them aliases", place)
        return found[:count]

    def _unnamed(self, found: list[Targetable], count: int) -> list[Targetable]:
        """Those without an alias, if there are enough: whoever has one is called by it."""
        others: list[Targetable] = [x for x in found if isinstance(x, GameObject) and not self.alias_of(x)]
        return others if len(others) >= count else found

    def _all_alike(self, found: list[Targetable]) -> bool:
        # Somebody with an alias is somebody the scenario tells from the others.
        if len({self.alias_of(x) for x in found if isinstance(x, GameObject)}) > 1:
            return False
        return all(alike(self.game, found[0], x) for x in found[1:])

    def _missing(self, thing: Thing, among: Sequence[Targetable], found: list[Targetable]) -> str:
        if found:
            return f"{shown(thing)}: there are only {len(found)}"
        options = ", ".join(self.label(x) for x in among[:12]) or "nothing"
        now = ""
        if thing.alias:
            o = self._aliased(thing.name)[0]
            now = f"; {o.label} is {where(o)}" if not any(o is x for x in among) else ""
        return f"{shown(thing)} is not there: there is {options}{now}"

    def one(self, thing: Thing, among: Sequence[Targetable], place: Place) -> Targetable:
        """The one object or player that the name means among these."""
        found = self.pick(thing, among, place)
        if len(found) != 1:
            raise ScenarioFailure(f"{shown(thing)} means {len(found)} objects here", place)
        return found[0]

    def anywhere(self, thing: Thing, place: Place) -> list[GameObject]:
        """What the name means in the whole game: on the battlefield and the stack first, else in any zone."""
        self.check_known(thing, place)
        if thing.alias:
            found = self._aliased(thing.name)
            if thing.side:
                side = self.side(thing.side, place)
                found = [o for o in found if side_of(o) is side]
            return found if thing.zone is None else [o for o in found if o.zone == thing.zone]
        everything: list[GameObject] = self.game.objects()
        near: list[Targetable] = [o for o in everything if o.zone in ("battlefield", "stack")]
        if thing.zone is None and self.meant(thing, near, place):
            return [o for o in self.pick(thing, near, place) if isinstance(o, GameObject)]
        return [o for o in self.pick(thing, everything, place) if isinstance(o, GameObject)]

    def the_object(self, thing: Thing, place: Place) -> GameObject:
        """The one object that the name means in the whole game."""
        if thing.name in self.sides:
            raise ScenarioFailure(f"{thing.name} is a player, not an object", place)
        found = self.anywhere(thing, place)
        if len(found) != 1:
            raise ScenarioFailure(f"{shown(thing)} means {len(found)} objects here", place)
        return found[0]


def zone_of(game: Game, player: Player, zone: Zone) -> list[GameObject]:
    """The player's objects in a zone; on the battlefield those they control. What is on top comes first."""
    if zone == "battlefield":
        return [o for o in game.battlefield if o.controller is player]
    if zone == "stack":
        return [s.object for s in reversed(game.stack) if s.object is not None and s.controller is player]
    if zone == "command":
        return [o for o in reversed(game.command) if o.owner is player and o.card.base.types]
    cards = player.zone(zone)
    return list(reversed(cards)) if zone == "library" else list(cards)


def where(o: GameObject) -> str:
    """Where the object is, in words."""
    if o.zone is None:
        return "gone"
    if o.zone in ("battlefield", "stack"):
        return f"on the {o.zone}"
    return f"in {o.owner.name}'s {o.zone}"


def _near(name: str, known: Iterable[str]) -> str:
    found = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f" (did you mean {found[0]}?)" if found else ""
