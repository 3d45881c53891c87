"""What a sentence is made of while it is compiled: its steps so far, who does them, what stands behind a verb."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.compiler import amounts, mana_words, nouns, references
from hordemtg.compiler.scope import Scope
from hordemtg.script.tree import Node


@dataclass(slots=True)
class Draft:
    """The steps made so far, with how many targets there were before each, and where the last sentences begin."""

    scope: Scope
    steps: list[e.Effect] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    before: int = 0
    start: int = 0
    subject: Subject = field(default_factory=lambda: Subject())  # who does what is said without a subject
    spoken_of: t.Objects | None = None  # what "it" was where the last `if` branched: `otherwise` means the same
    said: int = 0  # how much was spoken of there
    of_it: bool = False  # whether it asked what "it" is

    def add(self, step: e.Effect, mark: int) -> None:
        self.steps.append(step)
        self.marks.append(mark)

    def begin_sentence(self) -> None:
        if len(self.steps) > self.start:
            self.before, self.start = self.start, len(self.steps)

    def last_sentence(self) -> int:
        """The index of the first step of what was said last: in this sentence, or else in the one before."""
        return self.start if len(self.steps) > self.start else self.before

    def last(self, node: Node, what: str) -> e.Effect:
        if not self.steps:
            self.scope.fail(node, f"nothing stands before this that {what}")
        return self.steps[-1]


@dataclass(frozen=True, slots=True)
class Subject:
    """Who or what does it; both None: you."""

    objects: t.Objects | None = None
    players: t.Players | None = None

    @property
    def who(self) -> t.Players:
        return self.players if self.players is not None else t.You()


def subject_of(node: Node, scope: Scope) -> Subject:
    """Who or what a noun phrase says does it; "it" means them from now on."""
    what, who = nouns.both(node, scope)
    if what is not None and not isinstance(what, t.This):
        references.speak_of(scope, what)
    return Subject(what, who)


def suffix(unit: Node, kind: str) -> Node | None:
    """The unit's suffix of this kind."""
    return next((node for node in unit.nodes if node.kind == kind), None)


def suffixes(unit: Node) -> list[Node]:
    count = 2 if unit.kind in ("subject_does", "may") else 1
    return list(unit.nodes[count:])


def prepare(unit: Node, scope: Scope) -> None:
    """Read the suffixes that say what X and the amounts of the step are."""
    where = suffix(unit, "where_x")
    if where is not None:
        scope.x = amounts.amount(where.nodes[0], scope)
    per = suffix(unit, "for_each") or suffix(unit, "for_each_counter") or suffix(unit, "for_each_spent")
    if per is not None:
        scope.per = per_amount(per, scope)
        scope.per_used = False


def per_amount(node: Node, scope: Scope) -> t.Amount:
    if node.kind == "for_each_counter":
        return t.CountersOn(amounts.counter_kind_leaf(node), nouns.objects(node.nodes[-1], scope))
    if node.kind == "for_each_spent":
        return mana_words.amount(node, scope)
    return amounts.how_many(node.nodes[0], scope)


def settle(unit: Node, scope: Scope) -> None:
    """Forget what the suffixes of one step said. Fails when it counts nothing that "for each" could multiply."""
    if scope.per is not None and not scope.per_used:
        per = suffix(unit, "for_each") or suffix(unit, "for_each_counter") or unit
        scope.fail(per, "nothing before this is so much `for each`", "`create a Goblin token for each ...`")
    scope.per = None
    scope.x = None


def without_instead(item: Node) -> Node:
    """The unit without the word "instead", where what it replaces is known."""
    kept = tuple(child for child in item.children if not (isinstance(child, Node) and child.kind == "instead"))
    return replace(item, children=kept)
