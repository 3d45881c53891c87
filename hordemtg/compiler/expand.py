"""Keywords that scripts define: each use is given the abilities that the keyword stands for."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, TypeVar

from hordemtg.cards import abilities as a
from hordemtg.cards import terms as t
from hordemtg.cards.definition import KeywordDefinition

T = TypeVar("T")
MAX_DEPTH = 8
MAX_SIZE = 200  # keywords that one keyword stands for, all levels together


def faults(keywords: Mapping[str, KeywordDefinition]) -> dict[str, str]:
    """The keywords that cannot be bound, and why: they stand for themselves or for too much."""
    parts = {name: [x for x in uses(definition) if x in keywords] for name, definition in keywords.items()}
    found: dict[str, str] = {}
    sizes: dict[str, int] = {}
    for _ in range(MAX_DEPTH):
        for name, used in parts.items():
            if name not in sizes and all(x in sizes for x in used):
                sizes[name] = 1 + sum(sizes[x] for x in used)
    for name in keywords:
        if name not in sizes:
            found[name] = f"the keyword `{name}` stands for itself, or for keywords nested deeper than {MAX_DEPTH}"
        elif sizes[name] > MAX_SIZE:
            found[name] = f"the keyword `{name}` stands for more than {MAX_SIZE} keywords"
    return found


def uses(node: Any) -> list[str]:
    """The names of all keywords in the tree, as often as they are there."""
    found: list[str] = []
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if isinstance(current, tuple):
            waiting.extend(current)
        elif dataclasses.is_dataclass(current) and not isinstance(current, type):
            if isinstance(current, a.KeywordAbility):
                found.append(current.name)
            waiting.extend(getattr(current, field.name) for field in dataclasses.fields(current))
    return found


def bind(definition: T, keywords: Mapping[str, KeywordDefinition]) -> T:
    """The definition with `stands_for` filled in wherever it has a keyword that a script defines."""
    made: T = _bind(definition, keywords, 0)
    return made


def _bind(node: Any, keywords: Mapping[str, KeywordDefinition], depth: int) -> Any:
    if isinstance(node, tuple):
        made = tuple(_bind(part, keywords, depth) for part in node)
        return node if all(x is y for x, y in zip(made, node, strict=True)) else made
    if isinstance(node, a.KeywordAbility) and node.name in keywords and not node.stands_for and depth < MAX_DEPTH:
        abilities = tuple(_with_number(x, node.number) for x in keywords[node.name].abilities)
        return dataclasses.replace(node, stands_for=_bind(abilities, keywords, depth + 1))
    if not dataclasses.is_dataclass(node) or isinstance(node, type):
        return node
    changed: dict[str, Any] = {}
    for field in dataclasses.fields(node):
        value = getattr(node, field.name)
        if isinstance(value, tuple) or dataclasses.is_dataclass(value):
            made = _bind(value, keywords, depth)
            if made is not value:
                changed[field.name] = made
    return dataclasses.replace(node, **changed) if changed else node


def _with_number(node: Any, number: int) -> Any:
    """The tree with X, the keyword's parameter, as the number given with it."""
    if isinstance(node, t.X):
        return t.Number(number)
    if isinstance(node, tuple):
        return tuple(_with_number(part, number) for part in node)
    if not dataclasses.is_dataclass(node) or isinstance(node, type):
        return node
    values = {field.name: getattr(node, field.name) for field in dataclasses.fields(node)}
    made = {name: _with_number(value, number) for name, value in values.items()}
    changed = {name: value for name, value in made.items() if value is not values[name]}
    return dataclasses.replace(node, **changed) if changed else node
