"""`hordemtg export` and `hordemtg import`: deck lists of other programs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hordemtg.commands.common import FAILED, Commands, library_of, library_with, print_diagnostics, with_texts
from hordemtg.script.diagnostics import Diagnostic


def add(commands: Commands) -> None:
    """The commands and their options."""
    _add_export(commands)
    _add_import(commands)


def _add_export(commands: Commands) -> None:
    from hordemtg.play.decklists.export import TARGETS

    parser = commands.add_parser("export", help="write a Horde's list for another program")
    parser.set_defaults(command=export)
    parser.add_argument("horde", metavar="HORDE", help="the name of a Horde, or a folder with its deck.yaml")
    about = "; ".join(f"{name}: {target.about}" for name, target in TARGETS.items())
    parser.add_argument("--to", choices=TARGETS, required=True, help=f"what the list is for ({about})")
    parser.add_argument("--list", metavar="NAME", default="", help="another of the Horde's lists than the first")


def _add_import(commands: Commands) -> None:
    from hordemtg.play.decklists.reading import FORMATS

    parser = commands.add_parser("import", help="read a deck list of another program")
    parser.set_defaults(command=import_list)
    parser.add_argument("file", metavar="FILE", type=Path, help="a list that another program has written")
    parser.add_argument("--format", choices=FORMATS, default="auto", help="its form (default: found out by its text)")


def export(options: argparse.Namespace) -> int:
    """`hordemtg export`."""
    from hordemtg.play.decklists import export as lists
    from hordemtg.play.setup import list_of

    library = library_with(options.horde)

    def show() -> int:
        manifest = library.horde(options.horde)
        tokens = library.of(manifest).tokens
        print(lists.export(manifest, list_of(manifest, options.list), tokens, options.to), end="")
        return 0

    return with_texts(library, show)


def import_list(options: argparse.Namespace) -> int:
    """`hordemtg import`: the lines go to the output, what cannot be read or is unknown to the error stream."""
    from hordemtg.play.decklists.reading import deck_lines, read_file

    found: list[Diagnostic] = []
    listing = read_file(options.file, options.format, found)
    library = library_of()
    lines, missing = deck_lines(listing, [*library.cards, *library.tokens])
    for line in lines:
        print(line)
    print_diagnostics(found, {})
    if missing:
        print(f"note: no script for: {'; '.join(missing)}", file=sys.stderr)
    return FAILED if any(each.severity == "error" for each in found) else 0
