"""What mana was spent on a spell, and what mana may be spent on only (CR 106.6, 601.2h)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.values import SYMBOL_OF_COLOR
from hordemtg.compiler import costs, nouns
from hordemtg.compiler.scope import Scope
from hordemtg.script.tree import Node


def _cast(node: Node, scope: Scope) -> t.Objects:
    """What was cast: this, it, that spell."""
    found = nouns.objects(node, scope)
    if not isinstance(found, t.This | t.Slot | t.Target):
        scope.fail(node, "one spell is meant here: `this spell`, `it`, `that spell`")
    return found


def amount(node: Node, scope: Scope) -> t.ManaSpent:
    """ "The amount of mana spent to cast this spell", "the number of colors of mana spent to cast it"."""
    return t.ManaSpent(_cast(node.nodes[0], scope), "" if node.kind == "mana_spent" else "colors")


def condition(node: Node, scope: Scope) -> t.Condition:
    """ "{W} was spent to cast it", "no mana was spent to cast it", "at least 3 white mana was spent to cast it"."""
    cast = _cast(node.nodes[-1], scope)
    made: t.Condition
    match node.kind:
        case "symbols_spent":
            asked = Counter(costs.mana(node.leaves[0], scope).symbols)
            if not all(symbol in (*SYMBOL_OF_COLOR.values(), "C") for symbol in asked):
                scope.fail(node.leaves[0], "mana of a color or colorless mana is spent: `{W}`, `{R}{R}`, `{C}`")
            each = [_least(t.ManaSpent(cast, symbol), count) for symbol, count in asked.items()]  # type: ignore[arg-type]
            made = each[0] if len(each) == 1 else t.Every(tuple(each))
        case "nothing_spent":
            made = t.Compare(t.ManaSpent(cast), "=", t.Number(0))
        case _:
            made = _least(t.ManaSpent(cast, _color(node, scope)), int(node.leaves[0].word))
    is_node = node.node("is")
    assert is_node is not None
    if is_node.leaves[0].word in ("isn't", "wasn't"):
        scope.fail(is_node, "say `unless` it was, or `no mana was spent`")
    return made


def _least(spent: t.ManaSpent, count: int) -> t.Condition:
    return t.Compare(spent, ">=", t.Number(count))


def _color(node: Node, scope: Scope) -> Any:
    color = node.leaf("ADJECTIVE")
    if color is None:
        return ""
    if color.word not in SYMBOL_OF_COLOR:
        scope.fail(color, f"`{color.word}` is no color of mana")
    return SYMBOL_OF_COLOR[color.word]


def bound(step: e.Effect | None, node: Node, scope: Scope) -> e.Effect:
    """The step that adds mana, with what that mana may be spent on only (CR 106.6)."""
    if not isinstance(step, e.AddMana):
        scope.fail(
            node, "this stands behind what adds mana: `add {R}{R}. spend this mana only to cast creature spells`"
        )
    if node.kind == "spend_only_on_abilities":
        return replace(step, only=e.SpendOn(None, _abilities(node.nodes[0], scope) if node.nodes else t.Anything()))
    spells = _spells(node.nodes[0], scope)
    abilities: t.Filter | None = t.Anything() if node.leaf("OR_ANY_ABILITY") is not None else None
    if len(node.nodes) > 1:
        abilities = _abilities(node.nodes[1], scope)
    return replace(step, only=e.SpendOn(spells, abilities))


def _spells(node: Node, scope: Scope) -> t.Filter:
    found = nouns.counted(node, scope)
    if found is None or not found.nominal.spell or found.nominal.owner is not None or found.nominal.zone != "stack":
        scope.fail(node, "say which spells: `creature spells`, `a multicolored spell`")
    return found.nominal.filter


def _abilities(node: Node, scope: Scope) -> t.Filter:
    found = nouns.counted(node, scope)
    if found is None or found.nominal.spell or found.nominal.zone_given:
        scope.fail(node, "say of what: `activate abilities of artifacts`")
    return found.nominal.filter
