"""Tokens as the cards that create them describe them, and names as they are printed, for `hordemtg new`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from test_new import STORE, Card, draft

from hordemtg.authoring.described import described
from hordemtg.authoring.known import Sources
from hordemtg.authoring.new import plan
from hordemtg.compiler.library import Library
from hordemtg.play.decklists.listing import Entry, Listing, plain_name
from hordemtg.script import parser

WOLVES = "When this creature dies, create two 2/2 green Wolf creature tokens with reach and haste."


def test_a_token_is_made_of_what_the_cards_say() -> None:
    script = described(
        "Wolf", ["Invented words.", WOLVES, "{T}: Create a 2/2 green Wolf creature token with reach and haste."]
    )
    assert script == "token Wolf\n  color green\n  type creature Wolf\n  stats 2/2\n  reach, haste\n"
    assert parser.parse(script).diagnostics == ()


def test_several_colors_and_types() -> None:
    script = described("Golem", ["Create a 3/3 white and blue Golem artifact creature token, then draw a card."])
    assert script == "token Golem\n  color white and blue\n  type artifact creature Golem\n  stats 3/3\n"


@pytest.mark.parametrize(
    "texts",
    [
        ["Create a 2/2 green Wolf creature token.", "Create a 1/1 green Wolf creature token."],
        ['Create a 2/2 green Wolf creature token with "This token can\'t block."'],
        ["Create a 2/2 green Wolf creature token. It gains haste.", "Create a 2/2 green Wolf creature token."],
        ["Create a 2/2 green Wolf creature token named Grey Paw."],
        ["Create an X/X green Wolf creature token."],
        ["Create a 2/2 green Dire Wolf creature token."],
        ["Destroy target Wolf."],
    ],
)
def test_what_is_not_told_in_full_or_in_two_ways_is_unknown(texts: list[str]) -> None:
    assert described("Wolf", texts) == ""


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.standard()


def sources(store: dict[str, Card]) -> Sources[Card]:
    find: Callable[[str], Card | None] = lambda name: store.get(name.casefold())  # noqa: E731
    return Sources(find, draft)


def test_a_list_gets_scripts_of_the_tokens_that_its_cards_describe(library: Library) -> None:
    store = {"bone piper": replace(STORE["Bone Piper"], text=WOLVES)}
    made = plan(
        library, "own", Listing("", (Entry(1, "Bone Piper"), Entry(4, "Wolf Token"))), "l.txt", "", sources(store)
    )
    assert made.files["tokens/wolf.token"].startswith("token Wolf\n")
    assert [(entry.name, entry.state) for entry in made.entries] == [("Bone Piper", "whole"), ("Wolf", "whole")]


def test_the_manifest_names_cards_as_their_scripts_do(library: Library) -> None:
    quoted = Card('Ghoul, "Grey Paw"', "{B}")
    store = {"bone piper": STORE["Bone Piper"], quoted.name.casefold(): quoted}
    entries = (Entry(2, "bone piper"), Entry(1, "BONE PIPER"), Entry(1, quoted.name))
    made = plan(library, "own", Listing("", entries), "l.txt", "", Sources(sources(store).look_up))
    assert "    Bone Piper: 3\n" in made.files["deck.yaml"]
    assert sorted(path for path in made.files if path.startswith("cards/")) == [
        "cards/bone_piper.card",
        "cards/ghoul_grey_paw.card",
    ]
    assert made.files["cards/ghoul_grey_paw.card"].startswith("card \"Ghoul, 'Grey Paw'\"\n")
    assert "Ghoul, 'Grey Paw'" in made.files["deck.yaml"]


@pytest.mark.parametrize("name", ["For\u202eest", "Swa\u200bmp", "Is\u2066land", "Pla\x7fins"])
def test_a_name_with_letters_that_nobody_sees_is_none(name: str) -> None:
    with pytest.raises(ValueError, match="control characters"):
        plain_name(name)
