"""`hordemtg new`, `pack`, `install` and `sheet`: making a Horde and sharing it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hordemtg.commands.common import FAILED, Commands, library_of, library_with, many, print_diagnostics, with_texts
from hordemtg.commands.oracle import add_asking, client_for, open_store
from hordemtg.commands.progress import progress_bar
from hordemtg.script.diagnostics import Diagnostic

if TYPE_CHECKING:
    from hordemtg.authoring.known import Sources
    from hordemtg.compiler.library import Library
    from hordemtg.oracle.card import PrintedCard
    from hordemtg.play.decklists.listing import Listing


def add(commands: Commands) -> None:
    """The commands and their options."""
    _add_new(commands)
    _add_pack(commands)
    _add_install(commands)
    _add_sheet(commands)


def _add_new(commands: Commands) -> None:
    parser = commands.add_parser("new", help="make the folder of a new Horde from a list of cards")
    parser.set_defaults(command=new)
    parser.add_argument("horde", metavar="HORDE", help="the name of the new Horde")
    parser.add_argument(
        "--from", metavar="LIST", dest="list", type=Path, required=True, help="its list, as any deck program writes it"
    )
    parser.add_argument("--ruleset", metavar="NAME", default="", help="the ruleset it is played by")
    parser.add_argument(
        "--to", metavar="FOLDER", type=Path, help="where to make it (default: a folder of its name here)"
    )
    add_asking(parser)


def new(options: argparse.Namespace) -> int:
    """`hordemtg new`."""
    from hordemtg.authoring.new import create, plan
    from hordemtg.play.decklists.reading import read_file

    library = library_of()
    found: list[Diagnostic] = []
    listing = read_file(options.list, "auto", found)
    print_diagnostics(found, {})
    if any(d.severity == "error" for d in found):
        print("error: nothing is made until the whole list can be read", file=sys.stderr)
        return FAILED

    def make() -> int:
        known = sources(library, listing, options)
        made = plan(library, options.horde, listing, str(options.list), options.ruleset, known)
        at = options.to if options.to is not None else Path(options.horde)
        create(made, at)
        whole = len(made.of("there")) + len(made.of("whole"))
        partly, unknown = len(made.of("partly")), len(made.of("unknown"))
        states = f"{whole} with a whole script, {partly} partly drafted, {unknown} of which nothing is known"
        print(f"{at}: {many(len(made.entries), 'name')}, {states}")
        print(f"what is left to do: {at / 'CHECKLIST.md'}")
        return 0

    return with_texts(library, make)


def sources(library: Library, listing: Listing, options: argparse.Namespace) -> Sources[PrintedCard]:
    """The printed cards that the list needs, of the store or of Scryfall, with drafts of them. Raises OracleError."""
    from hordemtg.authoring.known import Sources
    from hordemtg.authoring.new import unscripted
    from hordemtg.drafting.draft import draft
    from hordemtg.drafting.judge import Judge
    from hordemtg.oracle.lookup import look_up_list

    names = unscripted(library, listing)
    if not names:
        return Sources()
    tokens = {entry.name.removesuffix(" Token") for entry in listing.of("tokens")}
    tokens |= {entry.name.removesuffix(" Token") for entry in listing.entries if entry.name.endswith(" Token")}
    with open_store() as store, client_for(store, options) as client, progress_bar("asking Scryfall") as progress:
        cards = [name for name in names if name not in tokens]
        found, made = look_up_list(store, cards, [name for name in names if name in tokens], client, progress)
    for trouble in dict.fromkeys(each.trouble for each in (found, made) if each.trouble):
        print(f"note: {trouble}", file=sys.stderr)
    known = {name: stored.card for part in (made, found) for name, stored in part.cards.items()}
    judge = Judge(library)
    return Sources(known.get, lambda card: draft(card, judge).text)


# ---------------------------------------------------------------- sharing


def _add_pack(commands: Commands) -> None:
    parser = commands.add_parser("pack", help="put a Horde into one archive, to share it")
    parser.set_defaults(command=pack)
    parser.add_argument("horde", metavar="HORDE", help="the name of a Horde, or a folder with its deck.yaml")
    parser.add_argument(
        "--to", metavar="FILE", type=Path, help="the archive (default: the Horde's name and .zip, here)"
    )


def _add_install(commands: Commands) -> None:
    parser = commands.add_parser("install", help="install a Horde from an archive")
    parser.set_defaults(command=install)
    parser.add_argument("file", metavar="FILE", type=Path, help="an archive that `hordemtg pack` has made")
    parser.add_argument(
        "--force", action="store_true", help="put it in place of an installed one of its name, which is kept beside"
    )


def pack(options: argparse.Namespace) -> int:
    """`hordemtg pack`."""
    from hordemtg.authoring.archive import pack_to

    library = library_with(options.horde)

    def make() -> int:
        manifest = library.horde(options.horde)
        to = options.to if options.to is not None else Path(f"{manifest.name}.zip")
        changed = pack_to(Path(manifest.folder), to)
        print(f"{to}: {manifest.title}" if changed else f"{to}: the same as before")
        return 0

    return with_texts(library, make)


def install(options: argparse.Namespace) -> int:
    """`hordemtg install`."""
    from hordemtg.authoring.install import install as put
    from hordemtg.authoring.install import user_folder

    done = put(options.file, user_folder(), options.force)
    found = library_of().horde(done.name)
    if Path(found.folder) != done.folder:
        print(f"note: the name `{done.name}` means another Horde, in {found.folder}: call this one by its folder",
              file=sys.stderr)  # fmt: skip
    print(f"{done.name} is installed: {done.folder}")
    if done.kept is not None:
        print(f"the one that was there before is kept: {done.kept}")
    return 0


# ---------------------------------------------------------------- the page beside the table


def _add_sheet(commands: Commands) -> None:
    parser = commands.add_parser("sheet", help="print the page to lay beside the table")
    parser.set_defaults(command=sheet)
    parser.add_argument("horde", metavar="HORDE", help="the name of a Horde, or a folder with its deck.yaml")
    parser.add_argument("--ruleset", metavar="NAME", default="", help="another ruleset than the Horde's own")
    parser.add_argument("--list", metavar="NAME", default="", help="another of the Horde's lists than the first")
    parser.add_argument("--html", metavar="FILE", type=Path, help="write it as a page for a browser or printer")


def sheet(options: argparse.Namespace) -> int:
    """`hordemtg sheet`."""
    from hordemtg.authoring.page import html, lines
    from hordemtg.authoring.sheet import sheet as made
    from hordemtg.script.files import PAGE, refuse_other, write_whole

    library = library_with(options.horde)

    def show() -> int:
        found = made(library, options.horde, options.ruleset, options.list)
        if options.html is None:
            for line in lines(found):
                print(line)
        else:
            refuse_other(options.html, PAGE)
            changed = write_whole(options.html, html(found))
            print(f"{options.html}: {found.title}" if changed else f"{options.html}: the same as before")
        return 0

    return with_texts(library, show)
