"""The scenario runner: what passes, and that everything that should fail fails with a reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hordemtg.play.scenarios import Result
from hordemtg.play.testing import run_tests

Play = Callable[[str], Result]

HEAD = """
scenario "trial"
  plain
  card "Pup"
    cost {G}
    type creature Dog
    stats 2/2
  card "Veiled Pup"
    cost {G}
    type creature Dog
    stats 2/2
    hexproof
  card "Zap"
    cost {R}
    type instant
    this deals 2 damage to any target
  card "Toll"
    cost {R}
    type sorcery
    each player sacrifices a creature
  card "Gamble"
    cost {R}
    type sorcery
    flip a coin. if you win the flip, draw a card
  card "Peak"
    type basic land Mountain
  A battlefield: 2 Peak, Pup as pup, Pup as cub tapped
  A hand: Zap as zap, Toll, Gamble
  B battlefield: Pup as theirs, "Veiled Pup" as veiled
"""

PASS = [
    "A's turn\n    A casts zap targeting B\n    resolve\n    expect B life 18",
    "A's turn\n    attack: pup\n    B blocks pup with theirs\n  at second main\n    expect pup in graveyard",
    "A's turn\n    A casts Gamble\n    resolve\n      coin heads\n    expect A hand 3",
    "A's turn\n    A casts Gamble\n    resolve\n      A calls tails\n      coin heads\n    expect A hand 2",
    "A's turn\n    A casts Toll\n    resolve\n      A chooses cub\n      B chooses veiled\n    expect B battlefield 1",
    "A's turn\n    A cannot cast zap targeting veiled because hexproof\n    A can cast zap targeting theirs",
    "A's turn\n    call theirs rival\n    expect rival 2/2",
    "A's next turn\n    expect turn 3, A's turn, step first main, cub untapped",
    "A's turn, end step\n    expect A hand 3",
]

FAIL = [
    ("A's turn\n    expect B life 18", "B life is 20, not 18"),
    ("A's turn\n    expect pup tapped, cub untapped", "is not tapped"),
    ("A's turn\n    expect pup tapped, cub untapped", "is not untapped"),
    ("A's turn\n    expect pup 3/3", "is 2/2, not 3/3"),
    ("A's turn\n    expect pup has flying", "lacks flying"),
    ("A's turn\n    expect pup is creature Cat", "is not Cat"),
    ("A's turn\n    expect pup isn't Dog", "is Dog"),
    ("A's turn\n    expect pup in graveyard", "is on the battlefield, not in graveyard"),
    ("A's turn\n    expect exactly A battlefield: pup, cub", "has besides 2 Peak"),
    ("A's turn\n    expect A battlefield: 3 Peak", "has 2 Peak, not 3"),
    ("A's turn\n    expect B controls pup", "A controls pup"),
    ("A's turn\n    expect pup gone", "is on the battlefield, not gone"),
    ("A's turn\n    expect A wins", "the game goes on"),
    ("A's turn\n    expect stack: pup", "the stack is empty"),
    ("A's turn\n    expect A mana {R}", "A has no mana"),
    ("A's turn\n    expect turn 2", "it is turn 1, not 2"),
    ("A's turn\n    expect pup with 1 +1/+1 counter", "has 0 +1/+1 counters, not 1"),
    ("A's turn\n    A casts zap", "the script does not answer: A is asked for targets"),
    ("A's turn\n    A casts zap targeting veiled", "veiled pup"),
    ("A's turn\n    A casts zap targeting Pup", "give them aliases"),
    ("A's turn\n    B casts zap targeting A", "not in B's hand"),
    ("A's turn\n    resolve", "the stack is empty"),
    ("A's turn\n    A casts Toll\n    resolve\n      A chooses cub", "B is asked for objects"),
    ("A's turn\n    A casts Toll\n    resolve\n      A chooses theirs\n      B chooses theirs", "is not there"),
    (
        "A's turn\n    A casts Toll\n    resolve\n      A chooses yes\n      B chooses theirs",
        "that answer does not fit",
    ),
    ("A's turn\n    A casts Toll\n      A chooses cub", "nobody asked for this: A chooses"),
    ("A's turn\n    A casts Toll\n    resolve\n      nobody is asked", "A is asked for objects"),
    ("A's turn\n    A casts Toll\n    resolve\n      asks A to choose targets", "not asked for targets"),
    ("A's turn\n    A casts Toll\n    resolve\n      asks A to choose objects: pup", "can be chosen too"),
    ("A's turn\n    A casts Gamble\n    resolve", "chance decides how a coin lands"),
    ("A's turn\n    A casts Gamble\n      coin heads", "nobody asked for this: coin"),
    ("A's turn\n    A cannot cast zap targeting theirs because hexproof", "A can do that"),
    ("A's turn\n    A cannot cast zap targeting veiled because shroud", "the reason is not shroud"),
    ("A's turn\n    A cannot cast zap targeting veiled because 702.11", "the reason is not 702.11"),
    ("A's turn\n    A can cast zap targeting veiled", "A cannot do that"),
    ("A's turn\n    attack: cub", "is tapped"),
    ("A's turn\n    A casts zap kicked targeting B", "kicked"),
    ("A's turn\n    A casts zap targeting B paying with pup", "is not there"),
    ("at second main\n    attack: pup", "timing"),
    ("A's turn\n    B casts zap targeting A", "not in B's hand"),
    ("turn 2, upkeep\n  turn 1, upkeep", "does not come any more"),
    ("A's turn\n    expect pup attached to cub", "is attached to nothing"),
]


@pytest.mark.parametrize("steps", PASS)
def test_what_comes_out_passes(play: Play, steps: str) -> None:
    result = play(f"{HEAD}  {steps}\n")
    assert result.passed, result.text()


@pytest.mark.parametrize(("steps", "why"), FAIL)
def test_what_does_not_come_out_fails_and_says_why(play: Play, steps: str, why: str) -> None:
    result = play(f"{HEAD}  {steps}\n")
    assert why.lower() in result.message.lower(), result.text()
    assert result.place.line > HEAD.count("\n"), "the failure names a line of the steps"


def test_a_failure_tells_place_moment_and_what_happened(play: Play) -> None:
    result = play(f"{HEAD}  A's turn\n    A casts zap targeting B\n    resolve\n    expect B life 20\n")
    text = result.text()
    assert 'FAILED "trial"' in text
    assert "turn 1, A's first main" in text
    assert "to B: 2" in text


def test_a_seed_makes_chance_legal(play: Play) -> None:
    text = f"{HEAD}  seed 4\n  A's turn\n    A casts Gamble\n    resolve\n"
    assert play(text).passed


def test_running_files_counts_and_gives_an_exit_code(tmp_path: Path) -> None:
    (tmp_path / "a.scenario").write_text(f"{HEAD}  A's turn\n    expect A life 20\n", encoding="utf-8")
    lines: list[str] = []
    assert run_tests([tmp_path], write=lines.append) == 0
    assert lines[-1] == "1 passed, 0 failed"
    other = f"{HEAD}  A's turn\n    expect A life 19\n".replace('"trial"', '"wrong"')
    (tmp_path / "b.scenario").write_text(other, encoding="utf-8")
    lines.clear()
    assert run_tests([tmp_path], write=lines.append) == 1
    assert lines[-1] == "1 passed, 1 failed"
    assert any("A life is 20, not 19" in line for line in lines)


def test_a_script_that_does_not_compile_is_told_and_not_played(tmp_path: Path) -> None:
    text = f"{HEAD}  A's turn\n    A csts zap\n"
    (tmp_path / "a.scenario").write_text(text, encoding="utf-8")
    lines: list[str] = []
    assert run_tests([tmp_path], write=lines.append) == 1
    assert lines[-1] == "0 passed, 0 failed, 1 errors in scripts, 1 not played because of them"


def test_nothing_found_is_a_failure(tmp_path: Path) -> None:
    lines: list[str] = []
    assert run_tests([tmp_path], write=lines.append) == 1
    assert run_tests([tmp_path / "nowhere"], write=lines.append) == 1


def test_coverage_counts_clauses_that_acted(tmp_path: Path) -> None:
    text = """
scenario "a lord dies"
  plain
  A battlefield: "Diregraf Captain" as captain, Zombie as zombie
  B battlefield: "Deathbloom Gardener" as gardener
  A's turn
    expect zombie 3/3
"""
    (tmp_path / "a.scenario").write_text(text, encoding="utf-8")
    lines: list[str] = []
    assert run_tests([tmp_path], coverage=True, write=lines.append) == 0
    (line,) = [line for line in lines if "Diregraf Captain" in line]
    assert line.split()[:3] == ["1", "of", "3"]
    assert "not: deathtouch" in line
