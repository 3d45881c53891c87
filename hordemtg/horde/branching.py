"""Chance that takes a given path, for copies of a game on which every way that it can go is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from hordemtg.rules.chance import Chance

T = TypeVar("T")


class Branching(Chance):
    """Chance that takes a given path and remembers where else it could have gone."""

    __slots__ = ("prefix", "sizes", "taken")

    def __init__(self, prefix: list[int]) -> None:
        super().__init__(0)
        self.prefix = prefix
        self.taken: list[int] = []
        self.sizes: list[int] = []

    def below(self, count: int) -> int:
        """The number that the path says, or 0 beyond its end."""
        if count <= 1:
            return 0
        i = len(self.taken)
        value = self.prefix[i] if i < len(self.prefix) else 0
        self.taken.append(value)
        self.sizes.append(count)
        return value

    def shuffle(self, items: list[T]) -> None:
        """In any order, item by item."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def flip(self) -> bool:
        """A coin is a number below two."""
        return self.below(2) == 1

    def clone(self) -> Chance:
        """A path is followed once: copies begin a new one."""
        return Branching([])

    def others(self) -> Iterator[list[int]]:
        """The paths that leave this one after its prefix; with theirs in turn all paths are had once."""
        for i in range(len(self.prefix), len(self.taken)):
            for k in range(1, self.sizes[i]):
                yield [*self.taken[:i], k]
