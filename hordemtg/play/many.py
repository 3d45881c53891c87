"""Many games in one process."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

NEW_OBJECTS: Final = 100_000
"""So many more containers than before have to be there before Python looks for cycles: those of a few games."""


@contextmanager
def many_games() -> Iterator[None]:
    """Have Python look for cyclic garbage rarely, and never in what is there already, such as scripts.

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
