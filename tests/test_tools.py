"""The tools that developers run from a checkout: the finder of seeds and the bench."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parent.parent / "tools"
sys.path.insert(0, str(TOOLS))

import bench  # noqa: E402
import find_seed  # noqa: E402

from hordemtg.compiler.library import Library  # noqa: E402
from hordemtg.play.setup import GameSpec, lay_table  # noqa: E402


def searched(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = find_seed.main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def test_it_finds_a_play_and_says_where(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = searched(["zombies", "--event", "activate", "--card", "graf harvest"], capsys)
    assert code == 0
    first, second = out.splitlines()
    found = re.fullmatch(r"seed (\d+), turn (\d+)", first)
    assert found is not None
    assert "Graf Harvest" in second
    table = lay_table(Library.standard(), GameSpec("zombies"))
    pattern = find_seed.Pattern("activate", {"card": "Graf Harvest"})
    records = find_seed.find(table, [pattern], int(found[1]), False, False)
    assert records[0]["turn"] == int(found[2])
    assert records[0]["object"]["name"] == "Graf Harvest"


def test_events_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ["--event", "stage", "--text", "surge", "--event", "lose game", "--player", "Survivor", "--in-order"]
    code, out, _ = searched(["zombies", *wanted, "--games", "20"], capsys)
    assert code == 0
    numbers = [int(line.split()[0]) for line in out.splitlines()[1:]]
    assert numbers == sorted(numbers)
    backwards = ["--event", "lose game", "--event", "stage", "--in-order"]
    code, out, err = searched(["zombies", *backwards, "--games", "3"], capsys)
    assert (code, out, err) == (1, "", "0 of 3 games show it\n")


def test_events_of_one_turn_and_several_games(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ["--event", "cast", "--player", "Horde", "--event", "cast", "--player", "Horde", "--same-turn"]
    code, out, _ = searched(["zombies", *wanted, "--count", "2", "--games", "5", "--first", "3"], capsys)
    assert code == 0
    seeds = re.findall(r"seed (\d+)", out)
    assert len(seeds) == 2 and int(seeds[0]) >= 3
    turns = re.findall(r"turn +(\d+),", out)
    assert len(set(turns)) <= 2
    assert len({line for line in out.splitlines() if line.startswith(" ")}) == 4, "each pattern another event"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["zombi", "--event", "cast"], "did you mean `zombies`?"),
        (["zombies", "--event", "cast", "--card", "Graf"], "the nearest: Graf Harvest"),
        (["zombies", "--set", "Dominaria", "--event", "cast"], "did you mean `Dominaria United`?"),
    ],
)
def test_unknown_names_list_the_nearest(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = searched(arguments, capsys)
    assert (code, out) == (1, "")
    assert message in err


@pytest.mark.parametrize(
    "arguments", [["zombies"], ["zombies", "--card", "Zombie"], ["zombies", "--event", "castt"], ["--event", "cast"]]
)
def test_wrong_arguments(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        find_seed.main(arguments)
    assert caught.value.code == 2


def test_the_bench_takes_several_hordes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench, "SEEDS", range(1, 2))
    hordes = sorted(Library.standard().manifests)
    monkeypatch.setattr(sys, "argv", ["bench.py", "--counts"])
    assert bench.main() == 0
    out = capsys.readouterr().out
    assert out.count("calls ") == len(hordes)
    monkeypatch.setattr(sys, "argv", ["bench.py", "zombies", "nobody"])
    assert bench.main() == 1
    assert "unknown Horde `nobody`" in capsys.readouterr().err
