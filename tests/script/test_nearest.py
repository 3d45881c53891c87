"""Names that nothing has: the nearest that something has."""

from __future__ import annotations

import pytest

from hordemtg.script.diagnostics import nearest, nearest_names, unknown_name

NAMES = ["nightmare", "hard", "normal", "Double Masters", "Dominaria United", "Graf Harvest", "Noosegraf Mob"]


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("nightmares", "nightmare"), ("nightmar", "nightmare"), ("NORMAL", "normal"),
        ("double masters", "Double Masters"),
        ("xyzzy", ""), ("hard", ""), ("s", ""), ("", ""),
    ],
)  # fmt: skip
def test_the_nearest(word: str, near: str) -> None:
    assert nearest(word, NAMES) == near


def test_two_letters_that_changed_places() -> None:
    assert nearest("crad", ["card", "read", "crab"]) == "card"
    assert nearest("aa", ["aa"]) == ""


def test_plurals_of_words_that_have_one() -> None:
    assert nearest("creaturs", ["creature"]) == "creatures"
    assert nearest("glass", ["glass"]) == ""


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("graf", ["Graf Harvest", "Noosegraf Mob"]), ("Dominaria", ["Dominaria United"]), ("of", []), ("", []),
        ("harvest graf", ["Graf Harvest", "Noosegraf Mob"]),
    ],
)  # fmt: skip
def test_the_nearest_by_a_word_of_them(word: str, names: list[str]) -> None:
    assert nearest_names(word, NAMES) == names


def test_few_names_are_all_listed_and_of_many_the_nearest() -> None:
    (few,) = unknown_name("set", "double", NAMES).diagnostics
    assert few.help == f"known: {', '.join(sorted(NAMES))}"
    assert few.suggestion == "Double Masters"
    (many,) = unknown_name("card", "graf", [*NAMES, *(f"card {n}" for n in range(30))]).diagnostics
    assert many.help == "the nearest: Graf Harvest, Noosegraf Mob"
    (none,) = unknown_name("deck", "mine", []).diagnostics
    assert (none.message, none.help, none.suggestion) == ("unknown deck `mine`", "there is no deck here", "")
