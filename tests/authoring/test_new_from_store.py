"""`hordemtg new` with the store of printed cards: what it knows is drafted, and nobody is asked when that is wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

from hordemtg.cli import main
from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.store import Store

CARDS = (
    PrintedCard("Bog Hag", "{1}{B}", "Creature — Hag", "Flying\nWhen Bog Hag dies, draw a card.", "1", "2"),
    PrintedCard("Odd One", "{B}", "Sorcery", "Draw a card.\nFrobnicate the moon three times.", layout="normal"),
)


def test_cards_of_the_store_are_drafted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HORDEMTG_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    with Store() as store:
        store.put(CARDS, "invented")
    (tmp_path / "list.txt").write_text("2 Bog Hag\n1 Odd One\n1 Nobody at All\n3 Zombie\n", encoding="utf-8")
    assert main(["new", "bog", "--from", "list.txt", "--offline"]) == 0
    assert "2 with a whole script, 1 partly drafted, 1 of which nothing is known" in capsys.readouterr().out
    hag = (tmp_path / "bog" / "cards" / "bog_hag.card").read_text(encoding="utf-8")
    assert hag.startswith('card "Bog Hag"\n  cost {1}{B}\n  type creature Hag\n  stats 1/2\n  flying\n')
    page = (tmp_path / "bog" / "CHECKLIST.md").read_text(encoding="utf-8")
    assert "- [ ] 2 Bog Hag: `cards/bog_hag.card`" in page
    assert "  - Frobnicate the moon three times." in page
    assert main(["check", "bog"]) == 1
    wrong = capsys.readouterr().err
    assert "Frobnicate the moon three times" in wrong and "no script for the card `Nobody at All`" in wrong


def test_a_list_without_new_cards_opens_no_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HORDEMTG_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.txt").write_text("3 Zombie\n", encoding="utf-8")
    assert main(["new", "dead", "--from", "list.txt"]) == 0
    assert not (tmp_path / "cache").exists()
