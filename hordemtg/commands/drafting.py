"""`hordemtg draft`: scripts from printed cards, and how much of a file of cards the language understands."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hordemtg.commands.common import FAILED, Commands, count, library_of, many
from hordemtg.commands.oracle import add_asking, client_for, open_store
from hordemtg.commands.progress import progress_bar

if TYPE_CHECKING:
    from hordemtg.drafting.draft import Draft
    from hordemtg.drafting.judge import Judge
    from hordemtg.oracle.bulk import Report
    from hordemtg.oracle.card import PrintedCard

ROWS = 30
MOST_FAULTS = 10


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("draft", help="write scripts from the text printed on cards")
    parser.set_defaults(command=run)
    parser.add_argument("names", metavar="NAME", nargs="*", help="the names of cards")
    parser.add_argument(
        "--file", type=Path, help="take the cards from this file (JSON list or JSON Lines, as Scryfall's bulk files)"
    )
    parser.add_argument("--to", metavar="FOLDER", type=Path, help="write a file for each card into this folder")
    parser.add_argument("--force", action="store_true", help="write over scripts that stand there already")
    parser.add_argument("--coverage", metavar="FILE", type=Path, help="say how much of a file of cards is understood")
    parser.add_argument("--rows", type=count, default=ROWS, help=f"rows of each table of the report ({ROWS})")
    parser.add_argument("--json", action="store_true", help="print the report as JSON, for programs")
    add_asking(parser)


def run(options: argparse.Namespace) -> int:
    """`hordemtg draft`."""
    if options.coverage is not None:
        return _coverage(options)
    if not options.names and options.file is None:
        print("error: name a card, or a file of cards with --file", file=sys.stderr)
        return FAILED
    return _drafts(options)


def _judge() -> Judge:
    from hordemtg.drafting.judge import Judge

    return Judge(library_of())


def _coverage(options: argparse.Namespace) -> int:
    from hordemtg.drafting.coverage import coverage, report
    from hordemtg.drafting.draft import draft
    from hordemtg.drafting.sources import cards_of_file
    from hordemtg.oracle.bulk import Report

    judge, found = _judge(), Report()
    with progress_bar("drafting") as progress:
        made = coverage(draft(card, judge) for card in cards_of_file(options.coverage, found, progress))
    _tell_faults(found)
    if options.json:
        print(json.dumps(made.to_json(options.rows), indent=2, ensure_ascii=False))
    else:
        print(report(made, options.rows))
    return FAILED if found.faults else 0


def _drafts(options: argparse.Namespace) -> int:
    from hordemtg.drafting.draft import draft
    from hordemtg.drafting.files import write

    found, missing = _of_file(options) if options.file is not None else _of_store(options)
    judge = _judge()
    kept = 0
    parts: list[Draft] = []
    for n, card in enumerate(found):
        made = draft(card, judge)
        if not made.whole:
            parts.append(made)
        if options.to is None:
            print(("\n" if n else "") + made.text, end="")
            continue
        written = write(options.to, card.name, made.text, options.force)
        kept += written.what == "kept"
        if written.what == "kept":
            print(f"error: {written.path}: another script stands here; --force writes over it", file=sys.stderr)
        else:
            print(f"{written.path}: {written.what}{'' if made.whole else ', in part: ' + '; '.join(_lacks(made))}")
    _conclude(found, parts)
    return FAILED if missing or kept else 0


def _conclude(found: Sequence[PrintedCard], parts: Sequence[Draft]) -> None:
    whole = len(found) - len(parts)
    print(f"{many(len(found), 'card')}: {whole} whole, {len(parts)} in part or not at all", file=sys.stderr)
    if parts:
        print("lines with `unsupported` are for you to write; `hordemtg check` refuses them till then", file=sys.stderr)


def _lacks(made: Draft) -> Iterator[str]:
    yield from made.faults
    for line in made.lines:
        if not line.understood:
            yield line.fault


def _of_store(options: argparse.Namespace) -> tuple[list[PrintedCard], int]:
    """The cards of these names from the store, or from Scryfall; how many there are not."""
    from hordemtg.oracle.lookup import look_up
    from hordemtg.script.diagnostics import nearest

    with open_store() as store, client_for(store, options) as client:
        with progress_bar("asking Scryfall") as progress:
            looked = look_up(store, options.names, client, progress)
        known = store.names() if looked.missing else []
    if looked.trouble:
        print(f"note: {looked.trouble}", file=sys.stderr)
    for name in looked.missing:
        _tell_missing(name, "the store" if options.offline or looked.trouble else "the store or at Scryfall",
                      nearest(name, known))  # fmt: skip
    cards = [looked.cards[name].card for name in dict.fromkeys(options.names) if name in looked.cards]
    return cards, len(looked.missing)


def _of_file(options: argparse.Namespace) -> tuple[list[PrintedCard], int]:
    """The cards asked for, in the order of the names, or all of the file; how many are missing or no cards."""
    from hordemtg.drafting.sources import cards_of_file
    from hordemtg.oracle.bulk import Report
    from hordemtg.script.diagnostics import nearest

    read = Report()
    found: dict[str, PrintedCard] = {}
    wanted = {name.casefold(): name for name in options.names}
    known: list[str] = []
    with progress_bar("reading") as progress:
        for card in cards_of_file(options.file, read, progress):
            known.append(card.name)
            if not wanted or card.name.casefold() in wanted:
                found.setdefault(card.name.casefold(), card)
    _tell_faults(read)
    if not wanted:
        return list(found.values()), len(read.faults)
    missing = [name for key, name in wanted.items() if key not in found]
    for name in missing:
        _tell_missing(name, str(options.file), nearest(name, known))
    return [found[key] for key in wanted if key in found], len(missing) + len(read.faults)


def _tell_missing(name: str, where: str, near: str) -> None:
    hint = f" (did you mean `{near}`?)" if near else ""
    print(f"error: there is no card `{name}` in {where}{hint}", file=sys.stderr)


def _tell_faults(found: Report) -> None:
    for fault in found.faults[:MOST_FAULTS]:
        print(f"error: {fault}", file=sys.stderr)
    if len(found.faults) > MOST_FAULTS:
        print(f"error: and {len(found.faults) - MOST_FAULTS} more entries that are no cards", file=sys.stderr)
