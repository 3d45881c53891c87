"""Word by word: what two texts have that the other has not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

MOST_WORDS = 300  # of longer texts the rest is one piece
Side = Literal["both", "printed", "script"]


@dataclass(frozen=True, slots=True)
class Run:
    """Words that stand in both texts, only in the printed one, or only in the script's."""

    side: Side
    text: str


def runs(printed: str, script: str) -> tuple[Run, ...]:
    """The two texts as runs of words in order.

    >>> [(run.side, run.text) for run in runs("Draw two cards.", "Draw three cards.")]
    [('both', 'Draw'), ('printed', 'two'), ('script', 'three'), ('both', 'cards.')]
    """
    return tuple(_runs(_words(printed), _words(script)))


def _words(text: str) -> list[str]:
    """The words with the signs behind them as they stand."""
    parts = text.split(" ", MOST_WORDS) if text else []
    return [part for part in parts if part]


def _runs(printed: list[str], script: list[str]) -> Iterator[Run]:
    for kind, a, b, c, d in SequenceMatcher(None, printed, script, autojunk=False).get_opcodes():
        if kind == "equal":
            yield Run("both", " ".join(printed[a:b]))
            continue
        if b > a:
            yield Run("printed", " ".join(printed[a:b]))
        if d > c:
            yield Run("script", " ".join(script[c:d]))


def marked(found: tuple[Run, ...]) -> str:
    """The runs as a line of text: [-only printed-] {+only in the script+}."""
    shown = {"both": "{}", "printed": "[-{}-]", "script": "{{+{}+}}"}
    return " ".join(shown[run.side].format(run.text) for run in found)
