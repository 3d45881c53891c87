"""Check the rule numbers that the project cites: `python tools/citations.py [--unused] [--list]`.

Reads the comments and texts of `hordemtg/**/*.py`, all scripts below `cardscripts/` and the scenarios of `tests/`.
A number that the edition in `hordemtg/rules/cr.py` does not have, or an H number that the Horde's rules do not
have, is an error (exit code 1).
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hordemtg.rules import cr

ROOT = Path(__file__).resolve().parent.parent

# How many rules each section of the Horde's rules has: H1.1 to H1.10, H2.1 to H2.9, ...
HORDE_RULES = {1: 10, 2: 9, 3: 6, 4: 4, 5: 4, 6: 5, 7: 5, 8: 6, 9: 6, 10: 9, 11: 3}

SCRIPTS = (".card", ".token", ".horde", ".scenario", ".yaml")

_TO = r"(?:-(?:\d{3}(?:\.\d+[a-z]?)?|\d+[a-z]?|[a-z])\b)?"
# A number with a full stop is a citation wherever it stands; a chapter alone only after "CR" or as a whole string.
_DOTTED = re.compile(r"(?<![\w.])\d{3}\.\d+[a-z]?\b" + _TO + r"(?!\.\d)")
_AFTER_CR = re.compile(r"\bCR ((?:\d{3}(?:\.\d+[a-z]?)?" + _TO + r"(?:, | and | or )?)+)")
_ITEM = re.compile(r"\d{3}(?:\.\d+[a-z]?)?\b" + _TO)
_WHOLE = re.compile(r"[1-9]\d{2}")
_HORDE = re.compile(r"\bH(\d{1,2})(?:\.(\d{1,2}))?\b(?:-H?(\d{1,2})(?:\.(\d{1,2}))?)?")


@dataclass(frozen=True)
class Citation:
    """A rule number and where it is cited."""

    number: str
    file: Path
    line: int

    @property
    def known(self) -> bool:
        """Whether there is such a rule."""
        if self.number.startswith("H"):
            return self.number in horde_numbers()
        return cr.exists(self.number)


def horde_numbers() -> frozenset[str]:
    """All numbers of the Horde's rules: sections and rules."""
    rules = {f"H{section}.{rule}" for section, count in HORDE_RULES.items() for rule in range(1, count + 1)}
    return frozenset(rules | {f"H{section}" for section in HORDE_RULES})


def cited(text: str) -> Iterator[str]:
    """The rule numbers in a text; a range gives its two ends, both of which must exist.

    >>> sorted(set(cited("Casting (CR 601.2a-i, 602), or 704.5g; see H7.4 and H8-H10")))
    ['601.2a', '601.2i', '602', '704.5g', 'H10', 'H7.4', 'H8']
    """
    found = [match.group() for match in _DOTTED.finditer(text)]
    for match in _AFTER_CR.finditer(text):
        found += _ITEM.findall(match.group(1))
    if _WHOLE.fullmatch(text):
        found.append(text)
    for item in found:
        yield from _ends(item)
    for section, rule, last, last_rule in _HORDE.findall(text):
        yield f"H{section}.{rule}" if rule else f"H{section}"
        if last_rule:
            yield f"H{last}.{last_rule}"
        elif last:
            yield f"H{section}.{last}" if rule else f"H{last}"


def _ends(item: str) -> Iterator[str]:
    first, _, last = item.partition("-")
    yield first
    if not last:
        return
    if len(last) >= 3 and last[:3].isdigit():
        yield last
    elif last[0].isdigit():
        yield f"{first.partition('.')[0]}.{last}"
    else:
        yield first.rstrip("abcdefghijklmnopqrstuvwxyz") + last


def in_python(file: Path) -> Iterator[Citation]:
    """The citations in comments and strings of a Python file."""
    source = file.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        name = tokenize.tok_name[token.type]
        if name not in ("COMMENT", "STRING", "FSTRING_MIDDLE"):
            continue
        text = token.string
        if name == "STRING" and len(text) == 5 and text[0] == text[-1]:
            text = text[1:-1]
        for offset, line in enumerate(text.splitlines()):
            for number in cited(line):
                yield Citation(number, file, token.start[0] + offset)


def in_script(file: Path) -> Iterator[Citation]:
    """The citations in a script: its authorities, its rule lines, its comments, what scenarios cite."""
    for n, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if not _WHOLE.fullmatch(line.strip()):
            for number in cited(line):
                yield Citation(number, file, n)


def in_project(root: Path = ROOT) -> list[Citation]:
    """Every citation of the project."""
    found: list[Citation] = []
    for file in sorted((root / "hordemtg").rglob("*.py")):
        found += in_python(file)
    for folder in ("cardscripts", "tests"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in SCRIPTS and file.is_file():
                found += in_script(file)
    return found


def main(arguments: list[str] | None = None) -> int:
    """Print what is wrong and say 1, or how many citations there are and say 0."""
    parser = argparse.ArgumentParser(description="Check the rule numbers that the project cites.")
    parser.add_argument("--unused", action="store_true", help="also print the numbers that nothing cites")
    parser.add_argument("--list", action="store_true", help="also print every citation with its place")
    options = parser.parse_args(arguments)
    found = in_project()
    if options.list:
        for citation in sorted(found, key=lambda c: (c.number, c.file, c.line)):
            print(f"{citation.number:10} {citation.file.relative_to(ROOT)}:{citation.line}")
    if options.unused:
        _print_unused({citation.number for citation in found})
    unknown = [citation for citation in found if not citation.known]
    for citation in unknown:
        print(f"{citation.file.relative_to(ROOT)}:{citation.line}: there is no rule {citation.number}")
    if unknown:
        print(f"{len(unknown)} citations of rules that do not exist (edition of {cr.EDITION_IN_WORDS})")
        return 1
    print(f"{len(found)} citations of {len({c.number for c in found})} rules (edition of {cr.EDITION_IN_WORDS})")
    return 0


def _print_unused(used: set[str]) -> None:
    unused = [n for n in (*cr.numbers(), *horde_numbers()) if n not in used]
    chapters: dict[str, list[str]] = {}
    for number in sorted(unused, key=_order):
        chapters.setdefault(number.partition(".")[0], []).append(number)
    for chapter, its in chapters.items():
        print(f"never cited of {chapter}: {' '.join(its)}")


def _order(number: str) -> tuple[bool, int, int, str]:
    match = re.fullmatch(r"H?(\d+)(?:\.(\d+)([a-z]?))?", number)
    assert match is not None
    return number.startswith("H"), int(match[1]), int(match[2] or 0), match[3] or ""


if __name__ == "__main__":
    sys.exit(main())
