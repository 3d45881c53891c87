"""From text to tree: inflection, joints, layout, recovery, limits."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hordemtg.script import limits
from hordemtg.script.diagnostics import render
from hordemtg.script.parser import parse, vocabulary
from hordemtg.script.tree import Node


def clauses(*lines: str, head: str = "  type creature Zombie\n  stats 1/1\n") -> list[Node]:
    """The clauses of a card with these lines, which must be right."""
    result = parse(f'card "Test"\n{head}' + "".join(f"  {line}\n" for line in lines))
    assert [str(found) for found in result.diagnostics] == []
    return result.declarations[0].all("clause")


def kinds(node: Node) -> set[str]:
    return {each.kind for each in node.walk()}


def messages(text: str) -> list[str]:
    return [found.message for found in parse(text).diagnostics]


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("written", "form"),
    [("creatures", "creature"), ("dies", "die"), ("has", "have"), ("are", "is"), ("an", "a"), ("libraries", "library"),
     ("sorceries", "sorcery"), ("loses", "lose"), ("its", "its"), ("as", "as"), ("this", "this")],
)  # fmt: skip
def test_one_form_of_each_word_stands_in_the_grammar(written: str, form: str) -> None:
    assert vocabulary().base(written) == form


def test_numbers_may_be_words() -> None:
    (two,) = clauses("when this enters: draw two cards")
    (digit,) = clauses("when this enters: draw 2 cards")
    assert [leaf.word for node in two.walk() for leaf in node.leaves] == [
        leaf.word for node in digit.walk() for leaf in node.leaves
    ]


def test_a_misspelt_word_is_one_unknown_word() -> None:
    (found,) = parse(
        'card "Test"\n  type creature Zombie\n  stats 1/1\n  creatures you controll get +1/+1\n'
    ).diagnostics
    assert (found.message, found.suggestion, found.column, found.length) == (
        "unknown word `controll`", "control", 17, 8,
    )  # fmt: skip


# ---------------------------------------------------------------- joints


def test_and_between_verbs_joins_sentences() -> None:
    (clause,) = clauses("when this enters: you draw a card and you lose 1 life")
    (sentence,) = [node for node in clause.walk() if node.kind == "sentence"]
    assert [node.kind for node in sentence.nodes] == ["subject_does", "joint", "subject_does"]


def test_and_between_nouns_joins_nouns() -> None:
    (clause,) = clauses(
        "when this enters: it deals 1 damage to each opponent and each creature and planeswalker they control"
    )
    (sentence,) = [node for node in clause.walk() if node.kind == "sentence"]
    assert len(sentence.nodes) == 1
    assert {"join_a", "either"} <= kinds(clause)


def test_or_joins_events_or_nouns() -> None:
    (events,) = clauses("when this enters or dies: mill 2 cards")
    assert "same_subject" in kinds(events)
    (nouns,) = clauses("whenever this or another Goblin you control dies: draw a card")
    assert "same_subject" not in kinds(nouns)


def test_a_comma_in_a_cost_joins_its_parts() -> None:
    (clause,) = clauses("{1}{R}, {T}, sacrifice a Goblin: draw a card")
    cost = next(node for node in clause.walk() if node.kind == "activated").nodes[0]
    assert [unit.kind for unit in cost.nodes[0].nodes if unit.kind != "joint"] == ["pay_mana", "tap_this", "does"]


# ---------------------------------------------------------------- layout


def test_a_deeper_line_continues_the_clause() -> None:
    one = clauses("Domain = {3}{G}: this gets +1/+1 until end of turn.", "  activate only once each turn")
    assert len(one) == 1


def test_bullets_are_modes() -> None:
    (clause,) = clauses(
        "when this enters: choose one", "  - draw a card", "  - Befriend Them = you gain 2 life and", "    draw a card"
    )
    modes = clause.node("modes")
    assert modes is not None
    assert [mode.leaf("LABEL") is not None for mode in modes.all("mode")] == [False, True]


def test_comments_and_empty_lines_say_nothing() -> None:
    assert len(clauses("flying # in the air", "", "# nothing", "menace")) == 2


def test_a_tab_is_an_error_with_a_name() -> None:
    assert messages('card "Test"\n\ttype land\n')[0].startswith("a tab")


def test_indentation_that_fits_nothing_is_named() -> None:
    assert "this indentation fits no line above" in messages('scenario "x"\n    plain\n  seed 2\n')


# ---------------------------------------------------------------- recovery


def test_every_error_of_a_file_is_found_in_one_pass() -> None:
    text = (
        'card "One"\n  type creature Zombie\n  stats 1/1\n  when this deis: draw a card\n  flying\n  drawe a card\n'
        'card "Two"\n  tipe land\n  enters taped\n'
    )
    assert [(found.line, found.suggestion) for found in parse(text).diagnostics] == [
        (4, "dies"),
        (6, "draw"),
        (8, "type"),
        (9, "tapped"),
    ]


def test_what_is_right_stays() -> None:
    result = parse('card "One"\n  type land\n  entres tapped\ncard "Two"\n  type land\n')
    assert [node.leaves[0].text for node in result.declarations] == ['"One"', '"Two"']


def test_a_missing_colon_is_named() -> None:
    assert messages('card "Test"\n  type creature Zombie\n  stats 1/1\n  when this enters\n') == [
        "a `:` is missing after what triggers the ability"
    ]


def test_an_open_quotation_mark_is_named() -> None:
    assert messages('card "Test\n  type land\n')[0] == "this quotation mark is not closed"


def test_places_count_from_one() -> None:
    (clause,) = clauses("flying")
    assert (clause.line, clause.column) == (4, 3)


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#" * (limits.MAX_BYTES + 1), "a script may have at most 256 KiB"),
        ("\n" * (limits.MAX_LINES + 1), f"a script may have at most {limits.MAX_LINES} lines"),
        ("# " + "x" * limits.MAX_LINE_LENGTH, f"a line may have at most {limits.MAX_LINE_LENGTH} characters"),
        ('card "T"\n  type sorcery\n  draw 99999 cards\n', f"a number may be at most {limits.MAX_NUMBER}"),
        ('card "T"\n  type sorcery\n  ' + "a " * 600 + "card\n", "this line is too long"),
    ],
)
def test_limits_have_names(text: str, message: str) -> None:
    assert message in messages(text)


def test_deep_blocks_do_not_crash() -> None:
    text = 'scenario "x"\n' + "".join(f"{' ' * (depth + 1)}at upkeep\n" for depth in range(60))
    assert any("nested deeper" in message for message in messages(text))


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300))
def test_any_text_gives_diagnostics_and_no_exception(text: str) -> None:
    for found in parse(text, "any").diagnostics:
        assert render(found, text)


FRAGMENTS = st.sampled_from(
    [
        'card "A"', "  ", "\n", "type", "creature", "Zombie", "stats 1/1", "when", "this", "enters", ":", "draw", "a",
        "card",
        "target", "creature", "gets", "+1/+1", "until end of turn", "and", "or", ",", ".", "if",
        "you control", "{T}", '"',
        "choose one", "- ", "where X is", "the number of", "for each", "deals", "2", "damage", "to",
        "[H1.1 stated]", "=",
        "scenario", "expect", "A", "as bears", "bears", "errata", "of", "replace", "ruleset", "directive", "choosing",
    ]
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.lists(FRAGMENTS, max_size=40).map(" ".join))
def test_any_words_give_diagnostics_and_no_exception(text: str) -> None:
    parse(text.replace(" \n ", "\n"), "any")
