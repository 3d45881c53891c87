"""What the tests of the language server share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from client import Client


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    made = Client(tmp_path_factory.mktemp("home"))
    made.initialize()
    yield made
    assert made.close() == 0
