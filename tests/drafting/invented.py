"""Cards invented for these tests, and what they are drafted with."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hordemtg.compiler.library import Library
from hordemtg.drafting.draft import Draft, draft
from hordemtg.drafting.judge import Judge
from hordemtg.drafting.sources import card_of
from hordemtg.oracle.card import PrintedCard


@lru_cache(maxsize=1)
def judge() -> Judge:
    return Judge(Library.standard())


def creature(*lines: str, name: str = "Bog Tester", **more: Any) -> PrintedCard:
    """A 2/2 creature with these lines of text."""
    row: dict[str, Any] = {
        "name": name, "mana_cost": "{1}{B}", "type_line": "Creature — Badger", "power": "2", "toughness": "2",
        "oracle_text": "\n".join(lines), "layout": "normal",
    }  # fmt: skip
    return card_of({**row, **more})


def spell(*lines: str, name: str = "Test the Bog", **more: Any) -> PrintedCard:
    """A sorcery with these lines of text."""
    row = {"name": name, "mana_cost": "{1}{B}", "type_line": "Sorcery", "oracle_text": "\n".join(lines)}
    return card_of({**row, **more})


def drafted(card: PrintedCard) -> Draft:
    return draft(card, judge())


def scripts(card: PrintedCard) -> list[str]:
    """The script's lines for a card that must be whole."""
    made = drafted(card)
    assert made.whole, made.text
    return [line.script for line in made.lines]
