"""Files of cards in every form Scryfall has used, read as a stream; and files that are none."""

from __future__ import annotations

import contextlib
import gzip
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scryfall_server import card

from hordemtg.oracle import bulk
from hordemtg.oracle.bulk import Report, entries, printed_cards
from hordemtg.oracle.errors import OracleError
from hordemtg.oracle.importing import import_file
from hordemtg.oracle.store import Store

ROWS = [card("Brasswick Hummer"), card("Élan — Badger", oracle_text="Hum “loudly”. 𝄞\n• Buzz."), card("Moth Keeper")]


def lines(rows: list[Any]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


FORMS = {
    "lines": lines(ROWS),
    "lines, the last without an end": lines(ROWS).rstrip(),
    "lines with blank ones": b"\n \r\n" + lines(ROWS).replace(b"\n", b"\r\n\r\n"),
    "list": json.dumps(ROWS).encode(),
    "list, indented": json.dumps(ROWS, indent=1).encode(),
    "list, Scryfall's older bulk file": b"[\n" + b",\n".join(lines([row]).strip() for row in ROWS) + b"\n]\n",
    "lines with a mark of UTF-8": b"\xef\xbb\xbf" + lines(ROWS),
}


@pytest.mark.parametrize("chunk", [1, 7, 1000, bulk.CHUNK])
@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, packed: bool, chunk: int
) -> None:
    """Also in pieces that end anywhere, within a letter or a number."""
    monkeypatch.setattr(bulk, "CHUNK", chunk)
    file = tmp_path / "cards"
    file.write_bytes(gzip.compress(FORMS[form]) if packed else FORMS[form])
    report = Report()
    assert [each.text for each in printed_cards(file, report)] == [row["oracle_text"] for row in ROWS]
    assert (report.cards, report.faults) == (3, [])


def test_the_progress_ends_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "cards.gz"
    file.write_bytes(gzip.compress(lines(ROWS * 1000)))
    told: list[tuple[int, int]] = []
    assert len(list(entries(file, lambda done, all_: told.append((done, all_))))) == 3000
    size = file.stat().st_size
    assert told[-1] == (size, size) and told == sorted(told) and len(told) > 3


def test_the_file_is_not_held_in_memory(tmp_path: Path) -> None:
    file = tmp_path / "cards.gz"
    with gzip.open(file, "wb", compresslevel=1) as out:
        for _ in range(40):
            out.write(lines(ROWS * 200))
    assert len(gzip.decompress(file.read_bytes())) > 14_000_000
    tracemalloc.start()
    try:
        assert sum(1 for _ in entries(file)) == 24_000
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
    finally:
        tracemalloc.stop()


FIRST = lines(ROWS[:1])


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "1: this file is empty"),
        (b" \n\n ", "3: this file is empty"),
        (b"<html>", "neither a JSON list nor JSON Lines"),
        (b"7", "neither a JSON list nor JSON Lines"),
        (FIRST + b'{"name": "Hal', "2: this entry cannot be read"),
        (FIRST + b"7x", "2: this entry cannot be read"),
        (b"[" + FIRST, "the list is cut off"),
        (b"[" + FIRST.strip() + b",", "the list is cut off|cannot be read"),
        (b"[" + FIRST.strip() + b",]", "an entry is missing after the comma"),
        (b"[" + FIRST + FIRST + b"]", "2: a comma is missing between entries"),
        (b"[" + FIRST.strip() + b"]{}", "something follows after the end of the list"),
        (b'{"name": ' + b"[" * 100_000, "nested too deeply"),
        (b'{"name": ' + b"9" * 5000 + b"}", "a number has too many digits"),
        (b'{"name": "' + b"x" * 2_000_000, "cannot be read"),
        (b'{"name": "' + b"x" * 1_500_000 + b'"}', "an entry may have at most 1024 KiB"),
        (b'{"name": "\xff"}', "not text in UTF-8"),
        (b'{"name": "\xc3', "ends within a letter"),
        (b'{"name": "\xed\xa0\x80"}', "not text in UTF-8"),
        (gzip.compress(FIRST * 9000)[:-2000], "cannot be read"),
        (gzip.compress(FIRST)[:40] + b"xxxxxxxxxxxxxx", "cannot be read"),
        (b"\x1f\x8bnothing", "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_with_its_place(tmp_path: Path, data: bytes, words: str) -> None:
    file = tmp_path / "cards"
    file.write_bytes(data)
    with pytest.raises(OracleError, match=words) as caught:
        list(entries(file))
    assert str(caught.value).startswith(str(file))


def test_what_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "MAX_UNPACKED", 10 * 1024 * 1024)
    file = tmp_path / "cards.gz"
    file.write_bytes(gzip.compress(FIRST + (b" " * 1_000_000 + FIRST) * 12))
    with pytest.raises(OracleError, match="unpacks to more than"):
        list(entries(file))


def test_too_many_entries_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "MAX_ENTRIES", 5)
    file = tmp_path / "cards"
    file.write_bytes(b"{}" * 9)
    with pytest.raises(OracleError, match="at most 5 entries"):
        list(entries(file))


@pytest.mark.parametrize("path", ["nothing", ".", "/dev/zero"])
def test_what_is_no_file_is_told(tmp_path: Path, path: str) -> None:
    with pytest.raises(OracleError, match=r"no such file|this is no file|cannot be read"):
        list(entries(tmp_path / path))


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60), st.sampled_from([b"", b"[", b"{", b"\x1f\x8b", b"[{},"]))
def test_nothing_but_entries_or_an_error_comes_of_anything(tmp_path_factory: Any, data: bytes, start: bytes) -> None:
    file = tmp_path_factory.mktemp("any") / "cards"
    file.write_bytes(start + data)
    with contextlib.suppress(OracleError):
        list(entries(file))


# ---------------------------------------------------------------- into the store


def test_entries_that_are_no_cards_are_told_and_the_others_kept(tmp_path: Path, store: Store) -> None:
    file = tmp_path / "cards.jsonl"
    file.write_bytes(lines([ROWS[0], {"name": 7}, ROWS[1], {"object": "set", "name": "Set"}]))
    done = import_file(store, file)
    assert (done.cards, done.kept) == (2, 2) and len(store) == 2
    assert done.faults == ("entry 2: `name` is no text", "entry 4: this is no card: its `object` is something else")


def test_a_file_of_something_else_is_refused(tmp_path: Path, store: Store) -> None:
    file = tmp_path / "songs.json"
    for count in (3, 3000):
        file.write_text(json.dumps([{"song": n} for n in range(count)]), encoding="utf-8")
        with pytest.raises(OracleError, match="this is no file of cards: entry 1: a card without a name"):
            import_file(store, file)
    assert len(store) == 0


def test_a_cut_file_leaves_what_came_before(tmp_path: Path, store: Store) -> None:
    file = tmp_path / "cards.jsonl"
    rows = [card(f"Hummer {n}") for n in range(1300)]
    file.write_bytes(lines(rows)[:-40])
    with pytest.raises(OracleError, match=r"cards\.jsonl:1300: this entry cannot be read"):
        import_file(store, file)
    assert len(store) == 1299


def test_cards_are_as_old_as_their_file(tmp_path: Path, store: Store) -> None:
    import os

    file = tmp_path / "cards.json"
    file.write_bytes(FORMS["list"])
    os.utime(file, (1_700_000_000, 1_700_000_000))
    import_file(store, file)
    found = store.record("Brasswick Hummer")
    assert found is not None and found.fetched == 1_700_000_000 and not found.is_fresh()
    assert found.source == "cards.json"


def test_blanks_without_end_are_refused_at_once(tmp_path: Path) -> None:
    """A few kilobytes of gzip unpack to gigabytes of blanks."""
    file = tmp_path / "blank.gz"
    file.write_bytes(gzip.compress(b"[" + b" " * 300_000_000 + b"]", 9))
    with pytest.raises(OracleError, match="at most 1024 KiB of blanks"):
        list(entries(file))


@pytest.mark.parametrize("whole", [1, bulk.MAX_FAULTS, 700])
def test_what_came_before_the_end_of_a_cut_file_is_kept_and_counted(tmp_path: Path, store: Store, whole: int) -> None:
    rows = [card(f"Brasswick {number}") for number in range(whole)]
    file = tmp_path / "cards.json"
    file.write_bytes(lines(rows) + b'{"name": "Cut')
    with pytest.raises(OracleError, match=r"cards? before that (is|are) kept") as error:
        import_file(store, file)
    assert len(store) == whole
    assert f":{whole + 1}: " in str(error.value)


@pytest.mark.parametrize("sign", ["\u200b", "\u200f", "\u061c", "\u2060", "\ufeff", "\u202e", "\x00", "\ud800"])
def test_signs_that_nobody_sees_are_told(tmp_path: Path, sign: str) -> None:
    file = tmp_path / "cards.json"
    row = card("Moth Keeper", oracle_text=f"Draw{sign} a card.")
    file.write_bytes(lines(ROWS) + json.dumps(row).encode())
    report = Report()
    assert len(list(printed_cards(file, report))) == 3
    assert report.faults == ["entry 4: Moth Keeper: `oracle_text` holds control characters"]
