"""Nobody asks Scryfall faster than it allows, be it one command or several at once."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from scryfall_server import Scryfall, card

from hordemtg.oracle.client import Client
from hordemtg.oracle.clocks import ALL, SLOW, STOP, Clocks, Pauses
from hordemtg.oracle.errors import LimitError
from hordemtg.oracle.store import Store

ASKING = """
import sys
from hordemtg.oracle.client import Client
from hordemtg.oracle.store import Store
store = Store()
client = Client(store.database, sys.argv[1])
for n in range(3):
    assert client.named(sys.argv[2]) is not None
"""


def test_slow_routes_twice_a_second(store: Store, scryfall: Scryfall) -> None:
    """The server answers 429 to whoever is faster: it never has to."""
    scryfall.strict, scryfall.cards = True, [card(f"Hummer {n}") for n in range(160)]
    client = Client(store.database, scryfall.address)
    start = time.monotonic()
    answers = list(client.collection([{"name": f"Hummer {n}"} for n in range(160)]))
    assert time.monotonic() - start >= 1.0
    assert sum(len(each.cards) for each in answers) == 160 and len(scryfall.asked) == 3


def test_other_routes_ten_times_a_second(store: Store) -> None:
    clocks = Clocks(store.database, Pauses())
    start = time.monotonic()
    for _ in range(6):
        clocks.wait(slow=False)
    assert time.monotonic() - start >= 0.5


def test_several_processes_together_keep_the_pace(store: Store, scryfall: Scryfall) -> None:
    scryfall.strict, scryfall.cards = True, [card("Brasswick Hummer")]
    command = [sys.executable, "-c", ASKING, scryfall.address, "Brasswick Hummer"]
    working = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(3)]
    errors = [each.communicate(timeout=120)[1].decode() for each in working]
    assert [each.returncode for each in working] == [0, 0, 0], errors
    assert len(scryfall.asked) == 9, "one of them was told that it asks too much"
    times = [asked.at for asked in scryfall.asked]
    assert times[-1] - times[0] >= 8 * 0.5 - 0.1


def test_a_clock_that_was_set_back_stops_nobody(store: Store) -> None:
    with store.database.writing() as connection:
        for clock in (ALL, SLOW, STOP):
            connection.execute("INSERT INTO clocks VALUES (?, ?)", (clock, time.time() + 10**7))
    start = time.monotonic()
    Clocks(store.database, Pauses()).wait(slow=True)
    assert time.monotonic() - start < 60


def test_nonsense_in_the_clocks_stops_nobody(store: Store) -> None:
    with store.database.writing() as connection:
        for clock in (ALL, SLOW, STOP):
            connection.execute("INSERT INTO clocks VALUES (?, ?)", (clock, "soon"))
    Clocks(store.database, Pauses()).wait(slow=True)


def test_a_stop_holds_for_who_has_already_waited(store: Store, own_folder: Path) -> None:
    """Another command may be told to stop while this one waits for its turn."""
    pauses = Pauses(all=0.0, slow=0.0, longest=5.0)
    with store.database.writing() as connection:
        connection.execute("INSERT INTO clocks VALUES (?, ?)", (ALL, time.time() + 0.2))
    waiting = Clocks(store.database, pauses)
    naps: list[float] = []

    def nap(seconds: float, sleep: object = time.sleep) -> None:
        naps.append(seconds)
        if len(naps) == 1:
            with Store() as other:
                Clocks(other.database, pauses).stop(0.6)
        assert callable(sleep)
        sleep(seconds)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("hordemtg.oracle.clocks.time.sleep", nap)
        start = time.monotonic()
        waiting.wait(slow=False)
    assert time.monotonic() - start >= 0.55 and len(naps) == 2


def test_a_long_stop_is_told_at_once(store: Store) -> None:
    clocks = Clocks(store.database, Pauses())
    with pytest.raises(LimitError, match="for 10 more minutes"):
        clocks.stop(600)
    with pytest.raises(LimitError, match="`--offline` works"):
        clocks.wait(slow=True)
