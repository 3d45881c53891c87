"""The author's commands: streams that are closed or take few letters, names and outputs that are no files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hordemtg import cli
from hordemtg.script.files import write_whole

COMMAND = [sys.executable, "-m", "hordemtg"]
ROOT = Path(__file__).resolve().parents[2]
CARD = {"name": "Élan 𝄞 Pot", "type_line": "Artifact", "oracle_text": "Draw a card — now."}


@pytest.fixture
def surroundings(tmp_path: Path) -> dict[str, str]:
    """A store with one card, a locale that knows ASCII only."""
    (tmp_path / "cards.json").write_text(json.dumps(CARD), encoding="utf-8")
    made = {**os.environ, "HORDEMTG_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT), "LC_ALL": "C",
            "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}  # fmt: skip
    done = subprocess.run([*COMMAND, "oracle", "import", str(tmp_path / "cards.json")], env=made, capture_output=True)
    assert done.returncode == 0
    return made


def test_letters_that_cannot_be_written_are_escaped(surroundings: dict[str, str]) -> None:
    show = [*COMMAND, "oracle", "show", "Elan Pot", "--offline"]
    done = subprocess.run(show, env=surroundings, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\u00c9lan" in done.stdout and "\\u2014" in done.stdout
    done = subprocess.run([*show, "--json"], env=surroundings, capture_output=True, text=True)
    assert json.loads(done.stdout)[0]["name"] == CARD["name"]


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_errors(surroundings: dict[str, str], closed: str) -> None:
    command = f'"$0" -m hordemtg write Forest {closed}'
    done = subprocess.run(["sh", "-c", command, sys.executable], env=surroundings, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("target", ["/dev/full", "/dev/zero", "/dev/null", "."])
def test_a_page_never_goes_into_what_is_no_file(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A device can be read without end, and would be replaced by a file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HORDEMTG_CACHE", str(tmp_path / "cache"))
    assert cli.main(["compare", "Forest", "--html", target]) == 1
    assert f"{target}: this is no file" in capsys.readouterr().err
    assert not Path(target).is_file()


@pytest.mark.parametrize("command", [["compare", "Forest"], ["sheet", "zombies"]])
def test_a_page_is_written_over_a_page_only(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HORDEMTG_CACHE", str(tmp_path / "cache"))
    script, page = tmp_path / "ox.card", tmp_path / "page.html"
    script.write_text("mine", encoding="utf-8")
    cli.main([*command, "--html", str(script)])
    assert "ox.card: another kind of file is there" in capsys.readouterr().err
    assert script.read_text(encoding="utf-8") == "mine"
    for _ in range(2):
        cli.main([*command, "--html", str(page)])
        assert "error" not in capsys.readouterr().err
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_folder_whose_name_is_no_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HORDEMTG_CACHE", str(tmp_path / "cache"))
    at = os.fsdecode(b"\xff")
    Path(at).mkdir()
    lists = "lists:\n  default:\n    Zombie: 4\n"
    Path(at, "deck.yaml").write_text(f"name: night\nruleset: Limited Horde 2.1\n{lists}", encoding="utf-8")
    Path(at, "ox.card").write_text('card "Ox"\n  cost {1}\n  type artifact\n', encoding="utf-8")
    assert cli.main(["run", at, "--detail", "brief", "--trace", "game.jsonl"]) == 0
    assert cli.main(["replay", "game.jsonl"]) == 0
    cli.main(["compare", at, "--html", "page.html"])
    assert "Traceback" not in capsys.readouterr().err
    assert Path("page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_an_error_in_writing_names_the_user_s_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as error:
        write_whole(tmp_path / "no" / "such.html", "x")
    assert error.value.filename == str(tmp_path / "no" / "such.html")


def test_a_full_disk_names_the_user_s_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("hordemtg.script.files.os.fsync", full)
    with pytest.raises(OSError, match="No space left") as error:
        write_whole(tmp_path / "page.html", "x")
    assert error.value.filename == str(tmp_path / "page.html")
    assert list(tmp_path.iterdir()) == []


def test_a_long_name_and_a_link_that_leads_to_itself_are_written(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("link")
    for path in (tmp_path / ("x" * 250), link):
        assert write_whole(path, "page") and path.read_text(encoding="utf-8") == "page"
        assert not write_whole(path, "page")


@pytest.mark.parametrize(
    "arguments",
    [["compare", ""], ["compare", "\0"], ["compare", "/dev/null"], ["compare", "x" * 5000], ["write", "\0"],
     ["compare", "Forest", "--errata", "\0"], ["compare", "Forest", "--errata", "x" * 5000],
     ["oracle", "import", "/dev/zero"], ["oracle", "import", "\0"], ["oracle", "import", "x" * 5000],
     ["oracle", "sync", "\0", "--offline"], ["oracle", "sync", "/dev/null", "--offline"],
     ["oracle", "sync", "x" * 5000, "--offline"], ["oracle", "show", "\0", "--offline"],
     ["oracle", "show", "x" * 5000, "--offline"], ["oracle", "lock", "--folder", "\0"],
     ["oracle", "lock", "--check", "--folder", "/dev/null"], ["oracle", "lock", "--folder", "x" * 5000]],
    ids=lambda arguments: " ".join(arguments)[:40].replace("\0", "NUL"),
)  # fmt: skip
def test_names_that_are_none_end_in_a_message(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HORDEMTG_CACHE", str(tmp_path / "cache"))
    assert cli.main(arguments) == 1
    assert "error: " in capsys.readouterr().err
