"""`hordemtg run` and `hordemtg replay`: whole games, told and compared."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hordemtg.commands.common import FAILED, Commands, count, library_of, library_with, reader_left, with_texts
from hordemtg.trace.log import DETAILS, tell


def add(commands: Commands) -> None:
    """The commands and their options."""
    _add_run(commands)
    _add_replay(commands)


def _add_run(commands: Commands) -> None:
    parser = commands.add_parser("run", help="play a game against a Horde and tell it")
    parser.set_defaults(command=run)
    parser.add_argument("horde", metavar="HORDE", help="the name of a Horde, or a folder with its deck.yaml")
    parser.add_argument("--survivors", metavar="DECK", default="", help="the Survivor's deck: a name, file or folder")
    parser.add_argument("--difficulty", metavar="NAME", default="", help="nightmare, hard, normal, easy or story")
    parser.add_argument("--preparation", metavar="N", type=count, help="so many turns for the Survivor first")
    parser.add_argument(
        "--set", metavar="NAME", default="", help="the set of the Survivor's deck, which changes the number of turns"
    )
    parser.add_argument("--ruleset", metavar="NAME", default="", help="another ruleset than the Horde's own")
    parser.add_argument("--list", metavar="NAME", default="", help="another of the Horde's lists than the first")
    parser.add_argument("--seed", metavar="N", type=count, default=1, help="the seed of all chance (default: 1)")
    parser.add_argument("--detail", choices=DETAILS, default="normal", help="how much to tell (default: normal)")
    parser.add_argument("--trace", metavar="FILE", type=Path, help="keep every event in this file")


def _add_replay(commands: Commands) -> None:
    parser = commands.add_parser("replay", help="play a recorded game again and compare it event by event")
    parser.set_defaults(command=replay)
    parser.add_argument("file", metavar="FILE", type=Path, help="a trace that `run --trace` has written")
    parser.add_argument("--detail", choices=DETAILS, help="tell the recorded game as well")


def run(options: argparse.Namespace) -> int:
    """`hordemtg run`."""
    from hordemtg.play.run import run as play
    from hordemtg.play.setup import GameSpec

    spec = GameSpec(
        horde=options.horde,
        survivors=options.survivors,
        ruleset=options.ruleset,
        list_name=options.list,
        difficulty=options.difficulty,
        preparation=options.preparation,
        seed=options.seed,
        set_name=options.set,
    )
    library = library_with(options.horde, options.survivors)
    return with_texts(
        library, lambda: _done(play(library, spec, options.detail, Printer(options.trace), options.trace))
    )


def replay(options: argparse.Namespace) -> int:
    """`hordemtg replay`."""
    from hordemtg.play.replay import replay as play_again
    from hordemtg.play.run import spec_of
    from hordemtg.trace.read import read

    trace = read(options.file)
    if options.detail:
        for line in tell(trace.header, trace.records, trace.result, options.detail):
            print(line)
        print()
    spec = spec_of(trace.header)
    library = library_of() if spec is None else library_with(spec.horde, spec.survivors)
    found = play_again(library, trace)
    for note in found.notes:
        print(f"note: {note}", file=sys.stderr)
    if found.parting is not None:
        print(f"{options.file}: {found.parting}")
        return FAILED
    print(f"{options.file}: the same game, {found.events} events")
    return 0


class Printer:
    """Prints lines. When the reader of a pipe leaves, a game that is being recorded goes on in silence."""

    def __init__(self, recording: Path | None) -> None:
        self.recording = recording is not None
        self.silent = False

    def __call__(self, line: str) -> None:
        """Print the line. Raises BrokenPipeError when nobody reads and nothing is recorded."""
        if self.silent:
            return
        try:
            print(line)
        except BrokenPipeError:
            if not self.recording:
                raise
            self.silent = True
            reader_left()


def _done(_result: object) -> int:
    return 0
