"""Printed cards as files give them: JSON lists and JSON Lines, in Scryfall's field names or the corpus's."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, cast

from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.errors import CardError

MAX_BYTES = 2 * 1024**3  # of a file, unpacked
MAX_LIST_BYTES = 512 * 1024**2  # of a JSON list, which is read at once
MAX_LINE_BYTES = 1024**2  # of a line of JSON Lines
SCRYFALL = {"type": "type_line", "manaCost": "mana_cost", "text": "oracle_text"}  # by the corpus's names of fields


class CardFileError(Exception):
    """A file of cards, or a card in it, cannot be read; the message says where and why."""


def card_of(row: object, where: str = "") -> PrintedCard:
    """The card of a JSON object in Scryfall's field names or the corpus's. Raises CardFileError."""
    if isinstance(row, Mapping) and "type" in row and "type_line" not in row:
        row = {SCRYFALL.get(field, field): value for field, value in row.items()}
    try:
        return PrintedCard.from_scryfall(row)
    except CardError as error:
        raise CardFileError(f"{where}: {error}" if where else str(error)) from error


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
