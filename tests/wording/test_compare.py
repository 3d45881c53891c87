"""Comparing scripts with printed cards, in the library and by the command. All cards here are invented."""

from __future__ import annotations

import json
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from hordemtg import cli
from hordemtg.compiler.library import Library
from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.store import Store
from hordemtg.wording import changes
from hordemtg.wording.checked import Checked, check
from hordemtg.wording.compare import compare, keywords_of
from hordemtg.wording.difference import marked
from hordemtg.wording.report import WARNING, page
from hordemtg.wording.scripts import write_text
from hordemtg.wording.selection import declared_in, wanted

NAMES = ["Clay Walker", "Urgo, First of Clay", "Saproling"]


def checked(folder: Path, store: Store, old: str = "", new: str = "") -> list[Checked]:
    """The scripts of the folder beside the store, with one word of them changed."""
    file = folder / "all.card"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")
    library = Library.load([folder])
    assert library.errors == []
    return check(wanted(library, NAMES), store)


def test_scripts_that_say_what_the_cards_say_are_equal(scripts: Path, store: Store) -> None:
    found = checked(scripts, store)
    assert [each.comparison.state for each in found] == ["equal"] * 3
    assert all(each.well for each in found)


@pytest.mark.parametrize(
    ("old", "new", "what", "words"),
    [
        ("draw 2 cards", "draw 3 cards", "text", "When ~ dies, draw [-two-] {+three+} cards."),
        ("this dies", "this enters", "text", "When ~ [-dies,-] {+enters,+} draw two cards."),
        ("  reach\n", "", "keywords", "[-Reach-]"),
        ("cost {2}{G}", "cost {1}{G}", "mana cost", "[-{2}{G}-] {+{1}{G}+}"),
        ("type creature Golem", "type artifact creature Golem", "types", "{+Artifact+} Creature — Golem"),
        ("stats 2/3", "stats 2/2", "power and toughness", "[-2/3-] {+2/2+}"),
        ("colors green", "colors red", "colors", "[-G-] {+R+}"),
        ("stats 1/1", "stats 1/2", "power and toughness", "[-1/1-] {+1/2+}"),
    ],
)
def test_what_differs_is_told_word_by_word(
    scripts: Path, store: Store, old: str, new: str, what: str, words: str
) -> None:
    found = [
        (difference.what, marked(difference.marked))
        for each in checked(scripts, store, old, new)
        for difference in each.comparison.differences
    ]
    assert (what, words) in found


def test_a_clause_too_many_or_too_few_is_told(scripts: Path, store: Store) -> None:
    first = checked(scripts, store, "  when this dies: draw 2 cards\n", "")[0]
    assert [marked(each.marked) for each in first.comparison.differences] == ["[-When ~ dies, draw two cards.-]"]


def test_a_token_is_compared_with_the_nearest_of_its_name(scripts: Path, store: Store) -> None:
    found = checked(scripts, store, "stats 1/1", "stats 1/3\n  reach")[2].comparison
    assert found.printed is not None and found.printed.toughness == "4"
    assert [each.what for each in found.differences] == ["power and toughness"]


def test_a_card_that_the_store_lacks_is_missing(scripts: Path, tmp_path: Path) -> None:
    with Store(tmp_path / "empty.sqlite") as empty:
        assert [each.comparison.state for each in checked(scripts, empty)] == ["missing"] * 3


def test_a_token_that_the_store_lacks_is_told_by_a_card_that_creates_one(scripts: Path, tmp_path: Path) -> None:
    text = "{T}: Create three 1/1 green Saproling creature tokens."
    with Store(tmp_path / "other.sqlite") as other:
        other.put([PrintedCard("Seed Bag", "{1}", "Artifact", text)], "test")
        assert checked(scripts, other)[2].comparison.told_by == "Seed Bag"
        more = checked(scripts, other, "stats 1/1", "stats 1/1\n  reach")[2]
        assert (more.comparison.told_by, more.comparison.state) == ("", "missing")


def test_a_face_of_a_card_is_compared_by_its_own_name(store: Store) -> None:
    faces = (
        PrintedCard("Dusty Pot", "{1}", "Artifact", "{T}: Draw a card."),
        PrintedCard("Dawny Pot", "{2}", "Artifact", "{T}: Draw two cards."),
    )
    store.put([PrintedCard("Dusty Pot // Dawny Pot", layout="split", faces=faces)], "test")
    script = 'card "Dawny Pot"\n  cost {2}\n  type artifact\n  {T}: draw 2 cards\n'
    found = compare(write_text(script)[0], store)
    assert [marked(each.marked) for each in found.differences] == ["[-Dusty Pot //-] Dawny Pot"]


def test_of_two_cards_of_one_name_the_nearest_counts(scripts: Path, store: Store) -> None:
    other = PrintedCard("Clay Walker", "{5}", "Sorcery", "Draw five cards.", oracle_id="another card")
    known = store.card("Clay Walker")
    assert known is not None
    store.put([replace(known, oracle_id="this card"), other], "test")
    assert len(store.find("Clay Walker")) == 2
    assert checked(scripts, store)[0].well


def test_keywords_are_those_of_the_card_not_those_it_gives() -> None:
    script = (
        'card "Clay Walker"\n  cost {2}\n  type creature Golem\n  stats 1/1\n  first strike, vigilance\n'
        "  kicker {2}\n  Threshold = Golems you control have flying\n  when this dies: mill a card\n"
    )
    assert keywords_of(write_text(script)[0]) == {"First strike", "Vigilance", "Kicker", "Threshold", "Mill"}


# ---------------------------------------------------------------- errata


def errata(scripts: Path, store: Store, lines: str) -> Checked:
    (scripts / "rules.horde").write_text(f'errata "as played" of "Clay Walker"\n{lines}', encoding="utf-8")
    (scripts / "deck.yaml").write_text(
        "name: clay\ntitle: Clay\nruleset: Limited Horde 2.1\nerrata:\n  - as played\nlists:\n  default:\n"
        "    Clay Walker: 2\n    Saproling: 3\n",
        encoding="utf-8",
    )
    library = Library.standard([scripts])
    assert library.errors == []
    return check(wanted(library, ["clay"]), store)[0]


def test_errata_change_the_clauses_they_name_and_no_others(scripts: Path, store: Store) -> None:
    found = errata(scripts, store, "  remove reach\n  type artifact creature Golem\n  add: vigilance\n")
    assert found.well and found.errata == ("as played",)
    assert found.result is not None
    assert found.result.text == "When this creature dies, draw two cards.\nVigilance"
    assert found.result.type_line == "Artifact Creature — Golem"


AURA = 'card "Clay Coat"\n  cost {1}\n  type enchantment Aura\n  enchant land\n  Fall = when this dies: draw 2 cards\n'
PLAIN = 'card "Clay Coat"\n  cost {1}\n  type enchantment\n  Fall = when this dies: draw 2 cards\n'


@pytest.mark.parametrize(
    ("result", "names", "fault"),
    [
        (PLAIN, ["type", "enchant"], ""),
        (PLAIN, ["type"], "a clause changes that no erratum names: Enchant land"),
        (PLAIN, ["enchant"], "the type changes though no erratum names it"),
        (PLAIN, ["type", "enchant", "Fall"], "an erratum names `Fall`, but the card reads as before"),
        (AURA.replace("2 cards", "a card"), ["Fall"], ""),
        (AURA.replace("2 cards", "a card"), ["enchant"], "a clause changes that no erratum names: When this Aura dies"),
        (AURA.replace("{1}", "{2}"), [], "the cost changes though no erratum names it"),
        (AURA + "  flash\n", [], "a clause changes that no erratum names: Flash"),
        (AURA + "  {1}: untap this\n", ["(added)"], ""),
    ],
)
def test_what_errata_do_beyond_what_they_name_is_told(result: str, names: list[str], fault: str) -> None:
    """What an Aura calls itself changes with its type: that is no clause of its own."""
    found = changes.faults(write_text(AURA)[0], write_text(result)[0], names)
    assert "; ".join(found).startswith(fault) if fault else found == []


# ---------------------------------------------------------------- the command


def test_the_command_counts_and_ends_well(scripts: Path, store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    deck = scripts / "deck.txt"
    deck.write_text("2 Clay Walker\n1 Urgo, First of Clay\n", encoding="utf-8")
    assert cli.main(["compare", str(scripts)]) == 0
    assert "2 cards: 2 equal, 0 different, 0 not in the store" in capsys.readouterr().out


def test_the_command_names_what_the_store_lacks_and_what_to_do(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["compare", "Forest"]) == 1
    out = capsys.readouterr().out
    assert "not in the store: Forest" in out
    assert "hordemtg oracle sync" in out


def test_the_command_speaks_json(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["compare", "Forest", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == [
        {
            "name": "Forest",
            "token": False,
            "state": "missing",
            "differences": [],
            "errata": [],
            "faults": [],
            "errors": [],
        }
    ]


def test_an_unknown_name_is_an_error_with_the_nearest(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("compare", "write"):
        assert cli.main([command, "Forrest"]) == 1
        assert "did you mean" in capsys.readouterr().err


def test_write_prints_cards_as_they_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["write", "Haunted Mire", "Forest"]) == 0
    assert capsys.readouterr().out == (
        "Haunted Mire\nLand — Swamp Forest\nThis land enters tapped.\n\nForest\nBasic Land — Forest\n"
    )


def test_write_has_the_errata_of_a_horde(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["write", "Goblin Marshal", "--errata", "goblins"]) == 0
    changed = capsys.readouterr().out
    assert cli.main(["write", "Goblin Marshal"]) == 0
    as_printed = capsys.readouterr().out
    assert "Echo {4}{R}{R}\n" in as_printed and as_printed.replace("Echo {4}{R}{R}\n", "") == changed


# ---------------------------------------------------------------- the report page


class Page(HTMLParser):
    """The text of a page and all it would load."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.tags: set[str] = set()
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.loads += [value or "" for name, value in attrs if name in ("src", "href", "action", "background")]

    def handle_data(self, data: str) -> None:
        self.words += data


def test_the_page_shows_both_texts_marks_the_words_and_loads_nothing(scripts: Path, store: Store) -> None:
    html = page("clay", checked(scripts, store, "draw 2 cards", "draw 3 cards"))
    read = Page()
    read.feed(html)
    assert read.loads == [] and not read.tags & {"script", "link", "img", "iframe", "object"}
    assert WARNING in read.words
    assert "<del>two</del> <ins>three</ins>" in html
    assert "When Clay Walker dies, draw two cards." in read.words
    assert "When this creature dies, draw three cards." in read.words


def test_the_page_escapes_whatever_a_source_says(scripts: Path, store: Store) -> None:
    bad = '<script>alert("clay")</script>'
    store.put([PrintedCard("Clay Walker", bad, bad, bad, bad, bad)], "test")
    html = page(bad, checked(scripts, store))
    read = Page()
    read.feed(html)
    assert "script" not in read.tags and bad in read.words


def test_the_command_writes_the_page(
    scripts: Path, store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.html"
    assert cli.main(["compare", "Forest", "--html", str(file)]) == 1
    assert file.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert "not to be published" in capsys.readouterr().out
    assert cli.main(["compare", "Forest", "--html", str(tmp_path / "no" / "such.html")]) == 1
    assert "no such file or directory" in capsys.readouterr().err


def test_all_scripts_below_a_folder_are_found(scripts: Path) -> None:
    library = Library.standard([scripts])
    assert [each.name for each in declared_in(library, scripts)] == sorted(NAMES)


def test_a_token_that_the_rules_define_is_told_by_a_reminder_text(scripts: Path, tmp_path: Path) -> None:
    script = "token Clue\n  colors colorless\n  type artifact Clue\n  {2}, sacrifice this: draw a card\n"
    (scripts / "clue.token").write_text(script, encoding="utf-8")
    library = Library.load([scripts])
    right = 'Create a Clue token. (It\'s an artifact with "{2}, Sacrifice this token: Draw a card.")'
    for text, told in ((right, "Looking Glass"), (right.replace("{2}", "{3}"), "")):
        with Store(tmp_path / f"{told}.sqlite") as other:
            other.put([PrintedCard("Looking Glass", "{1}", "Sorcery", text)], "test")
            assert check(wanted(library, ["Clue"]), other)[0].comparison.told_by == told


def test_write_prints_what_keywords_and_emblems_of_scripts_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["write", "Hunting", "Hunters"]) == 0
    assert capsys.readouterr().out == (
        "Hunting\n{T}: This permanent fights target creature an opponent controls. Activate only as a sorcery.\n\n"
        "Hunters\nCreatures you control without defender have Hunting.\n"
    )


def test_write_tells_what_is_wrong_with_a_script(
    scripts: Path, store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    file = scripts / "all.card"
    file.write_text(file.read_text(encoding="utf-8").replace("this dies", "this deis"), encoding="utf-8")
    (scripts / "deck.txt").write_text("1 Clay Walker\n", encoding="utf-8")
    assert cli.main(["write", str(scripts)]) == 1
    out, err = capsys.readouterr()
    assert "Reach" in out and "unknown word `deis`" in err
