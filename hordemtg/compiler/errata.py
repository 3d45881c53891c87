"""Errata: changes of named clauses of one card's script (CR 108.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards.definition import CardDefinition, ErratumDefinition
from hordemtg.compiler import declarations
from hordemtg.compiler.scope import CompileError, Names, Sink
from hordemtg.script.diagnostics import nearest
from hordemtg.script.tree import Node

CHANGES = ("add", "replace", "remove", "no_mana", "types", "cost")


@dataclass(slots=True)
class Patch:
    """A card under errata: its clauses, the labels of those that lost the mana of their cost, its new lines."""

    clauses: list[tuple[Node, Sink]]
    no_mana: set[str]
    changed: list[str]
    types: tuple[Node, Sink] | None = None
    cost: tuple[Node, Sink] | None = None


def clause_names(node: Node) -> list[str]:
    """The names by which errata reach a clause: its label, else its keywords."""
    label = node.leaf("LABEL", "FLAVOR")
    if label is not None:
        return [label.word]
    body = next((child for child in node.nodes if child.kind in ("keywords", "own_keyword", "enchant")), None)
    if body is None:
        return []
    if body.kind == "enchant":
        return ["enchant"]
    leaves = [leaf for part in body.walk() for leaf in part.leaves if leaf.type in ("KEYWORD", "NAME")]
    return [leaf.word for leaf in leaves]


def _wanted(change: Node) -> str:
    named = change.node("clause_name")
    assert named is not None
    return " ".join(leaf.text.strip('"') if leaf.type != "KEYWORD" else leaf.word for leaf in named.leaves)


def patch(erratum: Node, base: Patch, sink: Sink) -> Patch:
    """The clauses after one erratum. Raises CompileError when a clause it names is not there, or nothing changes."""
    result = Patch(list(base.clauses), set(base.no_mana), [], base.types, base.cost)
    changes = [child for child in erratum.nodes if child.kind in CHANGES]
    if not changes:
        sink.fail(
            erratum,
            "this erratum changes nothing",
            "it can: add, replace, remove, say that a clause costs no mana, or another type or cost",
        )
    for change in changes:
        _apply(change, result, sink)
    return result


def _apply(change: Node, result: Patch, sink: Sink) -> None:
    if change.kind == "add":
        new = change.node("clause")
        assert new is not None
        result.clauses.append((new, sink))
        result.changed.extend(clause_names(new) or ["(added)"])
        return
    if change.kind == "types":
        result.types = (change, sink)
        result.changed.append("type")
        return
    if change.kind == "cost":
        result.cost = (change, sink)
        result.changed.append("cost")
        return
    wanted = _wanted(change)
    index = next((i for i, (node, _) in enumerate(result.clauses) if wanted in clause_names(node)), None)
    if index is None:
        known = [name for node, _ in result.clauses for name in clause_names(node)]
        at = change.node("clause_name") or change
        sink.fail(at, f"the card has no clause `{wanted}`",
                  f"its clauses: {', '.join(known)}" if known else "none of its clauses has a label",
                  nearest(wanted, known))  # fmt: skip
    result.changed.append(wanted)
    match change.kind:
        case "replace":
            new = change.node("clause")
            assert new is not None
            if _same(new, result.clauses[index][0]):
                sink.fail(new, "this clause is what the card says already")
            result.clauses[index] = (new, sink)
        case "remove":
            old, own = result.clauses[index]
            result.clauses[index : index + 1] = [(node, own) for node in _without_keyword(old, wanted)]
        case _:
            result.no_mana.add(wanted)


def _same(one: Node, other: Node) -> bool:
    def shape(node: Node) -> object:
        return node.kind, tuple(
            shape(child) if isinstance(child, Node) else child.word for child in node.children
        )  # fmt: skip

    return shape(one) == shape(other)


def _without_keyword(clause: Node, wanted: str) -> list[Node]:
    """What remains of the clause without that keyword: of a list of keywords the others."""
    body = clause.node("keywords")
    if body is None or len(body.nodes) == 1:
        return []
    kept = tuple(
        child
        for child in body.children
        if not (isinstance(child, Node) and any(leaf.word == wanted for leaf in child.leaves))
    )
    return [
        replace(
            clause,
            children=tuple(replace(body, children=kept) if child is body else child for child in clause.children),
        )
    ]


def patched_card(
    card: Node, errata: Sequence[tuple[str, Node, Sink]], names: Names, sink: Sink
) -> tuple[CardDefinition, tuple[str, ...]]:
    """The card with the errata applied in order, and the labels of what changed."""
    current = Patch([(node, sink) for node in card.all("clause")], set(), [])
    changed: list[str] = []
    for _, node, own in errata:
        current = patch(node, current, own)
        changed.extend(current.changed)
    definition = declarations.card(card, names, sink, current.clauses, current.types, current.cost)
    definition = replace(
        definition, abilities=tuple(_free(ability, current.no_mana) for ability in definition.abilities),
        errata=tuple(name for name, _, _ in errata),
    )  # fmt: skip
    return definition, tuple(changed)


def _free(ability: a.Ability, no_mana: set[str]) -> a.Ability:
    if not isinstance(ability, a.ActivatedAbility) or ability.label not in no_mana:
        return ability
    return replace(ability, cost=tuple(part for part in ability.cost if not isinstance(part, e.PayMana)))


def erratum(node: Node, card: Node, printed: CardDefinition, names: Names, sink: Sink) -> ErratumDefinition | None:
    """The definition of an `errata` declaration; None and a diagnostic when it does not fit its card."""
    name = declarations.name_of(node)
    try:
        result, changed = patched_card(card, [(name, node, sink)], names, sink)
    except CompileError as error:
        sink.found.append(error.diagnostic)
        return None
    if _bare(result) == _bare(printed):
        sink.error(declarations.name_leaf(node), "this erratum changes nothing")
        return None
    return ErratumDefinition(
        name, printed.name, result, changed, declarations.authority(node), sink.place(node)
    )  # fmt: skip


def _bare(definition: CardDefinition) -> str:
    """The definition without places and names of errata, to compare."""
    import re

    return re.sub(r"Place\([^)]*\)|errata=\([^)]*\)", "", repr(definition))
