"""How often the autopilot beats a Horde at each difficulty, over the same seeds.

    python tools/win_rates.py [HORDE] [--seeds 200] [--first 1] [--ruleset NAME]

For each difficulty: games won, and how the games ended. For the pair of easiest and hardest: the mean difference over
the paired seeds with its 95 % interval. The same seed means the same shuffles at the start of both games.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Sequence

from hordemtg.compiler.library import Library
from hordemtg.play.autopilot import Autopilot
from hordemtg.play.many import many_games, sweep
from hordemtg.play.setup import DIFFICULTIES, GameSpec, lay_table

Z95 = 1.959964


def outcomes(library: Library, spec: GameSpec, seeds: Sequence[int]) -> list[tuple[bool, str]]:
    """For each seed whether the Survivor won, and why the game ended."""
    table = lay_table(library, spec)
    found: list[tuple[bool, str]] = []
    with many_games():
        for seed in seeds:
            game = table.deal(seed, Autopilot())
            game.begin()
            game.run()
            found.append((game.winner is game.survivor, game.reason))
            del game
            sweep()
    return found


def paired_interval(one: Sequence[bool], other: Sequence[bool]) -> tuple[float, float, float]:
    """The mean of one - other over pairs, and its 95 % interval by the normal approximation."""
    differences = [int(a) - int(b) for a, b in zip(one, other, strict=True)]
    mean = statistics.fmean(differences)
    half = Z95 * statistics.stdev(differences) / len(differences) ** 0.5
    return mean, mean - half, mean + half


def kind_of(reason: str) -> str:
    """The reason of an end without its numbers."""
    for word in ("proof A", "proof B", "life", "empty library", "poison", "loop"):
        if word in reason:
            return word
    return reason


def main() -> int:
    """Parse the command line, play, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("horde", nargs="?", default="zombies")
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--ruleset", default="")
    options = parser.parse_args()
    library = Library.standard()
    seeds = range(options.first, options.first + options.seeds)
    won: dict[str, list[bool]] = {}
    for difficulty in DIFFICULTIES:
        spec = GameSpec(options.horde, ruleset=options.ruleset, difficulty=difficulty)
        found = outcomes(library, spec, seeds)
        won[difficulty] = [win for win, _ in found]
        ends = ", ".join(f"{n} {kind}" for kind, n in Counter(kind_of(why) for _, why in found).most_common())
        print(f"{difficulty:10} won {sum(won[difficulty]):4d} of {len(found)} ({ends})", flush=True)
    mean, low, high = paired_interval(won["story"], won["nightmare"])
    print(f"story - nightmare: {mean:+.3f}, 95 % interval {low:+.3f} to {high:+.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
