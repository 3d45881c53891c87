"""Many games in one process: what Python is told, and that it is told the contrary afterwards."""

from __future__ import annotations

import gc
import weakref

import pytest

from hordemtg.play.many import NEW_OBJECTS, SWEEPS, many_games, sweep


def test_garbage_is_looked_for_rarely_and_afterwards_as_before() -> None:
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    with many_games():
        assert gc.isenabled()
        assert gc.get_threshold() == (NEW_OBJECTS, *before[1:])
        assert gc.get_freeze_count() > frozen
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_it_ends_with_an_error_too() -> None:
    before = gc.get_threshold()
    with pytest.raises(ValueError, match="a game"), many_games():
        raise ValueError("a game")
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


class Thing:
    """Something that refers to itself in a circle."""

    def __init__(self) -> None:
        self.other = self


def test_what_has_ended_is_freed_and_what_was_there_before_is_not_looked_at() -> None:
    old = weakref.ref(Thing())
    with many_games():
        new = weakref.ref(Thing())
        assert new() is not None
        sweep()
        assert new() is None
        held = Thing()
        sweep()
        assert held.other is held
    assert old() is None  # before anything was frozen, Python looked for such circles


def test_what_was_held_at_a_sweep_is_freed_by_a_later_one() -> None:
    with many_games():
        held = Thing()
        late = weakref.ref(held)
        sweep()
        del held
        sweep()
        assert late() is not None
        for _ in range(SWEEPS + 1):
            sweep()
        assert late() is None
