"""How much of a file of cards the language understands, and which words it lacks most often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from hordemtg.drafting.draft import OTHERWISE, UNKNOWN, Draft

EXAMPLES = 3


@dataclass(slots=True)
class Row:
    """Something that stands in the way: how many lines, how many cards it alone keeps from being whole, and some."""

    lines: int = 0
    alone: int = 0
    cards: list[str] = field(default_factory=list)

    def note(self, card: str, alone: bool) -> None:
        self.lines += 1
        self.alone += alone
        if len(self.cards) < EXAMPLES and card not in self.cards:
            self.cards.append(card)


@dataclass(slots=True)
class Coverage:
    """The sums over drafts."""

    cards: int = 0
    whole: int = 0
    lines: int = 0
    understood: int = 0
    kinds: Counter[str] = field(default_factory=Counter)  # whole, in part, not at all
    words: dict[str, Row] = field(default_factory=dict)  # unknown words
    phrases: dict[str, Row] = field(default_factory=dict)  # known words that do not fit, with what follows them
    reasons: dict[str, Row] = field(default_factory=dict)  # everything, by the message

    def add(self, draft: Draft) -> None:
        self.cards += 1
        self.whole += draft.whole
        self.lines += len(draft.lines)
        good = sum(line.understood for line in draft.lines)
        self.understood += good
        self.kinds["whole" if draft.whole else "in part" if good else "not at all"] += 1
        bad = [line for line in draft.lines if not line.understood]
        alone = len(bad) + len(draft.faults) == 1
        name = draft.card.name
        for fault in draft.faults:
            self.reasons.setdefault(fault, Row()).note(name, alone)
        for line in bad:
            unknown = UNKNOWN.match(line.fault)
            if unknown is not None:
                self.words.setdefault(unknown[1], Row()).note(name, alone)
                self.reasons.setdefault("unknown words", Row()).note(name, alone)
            elif line.fault.endswith("does not fit here"):
                self.phrases.setdefault(line.words, Row()).note(name, alone)
                self.reasons.setdefault("known words that do not fit together", Row()).note(name, alone)
            elif line.fault.startswith(OTHERWISE):
                self.reasons.setdefault(OTHERWISE, Row()).note(name, alone)
            else:
                self.reasons.setdefault(line.fault, Row()).note(name, alone)

    def to_json(self, most: int) -> dict[str, Any]:
        """The report as plain data, with so many rows of each kind."""
        return {
            "cards": self.cards,
            "whole": self.whole,
            "in part": self.kinds["in part"],
            "not at all": self.kinds["not at all"],
            "lines": self.lines,
            "lines understood": self.understood,
            "words": [_row(name, row) for name, row in _sorted(self.words)[:most]],
            "phrases": [_row(name, row) for name, row in _sorted(self.phrases)[:most]],
            "reasons": [_row(name, row) for name, row in _sorted(self.reasons)[:most]],
        }


def coverage(drafts: Iterable[Draft]) -> Coverage:
    """The sums over these drafts."""
    made = Coverage()
    for draft in drafts:
        made.add(draft)
    return made


def _sorted(rows: dict[str, Row]) -> list[tuple[str, Row]]:
    """The rows by how many cards each alone keeps from being whole, then by lines."""
    return sorted(rows.items(), key=lambda row: (-row[1].alone, -row[1].lines, row[0]))


def _row(name: str, row: Row) -> dict[str, Any]:
    return {"what": name, "lines": row.lines, "alone": row.alone, "cards": row.cards}


def report(made: Coverage, most: int) -> str:
    """The report for a reader."""
    rows = [
        f"{made.cards} cards: {made.whole} whole ({_share(made.whole, made.cards)}), "
        f"{made.kinds['in part']} in part, {made.kinds['not at all']} not at all",
        f"{made.lines} lines: {made.understood} understood ({_share(made.understood, made.lines)})",
    ]
    for title, table in (
        ("unknown words", made.words),
        ("known words that do not fit together", made.phrases),
        ("reasons", made.reasons),
    ):
        if table:
            rows += ["", f"{title}: lines, cards it alone keeps from being whole, what, for example"]
            rows += [
                f"{row.lines:7} {row.alone:6}  {name}  ({'; '.join(row.cards)})" for name, row in _sorted(table)[:most]
            ]
    return "\n".join(rows)


def _share(part: int, all_: int) -> str:
    return f"{100 * part / all_:.1f} %" if all_ else "none"
