"""Pieces of a text: the words of a clause on their way to print, and how they stand beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hordemtg.script.tokens import Token
from hordemtg.script.tree import Node

CLOSE_TO_THE_LEFT = frozenset({".", ",", ":", "_UNQUOTE", "POSS", "CLOSE_DASH"})
CLOSE_TO_THE_RIGHT = frozenset({"_QUOTE", "CLOSE_DASH"})


@dataclass(slots=True)
class Piece:
    """A word, phrase or sign: the token it comes from, what is printed for it, and whether with a capital letter."""

    token: Token
    text: str
    capital: bool = False

    @property
    def place(self) -> tuple[int, int]:
        return self.token.line, self.token.column

    @property
    def printed(self) -> str:
        return self.text[:1].upper() + self.text[1:] if self.capital else self.text


def made(text: str, beside: Piece, kind: str = "") -> Piece:
    """A piece that no word of the script stands for, at the place of another."""
    return Piece(Token(kind, text, beside.token.line, beside.token.column, text), text)


def joined(pieces: Sequence[Piece]) -> str:
    """The text of the pieces. Quotes inside quotes are single."""
    text = ""
    depth = 0
    close = True
    for piece in pieces:
        kind = piece.token.type
        if kind == "_QUOTE":
            depth += 1
        shown = piece.printed
        if kind in ("_QUOTE", "_UNQUOTE"):
            shown = '"' if depth % 2 else "'"
        if kind == "_UNQUOTE":
            depth -= 1
        contracted = shown.startswith("'") and kind not in ("_QUOTE", "_UNQUOTE")  # it's
        if not close and kind not in CLOSE_TO_THE_LEFT and not contracted and shown:
            text += " "
        text += shown
        if shown:
            close = kind in CLOSE_TO_THE_RIGHT
    return text


class Passage:
    """The pieces of one clause with its syntax tree: what the tree has at a place is found among the pieces."""

    def __init__(self, tree: Node, tokens: Sequence[Token]) -> None:
        self.tree = tree
        self.pieces = [Piece(token, token.text) for token in tokens]

    def begin(self, node: Node) -> int:
        """The index of the first piece of a node."""
        return self._from((node.line, node.column))

    def end(self, node: Node) -> int:
        """The index after the last piece of a node."""
        return self._from((node.end_line, node.end_column))

    def _from(self, place: tuple[int, int]) -> int:
        return next((i for i, piece in enumerate(self.pieces) if piece.place >= place), len(self.pieces))

    def word(self, index: int) -> str:
        """The word at an index in the grammar's form; nothing outside the clause."""
        return self.pieces[index].token.word if 0 <= index < len(self.pieces) else ""

    def kind(self, index: int) -> str:
        """The terminal at an index; nothing outside the clause."""
        return self.pieces[index].token.type if 0 <= index < len(self.pieces) else ""

    def sentence_end(self, index: int) -> int:
        """The index of the full stop or closing quote that ends the sentence around a piece, or after the last."""
        depth = 0
        for i in range(index, len(self.pieces)):
            kind = self.kind(i)
            if kind == "_QUOTE":
                depth += 1
            elif kind == "_UNQUOTE":
                if depth == 0:
                    return i
                depth -= 1
            elif kind == "." and depth == 0:
                return i
        return len(self.pieces)
