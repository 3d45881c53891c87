"""Speed of whole games: games, choices and events a second, and exact counts of calls and bytecodes a game.

    python tools/bench.py                   the figures of the README, for every Horde
    python tools/bench.py zombies           only for the Hordes named
    python tools/bench.py --counts          only the counts, which are the same in every run of one Python version
    python tools/bench.py --memory 10000    peak memory after so many games
    python tools/bench.py --beside FOLDER   this package and the one in the folder, which `compile.py --to` has made,
                                            by turns in the same run

Times are medians of several runs and come with a yardstick timed in the same
run, so that figures from different machines can be compared as ratios.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

from hordemtg.compiler.library import Library
from hordemtg.play.autopilot import Autopilot
from hordemtg.play.many import many_games, sweep
from hordemtg.play.setup import GameSpec, Table, lay_table
from hordemtg.rules.choices import Choice
from hordemtg.rules.events import Event
from hordemtg.rules.game import Game
from hordemtg.rules.native import is_compiled
from hordemtg.script.diagnostics import ScriptError, render

SEEDS = range(1, 41)
RUNS = 5


class Counter:
    """A recorder that only counts."""

    def __init__(self) -> None:
        self.events = 0
        self.choices = 0

    def event(self, game: Game, event: Event) -> None:
        """One more event."""
        self.events += 1

    def choice(self, game: Game, choice: Choice, answer: list[int]) -> None:
        """One more choice."""
        self.choices += 1


def play(table: Table, seed: int, recorder: Counter | None = None) -> Game:
    """One whole game of the autopilot against the Horde."""
    game = table.deal(seed, Autopilot())
    game.recorder = recorder
    game.begin()
    game.run()
    return game


def play_all(table: Table) -> None:
    """The games of all seeds."""
    for seed in SEEDS:
        play(table, seed)
        sweep()


def yardstick() -> float:
    """Seconds for a fixed piece of plain Python: attribute access, calls, lists and dictionaries."""

    class Thing:
        __slots__ = ("a", "b")

        def __init__(self, a: int) -> None:
            self.a, self.b = a, 0

        def step(self, table: dict[int, int]) -> int:
            self.b += table[self.a & 63]
            return self.b

    table = {i: i * 7 & 31 for i in range(64)}
    things = [Thing(i) for i in range(1000)]
    start = time.perf_counter()
    for _ in range(100):
        for thing in things:
            thing.step(table)
    return time.perf_counter() - start


def timed(run: Callable[[], None]) -> float:
    """Seconds of processor time for one call."""
    start = time.process_time()
    run()
    return time.process_time() - start


def count_work(run: Callable[[], None]) -> tuple[int, int]:
    """How many Python calls and bytecodes a run takes."""
    calls = opcodes = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal calls, opcodes
        if event == "call":
            calls += 1
            frame.f_trace_opcodes = True
            frame.f_trace_lines = False
        elif event == "opcode":
            opcodes += 1
        return trace

    previous = sys.gettrace()
    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(previous)
    return calls, opcodes


def memory_megabytes() -> float:
    """The peak resident memory of this process so far."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def report_speed(table: Table) -> None:
    """Print games, choices and events a second, with the yardstick."""
    counter = Counter()
    for seed in SEEDS:
        play(table, seed, counter)
        sweep()
    games = len(SEEDS)
    ratios: list[float] = []
    seconds: list[float] = []
    for _ in range(RUNS):
        stick = yardstick()
        spent = timed(lambda: play_all(table))
        seconds.append(spent / games)
        ratios.append(spent / games / stick)
    median = statistics.median(seconds)
    print(
        f"games/s      {1 / median:8.1f}   (median of {RUNS} runs of {games} games,"
        f" from {1 / max(seconds):.1f} to {1 / min(seconds):.1f})"
    )
    print(f"choices/s    {counter.choices / games / median:8.0f}   ({counter.choices / games:.0f} a game)")
    print(f"events/s     {counter.events / games / median:8.0f}   ({counter.events / games:.0f} a game)")
    print(f"yardsticks   {statistics.median(ratios):8.2f}   a game (one is 100,000 small method calls in the same run)")


def play_when_told(table: Table) -> None:
    """For each line that comes in, play the games of all seeds and say how many seconds they took."""
    play(table, 1)
    print("compiled" if is_compiled() else "plain Python", flush=True)
    for _ in sys.stdin:
        print(timed(lambda: play_all(table)), flush=True)


class Player:
    """Another process that plays games of one Horde when it is told to, with the package from a folder."""

    def __init__(self, horde: str, folder: str | None) -> None:
        path = [folder] if folder else []
        path += [os.environ["PYTHONPATH"]] if "PYTHONPATH" in os.environ else []
        self.process = subprocess.Popen(
            [sys.executable, __file__, horde, "--when-told"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path)} if path else None,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.kind = self.line()
        self.seconds: list[float] = []

    def line(self) -> str:
        """What it says next. Raises `RuntimeError` when it says nothing any more."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        if not line:
            raise RuntimeError("the games of the other process have ended")
        return line

    def play(self) -> None:
        """Have the games of all seeds played."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        self.seconds.append(float(self.line()) / len(SEEDS))

    def end(self) -> None:
        """No more games."""
        self.process.communicate()


def report_beside(horde: str, folder: str) -> None:
    """Print the games a second of this package and of the one in the folder, which play by turns."""
    players = [Player(horde, None), Player(horde, folder)]
    for _ in range(RUNS):
        for player in players:
            player.play()
    for player in players:
        player.end()
        times = player.seconds
        print(
            f"games/s      {1 / statistics.median(times):8.1f}   {player.kind} (median of {RUNS} runs of {len(SEEDS)}"
            f" games, from {1 / max(times):.1f} to {1 / min(times):.1f})"
        )
    ratios = [one / other for one, other in zip(*(player.seconds for player in players), strict=True)]
    print(f"times faster {statistics.median(ratios):8.2f}   (median; from {min(ratios):.2f} to {max(ratios):.2f})")


def report_counts(table: Table) -> None:
    """Print the exact work of a game."""
    if is_compiled():
        print("compiled: there are no Python calls to count")
        return
    calls, opcodes = count_work(lambda: play_all(table))
    games = len(SEEDS)
    version = ".".join(map(str, sys.version_info[:2]))
    print(f"calls        {calls / games:8.0f}   a game (Python {version})")
    print(f"bytecodes    {opcodes / games:8.0f}   a game")


def report_memory(table: Table, games: int) -> None:
    """Print the peak memory as more and more games are played."""
    play(table, 1)
    for i in range(1, games + 1):
        play(table, i)
        sweep()
        if i in (100, games) or i % max(1, games // 10) == 0:
            print(f"{i:6d} games  {memory_megabytes():7.1f} MB peak", flush=True)


def main() -> int:
    """Parse the command line and print what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("hordes", nargs="*", metavar="HORDE", help="names of Hordes (default: all)")
    parser.add_argument("--counts", action="store_true", help="only the counts")
    parser.add_argument("--memory", type=int, metavar="GAMES", help="play so many games and print the peak memory")
    parser.add_argument("--beside", metavar="FOLDER", help="compare speed with the package in this folder")
    parser.add_argument("--when-told", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    library = Library.standard()
    try:
        tables = [lay_table(library, GameSpec(name)) for name in options.hordes or sorted(library.manifests)]
    except ScriptError as error:
        for diagnostic in error.diagnostics:
            print(render(diagnostic), file=sys.stderr)
        return 1
    with many_games():
        if options.when_told:
            play_when_told(tables[0])
            return 0
        for n, table in enumerate(tables):
            print(f"{chr(10) if n else ''}{table.manifest.title}, by {table.ruleset.name}")
            if options.beside:
                report_beside(table.manifest.name, options.beside)
            else:
                report(table, options.counts, options.memory)
    return 0


def report(table: Table, counts_only: bool, memory: int | None) -> None:
    """Print what is asked for about one Horde."""
    play(table, 1)  # compiles the cards
    if memory:
        report_memory(table, memory)
        return
    if not counts_only:
        report_speed(table)
    report_counts(table)


if __name__ == "__main__":
    sys.exit(main())
