"""`hordemtg sheet`: what stands on the page beside the table, on a terminal and as HTML."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
import workbench

from hordemtg.authoring.page import WIDTH, html, lines
from hordemtg.authoring.sheet import sheet
from hordemtg.cli import main
from hordemtg.compiler.library import Library

HORDES = ("zombies", "goblins", "eldrazi", "knudson-2011", "battle-the-horde")


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.standard()


@pytest.mark.parametrize("horde", HORDES)
def test_every_horde_has_a_page(library: Library, horde: str) -> None:
    found = sheet(library, horde)
    told = list(lines(found))
    assert all(len(line) <= WIDTH for line in told)
    page = html(found)
    for deck in library.horde(horde).lists[:1]:
        for count, name in deck.cards:
            assert any(line.startswith(f"  {count} {name}: ") for line in told)
    assert "<script" not in page and "http" not in page
    Reader().feed(page)


class Reader(HTMLParser):
    """Fails on tags that are not closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_errata_stand_beside_their_card_and_directives_in_their_order(library: Library) -> None:
    found = sheet(library, "goblins")
    ((_, cards),) = found.decks
    marshal = next(card for card in cards if card.name == "Goblin Marshal")
    assert [row.words for row in marshal.errata] == ["remove echo"]
    assert [row.name for row in found.acting] == ["Doomed Goblins are of use"]
    assert [row.name for row in found.choosing][:2] == ["Damage before Goblins", "Harm"]


def test_hunting_stages_and_difficulty(library: Library) -> None:
    found = sheet(library, "zombies")
    assert ("normal", 4, True) in found.difficulties and ("story", 6, False) in found.difficulties
    assert [row.name for row in found.stages] == ["Preparation", "Assault", "Surge", "Epilogue", "The Horde is beaten"]
    assert [row.name for row in found.hunting] == ["from the epilogue on", "Hunting"]


def test_another_ruleset_changes_the_page(library: Library) -> None:
    found = sheet(library, "zombies", "aggro")
    assert "Surge" not in [row.name for row in found.stages]
    assert any(row.name == "from the preparation on" for row in found.hunting)


def test_power_that_a_card_defines_is_a_star(library: Library) -> None:
    ((_, cards),) = sheet(library, "knudson-2011").decks
    assert next(card.line for card in cards if card.name == "Soulless One").endswith("*/*")
    assert next(card.line for card in cards if card.name == "Walking Corpse") == "{1}{B}, creature Zombie, 2/2"


def test_both_decks_of_the_eldrazi(library: Library) -> None:
    assert len(sheet(library, "eldrazi").decks) == 2


def test_a_page_quotes_what_an_author_writes(tmp_path: Path) -> None:
    at = workbench.horde(tmp_path / "odd", "", more="title: <b>Odd</b> & 'even'\n")
    page = html(sheet(workbench.read(at), str(at)))
    assert "<b>Odd</b>" not in page and "&lt;b&gt;Odd&lt;/b&gt; &amp;" in page


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", "zombies"]) == 0
    assert capsys.readouterr().out.startswith("Zombies\n")
    file = tmp_path / "page.html"
    assert main(["sheet", "zombies", "--html", str(file)]) == 0
    assert file.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert main(["sheet", "zombies", "--html", str(file)]) == 0
    assert capsys.readouterr().out.endswith("the same as before\n")
    assert main(["sheet", "zombies", "--html", str(tmp_path / "no" / "page.html")]) == 1
    assert main(["sheet", "nobody"]) == 1
