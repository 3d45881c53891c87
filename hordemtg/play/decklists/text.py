"""Lists as lines of text: plain, MTG Arena, Moxfield, Archidekt, MTGO, Deckstats, MTGGoldfish, XMage, shops."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from hordemtg.compiler.manifest import MAX_COUNT
from hordemtg.play.decklists.listing import Entry, Listing, Section, plain_name
from hordemtg.script.diagnostics import Diagnostic

MAX_LINE = 500

SECTION_OF: dict[str, Section] = {
    "deck": "main", "decklist": "main", "main": "main", "maindeck": "main", "mainboard": "main",
    "sideboard": "sideboard", "commander": "commander", "commanders": "commander", "companion": "companion",
    "companions": "companion",
    "maybeboard": "maybeboard", "considering": "maybeboard", "token": "tokens", "tokens": "tokens",
}  # fmt: skip
HEADINGS: dict[Section, str] = {
    "main": "Deck", "sideboard": "Sideboard", "commander": "Commander", "companion": "Companion", "tokens": "Tokens",
    "maybeboard": "Maybeboard",
}  # fmt: skip

HEADING = re.compile(r"(?://|#)?\s*([A-Za-z]+ ?[A-Za-z]*)\s*(?:\(\d{1,6}\))?\s*:?")
COUNT = re.compile(r"(?:[xX](\d+)|\((\d+)\)|\[(\d+)\]|(\d+)[xX*]?)\s+")
OTHER_LINE = re.compile(r"(?:AUTHOR:|LAYOUT (?:MAIN|SIDEBOARD):)")  # XMage
PRINTING_BEFORE = re.compile(r"\[([A-Za-z0-9]{0,8})(?:[:#]([^\]\s]{1,12}))?\]\s+")
PRINTING = re.compile(r"\s\(([A-Z0-9]{2,8}|[a-z0-9]{2,8}|)\)(?:\s+(\S{1,12}))?$")
ANGLED = re.compile(r"\s<([A-Za-z0-9]{2,8})(?:[:#\s][^>]{1,20})?>$")
CODE = re.compile(r"[A-Z0-9]{2,6}")


@dataclass(slots=True)
class _Reader:
    """What the lines have said so far."""

    file: str
    found: list[Diagnostic]
    section: Section = "main"
    title: str = ""
    about: bool = False  # the line above says About
    marked: bool = False  # some heading or mark says what is sideboard
    entries: list[Entry] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)  # before which entries empty lines stand

    def error(self, number: int, message: str, help_: str = "") -> None:
        self.found.append(Diagnostic("error", message, self.file, number, 1, help=help_))


def read(text: str, file: str, found: list[Diagnostic]) -> Listing:
    """The list in the text; every line that cannot be read is reported with its number."""
    reader = _Reader(file, found)
    for number, row in enumerate(text.splitlines(), start=1):
        if len(row) > MAX_LINE:
            reader.error(number, f"a line of a list has at most {MAX_LINE} characters")
            continue
        _line(row.strip(), number, reader)
    return Listing(reader.title, tuple(_with_sideboard(reader)))


def _line(line: str, number: int, reader: _Reader) -> None:
    if not line:
        reader.about = False
        if reader.entries and (not reader.breaks or reader.breaks[-1] != len(reader.entries)):
            reader.breaks.append(len(reader.entries))
        return
    if line.startswith("NAME:") or (reader.about and line.lower().startswith("name ")):
        reader.title = line[5:].strip()
        return
    heading = HEADING.fullmatch(line)
    word = heading[1].lower().replace(" ", "") if heading is not None else ""
    if word == "about":
        reader.about = True
        return
    if word in SECTION_OF:
        reader.section, reader.marked = SECTION_OF[word], True
        return
    if line.startswith(("#", "//")) or OTHER_LINE.match(line):
        return
    try:
        reader.entries.append(_card(line, reader))
    except ValueError as error:
        reader.error(number, str(error), "write `3 Forest`; what is no card stands behind `#`")


def _card(line: str, reader: _Reader) -> Entry:
    """The card that a line names. Raises ValueError when it names none."""
    section = reader.section
    if line[:3].upper() == "SB:":
        section, line, reader.marked = "sideboard", line[3:].strip(), True
    counted = COUNT.match(line)
    if counted is None:
        raise ValueError("a line of a list is a count and a name")
    digits = next(group for group in counted.groups() if group is not None)
    rest = line[counted.end() :]
    if len(digits) > 4 or not 0 < int(digits) <= MAX_COUNT:
        raise ValueError(f"a count is from 1 to {MAX_COUNT}")
    made = Entry(int(digits), "", section)
    made, rest = _marks(made, rest, reader)
    before = PRINTING_BEFORE.match(rest)
    if before is not None:
        made = replace(made, set_code=before[1], number=before[2] or "")
        rest = rest[before.end() :]
    behind = PRINTING.search(rest) or ANGLED.search(rest)
    if behind is not None and behind.start() > 0:
        number = behind[2] if behind.re is PRINTING else None
        made = replace(made, set_code=behind[1] or made.set_code, number=number or made.number)
        rest = rest[: behind.start()]
    return replace(made, name=plain_name(rest))


def _marks(made: Entry, rest: str, reader: _Reader) -> tuple[Entry, str]:
    """What stands behind the printing: labels, categories, tags, finishes, comments."""
    cut = rest.find(" #")
    if cut >= 0:
        if rest[cut + 2 :].strip().lower() == "!commander":
            made = replace(made, section="commander")
        rest = rest[:cut]
    while True:
        rest = rest.rstrip()
        if rest.endswith("^") and (start := rest.rfind(" ^", 0, -1)) > 0:
            rest = rest[:start]
        elif rest.endswith("]") and (start := rest.rfind(" [")) > 0:
            inside = rest[start + 2 : -1]
            if CODE.fullmatch(inside) and not PRINTING.search(rest[:start]):
                made = replace(made, set_code=inside)
            else:
                made = _category(made, inside, reader)
            rest = rest[:start]
        elif rest.endswith("*") and (start := rest.rfind(" *", 0, -1)) > 0:
            mark = rest[start + 2 : -1]
            if mark not in ("F", "E", "CMDR"):
                return made, rest
            made = replace(made, section="commander") if mark == "CMDR" else replace(made, foil=mark)
            rest = rest[:start]
        else:
            return made, rest


def _category(made: Entry, inside: str, reader: _Reader) -> Entry:
    """Archidekt's first category says whether the card is in the deck at all."""
    first = inside.split(",")[0].strip()
    name = first.split("{")[0].strip().lower()
    if name in ("sideboard", "commander", "companion"):
        reader.marked = True
        return replace(made, section=SECTION_OF[name])
    return replace(made, section="maybeboard") if "{noDeck}" in first or name == "maybeboard" else made


def _with_sideboard(reader: _Reader) -> list[Entry]:
    """Without any heading or mark, the one empty line between cards begins the sideboard."""
    entries = reader.entries
    breaks = [index for index in reader.breaks if index < len(entries)]
    if reader.marked or len(breaks) != 1 or any(entry.section != "main" for entry in entries):
        return entries
    message = "no heading says so, but what stands below the empty line is taken for the sideboard"
    help_ = "a line `Sideboard` or `Deck` says which it is"
    reader.found.append(Diagnostic("warning", message, reader.file, help=help_))
    return [*entries[: breaks[0]], *(replace(entry, section="sideboard") for entry in entries[breaks[0] :])]


# ---------------------------------------------------------------- writing


def write_plain(listing: Listing) -> str:
    """Counts and names; what is not of the main deck under its heading, below an empty line."""
    lines = [f"{entry.count} {entry.name}" for entry in listing.of("main")]
    for section, heading in HEADINGS.items():
        if section != "main" and (entries := listing.of(section)):
            lines += ["", heading, *(f"{entry.count} {entry.name}" for entry in entries)]
    return "\n".join(lines) + "\n"


def write_arena(listing: Listing) -> str:
    """The form of MTG Arena: a heading for every section, printings where set and number are known."""
    parts: list[list[str]] = []
    if listing.title:
        parts.append(["About", f"Name {' '.join(listing.title.split())}"])
    for section in ("commander", "companion", "main", "sideboard"):
        entries = listing.of(section)
        if entries:
            parts.append([HEADINGS[section], *map(_arena_line, entries)])
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _arena_line(entry: Entry) -> str:
    printing = f" ({entry.set_code.upper()}) {entry.number}" if entry.set_code and entry.number else ""
    return f"{entry.count} {entry.name}{printing}"
