"""How large a game may become: every bound, and what happens when a game reaches it.

The Comprehensive Rules know no such bounds. They are far from what games reach in
practice, and are there so that no script can keep a game going for ever or fill
the memory. None is applied silently: either a note of the trace names it where
it cuts something short, or the game ends as a draw whose reason names it.
"""

from __future__ import annotations

from typing import Final

PERMANENTS: Final = 1_000
"""So many permanents; tokens beyond are not created, and a note says so (CR 111.1)."""

REPEATS: Final = 1_000
"""So many times an instruction is repeated; a note says so (CR 608.2c)."""

X: Final = 99
"""The largest value of X that may be announced (CR 107.3)."""

PAID_AGAIN: Final = 20
"""So many times the cost of a keyword is paid that may be paid any number of times (CR 702.56a)."""

SETTLING: Final = 1_000
"""So many rounds of state-based actions without a pause, and the game is a draw (CR 704.3)."""

STACK: Final = 2_000
"""So many spells and abilities on the stack or waiting for it, and the game is a draw (CR 405)."""

NUMBER: Final = 1_000_000_000
"""An amount beyond this, of damage, life, cards or counters, and the game is a draw (CR 107.1)."""

EMBLEMS: Final = 200
"""So many emblems in the command zone, and the game is a draw (CR 114)."""

EFFECTS: Final = 500
"""So many continuous effects and delayed triggered abilities at once, and the game is a draw (CR 611)."""

NESTING: Final = 40
"""With more permanents than this, effects that look at others are worked out for all objects together (CR 613)."""

TURNS: Final = 1_000
"""So many turns, and the game is a draw (CR 500)."""

WORK_OF_A_TURN: Final = 200_000
WORK_OF_A_GAME: Final = 4_000_000
"""So much work, in units of about one event, and the game is a draw (CR 104.4b)."""


class LimitReached(Exception):
    """A game has become too large to go on; the message names the limit. `Game.advance` ends the game by it."""


def said(count: int, what: str) -> str:
    """The words for a limit that ends a game."""
    return f"the limit of {count:,} {what} is reached".replace(",", " ")
