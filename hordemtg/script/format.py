"""The one form of a script: two spaces to indent, one between words, one blank line between declarations.

Only blanks and line breaks change. Comments stay, and so does every word: what
comes out is read again, and if it were anything but the same words in the same
blocks, nothing would come out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hordemtg.script import layout, limits, parser, upgrades, version, words
from hordemtg.script.diagnostics import Diagnostic, ScriptError
from hordemtg.script.tokens import Line, Token

WIDTH = 120
INDENT = 2
NO_SPACE_BEFORE = frozenset(".,:")
GOOD_BREAKS = frozenset(".,:")
GOOD_BREAK_FROM = 72  # a line rather ends behind a sign from this column on than at the margin


@dataclass(slots=True)
class _Piece:
    """A row of the script: words with the comment behind them, or a comment alone."""

    tokens: tuple[Token, ...] = ()
    comment: str = ""


@dataclass(slots=True)
class _Item:
    """A clause with its continuation lines, or a comment between clauses."""

    depth: int
    pieces: list[_Piece] = field(default_factory=list)
    scene: bool = False  # a line goes on behind a comma only
    header: bool = False  # a line that cannot go on
    blank_before: bool = False
    opened: bool = False  # the first below the line that opens its block
    starts: frozenset[tuple[int, int]] = frozenset()  # where words and phrases of the language begin

    @property
    def is_comment(self) -> bool:
        return not any(piece.tokens for piece in self.pieces)


def formatted(text: str, file: str = "") -> str:
    """The script in its one form; the form of that is the same.

    Raises ScriptError when the script has errors: what cannot be read is not rewritten.
    """
    found = parser.parse(text, file).diagnostics
    if found:
        raise ScriptError(found)
    whole, text = text, text.removeprefix("\ufeff")
    ends = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    made = "".join(f"{row}{ends}" for row in _rows(_items(text)))
    if made == whole:
        return whole
    if tagged(made) != tagged(text) or comments(made) != comments(text) or parser.parse(made, file).diagnostics:
        message = "this script cannot be formatted without changing what it says; it is left as it is"
        raise ScriptError([Diagnostic("error", message, file, help="please report it together with the script")])
    return made


def upgraded(text: str, file: str = "") -> str:
    """The script in the current version of the language; the text itself when it is already.

    A script that declares no version, or the current one, and cannot be read is taken for one of
    the newest older version in which it can: old lines are copied into new scripts. Raises
    ScriptError when there is none.
    """
    reading = parser.Reading(file)
    lines = layout.logical_lines(reading.lines(text)) if len(text) <= limits.MAX_BYTES else []
    declared = version.declared(lines[0].tokens) if lines else None
    found = parser.parse(text, file).diagnostics
    if not found:
        return text
    if declared is not None and not 0 < declared <= upgrades.CURRENT:
        raise ScriptError(found)
    older = declared is not None and declared < upgrades.CURRENT
    candidates = [declared] if declared is not None and older else sorted(upgrades.UPGRADES, reverse=True)
    for old in candidates:
        made = _brought_up(text, old)
        problems = parser.parse(made, file).diagnostics
        if not problems:
            return made
        if older:
            raise ScriptError(problems)
    raise ScriptError(found)


def _brought_up(text: str, old: int) -> str:
    """The text of an old version, step by step in the words of the current one."""
    text = text.removeprefix("\ufeff")
    for step in range(old, upgrades.CURRENT):
        lines = layout.logical_lines(parser.Reading("").lines(text))
        edits = upgrades.edits_from(step, [line.tokens for line in lines])
        if lines and version.declared(lines[0].tokens) is not None:
            number = lines[0].tokens[1]
            edits.append(upgrades.Edit(number.line, number.column, len(number.text), str(step + 1)))
        text = upgrades.edited(text, edits)
    return text


# ---------------------------------------------------------------- what must not change


def tagged(text: str) -> list[tuple[int, str, str, str]]:
    """Every word of a script as the grammar gets it: its depth, terminal, form, and what is written."""
    reading = parser.Reading("")
    builder = parser.Builder(reading, layout.logical_lines(reading.lines(text)))
    return [
        (level, token.type, token.word, token.text if token.type == "STRING" else " ".join(token.text.split()))
        for index, (level, line) in enumerate(builder.lines)
        for token in builder.tokens(index, line) or ()
    ]


def comments(text: str) -> list[str]:
    """The comments of a script, in order."""
    by_row = {line.number: line for line in parser.Reading("").lines(text)}
    found = (_comment(row, by_row.get(number)) for number, row in enumerate(text.split("\n"), start=1))
    return [comment for comment in found if comment]


def _comment(row: str, line: Line | None) -> str:
    """The comment of a row, behind its last word."""
    return (row[line.tokens[-1].end - 1 :] if line is not None else row).strip()


# ---------------------------------------------------------------- reading


def _items(text: str) -> list[_Item]:
    """The clauses and comments of a script in their order, each with its depth."""
    reading = parser.Reading("")
    physical = {line.number: line for line in reading.lines(text)}
    rows = text.split("\n")
    logical = list(layout.with_indentation(layout.logical_lines(list(physical.values())), lambda _: None, ""))
    result: list[_Item] = []
    waiting: list[tuple[str, int, bool]] = []  # text, column, whether a blank row stands before
    levels: list[int] = []
    next_row, flat = 1, None
    for depth, line in logical:
        first, last = line.number, line.tokens[-1].line
        waiting, blank = _between(rows, next_row, first)
        result.extend(_comment_items(waiting, levels, depth))
        flat = None if flat is not None and depth <= flat else flat
        header = flat is None and line.tokens[0].type == "WORD" and line.tokens[0].text in layout.FLAT
        item = _Item(depth, _pieces(rows, first, last, physical), flat is None, header, blank)
        item.starts = frozenset((t.line, t.column) for t in words.tag(line.tokens, parser.vocabulary()))
        item.opened = depth > len(levels) - 1 and bool(result) and not waiting
        result.append(item)
        flat = depth if header else flat
        levels = [*levels[:depth], *[line.indent] * (depth + 1 - len(levels[:depth]))]
        next_row = last + 1
    waiting, _ = _between(rows, next_row, len(rows) + 1)
    result.extend(_comment_items(waiting, levels, 0))
    return result


def _between(rows: Sequence[str], start: int, stop: int) -> tuple[list[tuple[str, int, bool]], bool]:
    """The comments of these rows, and whether the last of them is blank."""
    found, blank = [], False
    for row in rows[start - 1 : stop - 1]:
        text = row.strip()
        if text:
            found.append((text, len(row) - len(row.lstrip()), blank))
        blank = not text
    return found, blank


def _comment_items(waiting: Sequence[tuple[str, int, bool]], levels: Sequence[int], following: int) -> Iterator[_Item]:
    """Comments belong to the line below, or, when indented as deep, to the block above."""
    for comment, column, blank in waiting:
        above = max((depth for depth, indent in enumerate(levels) if indent <= column), default=0)
        depth = following if following >= len(levels) else max(following, above)
        yield _Item(depth, [_Piece(comment=comment)], blank_before=blank)


def _pieces(rows: Sequence[str], first: int, last: int, physical: dict[int, Line]) -> list[_Piece]:
    pieces = []
    for number in range(first, last + 1):
        line = physical.get(number)
        comment = _comment(rows[number - 1], line)
        if line is not None or comment:
            pieces.append(_Piece(line.tokens if line is not None else (), comment))
    return pieces


# ---------------------------------------------------------------- writing


def _rows(items: Sequence[_Item]) -> Iterator[str]:
    before: _Item | None = None
    for item in items:
        if before is not None and _blank(before, item):
            yield ""
        yield from _written(item)
        before = item


def _blank(before: _Item, item: _Item) -> bool:
    """Whether a blank line stands between the two."""
    if item.opened:
        return False
    if item.depth == 0 and not (before.is_comment and before.depth == 0):
        return True
    return item.blank_before and not (before.header and item.depth > before.depth)


def _written(item: _Item) -> Iterator[str]:
    indent = " " * (INDENT * item.depth)
    deeper = indent + " " * (INDENT * 2 if item.scene else INDENT)
    for number, piece in enumerate(_broken(item)):
        said = _joined(piece.tokens)
        comment = f" {piece.comment}" if said and piece.comment else piece.comment
        yield f"{deeper if number else indent}{said}{comment}"


def _broken(item: _Item) -> list[_Piece]:
    """The pieces as the author has them, or, when one is too wide, filled anew."""
    start = INDENT * item.depth
    deeper = start + INDENT * (2 if item.scene else 1)
    wide = [(deeper if number else start) + len(_joined(p.tokens)) > WIDTH for number, p in enumerate(item.pieces)]
    if item.header or not any(wide):
        return item.pieces
    if not any(piece.comment for piece in item.pieces[:-1]):
        whole = tuple(token for piece in item.pieces for token in piece.tokens)
        return _filled(_Piece(whole, item.pieces[-1].comment), start, deeper, item)
    result: list[_Piece] = []
    for number, piece in enumerate(item.pieces):
        result.extend(_filled(piece, deeper if number else start, deeper, item))
    return result


def _filled(piece: _Piece, start: int, deeper: int, item: _Item) -> list[_Piece]:
    """The words in rows no wider than the margin, as far as they may be broken; the comment behind the last."""
    rows: list[tuple[Token, ...]] = []
    rest = piece.tokens
    while rest:
        column = deeper if rows else start
        end = _break(rest, WIDTH - column, GOOD_BREAK_FROM - column, item)
        rows.append(rest[:end])
        rest = rest[end:]
    made = [_Piece(row) for row in rows] or [_Piece()]
    made[-1].comment = piece.comment
    return made


def _break(tokens: Sequence[Token], room: int, good_from: int, item: _Item) -> int:
    """How many of the words stand in this row: behind a sign if that is far enough right, else as many as fit."""
    if len(_joined(tokens)) <= room:
        return len(tokens)
    fits = good = first = 0
    width = 0
    for index, token in enumerate(tokens):
        width += len(token.text) + (1 if index and token.text not in NO_SPACE_BEFORE else 0)
        if index + 1 == len(tokens) or not _may_break(token, tokens[index + 1], item):
            continue
        first = first or index + 1
        if width > room:
            break
        fits = index + 1
        if token.text in GOOD_BREAKS and width >= good_from:
            good = index + 1
    return good or fits or first or len(tokens)


def _may_break(token: Token, following: Token, item: _Item) -> bool:
    """Whether a row may end between the two, and the next be read as its continuation; phrases stay whole."""
    if item.scene:
        return token.text == ","
    if (following.line, following.column) not in item.starts:
        return False
    return following.type != "BULLET" and following.text not in NO_SPACE_BEFORE


def _joined(tokens: Sequence[Token]) -> str:
    """The words with one space between them, and none before a full stop, comma or colon."""
    text = ""
    for token in tokens:
        text += token.text if not text or token.text in NO_SPACE_BEFORE else f" {token.text}"
    return text
