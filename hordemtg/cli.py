"""The command `hordemtg`: reads the arguments, calls one function, prints what goes wrong."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from hordemtg import __version__
from hordemtg.commands import (
    authoring,
    checking,
    drafting,
    editing,
    formatting,
    lists,
    oracle,
    playing,
    rules,
    wording,
)
from hordemtg.commands.common import FAILED, USAGE, guard_streams, print_diagnostics, reader_left, ready_streams
from hordemtg.oracle.errors import OracleError
from hordemtg.rules import cr, native
from hordemtg.script.diagnostics import ScriptError
from hordemtg.script.resources import folder
from hordemtg.trace.recorder import TraceError

PARTS = (
    playing,
    checking,
    rules,
    lists,
    oracle,
    wording,
    drafting,
    authoring,
    formatting,
    editing,
)
STOPPED = 130  # what a shell says of a program that was interrupted


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and give its exit code: 0, 1 when something is wrong, 2 when the arguments are."""
    try:
        ready_streams()
        parser = build_parser()
        options = parser.parse_args(arguments)
        guard_streams()
        if not hasattr(options, "command"):
            parser.print_help(sys.stderr)
            return USAGE
        code: int = options.command(options)
        sys.stdout.flush()
    except ScriptError as error:
        print_diagnostics(error.diagnostics, {})
        return FAILED
    except (TraceError, OracleError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            return reader_left()
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
        epilog=f"The guide to writing scripts, and REFERENCE.md beside it:\n  {folder('cardscripts') / 'README.md'}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    engine = ", compiled" if native.is_compiled() else ""
    parser.add_argument(
        "--version", action="version", version=f"hordemtg {__version__}{engine}, rules of {cr.EDITION_IN_WORDS}"
    )
    commands = parser.add_subparsers(metavar="COMMAND")
    for part in PARTS:
        part.add(commands)
    return parser


def _words(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror.lower()}"
    return str(error)


if __name__ == "__main__":
    sys.exit(main())
