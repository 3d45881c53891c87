"""Lists in XML: Cockatrice's `.cod` and MTGO's `.dek`. Document types and entities are refused."""

from __future__ import annotations

from typing import Literal
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from hordemtg.compiler.manifest import MAX_COUNT
from hordemtg.play.decklists.listing import SECTIONS, Entry, Listing, Section, plain_name
from hordemtg.script.diagnostics import Diagnostic

ZONE_OF: dict[str, Section] = {"main": "main", "side": "sideboard", "tokens": "tokens"}


class _Refused(Exception):
    """The document has what none of these lists needs."""


class _Reader:
    """Takes the elements as they come."""

    def __init__(self, kind: Literal["cockatrice", "mtgo"], file: str, found: list[Diagnostic]) -> None:
        self.kind, self.file, self.found = kind, file, found
        self.entries: list[Entry] = []
        self.title: list[str] = []
        self.section: Section | None = "main"
        self.path: list[str] = []
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = self.refuse
        self.parser.EntityDeclHandler = self.refuse

    def error(self, message: str) -> None:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        self.found.append(Diagnostic("error", message, self.file, line, column))

    def refuse(self, *_: object) -> None:
        """A document type or an entity: nothing that a list needs, and a way to do harm."""
        raise _Refused

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        self.path.append(name)
        if self.kind == "cockatrice" and name == "zone":
            zone = attributes.get("name", "")
            self.section = ZONE_OF.get(zone)
            if self.section is None:
                self.error(f"unknown zone `{zone[:40]}`")
        elif self.kind == "cockatrice" and name == "card" and "zone" in self.path:
            if self.section is not None:
                self.card(attributes, "number", self.section, "setShortName", "collectorNumber")
        elif self.kind == "mtgo" and name == "Cards":
            side = attributes.get("Sideboard", "").lower() == "true"
            self.card(attributes, "Quantity", "sideboard" if side else "main", "", "")

    def end(self, name: str) -> None:
        """An element ends."""
        self.path.pop()

    def characters(self, text: str) -> None:
        """Text between elements."""
        if self.path[-1:] == ["deckname"] and sum(map(len, self.title)) < 200:
            self.title.append(text)

    def card(self, attributes: dict[str, str], count: str, section: Section, set_code: str, number: str) -> None:
        """A card with its count."""
        digits = attributes.get(count, "")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 4 and 0 < int(digits) <= MAX_COUNT):
            self.error(f"a count is from 1 to {MAX_COUNT}")
            return
        try:
            name = plain_name(attributes.get("name" if self.kind == "cockatrice" else "Name", ""))
        except ValueError as error:
            self.error(str(error))
            return
        self.entries.append(
            Entry(int(digits), name, section, attributes.get(set_code, "")[:8], attributes.get(number, "")[:12])
        )


def read(text: str, kind: Literal["cockatrice", "mtgo"], file: str, found: list[Diagnostic]) -> Listing:
    """The list in the document; what cannot be read is reported with its line."""
    reader = _Reader(kind, file, found)
    try:
        reader.parser.Parse(text, True)
    except _Refused:
        reader.error("a document type or entity is not allowed in a list")
    except (expat.ExpatError, ValueError) as error:
        reader.error(f"this is not XML: {error}")
    return Listing(" ".join("".join(reader.title).split()), tuple(reader.entries))


def write_cockatrice(listing: Listing) -> str:
    """Cockatrice's form. It has three zones: commanders and companions are in the side zone."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<cockatrice_deck version="1">']
    lines += [f"  <deckname>{escape(_legal(listing.title))}</deckname>", "  <comments></comments>"]
    for zone, section in ZONE_OF.items():
        wanted = [s for s in SECTIONS if s == section or (zone == "side" and s in ("commander", "companion"))]
        entries = [entry for s in wanted for entry in listing.of(s)]
        if entries:
            lines += [f'  <zone name="{zone}">', *map(_card, entries), "  </zone>"]
    return "\n".join([*lines, "</cockatrice_deck>"]) + "\n"


def _card(entry: Entry) -> str:
    printing = f" setShortName={quoteattr(_legal(entry.set_code.upper()))}" if entry.set_code else ""
    printing += f" collectorNumber={quoteattr(_legal(entry.number))}" if entry.number else ""
    return f'    <card number="{entry.count}" name={quoteattr(_legal(entry.name))}{printing}/>'


def _legal(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return "".join(c for c in text if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff")
