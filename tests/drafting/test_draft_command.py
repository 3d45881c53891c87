"""`hordemtg draft`, as an author runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hordemtg.cli import main
from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.store import Store

CARDS = [
    {"name": "Bog Tester", "mana_cost": "{B}", "type_line": "Creature — Badger", "power": "1", "toughness": "3",
     "oracle_text": "Flying", "layout": "normal"},
    {"name": "Fen Frobber", "mana_cost": "{B}", "type_line": "Creature — Badger", "power": "1", "toughness": "3",
     "oracle_text": "Flying\nWhenever this creature attacks, it frobs each land.", "layout": "normal"},
    {"name": "Fen Frobbing", "mana_cost": "{B}", "type_line": "Sorcery", "oracle_text": "Frob a land.",
     "layout": "normal"},
]  # fmt: skip


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(CARDS))
    return path


def test_a_draft_is_printed(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draft", "bog tester", "--file", str(cards)]) == 0
    said = capsys.readouterr()
    assert said.out == 'card "Bog Tester"\n  cost {B}\n  type creature Badger\n  stats 1/3\n  flying\n'
    assert "1 whole" in said.err


def test_drafts_are_written_and_kept(cards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "mine"
    assert main(["draft", "--file", str(cards), "--to", str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["bog_tester.card", "fen_frobber.card",
                                                               "fen_frobbing.card"]  # fmt: skip
    assert "in part: unknown word `frobs`" in capsys.readouterr().out
    (folder / "bog_tester.card").write_text("mine")
    assert main(["draft", "--file", str(cards), "--to", str(folder)]) == 1
    assert "another script stands here" in capsys.readouterr().err
    assert (folder / "bog_tester.card").read_text() == "mine"
    assert main(["check", str(folder)]) == 1
    assert "not supported: Frob a land." in capsys.readouterr().err


def test_an_unknown_name_is_said_with_the_nearest(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draft", "Bog Taster", "--file", str(cards)]) == 1
    assert "there is no card `Bog Taster`" in capsys.readouterr().err


def test_the_coverage_of_a_file(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draft", "--coverage", str(cards)]) == 0
    said = capsys.readouterr().out
    assert "3 cards: 1 whole (33.3 %), 1 in part, 1 not at all" in said
    assert "4 lines: 2 understood (50.0 %)" in said
    assert main(["draft", "--coverage", str(cards), "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert (made["cards"], made["whole"], made["lines understood"]) == (3, 1, 2)
    assert {row["what"]: row["alone"] for row in made["words"]} == {"frobs": 1, "frob": 1}


def test_a_file_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "cards.json").write_text("[")
    assert main(["draft", "--coverage", str(tmp_path / "cards.json")]) == 1
    assert capsys.readouterr().err.startswith("error: ")
    assert main(["draft", "--coverage", str(tmp_path / "nowhere.json")]) == 1
    assert "No such file" in capsys.readouterr().err
    assert main(["draft"]) == 1


def test_cards_come_from_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HORDEMTG_CACHE", str(tmp_path))
    with Store() as store:
        store.put([PrintedCard.from_scryfall(card) for card in CARDS], "a test")
    assert main(["draft", "bog tester", "Bog Tastr", "--offline"]) == 1
    said = capsys.readouterr()
    assert said.out.startswith('card "Bog Tester"\n')
    assert "there is no card `Bog Tastr` in the store" in said.err
