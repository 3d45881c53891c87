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

COMMAND = [sys.executable, "-m", "hordemtg.cli"]


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
    kept.write_text("what the user had", encoding="utf-8")
    assert cli.main(["run", "zombies", "--trace", str(kept)]) == 1
    assert "no space left" in capsys.readouterr().err
    assert kept.read_text(encoding="utf-8") == "what the user had"
    assert list(tmp_path.iterdir()) == [kept]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_output_to_a_full_disk() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "run", "zombies", "--detail", "brief"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert done.stderr == b"error: no space left on device\n"


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
