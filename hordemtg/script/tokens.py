"""Tokens: the words and signs of a script with their places."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Token:
    """One word or sign; `word` is its form in the grammar ("creature"), `text` what the script has ("creatures")."""

    type: str
    text: str
    line: int
    column: int
    word: str = ""

    @property
    def end(self) -> int:
        """The column after its last character."""
        return self.column + len(self.text)

    def become(self, type_: str, word: str = "") -> Token:
        return Token(type_, self.text, self.line, self.column, word or self.word or self.text)


@dataclass(frozen=True, slots=True)
class Line:
    """A logical line: its indentation and its tokens, continuation lines included."""

    indent: int
    tokens: tuple[Token, ...]

    @property
    def number(self) -> int:
        return self.tokens[0].line
