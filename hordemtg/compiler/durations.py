"""How long an effect of a resolution lasts (CR 611.2a-b)."""

from __future__ import annotations

from hordemtg.cards import effects as e
from hordemtg.script.tree import Node

DURATIONS: dict[str, e.Duration] = {
    "until end of turn": "until end of turn", "this turn": "until end of turn",
    "until end of combat": "until end of combat", "this combat": "until end of combat",
    "until your next turn": "until your next turn",
    "for as long as this is on the battlefield": "while this is here",
    "for as long as you control this": "while you control this",
    "until the end of your next turn": "until the end of your next turn",
    "until your next end step": "until your next end step",
    **dict.fromkeys(
        ("for as long as it remains exiled", "for as long as they remain exiled",
         "for as long as those cards remain exiled"), "while it is exiled",
    ),
    "until this leaves the battlefield": "while this is here",
}  # fmt: skip

NEXT_UNTAP = "next untap step"


def duration_of(node: Node) -> e.Duration:
    """The meaning of a `during` or `duration_lead` node."""
    return DURATIONS[node.leaves[0].word]


def of_restriction(vp: Node) -> e.Duration | None:
    """How long a restriction lasts by its own words: "can't block this turn"."""
    if vp.kind != "restriction":
        return None
    if NEXT_UNTAP in vp.leaves[0].word:
        return "through the next untap step"
    return "until end of turn" if "this turn" in vp.leaves[0].word else None
