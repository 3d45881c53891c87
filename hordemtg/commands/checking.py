"""`hordemtg test` and `hordemtg check`: scenarios and scripts."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from pathlib import Path

from hordemtg.commands.common import FAILED, Commands, many, print_diagnostics


def add(commands: Commands) -> None:
    """The commands and their options."""
    _add_test(commands)
    _add_check(commands)


def _add_test(commands: Commands) -> None:
    parser = commands.add_parser("test", help="run scenarios")
    parser.set_defaults(command=test)
    parser.add_argument("paths", metavar="PATH", nargs="+", type=Path, help="files or folders of scenarios")
    parser.add_argument("--coverage", action="store_true", help="say which clauses of the cards were exercised")


def _add_check(commands: Commands) -> None:
    parser = commands.add_parser("check", help="check scripts, manifests and decks")
    parser.set_defaults(command=check)
    parser.add_argument(
        "names", metavar="HORDE|PATH", nargs="*", help="a Horde to look at as a whole, files or folders to check too"
    )
    parser.add_argument("--survivors", metavar="DECK", default="", help="a deck: which of its cards do nothing here?")
    parser.add_argument("--lints", action="store_true", help="say what a Horde is looked at for, and nothing else")
    once = parser.add_mutually_exclusive_group()
    once.add_argument("--watch", action="store_true", help="check again whenever a file changes, until Ctrl-C")
    once.add_argument("--json", action="store_true", help="print what is wrong as JSON, for programs")


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
    from hordemtg.authoring import checking
    from hordemtg.authoring.lints import LINTS

    if options.lints:
        for each in LINTS:
            print(f"{each.name}: {each.about}")
        return 0

    def look() -> checking.Checked:
        return checking.check(options.names, options.survivors)

    if options.watch:
        from hordemtg.compiler.library import standard_folders

        more = [Path(name) for name in (*options.names, options.survivors) if name]
        with contextlib.suppress(KeyboardInterrupt):
            checking.watch(look, [*standard_folders(), *more], lambda line: print(line, flush=True))
        return 0
    found = look()
    library = found.library
    if options.json:
        print(json.dumps([each.to_json() for each in found.diagnostics], indent=2, ensure_ascii=False))
    else:
        print_diagnostics(found.diagnostics, library.texts)
        counted = f"{len(library.cards)} cards, {len(library.tokens)} tokens, {library.hordes} Hordes"
        print(f"{counted}: {many(found.errors, 'error')}, {many(found.warnings, 'warning')}")
    return FAILED if found.errors else 0
