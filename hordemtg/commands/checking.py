"""`hordemtg test` and `hordemtg check`: scenarios and scripts."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from hordemtg.commands.common import FAILED, Commands, library_of, many, print_diagnostics


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
        "paths", metavar="PATH", nargs="*", type=Path, help="files or folders besides the built-in ones"
    )
    parser.add_argument("--json", action="store_true", help="print what is wrong as JSON, for programs")


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
    library = library_of(*options.paths)
    errors, warnings = len(library.errors), len(library.diagnostics) - len(library.errors)
    if options.json:
        print(json.dumps([found.to_json() for found in library.diagnostics], indent=2, ensure_ascii=False))
    else:
        print_diagnostics(library.diagnostics, library.texts)
        counted = f"{len(library.cards)} cards, {len(library.tokens)} tokens, {library.hordes} Hordes"
        print(f"{counted}: {many(errors, 'error')}, {many(warnings, 'warning')}")
    return FAILED if errors else 0
