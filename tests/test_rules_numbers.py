"""Rule numbers: the table is the edition's, and whatever is cited exists."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from hordemtg.rules import cr

ROOT = Path(__file__).resolve().parent.parent
import citations  # noqa: E402

RULEBOOK = ROOT.parent / "shared" / "rulebook" / "comprehensive-rules-2025-02-07.txt"
HASH = "c3d0be905baf3261f38bea0ad710a73f658a65a035c7a231df0199cb72f8a331"


def hashed(numbers: frozenset[str]) -> str:
    return hashlib.sha256("\n".join(sorted(numbers)).encode()).hexdigest()


def numbers_of(rulebook: str) -> frozenset[str]:
    """The numbers at the beginnings of lines between the contents and the glossary."""
    body = rulebook[rulebook.index("Credits") :]
    body = body[: body.index("\nGlossary")]
    found = (re.match(r"(\d{3}(?:\.\d+[a-z]?)?)\.? ", line) for line in re.split(r"[\r\n]+", body))
    return frozenset(match[1] for match in found if match is not None)


def test_the_table_is_that_of_the_edition() -> None:
    """Compared with the text itself where it is at hand, and always with the hash of what was found there."""
    assert hashed(cr.numbers()) == HASH
    if RULEBOOK.exists():
        assert numbers_of(RULEBOOK.read_text(encoding="utf-8-sig")) == cr.numbers()


def test_letters_that_the_rules_skip() -> None:
    """Subrules skip l and o: 704.5k is followed by 704.5m."""
    assert cr.exists("704.5k")
    assert cr.exists("704.5m")
    assert not cr.exists("704.5" + "l")


@pytest.mark.parametrize("number", ["", "7045", "CR 704", "704.", "704.5g.", "12", "704.5gh", "٧٠٤"])
def test_what_is_no_number(number: str) -> None:
    assert not cr.exists(number)


def test_every_citation_exists() -> None:
    unknown = [f"{c.file.relative_to(ROOT)}:{c.line}: {c.number}" for c in citations.in_project() if not c.known]
    assert unknown == []


def test_the_project_cites_at_all() -> None:
    """The scanner finds what it must: numbers in docstrings, in calls, in scripts."""
    found = {c.number for c in citations.in_project()}
    assert {"704.5g", "601.2a", "613.8", "H7.4", "H3.2"} <= found


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("(CR 601.2a-i)", {"601.2a", "601.2i"}),
        ("CR 500.4-5", {"500.4", "500.5"}),
        ("CR 613.1-613.4", {"613.1", "613.4"}),
        ("CR 500-514", {"500", "514"}),
        ("CR 109, 110.2 and 400.7", {"109", "110.2", "400.7"}),
        ("103", {"103"}),
        ("about 300 cards", set()),
        ("version 10.100.3", set()),
        ("[H2.4 inferred]", {"H2.4"}),
        ("H1.1-H11.3, H8-H10", {"H1.1", "H11.3", "H8", "H10"}),
        ("702.111b, 509.1b", {"702.111b", "509.1b"}),
    ],
)
def test_what_counts_as_a_citation(text: str, numbers: set[str]) -> None:
    assert set(citations.cited(text)) == numbers


def test_a_wrong_number_is_found(tmp_path: Path) -> None:
    (tmp_path / "hordemtg").mkdir()
    for folder in ("cardscripts", "tests"):
        (tmp_path / folder).mkdir()
    (tmp_path / "hordemtg" / "a.py").write_text('"""A thing (CR 704.5' + 'g)."""\nrule = "999.1z"  # H12.1\n')
    (tmp_path / "cardscripts" / "b.card").write_text("flying [H2.99 stated]\n")
    unknown = [(c.number, c.file.name, c.line) for c in citations.in_project(tmp_path) if not c.known]
    assert unknown == [("999.1z", "a.py", 2), ("H12.1", "a.py", 2), ("H2.99", "b.card", 1)]
