"""A draft must say in print what the card says: words that parse into something else are caught."""

from __future__ import annotations

import pytest
from invented import creature, drafted, judge, spell

from hordemtg.drafting.write_back import differing
from hordemtg.oracle.card import PrintedCard


@pytest.mark.parametrize(
    "card",
    [
        creature("Flying, haste", "Whenever this creature attacks, you may pay {1}. If you do, draw two cards."),
        creature("Landfall — Whenever a land you control enters, this creature gets +2/+2 until end of turn."),
        creature("Bog's rage — When this creature dies, each opponent loses 3 life."),
        creature("{2}, {T}, Sacrifice another creature: Destroy target tapped creature. Activate only as a sorcery."),
        creature("{B}: Bog Tester gains deathtouch until end of turn."),
        spell("Choose one or both —", "• Destroy target artifact.", "• Destroy target enchantment."),
    ],
    ids=lambda card: card.text[:24],
)
def test_what_is_written_back_is_what_is_printed(card: PrintedCard) -> None:
    made = drafted(card)
    assert made.whole, made.text
    assert differing(card, made.text, judge().tokens) == ()


def test_another_text_is_seen_at_its_line() -> None:
    card = creature("Flying", "When this creature dies, each opponent loses 3 life.")
    script = drafted(card).text.replace("loses 3 life", "loses 4 life")
    assert [index for index, _ in differing(card, script, judge().tokens)] == [1]


def test_a_missing_line_is_seen() -> None:
    card = creature("Flying", "When this creature dies, each opponent loses 3 life.")
    script = "\n".join(drafted(card).text.splitlines()[:-1]) + "\n"
    assert [index for index, _ in differing(card, script, judge().tokens)] == [1]
