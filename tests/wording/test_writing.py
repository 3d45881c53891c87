"""Writing: a script's clauses as today's cards print them. All cards here are invented."""

from __future__ import annotations

import pytest

from hordemtg.compiler.library import Library
from hordemtg.script.diagnostics import ScriptError
from hordemtg.wording.scripts import Scribe, write_text

TOKENS = """
token Goblin
  colors red
  type creature Goblin
  stats 1/1
token Cinder Imp
  colors red, black
  type creature Imp
  stats 1/1
  flying, haste
  Spark = when this dies: this deals 1 damage to any target
token Old Oak
  colors green
  type creature Treefolk
  stats 8/8
token Grand Mole
  colors colorless
  type legendary creature Mole
  stats 3/3
token Treasure
  colors colorless
  type artifact Treasure
  {T}, sacrifice this: add one mana of any color
"""


def written(clause: str, types: str = "creature Golem", name: str = "Clay Walker") -> str:
    """The text of a card of that name and type with that clause."""
    stats = "\n  stats 2/2" if "creature" in types else ""
    script = f'{TOKENS}card "{name}"\n  cost {{2}}\n  type {types}{stats}\n  {clause}\n'
    return write_text(script)[-1].text


@pytest.mark.parametrize(
    ("clause", "text"),
    [
        ("flying", "Flying"),
        ("vigilance, trample", "Vigilance, trample"),
        ("kicker {1}{G}", "Kicker {1}{G}"),
        ("annihilator 2", "Annihilator 2"),
        ("protection from red", "Protection from red"),
        ("Kluge 2", "Kluge 2"),
    ],
)
def test_lines_of_keywords_have_no_full_stop(clause: str, text: str) -> None:
    assert written(clause) == text


def test_a_trigger_ends_in_a_comma_and_sentences_begin_with_capitals() -> None:
    assert (
        written("when this dies: draw a card. you lose 1 life")
        == "When this creature dies, draw a card. You lose 1 life."
    )


def test_the_condition_of_a_trigger_stays_behind_its_comma() -> None:
    text = written("at the beginning of your upkeep, if you control a Goblin: draw a card")
    assert text == "At the beginning of your upkeep, if you control a Goblin, draw a card."


def test_each_part_of_a_cost_has_a_capital_letter_but_not_what_and_joins() -> None:
    assert written("{1}{R}, {T}, sacrifice a Goblin: untap this") == (
        "{1}{R}, {T}, Sacrifice a Goblin: Untap this creature."
    )
    assert written("remove 3 quest counters from this and sacrifice it: draw a card") == (
        "Remove three quest counters from this creature and sacrifice it: Draw a card."
    )


@pytest.mark.parametrize(
    ("clause", "text"),
    [
        ("when this enters: draw 2 cards", "When this creature enters, draw two cards."),
        ("when this enters: each opponent loses 2 life", "When this creature enters, each opponent loses 2 life."),
        ("when this enters: scry 2", "When this creature enters, scry 2."),
        ("when this enters: mill 21 cards", "When this creature enters, mill 21 cards."),
        ("{T}: add 1 mana of any color", "{T}: Add one mana of any color."),
        ("{T}: this deals 3 damage to any target", "{T}: This creature deals 3 damage to any target."),
        (
            "{T}: destroy target creature with power 3 or less",
            "{T}: Destroy target creature with power 3 or less.",
        ),
        (
            "this has flying as long as there are 4 or more card types among cards in your graveyard",
            "This creature has flying as long as there are four or more card types among cards in your graveyard.",
        ),
        ("{T}: put 3 +1/+1 counters on this", "{T}: Put three +1/+1 counters on this creature."),
    ],
)
def test_counts_are_words_and_amounts_are_figures(clause: str, text: str) -> None:
    assert written(clause) == text


@pytest.mark.parametrize(
    ("types", "name", "called"),
    [
        ("creature Golem", "Clay Walker", "this creature"),
        ("artifact creature Golem", "Clay Walker", "this creature"),
        ("artifact", "Clay Pot", "this artifact"),
        ("artifact Equipment", "Clay Sword", "this Equipment"),
        ("artifact Vehicle", "Clay Cart", "this Vehicle"),
        ("enchantment", "Clay Dust", "this enchantment"),
        ("enchantment Aura", "Clay Coat", "this Aura"),
        ("land", "Clay Pit", "this land"),
        ("legendary creature Golem", "Ur-Golem, First of Clay", "Ur-Golem"),
        ("legendary artifact", "The First Pot", "The First Pot"),
        ("sorcery", "Turn to Clay", "Turn to Clay"),
    ],
)
def test_what_a_card_calls_itself(types: str, name: str, called: str) -> None:
    text = written("this deals 1 damage to any target", types, name)
    assert text == f"{called[0].upper()}{called[1:]} deals 1 damage to any target."


def test_what_says_already_what_it_is_stays() -> None:
    assert written("{T}: return this card from your graveyard to your hand") == (
        "{T}: Return this card from your graveyard to your hand."
    )
    assert written("if this spell was kicked, draw a card", "instant") == "If this spell was kicked, draw a card."
    assert written("whenever a creature blocked by this dies: draw a card").startswith(
        "Whenever a creature blocked by this creature dies"
    )
    assert written("{1}: this gets +1/+1 this turn").endswith("this turn.")


def test_a_card_that_enters_in_some_way_says_of_what() -> None:
    assert written("enters tapped", "land") == "This land enters tapped."
    assert written("enters with 5 +1/+1 counters") == "This creature enters with five +1/+1 counters on it."


def test_labels_are_not_printed_but_ability_words_and_flavor_words_are() -> None:
    assert written("Rise = {1}: untap this") == "{1}: Untap this creature."
    assert written("Threshold = {1}: untap this") == "Threshold — {1}: Untap this creature."
    assert written("Heavy Feet — {1}: untap this") == "Heavy Feet — {1}: Untap this creature."
    assert written('"Tread of the Clay" — {1}: untap this') == "Tread of the Clay — {1}: Untap this creature."


def test_modes_stand_below_with_bullets() -> None:
    clause = "choose one\n    - Fill Up — draw 2 cards\n    - destroy target artifact\n    - Mine = you gain 1 life"
    assert written(clause, "instant") == (
        "Choose one —\n• Fill Up — Draw two cards.\n• Destroy target artifact.\n• You gain 1 life."
    )


def test_a_created_token_is_described_by_its_script() -> None:
    assert written("when this dies: create 2 Goblin tokens") == (
        "When this creature dies, create two 1/1 red Goblin creature tokens."
    )
    assert written("when this dies: create a Goblin token with haste") == (
        "When this creature dies, create a 1/1 red Goblin creature token with haste."
    )
    assert written("{T}: create an Old Oak token") == (
        "{T}: Create an 8/8 green Treefolk creature token named Old Oak."
    )
    assert written("{T}: create a Grand Mole token") == (
        "{T}: Create Grand Mole, a legendary 3/3 colorless Mole creature token."
    )
    assert written("{T}: create X tapped Goblin tokens") == "{T}: Create X tapped 1/1 red Goblin creature tokens."


def test_a_token_that_the_rules_define_is_named_only() -> None:
    assert written("{T}: create 2 Treasure tokens") == "{T}: Create two Treasure tokens."


def test_abilities_of_a_token_follow_in_a_sentence_once() -> None:
    text = written(
        "{T}: create a Cinder Imp token and you lose 1 life. create 2 Cinder Imp tokens with menace", "sorcery"
    )
    assert text == (
        "{T}: Create a 1/1 red and black Imp creature token named Cinder Imp with flying and haste "
        "and you lose 1 life. "
        'It has "When this token dies, this token deals 1 damage to any target." '
        "Create two 1/1 red and black Imp creature tokens named Cinder Imp with flying, haste, and menace."
    )


def test_what_the_script_describes_itself_stays() -> None:
    assert written("{T}: create two 1/1 red Goblin creature tokens") == (
        "{T}: Create two 1/1 red Goblin creature tokens."
    )


def test_an_ability_in_quotes_is_a_sentence_and_calls_its_object() -> None:
    assert written('creatures you control have "{T}: this deals 1 damage to any target"', "enchantment") == (
        'Creatures you control have "{T}: This creature deals 1 damage to any target."'
    )
    assert written('lands you control have "{T}: untap this"', "enchantment") == (
        'Lands you control have "{T}: Untap this land."'
    )
    assert written('{1}: target creature gains "{T}: draw a card" until end of turn') == (
        '{1}: Target creature gains "{T}: Draw a card" until end of turn.'
    )


def test_a_comma_stands_before_what_says_what_x_is() -> None:
    assert written("when this dies: you gain X life where X is half its power rounded up") == (
        "When this creature dies, you gain X life, where X is half its power, rounded up."
    )


def test_names_in_quotes_are_printed_without_them() -> None:
    assert "card named Old Stone in" in written(
        'this has flying as long as there is a card named "Old Stone" in your graveyard'
    )


def test_a_head_as_on_a_card() -> None:
    card = write_text(
        'card "Clay Walker"\n  cost {2}{G}\n  type legendary artifact creature Golem\n  stats 2/3\n  reach\n'
    )[0]
    assert str(card) == "Clay Walker {2}{G}\nLegendary Artifact Creature — Golem\nReach\n2/3"


def test_a_script_with_errors_is_not_written() -> None:
    with pytest.raises(ScriptError, match="unknown word `deis`"):
        write_text('card "Clay Walker"\n  type artifact\n  when this deis: draw a card\n')


def test_every_script_can_be_written_and_nothing_of_the_language_is_left_in_it() -> None:
    library = Library.standard()
    scribe = Scribe(library)
    for name in [*library.cards, *library.tokens]:
        text = scribe.write(name).text
        for row in text.split("\n"):
            assert "=" not in row
            assert not row or row.endswith((".", "—", '."')) or row[0].isupper(), row
            assert row.count('"') % 2 == 0


def test_errata_are_written_with_the_clauses_they_put_in() -> None:
    library = Library.load(
        [],
        texts={
            "a.card": 'card "Clay Walker"\n  cost {2}{G}\n  type creature Golem\n  stats 2/3\n  reach, trample\n'
            "  Wake = {2}, {T}: untap target Golem\n",
            "b.horde": 'errata "lighter" of "Clay Walker"\n  cost {1}\n  Wake costs no mana\n  remove trample\n'
            "  add: Heavy = when this dies: draw 2 cards\n",
        },
    )
    assert library.errors == []
    assert str(Scribe(library).write("Clay Walker", ["lighter"])) == (
        "Clay Walker {1}\nCreature — Golem\nReach\n{T}: Untap target Golem.\n"
        "When this creature dies, draw two cards.\n2/3"
    )
