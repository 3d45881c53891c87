"""How often Scryfall may be asked: two clocks that hold for all processes of a user at once.

Scryfall allows two requests a second on its slow routes and ten on all others, and after a "too many requests" none
at all for a while. The times stand in the store's file, so that two commands side by side do not ask twice as often.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from hordemtg.oracle.database import Database
from hordemtg.oracle.errors import LimitError

ALL, SLOW, STOP = "all", "slow", "stop"


@dataclass(frozen=True, slots=True)
class Pauses:
    """Seconds between requests, after a refusal for asking too much, and before trying again."""

    all: float = 0.1
    slow: float = 0.5
    limit: float = 60.0
    longest: float = 300.0  # a longer wait than this is not sat out but told
    retries: tuple[float, ...] = (1.0, 4.0)  # after 5xx and time-outs


class Clocks:
    """The clocks of one store's file."""

    def __init__(self, database: Database, pauses: Pauses) -> None:
        self._database = database
        self._pauses = pauses

    def wait(self, slow: bool) -> None:
        """Take the next free moment, and wait until then. Raises LimitError when Scryfall's ban lasts too long."""
        while True:
            start = self._next(slow)
            time.sleep(max(0.0, start - time.time()))
            rows = self._database.rows("SELECT free FROM clocks WHERE clock = ?", (STOP,))
            if not rows or not self._stopped({STOP: rows[0][0]}, time.time()):
                return  # and nobody was told to stop meanwhile

    def _next(self, slow: bool) -> float:
        mine = (ALL, SLOW) if slow else (ALL,)
        with self._database.writing() as connection:
            free: dict[object, object] = dict(connection.execute("SELECT clock, free FROM clocks").fetchall())
            now = time.time()
            open_ = now + self._stopped(free, now)
            start = max([open_, *(_time(free[clock]) for clock in mine if clock in free)])
            if start > open_ + QUEUE:  # the machine's clock was set back
                start = open_
            for clock in mine:
                after = start + (self._pauses.slow if clock == SLOW else self._pauses.all)
                connection.execute("INSERT OR REPLACE INTO clocks VALUES (?, ?)", (clock, after))
        return start

    def _stopped(self, free: Mapping[object, object], now: float) -> float:
        """For how many seconds nothing may be asked. Raises LimitError when that is too long to wait."""
        seconds = _time(free[STOP]) - now if STOP in free else 0.0
        if not 0 < seconds <= DAY:
            return 0.0
        if seconds > self._pauses.longest:
            raise LimitError(_told(seconds))
        return seconds

    def stop(self, seconds: float) -> None:
        """Nobody asks anything for so long. Raises LimitError when that is longer than one waits at a keyboard."""
        with self._database.writing() as connection:
            until = time.time() + min(seconds, DAY)
            connection.execute("INSERT OR REPLACE INTO clocks VALUES (?, ?)", (STOP, until))
        if seconds > self._pauses.longest:
            raise LimitError(_told(seconds))


DAY = 24 * 60 * 60.0
QUEUE = 60.0  # more seconds than all processes of a user can be waiting for each other


def _time(value: object) -> float:
    return value if isinstance(value, float) else 0.0


def _told(seconds: float) -> str:
    minutes = max(1, round(min(seconds, DAY) / 60))
    return (
        f"Scryfall answers no requests of this machine for {minutes} more minute{'' if minutes == 1 else 's'}, because "
        "too many were sent: try again later (`--offline` works with the cards that are stored)"
    )
