"""What may stand at a place of a script: for editors that complete words while they are typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hordemtg.script import layout, limits, parser, scenes
from hordemtg.script.tokens import Line, Token

STAND_IN = "zz"  # stands at the place while the text before it is read
LONGEST_PHRASE = 12
JOINTS = {
    "AND": ("AND", "AND_A", "AND_N"),
    "OR": ("OR", "OR_A", "OR_N", "OR_MAY"),
    "COMMA": ("COMMA", "COMMA_A", "COMMA_N"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A word or phrase that may stand here, its terminal, and the column of its first word."""

    phrase: str
    terminal: str
    column: int


@dataclass(frozen=True, slots=True)
class Expected:
    """What may stand at a place.

    `terminals` may follow the finished words; `choices` are the words and phrases of the language among them, those
    included that are half written. `before` are the finished words of the line. A place inside an open quotation
    mark has `quoted` and `column` behind the mark.
    """

    terminals: frozenset[str]
    choices: tuple[Choice, ...]
    before: tuple[Token, ...]
    typed: str
    column: int
    declaration: Line | None
    aliases: frozenset[str]
    quoted: bool = False


NOTHING = Expected(frozenset(), (), (), "", 1, None, frozenset())


def expected(text: str, line: int, column: int) -> Expected:
    """What may stand at that line and column, both from 1; nothing in a comment or beyond a limit of scripts."""
    rows = text.split("\n")[: max(0, line)]
    if not 0 < line <= len(rows) or column < 1 or line > limits.MAX_LINES or sum(map(len, rows)) > limits.MAX_BYTES:
        return NOTHING
    head = rows[-1].removesuffix("\r")[: column - 1]
    mark = _open_quote(head)
    if mark is None:
        return NOTHING
    if mark < 0:
        typed = _typed(head)
        return _at(rows, head[: len(head) - len(typed)], typed, None)
    inside = head[mark + 1 :]
    if inside[:1].islower() or inside[:1] == "{":
        typed = _typed(inside)
        return _at(rows, head[:mark], typed, (mark, inside[: len(inside) - len(typed)]))
    found = _at(rows, head[:mark], "", None)
    return Expected(
        found.terminals, (), found.before, inside, mark + 2, found.declaration, found.aliases, quoted=True
    )  # fmt: skip


def _open_quote(head: str) -> int | None:
    """Where a quotation mark is open at the end of this; -1 where none is, None in a comment."""
    mark = -1
    for index, character in enumerate(head):
        if character == '"':
            mark = -1 if mark >= 0 else index
        elif character == "#" and mark < 0:
            return None
    return mark


def _typed(head: str) -> str:
    """The word that is half written at the end."""
    start = len(head)
    while start and (head[start - 1].isalnum() or head[start - 1] in "'’-"):
        start -= 1
    return head[start:]


def _at(rows: Sequence[str], head: str, typed: str, ability: tuple[int, str] | None) -> Expected:
    """What may follow this beginning of the last row, and, in an ability in quotes, what stands before there."""
    reading = parser.Reading("")
    lines = layout.logical_lines(reading.lines("\n".join([*rows[:-1], f"{head}{STAND_IN}"])))
    builder = parser.Builder(reading, lines)
    index = len(builder.lines) - 1
    start = max((at for at in range(index + 1) if builder.lines[at][0] == 0), default=index)
    raw = builder.lines[index][1].tokens[:-1]
    aliases = builder.aliases.get(index)
    inner: tuple[Token, ...] = ()
    if ability is not None:
        mark, inside = ability
        said = reading.lines(" " * (mark + 1) + inside)  # no line at all when a sign is half written
        inner = tuple(Token(t.type, t.text, len(rows), t.column, t.word) for each in said for t in each.tokens)
    whole = [*raw, *inner] if ability is not None else list(raw)
    reach = _reach(inner if ability is not None else raw, len(rows))
    beginnings = [_beginning(reading, raw, inner, ability, k, aliases) for k in range(reach + 1)]
    candidates = [variant for beginning in beginnings for variant in _variants(beginning)]
    accepted = iter(builder.accepted_before(start, index, candidates))
    sets = [set[str]().union(*(next(accepted) for _ in _variants(beginning))) for beginning in beginnings]
    column = len(head) + 1 if ability is None else ability[0] + 2 + len(ability[1])
    declaration = builder.lines[start][1] if start < index else None
    return Expected(
        frozenset(sets[0]), tuple(_choices(whole, sets, column)), tuple(beginnings[0]), typed, column, declaration,
        aliases or frozenset(),
    )  # fmt: skip


def _reach(tokens: Sequence[Token], row: int) -> int:
    """How many of the last words may be the beginning of a phrase: those of this row."""
    count = 0
    for token in reversed(tokens):
        if token.type not in ("WORD", "NAME") or token.line != row or count == LONGEST_PHRASE:
            break
        count += 1
    return count


def _beginning(
    reading: parser.Reading,
    raw: tuple[Token, ...],
    inner: tuple[Token, ...],
    ability: tuple[int, str] | None,
    left_out: int,
    aliases: frozenset[str] | None,
) -> list[Token]:
    """The line's words for the grammar, without so many of the last."""
    if ability is not None:
        mark = Token("_QUOTE", '"', raw[-1].line if raw else 1, ability[0] + 1, "_QUOTE")
        said = inner[: len(inner) - left_out]
        return [*reading.prepare(raw), mark, *(reading.prepare(said, 1) if said else ())] if raw else []
    kept = raw[: len(raw) - left_out]
    if not kept:
        return []
    if aliases is not None:
        return scenes.prepare(kept, aliases, parser.vocabulary())
    return reading.prepare(kept)


def _variants(tokens: list[Token]) -> list[list[Token]]:
    """What a joint joins is decided by what comes behind it: at the end it may be any of its kind."""
    if not tokens:
        return [tokens]
    last = tokens[-1]
    kinds = JOINTS.get(last.type.split("_")[0], ())
    return [[*tokens[:-1], last.become(kind, last.word)] for kind in kinds] or [tokens]


def _choices(tokens: Sequence[Token], sets: Sequence[set[str]], column: int) -> list[Choice]:
    """The words and phrases that may stand here, those first whose beginning is written."""
    vocabulary = parser.vocabulary()
    found: dict[str, Choice] = {}
    for k in range(len(sets) - 1, -1, -1):
        begun = tokens[len(tokens) - k :]
        at = begun[0].column if begun else column
        for terminal in sorted(sets[k]):
            for phrase in vocabulary.words_of.get(terminal, ()):
                words = phrase.replace(",", " ,").split()
                if len(words) > k and all(_same(token, word) for token, word in zip(begun, words, strict=False)):
                    found.setdefault(phrase, Choice(phrase, terminal, at))
    return list(found.values())


def _same(token: Token, word: str) -> bool:
    vocabulary = parser.vocabulary()
    return token.text == word or vocabulary.base(token.text) == vocabulary.base(word)
