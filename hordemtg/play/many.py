"""Many games in one process."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

NEW_OBJECTS: Final = 100_000
"""So many more containers than before have to be there before Python itself looks for cycles within a game."""


SWEEPS: Final = 100
"""After so many sweeps one looks also at what earlier ones found held."""


@contextmanager
def many_games() -> Iterator[None]:
    """Have Python look for cyclic garbage when a game has ended (`sweep`), and never in what is there already.

    Little that a game makes is a cycle before its end, so looking for them as often as Python does by itself costs up
    to a quarter of the time of compiled games and finds nothing. Afterwards everything is as it was.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def sweep() -> None:
    """Free what a game leaves that nobody holds any more: its objects refer to each other.

    After every game there is little to look at. What was still held at one sweep is looked at again some sweeps later.
    """
    gc.collect(0 if gc.get_count()[1] < SWEEPS else 2)
