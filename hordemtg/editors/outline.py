"""The outline of a script: its declarations, and in each the clauses that have a name."""

from __future__ import annotations

from dataclasses import dataclass

from hordemtg.compiler import declarations
from hordemtg.compiler.library import KINDS
from hordemtg.editors.analysis import Analysis
from hordemtg.editors.things import labels_of
from hordemtg.script.tree import Leaf, Node


@dataclass(frozen=True, slots=True)
class Symbol:
    """A declaration or a labelled clause: where it is as a whole, where its name stands, what is in it."""

    name: str
    kind: str
    lines: tuple[int, int]
    at: Node | Leaf
    inside: tuple[Symbol, ...] = ()


def symbols(analysis: Analysis) -> list[Symbol]:
    """The declarations of a script in order."""
    return [_symbol(node) for node in analysis.declarations if node.kind in KINDS]


def _symbol(node: Node) -> Symbol:
    inner = tuple(_symbol(child) for child in node.nodes if child.kind in KINDS)
    labels = tuple(Symbol(leaf.word, "label", (leaf.line, leaf.line), leaf) for leaf in labels_of(node))
    own = labels if node.kind != "scenario" else ()
    end = max(node.line, node.end_line - (1 if node.end_column <= 1 else 0))
    return Symbol(declarations.name_of(node), node.kind, (node.line, end), declarations.name_leaf(node), (*inner, *own))
