"""The command: what it prints, its exit codes, and that bad input gives one calm message."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hordemtg import __version__, cli
from hordemtg.rules import native
from hordemtg.trace.read import read


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that `run --trace` has kept."""
    path = tmp_path_factory.mktemp("cli") / "game.jsonl"
    assert cli.main(["run", "zombies", "--seed", "3", "--detail", "brief", "--trace", str(path)]) == 0
    return path


def test_run_tells_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["run", "zombies", "--seed", "1", "--preparation", "2"]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0] == "zombies (Limited Horde 2.1), list default, 2 preparation turns, seed 1"
    assert any(line.startswith("Turn 1, Survivor.") for line in lines)
    assert "  == Assault begins. ==" in lines
    assert " in turn " in lines[-1]
    assert err == ""


def test_the_same_seed_tells_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for _ in range(2):
        assert cli.main(["run", "zombies", "--seed", "5", "--detail", "rules"]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]


def test_a_trace_says_what_was_played(trace: Path) -> None:
    found = read(trace)
    assert found.header["horde"] == "zombies"
    assert found.header["seed"] == 3
    assert found.header["ruleset"] == "Limited Horde 2.1"
    assert found.header["pilots"] == {"Survivor": "autopilot", "Horde": "directives"}
    assert len(found.header["scripts"]) == 64
    assert found.result is not None
    assert any(r["kind"] == "choice" and r["player"] == "Survivor" and r.get("reason") for r in found.records)


def test_replay_plays_the_same_game(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(trace)]) == 0
    out, err = capsys.readouterr()
    events = sum(1 for record in read(trace).records if record["kind"] != "choice")
    assert out == f"{trace}: the same game, {events} events\n"
    assert err == ""


def test_replay_can_tell_the_recorded_game(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(trace), "--detail", "brief"]) == 0
    assert "Turn 1, Survivor." in capsys.readouterr().out


def changed(trace: Path, tmp_path: Path, change: dict[str, object], which: str) -> Path:
    """A copy of the trace in which the first record of that kind is different."""
    lines = trace.read_text(encoding="utf-8").splitlines()
    n = next(n for n, line in enumerate(lines) if json.loads(line).get("kind") == which)
    lines[n] = json.dumps({**json.loads(lines[n]), **change})
    path = tmp_path / "changed.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_replay_says_where_the_games_part(trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = next(r for r in read(trace).records if r["kind"] == "damage")
    path = changed(trace, tmp_path, {"amount": first["amount"] + 1}, "damage")
    assert cli.main(["replay", str(path)]) == 1
    out = capsys.readouterr().out
    assert f"the games part at event {first['number']}" in out
    assert f": {first['amount'] + 1}" in out.splitlines()[1]
    assert f": {first['amount']}" in out.splitlines()[2]


def test_replay_finds_an_answer_that_is_not_legal(
    trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["replay", str(changed(trace, tmp_path, {"answer": [99]}, "choice"))]) == 1
    assert "that answer is not legal" in capsys.readouterr().out


def test_replay_finds_an_end_that_comes_too_late(
    trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = trace.read_text(encoding="utf-8").splitlines()
    path = tmp_path / "short.jsonl"
    path.write_text("\n".join(lines[:100]) + "\n", encoding="utf-8")
    assert cli.main(["replay", str(path)]) == 1
    assert "recorded: nothing more" in capsys.readouterr().out


def test_replay_notes_other_scripts(trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = trace.read_text(encoding="utf-8").splitlines()
    lines[0] = json.dumps({**json.loads(lines[0]), "scripts": "0" * 64})
    path = tmp_path / "other.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert cli.main(["replay", str(path)]) == 0
    assert capsys.readouterr().err == "note: the scripts are not those of the trace\n"


def test_check_of_the_built_in_scripts_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check"]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("0 errors, 0 warnings\n")
    assert err == ""


def test_check_shows_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.card").write_text('card "Bad"\n  cost {B}\n  type sorcery\n  creat a Zombie token\n')
    assert cli.main(["check", str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert "1 error" in out
    assert "bad.card:4:3" in err
    assert "did you mean `create`?" in err


def test_check_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.card").write_text('card "Bad"\n  cost {B}\n  type sorcery\n  creat a Zombie token\n')
    assert cli.main(["check", "--json", str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert [(d["severity"], d["line"], d["column"]) for d in found] == [("error", 4, 3)]
    assert err == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "zombie"], "did you mean `zombies`?"),
        (["run", "zombies", "--list", "none"], "unknown list `none`"),
        (["run", "zombies", "--ruleset", "plain"], "is not for a game against a Horde"),
        (["run", "zombies", "--ruleset", "nothing"], "unknown ruleset `nothing`"),
        (["run", "zombies", "--ruleset", "agro"], "did you mean `aggro`?"),
        (["run", "zombies", "--list", "coded"], "did you mean `as coded`?"),
        (["run", "zombies", "--difficulty", "norml"], "did you mean `normal`?"),
        (["run", "zombies", "--difficulty", "nightmares"], "did you mean `nightmare`?"),
        (["run", "zombies", "--set", "double masters"], "did you mean `Double Masters`?"),
        (["run", "zombies", "--set", "Kamigawa"], "did you mean `Kamigawa: Neon Dynasty`?"),
        (["run", "zombies", "--survivors", "midrange"], "did you mean `dmu-bg-midrange`?"),
        (["run", "zombies", "--survivors", "nobody"], "unknown deck `nobody`"),
        (["run", "zombies", "--trace", "/nowhere/at/all"], "cannot write the trace"),
        (["replay", "/nowhere/at/all"], "there is no such file"),
        (["check", "/nowhere/at/all"], "there is no such file or folder"),
    ],
)
def test_bad_input_gives_one_calm_message(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == 1
    err = capsys.readouterr().err
    assert message in err
    assert "Traceback" not in err


def test_an_unknown_card_of_a_deck_lists_the_nearest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("30 Forest\n2 Badger\n")
    assert cli.main(["run", "zombies", "--survivors", str(tmp_path / "mine.txt")]) == 1
    err = capsys.readouterr().err
    assert "there is no script for the card `Badger`" in err
    assert "the nearest: Bog Badger" in err


def test_the_set_changes_the_preparation_turns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.jsonl"
    assert cli.main(["run", "zombies", "--set", "Khans of Tarkir", "--detail", "brief", "--trace", str(path)]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0].endswith("list default, set Khans of Tarkir, 6 preparation turns, seed 1")
    assert cli.main(["replay", str(path)]) == 0
    assert "the same game" in capsys.readouterr().out


@pytest.mark.parametrize("ruleset", ["aggro", "pin-down"])
def test_a_variant_is_played_and_replayed(ruleset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.jsonl"
    assert cli.main(["run", "zombies", "--ruleset", ruleset, "--detail", "brief", "--trace", str(path)]) == 0
    assert capsys.readouterr().out.startswith(f"zombies ({ruleset}), ")
    assert read(path).header["ruleset"] == ruleset
    assert cli.main(["replay", str(path)]) == 0


@pytest.mark.parametrize(
    "arguments",
    [["play"], ["run"], ["run", "zombies", "--seed", "-1"], ["run", "zombies", "--seed", "x"], ["test"],
     ["run", "zombies", "--detail", "all"]],
)  # fmt: skip
def test_wrong_arguments_exit_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(arguments)
    assert caught.value.code == 2
    assert "usage: hordemtg" in capsys.readouterr().err


def test_the_version_names_the_edition(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(["--version"])
    assert caught.value.code == 0
    engine = ", compiled" if native.is_compiled() else ""
    assert capsys.readouterr().out == f"hordemtg {__version__}{engine}, rules of 7 February 2025\n"


def test_a_reader_who_leaves_ends_it_quietly(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hordemtg", "run", "zombies", "--detail", "rules"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""


def test_a_game_that_is_kept_goes_on_when_the_reader_leaves(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    command = [sys.executable, "-m", "hordemtg", "run", "zombies", "--detail", "rules", "--trace", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
    assert read(path).result is not None


SCENARIO = """
scenario "a bear hits"
  plain
  card "Bear"
    cost {1}{G}
    type creature Bear
    stats 2/2
  A battlefield: Bear as bear
  A's turn
    A attacks with bear
    B blocks nothing
  at second main
    expect B life 18
"""


def test_test_plays_scenarios(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "good.scenario").write_text(SCENARIO)
    assert cli.main(["test", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


def test_test_shows_what_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.scenario").write_text(SCENARIO.replace("life 18", "life 20"))
    assert cli.main(["test", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert 'FAILED "a bear hits"' in out
    assert "Bear#" in out
    assert out.endswith("0 passed, 1 failed\n")


def test_test_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["test", str(tmp_path / "none")]) == 1
    assert "there is no such file or folder" in capsys.readouterr().err


def test_without_a_command_all_are_told_and_where_the_guide_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 2
    told = capsys.readouterr().err
    assert "check scripts, manifests and decks" in told
    assert Path(told.splitlines()[-1].strip()).is_file()


def test_the_package_is_the_command_too() -> None:
    done = subprocess.run([sys.executable, "-m", "hordemtg", "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"hordemtg {__version__}")
