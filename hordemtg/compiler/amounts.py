"""Amounts, comparisons and counters (CR 107, 122)."""

from __future__ import annotations

from typing import get_args

from hordemtg.cards import terms as t
from hordemtg.cards.values import COLORS
from hordemtg.compiler import nouns
from hordemtg.compiler.scope import Scope
from hordemtg.script.tree import Node

KINDS = {"card type": "card types", "basic land type": "basic land types", "different color": "colors"}


def amount(node: Node, scope: Scope) -> t.Amount:
    """The meaning of an amount."""
    match node.kind:
        case "number":
            return t.Number(int(node.leaves[0].word))
        case "x":
            return nouns.x_value(node, scope)
        case "that_much":
            return nouns.that_much(node, scope)
        case "twice_that":
            return t.Times(2, nouns.that_much(node, scope))
        case "twice":
            return t.Times(2, amount(node.nodes[0], scope))
        case "half_up":
            return t.Half(amount(node.nodes[0], scope), "up")
        case "half_down":
            return t.Half(amount(node.nodes[0], scope), "down")
        case "plus_number_of":
            return t.Plus((amount(node.nodes[0], scope), how_many(node.nodes[1], scope)))
        case "plus":
            return t.Plus((amount(node.nodes[0], scope), t.Number(int(node.leaves[-1].word))))
        case "plus_more":
            return t.Plus((amount(node.nodes[0], scope), amount(node.nodes[1], scope)))
        case "number_drawn":
            return t.TimesThisTurn("draw", t.You())
        case "number_cast":
            return t.TimesThisTurn("cast", t.You())
        case "mana_spent" | "colors_spent":
            from hordemtg.compiler import mana_words  # which builds on this

            return mana_words.amount(node, scope)
        case "devotion":
            color = node.leaves[-1].word
            if color not in COLORS:
                scope.fail(node, f"`{color}` is no color")
            return t.Devotion(color, t.You())
        case "measure_of":
            what = nouns.possessed(node.nodes[0], scope)
            return t.MeasureOf(node.leaves[-1].word, what)  # type: ignore[arg-type]
        case "number_of":
            return how_many(node.nodes[0], scope)
        case "number_of_kinds":
            return kinds(node, scope)
        case "number_of_counters":
            return t.CountersOn(counter_kind_leaf(node), nouns.objects(node.nodes[-1], scope))
        case "greatest":
            # "the greatest power" is one phrase, since directives prefer by it
            measure = node.leaves[0].word.removeprefix("the greatest ")
            if measure not in get_args(t.Measure):
                scope.fail(node, f"`{measure}` is nothing that is greatest among objects")
            return t.Greatest(measure, every(node.nodes[0], scope))  # type: ignore[arg-type]
        case "life_total":
            return t.LifeOf(nouns.possessor(node.nodes[0], scope))
        case _:
            scope.fail(node, "these words are no amount")


def how_many(node: Node, scope: Scope) -> t.Amount:
    """How many there are of what a noun phrase names: "for each creature you control"."""
    if node.kind == "np" and len(node.nodes) == 1:
        return how_many(node.nodes[0], scope)
    if (node.kind == "np" and node.leaf("KIND") is not None) or node.kind == "kinds":
        return kinds(node, scope)
    if node.kind in ("some", "bare") and nouns.is_players(node, scope):
        return t.CountPlayers(nouns.players(node, scope))
    return t.Count(every(node, scope))


def kinds(node: Node, scope: Scope) -> t.Amount:
    """ "card types among cards in your graveyard"."""
    leaf = node.leaf("KIND")
    assert leaf is not None
    return t.KindsAmong(KINDS[leaf.word], every(node.nodes[-1], scope))  # type: ignore[arg-type]


def every(node: Node, scope: Scope) -> t.Objects:
    """All objects that fit the noun phrase, whatever its determiner ("each creature", "creatures", "a creature")."""
    found = nouns.counted(node, scope)
    if found is None:
        return nouns.objects(node, scope)
    if found.nominal.host:
        return t.Host()
    if isinstance(scope.it, t.Each) and _says_other(node):
        scope.fail(node, "`other` differs for each of them, which cannot be counted yet")
    return t.Each(found.nominal.group)


def terms_of(filter_: t.Filter) -> tuple[t.Filter, ...]:
    """The filters that all have to fit."""
    return filter_.parts if isinstance(filter_, t.AllOf) else (filter_,)


def _says_other(node: Node) -> bool:
    return any(leaf.word in ("other", "another") for part in node.walk() for leaf in part.leaves)


def comparison(node: Node, scope: Scope) -> tuple[t.Comparison, t.Amount]:
    """ "3 or less" as the comparison and the amount."""
    sign: dict[str, t.Comparison] = {"exactly": "=", "at_most": "<=", "at_least": ">=", "less": "<", "greater": ">"}
    return sign[node.kind], amount(node.nodes[0], scope)


def counter_kind_leaf(node: Node) -> str:
    leaf = node.leaf("SIGNED", "WORD", "KEYWORD", "POISON")
    assert leaf is not None
    return leaf.word


def counter_kind(node: Node, scope: Scope) -> str:
    """The kind of counters of a `counters` node."""
    return counter_kind_leaf(node)


def counters(node: Node, scope: Scope) -> tuple[str, t.Amount | None]:
    """The kind and number of counters; None: all of them."""
    det = node.node("det")
    assert det is not None
    found = nouns.determiner(det, scope)
    if not found.every and (found.minimum != found.maximum or found.none or found.target):
        scope.fail(det, "say how many counters: a number, `that many`, or `all`; a choice is not supported yet")
    return counter_kind_leaf(node), None if found.every else found.maximum


def counters_compared(node: Node, scope: Scope) -> tuple[str, t.Comparison, t.Amount]:
    """How many counters there are, as a condition says it: "three or more", "no", "a +1/+1 counter"."""
    det = node.node("det")
    assert det is not None
    found = nouns.determiner(det, scope)
    if found.none:
        return counter_kind_leaf(node), "<=", t.Number(0)
    if found.or_fewer:
        return counter_kind_leaf(node), "<=", found.maximum
    if found.every or found.target or not (found.or_more or found.minimum == found.maximum):
        scope.fail(det, "say how many counters: `a +1/+1 counter`, `three or more +1/+1 counters`")
    return counter_kind_leaf(node), ">=", found.minimum


def signed(text: str, scope: Scope, part: Node) -> tuple[t.Amount, t.Amount]:
    """ "+X/-2" as two amounts, multiplied by "for each"."""
    first, second = text.split("/")
    return _signed(first, scope, part), _signed(second, scope, part)


def _signed(text: str, scope: Scope, part: Node) -> t.Amount:
    sign = -1 if text[0] == "-" else 1
    base: t.Amount = nouns.x_value(part, scope) if text[1:] == "X" else t.Number(int(text[1:]))
    if scope.per is not None:
        scope.per_used = True
        base = scaled(base, scope.per)
    if isinstance(base, t.Number):
        return t.Number(sign * base.value)
    if sign == 1:
        return base
    return t.Times(-base.factor, base.part) if isinstance(base, t.Times) else t.Times(-1, base)


def scaled(base: t.Amount, per: t.Amount | None) -> t.Amount:
    """The amount once for each of `per`."""
    if per is None:
        return base
    if isinstance(base, t.Number):
        return t.Number(0) if base.value == 0 else per if base.value == 1 else t.Times(base.value, per)
    return base
