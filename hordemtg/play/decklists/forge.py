"""Lists of Forge, `.dck`: sections in brackets, a line `COUNT NAME|SET|ART` for each card."""

from __future__ import annotations

import re

from hordemtg.compiler.manifest import MAX_COUNT
from hordemtg.play.decklists.listing import Entry, Listing, Section, plain_name
from hordemtg.script.diagnostics import Diagnostic

SECTION_OF: dict[str, Section] = {"main": "main", "sideboard": "sideboard", "commander": "commander"}
HEADING = re.compile(r"\[([A-Za-z ]{1,40})\]")
COUNT = re.compile(r"(\d+)\s+")
MAX_LINE = 500


def read(text: str, file: str, found: list[Diagnostic]) -> Listing:
    """The list in the text; every line that cannot be read is reported with its number."""
    title, section, entries = "", "metadata", list[Entry]()
    for number, row in enumerate(text.splitlines(), start=1):
        line = row.strip()
        heading = HEADING.fullmatch(line)
        if not line or line.startswith("#"):
            continue
        if heading is not None:
            section = heading[1].lower()
            if section != "metadata" and section not in SECTION_OF:
                message = f"the section `{heading[1]}` is left out"
                found.append(Diagnostic("warning", message, file, number, 1, len(line)))
        elif section == "metadata":
            key, _, value = line.partition("=")
            title = " ".join(value.split())[:200] if key.strip().lower() == "name" else title
        elif section in SECTION_OF:
            try:
                entries.append(_card(line, SECTION_OF[section]))
            except ValueError as error:
                found.append(Diagnostic("error", str(error), file, number, 1, help="3 Forest"))
    return Listing(title, tuple(entries))


def _card(line: str, section: Section) -> Entry:
    """The card that a line names. Raises ValueError when it names none."""
    if len(line) > MAX_LINE:
        raise ValueError(f"a line of a list has at most {MAX_LINE} characters")
    counted = COUNT.match(line)
    digits = counted[1] if counted is not None else "1"  # Forge's own rule: no count means one
    if len(digits) > 4 or not 0 < int(digits) <= MAX_COUNT:
        raise ValueError(f"a count is from 1 to {MAX_COUNT}")
    name, *rest = line[counted.end() if counted is not None else 0 :].split("|")
    if len(rest) > 2:
        raise ValueError("a line is a name, a set and the number of a picture")
    foil = "F" if name.endswith("+") else ""
    if len(rest) == 1 and rest[0].isdigit():  # NAME|ART
        rest.insert(0, "")
    set_code, art = (*rest, "", "")[:2]
    set_code = "" if set_code == "???" else set_code
    return Entry(int(digits), plain_name(name.removesuffix("+")), section, set_code, "", foil, art)


def write(listing: Listing) -> str:
    """Forge's form. It holds sets and foils, no collector numbers."""
    lines = ["[metadata]", f"Name={' '.join(listing.title.split()) or 'Deck'}"]
    for word, section in SECTION_OF.items():
        entries = listing.of(section)
        if entries or section == "main":
            lines += [f"[{word.capitalize()}]", *map(_line, entries)]
    return "\n".join(lines) + "\n"


def _line(entry: Entry) -> str:
    printing = f"|{entry.set_code.upper() or '???'}" if entry.set_code or entry.art else ""
    art = f"|{entry.art}" if entry.art else ""
    return f"{entry.count} {entry.name}{'+' if entry.foil else ''}{printing}{art}"
