"""Texts that look like one the language has and say something else: none of them is drafted whole."""

from __future__ import annotations

import pytest
from invented import creature, drafted, spell

from hordemtg.oracle.card import PrintedCard


def aura(*lines: str) -> PrintedCard:
    return creature(*lines, type_line="Enchantment — Aura", power=None, toughness=None)


@pytest.mark.parametrize(
    "card",
    [
        spell("Creatures you control get +1/+1 until end of turn and gain trample."),
        spell("Target creature gets +2/+0 until end of turn and can't block."),
        spell("Each player that attacked this turn loses 1 life."),
        spell("Each creature you control gets +1/+1 until end of turn for each other creature you control."),
        spell("Put up to two +1/+1 counters on target creature."),
        spell("Destroy target creature with base power and toughness 1/1."),
        spell("Destroy target attacking or blocking creature or planeswalker."),
        spell("Two players each draw a card."),
        creature("Creatures you control get +1/+1 for each other creature you control."),
        creature("This spell costs {X} less to cast."),
        aura("Enchant player", "Enchanted player can't gain life."),
        aura("Enchant creature card in a graveyard", "When this Aura enters, draw a card."),
    ],
    ids=lambda card: card.text[:40],
)
def test_a_twist_on_a_known_clause_is_not_drafted_whole(card: PrintedCard) -> None:
    assert not drafted(card).whole, drafted(card).text
