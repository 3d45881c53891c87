"""A draft: the script of a card as far as its text is understood, and what is not, marked line by line."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from hordemtg.cards.definition import CardDefinition
from hordemtg.drafting.judge import Judge, Verdict
from hordemtg.drafting.reader import PrintedLine, is_spell, lines_of
from hordemtg.drafting.write_back import differing
from hordemtg.oracle.card import PrintedCard
from hordemtg.script.diagnostics import Diagnostic

COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
LAYOUTS = frozenset({"normal"})
UNKNOWN = re.compile(r"unknown word `([^`]+)`")
OTHERWISE = "the script says something else"
WINDOW = 4  # words of what does not fit that a report shows


@dataclass(frozen=True, slots=True)
class DraftedLine:
    """A line of the draft: the script's words, or none and why the printed ones are not understood."""

    printed: str
    script: str
    mode: bool = False
    fault: str = ""  # empty: understood
    words: str = ""  # the words that are not understood, as far as they can be told

    @property
    def understood(self) -> bool:
        return not self.fault


@dataclass(frozen=True, slots=True)
class Draft:
    """The draft of a card. It is whole when every line is understood and nothing else is wrong."""

    card: PrintedCard
    lines: tuple[DraftedLine, ...]
    faults: tuple[str, ...] = ()  # what is wrong with the card beside its lines
    definition: CardDefinition | None = None  # of a whole card

    @property
    def whole(self) -> bool:
        return not self.faults and all(line.understood for line in self.lines)

    @property
    def text(self) -> str:
        """The script. Lines that are not understood stand in it as `unsupported`, which `hordemtg check` refuses."""
        return "\n".join([*head(self.card), *_body(self)]) + "\n"


def head(card: PrintedCard) -> list[str]:
    """The lines of a script before its clauses."""
    lines = [f'card "{_quotable(card.name)}"']
    if card.mana_cost:
        lines.append(f"  cost {card.mana_cost}")
    colors = card.colors or ()
    if any(letter not in card.mana_cost for letter in colors):  # a color indicator (CR 204)
        lines.append(f"  color {' and '.join(COLORS[letter] for letter in colors)}")
    types = [word.lower() for word in (*card.supertypes, *card.types)]
    lines.append(f"  type {' '.join([*types, *card.subtypes])}")
    if card.power or card.toughness:
        lines.append(f"  stats {card.power}/{card.toughness}")
    return lines


def _body(draft: Draft) -> list[str]:
    rows: list[str] = []
    rows += [f'  unsupported "{_quotable(fault)}"' for fault in draft.faults]
    whole_modes = _modal_lines_are_understood(draft)
    for index, line in enumerate(draft.lines):
        if line.understood and whole_modes[index]:
            rows.append(f"    - {line.script}" if line.mode else f"  {line.script}")
            continue
        rows.append(f"  # not understood: {line.fault or 'the lines it stands with'}")
        rows.append(f'  unsupported "{_quotable(line.printed)}"')
    return rows


def _modal_lines_are_understood(draft: Draft) -> list[bool]:
    """For each line, whether all lines of its choice of modes are understood: half a choice is none."""
    kept = [True] * len(draft.lines)
    start = 0
    for index in range(1, len(draft.lines) + 1):
        if index < len(draft.lines) and draft.lines[index].mode:
            continue
        if index - start > 1 and not all(line.understood for line in draft.lines[start:index]):
            kept[start:index] = [False] * (index - start)
        start = index
    return kept


def _quotable(text: str) -> str:
    return text.replace('"', "'")


# ---------------------------------------------------------------- making a draft


def draft(card: PrintedCard, judge: Judge) -> Draft:
    """The draft of a printed card."""
    card = _one_face(card)
    faults = _card_faults(card)
    found = lines_of(card) if not faults else []
    lines = tuple(
        _drafted(line, card, judge, modal=index + 1 < len(found) and found[index + 1].mode)
        for index, line in enumerate(found)
    )
    made = Draft(card, lines, faults)
    return _judged(made, judge) if made.whole else made


def _one_face(card: PrintedCard) -> PrintedCard:
    """A reversible card has the same card on both sides: that card (CR 108.2)."""
    front, sign, back = card.name.partition(" // ")
    if card.layout == "reversible_card" and sign and front == back:
        return replace(card, name=front, layout="normal")
    return card


def _card_faults(card: PrintedCard) -> tuple[str, ...]:
    if card.layout not in LAYOUTS:
        return (f"cards of the layout {card.layout}",)
    if '"' in card.name or "\n" in card.name:
        return ("a name with quotation marks in it",)
    if not card.types:
        return ("a card without a card type",)
    numbered = {"Planeswalker": "a planeswalker's loyalty", "Battle": "a battle's defense"}
    unsupported = tuple(numbered[kind] for kind in card.types if kind in numbered)
    if unsupported:
        return unsupported
    return ()


def _drafted(line: PrintedLine, card: PrintedCard, judge: Judge, modal: bool) -> DraftedLine:
    """The line by the first reading that compiles, else by the first that the parser takes, else not."""
    best: tuple[str, Verdict] | None = None
    for text in line.candidates:
        verdict = judge.line(text, is_spell(card), line.mode, modal)
        if verdict.fault is None:
            return DraftedLine(line.printed, text, line.mode)
        if best is None or (verdict.parses and not best[1].parses) or _further(verdict, best[1]):
            best = (text, verdict)
    if best is None:
        return DraftedLine(line.printed, "", line.mode, "an empty line")
    text, verdict = best
    assert verdict.fault is not None
    if verdict.parses and is_spell(card) and not line.mode:
        return DraftedLine(line.printed, text)  # it may lean on the line above: the card as a whole is judged
    return DraftedLine(line.printed, text, line.mode, _said(verdict.fault), _words(verdict.fault, text, line.mode))


def _further(one: Verdict, other: Verdict) -> bool:
    """Whether this reading got further before it failed: its message says more."""
    if one.parses != other.parses or one.fault is None or other.fault is None:
        return False
    return one.fault.column > other.fault.column


def _said(fault: Diagnostic) -> str:
    return fault.message


def _words(fault: Diagnostic, text: str, mode: bool) -> str:
    """The words at the fault: the unknown word, or some words from where the sentence stopped to make sense."""
    unknown = UNKNOWN.match(fault.message)
    at = fault.column - (7 if mode else 3)
    rest = text[max(0, at) :].split()
    if unknown is not None:
        return " ".join(rest[:3]) if rest else unknown[1]
    return " ".join(rest[:WINDOW])


def _judged(made: Draft, judge: Judge) -> Draft:
    """The draft with what the compiler says of the card as a whole."""
    definition, found = judge.card(made.text)
    if not found:
        return _written_back(replace(made, definition=definition), judge)
    first = len(head(made.card)) + 1
    lines, faults = list(made.lines), list(made.faults)
    for diagnostic in found:
        index = diagnostic.line - first
        if 0 <= index < len(lines):
            if not lines[index].fault:
                line = lines[index]
                lines[index] = replace(line, fault=_said(diagnostic), words=_words(diagnostic, line.script, line.mode))
        else:
            faults.append(_said(diagnostic))
    return replace(made, lines=tuple(lines), faults=tuple(dict.fromkeys(faults)))


def _written_back(made: Draft, judge: Judge) -> Draft:
    """The draft with the lines marked that say something else than print does."""
    lines, faults = list(made.lines), list(made.faults)
    for index, own in differing(made.card, made.text, judge.tokens):
        if index < len(lines):
            lines[index] = replace(lines[index], fault=f"{OTHERWISE}: {own}")
        else:
            faults.append(f"{OTHERWISE}: {own}")
    return replace(made, lines=tuple(lines), faults=tuple(faults))
