"""The Comprehensive Rules by number: the edition that every citation here means, and which numbers it has."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

EDITION: Final = "2025-02-07"
EDITION_IN_WORDS: Final = "7 February 2025"

_NUMBER: Final = re.compile(r"\d{3}(\.\d+[a-z]?)?")


@cache
def numbers() -> frozenset[str]:
    """All rule numbers of the edition: chapters, rules and subrules.

    The data has one line for each chapter: its number, then its rules, each
    with the letters of its subrules, as in ``104: 1 2abcd``.
    """
    found: set[str] = set()
    text = files("hordemtg.rules").joinpath("cr-numbers.txt").read_text(encoding="ascii")
    for line in text.splitlines():
        chapter, _, rest = line.partition(":")
        found.add(chapter)
        for entry in rest.split():
            rule = entry.rstrip("abcdefghijklmnopqrstuvwxyz")
            found.add(f"{chapter}.{rule}")
            found.update(f"{chapter}.{rule}{letter}" for letter in entry[len(rule) :])
    return frozenset(found)


def exists(number: str) -> bool:
    """Whether the edition has a rule of that number.

    >>> exists("704.5g"), exists("704"), exists("rule 704")
    (True, True, False)
    """
    return _NUMBER.fullmatch(number) is not None and number in numbers()
