"""A store with cards invented for the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.store import Store

DAY = 1_700_000_000.0  # 14 November 2023


def printed() -> list[PrintedCard]:
    return [
        PrintedCard(
            "Clay Walker", "{2}{G}", "Creature — Golem", "Reach (It is tall.)\nWhen Clay Walker dies, draw two cards.",
            "2", "3", keywords=("Reach",),
        ),
        PrintedCard("Urgo, First of Clay", "{G}", "Legendary Artifact",
                    "{T}: Create a 1/1 green Saproling creature token."),
        PrintedCard("Saproling", "", "Token Creature — Saproling", "", "1", "1", colors=("G",), layout="token"),
        PrintedCard("Saproling", "", "Token Creature — Saproling", "Reach", "1", "4", colors=("G",), layout="token"),
    ]  # fmt: skip


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """The user's store, with the invented cards."""
    monkeypatch.setenv("HORDEMTG_CACHE", str(tmp_path / "cache"))
    with Store() as made:
        made.put(printed(), "test", DAY)
        yield made


GOOD = """
card "Clay Walker"
  cost {2}{G}
  type creature Golem
  stats 2/3
  reach
  when this dies: draw 2 cards
card "Urgo, First of Clay"
  cost {G}
  type legendary artifact
  {T}: create a Saproling token
token Saproling
  colors green
  type creature Saproling
  stats 1/1
"""


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    """A folder with scripts that say what the invented cards say."""
    folder = tmp_path / "scripts"
    folder.mkdir()
    (folder / "all.card").write_text(GOOD, encoding="utf-8")
    return folder
