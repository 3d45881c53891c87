"""A deck list as other programs hold it: counts, names, printings, sections."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

Section = Literal["main", "sideboard", "commander", "companion", "tokens", "maybeboard"]
SECTIONS: tuple[Section, ...] = ("commander", "companion", "main", "sideboard", "tokens", "maybeboard")

MAX_NAME = 200
SPLIT = re.compile(r"\s*//\s*|(?<=[^\W\d])/(?=[^\W\d])")


@dataclass(frozen=True, slots=True)
class Entry:
    """So many copies of a card; a printing and its finish if the list names them."""

    count: int
    name: str
    section: Section = "main"
    set_code: str = ""
    number: str = ""  # the collector number, not always a number
    foil: str = ""  # F foil, E etched
    art: str = ""  # which of several pictures, where a program counts them


@dataclass(frozen=True, slots=True)
class Listing:
    """A whole list, with its title if it has one."""

    title: str
    entries: tuple[Entry, ...]

    def of(self, section: Section) -> tuple[Entry, ...]:
        """The entries of one section, in order."""
        return tuple(entry for entry in self.entries if entry.section == section)

    def counts(self, section: Section) -> dict[str, int]:
        """How many of each name a section has, whatever the printing."""
        found: dict[str, int] = {}
        for entry in self.of(section):
            found[entry.name] = found.get(entry.name, 0) + entry.count
        return found


def plain_name(text: str) -> str:
    """A name as most programs spell it: NFC, straight apostrophes, single spaces, ` // ` between two names.

    Raises ValueError when it can be no name: empty, too long, or with control characters, those that change the
    direction of the text or are not seen among them.
    """
    name = unicodedata.normalize("NFC", text).translate({0x2019: "'", 0x2018: "'"})
    if any(unicodedata.category(character)[0] == "C" for character in name.replace("\t", " ")):
        raise ValueError("a name has no control characters")
    name = " ".join(SPLIT.sub(" // ", name).split())
    if not name:
        raise ValueError("the name is missing")
    if len(name) > MAX_NAME:
        raise ValueError(f"a name has at most {MAX_NAME} characters")
    return name


def folded(name: str) -> str:
    """A name for comparing: without case, accents and punctuation."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(character for character in letters if character.isalnum())
