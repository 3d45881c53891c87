"""What an author is told: each faulty script stands beside its messages.

The files beside this one are cut by lines of `---`. A mark `#! message` at the end of a line says what is reported for
that line, several joined by ` & `; `(did you mean x?)` belongs to the message. A missing, a wrong and an unexpected
message all fail.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hordemtg.compiler.library import Library
from hordemtg.script.diagnostics import Diagnostic, render

HERE = Path(__file__).parent
COMMON = """
token Goblin
  colors red
  type creature Goblin
  stats 1/1
card "Thrower"
  cost {3}{R}
  type creature Goblin
  stats 2/2
  flying, haste
  Throw = {1}, sacrifice a Goblin: this deals 2 damage to any target
"""


def cases() -> list[tuple[str, str]]:
    found = []
    for file in sorted(HERE.glob("*.txt")):
        for number, part in enumerate(file.read_text(encoding="utf-8").split("---\n"), start=1):
            found.append((f"{file.stem}-{number}", part))
    return found


def said(diagnostic: Diagnostic) -> str:
    tail = f" (did you mean {diagnostic.suggestion}?)" if diagnostic.suggestion else ""
    return diagnostic.message + tail


@pytest.mark.parametrize(("name", "text"), cases(), ids=[name for name, _ in cases()])
def test_messages_stand_beside_the_mistakes(name: str, text: str) -> None:
    expected: dict[int, list[str]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if "#!" in line:
            expected[number] = sorted(part.strip() for part in line.split("#!", 1)[1].split(" & "))
    library = Library.load([], texts={"common": COMMON, name: text})
    found: dict[int, list[str]] = {}
    for diagnostic in library.diagnostics:
        assert diagnostic.file == name
        assert render(diagnostic, text)
        found.setdefault(diagnostic.line, []).append(said(diagnostic))
    assert {line: sorted(messages) for line, messages in found.items()} == expected


@pytest.mark.parametrize("column", [1, 80, 157, 158, 160, 161, 300, 395, 400])
def test_the_mark_stands_below_its_word_in_a_long_line(column: int) -> None:
    line = "".join(chr(0x4E00 + n) for n in range(400))
    *_, shown, marked = render(Diagnostic("error", "m", "f", 1, column, 1), line).split("\n")
    assert shown[marked.index("^")] == line[column - 1]
    assert len(shown) < 180


@pytest.mark.parametrize(
    ("line", "help_"),
    [
        ("card Rot of the Ox", '`card "Rot of the Ox"`'),
        ("card Rot, Al's 3rd Ox {2}{B}  # mine", '`card "Rot, Al\'s 3rd Ox"`'),
        ('card "Ox" {2}{B}', "`cost {2}{B}`"),
        ('card "Ox" {2} {W/B}  # dear', "`cost {2}{W/B}`"),
        ('card "Ox"\n  type creature \u2013 Ox', "a dash between types is left out; elsewhere it is `-`"),
        ('card "Ox"\n  type sorcery\n  creatures get \u22121/-1', "minus is `-`"),
        ('card "Ox"\n  type artifact\n  creatures have \u201cflying"', 'quotation marks are written `"`'),
    ],
)
def test_what_is_copied_from_a_print_is_told_how_to_write_it(line: str, help_: str) -> None:
    found = Library.load([], texts={"a.card": line + "\n"}).diagnostics
    assert help_ in [each.help for each in found], [render(each, line) for each in found]


@pytest.mark.parametrize("line", ['token "Ox" {2}', 'card "Ox" {T}: draw a card'])
def test_no_cost_is_proposed_where_there_is_none(line: str) -> None:
    found = Library.load([], texts={"a": line + "\n"}).diagnostics
    assert found and not any("cost" in each.help for each in found), [each.help for each in found]
