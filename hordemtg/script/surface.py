"""The surface of a script: its tokens as they are written, found by the place of a node of the tree."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from hordemtg.script import parser
from hordemtg.script.tokens import Token
from hordemtg.script.tree import Node


class Surface:
    """The tokens of one script in order."""

    def __init__(self, text: str) -> None:
        self._tokens = sorted(parser.surface(text), key=_place)
        self._places = [_place(token) for token in self._tokens]

    def under(self, node: Node) -> Iterable[Token]:
        """The tokens that a node of the same script covers, those that the tree leaves out among them."""
        begin = bisect_left(self._places, (node.line, node.column))
        end = bisect_left(self._places, (node.end_line, node.end_column))
        return self._tokens[begin:end]


def _place(token: Token) -> tuple[int, int]:
    return token.line, token.column
