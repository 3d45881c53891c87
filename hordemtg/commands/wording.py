"""`hordemtg write` and `hordemtg compare`: scripts as printed cards, and beside the printed cards."""

from __future__ import annotations

import argparse

from hordemtg.commands.common import Commands, library_with, with_texts


def add(commands: Commands) -> None:
    """The commands and their options."""
    _add_write(commands)


def _add_write(commands: Commands) -> None:
    parser = commands.add_parser("write", help="print scripts as cards are printed today")
    parser.set_defaults(command=write)
    parser.add_argument("names", metavar="NAME", nargs="+", help="cards, tokens, Hordes (with their errata) or decks")
    parser.add_argument("--errata", metavar="HORDE", default="", help="with the errata of this Horde")
    parser.add_argument("--printed", action="store_true", help="without errata, as on the card")


def write(options: argparse.Namespace) -> int:
    """`hordemtg write`."""
    from hordemtg.wording.scripts import Scribe
    from hordemtg.wording.selection import wanted

    library = library_with(*options.names, options.errata)

    def show() -> int:
        scribes: dict[int, Scribe] = {}
        for n, each in enumerate(wanted(library, options.names, options.errata)):
            scribe = scribes.setdefault(id(each.library), Scribe(each.library))
            if n:
                print()
            print(scribe.write(each.name, () if options.printed else each.errata))
        return 0

    return with_texts(library, show)
