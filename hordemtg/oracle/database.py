"""The file under the store of cards: one SQLite database that several processes use at once.

Write-ahead log and short transactions: a reader never waits for a writer, and a process that is killed leaves
whole transactions behind it or nothing. A damaged file is set aside under another name, never deleted.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from hordemtg.oracle.errors import OracleError

VERSION = 1
APPLICATION = 0x486F7264  # marks the file as ours
BUSY_SECONDS = 30.0
SUFFIXES = ("", "-wal", "-shm", "-journal")
TABLES = """
CREATE TABLE cards (
    key TEXT PRIMARY KEY, name TEXT NOT NULL, token INTEGER NOT NULL,
    source TEXT NOT NULL, fetched REAL NOT NULL, card TEXT NOT NULL
);
CREATE INDEX cards_by_name ON cards (name, key);
CREATE TABLE names (folded TEXT NOT NULL, key TEXT NOT NULL, whole INTEGER NOT NULL, PRIMARY KEY (folded, key))
    WITHOUT ROWID;
CREATE INDEX names_by_key ON names (key);
CREATE TABLE printings (id TEXT PRIMARY KEY, key TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE misses (folded TEXT PRIMARY KEY, asked REAL NOT NULL);
CREATE TABLE clocks (clock TEXT PRIMARY KEY, free REAL NOT NULL);
"""

Note = Callable[[str], None]


class Database:
    """An open store file. Not to be shared between threads: each opens its own."""

    def __init__(self, path: Path, note: Note) -> None:
        """Open the file, or make it. What had to be done to it is told through `note`. Raises OracleError."""
        self.path = path
        self._note = note
        self._connection = self._opened()
        self._file = _identity(path)

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._connection.close()

    def rows(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        """What a query finds. Raises OracleError."""
        with self._told():
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is kept, or nothing. Raises OracleError."""
        with self._told():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    # ------------------------------------------------------------ opening

    def _opened(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _no_place(self.path, error.strerror or str(error)) from error
        try:
            return _connect(self.path)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise _no_place(self.path, str(error)) from error
        with _only_one(self.path):
            try:
                return _connect(self.path)  # another process may have put it in order
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise _no_place(self.path, str(error)) from error
                aside = set_aside(self.path)
            self._note(f"the store of cards was damaged: it is now {aside}, and a new one begins")
            return _connect(self.path)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what SQLite says into an error for people; set the file aside when it is damaged."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise OracleError(f"the store of cards ({self.path}) cannot be used: {error}") from error
            self.close()
            with _only_one(self.path):
                aside = f"; it is now {set_aside(self.path)}" if _identity(self.path) == self._file else ""
            raise OracleError(
                f"the store of cards is damaged{aside}: do the same again, and a new store begins "
                "(`hordemtg oracle sync` or `import` fills it)"
            ) from error


def _connect(path: Path) -> sqlite3.Connection:
    """The open file with its tables. Raises sqlite3.DatabaseError, OracleError."""
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        if _version(connection) == 0:
            _write_ahead(connection)
            connection.execute("BEGIN IMMEDIATE")
            if _version(connection) == 0:  # no other process was quicker
                for statement in TABLES.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute("COMMIT")
        connection.execute("PRAGMA synchronous = NORMAL")
        found = _version(connection)
        if found != VERSION:
            raise OracleError(
                f"the store of cards ({path}) was made by another version of hordemtg (its form is {found}, "
                f"this one reads {VERSION}); set HORDEMTG_CACHE to another folder, or move the file away"
            )
    except BaseException:
        connection.close()
        raise
    return connection


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log; SQLite does not wait here by itself while another process does the same."""
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)


def _version(connection: sqlite3.Connection) -> int:
    """The version of the tables; 0 of a new file. Raises sqlite3.DatabaseError for a file that is not ours."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    ours = int(connection.execute("PRAGMA application_id").fetchone()[0]) == APPLICATION
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    lacking = {"cards", "names", "printings", "misses", "clocks"} - tables
    if (ours and version == VERSION and lacking) or (not ours and tables):
        raise sqlite3.DatabaseError(NOT_OURS)
    return version


NOT_OURS = "the file holds other tables than the store of cards"


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether the file itself is broken, and not only busy, locked or out of room."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return str(error) == NOT_OURS
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def set_aside(path: Path) -> Path:
    """Give the damaged file (and its log) another name beside it, and say which. Raises OracleError."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.stem}.damaged-{stamp}-{number}{path.suffix}")
    try:
        for suffix in SUFFIXES:
            with suppress(FileNotFoundError):
                os.replace(f"{path}{suffix}", f"{aside}{suffix}")
    except OSError as error:
        raise OracleError(f"the damaged store of cards ({path}) cannot be set aside: {error.strerror}") from error
    return aside


@contextmanager
def _only_one(path: Path) -> Iterator[None]:
    """Only one process at a time puts a damaged file in order; a lock that goes with the process if it is killed."""
    lock = sqlite3.connect(path.with_name(f"{path.stem}.lock"), timeout=BUSY_SECONDS, isolation_level=None)
    try:
        lock.execute("BEGIN EXCLUSIVE")
        yield
        lock.execute("COMMIT")
    except sqlite3.DatabaseError as error:
        raise _no_place(path, str(error)) from error
    finally:
        lock.close()


def _identity(path: Path) -> tuple[int, int]:
    """Which file has that name now."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def _no_place(path: Path, why: str) -> OracleError:
    return OracleError(
        f"the store of cards cannot be opened: {path}: {why}; HORDEMTG_CACHE sets the folder where it is kept"
    )
