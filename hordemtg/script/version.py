"""The version of the script language: the line `language 2`, and what scripts of older versions are told.

A script may say in its first line in which version of the language it is written.
One that says nothing is written in the current one. A newer version is refused with
the name of what reads it, an older one is brought up by `hordemtg fmt --upgrade`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hordemtg import __version__
from hordemtg.script.diagnostics import Diagnostic
from hordemtg.script.tokens import Line, Token
from hordemtg.script.tree import Node
from hordemtg.script.upgrades import CURRENT, older_form

WORD = "language"


def declared(tokens: Sequence[Token]) -> int | None:
    """The version that a script's first line declares; None when it declares none, or none that can be read."""
    if len(tokens) == 2 and _begins(tokens) and tokens[1].type == "NUMBER":
        return int(tokens[1].text)
    return None


def refusal(tokens: Sequence[Token], file: str) -> Diagnostic | None:
    """Why a script whose first line is this cannot be read, if it cannot."""
    if not _begins(tokens):
        return None
    version = declared(tokens)
    first, last = tokens[0], tokens[-1]
    if version is None:
        length = last.end - first.column if last.line == first.line else len(first.text)
        message = "after `language` stands the number of its version, and nothing else"
        return Diagnostic("error", message, file, first.line, first.column, length, f"such as `language {CURRENT}`")
    if version == CURRENT:
        return None
    what, help_ = f"there is no language {version}", f"the first is language 1, the current one language {CURRENT}"
    if version > CURRENT:
        what = f"this script is written in language {version}, which needs a newer hordemtg"
        help_ = f"this is hordemtg {__version__}, which reads language {CURRENT} and brings up older ones"
    elif version > 0:
        what = f"this script is written in language {version}; now it is language {CURRENT}"
        help_ = f"`hordemtg fmt --upgrade {file or 'FILE'}` brings it up"
    return Diagnostic("error", what, file, first.line, last.column, len(last.text), help_)


def misplaced(declarations: Sequence[Node], file: str) -> list[Diagnostic]:
    """The errors for every `language` line but the first line of a script."""
    message = "`language` stands in the first line of a script"
    return [
        Diagnostic("error", message, file, node.line, node.column, node.length)
        for node in declarations[1:]
        if node.kind == WORD
    ]


def explained(found: Sequence[Diagnostic], lines: Sequence[Line]) -> list[Diagnostic]:
    """The errors; one in a line that an older version of the language would have read says so instead."""
    by_row = {token.line: line for line in lines for token in line.tokens} if found else {}
    result: list[Diagnostic] = []
    for diagnostic in found:
        line = by_row.get(diagnostic.line)
        form = older_form(line.tokens) if line is not None else None
        if form is not None:
            version, what, at = form
            message = f"language {version} said it this way"
            help_ = f"{what}; `hordemtg fmt --upgrade` rewrites it"
            diagnostic = replace(
                diagnostic, message=message, help=help_, line=at.line, column=at.column, length=len(at.text),
                suggestion="", expected=(),
            )  # fmt: skip
        if diagnostic not in result:
            result.append(diagnostic)
    return result


def _begins(tokens: Sequence[Token]) -> bool:
    return tokens[0].type == "WORD" and tokens[0].text == WORD
