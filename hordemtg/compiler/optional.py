"""What a player may do: one question, and all that the sentence says behind it hangs on the answer (CR 608.2d)."""

from __future__ import annotations

from dataclasses import replace

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.compiler import costs, distribution, verbs
from hordemtg.compiler.units import Draft, Subject, subject_of, suffixes
from hordemtg.script.tree import Node

KINDS = frozenset({"may", "may_have", "may_either"})


def may(items: list[Node], index: int, joint: e.Joint, draft: Draft) -> tuple[int, Subject]:
    """ "You may exile it, then return it": the unit at `index` with what its sentence says behind it.

    What one may do is all of that: "you may tap this and draw a card" draws nothing for a player who does not tap it.
    Gives how many items that used, and the subject that the next may inherit.
    """
    from hordemtg.compiler.steps import JOINT, chain

    unit, scope, mark = items[index], draft.scope, len(draft.scope.targets)
    made, subject = _first(unit, joint, draft)
    rest = _hanging(items[index + 1 :])
    if rest and isinstance(made, e.May):
        own = subject if unit.kind == "may" and subject.players != t.You() else Subject()
        inner = Draft(scope, subject=own)
        chain(rest[1:], JOINT[rest[0].leaves[0].word], inner, own, None)
        made = replace(made, steps=(*made.steps, *inner.steps))
    elif rest:
        scope.fail(rest[0], "what a payment brings stands in a sentence of its own: `if you do, ...`")
    draft.add(distribution.apart(made, scope), mark)
    return 1 + len(rest), subject if unit.kind == "may" else Subject()


def _hanging(items: list[Node]) -> list[Node]:
    """What stands behind in the same sentence, up to another question or condition."""
    found: list[Node] = []
    for item in items:
        if item.kind in KINDS or item.kind.endswith("lead") or item.kind == "otherwise":
            break
        found.append(item)
    while found and found[-1].kind == "joint":
        found.pop()
    return found


def _first(unit: Node, joint: e.Joint, draft: Draft) -> tuple[e.Effect, Subject]:
    subject = subject_of(unit.nodes[0], draft.scope)
    if subject.players is None:
        draft.scope.fail(unit, "a player may do something: `you may draw a card`")
    match unit.kind:
        case "may_have":
            return _have(unit, subject.players, joint, draft), Subject()
        case "may_either":
            return _either(unit, subject.players, joint, draft), subject
        case _:
            return _may(unit, unit.nodes[1], subject, subject.players, joint, draft), subject


def _may(unit: Node, vp: Node, subject: Subject, who: t.Players, joint: e.Joint, draft: Draft) -> e.Effect:
    from hordemtg.compiler.steps import effects_of

    scope, place = draft.scope, draft.scope.sink.place(unit)
    if vp.kind in ("pay_mana", "pay_life") or _any_player(unit.nodes[0]):
        for node in suffixes(unit):
            if node.kind != "own_choice" and not (node.kind == "where_x" and vp.kind == "pay_life"):
                scope.fail(node, "this does not fit into a cost")
        if who == t.EachPlayer():
            if not _any_player(unit.nodes[0]):
                scope.fail(
                    unit, "each player on their own pays or does not; that is not supported yet: name one player"
                )
            scope.they = t.You()  # what is paid is the payer's own (CR 118.3)
        return e.IfPaid(who, (costs.act(vp, scope),), (), joint=joint, place=place)
    return e.May(who, tuple(effects_of(unit, vp, subject, ".", draft, None)), joint=joint, place=place)


def _any_player(np: Node) -> bool:
    """ "Any player may ...": the first to do so in turn order does it for all (CR 101.4)."""
    det = np.nodes[0].node("det") if np.nodes else None
    return det is not None and det.words()[0] == "any"


def _have(unit: Node, who: t.Players, joint: e.Joint, draft: Draft) -> e.Effect:
    """ "You may have it deal 2 damage to target creature": the player decides, the object does it."""
    from hordemtg.compiler.steps import chain

    inner = Draft(draft.scope)
    rest = replace(unit, kind="subject_does", children=unit.children[1:])
    kept = tuple(child for child in rest.children if isinstance(child, Node))
    chain([replace(rest, children=kept)], ".", inner, Subject(), None)
    return e.May(who, tuple(inner.steps), joint=joint, place=draft.scope.sink.place(unit))


def _either(unit: Node, who: t.Players, joint: e.Joint, draft: Draft) -> e.Effect:
    """ "You may reveal a card from outside the game or choose a card in exile".

    Nobody has cards outside the game (CR 400.11), so that cannot be chosen (CR 608.2d): what is left is the other.
    """
    scope = draft.scope
    outside, other = unit.nodes[1], unit.nodes[2]
    if not any(node.kind == "zone_outside" for node in outside.walk()) or outside.leaves[0].word != "reveal":
        scope.fail(
            unit,
            "of two things that a player may do, the first can only be to reveal a card from outside the game",
            "otherwise: `choose one`, with a bullet for each",
        )
    made = tuple(verbs.effects(other, verbs.Context(scope, None, who, ".", None, {})))
    return e.May(who, made, joint=joint, place=scope.sink.place(unit))
