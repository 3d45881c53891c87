"""The reference of the words: all are in it, with a meaning, a rule that exists and an example that can be written."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import citations  # noqa: E402
import reference  # noqa: E402

from hordemtg.rules import cr  # noqa: E402
from hordemtg.script import parser  # noqa: E402
from hordemtg.script.meanings import meaning_of, meanings  # noqa: E402

CARD = 'card "Clause"\n  type {}\n  {{}}\n'
PLACES = [
    CARD.format("creature Ox"),
    CARD.format("instant"),
    'ruleset "R"\n  {}\n',
    'directive "D"\n  {}\n',
    'scenario "S"\n  {}\n  call Ox land\n  call Ox rock\n',
    "scenario \"S\"\n  A's turn\n    resolve\n      {}\n  call Ox land\n",
    "{}\n",
]


def test_every_word_of_the_grammar_has_a_meaning() -> None:
    assert reference.missing() == [], "say in grammar/meanings.txt what these words mean"


def test_no_meaning_is_of_a_word_that_is_none() -> None:
    known = {word for words in parser.vocabulary().words_of.values() for word in words}
    assert set(meanings()) - known == {"X"}


@pytest.mark.parametrize("meaning", [m for m in meanings().values() if m.rule], ids=lambda m: m.word)
def test_the_rules_exist(meaning: reference.Meaning) -> None:
    assert meaning.rule in citations.horde_numbers() if meaning.rule.startswith("H") else cr.exists(meaning.rule)


def test_the_examples_of_the_table_can_be_written() -> None:
    wrong = [
        meaning.word
        for meaning in meanings().values()
        if meaning.example and all(parser.parse(place.format(meaning.example)).diagnostics for place in PLACES)
    ]
    assert wrong == []


def test_every_word_has_an_example() -> None:
    rows = [row for row in reference.page().splitlines() if row.startswith("| `")]
    assert len(rows) == len(meanings())
    assert [row for row in rows if row.endswith("|  |")] == []


def test_the_page_is_current() -> None:
    assert reference.main(["--check"]) == 0, "python tools/reference.py"


def test_a_page_that_is_not_current_is_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reference, "TARGET", tmp_path / "REFERENCE.md")
    assert reference.main(["--check"]) == 1
    assert reference.main([]) == 0 and reference.main(["--check"]) == 0
    monkeypatch.setattr(reference, "meanings", dict)
    assert reference.main(["--check"]) == 1
    assert "does not say what these mean" in capsys.readouterr().err


def test_inflected_words_are_found() -> None:
    for word, base in (("creatures", "creature"), ("dies", "die"), ("has", "have"), ("until end of turn", "")):
        found = meaning_of(word)
        assert found is not None and found.word == (base or word)
    assert meaning_of("flying") and meaning_of("flying").rule == "702.9"  # type: ignore[union-attr]
    assert meaning_of("xyzzy") is None
