"""From a printed line to a line of script: the words stay, names and signs change."""

from __future__ import annotations

import pytest
from invented import creature, drafted, scripts, spell


@pytest.mark.parametrize(
    ("printed", "script"),
    [
        ("Flying (It is up there.)", "flying"),
        ("Flying, first strike", "flying, first strike"),
        ("When this creature enters, draw a card.", "when this enters: draw a card"),
        ("Whenever Bog Tester attacks, you gain 2 life.", "whenever this attacks: you gain 2 life"),
        ("Whenever you cast a creature spell, draw a card, then discard a card.",
         "whenever you cast a creature spell: draw a card, then discard a card"),
        ("{T}, Sacrifice this creature: Add {B}.", "{T}, sacrifice this: add {B}"),
        ("{1}{B}: This creature gets +1/+1 until end of turn.", "{1}{B}: this gets +1/+1 until end of turn"),
        ("Goblins you control have haste.", "Goblins you control have haste"),
        ("At the beginning of your upkeep, if you control no Swamps, sacrifice this creature.",
         "at the beginning of your upkeep, if you control no Swamps: sacrifice this"),
        ("Whenever this creature attacks, it deals damage equal to its power to any target.",
         "whenever this attacks: it deals damage equal to its power to any target"),
        ('Other Badgers you control have "{T}: Add {G}."', 'other Badgers you control have "{T}: add {G}"'),
        ('Creatures you control have "Whenever this creature attacks, you gain 1 life."',
         'creatures you control have "whenever this attacks: you gain 1 life"'),
    ],
)  # fmt: skip
def test_a_line_keeps_its_words(printed: str, script: str) -> None:
    assert scripts(creature(printed)) == [script]


def test_an_intervening_if_stays_with_what_triggers() -> None:
    """CR 603.4: it is asked when the ability would trigger and again when it resolves."""
    (line,) = scripts(creature("When this creature enters, if you control another Badger, draw a card."))
    assert line == "when this enters, if you control another Badger: draw a card"


def test_the_first_comma_need_not_end_the_trigger() -> None:
    (line,) = scripts(creature("Whenever you cast an artifact, instant, or sorcery spell, you gain 1 life."))
    assert line == "whenever you cast an artifact, instant, or sorcery spell: you gain 1 life"


def test_a_legend_goes_by_its_short_name() -> None:
    card = creature("Whenever Ombo attacks, Ombo gets +1/+0 until end of turn.", name="Ombo, Bog Elder",
                    type_line="Legendary Creature — Badger")  # fmt: skip
    assert scripts(card) == ["whenever this attacks: this gets +1/+0 until end of turn"]


def test_a_card_with_the_name_of_a_verb_begins_with_the_verb() -> None:
    assert scripts(spell("Destroy target creature.", name="Destroy")) == ["destroy target creature"]


def test_an_ability_word_becomes_a_label() -> None:
    (line,) = scripts(creature("Landfall — Whenever a land you control enters, you gain 1 life."))
    assert line == "Landfall = whenever a land you control enters: you gain 1 life"


def test_a_flavor_word_becomes_a_printed_label() -> None:
    (line,) = scripts(creature("Bog's rage — Whenever this creature attacks, you gain 1 life."))
    assert line == '"Bog\'s rage" — whenever this attacks: you gain 1 life'


def test_bullets_are_modes() -> None:
    made = drafted(spell("Choose one —", "• Draw a card.", "• You gain 4 life."))
    assert made.whole
    assert made.text.splitlines()[-3:] == ["  choose one", "    - draw a card", "    - you gain 4 life"]


def test_a_name_behind_named_is_quoted() -> None:
    (line,) = scripts(creature("Creatures you control named Bog of the Badgers have haste."))
    assert line == 'creatures you control named "Bog of the Badgers" have haste'
