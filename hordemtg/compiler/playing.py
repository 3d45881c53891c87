"""Cards that a player may play for a time from where they are: "you may play that card this turn" (CR 601.3, 305.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.compiler import nouns
from hordemtg.compiler.scope import Scope
from hordemtg.script.tree import Node

if TYPE_CHECKING:
    from collections.abc import Sequence

VERBS = frozenset({"play", "cast"})


def allows(vp: Node) -> bool:
    """Whether the predicate of a "may" is to play or cast something."""
    return vp.kind == "act" and vp.leaves[0].word in VERBS


def allow(
    vp: Node, suffixes: Sequence[Node], who: t.Players | None, duration: e.Duration, joint: e.Joint, scope: Scope
) -> e.AllowPlay:
    """ "You may play that card this turn": the player may, as long as the time lasts and the card stays there."""
    if who is None:
        scope.fail(vp, "a player may play something: `you may play that card this turn`")
    for suffix in suffixes:
        if suffix.kind not in ("during", "if_trailing"):
            scope.fail(suffix, "so cards are not played yet: for their mana cost and with mana as it is only")
    what = nouns.objects(vp.nodes[0], scope, who)
    if not isinstance(what, t.Slot | t.Target | t.This):
        scope.fail(vp, "these are cards that were named before: `exile the top card of your library. you may play it`")
    only_cast = vp.leaves[0].word == "cast"
    return e.AllowPlay(who, what, duration, only_cast, joint=joint, place=scope.sink.place(vp))
