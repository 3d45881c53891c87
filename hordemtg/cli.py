"""The command `hordemtg`: reads the arguments, calls one function, prints what comes of it."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hordemtg import __version__
from hordemtg.rules import cr
from hordemtg.script.diagnostics import Diagnostic, ScriptError, render
from hordemtg.trace.log import DETAILS, tell
from hordemtg.trace.recorder import TraceError

if TYPE_CHECKING:
    from hordemtg.compiler.library import Library

FAILED, USAGE = 1, 2
STOPPED = 130  # what a shell says of a program that was interrupted


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and give its exit code: 0, 1 when something is wrong, 2 when the arguments are."""
    parser = build_parser()
    try:
        options = parser.parse_args(arguments)
        code: int = options.command(options)
        sys.stdout.flush()
    except ScriptError as error:
        print_diagnostics(error.diagnostics, {})
        return FAILED
    except (TraceError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            return _reader_left()
        print(f"error: {_words(error)}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return STOPPED
    return code


def build_parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    parser = argparse.ArgumentParser(
        prog="hordemtg",
        description="Play Hordes that are written as scripts, check the scripts, and read what happened rule by rule.",
    )
    parser.add_argument(
        "--version", action="version", version=f"hordemtg {__version__}, rules of {cr.EDITION_IN_WORDS}"
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_run(commands.add_parser("run", help="play a game against a Horde and tell it"))
    _add_replay(commands.add_parser("replay", help="play a recorded game again and compare it event by event"))
    _add_test(commands.add_parser("test", help="run scenarios"))
    _add_check(commands.add_parser("check", help="check scripts, manifests and decks"))
    _add_rules(commands.add_parser("rules", help="print every rule in force, who says so, and where it stands"))
    _add_export(commands.add_parser("export", help="write a Horde's list for another program"))
    _add_import(commands.add_parser("import", help="read a deck list of another program"))
    return parser


def _add_run(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=run)
    parser.add_argument("horde", metavar="HORDE", help="the name of a Horde, or a folder with its deck.yaml")
    parser.add_argument("--survivors", metavar="DECK", default="", help="the Survivor's deck: a name, file or folder")
    parser.add_argument("--difficulty", metavar="NAME", default="", help="nightmare, hard, normal, easy or story")
    parser.add_argument("--preparation", metavar="N", type=_count, help="so many turns for the Survivor first")
    parser.add_argument(
        "--set", metavar="NAME", default="", help="the set of the Survivor's deck, which changes the number of turns"
    )
    parser.add_argument("--ruleset", metavar="NAME", default="", help="another ruleset than the Horde's own")
    parser.add_argument("--list", metavar="NAME", default="", help="another of the Horde's lists than the first")
    parser.add_argument("--seed", metavar="N", type=_count, default=1, help="the seed of all chance (default: 1)")
    parser.add_argument("--detail", choices=DETAILS, default="normal", help="how much to tell (default: normal)")
    parser.add_argument("--trace", metavar="FILE", type=Path, help="keep every event in this file")


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=replay)
    parser.add_argument("file", metavar="FILE", type=Path, help="a trace that `run --trace` has written")
    parser.add_argument("--detail", choices=DETAILS, help="tell the recorded game as well")


def _add_test(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=test)
    parser.add_argument("paths", metavar="PATH", nargs="+", type=Path, help="files or folders of scenarios")
    parser.add_argument("--coverage", action="store_true", help="say which clauses of the cards were exercised")


def _add_check(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=check)
    parser.add_argument(
        "paths", metavar="PATH", nargs="*", type=Path, help="files or folders besides the built-in ones"
    )
    parser.add_argument("--json", action="store_true", help="print what is wrong as JSON, for programs")


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=rules)
    parser.add_argument("horde", metavar="HORDE", help="the name of a Horde, or a folder with its deck.yaml")
    parser.add_argument("--ruleset", metavar="NAME", default="", help="another ruleset than the Horde's own")
    parser.add_argument("--json", action="store_true", help="print the rules as JSON, for programs")


def _add_export(parser: argparse.ArgumentParser) -> None:
    from hordemtg.play.decklists.export import TARGETS

    parser.set_defaults(command=export)
    parser.add_argument("horde", metavar="HORDE", help="the name of a Horde, or a folder with its deck.yaml")
    about = "; ".join(f"{name}: {target.about}" for name, target in TARGETS.items())
    parser.add_argument("--to", choices=TARGETS, required=True, help=f"what the list is for ({about})")
    parser.add_argument("--list", metavar="NAME", default="", help="another of the Horde's lists than the first")


def _add_import(parser: argparse.ArgumentParser) -> None:
    from hordemtg.play.decklists.reading import FORMATS

    parser.set_defaults(command=import_list)
    parser.add_argument("file", metavar="FILE", type=Path, help="a list that another program has written")
    parser.add_argument("--format", choices=FORMATS, default="auto", help="its form (default: found out by its text)")


def _count(text: str) -> int:
    """A number from 0 on, as an argument."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise argparse.ArgumentTypeError(f"{text!r:.40} is not a number from 0 on")
    return int(text)


# ---------------------------------------------------------------- the commands


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
    library = _library([Path(name) for name in (options.horde, options.survivors) if name and Path(name).exists()])
    return _with_texts(
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
    folders = [Path(name) for name in (spec.horde, spec.survivors) if Path(name).exists()] if spec is not None else []
    library = _library(folders)
    found = play_again(library, trace)
    for note in found.notes:
        print(f"note: {note}", file=sys.stderr)
    if found.parting is not None:
        print(f"{options.file}: {found.parting}")
        return FAILED
    print(f"{options.file}: the same game, {found.events} events")
    return 0


def test(options: argparse.Namespace) -> int:
    """`hordemtg test`."""
    from hordemtg.play.testing import run_tests

    for path in options.paths:
        if not path.exists():
            print(f"error: {path}: there is no such file or folder", file=sys.stderr)
            return FAILED
    return run_tests(options.paths, options.coverage)


def check(options: argparse.Namespace) -> int:
    """`hordemtg check`."""
    library = _library(options.paths)
    errors, warnings = len(library.errors), len(library.diagnostics) - len(library.errors)
    if options.json:
        print(json.dumps([found.to_json() for found in library.diagnostics], indent=2, ensure_ascii=False))
    else:
        print_diagnostics(library.diagnostics, library.texts)
        counted = f"{len(library.cards)} cards, {len(library.tokens)} tokens, {library.hordes} Hordes"
        print(f"{counted}: {_many(errors, 'error')}, {_many(warnings, 'warning')}")
    return FAILED if errors else 0


def rules(options: argparse.Namespace) -> int:
    """`hordemtg rules`."""
    from hordemtg.play.rules_sheet import sheet, told

    library = _library([Path(options.horde)] if Path(options.horde).exists() else [])

    def show() -> int:
        found = sheet(library, options.horde, options.ruleset)
        if options.json:
            print(json.dumps(found.to_json(), indent=2, ensure_ascii=False))
        else:
            for line in told(found):
                print(line)
        return 0

    return _with_texts(library, show)


def export(options: argparse.Namespace) -> int:
    """`hordemtg export`."""
    from hordemtg.play.decklists import export as lists
    from hordemtg.play.setup import list_of

    library = _library([Path(options.horde)] if Path(options.horde).exists() else [])

    def show() -> int:
        manifest = library.horde(options.horde)
        tokens = library.of(manifest).tokens
        print(lists.export(manifest, list_of(manifest, options.list), tokens, options.to), end="")
        return 0

    return _with_texts(library, show)


def import_list(options: argparse.Namespace) -> int:
    """`hordemtg import`: the lines go to the output, what cannot be read or is unknown to the error stream."""
    from hordemtg.play.decklists.reading import deck_lines, read_file

    found: list[Diagnostic] = []
    listing = read_file(options.file, options.format, found)
    library = _library([])
    lines, missing = deck_lines(listing, [*library.cards, *library.tokens])
    for line in lines:
        print(line)
    print_diagnostics(found, {})
    if missing:
        print(f"note: no script for: {'; '.join(missing)}", file=sys.stderr)
    return FAILED if any(each.severity == "error" for each in found) else 0


# ---------------------------------------------------------------- printing


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
            _reader_left()


def print_diagnostics(diagnostics: Iterable[Diagnostic], texts: Mapping[str, str]) -> None:
    """Every diagnostic with the line it is about, on the error stream."""
    for n, found in enumerate(diagnostics):
        if n:
            print(file=sys.stderr)
        print(render(found, texts.get(found.file)), file=sys.stderr)


def _library(paths: Sequence[Path]) -> Library:
    """The built-in scripts, the user's, and those of the paths."""
    from hordemtg.play.testing import library_for

    return library_for(paths)


def _with_texts(library: Library, work: Callable[[], int]) -> int:
    """Do the work; what is wrong with scripts is shown with their lines."""
    try:
        return work()
    except ScriptError as error:
        print_diagnostics(error.diagnostics, library.texts)
        return FAILED


def _done(_result: object) -> int:
    return 0


def _reader_left() -> int:
    """Nobody reads any more: say nothing else, as other commands do (and let the interpreter flush into nothing)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILED


def _words(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror.lower()}"
    return str(error)


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


if __name__ == "__main__":
    sys.exit(main())
