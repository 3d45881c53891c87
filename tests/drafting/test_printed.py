"""Files of printed cards: both field names, both forms, and whatever strangers send."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from hordemtg.drafting.printed import CardFileError, card_of, read_cards
from hordemtg.oracle.card import PrintedCard

SCRYFALL = {
    "name": "Bog Tester", "mana_cost": "{B}", "type_line": "Legendary Creature — Badger Druid", "power": "1",
    "toughness": "3", "oracle_text": "Flying", "layout": "normal", "something": {"new": []},
}  # fmt: skip
CORPUS = {
    "name": "Bog Tester", "manaCost": "{B}", "type": "Legendary Creature — Badger Druid", "types": ["Creature"],
    "supertypes": ["Legendary"], "subtypes": ["Badger", "Druid"], "power": "1", "toughness": "3", "text": "Flying",
    "layout": "normal",
}  # fmt: skip
CARD = PrintedCard("Bog Tester", "{B}", "Legendary Creature — Badger Druid", "Flying", "1", "3")


@pytest.mark.parametrize("row", [SCRYFALL, CORPUS])
def test_both_names_of_the_fields_give_the_same_card(row: dict[str, object]) -> None:
    assert card_of(row) == CARD


def packed(text: str) -> bytes:
    return gzip.compress(text.encode())


@pytest.mark.parametrize(
    "data",
    [json.dumps([SCRYFALL, CORPUS]).encode(), f"{json.dumps(SCRYFALL)}\n\n{json.dumps(CORPUS)}\n".encode(),
     packed(json.dumps([SCRYFALL, CORPUS])), packed(f"{json.dumps(SCRYFALL)}\n{json.dumps(CORPUS)}"),
     b"\xef\xbb\xbf" + json.dumps([SCRYFALL, CORPUS]).encode()],
)  # fmt: skip
def test_lists_and_lines_packed_or_not(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "cards").write_bytes(data)
    assert list(read_cards(tmp_path / "cards")) == [CARD, CARD]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"[{", "this is no JSON"),
        (b'{"name": "A"}\nnonsense\n', ":2: this is no JSON"),
        (b"[1]", "card 1: this is no card"),
        (b'[{"text": "x"}]', "card 1: a card without a name"),
        (b'[{"name": 3}]', "`name` is no text"),
        (b"[" * 100_000, "cannot be read"),
        (b"[\xff]", "this is no UTF-8 text"),
        (packed("[]" * 1000)[:-12], "this gzip file is damaged"),
        (b'[{"name": "A", "oracle_text": "' + b"x" * 30_000 + b'"}]', "more than 20000"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "cards").write_bytes(data)
    with pytest.raises(CardFileError) as error:
        list(read_cards(tmp_path / "cards"))
    assert message in str(error.value)
    assert str(tmp_path / "cards") in str(error.value)
