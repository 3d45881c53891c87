"""Choices as values, and the pilots that answer them (CR 608.2d, 101.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from hordemtg.rules.game import Game
    from hordemtg.rules.objects import Frame, GameObject, Player


class IllegalChoice(Exception):
    """A pilot's answer that the rules do not allow; the message says why, with the rule's number."""


class Choice:
    """A question to one player: choose from `minimum` to `maximum` of the options.

    The answer is a list of option numbers, except for the kinds ``number`` (one
    number from `minimum` to `maximum`), ``division`` (how much of `total` each
    option gets) and ``order`` (all the option numbers in the order wanted).
    `purpose` says in a word what the choice is for: harm, damage, help, give up,
    discard, pay, order, ... `context` is whatever helps to decide: a frame, a cost.
    """

    __slots__ = (
        "abilities",
        "check",
        "context",
        "frame",
        "kind",
        "maximum",
        "minimum",
        "options",
        "player",
        "purpose",
        "reason",
        "source",
        "total",
    )

    def __init__(
        self,
        kind: str,
        player: Player,
        options: Sequence[Any],
        minimum: int = 1,
        maximum: int = 1,
        purpose: str = "",
        source: GameObject | None = None,
        frame: Frame | None = None,
    ) -> None:
        self.kind = kind
        self.player = player
        self.options = options
        self.minimum = minimum
        self.maximum = maximum
        self.purpose = purpose
        self.source = source
        self.frame = frame
        self.total = 0
        self.context: Any = None
        self.abilities: Sequence[Any] = ()  # what is put in an order, when those are triggered abilities
        self.check: Callable[[list[int]], str] | None = None  # why an answer is illegal, or ""
        self.reason = ""  # what decided, as the pilot tells it: a directive, a principle, chance


KINDS: Final[dict[str, str]] = {
    "priority": "an action to take; option 0 passes (CR 117.3d)",
    "targets": "objects or players as targets (601.2c)",
    "objects": "objects for an instruction or a cost",
    "modes": "modes of a spell or ability (700.2)",
    "kickers": "additional costs to pay (601.2b)",
    "cost": "one of several ways to pay (601.2b)",
    "number": "a number, such as X (107.3)",
    "division": "how much of the total each option gets (601.2d, 510.1c)",
    "yes or no": "option 0 no, option 1 yes",
    "order": "all options in an order (603.3b, 616.1)",
    "mana": "mana to make for a payment: each option is a source and what it makes (601.2g)",
    "color": "a colour (105.4)",
    "attackers": "pairs of a creature and whom it attacks (508.1); one creature that enters attacking (508.4)",
    "blockers": "pairs of a blocker and an attacker (509.1)",
    "replacement": "which replacement effect applies first (616.1)",
    "coin": "heads (0) or tails (1), called before the flip (705.2)",
    "mulligan": "option 0 keeps, option 1 takes a mulligan (103.5)",
}


class Pilot(Protocol):
    """Whoever answers for a player: a program, a script, a person.

    A pilot may say in an attribute `awake` in which steps of its own turns, and in which of others', it could want
    priority while the stack is empty: in the others it is not asked.
    """

    def choose(self, game: Game, choice: Choice) -> list[int]:
        """Answer the choice. The game raises `IllegalChoice` when the rules do not allow the answer."""
        ...

    def wants_priority(self, game: Game, player: Player) -> bool:
        """Whether to be asked for an action now. False passes at once, which is quick (CR 117.3d)."""
        ...


Awake = tuple[frozenset[str], frozenset[str]]  # steps of one's own turns, and of others'

EVERY_STEP: Final[frozenset[str]] = frozenset(
    {
        "untap", "upkeep", "draw", "first main", "beginning of combat", "declare attackers", "declare blockers",
        "first strike damage", "combat damage", "end of combat", "second main", "end", "cleanup",
    }
)  # fmt: skip


def awake(pilot: Pilot) -> Awake:
    """The steps in which the pilot could want priority while the stack is empty."""
    found: Awake = getattr(pilot, "awake", (EVERY_STEP, EVERY_STEP))
    return found


def _different(answer: list[int], count: int) -> bool:
    """Whether these are different numbers below the count."""
    for number in answer:
        if not 0 <= number < count:
            return False
    return len(answer) < 2 or len(set(answer)) == len(answer)


def validate(choice: Choice, answer: list[int]) -> None:
    """Raise `IllegalChoice` unless the answer fits the question."""
    count = len(choice.options)
    if choice.kind == "priority":
        if len(answer) != 1 or not 0 <= answer[0] < count:
            raise IllegalChoice(f"one option from 0 to {count - 1} is wanted, not {answer}")
    elif choice.kind == "number":
        if len(answer) != 1 or not choice.minimum <= answer[0] <= choice.maximum:
            raise IllegalChoice(f"a number from {choice.minimum} to {choice.maximum} is wanted, not {answer}")
    elif choice.kind == "division":
        if len(answer) != count or min(answer, default=0) < 0:
            raise IllegalChoice(f"{count} amounts are wanted, not {answer}")
        if sum(answer) != choice.total:
            raise IllegalChoice(f"the amounts must add up to {choice.total}, not {sum(answer)}")
    elif choice.kind == "order":
        if sorted(answer) != list(range(count)):
            raise IllegalChoice(f"all {count} options in an order are wanted, not {answer}")
    else:
        if not _different(answer, count):
            raise IllegalChoice(f"different options from 0 to {count - 1} are wanted, not {answer}")
        if not choice.minimum <= len(answer) <= choice.maximum:
            raise IllegalChoice(f"{choice.minimum} to {choice.maximum} options are wanted, not {len(answer)}")
    if choice.check is not None:
        why = choice.check(answer)
        if why:
            raise IllegalChoice(why)
