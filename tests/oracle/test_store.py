"""The store: finding cards by name, which of two texts stays, and what becomes of a damaged file."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from scryfall_server import card, token

from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.errors import OracleError
from hordemtg.oracle.store import DAY, FILE, Store, best_of, cache_folder


def made(name: str, **fields: Any) -> PrintedCard:
    return PrintedCard.from_scryfall(card(name, **fields))


def moth(text: str = "", **fields: Any) -> PrintedCard:
    return PrintedCard.from_scryfall(token("Moth", text, **fields))


def without_id(name: str, text: str) -> PrintedCard:
    return made(name, oracle_id=None, id=None, oracle_text=text)


# ---------------------------------------------------------------- finding


SPELLINGS = ["Bjørn's Élan-Badger", "bjorns elanbadger", "BJØRN’S ÉLAN BADGER", "Bjorn's Elan-Badger"]


@pytest.mark.parametrize("name", SPELLINGS)
def test_case_accents_and_signs_do_not_matter(store: Store, name: str) -> None:
    store.put([made("Bjørn's Élan-Badger")], "test")
    found = store.card(name)
    assert found is not None and found.name == "Bjørn's Élan-Badger"
    assert store.card("Bjorn") is None


def test_either_half_finds_a_card(store: Store) -> None:
    store.put([made("Dusty Lane // Dawny Lane", layout="split"), made("Dawny Lane")], "test")
    for name, found in {
        "dusty lane": "Dusty Lane // Dawny Lane",
        "Dusty Lane//Dawny Lane": "Dusty Lane // Dawny Lane",
        "Dawny Lane": "Dawny Lane",
    }.items():
        card_ = store.card(name)
        assert card_ is not None and card_.name == found


def test_a_name_with_other_signs_is_another_card(store: Store) -> None:
    store.put([made("Badger, Bite"), made("Badger Bite")], "test")
    for name in ("Badger, Bite", "Badger Bite"):
        found = store.card(name)
        assert found is not None and found.name == name
        assert [each.card.name for each in best_of(store.find(name), name)] == [name]
    assert len(best_of(store.find("badgerbite"), "badgerbite")) == 2


def test_tokens_of_one_name_live_side_by_side(store: Store) -> None:
    store.put([moth("Hum."), moth("Buzz."), moth("Hum.", set="tnxt"), made("Moth")], "test")
    assert {each.text for each in store.tokens("moth")} == {"Hum.", "Buzz."}
    found = store.card("Moth")
    assert found is not None and not found.is_token
    assert len(store) == 3
    for id_ in (moth("Hum.").id, moth("Hum.", set="tnxt").id):
        stored = store.by_id(id_)
        assert stored is not None and stored.card.text == "Hum."
    assert store.by_id("") is None and store.by_id("nothing") is None


def test_a_token_is_no_card(store: Store) -> None:
    store.put([moth()], "test")
    assert store.card("Moth") is None and len(store.tokens("Moth")) == 1


def test_all_cards_come_by_name(store: Store) -> None:
    names = [f"Hummer {n:04}" for n in range(2500)]
    assert store.put(map(made, reversed(names)), "test") == 2500
    assert [each.card.name for each in store.all()] == names == store.names()


# ---------------------------------------------------------------- which text stays


def text_of(store: Store, name: str) -> str:
    found = store.card(name)
    assert found is not None
    return found.text


def test_the_newer_text_stays(store: Store) -> None:
    id_ = made("Hummer").oracle_id
    assert store.put([made("Hummer", oracle_text="New.", oracle_id=id_)], "test", 200.0) == 1
    assert store.put([made("Hummer", oracle_text="Old.", oracle_id=id_)], "test", 100.0) == 0
    assert text_of(store, "Hummer") == "New."
    assert store.put([made("Hummer", oracle_text="Newest.", oracle_id=id_)], "test", 300.0) == 1
    assert text_of(store, "Hummer") == "Newest." and len(store) == 1


@pytest.mark.parametrize("first_has_id", [True, False])
def test_a_card_without_an_id_is_known_by_its_name(store: Store, first_has_id: bool) -> None:
    rows = [made("Hummer", oracle_text="First."), without_id("Hummer", "Second.")]
    if not first_has_id:
        rows = [without_id("Hummer", "First."), made("Hummer", oracle_text="Second.")]
    store.put(rows[:1], "test", 100.0)
    assert store.put(rows[1:], "test", 50.0) == 0 and text_of(store, "Hummer") == "First."
    assert store.put(rows[1:], "test", 200.0) == 1 and text_of(store, "Hummer") == "Second."
    assert len(store) == 1


def test_two_cards_of_one_name_with_ids_both_stay(store: Store) -> None:
    store.put([made("Hummer", oracle_text="One."), made("Hummer", oracle_text="Two.")], "test")
    assert len(store) == 2


def test_a_changed_name_is_not_found_any_more(store: Store) -> None:
    id_ = made("Hummer").oracle_id
    store.put([made("Hummer", oracle_id=id_)], "test", 1.0)
    store.put([made("Piper", oracle_id=id_)], "test", 2.0)
    assert store.card("Hummer") is None and store.card("Piper") is not None


def test_a_card_is_fresh_for_seven_days(store: Store) -> None:
    now = time.time()
    for age, fresh in ((0.0, True), (6.9 * DAY, True), (7.1 * DAY, False)):
        store.put([made(f"Hummer {age}")], "test", now - age)
        found = store.record(f"Hummer {age}")
        assert found is not None and found.is_fresh() is fresh


def test_a_miss_is_kept_for_a_day_or_until_the_card_comes(store: Store) -> None:
    store.put_misses(["Hummer", "Piper"])
    assert store.is_missing("hummer") and store.is_missing("Piper") and not store.is_missing("Moth")
    assert not store.is_missing("Hummer", time.time() + 1.1 * DAY)
    store.put([made("Hummer")], "test")
    assert not store.is_missing("Hummer")


def test_what_fails_in_the_middle_keeps_all_cards_before(store: Store) -> None:
    def cards() -> Any:
        for n in range(1200):
            if n == 1100:
                raise OracleError("the file ends here")
            yield made(f"Hummer {n}")

    with pytest.raises(OracleError, match="ends here"):
        store.put(cards(), "test")
    assert len(store) == 1100
    assert len(list(store.all())) == 1100


# ---------------------------------------------------------------- the file


def test_the_folder_is_the_users_cache(monkeypatch: pytest.MonkeyPatch, own_folder: Path) -> None:
    assert cache_folder() == own_folder
    monkeypatch.delenv("HORDEMTG_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    monkeypatch.setenv("HOME", "/somewhere")
    assert cache_folder().name == "hordemtg"


def test_what_was_stored_is_there_the_next_time(own_folder: Path) -> None:
    with Store() as store:
        store.put([made("Hummer")], "test")
    with Store() as store:
        assert store.card("Hummer") == made("Hummer")
    assert (own_folder / FILE).is_file()


def garbage(path: Path) -> None:
    path.write_bytes(b"this is no database " * 500)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def first_page(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:100] + b"\xff" * 3996 + data[4096:])


def another_database(path: Path) -> None:
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE songs (name TEXT)")
    connection.commit()
    connection.close()


def lost_tables(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE names")
    connection.commit()
    connection.close()


@pytest.mark.parametrize("damage", [garbage, cut, first_page, another_database, lost_tables])
def test_a_damaged_file_is_set_aside_with_a_note(own_folder: Path, damage: Any) -> None:
    path = own_folder / FILE
    with Store() as store:
        store.put([made(f"Hummer {n}") for n in range(500)], "test")
    damage(path)
    before = path.read_bytes()
    notes: list[str] = []
    with Store(note=notes.append) as store:
        assert len(store) == 0
        store.put([made("Hummer")], "test")
    aside = list(own_folder.glob("cards.damaged-*.sqlite"))
    assert len(aside) == 1 and aside[0].read_bytes() == before
    assert notes == [f"the store of cards was damaged: it is now {aside[0]}, and a new one begins"]
    with Store(note=notes.append) as store:
        assert store.names() == ["Hummer"]
    assert len(notes) == 1


def test_damage_that_shows_later_is_told_and_the_next_time_all_is_well(own_folder: Path) -> None:
    path = own_folder / FILE
    with Store() as store:
        store.put([made(f"Hummer {n}") for n in range(2000)], "test")
    data = path.read_bytes()
    path.write_bytes(data[: 4096 * 12] + b"\xff" * (len(data) - 4096 * 12))
    with Store(note=pytest.fail) as store, Store(note=pytest.fail) as other:
        for reading in (store, other):  # the second finds that the first has set it aside
            with pytest.raises(OracleError, match="the store of cards is damaged"):
                list(reading.all())
    assert len(list(own_folder.glob("cards.damaged-*.sqlite"))) == 1
    with Store() as store:
        store.put([made("Hummer")], "test")
        assert store.names() == ["Hummer"]


@pytest.mark.parametrize("text", ["no card", "{}", "[" * 100_000, '{"name": 3}'])
def test_an_entry_that_is_no_card_is_told(own_folder: Path, text: str) -> None:
    with Store() as store:
        store.put([made("Hummer")], "test")
        with store.database.writing() as connection:
            connection.execute("UPDATE cards SET card = ?", (text,))
        with pytest.raises(OracleError, match="holds an entry that is no card"):
            store.card("Hummer")


def test_a_second_damaged_file_has_a_name_of_its_own(own_folder: Path) -> None:
    own_folder.mkdir()
    for _ in range(3):
        garbage(own_folder / FILE)
        Store().close()
    assert len(list(own_folder.glob("cards.damaged-*.sqlite"))) == 3


def test_the_store_of_a_later_version_is_left_alone(own_folder: Path) -> None:
    Store().close()
    connection = sqlite3.connect(own_folder / FILE)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(OracleError, match="another version of hordemtg"):
        Store()
    assert not list(own_folder.glob("cards.damaged-*"))


def test_an_empty_file_becomes_a_store(own_folder: Path) -> None:
    own_folder.mkdir()
    (own_folder / FILE).touch()
    with Store() as store:
        assert len(store) == 0


def test_a_folder_that_cannot_be_made_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file" / "below", tmp_path / "file"):
        monkeypatch.setenv("HORDEMTG_CACHE", str(folder))
        with pytest.raises(OracleError, match=r"cannot be opened.*HORDEMTG_CACHE"):
            Store()
    monkeypatch.setenv("HORDEMTG_CACHE", str(tmp_path))
    (tmp_path / FILE).mkdir()
    with pytest.raises(OracleError, match="cannot be opened"):
        Store()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_told(own_folder: Path) -> None:
    own_folder.mkdir(mode=0o500)
    with pytest.raises(OracleError, match="cannot be opened"):
        Store()
