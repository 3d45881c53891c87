"""Files of printed cards, in Scryfall's names of fields or the corpus's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hordemtg.oracle import bulk, corpus
from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.errors import CardError


def cards_of_file(
    path: Path, report: bulk.Report, progress: bulk.Progress = lambda done, all_: None
) -> Iterator[PrintedCard]:
    """The cards of a file; entries that are none are told in the report. Raises OracleError."""
    for number, entry in enumerate(bulk.entries(path, progress), start=1):
        try:
            card = card_of(entry)
        except CardError as error:
            bulk.add_fault(report, path, f"entry {number}: {error}")
            continue
        report.cards += 1
        yield card


def card_of(entry: object) -> PrintedCard:
    """The card of an entry. Raises CardError."""
    if corpus.is_row(entry):
        assert isinstance(entry, dict)
        return corpus.card_of(entry)
    return PrintedCard.from_scryfall(entry)
