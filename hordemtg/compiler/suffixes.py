"""What stands behind a predicate: "for each ...", "where X is ...", "at random"; each has to say something about it."""

from __future__ import annotations

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.copies import BecomeCopy
from hordemtg.compiler.scope import Scope
from hordemtg.compiler.units import suffixes
from hordemtg.script.tree import Node

ALWAYS = frozenset(
    {"during", "later", "for_each", "for_each_counter", "for_each_spent", "where_x", "unless_paid", "unless_so",
     "if_trailing", "as_long_as", "instead"}
)  # fmt: skip
LATER = frozenset({"later", "unless_so", "if_trailing"})  # they hold for all that is joined before them

# Which predicates each of the other suffixes says something about: kinds of nodes, and verbs.
BELONGS: dict[str, frozenset[str]] = {
    "free": frozenset({"cast"}),
    "at_random": frozenset({"discard", "exile"}),
    "equal_to": frozenset({"gain_life", "lose_life", "draw", "mill", "discard"}),
    "in_addition": frozenset({"become", "become_chosen"}),
    "except_that": frozenset({"act_copy", "become_copy", "enter_as_copy"}),
    "ordered": frozenset({"put_back", "put_and_rest", "put_and_rest_on_top", "put_on_top", "put_on_bottom"}),
}


def check(unit: Node, vp: Node, who: t.Players | None, scope: Scope, last: bool = True) -> None:
    """Fail on a suffix that would say nothing about the predicate; `last` when nothing that is joined follows it."""
    said = vp.leaves[0].word if vp.kind == "act" else vp.kind
    seen: set[str] = set()
    kinds = {node.kind for node in suffixes(unit)}
    for node in suffixes(unit):
        if node.kind in seen:
            scope.fail(node, "this is said twice")
        seen.add(node.kind)
        if node.kind in LATER and not last:
            scope.fail(node, "it is not clear for how much of the sentence this holds", "put it behind the last of it")
        if node.kind in ALWAYS:
            continue
        if node.kind == "own_choice" and ("unless_paid" in kinds or (who is not None and who != t.You())):
            continue
        if node.kind == "at_random" and "unless_paid" in kinds:
            continue
        if said not in BELONGS.get(node.kind, ()):
            scope.fail(node, "these words do not fit here")


def lasts(step: e.Effect) -> bool:
    """Whether a duration says something about the step."""
    if isinstance(step, e.May | e.ForEach | e.ForEachPlayer | e.UnlessPaid):
        return any(lasts(part) for part in step.steps)
    if isinstance(step, e.ChooseKind):
        return any(lasts(part) for _, made in step.options for part in made)
    if isinstance(step, e.If):
        return any(lasts(part) for part in step.then)
    return isinstance(step, e.Alter | e.AlterPlayers | e.PreventDamage | e.AllowPlay | BecomeCopy) or (
        isinstance(step, e.MoveObjects) and step.until_leaves
    )
