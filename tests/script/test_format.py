"""The one form of a script: nothing but blanks and line breaks change, and doing it twice changes nothing more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hordemtg.script import format as form
from hordemtg.script import layout, parser
from hordemtg.script.diagnostics import ScriptError

ROOT = Path(__file__).resolve().parent.parent.parent
SUFFIXES = (".card", ".token", ".horde", ".scenario")
SCRIPTS = sorted(
    file for place in ("cardscripts", "tests") for file in (ROOT / place).rglob("*") if file.suffix in SUFFIXES
)
SHORT = [file for file in SCRIPTS if file.stat().st_size < 1500]


def made(text: str) -> str:
    once = form.formatted(text)
    assert form.formatted(once) == once
    assert form.tagged(once) == form.tagged(text)
    assert form.comments(once) == form.comments(text)
    return once


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_every_script_of_the_project_has_its_form(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert form.formatted(text, file.name) == text


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_the_blanks_the_form_is_the_same(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(SHORT)).read_text(encoding="utf-8")
    assert made(spaced(text, data)) == text


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_comments_and_blank_lines_anywhere_stay_in_order(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(SHORT)).read_text(encoding="utf-8")
    rows: list[str] = []
    for row in text.split("\n"):
        rows += [""] * data.draw(st.integers(0, 2))
        if data.draw(st.integers(0, 3)) == 0:
            rows.append(" " * data.draw(st.integers(0, 7)) + "# a remark: {2} \"unclosed, tap, 'and")
        rows.append(f"{row}  # behind" if row.strip() and data.draw(st.integers(0, 3)) == 0 else row)
    once = made("\n".join(rows))
    assert "\n\n\n" not in once
    assert not any(row != row.rstrip() for row in once.split("\n"))


CARDS = [file for file in SCRIPTS if file.suffix == ".card"]


@pytest.mark.parametrize("file", CARDS, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_every_clause_may_be_broken_at_every_word(file: Path) -> None:
    """A clause of a card goes on in deeper lines wherever it is broken, inside a phrase of the language too."""
    made(broken(file.read_text(encoding="utf-8"), lambda: True))


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_lines_may_be_broken_anywhere(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([file for file in CARDS if file in SHORT])).read_text(encoding="utf-8")
    made(broken(text, lambda: data.draw(st.integers(0, 3)) == 0))


def broken(text: str, here: Callable[[], bool]) -> str:
    """The script with its clauses broken before the words where `here` says so."""
    rows = []
    for row in text.split("\n"):
        words = row.split(" ")
        header = not row.startswith(" ") or '"' in row
        for index in range(len(words) - 1, 2, -1):
            if not header and words[index] and not words[index].startswith("-") and here():
                words[index] = f"\n        {words[index]}"
        rows.append(" ".join(words))
    return "\n".join(rows)


def spaced(text: str, data: st.DataObject) -> str:
    """The script with other indentation, more blanks between words and behind lines."""
    step = data.draw(st.integers(1, 5))
    physical = {line.number: line for line in parser.Reading("").lines(text)}
    depth_of = {
        line.number: depth
        for depth, line in layout.with_indentation(
            layout.logical_lines(list(physical.values())), lambda _: None, ""
        )
    }
    depth, rows = 0, []
    for number, row in enumerate(text.split("\n"), start=1):
        line = physical.get(number)
        if line is None:
            rows.append(row or " " * data.draw(st.integers(0, 3)))
            continue
        depth, more = (depth_of[number], 0) if number in depth_of else (depth, 2 * step + 1)
        words = "".join(" " * data.draw(st.integers(1, 3)) + token.text for token in line.tokens)
        rows.append(" " * (depth * step + more) + words.lstrip() + _comment(row, line.tokens[-1].end))
    return "\n".join(rows)


def _comment(row: str, end: int) -> str:
    return "   " + row[end - 1 :].strip() if row[end - 1 :].strip() else "  "


def test_it_is_this_form() -> None:
    text = (
        '#  a creature\n\ncard   "Moss Ox"\n\n     cost {G}\n     type creature Ox   \n     stats 2/2   # small\n'
        "     # at first\n     flying ,vigilance\n\n\n     when this enters :\n            draw a card\n"
        'card "Reed Ox"\n cost {W}\n # its end\n#of both\n# and\ntoken Ox\n  type creature Ox\n  stats 1/1'
    )
    assert made(text) == (
        '#  a creature\n\ncard "Moss Ox"\n  cost {G}\n  type creature Ox\n  stats 2/2 # small\n'
        "  # at first\n  flying, vigilance\n\n  when this enters:\n    draw a card\n\n"
        'card "Reed Ox"\n  cost {W}\n  # its end\n\n#of both\n# and\ntoken Ox\n  type creature Ox\n  stats 1/1\n'
    )


def test_modes_and_what_goes_on_below_them() -> None:
    text = (
        'card "Fork"\n cost {R}\n type instant\n choose one\n    - this deals 2 damage to\n           any target\n'
        "    - Calm   =   you gain 2 life\n"
    )
    assert made(text) == (
        'card "Fork"\n  cost {R}\n  type instant\n  choose one\n    - this deals 2 damage to\n      any target\n'
        "    - Calm = you gain 2 life\n"
    )


def test_a_wide_clause_is_broken_at_a_sign_and_a_phrase_never() -> None:
    clause = "when this enters: " + ". ".join(["target creature gets +1/+1 until end of turn"] * 5)
    once = made(f'card "Long Ox"\n  cost {{G}}\n  type creature Ox\n  stats 2/2\n  {clause}\n')
    rows = once.split("\n")[4:-1]
    assert all(len(row) <= 120 for row in rows)
    assert [row[-1] for row in rows[:-1]] == ["."] * (len(rows) - 1)
    assert all(row.startswith("    ") for row in rows[1:])
    start = "{G}{G}{G}{G}{G}{G}{G}{G}{G}{G}, sacrifice a green creature: another target attacking green creature gets "
    for more in ("+1/+1", "+10/+10", "+100/+100"):
        clause = f"{start}{more} until end of turn"
        once = made(f'card "Long Ox"\n  cost {{G}}\n  type creature Ox\n  stats 2/2\n  {clause}\n')
        assert once.split("\n")[5] == "    until end of turn"


def test_the_words_of_a_name_and_of_a_comment_are_not_touched() -> None:
    text = 'card "Two  Spaces" #  so   be it\n  cost {G}\n  type creature Ox\n  stats 2/2\n'
    assert made(text) == text


def test_line_ends_of_another_system_stay() -> None:
    text = 'card "Moss Ox"\r\n   cost {G}\r\n   type creature Ox\r\n   stats 2/2\r\n'
    assert form.formatted(text) == text.replace("   ", "  ")


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "\ufeff# nothing\n\n\n"])
def test_a_script_of_nothing(text: str) -> None:
    assert form.formatted(text) in ("", "# nothing\n")


@pytest.mark.parametrize("text", ['card "X\n', "card\n", '  card "Ox"\n\tcost {G}\n', "nonsense\n", "\0"])
def test_what_has_errors_is_refused_with_them(text: str) -> None:
    with pytest.raises(ScriptError) as caught:
        form.formatted(text, "x.card")
    assert caught.value.diagnostics[0].file == "x.card"
