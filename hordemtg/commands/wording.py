"""`hordemtg write`, `hordemtg compare` and `hordemtg oracle lock`: scripts beside the printed cards."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hordemtg.commands.common import FAILED, Commands, library_of, library_with, many, print_diagnostics, with_texts

if TYPE_CHECKING:
    from hordemtg.oracle.store import Store
    from hordemtg.wording.checked import Checked

CARDS = (
    "the name of a card, token, Horde (all its cards, its errata too) or Survivor deck, or a file or folder of scripts"
)
ABILITIES = ("keyword", "emblem")  # what has abilities and is no card


def add(commands: Commands) -> None:
    """The commands and their options; `lock` is a part of `hordemtg oracle` (commands/oracle.py)."""
    _add_write(commands)
    _add_compare(commands)


def _add_write(commands: Commands) -> None:
    parser = commands.add_parser("write", help="print scripts as cards are printed today")
    parser.set_defaults(command=write)
    parser.add_argument("names", metavar="NAME", nargs="+", help=f"{CARDS}; or a keyword or emblem of the scripts")
    parser.add_argument("--errata", metavar="HORDE", default="", help="with the errata of this Horde")
    parser.add_argument("--printed", action="store_true", help="a Horde's cards without its errata, as on the cards")


def _add_compare(commands: Commands) -> None:
    parser = commands.add_parser("compare", help="compare scripts with the printed cards in the store, word by word")
    parser.set_defaults(command=compare)
    parser.add_argument("names", metavar="NAME", nargs="+", help=CARDS)
    parser.add_argument("--errata", metavar="HORDE", default="", help="check the errata of this Horde too")
    parser.add_argument("--offline", action="store_true", help="does nothing here: a comparison never asks anybody")
    parser.add_argument("--json", action="store_true", help="print the result as JSON, for programs")
    parser.add_argument(
        "--html", metavar="FILE", type=Path, help="write a page with print, script, errata and result side by side"
    )


def add_lock(parts: Commands) -> None:
    """The part `lock` of `hordemtg oracle`."""
    parser = parts.add_parser("lock", help="keep a hash of what each card says, or prove the scripts by it")
    parser.set_defaults(command=lock)
    parser.add_argument("--check", action="store_true", help="prove every script by the lock; needs no store")
    parser.add_argument(
        "--folder",
        metavar="FOLDER",
        type=Path,
        help="the scripts in this folder and its lock (default: the built-in ones)",
    )
    parser.add_argument(
        "--reworded",
        metavar="NAME",
        nargs="+",
        default=[],
        help="keep the scripts of these cards as they are: they say it in other words than the cards",
    )


def write(options: argparse.Namespace) -> int:
    """`hordemtg write`."""
    from hordemtg.wording.scripts import Scribe
    from hordemtg.wording.selection import wanted

    library = library_with(*options.names, options.errata)

    def show() -> int:
        scribes: dict[int, Scribe] = {}
        shown: list[str] = []
        files: set[str] = set()
        for name in options.names:
            kind = next((kind for kind in ABILITIES if name in library.declared(kind)), "")
            if kind:
                shown.append("\n".join((name, *Scribe(library).abilities(kind, name))))
                continue
            for each in wanted(library, [name], options.errata):
                scribe = scribes.setdefault(id(each.library), Scribe(each.library))
                shown.append(str(scribe.write(each.name, () if options.printed else each.errata)))
                files.add(scribe.file_of(each.name))
        print("\n\n".join(dict.fromkeys(shown)))
        faulty = [found for found in library.errors if found.file in files]
        print_diagnostics(faulty, library.texts)
        return FAILED if faulty else 0

    return with_texts(library, show)


def open_store() -> Store:
    """The user's store; what had to be done to it is told on the error stream."""
    from hordemtg.oracle.store import Store

    return Store(note=lambda words: print(f"note: {words}", file=sys.stderr))


def compare(options: argparse.Namespace) -> int:
    """`hordemtg compare`: exit code 1 when a script differs from its card, or the store lacks it."""
    from hordemtg.script.files import PAGE, refuse_other, write_whole
    from hordemtg.wording.checked import check
    from hordemtg.wording.report import page
    from hordemtg.wording.selection import errors_of, wanted

    library = library_with(*options.names, options.errata)

    def show() -> int:
        cards = wanted(library, options.names, options.errata)
        with open_store() as store:
            found = check(cards, store)
        wrong = errors_of(library, [*options.names, options.errata])
        wrong = list(dict.fromkeys([*wrong, *(error for each in found for error in each.errors)]))
        if options.json:
            print(json.dumps([each.to_json() for each in found], indent=2, ensure_ascii=False))
        else:
            tell(found)
        if options.html is not None:
            refuse_other(options.html, PAGE)
            made = page(f"{', '.join(options.names)}: print and script", found)
            write_whole(options.html, made.encode("utf-8", "backslashreplace"))  # a file's name may be no text
            if not options.json:
                print(f"{options.html}: it holds Oracle text, so it is not to be published")
        print_diagnostics(wrong, library.texts)
        return 0 if all(each.well for each in found) and not wrong else FAILED

    return with_texts(library, show)


def tell(found: Sequence[Checked]) -> None:
    """What is not equal, card by card, and how many there are."""
    from hordemtg.wording.difference import marked

    for each in found:
        comparison, name = each.comparison, each.comparison.written.name
        for difference in comparison.differences:
            print(f"{name}: {difference.what}: {marked(difference.marked)}")
        for fault in each.faults:
            print(f"{name}: errata: {fault}")
        if comparison.told_by:
            print(f"{name}: the store has no such token; {comparison.told_by} creates one just like it")
    missing = [each.comparison.written for each in found if each.state == "missing"]
    if missing:
        print(f"not in the store: {', '.join(card.name for card in missing)}")
        print("  `hordemtg oracle sync` fetches the cards of a Horde or deck; `hordemtg oracle import` reads a file")
    counts = [
        f"{sum(1 for each in found if each.state == state)} {words}"
        for state, words in (("equal", "equal"), ("different", "different"), ("missing", "not in the store"))
    ]
    if faulty := sum(1 for each in found if each.state == "faulty"):
        counts.append(f"{faulty} with errors in the script")
    faults = sum(len(each.faults) for each in found)
    print(
        f"{many(len(found), 'card')}: {', '.join(counts)}" + (f"; {many(faults, 'fault')} of errata" if faults else "")
    )


def lock(options: argparse.Namespace) -> int:
    """`hordemtg oracle lock`."""
    from hordemtg.script.files import write_whole
    from hordemtg.script.resources import folder
    from hordemtg.wording import lock as locks
    from hordemtg.wording.checked import check
    from hordemtg.wording.scripts import Scribe
    from hordemtg.wording.selection import declared_in, errors_below

    place: Path = options.folder if options.folder is not None else folder("cardscripts")
    if not place.is_dir():
        print(f"error: {place}: there is no such folder", file=sys.stderr)
        return FAILED
    library = library_of(*([options.folder] if options.folder is not None else []))
    file = place / locks.FILE

    def work() -> int:
        known = locks.read(file)
        cards = declared_in(library, place)
        wrong = errors_below(library, place)
        print_diagnostics(wrong, library.texts)
        if not cards:
            print(f"error: {place}: there are no scripts of cards or tokens in this folder", file=sys.stderr)
            return FAILED
        if options.check:
            scribes = {id(each.library): Scribe(each.library) for each in cards}
            written = [scribes[id(each.library)].write(each.name) for each in cards]
            faults = locks.faults(known, written)
            for fault in faults:
                print(fault)
            unproven = locks.unproven(known)
            if unproven:
                print(f"not proven, since the store never had their text: {', '.join(unproven)}")
            others = locks.reworded(known)
            if others:
                print(f"not proven, since they say it in other words: {', '.join(others)}")
            doubtful = len(unproven) + len(others)
            print(
                f"{many(len(written), 'script')}: {many(len(faults), 'fault')}, {doubtful} not proven"
                + (f"; {many(len(wrong), 'error')} in the scripts" if wrong else "")
            )
            return FAILED if faults or wrong else 0
        with open_store() as store:
            found = check(cards, store)
            made = locks.renewed(known, found, store, options.reworded)
        if wrong:  # a card that is not there may be one whose script could not be read: its entry is not lost
            made = {**known, **made}
        changed = write_whole(file, locks.text_of(made.values()))
        tell(found)
        print(f"{file}: {many(len(made), 'card')}{'' if changed else ', as before'}")
        others = locks.reworded(made)
        if others:
            print(f"in other words than their cards: {', '.join(others)}")
        rest = [each for each in found if each.comparison.written.name not in others]
        return 0 if all(each.well for each in rest) and not wrong else FAILED

    return with_texts(library, work)
