"""A draft says what it does not understand; nothing is approximated."""

from __future__ import annotations

from invented import creature, drafted, judge, spell

from hordemtg.compiler.library import Library
from hordemtg.drafting.draft import draft
from hordemtg.drafting.sources import card_of


def test_a_whole_card_compiles_as_it_stands() -> None:
    made = drafted(creature("Menace", "When this creature dies, each opponent loses 2 life."))
    assert made.whole
    assert made.text == (
        'card "Bog Tester"\n  cost {1}{B}\n  type creature Badger\n  stats 2/2\n  menace\n'
        "  when this dies: each opponent loses 2 life\n"
    )
    library = Library.load((), texts={"bog_tester.card": made.text})
    assert library.errors == []
    assert library.cards["Bog Tester"].abilities == made.definition.abilities  # type: ignore[union-attr]


def test_a_line_with_unknown_words_is_marked_and_refused() -> None:
    made = drafted(creature("Flying", "Whenever this creature attacks, it frobs each land."))
    assert not made.whole
    assert [line.understood for line in made.lines] == [True, False]
    assert made.lines[1].fault == "unknown word `frobs`"
    library = Library.load((), texts={"bog_tester.card": made.text})
    assert [found.message for found in library.errors] == [
        "not supported: Whenever this creature attacks, it frobs each land."
    ]


def test_half_a_choice_of_modes_is_none() -> None:
    made = drafted(spell("Choose one —", "• Draw a card.", "• Frob target creature."))
    assert not made.whole
    assert made.text.count("unsupported") == 3
    assert "draw a card" not in made.text


def test_lines_of_a_spell_lean_on_the_lines_above() -> None:
    made = drafted(spell("Destroy target creature.", "Its controller loses 2 life."))
    assert made.whole


def test_what_only_the_whole_card_shows_is_said_at_its_line() -> None:
    made = drafted(creature("Flying", power="*", toughness="2"))
    assert not made.whole
    assert made.faults


def test_other_layouts_are_refused_by_name() -> None:
    made = draft(card_of({"name": "Bog // Fen", "type_line": "Creature — Badger", "layout": "transform"}), judge())
    assert made.faults == ("cards of the layout transform",)
    library = Library.load((), texts={"bog.card": made.text})
    assert library.errors


def test_quotation_marks_in_what_is_not_understood_do_no_harm() -> None:
    made = drafted(creature('Badgers have "Frob {2}."'))
    assert not made.whole
    library = Library.load((), texts={"bog.card": made.text})
    assert [found.message for found in library.errors] == ["not supported: Badgers have 'Frob {2}.'"]


def test_a_color_that_the_cost_does_not_show_is_written() -> None:
    made = drafted(creature("Flying", mana_cost="{0}", colors=["B"]))
    assert made.whole and "  color black\n" in made.text
    assert made.definition is not None and made.definition.colors == {"black"}
    assert "  color" not in drafted(creature("Flying", mana_cost="{B/G}", colors=["B", "G"])).text


def test_planeswalkers_and_battles_are_refused_by_name() -> None:
    for kind, what in (("Planeswalker", "loyalty"), ("Battle", "defense")):
        made = drafted(spell("Creatures you control have flying.", type_line=kind))
        assert not made.whole and what in made.text
