"""Filling the store from a file of cards."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from hordemtg.oracle import bulk, corpus
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
            kept = store.put(corpus.corpus_cards(file, report, progress), file.name, _age(file, corpus.TAKEN))
        else:
            kept = store.put(bulk.printed_cards(file, report, progress), file.name, _age(file))
    except OSError as error:
        raise OracleError(f"{file}: this file cannot be read: {error.strerror}") from error
    if not report.cards and report.faults:
        raise OracleError(f"{file}: this is no file of cards: {report.faults[0]}")
    return Imported(file, report.cards, kept, tuple(report.faults))


def _age(file: Path, at_most: float | None = None) -> float:
    """When the file was written, never in the future."""
    written = min(file.stat().st_mtime, time.time())
    return written if at_most is None else min(written, at_most)
