"""The scenarios of this folder leave no supported keyword ability and no kind of clause untried."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from hordemtg.cards import abilities
from hordemtg.cards.keywords import KEYWORDS
from hordemtg.compiler.library import Library
from hordemtg.play.scenarios import Coverage
from hordemtg.play.testing import library_for, played, scenarios_of, title_of

HERE = Path(__file__).parent

# What only a Horde's emblem says (tests/horde), and what is no clause of a card that can be played.
NOT_OF_CARDS = {"PerAmount", "CastAtOnce", "HandFromLibrary", "TokenCards", "TokensCease", "EndlessMana", "Unsupported"}


@pytest.fixture(scope="module")
def clauses() -> set[abilities.Ability]:
    """All clauses that acted in some scenario of this folder."""
    library = library_for([HERE])
    acted: Coverage = set()
    scenarios = scenarios_of(library, [HERE])
    assert all(played(scenario, library, acted).passed for scenario in scenarios)
    definitions = [*library.cards.values(), *library.tokens.values()]
    definitions += [card for scenario in scenarios for card in scenario.cards]
    return {
        clause
        for definition in definitions
        for i, clause in enumerate(definition.abilities)
        if (title_of(definition), i) in acted
    }


def test_every_supported_keyword_acts_in_some_scenario(clauses: set[abilities.Ability]) -> None:
    acted = {clause.name for clause in clauses if isinstance(clause, abilities.KeywordAbility)}
    assert sorted(name for name, keyword in KEYWORDS.items() if keyword.supported and name not in acted) == []


def test_every_kind_of_clause_acts_in_some_scenario(clauses: set[abilities.Ability]) -> None:
    acted = {type(clause).__name__ for clause in clauses}
    kinds = {kind.__name__ for kind in get_args(abilities.Ability)} - NOT_OF_CARDS
    assert sorted(kinds - acted) == []


def test_a_clause_that_does_not_act_is_not_counted() -> None:
    text = """
card "Idle"
  cost {1}{U}
  type creature Wizard
  stats 1/1
  flying
  when this dies: draw a card
  {T}: draw a card
  creatures with flying your opponents control get -1/-1

scenario "nothing of it acts"
  plain
  A battlefield: Idle
  A's turn
    expect Idle on battlefield
"""
    library = Library.load([], texts={"idle.scenario": text})
    assert [str(d) for d in library.errors] == []
    acted: Coverage = set()
    (scenario,) = library.scenarios.values()
    assert played(scenario, library, acted).passed
    assert acted == set()
