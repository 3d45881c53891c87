"""Drafts are the author's files: written whole, never over another script."""

from __future__ import annotations

from pathlib import Path

import pytest

from hordemtg.drafting import files


def test_a_file_is_written_once(tmp_path: Path) -> None:
    first = files.write(tmp_path / "new", "Bog Tester", "text\n")
    assert (first.what, first.path.read_text()) == ("written", "text\n")
    before = first.path.stat().st_mtime_ns
    assert files.write(tmp_path / "new", "Bog Tester", "text\n").what == "unchanged"
    assert first.path.stat().st_mtime_ns == before
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["bog_tester.card"]


def test_another_script_is_kept_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "bog_tester.card"
    path.write_text("mine")
    assert files.write(tmp_path, "Bog Tester", "text").what == "kept"
    assert path.read_text() == "mine"
    assert files.write(tmp_path, "Bog Tester", "text", force=True).what == "written"
    assert path.read_text() == "text"


def test_nothing_is_lost_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bog_tester.card"
    path.write_text("mine")

    def broken(_: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("os.fsync", broken)
    with pytest.raises(OSError, match="full"):
        files.write(tmp_path, "Bog Tester", "text", force=True)
    assert path.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("name", "file"),
    [("Bog // Fen", "bog_fen.card"), ("../../etc/passwd", "etc_passwd.card"), ("Con", "con_.card"), ("??", "card.card"),
     ("x" * 500, "x" * 100 + ".card")],
)  # fmt: skip
def test_a_name_is_a_file_name_everywhere(name: str, file: str) -> None:
    assert files.file_name(name) == file
