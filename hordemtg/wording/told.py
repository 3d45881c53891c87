"""Tokens that a source of cards does not have: what the cards that create them say (CR 111.3)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from hordemtg.oracle.card import PrintedCard
from hordemtg.wording import normal
from hordemtg.wording.creating import PREDEFINED, TokenForm, description, listed

REBALANCED = "A-"  # how Scryfall names cards of Arena that differ from print


# what may stand behind a description: nothing that could go on with it ("and vigilance", "It has ...")
GOES_ON = r"(?! (?:It|They|That|Those|The) )"
ENDS = rf"(?=$|[\"']|\.{GOES_ON}|,? then\b|,? and you\b|,? where\b| for each\b| that's tapped\b| that are tapped\b)"
ENDS_IN_QUOTES = rf"(?={GOES_ON}(?:$| [A-Z]|\.))"
REMINDER = re.compile(r"\(([^()]*)\)")


def told_by(forms: Sequence[TokenForm], cards: Iterable[PrintedCard]) -> Mapping[str, str]:
    """For each token that some printed card describes just so, the name of the first such card."""
    patterns = {form.name: _reminder(form) if form.name in PREDEFINED else _pattern(form) for form in forms}
    hints = {form.name: form.name if form.name in PREDEFINED else " ".join(form.subtypes) for form in forms}
    found: dict[str, str] = {}
    for card in cards:
        if card.name.startswith(REBALANCED):
            continue
        for face in card.faces or (card,):
            if "token" not in face.text:
                continue
            for name, pattern in patterns.items():
                if name not in found and hints[name] in face.text and _says(face, pattern, name in PREDEFINED):
                    found[name] = face.name
        if len(found) == len(patterns):
            break
    return found


def _says(card: PrintedCard, pattern: re.Pattern[str], reminder: bool) -> bool:
    of = normal.Of(card.name, "Legendary" in card.type_line, card.is_token)
    if not reminder:
        return any(pattern.search(row) for row in normal.lines(card.text, of))
    return any(
        pattern.fullmatch(f"{_before(row, found.start())} {normal.line(found[1], of)}")
        for row in card.text.split("\n")
        for found in REMINDER.finditer(row)
    )


def _before(row: str, end: int) -> str:
    """The sentences before a reminder text, of which it explains the last."""
    return row[:end].strip()


def _what(form: TokenForm) -> str:
    """Its keywords and abilities, as the text that describes it lists them."""
    of = normal.Of(form.name, token=True)
    return listed([*form.keywords, *(f'"{normal.line(ability, of)}"' for ability in form.abilities)])


def _pattern(form: TokenForm) -> re.Pattern[str]:
    """The description as a card has it, with nothing more behind it."""
    words = " ".join(description(form))
    what = _what(form)
    end = ENDS_IN_QUOTES if what.endswith('"') else ENDS
    tail = f" with {re.escape(what)}" if what else ""
    return re.compile(rf"(?<![\w/]){re.escape(words)} tokens?\b{tail}{end}")


def _reminder(form: TokenForm) -> re.Pattern[str]:
    """The reminder text behind the name of a token that the rules define (CR 111.10): "It's an artifact with ..."."""
    types = re.escape(" ".join(form.types))
    what = rf"(?:It's an? {types}|They're {types}s) with {re.escape(_what(form))}"
    return re.compile(rf"[^()]*\b{re.escape(form.name)} tokens?\b[^()]*? {what}", re.DOTALL)
