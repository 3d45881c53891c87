"""Reading trace files: one JSON object a line, checked before anybody relies on it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hordemtg.trace.recorder import MARK, VERSION, Record, TraceError

FILE_LIMIT = 256 * 1024 * 1024
LINE_LIMIT = 1024 * 1024
LINES_LIMIT = 2_000_000


@dataclass(frozen=True)
class TraceText:
    """A whole trace: the header, the records in order, and the result if the game was played to its end."""

    header: Record
    records: tuple[Record, ...]
    result: Record | None


def read(path: Path) -> TraceText:
    """Read a trace file. Raises `TraceError`, with the line's number, when it is not one or is too large."""
    header: Record | None = None
    records: list[Record] = []
    result: Record | None = None
    for n, value in _objects(path):
        if header is None:
            header = _check_header(path, value)
        elif result is not None:
            raise TraceError(f"{path}:{n}: nothing may follow the result")
        elif "result" in value:
            result = _check_result(path, n, value["result"])
        else:
            records.append(_check_record(path, n, value))
    if header is None:
        raise TraceError(f"{path}: the file is empty, it should begin with the header of a trace")
    return TraceText(header, tuple(records), result)


def _objects(path: Path) -> Iterator[tuple[int, Record]]:
    try:
        if not path.is_file():
            raise TraceError(f"{path}: there is no such file" if not path.exists() else f"{path}: is not a file")
        size = path.stat().st_size
        if size > FILE_LIMIT:
            raise TraceError(f"{path}: {size} bytes are too many for a trace, {FILE_LIMIT} are the limit")
        with path.open("rb") as file:
            n = 0
            while line := file.readline(LINE_LIMIT + 1):
                n += 1
                if len(line) > LINE_LIMIT:
                    raise TraceError(f"{path}:{n}: the line is longer than {LINE_LIMIT} bytes")
                if n > LINES_LIMIT:
                    raise TraceError(f"{path}:{n}: more than {LINES_LIMIT} lines")
                if line.strip():
                    yield n, _object(path, n, line)
    except OSError as error:
        raise TraceError(f"{path}: cannot be read: {(error.strerror or str(error)).lower()}") from error


def _object(path: Path, n: int, line: bytes) -> Record:
    try:
        value: Any = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise TraceError(f"{path}:{n}: is not UTF-8 text") from error
    except json.JSONDecodeError as error:
        raise TraceError(f"{path}:{n}:{error.colno}: is not JSON: {error.msg.lower()}") from error
    except (RecursionError, ValueError) as error:  # nested too deeply, or a number of too many digits
        raise TraceError(f"{path}:{n}: is not JSON that a trace could hold") from error
    if not isinstance(value, dict):
        raise TraceError(f"{path}:{n}: should be an object in braces")
    return value


def _check_header(path: Path, value: Record) -> Record:
    version = value.get(MARK)
    if version is None:
        raise TraceError(f'{path}:1: is not the header of a trace, it has no "{MARK}"')
    if type(version) is not int or version != VERSION:
        raise TraceError(f"{path}:1: the trace has version {version!r:.40}, this program reads version {VERSION}")
    return value


def _check_record(path: Path, n: int, value: Record) -> Record:
    """The fields that every record has, and the shape of those that are read without asking."""
    for name, kind in _ALWAYS.items():
        if not _is(value.get(name), kind):
            raise TraceError(f'{path}:{n}: "{name}" should be {_IN_WORDS[kind]}')
    for name, kind in (_OF_CHOICE if value["kind"] == "choice" else _OF_EVENT).items():
        if not _is(value.get(name), kind):
            raise TraceError(f'{path}:{n}: "{name}" should be {_IN_WORDS[kind]}')
    for name, kind in _SOMETIMES.items():
        if name in value and not _is(value[name], kind):
            raise TraceError(f'{path}:{n}: "{name}" should be {_IN_WORDS[kind]}')
    for name in ("object", "new", "source", "other"):
        if name in value and not _is_object(value[name]):
            raise TraceError(f'{path}:{n}: "{name}" should be an object with an id and a name')
    for target in value.get("targets", ()):
        if not isinstance(target, str) and not _is_object(target):
            raise TraceError(f'{path}:{n}: "targets" should be players and objects')
    for name in ("options", "answer", "modes", "standing"):
        wanted = {"options": str, "standing": dict}.get(name, int)
        if not all(isinstance(item, wanted) for item in value.get(name, ())):
            raise TraceError(f'{path}:{n}: "{name}" holds something that does not belong there')
    return value


def _check_result(path: Path, n: int, value: Any) -> Record:
    if not isinstance(value, dict) or not isinstance(value.get("reason"), str) or not _is(value.get("turn"), int):
        raise TraceError(f'{path}:{n}: the result should say a "reason" and a "turn"')
    if not isinstance(value.get("winner", None), str | None):
        raise TraceError(f'{path}:{n}: the "winner" of the result should be a name or null')
    return value


def _is(value: Any, kind: type) -> bool:
    return isinstance(value, kind) and not (kind is int and isinstance(value, bool))


def _is_object(value: Any) -> bool:
    return isinstance(value, dict) and _is(value.get("id"), int) and isinstance(value.get("name"), str)


_ALWAYS: dict[str, type] = {"number": int, "turn": int, "step": str, "active": str, "kind": str}
_OF_EVENT: dict[str, type] = {"rule": str}
_OF_CHOICE: dict[str, type] = {
    "player": str, "choice": str, "purpose": str, "options": list, "minimum": int, "maximum": int, "answer": list,
}  # fmt: skip
_SOMETIMES: dict[str, type] = {
    "cause": int, "player": str, "controller": str, "amount": int, "from": str, "to": str, "verb": str, "text": str,
    "ability": str, "place": str, "targets": list, "modes": list, "x": int, "kicked": bool, "permanent": bool,
    "creature": bool, "combat": bool, "tapped": bool, "bottom": bool, "counters": dict, "life": int, "standing": list,
    "total": int, "reason": str,
}  # fmt: skip
_IN_WORDS: dict[type, str] = {
    int: "a whole number",
    str: "text",
    list: "a list",
    dict: "an object",
    bool: "true or false",
}
