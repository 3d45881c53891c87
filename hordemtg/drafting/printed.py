"""Printed cards as files give them: JSON lists and JSON Lines, in Scryfall's field names or the corpus's."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, cast

MAX_BYTES = 2 * 1024**3  # of a file, unpacked
MAX_LIST_BYTES = 512 * 1024**2  # of a JSON list, which is read at once
MAX_LINE_BYTES = 1024**2  # of a line of JSON Lines
MAX_TEXT = 20_000  # characters in one field
SUPERTYPES = frozenset({"Basic", "Elite", "Host", "Legendary", "Ongoing", "Snow", "World"})


class CardFileError(Exception):
    """A file of cards, or a card in it, cannot be read; the message says where and why."""


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card as it is printed, in today's Oracle text."""

    name: str
    cost: str = ""
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    power: str = ""
    toughness: str = ""
    text: str = ""
    layout: str = "normal"
    colors: tuple[str, ...] | None = None  # a color indicator (CR 204)

    @property
    def lines(self) -> list[str]:
        """The lines of its text that say something."""
        return [line.strip() for line in self.text.split("\n") if line.strip()]

    @property
    def is_spell(self) -> bool:
        return bool({"Instant", "Sorcery"} & set(self.types))


COLOR_LETTERS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


def card_of(row: object, where: str = "") -> PrintedCard:
    """The card of a JSON object in Scryfall's field names or the corpus's. Raises CardFileError."""
    place = f"{where}: " if where else ""
    if not isinstance(row, Mapping):
        raise CardFileError(f"{place}a card is a JSON object with fields, not {type(row).__name__}")
    name = _text(row, ("name",), place)
    if not name:
        raise CardFileError(f"{place}a card without the field `name`")
    line = _text(row, ("type_line", "type"), place)
    supertypes, types, subtypes = _type_line(line)
    if isinstance(row.get("types"), list):
        supertypes = _texts(row.get("supertypes"), place)
        types = _texts(row["types"], place)
        subtypes = _texts(row.get("subtypes"), place)
    indicator = row.get("color_indicator")
    colors = None
    if isinstance(indicator, list):
        colors = tuple(COLOR_LETTERS[x] for x in indicator if isinstance(x, str) and x in COLOR_LETTERS)
    layout = _text(row, ("layout",), place) or "normal"
    if layout == "normal" and isinstance(row.get("card_faces"), list):
        layout = "of several faces"
    return PrintedCard(
        name, _text(row, ("mana_cost", "manaCost"), place), supertypes, types, subtypes,
        _text(row, ("power",), place), _text(row, ("toughness",), place), _text(row, ("oracle_text", "text"), place),
        layout, colors,
    )  # fmt: skip


def _text(row: Mapping[str, Any], fields: tuple[str, ...], place: str) -> str:
    for field in fields:
        value = row.get(field)
        if value is None:
            continue
        if not isinstance(value, str):
            raise CardFileError(f"{place}the field `{field}` holds no text")
        if len(value) > MAX_TEXT:
            raise CardFileError(f"{place}the field `{field}` has more than {MAX_TEXT} characters")
        return value
    return ""


def _texts(value: object, place: str) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value) or len(value) > 100:
        raise CardFileError(f"{place}the types of a card are lists of words")
    return tuple(value)


def _type_line(line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Supertypes, card types and subtypes of a type line (CR 205.1).

    >>> _type_line("Legendary Creature — Bear Druid")
    (('Legendary',), ('Creature',), ('Bear', 'Druid'))
    """
    before, _, behind = line.partition("—")
    words = before.split()
    supertypes = tuple(word for word in words if word in SUPERTYPES)
    return supertypes, tuple(word for word in words if word not in SUPERTYPES), tuple(behind.split())


# ---------------------------------------------------------------- files


def read_cards(path: Path) -> Iterator[PrintedCard]:
    """The cards of a file, gzipped or not, a JSON list or JSON Lines. Raises CardFileError."""
    with path.open("rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
    with _opened(path, packed) as stream:
        try:
            yield from _cards(stream, path)
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise CardFileError(f"{path}: this gzip file is damaged: {error}") from error


def _opened(path: Path, packed: bool) -> BinaryIO:
    return cast(BinaryIO, gzip.open(path, "rb")) if packed else path.open("rb")


def _cards(stream: BinaryIO, path: Path) -> Iterator[PrintedCard]:
    start = stream.read(4096)
    stream.seek(0)
    if start.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"[":
        data = stream.read(MAX_LIST_BYTES + 1)
        if len(data) > MAX_LIST_BYTES:
            raise CardFileError(f"{path}: a JSON list may have at most {MAX_LIST_BYTES // 1024**2} MiB")
        rows = _json(data, str(path))
        for number, row in enumerate(rows, start=1):
            yield card_of(row, f"{path}: card {number}")
        return
    total, number = 0, 0
    while data := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        total += len(data)
        where = f"{path}:{number}"
        if len(data) > MAX_LINE_BYTES or total > MAX_BYTES:
            raise CardFileError(f"{where}: this file of cards is too large")
        data = data.strip().rstrip(b",")
        if data and data not in (b"[", b"]"):
            yield card_of(_json(data, where), where)


def _json(data: bytes, where: str) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise CardFileError(f"{where}: this is no JSON: {error.msg} (line {error.lineno})") from error
    except UnicodeDecodeError as error:
        raise CardFileError(f"{where}: this is no UTF-8 text") from error
    except (RecursionError, ValueError) as error:
        raise CardFileError(f"{where}: this JSON cannot be read") from error
