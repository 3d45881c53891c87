"""Costs (CR 118, 602.1a)."""

from __future__ import annotations

from dataclasses import replace

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.values import ManaCost
from hordemtg.compiler import amounts, nouns
from hordemtg.compiler.nominals import all_of
from hordemtg.compiler.scope import Scope
from hordemtg.script.tree import Leaf, Node


def mana(leaf: Leaf, scope: Scope) -> ManaCost:
    """The mana cost that a token spells. Fails when a symbol is none."""
    try:
        return ManaCost.parse(leaf.text)
    except ValueError as error:
        scope.fail(leaf, str(error))


def cost(steps: Node, scope: Scope) -> e.Cost:
    """What stands before the colon of an activated ability."""
    parts: list[e.CostPart] = []
    for sentence in steps.all("sentence"):
        for unit in sentence.nodes:
            if unit.kind == "joint":
                continue
            parts.extend(cost_part(each, scope) for each in _apart(unit))
    return tuple(parts)


def _apart(unit: Node) -> list[Node]:
    """ "Sacrifice a black creature and a red creature": a part for each that is joined."""
    if unit.kind != "does" or unit.nodes[0].kind not in ("act", "exile"):
        return [unit]
    vp = unit.nodes[0]
    np = vp.nodes[0]
    joined = [leaf.word for child in np.nodes if child.kind == "join_a" for leaf in child.leaves]
    if np.kind != "np" or not joined or "or" in joined:
        return [unit]
    found: list[Node] = []
    for part in np.nodes:
        if part.kind != "join_a":
            own = replace(vp, children=tuple(part if child is np else child for child in vp.children))
            found.extend(_apart(replace(unit, children=(own, *unit.nodes[1:]))))
    return found


def cost_part(unit: Node, scope: Scope) -> e.CostPart:
    """One part of a cost."""
    match unit.kind:
        case "pay_mana":
            return e.PayMana(mana(unit.leaves[0], scope))
        case "tap_this":
            return e.TapThis()
        case "untap_this":
            return e.UntapThis()
        case "does":
            suffixes = unit.nodes[1:]
            random = any(suffix.kind == "at_random" for suffix in suffixes)
            if any(suffix.kind not in ("at_random",) for suffix in suffixes):
                scope.fail(suffixes[0], "this does not fit into a cost")
            return act(unit.nodes[0], scope, random)
        case _:
            scope.fail(unit, "this is no cost", "a cost is mana, {T}, or something you do: `sacrifice a creature`")


def act(node: Node, scope: Scope, random: bool = False) -> e.CostPart:
    """What is done as a cost: pay, sacrifice, discard, exile, tap, return, remove."""
    match node.kind:
        case "pay_mana":
            return e.PayMana(mana(node.leaves[0], scope))
        case "pay_life":
            return e.PayLife(amounts.amount(node.nodes[0], scope))
        case "act" | "exile":
            verb = node.leaves[0].word if node.kind == "act" else "exile"
            return _verb(verb, node.nodes[0], node, scope, random)
        case "remove_counters":
            kind, amount = amounts.counters(node.nodes[0], scope)
            if nouns.objects(node.nodes[1], scope) != t.This() or amount is None:
                scope.fail(node, "a cost removes a number of counters from this")
            return e.RemoveCounters(kind, amount)
        case "return":
            found = nouns.counted(node.nodes[0], scope)
            if found is None or found.amount is None:
                scope.fail(node, "a cost returns a number of permanents you control")
            return e.ReturnSome(_without_control(found.nominal.filter), found.amount)
        case _:
            scope.fail(node, "this is no cost")


def _verb(verb: str, np: Node, node: Node, scope: Scope, random: bool) -> e.CostPart:
    inner = np.nodes[0] if len(np.nodes) == 1 else np
    if inner.kind == "this" or (inner.kind == "pronoun" and scope.it is None):
        if inner.kind == "this":
            nouns.objects(np, scope)
        own: dict[str, e.CostPart] = {
            "sacrifice": e.SacrificeThis(),
            "discard": e.DiscardThis(),
            "exile": e.ExileThis(),
            "tap": e.TapThis(),
        }
        if verb not in own:
            scope.fail(node, f"`{verb} this` is no cost")
        return own[verb]
    found = nouns.counted(np, scope)
    if found is None or found.amount is None:
        scope.fail(np, "a cost says how many: `sacrifice a creature`, `discard 2 cards`")
    filter_ = _without_control(found.nominal.filter)
    match verb:
        case "sacrifice":
            return e.SacrificeSome(filter_, found.amount)
        case "reveal":
            return reveal(np, scope)
        case "discard":
            return e.DiscardSome(filter_, found.amount, random)
        case "exile":
            zone = found.nominal.zone
            if found.nominal.card and not found.nominal.zone_given:
                scope.fail(np, "where from? `exile a creature card from your graveyard`")
            if zone in ("graveyard", "hand", "library") and found.nominal.owner != t.You():
                scope.fail(np, "a cost exiles cards of your own zones only so far: `from your graveyard`")
            return e.ExileSome(filter_, zone, found.amount)
        case "tap":
            return e.TapSome(_without(filter_, t.HasStatus("untapped")), found.amount)
        case _:
            scope.fail(node, f"`{verb}` is no cost")


def reveal(np: Node, scope: Scope) -> e.RevealSome:
    """ "Reveal a Goblin card from your hand" (CR 701.16)."""
    found = nouns.counted(np, scope)
    if found is None or found.amount is None or not found.nominal.card:
        scope.fail(np, "say which cards: `a Goblin card from your hand`")
    if (found.nominal.zone, found.nominal.owner) != ("hand", t.You()):
        scope.fail(np, "a cost reveals cards of your own hand: `from your hand`")
    return e.RevealSome(found.nominal.filter, found.amount)


def _without_control(filter_: t.Filter) -> t.Filter:
    """A cost is always paid with what the payer controls (CR 118.3)."""
    return _without(filter_, t.ControlledBy(t.You()))


def _without(filter_: t.Filter, part: t.Filter) -> t.Filter:
    if filter_ == part:
        return t.Anything()
    if isinstance(filter_, t.AllOf):
        return all_of([each for each in filter_.parts if each != part])
    return filter_
