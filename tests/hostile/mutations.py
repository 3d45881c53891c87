"""Ways to spoil a text, each by chance from a seed."""

# ruff: noqa: E501

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

ODD = (
    "\0", "\t", "\r", "\r\n", "\ufeff", "\u2028", "\x85", "\x0b", "\u202e", "\ud800", "’", "−", "٣", "²", "①", "Ⅷ", "ß", "İ", "🧟",
    '"', "{", "}", "[", "]", "=", ":", ",", ".", "#", "-", "+", "/", "\\", "%s", "{0}", "__class__", "999999999999999999999999",
    "-1", "0", "1e9", "  ", "\n", "\n\n",
)  # fmt: skip


def flip(text: str, chance: random.Random) -> str:
    """A few characters become others."""
    letters = list(text)
    for _ in range(chance.randint(1, 4)):
        if letters:
            letters[chance.randrange(len(letters))] = chance.choice((*ODD, chr(chance.randrange(32, 127))))
    return "".join(letters)


def cut(text: str, chance: random.Random) -> str:
    """A stretch is missing."""
    start = chance.randrange(len(text) + 1)
    return text[:start] + text[start + chance.randint(1, 40) :]


def double(text: str, chance: random.Random) -> str:
    """A stretch stands twice, or more often."""
    start = chance.randrange(len(text) + 1)
    end = start + chance.randint(1, 60)
    return text[:start] + text[start:end] * chance.choice((2, 2, 3, 50)) + text[end:]


def truncate(text: str, chance: random.Random) -> str:
    """The end is missing."""
    return text[: chance.randrange(len(text) + 1)]


def indent(text: str, chance: random.Random) -> str:
    """Lines are indented in another way."""
    lines = text.split("\n")
    for _ in range(chance.randint(1, 3)):
        n = chance.randrange(len(lines))
        lines[n] = chance.choice(("", " ", "   ", "\t", " " * 9, " " * 300)) + lines[n].lstrip()
    return "\n".join(lines)


def shuffle(text: str, chance: random.Random) -> str:
    """Lines change places."""
    lines = text.split("\n")
    chance.shuffle(lines)
    return "\n".join(lines)


def swap_words(text: str, chance: random.Random) -> str:
    """Two words change places."""
    words = text.split(" ")
    a, b = chance.randrange(len(words)), chance.randrange(len(words))
    words[a], words[b] = words[b], words[a]
    return " ".join(words)


def numbers(text: str, chance: random.Random) -> str:
    """Digits become huge numbers."""
    digits = [i for i, c in enumerate(text) if c.isdigit()]
    if not digits:
        return text
    at = chance.choice(digits)
    return text[:at] + chance.choice(("0", "9999", "10000", "9" * 30, "9" * 5000, "007", "٣")) + text[at + 1 :]


MUTATIONS: tuple[Callable[[str, random.Random], str], ...] = (
    flip, cut, double, truncate, indent, shuffle, swap_words, numbers
)  # fmt: skip


def spoil(texts: Sequence[str], seed: int) -> str:
    """One of the texts, spoiled once, twice or three times."""
    chance = random.Random(seed)
    text = chance.choice(texts)
    for _ in range(chance.randint(1, 3)):
        text = chance.choice(MUTATIONS)(text, chance)
    return text
