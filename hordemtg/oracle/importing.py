"""Filling the store from a file of cards."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hordemtg.oracle import bulk, corpus
from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.errors import OracleError
from hordemtg.oracle.store import Store


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import brought: cards in the file, those new or newer than the store's, and entries that are no cards."""

    file: Path
    cards: int
    kept: int
    faults: tuple[str, ...]


def import_corpus(store: Store, progress: bulk.Progress = lambda done, all_: None) -> Imported:
    """Keep the cards of the installed Oracle corpus. Raises OracleError."""
    file, report = corpus.corpus_file(), bulk.Report()
    cards = corpus.corpus_cards(file, report, progress)
    kept = store.put(cards, f"{corpus.DISTRIBUTION} {corpus.RELEASE}", corpus.TAKEN)
    return Imported(file, report.cards, kept, tuple(report.faults))


def import_file(store: Store, file: Path, progress: bulk.Progress = lambda done, all_: None) -> Imported:
    """Keep the cards of a file in Scryfall's form, or of a copy of the corpus; they are as old as the file is.

    Raises OracleError with the line where the file cannot be read; what came before is kept.
    """
    report = bulk.Report()
    try:
        if corpus.is_row(next(bulk.entries(file), None)):
            at = _age(file, corpus.TAKEN)
            kept = store.put(_told(corpus.corpus_cards(file, report, progress), report), file.name, at)
        else:
            kept = store.put(_told(bulk.printed_cards(file, report, progress), report), file.name, _age(file))
    except OSError as error:
        raise OracleError(f"{file}: this file cannot be read: {error.strerror}") from error
    if not report.cards and report.faults:
        raise OracleError(f"{file}: this is no file of cards: {report.faults[0]}")
    return Imported(file, report.cards, kept, tuple(report.faults))


def _told(cards: Iterator[PrintedCard], report: bulk.Report) -> Iterator[PrintedCard]:
    """The cards of a file; where it cannot be read on, how many came before is said."""
    try:
        yield from cards
    except OracleError as error:
        if not report.cards:
            raise
        before = "the card before that is" if report.cards == 1 else f"the {report.cards} cards before that are"
        raise OracleError(f"{error}; {before} kept") from error


def _age(file: Path, at_most: float | None = None) -> float:
    """When the file was written, never in the future."""
    written = min(file.stat().st_mtime, time.time())
    return written if at_most is None else min(written, at_most)
