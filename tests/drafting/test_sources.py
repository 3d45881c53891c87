"""Files of printed cards: both names of fields, both forms; what is no card is told with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hordemtg.drafting.sources import card_of, cards_of_file
from hordemtg.oracle.bulk import Report
from hordemtg.oracle.errors import OracleError

SCRYFALL = {
    "name": "Bog Tester", "mana_cost": "{B}", "type_line": "Legendary Creature — Badger Druid", "power": "1",
    "toughness": "3", "oracle_text": "Flying", "layout": "normal", "something": {"new": []},
}  # fmt: skip
CORPUS = {
    "name": "Bog Tester", "manaCost": "{B}", "type": "Legendary Creature — Badger Druid", "types": ["Creature"],
    "supertypes": ["Legendary"], "subtypes": ["Badger", "Druid"], "power": "1", "toughness": "3", "text": "Flying",
    "layout": "normal", "keywords": [], "colorIdentity": ["B"],
}  # fmt: skip


@pytest.mark.parametrize("row", [SCRYFALL, CORPUS])
def test_both_names_of_the_fields_give_the_same_card(row: dict[str, object]) -> None:
    card = card_of(row)
    assert (card.name, card.mana_cost, card.text, card.power, card.toughness) == (
        "Bog Tester", "{B}", "Flying", "1", "3",
    )  # fmt: skip
    assert (card.supertypes, card.types, card.subtypes) == (("Legendary",), ("Creature",), ("Badger", "Druid"))


@pytest.mark.parametrize(
    "text", [json.dumps([SCRYFALL, CORPUS]), f"{json.dumps(SCRYFALL)}\n{json.dumps(CORPUS)}\n"], ids=["list", "lines"]
)
def test_a_file_is_a_list_or_lines(tmp_path: Path, text: str) -> None:
    (tmp_path / "cards.json").write_text(text)
    report = Report()
    assert [card.name for card in cards_of_file(tmp_path / "cards.json", report)] == ["Bog Tester"] * 2
    assert (report.cards, report.faults) == (2, [])


def test_what_is_no_card_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "cards.json").write_text(json.dumps([SCRYFALL, {"mana_cost": "{B}"}, 3, CORPUS]))
    report = Report()
    assert len(list(cards_of_file(tmp_path / "cards.json", report))) == 2
    assert len(report.faults) == 2
    assert "entry 2" in report.faults[0] and "entry 3" in report.faults[1]


def test_a_file_that_is_none_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "cards.json").write_text("[{")
    with pytest.raises(OracleError, match=r"cards\.json"):
        list(cards_of_file(tmp_path / "cards.json", Report()))
