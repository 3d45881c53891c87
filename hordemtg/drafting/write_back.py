"""Written back: a draft's script as print has it, beside what is printed.

A sentence of the language may be another than the printed one that it was made
from. What the script says in print shows it: the two must be the same but for
reminder text and the templating of other years.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from hordemtg.oracle.card import PrintedCard
from hordemtg.script.diagnostics import ScriptError
from hordemtg.wording import normal
from hordemtg.wording.creating import Tokens
from hordemtg.wording.scripts import write_text


def differing(card: PrintedCard, script: str, tokens: Tokens) -> tuple[tuple[int, str], ...]:
    """The lines that the script says in other words: the index of each, and what it says instead."""
    of = normal.Of(card.name, "Legendary" in card.supertypes)
    try:
        (written,) = write_text(script, tokens)
    except ScriptError as error:
        return ((0, str(error)),)
    return tuple(
        (index, own)
        for index, (own, printed) in enumerate(zip_longest(_normal(written.text, of), _normal(card.text, of)))
        if own != printed
    )


def _normal(text: str, of: normal.Of) -> Sequence[str]:
    return normal.lines(text, of)
