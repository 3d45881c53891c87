"""Keyword actions that stand for several steps (CR 701)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition
from hordemtg.compiler import copies, references
from hordemtg.compiler.nominals import subtype
from hordemtg.script.tree import Leaf, Node

if TYPE_CHECKING:
    from hordemtg.compiler.verbs import Context

ONE = t.Number(1)
COUNTER = "+1/+1"


def word(node: Node, c: Context) -> list[e.Effect]:
    """What the verb says that takes nothing: "investigate", "it explores"."""
    match node.leaves[0].word:
        case "investigate":  # CR 701.36: create a Clue token
            if "Clue" not in c.scope.names.tokens:
                c.scope.sink.unknown(node, "token", "Clue", c.scope.names.tokens)
            return [e.CreateTokens(c.player(node), ONE, "Clue", **c.common(node))]
        case "populate":
            return copies.populate(c, node)
        case "explore":
            return _of_each(node, c, _explores)
        case "connive":
            return _of_each(node, c, _connives)
        case _:
            return [e.Proliferate(c.player(node), **c.common(node))]


def _of_each(node: Node, c: Context, steps: object) -> list[e.Effect]:
    """The steps of one permanent, for each that does this."""
    assert callable(steps)
    what = c.source(node)
    if isinstance(what, (t.This, t.Slot)):
        return list(steps(what, c))
    slot = c.scope.new_slot()
    return [e.ForEach(what, slot, steps(t.Slot(slot), c), **c.common(node))]


def _explores(one: t.Objects, c: Context) -> e.Steps:
    """CR 701.40a: a land goes to the hand; else the permanent grows, and the card may go to the graveyard."""
    who, seen = t.ControllerOf(one), c.scope.new_slot()
    card = t.Slot(seen)
    land = (e.MoveObjects(card, "hand", verb="put"),)
    other = (
        e.PutCounters(one, COUNTER, ONE),
        e.May(who, (e.MoveObjects(card, "graveyard", verb="put"),)),
    )
    return (
        e.LookAt(who, t.TopOfLibrary(who, ONE), True, slot=seen),
        e.If(t.Matches(card, t.IsType("land")), land, other),
    )


def _connives(one: t.Objects, c: Context) -> e.Steps:
    """Draw a card, then discard one; the permanent grows if that was no land card."""
    who, gone = t.ControllerOf(one), c.scope.new_slot()
    grows = (e.PutCounters(one, COUNTER, ONE),)
    return (
        e.DrawCards(who, ONE),
        e.DiscardCards(who, ONE, slot=gone, joint="then"),
        e.If(t.Matches(t.Slot(gone), t.Not(t.IsType("land"))), grows),
    )


def goad(node: Node, c: Context) -> list[e.Effect]:
    """CR 701.38: until your next turn it attacks if able; there are two sides, so there is nobody else to attack."""
    from hordemtg.compiler import nouns

    what = nouns.objects(node.nodes[0], c.scope, c.who)
    if isinstance(what, t.Chosen):
        slot = c.scope.new_slot()
        references.speak_of(c.scope, t.Slot(slot), many=references.is_many(what, c.scope))
        choose = e.Choose(c.player(node), what, slot=slot, **c.common(node))
        return [choose, e.Alter(t.Slot(slot), (e.Restrict("must attack"),), "until your next turn")]
    c.player(node)
    return [e.Alter(what, (e.Restrict("must attack"),), "until your next turn", **c.common(node))]


def amass(node: Node, c: Context) -> list[e.Effect]:
    """CR 701.44a: counters on an Army of yours, which is created first where there is none."""
    who = c.player(node)
    leaf = node.leaf("NAME")
    assert isinstance(leaf, Leaf)
    kind = subtype(leaf, c.scope)
    number = next(t.Number(int(each.word)) for each in node.leaves if each.type == "NUMBER")
    army: t.Filter = t.AllOf((t.IsSubtype("Army"), t.IsType("creature"), t.ControlledBy(who)))
    form = CardDefinition(
        f"{kind} Army",
        None,
        frozenset({"black"}),
        (),
        ("creature",),
        (kind, "Army"),
        t.Number(0),
        t.Number(0),
        token=True,
    )
    slot = c.scope.new_slot()
    chosen = t.Slot(slot)
    c.scope.heard = frozenset({kind, "Army", "creature", "token"})
    references.speak_of(c.scope, chosen, many=False)
    none = t.Compare(t.Count(t.Each(t.Group(army))), "=", t.Number(0))
    becomes = e.Alter(chosen, (e.AddTypes((), (kind,)),), "for good")
    return [
        e.If(none, (e.CreateTokens(who, ONE, form.name, form=form),), **c.common(node)),
        e.Choose(who, t.Chosen(t.Group(army), ONE, ONE, who), slot=slot),
        e.PutCounters(chosen, COUNTER, number),
        e.If(t.Matches(chosen, t.Not(t.IsSubtype(kind))), (becomes,)),
    ]
