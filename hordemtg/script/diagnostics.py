"""What is wrong with a script: messages as values, and their form for readers and programs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal

WIDEST, CUT = 160, "..."  # what is shown of a line

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that is wrong: what, where, how to go on."""

    severity: Severity
    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    length: int = 1
    help: str = ""
    expected: tuple[str, ...] = ()
    suggestion: str = ""

    def to_json(self) -> dict[str, Any]:
        """The diagnostic as plain data for programs."""
        return {
            "severity": self.severity,
            "message": self.message,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "length": self.length,
            "help": self.help,
            "expected": list(self.expected),
            "suggestion": self.suggestion,
        }

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else f"{self.file}: " if self.file else ""
        tail = f" (did you mean `{self.suggestion}`?)" if self.suggestion else ""
        return f"{place}{self.severity}: {self.message}{tail}"


class ScriptError(Exception):
    """A script, manifest or deck cannot be used; `diagnostics` says why."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(str(diagnostic) for diagnostic in self.diagnostics))


def unreadable(error: OSError | UnicodeDecodeError, file: str) -> Diagnostic:
    """A file that cannot be read as text."""
    if isinstance(error, UnicodeDecodeError):
        line = error.object.count(b"\n", 0, error.start) + 1
        message = f"this file is not text in UTF-8: it holds the byte {error.object[error.start]:#04x}"
        return Diagnostic("error", message, file, line, help="editors can save it in the encoding UTF-8")
    return Diagnostic("error", f"this file cannot be read: {(error.strerror or str(error)).lower()}", file)


def render(diagnostic: Diagnostic, source_text: str | None = None) -> str:
    """The diagnostic for a reader: the line, the words marked, and what to do.

    >>> problem = Diagnostic("error", "unknown word `creat`", "a.card", 2, 3, 5, suggestion="create")
    >>> print(render(problem, "card\\n  creat"))
    error: unknown word `creat`
      --> a.card:2:3
      |
    2 |   creat
      |   ^^^^^ did you mean `create`?
    """
    lines = [f"{diagnostic.severity}: {diagnostic.message}"]
    gutter = " " * len(str(diagnostic.line or 1))
    if diagnostic.line:
        column = diagnostic.column
        lines.append(f"{gutter} --> {diagnostic.file}:{diagnostic.line}{f':{column}' if column else ''}")
    elif diagnostic.file:
        lines.append(f"{gutter} --> {diagnostic.file}")
    texts = source_text.split("\n") if source_text is not None else []
    if 0 < diagnostic.line <= len(texts):
        shown = texts[diagnostic.line - 1].removesuffix("\r").replace("\t", " ")
        mark = "^" * max(1, min(diagnostic.length, max(1, len(shown) - diagnostic.column + 1)))
        column = diagnostic.column
        if len(shown) > WIDEST:
            shown, column = _part(shown, column)
        hint = f" did you mean `{diagnostic.suggestion}`?" if diagnostic.suggestion else ""
        lines.append(f"{gutter} |")
        lines.append(f"{diagnostic.line} | {shown}")
        lines.append(f"{gutter} | {' ' * (column - 1)}{mark[:WIDEST]}{hint}")
    elif diagnostic.suggestion:
        lines.append(f"{gutter} = did you mean `{diagnostic.suggestion}`?")
    if diagnostic.expected:
        lines.append(f"{gutter} = help: it can be: {_list(diagnostic.expected)}.")
    if diagnostic.help:
        lines.append(f"{gutter} = help: {diagnostic.help}")
    return "\n".join(lines)


def _part(line: str, column: int) -> tuple[str, int]:
    """As much of a long line as can be shown, with the column in it, and which that is there."""
    start = max(0, min(column - WIDEST // 2, len(line) - WIDEST)) if column > WIDEST - len(CUT) else 0
    shown = line[start : start + WIDEST]
    if start:
        shown = CUT + shown[len(CUT) :]
    if start + WIDEST < len(line):
        shown = shown[: -len(CUT)] + CUT
    return shown, column - start


def _list(words: tuple[str, ...]) -> str:
    shown = ", ".join(words[:12])
    return shown if len(words) <= 12 else f"{shown}, and {len(words) - 12} more"


def nearest(word: str, legal: Iterable[str]) -> str:
    """The legal word nearest to this one, or nothing when none is near."""
    candidates = sorted(set(legal))
    for i in range(len(word) - 1):
        swapped = word[:i] + word[i + 1] + word[i] + word[i + 2 :]  # two letters changed places: the commonest slip
        if swapped != word and swapped in candidates:
            return swapped
    if word.endswith("s"):
        candidates = sorted({*candidates, *(f"{candidate}s" for candidate in candidates)})
    found = get_close_matches(word, candidates, n=1, cutoff=0.7)
    if not found:
        lowered = {candidate.lower(): candidate for candidate in candidates}
        found = [lowered[near] for near in get_close_matches(word.lower(), sorted(lowered), n=1, cutoff=0.7)]
    if found and found[0] == word:
        found = [word[:-1]] if word.endswith("s") and word[:-1] in candidates else []
    return found[0] if found else ""


FEW = 20  # so many names are all listed
NEAR = 5  # of more, so many that are near


def nearest_names(name: str, known: Iterable[str]) -> list[str]:
    """The names nearest to this one, the nearest first: those spelled alike, then those with a word of it in them."""
    folded: dict[str, str] = {}
    for each in sorted(set(known)):
        folded.setdefault(each.casefold(), each)
    sought = name.casefold()
    close = get_close_matches(sought, list(folded), n=NEAR, cutoff=0.6)
    words = [word for word in sought.split() if len(word) > 2]
    sharing = sorted(
        (each for each in folded if any(word in each for word in words)),
        key=lambda each: (-sum(word in each for word in words), len(each), each),
    )
    return [folded[each] for each in dict.fromkeys([*close, *sharing])][:NEAR]


def near_names(name: str, known: Iterable[str]) -> str:
    """The help that lists the nearest names, or nothing when none is near."""
    near = nearest_names(name, known)
    return f"the nearest: {', '.join(near)}" if near else ""


def unknown_name(what: str, name: str, known: Iterable[str]) -> ScriptError:
    """The error for a name that nothing has: with all names when they are few, with the nearest when they are many."""
    names = sorted(set(known))
    near = nearest_names(name, names)
    suggestion = nearest(name, names) or (near[0] if near and near[0] != name else "")
    help_ = near_names(name, names)
    if len(names) <= FEW:
        help_ = f"known: {', '.join(names)}" if names else f"there is no {what} here"
    return ScriptError([Diagnostic("error", f"unknown {what} `{name}`", help=help_, suggestion=suggestion)])
