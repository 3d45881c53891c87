"""`hordemtg draft`: scripts from printed cards, and how much of a file of cards the language understands."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from hordemtg.commands.common import FAILED, Commands, count, library_of, many
from hordemtg.drafting.coverage import coverage, report
from hordemtg.drafting.draft import Draft, draft
from hordemtg.drafting.files import write
from hordemtg.drafting.judge import Judge
from hordemtg.drafting.printed import CardFileError, read_cards
from hordemtg.oracle.card import PrintedCard
from hordemtg.script.diagnostics import nearest

T = TypeVar("T")
ROWS = 30
MOST_PRINTED = 1000


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("draft", help="write scripts from the text printed on cards")
    parser.set_defaults(command=run)
    parser.add_argument("names", metavar="NAME", nargs="*", help="the names of cards")
    parser.add_argument("--file", type=Path, help="a file of cards (JSON list or JSON Lines, as Scryfall's)")
    parser.add_argument("--to", metavar="FOLDER", type=Path, help="write a file for each card into this folder")
    parser.add_argument("--force", action="store_true", help="write over scripts that stand there already")
    parser.add_argument("--coverage", metavar="FILE", type=Path, help="say how much of a file of cards is understood")
    parser.add_argument("--rows", type=count, default=ROWS, help=f"rows of each table of the report ({ROWS})")
    parser.add_argument("--json", action="store_true", help="print the report as JSON, for programs")


def run(options: argparse.Namespace) -> int:
    """`hordemtg draft`."""
    try:
        if options.coverage is not None:
            return _coverage(options)
        if not options.names and options.file is None:
            print("error: name a card, or a file of cards with --file", file=sys.stderr)
            return FAILED
        return _drafts(options)
    except CardFileError as error:
        print(f"error: {error}", file=sys.stderr)
        return FAILED


def _judge() -> Judge:
    return Judge(library_of())


def _coverage(options: argparse.Namespace) -> int:
    cards = list(read_cards(options.coverage))
    judge = _judge()
    made = coverage(draft(card, judge) for card in _with_progress(cards))
    if options.json:
        print(json.dumps(made.to_json(options.rows), indent=2, ensure_ascii=False))
    else:
        print(report(made, options.rows))
    return 0


def _with_progress(cards: Sequence[T]) -> Iterable[T]:
    """The cards, with a bar on a terminal."""
    if not sys.stderr.isatty():
        return cards
    from rich.console import Console
    from rich.progress import track

    return track(cards, "drafting", console=Console(stderr=True), transient=True)


def _drafts(options: argparse.Namespace) -> int:
    found, missing = _cards(options)
    for name, near in missing:
        hint = f" (did you mean `{near}`?)" if near else ""
        print(f"error: there is no card `{name}` in {options.file}{hint}", file=sys.stderr)
    judge = _judge()
    kept = 0
    parts: list[Draft] = []
    for n, card in enumerate(_with_progress(found) if options.to is not None else found):
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


def _cards(options: argparse.Namespace) -> tuple[list[PrintedCard], list[tuple[str, str]]]:
    """The cards asked for, in the order of the names; and the names that are none, each with the nearest."""
    if options.file is None:
        raise CardFileError("give a file of cards with --file")
    if not options.names:
        return list(read_cards(options.file)), []
    wanted = {name.casefold(): name for name in options.names}
    found: dict[str, PrintedCard] = {}
    known: list[str] = []
    for card in read_cards(options.file):
        known.append(card.name)
        if card.name.casefold() in wanted:
            found.setdefault(card.name.casefold(), card)
    cards = [found[key] for key in wanted if key in found]
    return cards, [(name, nearest(name, known)) for key, name in wanted.items() if key not in found]
