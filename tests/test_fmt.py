"""`hordemtg fmt`: files are written only when they change, whole or not at all, and faulty ones are left alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from hordemtg import cli
from hordemtg.script import files

UGLY = 'card "Moss Ox"\n    cost {G}\n    type creature Ox\n    stats 2/2\n'
FAIR = 'card "Moss Ox"\n  cost {G}\n  type creature Ox\n  stats 2/2\n'
OLD = 'language 1\n\ndirective "Offers"\n  in your upkeep: sacrifice to an ability each doomed creature you control\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ugly.card").write_text(UGLY)
    (tmp_path / "fair.card").write_text(FAIR.replace("Moss", "Fair"))
    (tmp_path / "notes.txt").write_text("   not a script\n")
    os.utime(tmp_path / "fair.card", (1, 1))
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    code = cli.main(["fmt", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def test_only_what_changes_is_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "ugly.card").chmod(0o640)
    code, out, err = run(capsys, folder)
    assert (code, err) == (0, "")
    assert out.splitlines() == [f"{folder / 'ugly.card'}: changed", "2 scripts: 1 changed"]
    assert (folder / "ugly.card").read_text() == FAIR
    assert stat.S_IMODE((folder / "ugly.card").stat().st_mode) == 0o640
    assert (folder / "fair.card").stat().st_mtime == 1
    assert sorted(file.name for file in folder.iterdir()) == ["fair.card", "notes.txt", "ugly.card"]
    assert run(capsys, folder)[1] == "2 scripts: 0 changed\n"


def test_check_and_diff_write_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--check", folder)
    assert code == 1 and "ugly.card: would change" in out
    code, out, _ = run(capsys, "--diff", folder)
    assert code == 0 and "\n-    cost {G}\n" in out and "\n+  cost {G}\n" in out
    assert run(capsys, "--check", folder / "fair.card")[0] == 0
    assert (folder / "ugly.card").read_text() == UGLY


def test_a_faulty_script_is_named_and_left_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    faulty = 'card "Broken Ox"\n   cost {G}\n   fly\n'
    (folder / "broken.card").write_text(faulty)
    (folder / "bytes.card").write_bytes(b'card "\xff"\n')
    (folder / "large.card").write_text("# x\n" * 100_000)
    code, out, err = run(capsys, folder)
    assert code == 1
    assert "unknown word `fly`" in err and "broken.card:3:4" in err and "broken.card: left as it is" in err
    assert "not UTF-8" in err and "at most 256 KiB" in err
    assert out.endswith("5 scripts: 1 changed, 3 left as they are because of errors\n")
    assert (folder / "broken.card").read_text() == faulty


def test_upgrade(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = folder / "old.horde"
    old.write_text(OLD)
    code, _, err = run(capsys, old)
    assert code == 1 and "fmt --upgrade" in err and old.read_text() == OLD
    assert run(capsys, "--upgrade", "--check", old)[0] == 1
    assert old.read_text() == OLD
    assert run(capsys, "--upgrade", folder)[0] == 0
    assert old.read_text() == OLD.replace("language 1", "language 2").replace(
        "sacrifice to an ability each doomed creature you control",
        "sacrifice each doomed creature you control to an ability",
    )
    assert run(capsys, old)[1] == "1 script: 0 changed\n"


@pytest.mark.parametrize(("name", "message"), [("gone", "no such file"), ("notes.txt", "this is no script")])
def test_what_is_no_script(folder: Path, name: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, folder / name)
    assert code == 1 and message in err


def test_what_cannot_be_read_does_not_keep_the_others(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(folder / "pipe.card")
    assert run(capsys, folder / "pipe.card")[0] == 1
    loop = folder / "a.card"
    loop.symlink_to(folder / "gone.card")
    assert run(capsys, folder)[1].endswith("2 scripts: 1 changed\n")


def test_a_folder_without_scripts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, tmp_path)[0] == 1


def test_a_file_that_cannot_be_written_is_whole(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    code, _, err = run(capsys, folder)
    assert code == 1 and "no space left" in err
    assert (folder / "ugly.card").read_text() == UGLY
    assert len(list(folder.iterdir())) == 3


def test_one_that_cannot_be_written_does_not_keep_the_others(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.card").write_text(UGLY.replace("Moss", "A"))
    whole = files.os.replace

    def replace(one: str, other: Path) -> None:
        if other.name == "a.card":
            raise PermissionError(13, "Permission denied", str(other))
        whole(one, other)

    monkeypatch.setattr(files.os, "replace", replace)
    code, out, err = run(capsys, folder)
    assert code == 1 and err == f"error: {folder / 'a.card'}: permission denied\n"
    assert out.endswith("3 scripts: 1 changed, 1 left as it is because of errors\n")
    assert (folder / "ugly.card").read_text() == FAIR


def test_a_mark_of_an_editor_before_the_first_word(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "ugly.card").write_text("\ufeff" + UGLY, encoding="utf-8")
    assert run(capsys, folder)[0] == 0
    assert (folder / "ugly.card").read_text() == FAIR
    (folder / "old.horde").write_text("\ufeff" + OLD, encoding="utf-8")
    assert run(capsys, folder, "--upgrade")[0] == 0
    assert (folder / "old.horde").read_text().startswith("language 2\n")


def test_old_lines_in_a_new_script(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The message promises that --upgrade rewrites them."""
    old = folder / "old.horde"
    old.write_text(OLD.replace("language 1", "language 2"))
    assert "fmt --upgrade" in run(capsys, old)[2]
    assert run(capsys, old, "--upgrade")[0] == 0
    assert "each doomed creature you control to an ability" in old.read_text()


def test_a_link_stays_a_link(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "link").mkdir()
    link = folder / "link" / "linked.card"
    link.symlink_to(folder / "ugly.card")
    assert run(capsys, link)[0] == 0
    assert link.is_symlink() and (folder / "ugly.card").read_text() == FAIR
