"""When directives to act are followed: the windows that they name (H8 to H10)."""

from __future__ import annotations

from typing import Final

from hordemtg.cards.horde import Window
from hordemtg.horde.game import HordeGame

STEPS_OF: Final[dict[Window, tuple[str, ...]]] = {
    "priority": (),  # any step of any turn
    "upkeep": ("upkeep",),
    "main before reveals": ("first main",),
    "main after reveals": ("first main",),
    "second main": ("second main",),
    "any main": ("first main", "second main"),
}


def in_window(window: Window, game: HordeGame) -> bool:
    """Whether it is the time that a directive names."""
    if window == "priority":
        return True
    if game.active is not game.horde:
        return False
    step = game.step
    if window == "upkeep":
        return step == "upkeep"
    if window == "main before reveals":
        return step == "first main" and not game.reveals_over
    if window == "main after reveals":
        return step == "first main" and game.reveals_over
    if window == "second main":
        return step == "second main"
    return step in ("first main", "second main")
