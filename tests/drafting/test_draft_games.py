"""Real cards that are drafted whole write back equal and survive random games, where their corpus is installed."""

from __future__ import annotations

from pathlib import Path

import pytest
from draft_games import play, whole_drafts
from invented import creature, drafted, judge, spell

from hordemtg.drafting.write_back import differing
from hordemtg.oracle.corpus import corpus_file
from hordemtg.oracle.errors import OracleError

SAMPLE, GAMES = 80, 2


def corpus() -> Path:
    try:
        return corpus_file()
    except OracleError as error:
        pytest.skip(str(error))


def test_a_sample_of_real_cards() -> None:
    drafts = whole_drafts(corpus(), SAMPLE, seed=4)
    assert len(drafts) > SAMPLE / 3
    assert all(differing(made.card, made.text, judge().tokens) == () for made in drafts)
    assert play(drafts, GAMES, seed=4) == []


def test_invented_cards_play() -> None:
    cards = [
        creature("Flying", "Whenever this creature attacks alone, draw a card.", name="Lone Tester"),
        creature("Whenever one or more creatures you control die, you gain 1 life.", name="Mourning Tester"),
        creature("{1}, Sacrifice another creature: Proliferate. Investigate.", name="Hungry Tester"),
        spell("Create two 1/1 white Bird creature tokens with flying.", name="Bird Test"),
        spell("Look at the top three cards of your library. Put one of them into your hand and the rest on the bottom "
              "of your library in any order.", name="Library Test"),
    ]  # fmt: skip
    drafts = [drafted(card) for card in cards]
    assert all(made.whole for made in drafts)
    assert play(drafts, 20, seed=1) == []
