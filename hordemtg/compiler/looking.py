"""Looking at cards of a library: what is put where of "them" and "the rest" (CR 401.4, 701.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.compiler import nouns, references
from hordemtg.compiler.nominals import all_of
from hordemtg.compiler.scope import Scope
from hordemtg.script.tree import Node

if TYPE_CHECKING:
    from hordemtg.compiler.verbs import Context


def look_at(node: Node, c: Context) -> list[e.Effect]:
    """ "look at the top 3 cards of your library"."""
    what = nouns.objects(node.nodes[0], c.scope, c.who)
    return [e.LookAt(c.player(node), what, False, slot=looked(what, node, c.scope), **c.common(node))]


def reveal(node: Node, c: Context) -> list[e.Effect]:
    """ "reveal the top 3 cards of your library", "reveal a creature card from among them"."""
    what = nouns.objects(node.nodes[0], c.scope, c.who)
    if isinstance(what, t.TopOfLibrary):
        return [e.LookAt(c.player(node), what, True, slot=looked(what, node, c.scope), **c.common(node))]
    slot = c.scope.new_slot()
    references.speak_of(c.scope, t.Slot(slot), many=references.is_many(what, c.scope))
    if c.scope.looked and isinstance(what, t.Chosen) and what.group.zone == "library":
        c.scope.shown.append(slot)
    return [e.LookAt(c.player(node), what, True, slot=slot, **c.common(node))]


def looked(what: t.Objects, node: Node, scope: Scope) -> str:
    """The slot of the cards that were looked at, which "them" and "the rest" mean from now on."""
    if not isinstance(what, (t.TopOfLibrary, t.Each)):
        scope.fail(node, "cards on top of a library are looked at: `look at the top 3 cards of your library`")
    slot = scope.new_slot()
    scope.heard = frozenset({"card"})
    references.speak_of(scope, t.Slot(slot), many=references.is_many(what, scope))
    scope.looked = slot if isinstance(what, t.TopOfLibrary) else ""
    return slot


def of_them(node: Node, scope: Scope, chooser: t.Players | None) -> t.Objects:
    """ "one of them", "up to 2 of those cards"."""
    words = [leaf.word for leaf in node.leaves]
    number = next((int(leaf.word) for leaf in node.leaves if leaf.type == "NUMBER"), 1)
    low = 0 if words[0].startswith(("up to", "any number")) else number
    high = 1000 if words[0] == "any number of" else number
    return t.Chosen(
        group_of_them(node, scope), t.Number(low), t.Number(high), chooser if chooser is not None else t.You()
    )


def group_of_them(node: Node, scope: Scope) -> t.Group:
    """The cards that were looked at in their library, or exiled from its top."""
    if scope.exiled and not scope.looked:
        return t.Group(t.IsOneOf(t.Slot(scope.exiled)), "exile")
    return t.Group(among(node, scope), "library")


def among(node: Node, scope: Scope) -> t.Filter:
    """The filter of the cards that were looked at."""
    if not scope.looked:
        scope.fail(node, "no cards were looked at before: `look at the top 3 cards of your library`")
    return t.IsOneOf(t.Slot(scope.looked))


def the_rest(node: Node, scope: Scope) -> t.Objects:
    """Those of the cards looked at that are still in the library."""
    gone: list[t.Filter] = [t.Not(t.IsOneOf(t.Slot(slot))) for slot in scope.put_back]
    return t.Each(t.Group(all_of([among(node, scope), *gone]), "library"))


def in_the_library(what: t.Objects, scope: Scope) -> bool:
    """Whether these are cards that were looked at, so that they only change their places in their library."""
    if not scope.looked:
        return False
    if isinstance(what, t.Slot) and what.name in (scope.looked, *scope.shown):
        return True
    return isinstance(what, (t.Each, t.Chosen)) and what.group.zone == "library"


def put(what: t.Objects, position: str, node: Node, c: Context) -> e.Effect:
    """Cards that were looked at go to the top or the bottom of the library they are in."""
    if isinstance(what, t.Slot) and what.name in c.scope.shown:
        c.scope.put_back.append(what.name)
    ordered = c.suffixes.get("ordered")
    order = ordered.leaves[0].word if ordered is not None else "in any order"
    return e.ArrangeLibrary(
        c.who, what, "bottom" if position == "bottom" else "top", order == "in a random order", **c.common(node)
    )


def put_back(node: Node, c: Context) -> list[e.Effect]:
    """ "put them back in any order"."""
    what = nouns.objects(node.nodes[0], c.scope, c.who)
    if not in_the_library(what, c.scope):
        c.scope.fail(node, "cards that were looked at are put back: `look at the top 3 cards of your library`")
    return [put(what, "top", node, c)]


def put_and_rest(node: Node, c: Context) -> list[e.Effect]:
    """ "put one of them into your hand and the rest on the bottom of your library in any order"."""
    what = nouns.objects(node.nodes[0], c.scope, c.who)
    place, _ = nouns.zone(node.nodes[1], c.scope)
    rest = the_rest(node, c.scope)
    last = node.nodes[-1]
    then: e.Effect
    to, _ = nouns.zone(last, c.scope)
    if to == "library":
        then = put(rest, "top" if node.kind.endswith("top") else "bottom", node, c)
    else:
        then = e.MoveObjects(rest, to, joint=",", place=c.scope.sink.place(node))
    return [e.MoveObjects(what, place, **c.common(node)), then]
