"""From each version of the script language to the next: what a line said, and how it says it now.

An upgrade looks at the words of one line and gives edits of the text, so that
comments and whatever it does not speak of stay as the author wrote them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hordemtg.script.tokens import Token

CURRENT = 2


@dataclass(frozen=True, slots=True)
class Edit:
    """At this place of the script so many characters become this text."""

    line: int
    column: int
    length: int
    text: str


@dataclass(frozen=True, slots=True)
class Upgrade:
    """One change of the language: what it is, and the edits that bring a line up. None where the old form is not."""

    what: str
    edits: Callable[[Sequence[Token]], list[Edit]]


def _find(tokens: Sequence[Token], phrase: str) -> int | None:
    """Where these words stand one after the other."""
    words = phrase.split()
    texts = [token.text if token.type == "WORD" else "" for token in tokens]
    found = (index for index in range(len(texts) - len(words) + 1) if texts[index : index + len(words)] == words)
    return next(found, None)


def _doomed_then_ability(tokens: Sequence[Token]) -> list[Edit]:
    """`sacrifice to an ability each doomed Goblin` becomes `sacrifice each doomed Goblin to an ability`."""
    start = _find(tokens, "sacrifice to an ability each doomed")
    if start is None or start + 6 >= len(tokens):
        return []
    moved = tokens[start + 1 : start + 4]
    end = next((index for index in range(start + 6, len(tokens)) if tokens[index].text == "unless"), len(tokens))
    last = tokens[end - 1]
    gone = [Edit(token.line, token.column, len(token.text), "") for token in moved]
    return [*gone, Edit(last.line, last.end, 0, " to an ability")]


# by the version they bring up
UPGRADES: dict[int, tuple[Upgrade, ...]] = {
    1: (
        Upgrade(
            "`sacrifice to an ability each doomed Goblin` is `sacrifice each doomed Goblin to an ability`",
            _doomed_then_ability,
        ),
    ),
}


def older_form(tokens: Sequence[Token]) -> tuple[int, str, Token] | None:
    """The version in which this line was right, what has changed, and the first word to change."""
    for version, upgrades in UPGRADES.items():
        for upgrade in upgrades:
            edits = upgrade.edits(tokens)
            if edits:
                at = min((edit.line, edit.column) for edit in edits)
                token = next((token for token in tokens if (token.line, token.column) == at), tokens[0])
                return version, upgrade.what, token
    return None


def edits_from(version: int, lines: Sequence[Sequence[Token]]) -> list[Edit]:
    """What brings these lines from that version to the next."""
    return [edit for upgrade in UPGRADES[version] for tokens in lines for edit in upgrade.edits(tokens)]


def edited(text: str, edits: Sequence[Edit]) -> str:
    """The text with the edits made, the last one first."""
    rows = text.split("\n")
    for edit in sorted(edits, key=lambda each: (each.line, each.column), reverse=True):
        row = rows[edit.line - 1]
        start = edit.column - 1
        rows[edit.line - 1] = row[:start] + edit.text + row[start + edit.length :]
    return "\n".join(rows)
