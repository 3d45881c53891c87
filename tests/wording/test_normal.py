"""Normalising: old and new templating are one, different texts stay two. All texts here are invented."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from hordemtg.wording import normal
from hordemtg.wording.difference import runs
from hordemtg.wording.normal import Of

CARD = Of("Clay Walker")
LEGEND = Of("Urgo, First of Clay", legendary=True)
TOKEN = Of("Clay", token=True)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Flying (It soars.)", "Flying"),
        ("When Clay Walker enters the battlefield, draw a card.", "When this creature enters, draw a card."),
        ("Sacrifice Clay Walker: Draw a card.", "Sacrifice this creature: Draw a card."),
        (
            "Whenever a Golem enters the battlefield under your control, draw a card.",
            "Whenever a Golem you control enters, draw a card.",
        ),
        ("Clay Walker’s power is 2.", "This creature's power is 2."),
        (
            "Target player sacrifices a creature of their choice, then draws a card.",
            "Target player sacrifices a creature, then draws a card.",
        ),
        (
            'Create two 1/1 red Ember creature tokens. They have "Sacrifice this creature: Add {R}."',
            'Create two 1/1 red Ember creature tokens with "Sacrifice this token: Add {R}."',
        ),
        ("{T}: Add {R} to your mana pool.", "{T}: Add {R}."),
        ("Destroy target artifact with converted mana cost 2.", "Destroy target artifact with mana value 2."),
        (
            "{1}: Draw a card. Activate this ability only any time you could cast a sorcery.",
            "{1}: Draw a card. Activate only as a sorcery.",
        ),
        (
            "{1}: Look at the top card of your library. You may put that card into your graveyard.",
            "{1}: Surveil 1.",
        ),
        ("Put the top three cards of your library into your graveyard.", "Mill three cards."),
        ("Each player puts his or her hand on top.", "Each player puts their hand on top."),
        ("Choose one—", "Choose one —"),
        (
            "{1}: Return Clay Walker from your graveyard to your hand.",
            "{1}: Return this card from your graveyard to your hand.",
        ),
    ],
)
def test_old_and_new_templating_are_one(old: str, new: str) -> None:
    assert normal.lines(old, CARD) == normal.lines(new, CARD) != ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Draw two cards.", "Draw three cards."),
        ("When this creature enters, draw a card.", "When this creature dies, draw a card."),
        ("Destroy this creature.", "Destroy that creature."),
        ("Return this card from your graveyard to your hand.", "Return it from your graveyard to your hand."),
        ("Put it onto the battlefield.", "Put it into your hand."),
        ("This spell costs {1} less to cast.", "This creature costs {1} less to cast."),
        ('Others have "{T}: Clay Walker deals 1 damage."', 'Others have "{T}: This creature deals 1 damage."'),
        ("This turn, creatures get +1/+1.", "Creatures get +1/+1."),
        ("{1}: Draw a card.", "{2}: Draw a card."),
    ],
)
def test_what_means_something_else_stays_different(one: str, other: str) -> None:
    assert normal.lines(one, CARD) != normal.lines(other, CARD)


def test_a_line_of_reminder_text_is_no_line() -> None:
    assert normal.lines("({T}: Add {G}.)\nFlying", CARD) == ("Flying",)


def test_a_legend_is_called_by_its_short_name_and_others_are_not() -> None:
    assert (
        normal.lines("Urgo attacks.", LEGEND) == normal.lines("Urgo, First of Clay attacks.", LEGEND) == ("~ attacks.",)
    )
    assert normal.lines("Clay attacks.", Of("Clay, Urgo")) == ("Clay attacks.",)


def test_the_name_of_a_token_is_that_of_its_kind() -> None:
    assert normal.lines("Other Clay get +1/+1.", TOKEN) == ("Other Clay get +1/+1.",)


def test_a_name_counts_as_a_whole_word() -> None:
    assert normal.lines("Clay Walkers fly. Non-Clay Walker.", CARD) == ("Clay Walkers fly. Non-Clay Walker.",)


def test_normalising_twice_changes_nothing() -> None:
    text = 'When Clay Walker enters the battlefield, create a token. It has "Sacrifice this creature: Add {R}."'
    once = normal.lines(text, CARD)
    assert normal.lines("\n".join(once), CARD) == once


def test_tribal_cards_are_kindred() -> None:
    assert normal.type_line("Tribal Sorcery - Golem") == "Kindred Sorcery — Golem"


@pytest.mark.skipif("HORDEMTG_ORACLE_SAMPLES" not in os.environ, reason="no folder of printed wordings is named")
def test_the_wordings_of_two_years_are_one() -> None:
    """HORDEMTG_ORACLE_SAMPLES is a folder with cards as Scryfall has them, and older wordings of some by name."""
    folder = Path(os.environ["HORDEMTG_ORACLE_SAMPLES"])
    cards: dict[str, dict[str, str]] = {}
    for file in ("pool.json", "survivors.json"):
        for card in json.loads((folder / file).read_text(encoding="utf-8")):
            cards[("token:" if "Token" in card["type_line"] else "") + card["name"]] = card
    different = []
    for name, wordings in json.loads((folder / "wording-variants.json").read_text(encoding="utf-8")).items():
        card = cards[name]
        of = Of(card["name"], "Legendary" in card["type_line"], name.startswith("token:"))
        today = normal.lines(card["oracle_text"], of)
        different += [name for wording in wordings if normal.lines(wording, of) != today]
    assert different == []


@pytest.mark.parametrize(
    "text", ["a " * 10_000, "(" * 20_000, '"' * 20_000, "sacrifice " * 2_000, "put the top a " * 1_400, "a\n" * 10_000]
)
def test_hostile_texts_come_to_an_end(text: str) -> None:
    begin = time.process_time()
    found = normal.lines(text, CARD)
    runs(" ".join(found), "a b " * 300)
    assert time.process_time() - begin < 60
