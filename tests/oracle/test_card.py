"""Printed cards from Scryfall's card objects: what is told, what is not, and what nobody should send."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scryfall_server import card, part_of, token

from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.errors import CardError

read = PrintedCard.from_scryfall


def test_a_card_of_one_face() -> None:
    made = read(card("Brasswick Hummer", oracle_text="Whenever you hum, draw.\nHum 2", keywords=["Hum"]))
    assert (made.name, made.mana_cost, made.power, made.toughness) == ("Brasswick Hummer", "{2}{G}", "2", "3")
    assert made.text == "Whenever you hum, draw.\nHum 2"
    assert (made.keywords, made.colors, made.loyalty) == (("Hum",), ("G",), None)
    assert (made.released, made.set, made.collector_number) == ("2026-01-23", "inv", "17")
    assert made.is_whole and not made.is_token and made.faces == ()


def test_a_card_of_two_sides_has_its_text_on_the_faces() -> None:
    faces = [
        {"object": "card_face", "name": "Dusty Lane", "mana_cost": "{W}", "type_line": "Creature — Badger",
         "oracle_text": "At dawn, turn this over.", "power": "1", "toughness": "*", "colors": ["W"]},
        {"object": "card_face", "name": "Dawny Lane", "mana_cost": "", "type_line": "Planeswalker — Badger",
         "oracle_text": "+1: Hum.", "loyalty": "4", "colors": ["G", "W"]},
    ]  # fmt: skip
    row = card("Dusty Lane // Dawny Lane", layout="transform", card_faces=faces, type_line="A // B")
    for gone in ("oracle_text", "mana_cost", "power", "toughness", "colors"):
        del row[gone]
    made = read(row)
    assert [face.name for face in made.faces] == ["Dusty Lane", "Dawny Lane"]
    assert (made.text, made.mana_cost, made.colors) == ("", "", ("W",))
    assert (made.faces[0].toughness, made.faces[1].loyalty, made.faces[1].colors) == ("*", "4", ("W", "G"))
    assert made.faces[1].layout == "transform" and made.is_whole


def test_a_reversible_card_has_its_oracle_id_on_the_faces() -> None:
    face = card("Brasswick Hummer")
    row = card("Brasswick Hummer // Brasswick Hummer", layout="reversible_card", card_faces=[face, face])
    del row["oracle_id"]
    assert read(row).oracle_id == face["oracle_id"]


def test_unknown_fields_and_layouts_do_not_matter() -> None:
    made = read(card("Front Thing", layout="front_card", invented={"a": [1, {"b": None}]}, power=None))
    assert (made.layout, made.power) == ("front_card", None)


def test_a_card_with_nothing_but_a_name() -> None:
    made = read({"name": "Bare Thing"})
    assert (made.text, made.colors, made.key) == ("", None, "name:Bare Thing")


def test_tokens_of_one_name_are_told_apart() -> None:
    humming, plain = read(token("Moth", "Hum.")), read(token("Moth"))
    assert humming.is_token and humming.key != plain.key
    without_ids = [read(row | {"oracle_id": None}) for row in (token("Moth", "Hum."), token("Moth", power="3"))]
    assert len({each.key for each in without_ids}) == 2


def test_a_card_knows_the_tokens_it_makes() -> None:
    moth = token("Moth", "Hum.")
    made = read(card("Moth Keeper", all_parts=[part_of(moth), part_of(card("Moth Keeper"), "combo_piece")]))
    assert (made.parts[0].id, made.parts[0].component) == (moth["id"], "token")


@pytest.mark.parametrize(
    ("line", "supertypes", "types", "subtypes"),
    [
        ("Legendary Snow Creature — Badger Scout", ("Legendary", "Snow"), ("Creature",), ("Badger", "Scout")),
        ("Token Artifact Creature — Moth", (), ("Artifact", "Creature"), ("Moth",)),
        ("Basic Land — Swamp", ("Basic",), ("Land",), ("Swamp",)),
        ("Creature — Time Lord Doctor", (), ("Creature",), ("Doctor", "Time Lord")),
        ("Instant", (), ("Instant",), ()),
        ("Sorcery // Land — Cave", (), ("Sorcery",), ()),
        ("", (), (), ()),
    ],
)
def test_the_parts_of_a_type_line(
    line: str, supertypes: tuple[str, ...], types: tuple[str, ...], subtypes: tuple[str, ...]
) -> None:
    made = read({"name": "A", "type_line": line})
    assert (made.supertypes, made.types, made.subtypes) == (supertypes, types, subtypes)


@pytest.mark.parametrize("row", [card("A"), token("B", "Hum."), card("C // D", card_faces=[card("C"), card("D")])])
def test_what_is_written_is_read_back(row: dict[str, Any]) -> None:
    made = read(row)
    assert read(made.to_json()) == made


def test_no_colors_and_colors_not_told_are_different() -> None:
    for row in (card("A", colors=[]), card("A", colors=None)):
        made = read(row)
        assert made.colors == (() if row["colors"] == [] else None)
        assert read(made.to_json()) == made


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (None, "no card"),
        ([], "no card"),
        ("Brasswick Hummer", "no card"),
        ({}, "without a name"),
        ({"name": "  "}, "without a name"),
        ({"name": 7}, "`name` is no text"),
        ({"name": "A" * 501}, "more than 500 signs"),
        ({"name": "A\nB"}, "more than one line"),
        ({"name": "A\x1b[31m"}, "control characters"),
        ({"name": "A\u202e"}, "control characters"),
        ({"name": "A\ud800"}, "control characters"),
        ({"object": "error", "name": "A"}, "`object` is something else"),
        ({"name": "A", "oracle_text": 3}, "A: `oracle_text` is no text"),
        ({"name": "A", "oracle_text": "x" * 20_001}, "more than 20000 signs"),
        ({"name": "A", "oracle_text": "\x00"}, "control characters"),
        ({"name": "A", "power": 2}, "`power` is no text"),
        ({"name": "A", "keywords": "Hum"}, "`keywords` is no list"),
        ({"name": "A", "keywords": [None]}, "`keywords` is no text"),
        ({"name": "A", "keywords": ["x"] * 201}, "more than 200 entries"),
        ({"name": "A", "card_faces": [3]}, "no card"),
        ({"name": "A", "card_faces": [{}]}, "without a name"),
        ({"name": "A", "card_faces": [{"name": "B"}] * 9}, "more than 8 entries"),
        ({"name": "A", "all_parts": ["B"]}, "no object"),
    ],
)
def test_what_is_no_card_is_told(row: object, words: str) -> None:
    with pytest.raises(CardError, match=words):
        read(row)


FIELDS = sorted({*card("A"), "card_faces", "all_parts", "loyalty", "defense"})
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*FIELDS, "x"]), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=8))
def test_nothing_but_a_card_or_an_error_comes_of_anything(fields: dict[str, Any]) -> None:
    try:
        made = read({"name": "A"} | fields)
    except CardError:
        return
    assert read(made.to_json()) == made
