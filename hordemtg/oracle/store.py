"""The store of printed cards: a file in the user's cache folder, found by name, kept when old."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import cast

from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.database import Database, Note
from hordemtg.oracle.names import fold, folded_names

DAY = 24 * 60 * 60.0
FRESH = 7 * DAY  # Oracle texts change with a new set; Scryfall asks to keep them for a day at least
MISS = DAY
FILE = "cards.sqlite"
BATCH = 500  # cards in one transaction
PAGE = 1000
COLUMNS = "card, source, fetched"


@dataclass(frozen=True, slots=True)
class Stored:
    """A card of the store: where it is from, and since when its text is known (seconds since 1970)."""

    card: PrintedCard
    source: str
    fetched: float

    def is_fresh(self, now: float | None = None) -> bool:
        """Whether it is young enough not to be asked for again."""
        return (time.time() if now is None else now) - self.fetched < FRESH


def cache_folder() -> Path:
    """Where the store is: the folder in HORDEMTG_CACHE, or the user's cache folder."""
    own = os.environ.get("HORDEMTG_CACHE")
    if own:
        return Path(own).expanduser()
    import platformdirs

    return Path(platformdirs.user_cache_dir("hordemtg"))


class Store:
    """Printed cards on disk. Usable as a context manager; open one for each thread."""

    def __init__(self, path: Path | None = None, note: Note = lambda words: None) -> None:
        """Open the store, or begin a new one; `note` is told when a damaged one was set aside. Raises OracleError."""
        self._database = Database(path if path is not None else cache_folder() / FILE, note)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._database.close()

    @property
    def path(self) -> Path:
        return self._database.path

    @property
    def database(self) -> Database:
        """The file below, for what else must hold between processes (the client's clocks)."""
        return self._database

    # ------------------------------------------------------------ reading

    def card(self, name: str) -> PrintedCard | None:
        """The card of that name (case, accents, signs do not matter; either half will do); no token."""
        found = self.record(name)
        return found.card if found is not None else None

    def record(self, name: str) -> Stored | None:
        """The same with its source and time."""
        return next((found for found in self.find(name) if not found.card.is_token), None)

    def tokens(self, name: str) -> tuple[PrintedCard, ...]:
        """All tokens of that name: there may be many, all different."""
        return tuple(found.card for found in self.find(name) if found.card.is_token)

    def find(self, name: str) -> tuple[Stored, ...]:
        """Every card and token that the name finds: whole names before halves, cards before tokens, newest first."""
        rows = self._database.rows(
            f"SELECT {COLUMNS} FROM cards JOIN names USING (key) WHERE folded = ?"
            " ORDER BY whole DESC, token, fetched DESC, key",
            (fold(name),),
        )
        return tuple(map(_stored, rows))

    def by_key(self, key: str) -> Stored | None:
        """The card with that `key`, which is its oracle_id when it has one."""
        rows = self._database.rows(f"SELECT {COLUMNS} FROM cards WHERE key = ?", (key,))
        return _stored(rows[0]) if rows else None

    def by_id(self, id_: str) -> Stored | None:
        """The card of which a printing with that id was fetched."""
        rows = self._database.rows(f"SELECT {COLUMNS} FROM cards WHERE id = ?", (id_,)) if id_ else []
        return _stored(rows[0]) if rows else None

    def names(self) -> list[str]:
        """All names, of tokens too, in order."""
        return [str(row[0]) for row in self._database.rows("SELECT DISTINCT name FROM cards ORDER BY name")]

    def all(self) -> Iterator[Stored]:
        """Every card and token by name, not all held in memory at once."""
        name, key = "", ""
        while True:
            rows = self._database.rows(
                f"SELECT {COLUMNS}, name, key FROM cards WHERE (name, key) > (?, ?) ORDER BY name, key LIMIT {PAGE}",
                (name, key),
            )
            if not rows:
                return
            yield from map(_stored, rows)
            name, key = str(rows[-1][3]), str(rows[-1][4])

    def __len__(self) -> int:
        return int(cast(int, self._database.rows("SELECT count(*) FROM cards")[0][0]))

    def is_missing(self, name: str, now: float | None = None) -> bool:
        """Whether Scryfall said within a day that there is no such card."""
        rows = self._database.rows("SELECT asked FROM misses WHERE folded = ?", (fold(name),))
        return bool(rows) and (time.time() if now is None else now) - cast(float, rows[0][0]) < MISS

    # ------------------------------------------------------------ writing

    def put(self, cards: Iterable[PrintedCard], source: str, fetched: float | None = None) -> int:
        """Keep the cards; how many were new or newer than what was kept. Raises OracleError.

        Of two texts of one card the newer stays. Some hundreds are written at a time, so that
        others can write too and a kill loses only the last of them.
        """
        at = time.time() if fetched is None else fetched
        rest = iter(cards)
        kept = 0
        while batch := list(islice(rest, BATCH)):
            with self._database.writing() as connection:
                kept += sum(_put(connection, card, source, at) for card in batch)
        return kept

    def put_misses(self, names: Iterable[str], now: float | None = None) -> None:
        """Note that Scryfall has no card of these names. Raises OracleError."""
        at = time.time() if now is None else now
        with self._database.writing() as connection:
            connection.execute("DELETE FROM misses WHERE asked < ?", (at - MISS,))
            connection.executemany("INSERT OR REPLACE INTO misses VALUES (?, ?)", [(fold(name), at) for name in names])


def _stored(row: tuple[object, ...]) -> Stored:
    card = PrintedCard.from_scryfall(json.loads(cast(str, row[0])))
    return Stored(card, cast(str, row[1]), cast(float, row[2]))


def _put(connection: sqlite3.Connection, card: PrintedCard, source: str, fetched: float) -> bool:
    """Write one card, unless what is kept is newer."""
    key = card.key
    if not _makes_room(connection, card, key, fetched):
        return False
    known = connection.execute("SELECT id FROM cards WHERE key = ?", (key,)).fetchone()
    text = json.dumps(card.to_json(), ensure_ascii=False, separators=(",", ":"))
    row = (key, card.id or (known[0] if known else ""), card.name, int(card.is_token), source, fetched, text)
    connection.execute("INSERT OR REPLACE INTO cards VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    connection.execute("DELETE FROM names WHERE key = ?", (key,))
    folded = folded_names(card.name)
    connection.executemany(
        "INSERT INTO names VALUES (?, ?, ?)", [(each, key, int(whole)) for each, whole in folded.items()]
    )
    connection.executemany("DELETE FROM misses WHERE folded = ?", [(each,) for each in folded])
    return True


def _makes_room(connection: sqlite3.Connection, card: PrintedCard, key: str, fetched: float) -> bool:
    """Whether the card is newer than what stands for it; a source without Scryfall's ids is known by the name alone."""
    found = connection.execute("SELECT fetched FROM cards WHERE key = ?", (key,)).fetchone()
    if found is not None and found[0] > fetched:
        return False
    if card.is_token:
        return True
    others = connection.execute(
        "SELECT key, fetched FROM cards JOIN names USING (key) WHERE folded = ? AND whole AND NOT token AND key != ?",
        (fold(card.name), key),
    ).fetchall()
    for other, since in others:
        if card.oracle_id and not other.startswith("name:"):
            continue  # two cards of one name, both with ids
        if since > fetched:
            return False
        connection.execute("DELETE FROM cards WHERE key = ?", (other,))
        connection.execute("DELETE FROM names WHERE key = ?", (other,))
    return True
