"""The grammar: unambiguous, one terminal a word, and no table beside it that it does not know."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import lark
import pytest

from hordemtg.cards.effects import PLAYER_RULES, RESTRICTIONS
from hordemtg.cards.horde import PREFERENCES
from hordemtg.cards.keywords import KEYWORDS
from hordemtg.compiler import changes, rulesets, verbs
from hordemtg.script import joints, parser
from hordemtg.script.resources import folder

RULES = Path(__file__).resolve().parent.parent.parent


@cache
def strict() -> lark.Lark:
    path = folder("grammar")
    return lark.Lark(
        (path / "hordemtg.lark").read_text(encoding="utf-8"),
        parser="lalr", lexer="basic", strict=True, import_paths=[str(path)],
    )  # fmt: skip


def words_of(terminal: str) -> set[str]:
    return set(parser.vocabulary().words_of[terminal])


def test_the_grammar_is_lalr_and_its_terminals_do_not_collide() -> None:
    assert strict().terminals


def test_every_word_has_one_terminal() -> None:
    # Vocabulary.of refuses a phrase with two terminals, and two phrases that differ in inflection only
    assert len(parser.vocabulary().phrases) > 400


def test_the_grammar_knows_exactly_the_keywords_of_the_table() -> None:
    assert words_of("KEYWORD") == set(KEYWORDS) - {"enchant"}


def test_keywords_stand_under_their_own_rule() -> None:
    assert all(re.fullmatch(r"702\.\d+", keyword.rule) for keyword in KEYWORDS.values())


def test_every_restriction_of_the_grammar_is_a_row_of_the_contract() -> None:
    assert words_of("RESTRICTION") == set(changes.RESTRICTION_OF)
    used = {change.word for row in changes.RESTRICTION_OF.values() for change in row}
    assert used <= set(RESTRICTIONS)


def test_every_player_rule_is_a_row_of_the_contract() -> None:
    assert {verbs.player_rule(word) for word in words_of("PLAYER_RULE")} <= set(PLAYER_RULES)


def test_every_preference_of_the_contract_can_be_written() -> None:
    assert {rulesets.PREFERENCE_OF.get(word, word) for word in words_of("PREFERENCE")} == set(PREFERENCES)


def test_every_verb_of_the_compiler_is_in_the_grammar() -> None:
    assert words_of("VERB") == set(verbs.ACTS)


@pytest.mark.parametrize("word", sorted(joints.VERBS))
def test_joints_know_only_words_of_the_grammar(word: str) -> None:
    assert word in parser.vocabulary().all_words


def test_every_terminal_that_joints_name_exists() -> None:
    assert {terminal.name for terminal in strict().terminals} >= joints.VERB_TERMINALS
