"""Searching a library: what is said in several verbs is one step (CR 701.19)."""

from __future__ import annotations

from dataclasses import replace

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.compiler import distribution, nouns, references, verbs
from hordemtg.compiler.units import Draft, Subject, subject_of, suffixes
from hordemtg.script.tree import Node


def search(items: list[Node], index: int, joint: e.Joint, draft: Draft, subject: Subject) -> tuple[int, Subject]:
    """ "search your library for X, reveal it, put it into your hand, then shuffle" is one step (CR 701.19)."""
    scope = draft.scope
    unit = items[index]
    mark = len(scope.targets)
    if unit.kind in ("subject_does", "may"):
        subject = subject_of(unit.nodes[0], scope)
    vp = unit.nodes[1] if unit.kind in ("subject_does", "may") else unit.nodes[0]
    place, owner = nouns.zone(vp.nodes[0], scope)
    if place != "library" or (owner != subject.who and vp.nodes[0].nodes[0].kind != "their"):
        scope.fail(vp, "a player searches their own library only so far")
    used = index + 1
    reveal = False
    to: e.Effect | None = None
    shuffled = False
    while used + 1 < len(items) and items[used].kind == "joint" and items[used + 1].kind == "does":
        following = items[used + 1].nodes[0]
        if following.kind == "act" and following.leaves[0].word == "reveal" and to is None:
            reveal = True
        elif following.kind in ("put_into", "put_onto", "put_on_top") and to is None:
            scope.heard = frozenset({"card"})
            references.speak_of(scope, t.Slot("found"))
            made = verbs.effects(following, verbs.Context(scope, None, None, ",", None, {}))
            to = made[0]
        elif following.kind == "put_on_its_top" and to is None and shuffled:
            to = e.MoveObjects(t.Slot("found"), "library")
        elif following.kind == "shuffle":
            shuffled = True
        else:
            break
        used += 2
    if not isinstance(to, e.MoveObjects) or not shuffled:
        scope.fail(vp, "say where the card goes and that the library is shuffled",
                   "`search your library for a land card, put it into your hand, then shuffle`")  # fmt: skip
    found = nouns.counted(vp.nodes[1], scope)
    if found is None or found.amount is None:
        scope.fail(vp, "say how many cards are looked for: `a land card`, `up to 2 basic land cards`")
    if to.counters or to.under not in (None, subject.who, t.You()) or to.position != "top":
        scope.fail(vp, "what is found is put there as it is, or tapped", "`put it onto the battlefield tapped`")
    for step in items[index:used]:
        for node in suffixes(step) if step.kind != "joint" else ():
            scope.fail(node, "these words do not fit into a search")
    made_step: e.Effect = e.SearchLibrary(
        subject.who,
        found.nominal.filter,
        found.amount,
        to.to,
        to.tapped,
        reveal,
        joint=joint,
        place=scope.sink.place(unit),
    )
    if unit.kind == "may":
        made_step = e.May(subject.who, (replace(made_step, joint="."),), joint=joint, place=made_step.place)
    draft.add(distribution.apart(made_step, scope), mark)
    return used - index, subject
