"""Names in the manifest of a Horde and in a deck list, by their place."""

from __future__ import annotations

import re
from dataclasses import dataclass

TOP = re.compile(r"([a-z][a-z -]*):\s*(.*)")
ITEM = re.compile(r"(\s*- +)(.*?)\s*(?:#.*)?")
ENTRY = re.compile(r"(\s+)([^:#]+?)\s*:(.*)")
VALUE = re.compile(r"([^:]*:\s+)(.*?)\s*(?:#.*)?")
DECK_LINE = re.compile(r"(\s*\d+x?\s+)(.*?)\s*(?:#.*)?")

LISTS = {
    "errata": ("errata",), "directives": ("directive",), "horde emblems": ("emblem",), "survivor emblems": ("emblem",),
}  # fmt: skip
MAPPINGS = {"lists": ("card", "token"), "stand-ins": ("token", "card")}
VALUES = {"ruleset": ("ruleset",), "based on": ()}
WORDS_OF_LISTS = frozenset({"based on", "zone", "top"})


@dataclass(frozen=True, slots=True)
class Entry:
    """A name, the kinds of declarations that it may be of, and the column where it begins."""

    name: str
    kinds: tuple[str, ...]
    column: int


def entry_at(text: str, line: int, column: int, *, deck: bool = False) -> Entry | None:
    """The name at that place of a manifest, or of a deck list."""
    found = entry_of(text, line, deck=deck)
    if found is None or not found.column <= column <= found.column + len(found.name):
        return None
    return found


def entry_of(text: str, line: int, *, deck: bool = False) -> Entry | None:
    """The name that a row gives, also when it is half written or empty; None where none belongs."""
    rows = text.split("\n")
    if not 0 < line <= len(rows):
        return None
    row = rows[line - 1].removesuffix("\r")
    if deck:
        return _entry(DECK_LINE.fullmatch(row), ("card",))
    top = TOP.match(row)
    if top is not None:
        return _entry(VALUE.fullmatch(row), VALUES.get(top[1], ())) if top[1] in VALUES else None
    above = next((found for each in reversed(rows[: line - 1]) if (found := TOP.match(each))), None)
    if above is None:
        return None
    if above[1] in LISTS:
        return _entry(ITEM.fullmatch(row), LISTS[above[1]])
    if above[1] in MAPPINGS:
        return _of_mapping(row, above[1])
    return None


def _entry(match: re.Match[str] | None, kinds: tuple[str, ...]) -> Entry | None:
    if match is None or not kinds:
        return None
    name = match[2]
    quoted = name[:1] in ("'", '"') and name[-1:] == name[:1] and len(name) > 1
    return Entry(name[1:-1] if quoted else name, kinds, match.end(1) + (2 if quoted else 1))


def _of_mapping(row: str, key: str) -> Entry | None:
    """A row `Name: 2` of a list, or the beginning of one."""
    indent = len(row) - len(row.lstrip())
    if key == "lists" and indent < 4:
        return None  # the name of a list
    match = ENTRY.fullmatch(row)
    if match is None:
        return Entry(row.strip(), MAPPINGS[key], indent + 1) if indent and "#" not in row else None
    if match[2] == "top":
        return _entry(VALUE.fullmatch(row), MAPPINGS[key])
    return None if match[2] in WORDS_OF_LISTS else _entry(match, MAPPINGS[key])
