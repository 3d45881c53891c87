"""The parser's tables in the user's cache: made once, never trusted, never many."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hordemtg.script import tables

SMALL = 'start: "a" _NL\n_NL: "n"\n'


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda name: str(tmp_path / "cache" / name))
    return tmp_path / "cache" / "hordemtg"


def grammar(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / tables.GRAMMAR).write_text(text, encoding="utf-8")
    return folder


def terminals(folder: Path) -> set[str]:
    return {terminal.name for terminal in tables.load(folder).terminals}


def test_the_second_time_they_are_read(tmp_path: Path, cache: Path) -> None:
    folder = grammar(tmp_path / "grammar", SMALL)
    made = terminals(folder)
    [file] = cache.iterdir()
    os.utime(file, (1, 1))
    assert terminals(folder) == made
    assert file.stat().st_mtime == 1  # not made again


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"data": {}}', '{"data": 1, "memo": {}}'])
def test_damaged_tables_are_made_again(tmp_path: Path, cache: Path, damage: str) -> None:
    folder = grammar(tmp_path / "grammar", SMALL)
    made = terminals(folder)
    [file] = cache.iterdir()
    file.write_text(damage, encoding="utf-8")
    assert terminals(folder) == made
    assert tables._read(file) is not None


def test_a_cache_that_is_no_folder_is_done_without(tmp_path: Path, cache: Path) -> None:
    cache.parent.mkdir()
    cache.write_text("a file")
    assert "A" in terminals(grammar(tmp_path / "grammar", SMALL))


def test_only_the_last_grammars_stay(tmp_path: Path, cache: Path) -> None:
    folder = tmp_path / "grammar"
    for number in range(tables.KEPT + 3):
        terminals(grammar(folder, f"{SMALL}// {number}\n"))
        for file in cache.iterdir():
            os.utime(file, (file.stat().st_mtime - 10,) * 2)
    assert len(list(cache.iterdir())) == tables.KEPT
    assert tables._cache_file({tables.GRAMMAR: f"{SMALL}// {number}\n"}).exists()
