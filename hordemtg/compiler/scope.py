"""What the words of one clause refer to: "it", "that player", "those", "that much".

References are bound while compiling. Whatever a trigger, a target or a step puts
into the conversation is noted here; a word that nothing explains is an error at that word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from hordemtg.cards.abilities import TargetSpec
from hordemtg.cards.definition import CardDefinition
from hordemtg.cards.effects import CreateTokens
from hordemtg.cards.terms import Amount, Condition, Objects, Players
from hordemtg.cards.values import Place, Zone
from hordemtg.script.diagnostics import Diagnostic, nearest
from hordemtg.script.tree import Node, Part


@dataclass(frozen=True, slots=True)
class Names:
    """The names that scripts may use: tokens, keywords, cards, emblems that some script declares."""

    tokens: frozenset[str] = frozenset()
    keywords: Mapping[str, bool] = field(default_factory=dict)  # name: whether it takes a number
    cards: frozenset[str] = frozenset()
    emblems: frozenset[str] = frozenset()
    token_forms: Mapping[str, CardDefinition] = field(default_factory=dict)  # what the tokens are, as far as compiled


class CompileError(Exception):
    """One thing in a clause has no meaning; the clause is left out and the rest compiled."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        super().__init__(str(diagnostic))


@dataclass(slots=True)
class Sink:
    """Collects diagnostics for one file."""

    file: str
    found: list[Diagnostic] = field(default_factory=list)

    def error(self, part: Part, message: str, help_: str = "", suggestion: str = "") -> None:
        self.found.append(self.diagnostic(part, message, help_, suggestion))

    def fail(self, part: Part, message: str, help_: str = "", suggestion: str = "") -> NoReturn:
        """Raise the error as CompileError."""
        raise CompileError(self.diagnostic(part, message, help_, suggestion))

    def unknown(self, part: Part, what: str, name: str, known: Mapping[str, object] | frozenset[str]) -> NoReturn:
        """Fail on a name that nothing declares, with the nearest that something does."""
        self.fail(part, f"unknown {what} `{name}`", suggestion=nearest(name, known))

    def diagnostic(self, part: Part, message: str, help_: str = "", suggestion: str = "") -> Diagnostic:
        return Diagnostic(
            "error", message, self.file, part.line, part.column, part.length, help_, suggestion=suggestion
        )  # fmt: skip

    def place(self, part: Part) -> Place:
        return Place(self.file, part.line, part.column)


@dataclass(frozen=True, slots=True)
class Mention:
    """Objects that the text has spoken of, and the nouns it did so with (see references.py)."""

    what: Objects
    words: frozenset[str]
    many: bool  # whether they can be several
    own: bool  # whether they are the object itself that the text is on


@dataclass(slots=True)
class Scope:
    """The conversation inside one ability."""

    sink: Sink
    names: Names
    kind: str  # spell, activated, triggered, static, cost, replacement, directive
    targets: list[TargetSpec] = field(default_factory=list)
    used_targets: set[int] = field(default_factory=set)
    delayed: bool = False  # what triggers is of this turn only
    it: Objects | None = None  # what "it", "that creature", "them" mean now
    said: list[Mention] = field(default_factory=list)  # what "that creature" may mean, in the order of the text
    heard: frozenset[str] = frozenset()  # the nouns of the phrase compiled last
    apart: Objects | None = None  # what "other" leaves out when that is not this: the creature this is attached to
    this_zone: Zone | None = None  # "this card from your graveyard": where the ability functions
    per: Amount | None = None  # "for each" multiplies the amounts of the step
    per_used: bool = False  # whether there was an amount that it multiplied
    they: Players | None = None  # what "they", "that player", "their" mean now
    player_named: bool = True  # whether the event that triggers it speaks of a player other than "you"
    that_much: Amount | None = None
    done_slot: str = ""  # the step that "if you do" asks about
    target_condition: Condition | None = None  # targets of a step "if this spell was kicked" are chosen only then
    x: Amount | None = None  # what "where X is" says
    where: Node | None = None  # the amount of a "where X is" later in the sentence (CR 107.3i)
    x_used: bool = False  # whether the sentence speaks of X
    x_defined: bool = False
    divides: Amount | None = None  # damage divided as announced
    fresh: int = 0
    paid: dict[str, Objects] = field(default_factory=dict)  # what "the sacrificed creature" is
    looked: str = ""  # the slot of the cards of a library that were looked at
    shown: list[str] = field(default_factory=list)  # the slots of those among them that were revealed
    put_back: list[str] = field(default_factory=list)  # those of them that went back on the library: not "the rest"
    exiled: str = ""  # the slot of the cards exiled from the top of a library
    choice: str = ""  # the color or land type "of your choice" while its branch is compiled
    created: CreateTokens | None = None  # what "those tokens" are
    granted: bool = False  # inside an ability that others are given
    first_time: bool = False  # what the object itself does counts only for the first time each turn
    parameter: bool = False  # inside a keyword that takes a number
    self_is_it: bool = True  # "it" without an antecedent is this object

    def new_slot(self) -> str:
        """A slot name for what a step does."""
        self.fresh += 1
        return f"r{self.fresh}"

    def fail(self, part: Part, message: str, help_: str = "", suggestion: str = "") -> NoReturn:
        self.sink.fail(part, message, help_, suggestion)


Compile = Callable[[Part, Scope], object]
