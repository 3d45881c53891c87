"""The lines of scenarios: sides, aliases, and commas that only separate."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hordemtg.script import words
from hordemtg.script.tokens import Line, Token

SIDES = frozenset({"A", "B", "Survivor", "Horde"})
NESTED = frozenset({"card", "token", "keyword", "emblem", "errata"})
LINE_WORDS = frozenset(
    "plain horde ruleset seed preparation stage start library turn at attack resolve call expect coin chance asks "
    "nobody exactly stack step no the".split()
)
SIGNS = {",": "SEP", "and": "AND_N", "or": "OR_N", "then": "THEN"}


def aliases_of_lines(lines: Sequence[tuple[int, Line]]) -> dict[int, frozenset[str]]:
    """For each line of a scenario that is not of a card inside it, the aliases of that scenario."""
    result: dict[int, frozenset[str]] = {}
    start = 0
    while start < len(lines):
        stop = start + 1
        while stop < len(lines) and lines[stop][0] > 0:
            stop += 1
        if lines[start][1].tokens[0].text == "scenario":
            own = _own_lines(lines, start, stop)
            aliases = frozenset(name for index in own for name in _named(lines[index][1].tokens))
            result.update(dict.fromkeys(own, aliases))
        start = stop
    return result


def _own_lines(lines: Sequence[tuple[int, Line]], start: int, stop: int) -> list[int]:
    own = []
    nested: int | None = None
    for index in range(start, stop):
        level, line = lines[index]
        if nested is not None and level <= nested:
            nested = None
        first = line.tokens[0]
        if nested is None and index > start and first.type == "WORD" and first.text in NESTED:
            nested = level
        if nested is None:
            own.append(index)
    return own


def _named(tokens: Sequence[Token]) -> list[str]:
    found = [after.text for token, after in pairwise(tokens) if token.text == "as" and after.type == "WORD"]
    if tokens[0].text == "call" and tokens[-1].type == "WORD":
        found.append(tokens[-1].text)
    return found


def prepare(tokens: Sequence[Token], aliases: frozenset[str], vocabulary: words.Vocabulary) -> list[Token]:
    """The tokens of a scenario's line as the grammar wants them."""
    marked = [_alias(tokens, index, aliases) for index in range(len(tokens))]
    result = []
    for token in words.tag(marked, vocabulary):
        if token.type == "NAME" and token.text in SIDES:
            result.append(token.become("SIDE"))
        elif token.type != "STRING" and token.word in SIGNS:
            result.append(token.become(SIGNS[token.word]))
        else:
            result.append(token)
    return result


def _alias(tokens: Sequence[Token], index: int, aliases: frozenset[str]) -> Token:
    token = tokens[index]
    possessive = token.text.endswith(("'s", "’s"))
    if token.type != "WORD" or token.text not in aliases or possessive:
        return token
    if index == 0 and token.text in LINE_WORDS:
        return token
    before = tokens[index - 1].text if index else ""
    if token.text == "top" and before == "library":
        return token
    return token.become("ALIAS", token.text)
