"""The lock: a hash of what each card says in print, so that scripts are proven without its text and without network.

The file has a line for each card: the SHA-256 of its normalised characteristics and text, the day of the text, `card`
or `token`, the name. It holds no words of a card. `reworded` in place of the day marks a script that says in other
words what its card says; the hash is then the script's own, so that it does not change unseen.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.store import Store, Stored
from hordemtg.script.diagnostics import Diagnostic, ScriptError
from hordemtg.wording import normal
from hordemtg.wording.checked import Checked
from hordemtg.wording.compare import COLORLESS, colors_by_cost, colors_of, face_of, of_written, printed_colors
from hordemtg.wording.write import WrittenCard

FILE = "oracle.lock"
HEAD = """\
# What the printed cards say, as hashes: SHA-256 of characteristics and normalised text, the day of the text, the card.
# `hordemtg oracle lock` renews it from the store of printed cards; with `--check` it proves the scripts by it.
"""
REWORDED = "reworded"  # in place of the day
UNKNOWN = "unknown"  # in place of the hash of a card whose text the store never had
MAX_BYTES = 8_000_000
ROW = re.compile(
    r"(?P<hash>[0-9a-f]{64}|unknown) (?P<day>\d{4}-\d\d-\d\d|reworded) (?P<kind>card|token) (?P<name>\S.*)"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A card of the lock."""

    name: str
    token: bool
    hash: str
    day: str

    @property
    def key(self) -> tuple[str, bool]:
        return self.name, self.token

    def __str__(self) -> str:
        return f"{self.hash} {self.day} {'token' if self.token else 'card'} {self.name}"


Lock = Mapping[tuple[str, bool], Entry]


def _digest(values: Sequence[object]) -> str:
    return hashlib.sha256(json.dumps(values, ensure_ascii=False).encode()).hexdigest()


def digest_of_script(written: WrittenCard) -> str:
    """The hash of what a script says; that of its printed card is the same when they are equal."""
    colors = _told_colors(colors_of(written), written.mana_cost, written.text, written.token)
    types = normal.type_line(written.type_line.removeprefix("Token "))
    power, _, toughness = written.stats.partition("/")
    text = normal.lines(written.text, of_written(written))
    cost = normal.mana_cost(written.mana_cost)
    return _digest([written.name, cost, types, power, toughness, colors, text])


def digest_of_card(printed: PrintedCard, untold: Sequence[str] = (), whole: str = "") -> str:
    """The hash of what a printed card says.

    `untold` are its colors where the source tells none; `whole` is the name of the card of which this is a half.
    """
    of = normal.Of(printed.name, "Legendary" in printed.type_line, printed.is_token)
    known = printed_colors(printed)
    colors = _told_colors(untold if known is None else known, printed.mana_cost, printed.text, printed.is_token)
    types = normal.type_line(printed.type_line.removeprefix("Token "))
    text = normal.lines(printed.text, of)
    cost = normal.mana_cost(printed.mana_cost)
    more = [printed.loyalty or "", printed.defense or ""] if printed.loyalty or printed.defense else []
    power, toughness = printed.power or "", printed.toughness or ""
    return _digest([whole or printed.name, cost, types, power, toughness, colors, text, *more])


def _told_colors(colors: Sequence[str], cost: str, text: str, token: bool) -> list[str]:
    """The colors as the hash has them: those of a card only where its mana cost does not tell them already."""
    if not token and tuple(colors) == colors_by_cost(cost, text):
        return []
    return sorted(colors) or ([] if token else [COLORLESS])


# ---------------------------------------------------------------- the file


def read(path: Path) -> Lock:
    """The lock in the file; an empty one when there is none. Raises ScriptError for a line that is no entry."""
    if not path.exists():
        return {}
    if path.stat().st_size > MAX_BYTES:
        raise ScriptError([Diagnostic("error", f"a lock may have at most {MAX_BYTES // 1000} kB", str(path))])
    found: dict[tuple[str, bool], Entry] = {}
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ScriptError([Diagnostic("error", "this is no text", str(path))]) from error
    for number, row in enumerate(text.split("\n"), start=1):
        if not row.strip() or row.startswith("#"):
            continue
        read_ = ROW.fullmatch(row.rstrip())
        if read_ is None:
            raise ScriptError(
                [
                    Diagnostic(
                        "error", "this is no entry of a lock", str(path), number, 1, min(len(row), 80),
                        "`hordemtg oracle lock` writes it anew",
                    )
                ]
            )  # fmt: skip
        entry = Entry(read_["name"], read_["kind"] == "token", read_["hash"], read_["day"])
        found[entry.key] = entry
    return found


def text_of(entries: Iterable[Entry]) -> str:
    """The file of these entries, by name."""
    return HEAD + "".join(f"{entry}\n" for entry in sorted(entries, key=lambda entry: entry.key))


# ---------------------------------------------------------------- renewing and proving


def renewed(
    old: Lock, checked: Sequence[Checked], store: Store, reworded_now: Sequence[str] = ()
) -> dict[tuple[str, bool], Entry]:
    """The lock of these cards by the store; a card that the store lacks keeps its old entry or is unknown.

    Scripts of the cards `reworded_now` are taken as they are where they differ from print; so are those that were
    before and are the same still.
    """
    made: dict[tuple[str, bool], Entry] = {}
    for each in checked:
        comparison = each.comparison
        written, key = comparison.written, (comparison.written.name, comparison.written.token)
        own = Entry(*key, digest_of_script(written), REWORDED)
        if each.state == "different" and (written.name in reworded_now or old.get(key) == own):
            made[key] = own
        elif comparison.printed is not None:
            record = _record(store, written, comparison.printed)
            made[key] = Entry(
                *key, digest_of_card(comparison.printed, colors_of(written), comparison.whole), _day(record)
            )
        elif comparison.told_by:
            made[key] = Entry(*key, digest_of_script(written), _day(store.record(comparison.told_by)))
        else:
            made[key] = old.get(key) or Entry(*key, UNKNOWN, _day(None))
    return made


def _record(store: Store, written: WrittenCard, printed: PrintedCard) -> Stored | None:
    return next(
        (each for each in store.find(written.name) if printed in (each.card, face_of(each.card, written.name))), None
    )


def _day(record: Stored | None) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(record.fetched if record is not None else time.time()))


def unproven(lock: Lock) -> list[str]:
    """The cards whose text the store never had: nothing is proven of their scripts."""
    return sorted(entry.name for entry in lock.values() if entry.hash == UNKNOWN)


def reworded(lock: Lock) -> list[str]:
    """The cards whose scripts say it in other words: they are kept as they are, and not proven."""
    return sorted(entry.name for entry in lock.values() if entry.day == REWORDED)


def faults(lock: Lock, written: Sequence[WrittenCard]) -> list[str]:
    """What the lock says against the scripts; nothing when each is proven."""
    found: list[str] = []
    seen: set[tuple[str, bool]] = set()
    for each in written:
        key = (each.name, each.token)
        seen.add(key)
        entry = lock.get(key)
        if entry is None:
            found.append(f"{each.name}: not in the lock; `hordemtg oracle lock` adds it from the store")
        elif entry.hash != UNKNOWN and entry.hash != digest_of_script(each):
            if entry.day == REWORDED:
                found.append(f"{each.name}: the script, in other words than its card, is not the one of the lock")
                continue
            found.append(
                f"{each.name}: the script does not say what its card says (text of {entry.day});"
                f' `hordemtg compare "{each.name}"` shows the words'
            )
    found.extend(
        f"{name}: in the lock, but there is no script for it" for name, token in lock if (name, token) not in seen
    )
    return found
