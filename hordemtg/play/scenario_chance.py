"""Chance in a scenario: what the script pins, and else the seed that it states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from hordemtg.cards.scenario import ChanceOrders, ChancePicks, Coin, Thing
from hordemtg.play.scenario_names import Names, ScenarioFailure, alike, shown
from hordemtg.rules.chance import Chance
from hordemtg.rules.game import Game
from hordemtg.rules.objects import GameObject, Player

T = TypeVar("T")

Pins = Callable[[type[Any]], Any]


class PinnedChance(Chance):
    """A generator whose results come from the script where it says them.

    Without a stated seed, a result that matters and that no line pins is a failure.
    """

    __slots__ = ("game", "names", "pin", "stated")

    def __init__(self, seed: int | None, game: Game, names: Names, pin: Pins) -> None:
        super().__init__(seed or 0)
        self.stated = seed is not None
        self.game = game
        self.names = names
        self.pin = pin

    def clone(self) -> Chance:
        """A plain generator in the same state: what is only tried on a copy of the game uses up no pins."""
        copy = Chance(self.seed)
        copy._random.setstate(self._random.getstate())
        return copy

    def _unpinned(self, what: str) -> None:
        if not self.stated:
            raise ScenarioFailure(f"chance decides {what}: pin it, or state a seed")

    def flip(self) -> bool:
        """A coin: as the script says it lands."""
        coin = self.pin(Coin)
        if isinstance(coin, Coin):
            return coin.heads
        self._unpinned("how a coin lands (`coin heads`)")
        return super().flip()

    def one_of(self, options: Sequence[T]) -> T:
        """One of the options: the one that the script names."""
        return self.some_of(options, 1)[0] if len(options) > 1 else options[0]

    def some_of(self, options: Sequence[T], count: int) -> list[T]:
        """So many of the options: those that the script names."""
        if count <= 0 or not options:
            return []
        objects = [x for x in options if isinstance(x, GameObject | Player)]
        pinned = self.pin(ChancePicks) if len(options) > 1 else None
        if isinstance(pinned, ChancePicks):
            return self._named(pinned, options, objects, min(count, len(options)))
        if count >= len(options) or self._same(options, objects):
            return list(options)[:count] if self._same(options, objects) else super().some_of(options, count)
        named = ", ".join(self.names.label(x) for x in options[:8])
        self._unpinned(f"among {named} (`chance picks ...`)")
        return super().some_of(options, count)

    def _same(self, options: Sequence[Any], objects: Sequence[Any]) -> bool:
        if len(objects) == len(options):
            return all(alike(self.game, objects[0], x) for x in objects[1:])
        return all(x == options[0] for x in options)

    def _named(self, pinned: ChancePicks, options: Sequence[T], objects: list[Any], count: int) -> list[T]:
        found: list[T] = []
        for thing in pinned.things:
            left = [x for x in objects if not any(x is y for y in found)]
            found += self.names.pick(thing, left, pinned.place)  # type: ignore[arg-type]
        if len(found) != count:
            raise ScenarioFailure(f"chance picks {count} here, not {len(found)}", pinned.place)
        return found

    def shuffle(self, items: list[T]) -> None:
        """A random order: the one that the script says, from the top of a library on."""
        if len(items) < 2:
            return
        pinned = self.pin(ChanceOrders)
        if isinstance(pinned, ChanceOrders):
            self._arrange(pinned, items)
            return
        if self._same(items, [x for x in items if isinstance(x, GameObject | Player)]):
            return
        self._unpinned("an order (`chance orders ...`)")
        super().shuffle(items)

    def _arrange(self, pinned: ChanceOrders, items: list[Any]) -> None:
        library = any(items is p.library for p in self.game.players)
        left = list(reversed(items)) if library else list(items)
        first: list[Any] = []
        for thing in pinned.things:
            found = self.names.pick(thing, left, pinned.place)
            first += found
            left = [x for x in left if not any(x is y for y in found)]
        ordered = first + left
        items[:] = list(reversed(ordered)) if library else ordered


def things(names: Sequence[Thing]) -> str:
    """Names in a list, for messages."""
    return ", ".join(shown(thing) for thing in names) or "nothing"
