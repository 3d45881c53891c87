"""Files of cards, read as a stream: JSON Lines or one JSON list, gzipped or not.

Scryfall's bulk file `oracle_cards` is gzipped JSON Lines, an older one a JSON list. A file may come from anywhere, so
what one entry, one file and what is unpacked may measure has bounds, and nothing of the file is held but one entry.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.errors import CardError, OracleError

MAX_FILE = 4 * 1024**3
MAX_UNPACKED = 4 * 1024**3
MAX_ENTRY = 1024 * 1024
MAX_ENTRIES = 1_000_000
MAX_FAULTS = 20  # so many entries that are no cards are told; more than that and the file is something else
CHUNK = 256 * 1024
GZIP = b"\x1f\x8b"
NOT_BLANK = re.compile(r"[^ \t\r\n]")
MAX_BLANK = 1024 * 1024  # between two entries
SEPARATORS = frozenset(",]")

Progress = Callable[[int, int], None]  # bytes read, bytes in all


@dataclass(slots=True)
class Report:
    """What the reading of a file found besides cards."""

    cards: int = 0
    faults: list[str] = field(default_factory=list)


def printed_cards(path: Path, report: Report, progress: Progress = lambda done, all_: None) -> Iterator[PrintedCard]:
    """The cards of a file in Scryfall's form; entries that are no cards are told in the report. Raises OracleError."""
    for number, entry in enumerate(entries(path, progress), start=1):
        try:
            card = PrintedCard.from_scryfall(entry)
        except CardError as error:
            add_fault(report, path, f"entry {number}: {error}")
            continue
        report.cards += 1
        yield card


def add_fault(report: Report, path: Path, fault: str) -> None:
    """Note an entry that is no card. Raises OracleError when there are too many."""
    report.faults.append(fault)
    if len(report.faults) > MAX_FAULTS and len(report.faults) > report.cards:
        raise OracleError(f"{path}: this is no file of cards: {report.faults[0]}")


def entries(path: Path, progress: Progress = lambda done, all_: None) -> Iterator[Any]:
    """The entries of a JSON list or of JSON Lines, one after the other. Raises OracleError with the place."""
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise OracleError(f"{path}: this is no file")
        if size > MAX_FILE:
            raise OracleError(f"{path}: a file of cards may have at most {MAX_FILE // 1024**3} GiB")
        with path.open("rb") as raw:
            packed = raw.peek(2)[:2] == GZIP
            source: _Readable = gzip.GzipFile(fileobj=raw) if packed else raw
            text = _Text(source, path, lambda: progress(raw.tell(), size))
            yield from _entries(text)
            progress(size, size)
    except (OSError, EOFError, zlib.error, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise OracleError(f"{path}: this file cannot be read: {why}") from error


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


class _Text:
    """A window into the text of a file, moved on entry by entry."""

    def __init__(self, source: _Readable, path: Path, progress: Callable[[], None]) -> None:
        self._source, self._path, self._progress = source, path, progress
        self._rest = b""  # of a letter that the chunk ended in
        self._bytes = 0
        self.text, self.at, self.line, self.ended = "", 0, 1, False

    def more(self) -> bool:
        """Read on; whether there was anything."""
        chunk = self._source.read(CHUNK)
        self._progress()
        self._bytes += len(chunk)
        if self._bytes > MAX_UNPACKED:
            raise OracleError(f"{self._path}: this unpacks to more than {MAX_UNPACKED // 1024**3} GiB")
        if not chunk:
            if self._rest:
                raise self.error("the file ends within a letter")
            self.ended = True
            return False
        whole, self._rest = _letters(self._rest + chunk)
        try:
            added = whole.decode("utf-8")
        except UnicodeDecodeError as error:
            raise self.error("this file is not text in UTF-8") from error
        self.text, self.at = self.text[self.at :] + added, 0
        return True

    def skip(self, to: int) -> None:
        """Go on to this place of the window."""
        self.line += self.text.count("\n", self.at, to)
        self.at = to

    def next_sign(self) -> str:
        """The next sign that is not blank; nothing at the end. Raises OracleError when there is no end of blanks."""
        blanks = 0
        while True:
            found = NOT_BLANK.search(self.text, self.at)
            to = found.start() if found is not None else len(self.text)
            blanks += to - self.at
            self.skip(to)
            if found is not None:
                return found[0]
            if blanks > MAX_BLANK:
                raise self.error(f"between two entries there may be at most {MAX_BLANK // 1024} KiB of blanks")
            if not self.more():
                return ""

    def error(self, message: str) -> OracleError:
        return OracleError(f"{self._path}:{self.line}: {message}")


def _letters(data: bytes) -> tuple[bytes, bytes]:
    """The data up to the last whole letter of UTF-8, and the rest."""
    for back in range(1, min(4, len(data)) + 1):
        if data[-back] & 0xC0 == 0xC0:
            length = 4 if data[-back] >= 0xF0 else 3 if data[-back] >= 0xE0 else 2
            return (data, b"") if back >= length else (data[:-back], data[-back:])
        if data[-back] < 0x80:
            break
    return data, b""


def _entries(text: _Text) -> Iterator[Any]:
    first = text.next_sign()
    if first == "\ufeff":
        text.skip(text.at + 1)
        first = text.next_sign()
    if not first:
        raise text.error("this file is empty")
    if first not in "[{":
        raise text.error("this is no file of cards: it is neither a JSON list nor JSON Lines")
    in_list = first == "["
    if in_list:
        text.skip(text.at + 1)
    for _ in range(MAX_ENTRIES):
        sign = text.next_sign()
        if not sign:
            if in_list:
                raise text.error("the list is cut off: the file ends before its closing bracket")
            return
        if in_list and sign == "]":
            text.skip(text.at + 1)
            if text.next_sign():
                raise text.error("something follows after the end of the list")
            return
        yield _entry(text)
        if in_list and text.next_sign() == ",":
            text.skip(text.at + 1)
            if text.next_sign() == "]":
                raise text.error("an entry is missing after the comma")
        elif in_list and text.next_sign() != "]":
            raise text.error("the list is cut off" if not text.next_sign() else "a comma is missing between entries")
    raise text.error(f"a file may have at most {MAX_ENTRIES} entries")


DECODER = json.JSONDecoder()
AT = re.compile(r"( starting)? at$")  # the place is told in front


def _entry(text: _Text) -> Any:
    """The entry that begins here, reading on until it is whole."""
    while True:
        try:
            value, end = DECODER.raw_decode(text.text, text.at)
        except RecursionError as error:
            raise text.error("this entry is nested too deeply for a card") from error
        except ValueError as error:
            if len(text.text) - text.at > MAX_ENTRY:
                most = f"an entry may have at most {MAX_ENTRY // 1024} KiB"
                raise text.error(f"{most}, and this one cannot be read with so many: {_reason(error)}") from error
            if not text.more():
                raise text.error(f"this entry cannot be read: {_reason(error)}") from error
            continue
        if end - text.at > MAX_ENTRY:
            raise text.error(f"an entry may have at most {MAX_ENTRY // 1024} KiB")
        text.skip(end)
        return value


def _reason(error: ValueError) -> str:
    if not isinstance(error, json.JSONDecodeError):
        return "a number has too many digits"
    return AT.sub("", error.msg.lower())
