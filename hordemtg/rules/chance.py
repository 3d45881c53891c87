"""The game's one source of chance: a seeded generator whose results do not depend on the Python version."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Random numbers from one seed; only `getrandbits` of the generator is used, which never changes."""

    __slots__ = ("_bits", "_random", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._random = Random(seed)
        self._bits = self._random.getrandbits

    def below(self, count: int) -> int:
        """A number from 0 to count - 1, each as likely. Raises ValueError when count < 1."""
        if count < 1:
            raise ValueError("nothing to choose from")
        size = count.bit_length()
        while (number := self._bits(size)) >= count:
            pass
        return number

    def one_of(self, options: Sequence[T]) -> T:
        """One of the options, each as likely."""
        return options[self.below(len(options))] if len(options) > 1 else options[0]

    def some_of(self, options: Sequence[T], count: int) -> list[T]:
        """So many different options in random order."""
        pool = list(options)
        return [pool.pop(self.below(len(pool))) for _ in range(min(count, len(pool)))]

    def shuffle(self, items: list[T]) -> None:
        """Put the list in random order, in place (CR 701.20)."""
        bits = self._bits
        for i in range(len(items) - 1, 0, -1):
            size = (i + 1).bit_length()  # as `below` has it, without a call for each card
            while (j := bits(size)) > i:
                pass
            items[i], items[j] = items[j], items[i]

    def flip(self) -> bool:
        """A coin (CR 705.1): True for heads."""
        return bool(self._bits(1))

    def clone(self) -> Chance:
        """An independent generator in the same state."""
        copy = Chance(self.seed)
        copy._random.setstate(self._random.getstate())
        return copy
