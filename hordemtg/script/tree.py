"""The syntax tree of a script: nodes by kind, with their places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Leaf:
    """A token of the tree; `word` is its form in the grammar, `text` what stands in the script."""

    type: str
    text: str
    word: str
    line: int
    column: int

    @property
    def length(self) -> int:
        return len(self.text)


@dataclass(frozen=True, slots=True)
class Node:
    """A shape of the grammar; `first` is the word it begins with, as written."""

    kind: str
    children: tuple[Node | Leaf, ...]
    line: int
    column: int
    end_line: int
    end_column: int
    first: str = ""

    @property
    def length(self) -> int:
        """How many characters it covers on its first line, at least 1."""
        if self.end_line == self.line:
            return max(1, self.end_column - self.column)
        return max(1, len(self.first))

    @property
    def nodes(self) -> tuple[Node, ...]:
        return tuple(child for child in self.children if isinstance(child, Node))

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return tuple(child for child in self.children if isinstance(child, Leaf))

    def node(self, *kinds: str) -> Node | None:
        """The first child of one of the kinds."""
        return next((child for child in self.nodes if child.kind in kinds), None)

    def all(self, *kinds: str) -> list[Node]:
        return [child for child in self.nodes if child.kind in kinds]

    def leaf(self, *types: str) -> Leaf | None:
        """The first token of one of the types."""
        return next((child for child in self.leaves if child.type in types), None)

    def words(self) -> list[str]:
        return [leaf.word for leaf in self.leaves]

    def with_part(self, part: Node, other: Node) -> Node:
        """This node with another in place of one below it."""
        if self is part:
            return other
        return replace(self, children=tuple(
            child.with_part(part, other) if isinstance(child, Node) else child for child in self.children
        ))  # fmt: skip

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in the order of the text."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.nodes))


Part = Node | Leaf
