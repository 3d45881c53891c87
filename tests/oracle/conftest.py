"""What the tests of the store of printed cards share: a store in a folder of their own, and a server on loopback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from scryfall_server import QUICK, Scryfall, running

from hordemtg.oracle.client import Client, Timeouts
from hordemtg.oracle.store import Store


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test touches the user's store or asks the real Scryfall."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("HORDEMTG_CACHE", str(folder))
    monkeypatch.setenv("HORDEMTG_SCRYFALL", "http://127.0.0.1:9")
    return folder


@pytest.fixture
def store() -> Iterator[Store]:
    with Store() as opened:
        yield opened


@pytest.fixture
def scryfall() -> Iterator[Scryfall]:
    with running(Scryfall()) as server:
        yield server


@pytest.fixture
def client(store: Store, scryfall: Scryfall) -> Iterator[Client]:
    """A client that does not wait between requests, and only a little where Scryfall asks for a minute."""
    made = Client(store.database, scryfall.address, pauses=QUICK, timeouts=Timeouts(1.0, 0.3, 1.0))
    yield made
    made.close()
