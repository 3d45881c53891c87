"""Cards of the Hordes to come, and words that Survivors need, compile without fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from hordemtg.cards.abilities import Unsupported
from hordemtg.compiler.library import Library

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.card"))


@pytest.mark.parametrize("file", SAMPLES, ids=[file.stem for file in SAMPLES])
def test_samples_compile(file: Path) -> None:
    library = Library.load([file])
    assert [str(found) for found in library.diagnostics] == []
    assert library.cards
    for definition in library.cards.values():
        assert definition.abilities
        assert not any(isinstance(ability, Unsupported) for ability in definition.abilities)
