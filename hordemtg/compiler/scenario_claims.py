"""What scenarios expect."""

from __future__ import annotations

from typing import Any

from hordemtg.cards import scenario as s
from hordemtg.cards.subtypes import subtype_of
from hordemtg.compiler import costs
from hordemtg.compiler.scenario_things import side_of, step_name, thing, things
from hordemtg.compiler.scope import Scope
from hordemtg.script.tree import Node


def claims(node: Node, scope: Scope) -> tuple[s.Claim, ...]:
    """The claims of an `expect` line or block."""
    made: list[s.Claim] = []
    for child in node.nodes:
        if child.kind == "claim_line":
            made.extend(claims(child, scope))
        elif child.kind != "placeholder":
            made.append(claim(child, scope))
    return tuple(made)


def _number(node: Node) -> int:
    leaf = node.leaf("NUMBER")
    return int(leaf.word) if leaf is not None else 1


def _place_word(node: Node) -> Any:
    word = node.node("place_word")
    assert word is not None
    return "command" if word.leaves[0].word == "command zone" else word.leaves[0].word


def claim(node: Node, scope: Scope) -> s.Claim:
    """One claim."""
    place = scope.sink.place(node)
    match node.kind:
        case "claim_life":
            return s.SideHas(side_of(node), "life", _number(node), place)
        case "claim_poison":
            return s.SideHas(side_of(node), "poison", _number(node), place)
        case "claim_size":
            return s.SideHas(side_of(node), _place_word(node), _number(node), place)
        case "claim_mana":
            return s.HasMana(side_of(node), costs.mana(node.leaves[-1], scope), place)
        case "claim_controls":
            return s.Controls(side_of(node), thing(node.nodes[0], scope), place)
        case "zone_holds":
            return s.ZoneHolds(side_of(node), _place_word(node), things(node.nodes, scope), place=place)
        case "zone_exactly":
            return s.ZoneHolds(side_of(node), _place_word(node), things(node.nodes, scope), True, place=place)
        case "library_top":
            return s.ZoneHolds(side_of(node), "library", things(node.nodes, scope), False, True, place)
        case "command_top":
            return s.ZoneHolds(side_of(node), "command", things(node.nodes, scope), False, True, place)
        case "stack_is" | "claim_stack_empty":
            return s.StackIs(tuple(_stack_item(row, scope) for row in node.nodes), place)
        case _:
            return _about_the_game(node, scope)


def _stack_item(row: Node, scope: Scope) -> s.StackItem:
    return s.StackItem(thing(row.nodes[0], scope), row.kind == "stack_ability")


def _about_the_game(node: Node, scope: Scope) -> s.Claim:
    place = scope.sink.place(node)
    match node.kind:
        case "claim_wins":
            return s.Outcome(True, side_of(node), place)
        case "claim_draw":
            return s.Outcome(True, "", place)
        case "claim_goes_on":
            return s.Outcome(False, "", place)
        case "claim_stage":
            return s.StageIs(node.leaves[0].word.removeprefix("stage "), place)  # type: ignore[arg-type]
        case "claim_turn":
            return s.TimeIs(_number(node), place=place)
        case "claim_side_turn":
            return s.TimeIs(side=side_of(node), place=place)
        case "claim_step":
            return s.TimeIs(step=step_name(node.nodes[0], scope), place=place)
        case _:
            return _about_an_object(node, scope)


def _about_an_object(node: Node, scope: Scope) -> s.Claim:
    place = scope.sink.place(node)
    what = thing(node.nodes[0], scope)
    match node.kind:
        case "claim_status":
            word = node.leaves[0].word
            if word not in s.STATUSES:
                scope.fail(node, f"`{word}` is no state of an object", f"it can be: {', '.join(s.STATUSES)}")
            return s.HasStatus(what, word, place)
        case "claim_stats":
            power, toughness = node.leaves[0].word.split("/")
            if not (power.removeprefix("-").isdigit() and toughness.isdigit()):
                scope.fail(node, "power and toughness are numbers here")
            return s.HasStats(what, int(power), int(toughness), place)
        case "claim_damage":
            return s.HasDamage(what, _number(node), place)
        case "claim_counters":
            return s.HasCounters(what, _kind(node), _number(node), place)
        case "claim_no_counters":
            return s.HasCounters(what, _kind(node), 0, place)
        case "claim_has":
            return s.HasAbility(what, node.leaves[-1].word, True, place)
        case "claim_has_not":
            return s.HasAbility(what, node.leaves[-1].word, False, place)
        case "claim_is":
            return _is(node, what, scope)
        case "claim_on_battlefield":
            return s.IsIn(what, "battlefield", what.side, place)
        case "claim_in":
            return _in(node, what, scope)
        case "claim_no":
            return _none(node, what)
        case "claim_attached":
            return s.IsAttached(what, thing(node.nodes[1], scope), place)
        case _:
            scope.fail(node, "this cannot be expected yet")


def _kind(node: Node) -> str:
    leaf = node.leaf("SIGNED", "WORD", "KEYWORD")
    return leaf.word if leaf is not None else ""


def _is(node: Node, what: s.Thing, scope: Scope) -> s.Claim:
    words = []
    for word in node.all("word"):
        leaf = word.leaves[0]
        if leaf.type == "NAME" and subtype_of(leaf.word) is None:
            scope.fail(leaf, f"unknown subtype `{leaf.text}`")
        words.append(leaf.word)
    is_node = node.node("is")
    positive = is_node is None or is_node.leaves[0].word in ("is", "was")
    return s.IsWhat(what, tuple(words), positive, scope.sink.place(node))


def _bare(what: s.Thing, count: int) -> s.Thing:
    return s.Thing(what.name, what.alias, what.side if what.zone is None else "", None, count, what.place)


def _in(node: Node, what: s.Thing, scope: Scope) -> s.Claim:
    if what.zone is None:
        scope.fail(node, "what is expected of it?", "`bears tapped`, `bears in graveyard`, `bears 3/3`")
    return s.IsIn(_bare(what, what.count), what.zone, what.side, scope.sink.place(node))


def _none(node: Node, what: s.Thing) -> s.Claim:
    zone = what.zone if what.zone is not None else "battlefield"
    return s.IsIn(_bare(what, 0), zone, what.side, what.place)
