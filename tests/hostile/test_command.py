"""The command and what surrounds it: wrong arguments, files that are none, full disks, readers who leave, Ctrl-C."""

# ruff: noqa: E501

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hordemtg import cli
from hordemtg.play import run as playing
from hordemtg.trace import recorder

COMMAND = [sys.executable, "-m", "hordemtg"]


@pytest.mark.parametrize(
    "arguments",
    [["run", "x" * 5000], ["run", "\0"], ["run", ""], ["run", "/dev/null"], ["run", "/"], ["run", "zombies", "--survivors", "/"],
     ["run", "zombies", "--survivors", "/dev/null"], ["run", "zombies", "--survivors", "\0"], ["replay", "/"], ["replay", "/dev/null"],
     ["run", "zombies", "--trace", "/"], ["run", "zombies", "--trace", "."], ["run", "zombies", "--trace", "/dev/null/x"],
     ["run", "zombies", "--trace", "x" * 300], ["test", "/dev/null"], ["check", "/dev/null/x"], ["replay", "\0"]],
    ids=lambda arguments: " ".join(arguments)[:40].replace("\0", "NUL"),
)  # fmt: skip
def test_things_that_are_no_files(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if "/" in arguments and arguments[0] == "run" and "--trace" not in arguments:
        arguments = [str(tmp_path) if each == "/" else each for each in arguments]  # not the whole disk
    monkeypatch.chdir(tmp_path)
    assert cli.main(arguments) == 1
    out, err = capsys.readouterr()
    assert out or err
    assert "Traceback" not in out + err
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_gets_full_leaves_no_half_trace(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(recorder.TraceFile):
        lines = 0

        def write(self, record: recorder.Record) -> None:
            self.lines += 1
            if self.lines > 20:
                raise recorder.TraceError(f"cannot write the trace {self.path}: no space left on device")
            super().write(record)

    monkeypatch.setattr(playing, "TraceFile", Full)
    kept = tmp_path / "game.jsonl"
    kept.write_text('{"hordemtg trace":1} what the user had', encoding="utf-8")
    assert cli.main(["run", "zombies", "--trace", str(kept)]) == 1
    assert "no space left" in capsys.readouterr().err
    assert kept.read_text(encoding="utf-8") == '{"hordemtg trace":1} what the user had'
    assert list(tmp_path.iterdir()) == [kept]


def test_a_trace_is_written_over_a_trace_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither over a script, nor in place of a device or a link."""
    script = tmp_path / "deck.yaml"
    script.write_text("name: mine\n", encoding="utf-8")
    os.mkfifo(tmp_path / "pipe")
    for target, why in ((script, "another kind of file"), (tmp_path / "pipe", "this is no file")):
        with pytest.raises(recorder.TraceError, match=why):
            recorder.TraceFile(target)
    assert script.read_text(encoding="utf-8") == "name: mine\n"
    link = tmp_path / "link"
    link.symlink_to("game.jsonl")
    for _ in range(2):
        with recorder.TraceFile(link) as file:
            file.write({recorder.MARK: 1})
        assert link.is_symlink() and (tmp_path / "game.jsonl").read_bytes().startswith(recorder.BEGINNING)
    assert cli.main(["run", "zombies", "--trace", str(script)]) == 1
    assert "is not written over" in capsys.readouterr().err


CLEARS = "\x1b[2J\u202eevil\x9b\r"


def test_names_of_strangers_do_not_move_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the titles of their Hordes, nor the lines of their scripts, nor what they call their files."""
    at = tmp_path / "g"
    at.mkdir()
    title = CLEARS.encode("unicode-escape").decode()
    lists = f'lists:\n  "{title}":\n    Zombie: 4\n'
    (at / "deck.yaml").write_text(f'name: g\ntitle: "{title}"\nruleset: Limited Horde 2.1\n{lists}', encoding="utf-8")
    script = tmp_path / f"{CLEARS[:-1]}.card"
    script.write_text(f'card "X"\n  explode {CLEARS}\n', encoding="utf-8")
    told = refused = 0
    for command in (["sheet", at], ["rules", at], ["run", at, "--seed", "1", "--detail", "brief"], ["check", script],
                    ["fmt", script], ["write", CLEARS], ["run", CLEARS]):  # fmt: skip
        cli.main(list(map(str, command)))
        out, err = capsys.readouterr()
        assert not set(CLEARS) - set("[2Jevil") & set(out + err)
        told += "\\u001b[2J\\u202e" in out + err
        refused += "a sign in it that cannot be printed" in err
    assert (told, refused) == (4, 3)  # such a title is refused; other names are shown with escapes


def test_of_two_hordes_of_a_name_it_is_said_which_is_meant(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "zombies").mkdir()
    lists = "lists:\n  default:\n    Zombie: 4\n"
    (tmp_path / "zombies" / "deck.yaml").write_text(f"name: zombies\nruleset: Limited Horde 2.1\n{lists}")
    for name, noted in (("zombies", True), ("zombies/", False), ("goblins", False)):
        assert cli.main(["rules", name]) == 0
        assert ("the one in the folder here is `zombies/`" in capsys.readouterr().err) is noted


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_output_to_a_full_disk() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "run", "zombies", "--detail", "brief"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert done.stderr == b"error: no space left on device\n"


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("ignored", [False, True])
def test_ctrl_c_while_the_program_loads(ignored: bool) -> None:
    """No traceback of whatever was being imported; and where the shell has it ignored, it stays ignored."""
    load = f"""
import builtins, os, signal, sys
{"signal.signal(signal.SIGINT, signal.SIG_IGN)" if ignored else ""}
from hordemtg.__main__ import run
find = builtins.__import__
def stop(name, *rest):
    if name == "hordemtg.cli":
        os.kill(os.getpid(), signal.SIGINT)
    return find(name, *rest)
builtins.__import__ = stop
sys.argv[1:] = ["--version"]
run()
"""
    done = subprocess.run([sys.executable, "-c", load], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode == (0 if ignored else -signal.SIGINT)
    assert done.stdout.startswith("hordemtg ") is ignored


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_before_the_arguments_are_read() -> None:
    load = """
import os, signal, sys
import hordemtg.cli
build = hordemtg.cli.build_parser
def stop():
    os.kill(os.getpid(), signal.SIGINT)
    return build()
hordemtg.cli.build_parser = stop
sys.exit(hordemtg.cli.main(["--version"]))
"""
    done = subprocess.run([sys.executable, "-c", load], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    command = [*COMMAND, "run", "zombies", "--detail", "rules", "--trace", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.readline()
        running.send_signal(signal.SIGINT)
        running.stdout.read()
        assert running.stderr.read() == b""
    assert running.returncode in (0, 130)  # 0 when the game was over before the signal came
    if running.returncode:
        assert list(tmp_path.iterdir()) == []
