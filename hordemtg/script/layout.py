"""Layout: lines, indentation and continuation lines of a script.

In a declaration of cards, rules and directives a line that is indented deeper
than the clauses continues the clause above, unless it begins with a bullet. In a
scenario every deeper line opens a block, and a line goes on after a comma.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hordemtg.script import limits
from hordemtg.script.diagnostics import Diagnostic
from hordemtg.script.tokens import Line, Token

FLAT = frozenset({"card", "token", "keyword", "emblem", "errata", "ruleset", "directive"})
NESTED = frozenset({"scenario"})

Report = Callable[[Diagnostic], None]


def logical_lines(lines: Sequence[Line]) -> list[Line]:
    """Join continuation lines to the line they continue."""
    result: list[Line] = []
    flat_from: int | None = None  # the indentation of the declaration whose clauses do not nest
    clause: int | None = None
    bullet: int | None = None
    for line in lines:
        first = line.tokens[0]
        if flat_from is not None and line.indent <= flat_from:
            flat_from = clause = bullet = None
        if flat_from is None:
            if _continues(result, line):
                result[-1] = Line(result[-1].indent, result[-1].tokens + line.tokens)
                continue
            result.append(line)
            if first.text in FLAT and first.type == "WORD":
                flat_from, clause, bullet = line.indent, None, None
            continue
        if clause is None or line.indent <= clause:
            clause, bullet = (line.indent if clause is None else clause), None
            result.append(line)
        elif first.type == "BULLET" and (bullet is None or line.indent <= bullet):
            bullet = line.indent
            result.append(line)
        else:
            result[-1] = Line(result[-1].indent, result[-1].tokens + line.tokens)
    return result


def _continues(result: Sequence[Line], line: Line) -> bool:
    """In a scenario, whether the line above ended in a comma and this one is indented deeper."""
    return bool(result) and result[-1].tokens[-1].text == "," and line.indent > result[-1].indent


def with_indentation(lines: Sequence[Line], report: Report, file: str) -> Iterator[tuple[int, Line]]:
    """Each line with its depth. Reports a line whose indentation fits none above, and takes it for the outer one."""
    levels = [0]
    for line in lines:
        first = line.tokens[0]
        if line.indent > levels[-1]:
            if len(levels) > limits.MAX_DEPTH:
                report(_at(first, file, f"blocks are nested deeper than {limits.MAX_DEPTH}", ""))
            levels.append(line.indent)
        else:
            while line.indent < levels[-1]:
                levels.pop()
            if line.indent != levels[-1]:
                report(_at(first, file, "this indentation fits no line above", f"indent by {levels[-1]} spaces"))
        yield len(levels) - 1, line


def _at(token: Token, file: str, message: str, help_: str) -> Diagnostic:
    return Diagnostic("error", message, file, token.line, token.column, len(token.text), help_)
