"""Reading a deck list of another program from a file, whichever form it has."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from hordemtg.compiler.manifest import MAX_CARDS
from hordemtg.play.decklists import forge, text, xml_lists
from hordemtg.play.decklists.listing import SECTIONS, Listing, folded
from hordemtg.play.decklists.text import HEADINGS
from hordemtg.script.diagnostics import Diagnostic, ScriptError

Format = Literal["auto", "text", "cockatrice", "mtgo", "forge"]
FORMATS: tuple[Format, ...] = ("auto", "text", "cockatrice", "mtgo", "forge")
MAX_BYTES = 256 * 1024
FORGE = re.compile(r"^\s*\[(?:metadata|main)\]\s*$", re.IGNORECASE | re.MULTILINE)


def read_file(path: Path, form: Format, found: list[Diagnostic]) -> Listing:
    """The list in the file; what cannot be read goes to `found`. Raises ScriptError when nothing of it can."""
    try:
        if not path.is_file():
            raise _unreadable(path, "there is no such file")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise _unreadable(path, f"a list may have at most {MAX_BYTES // 1024} KiB")
        return read(data.decode("utf-8-sig"), form, str(path), found)
    except UnicodeDecodeError as error:
        raise _unreadable(path, "this file is not text in UTF-8") from error
    except (OSError, ValueError) as error:  # ValueError: a path that can be none
        raise _unreadable(path, f"this file cannot be read: {getattr(error, 'strerror', None) or error}") from error


def _unreadable(path: Path, message: str) -> ScriptError:
    return ScriptError([Diagnostic("error", message, str(path))])


def read(content: str, form: Format, file: str, found: list[Diagnostic]) -> Listing:
    """The list in a text."""
    match form if form != "auto" else form_of(content):
        case "cockatrice":
            made = xml_lists.read(content, "cockatrice", file, found)
        case "mtgo":
            made = xml_lists.read(content, "mtgo", file, found)
        case "forge":
            made = forge.read(content, file, found)
        case _:
            made = text.read(content, file, found)
    if sum(entry.count for entry in made.entries) > MAX_CARDS:
        found.append(Diagnostic("error", f"a list may have at most {MAX_CARDS} cards", file))
    if not made.entries and not found:
        found.append(Diagnostic("error", "this list is empty", file))
    return made


def form_of(content: str) -> Format:
    """Which form a text has, by how it begins."""
    start = content.lstrip()
    if start.startswith("<"):
        return "cockatrice" if "<cockatrice_deck" in start[:2000] else "mtgo"
    return "forge" if FORGE.search(content[:5000]) else "text"


def deck_lines(listing: Listing, known: Iterable[str]) -> tuple[list[str], list[str]]:
    """The list as lines of a deck file, and the names of its main deck that are not `known`.

    Known names are spelled as there, also those of tokens that a shop's list calls so, and
    cards that are listed with both their names. What is not of the main deck is told in
    comments, which a deck file leaves out.
    """
    spelling = {folded(name): name for name in known}
    lines = [f"# {listing.title}"] if listing.title else []
    missing: list[str] = []
    for section in sorted(SECTIONS, key=lambda each: each != "main"):
        mark = "" if section == "main" else "# "
        counts: dict[str, int] = {}
        for name, count in listing.counts(section).items():
            forms = (name, name.split(" // ")[0], name.removesuffix(" Token"))
            spelled = next((spelling[each] for each in map(folded, forms) if each in spelling), "")
            if not spelled and not mark:
                missing.append(name)
            counts[spelled or name] = counts.get(spelled or name, 0) + count
        if counts and mark:
            lines.append(f"# {HEADINGS[section]}")
        lines += [f"{mark}{count} {name}" for name, count in counts.items()]
    return lines, missing
