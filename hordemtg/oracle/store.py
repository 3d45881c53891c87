"""The store of printed cards: a file in the user's cache folder, found by name, kept when old."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import cast

from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.database import Database, Note
from hordemtg.oracle.errors import CardError, OracleError
from hordemtg.oracle.names import fold, folded_names, is_name

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
        """Every card and token that the name finds, the best first.

        The name as it is written goes before the same letters with other signs, a whole name
        before a half, a card before a token, a newer text before an older one.
        """
        if not is_name(name):
            return ()
        rows = self._database.rows(
            f"SELECT {COLUMNS} FROM cards JOIN names USING (key) WHERE folded = ?"
            " ORDER BY name = ? DESC, whole DESC, token, fetched DESC, key",
            (fold(name), name),
        )
        return tuple(map(self._stored, rows))

    def by_key(self, key: str) -> Stored | None:
        """The card with that `key`, which is its oracle_id when it has one."""
        rows = self._database.rows(f"SELECT {COLUMNS} FROM cards WHERE key = ?", (key,))
        return self._stored(rows[0]) if rows else None

    def by_id(self, id_: str) -> Stored | None:
        """The card of which a printing with that id was fetched."""
        rows = self._database.rows(f"SELECT {COLUMNS} FROM cards JOIN printings USING (key) WHERE id = ?", (id_,))
        return self._stored(rows[0]) if rows else None

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
            yield from map(self._stored, rows)
            name, key = str(rows[-1][3]), str(rows[-1][4])

    def __len__(self) -> int:
        return int(cast(int, self._database.rows("SELECT count(*) FROM cards")[0][0]))

    def is_missing(self, name: str, now: float | None = None) -> bool:
        """Whether Scryfall said within a day that there is no such card."""
        if not is_name(name):
            return False
        rows = self._database.rows("SELECT asked FROM misses WHERE folded = ?", (fold(name),))
        return bool(rows) and (time.time() if now is None else now) - cast(float, rows[0][0]) < MISS

    def _stored(self, row: tuple[object, ...]) -> Stored:
        try:
            card = PrintedCard.from_scryfall(json.loads(cast(str, row[0])))
        except (ValueError, TypeError, RecursionError, CardError) as error:
            raise OracleError(
                f"the store of cards ({self.path}) holds an entry that is no card: "
                "move the file away, and a new store begins"
            ) from error
        return Stored(card, str(row[1]), row[2] if isinstance(row[2], float) else 0.0)

    # ------------------------------------------------------------ writing

    def put(self, cards: Iterable[PrintedCard], source: str, fetched: float | None = None) -> int:
        """Keep the cards; how many were new or newer than what was kept. Raises OracleError.

        Of two texts of one card the newer stays. Some hundreds are written at a time, so that
        others can write too and a kill loses only the last of them; when the cards end in an error,
        or with Ctrl-C, those before it are kept.
        """
        at = time.time() if fetched is None else fetched
        kept = 0
        batch: list[PrintedCard] = []
        try:
            for card in cards:
                batch.append(card)
                if len(batch) == BATCH:
                    whole, batch = batch, []
                    kept += self._put_batch(whole, source, at)
        finally:
            kept += self._put_batch(batch, source, at)
        return kept

    def _put_batch(self, cards: Sequence[PrintedCard], source: str, at: float) -> int:
        if not cards:
            return 0
        with self._database.writing() as connection:
            return sum(_put(connection, card, source, at) for card in cards)

    def put_misses(self, names: Iterable[str], now: float | None = None) -> None:
        """Note that Scryfall has no card of these names. Raises OracleError."""
        at = time.time() if now is None else now
        with self._database.writing() as connection:
            connection.execute("DELETE FROM misses WHERE asked < ?", (at - MISS,))
            connection.executemany(
                "INSERT OR REPLACE INTO misses VALUES (?, ?)", [(fold(name), at) for name in names if is_name(name)]
            )


def as_token(name: str) -> str:
    """The name under which a token is noted as missing: a card of that name is something else."""
    return f"token {name}"


def best_of(found: tuple[Stored, ...], name: str) -> tuple[Stored, ...]:
    """Of what a name found: what has exactly that name, else what has it whole, else all."""
    for fits in (lambda each: each == name, lambda each: fold(each) == fold(name)):
        best = tuple(each for each in found if fits(each.card.name))
        if best:
            return best
    return found


def _put(connection: sqlite3.Connection, card: PrintedCard, source: str, fetched: float) -> bool:
    """Write one card, unless what is kept is newer."""
    key = card.key
    known = connection.execute(
        "SELECT key, fetched FROM cards WHERE key = ? OR (name = ? AND NOT token)", (key, card.name)
    ).fetchall()
    for other, since in known:
        if other != key and not _same(card, other):
            continue
        if since > fetched:
            return False
        if other != key:
            connection.execute("DELETE FROM cards WHERE key = ?", (other,))
        connection.execute("DELETE FROM names WHERE key = ?", (other,))
    text = json.dumps(card.to_json(), ensure_ascii=False, separators=(",", ":"))
    row = (key, card.name, int(card.is_token), source, fetched, text)
    connection.execute("INSERT OR REPLACE INTO cards VALUES (?, ?, ?, ?, ?, ?)", row)
    if card.id:
        connection.execute("INSERT OR REPLACE INTO printings VALUES (?, ?)", (card.id, key))
    folded = folded_names(card.name)
    connection.executemany(
        "INSERT INTO names VALUES (?, ?, ?)", [(each, key, int(whole)) for each, whole in folded.items()]
    )
    missed = [fold(as_token(card.name))] if card.is_token else list(folded)
    connection.executemany("DELETE FROM misses WHERE folded = ?", [(each,) for each in missed])
    return True


def _same(card: PrintedCard, other: str) -> bool:
    """Whether the card of the same name under another key is the same card: one of the two has no id to tell."""
    return not card.is_token and (not card.oracle_id or other.startswith("name:"))
