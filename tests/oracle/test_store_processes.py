"""The store with several processes at once, and with a kill at any moment."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from scryfall_server import card

from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.importing import import_file
from hordemtg.oracle.store import FILE, Store

WRITING = """
import sys
from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.store import Store
own = sys.argv[1]
with Store() as store:
    for n in range(0, 600, 20):
        store.put([PrintedCard(f"{own} {k}", text="Hum.", oracle_id=f"{own}-{k}") for k in range(n, n + 20)], own)
        store.put([PrintedCard("Shared", text=own, oracle_id="shared")], own)
        assert store.card(f"{own} {n}") is not None and store.card("Shared") is not None
"""

OPENING = """
import sys
from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.store import Store
with Store(note=print) as store:
    store.put([PrintedCard(sys.argv[1])], "test")
"""

IMPORTING = """
import sys
from pathlib import Path
from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.importing import import_file
from hordemtg.oracle.store import Store
with Store() as store:
    import_file(store, Path(sys.argv[1]))
"""


def started(script: str, *arguments: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def ended(working: list[subprocess.Popen[bytes]]) -> list[str]:
    """What each printed; all of them must have ended well."""
    texts = [each.communicate(timeout=120) for each in working]
    assert [each.returncode for each in working] == [0] * len(working), [err.decode() for _, err in texts]
    return [out.decode() for out, _ in texts]


def test_several_write_and_read_at_once() -> None:
    ended([started(WRITING, name) for name in ("Amber", "Brass", "Coal")])
    with Store() as store:
        assert len(store) == 3 * 600 + 1
        assert len(list(store.all())) == len(store)


def test_several_begin_the_store_at_once() -> None:
    names = [f"Hummer {n}" for n in range(4)]
    ended([started(OPENING, name) for name in names])
    with Store() as store:
        assert store.names() == names


def test_several_find_it_damaged_at_once(own_folder: Path) -> None:
    own_folder.mkdir()
    (own_folder / FILE).write_bytes(b"no database at all " * 1000)
    names = [f"Hummer {n}" for n in range(4)]
    notes = ended([started(OPENING, name) for name in names])
    with Store() as store:
        assert store.names() == names
    assert len(list(own_folder.glob("cards.damaged-*.sqlite"))) == 1
    assert sum("was damaged" in each for each in notes) == 1


@pytest.fixture(scope="module")
def large_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of cards whose import takes seconds."""
    file = tmp_path_factory.mktemp("bulk") / "cards.jsonl"
    row = card("Hummer 0")
    with file.open("w", encoding="utf-8") as out:
        for n in range(20_000):
            out.write(json.dumps(row | {"name": f"Hummer {n}", "oracle_id": f"id-{n}", "id": f"print-{n}"}) + "\n")
    return file


@pytest.mark.parametrize("after", [1, 1500, 6000])
def test_a_kill_in_the_middle_of_an_import_loses_nothing_that_was_kept(
    own_folder: Path, large_file: Path, after: int
) -> None:
    with Store() as store:
        store.put([PrintedCard.from_scryfall(card(f"Piper {n}")) for n in range(50)], "test")
    working = started(IMPORTING, large_file)
    try:
        with Store() as store:
            end = time.monotonic() + 60
            while len(store) < 50 + after and time.monotonic() < end:
                time.sleep(0.01)
    finally:
        working.send_signal(signal.SIGKILL)
        working.wait(timeout=30)
        for pipe in (working.stdout, working.stderr):
            assert pipe is not None
            pipe.close()
    check = sqlite3.connect(own_folder / FILE)
    assert check.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    check.close()
    with Store(note=pytest.fail) as store:
        kept = len(store)
        assert 50 + after <= kept < 20_050, "the kill came too late to show anything"
        assert (kept - 50) % 500 == 0 and len(list(store.all())) == kept
        assert store.card("Piper 7") is not None
        assert all(store.card(each.card.name) is not None for each in list(store.all())[::97])
        import_file(store, large_file)
        assert len(store) == 20_050


