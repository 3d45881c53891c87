"""A game against a Horde laid out as a test wants it, a Survivor who does what the test says, and all that happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from hordemtg.cards.horde import STAGES
from hordemtg.compiler.library import Library, standard_folders
from hordemtg.horde.game import HordeGame
from hordemtg.horde.pilot import DirectivePilot
from hordemtg.horde.victory import Proofs
from hordemtg.play import legal_answers
from hordemtg.play.setup import with_emblems
from hordemtg.rules.casting import Action
from hordemtg.rules.choices import Choice
from hordemtg.rules.events import Event
from hordemtg.rules.game import Game
from hordemtg.rules.objects import GameObject, Player
from hordemtg.rules.turns import STEPS

RULESET = "Limited Horde 2.1"
LIMIT = 20000
NUMBERS = ("number", "division", "order")  # kinds of choice whose answers are no options


@cache
def library(scripts: str = "") -> Library:
    """The built-in scripts together with those of the test."""
    found = Library.load(standard_folders(), texts={"<test>": scripts} if scripts else {})
    assert not found.errors, found.errors
    return found


class Seat:
    """A Survivor who does the planned actions as soon as they are possible, and else answers as plainly as is legal."""

    def __init__(self) -> None:
        self.plans: list[tuple[str, Callable[[Game], bool]]] = []
        self.answers: dict[str, list[Any]] = {}
        self.asked: list[Choice] = []
        self.moments: list[tuple[str, tuple[str, ...]]] = []  # when it had priority: the step, what was on the stack

    def wants_priority(self, game: Game, player: Player) -> bool:
        self.moments.append((game.step, tuple(name_of(entry.label) for entry in game.stack)))
        return bool(self.plans)

    def choose(self, game: Game, choice: Choice) -> list[int]:
        self.asked.append(choice)
        if choice.kind == "priority":
            return self._act(game, choice.options)
        waiting = self.answers.get(choice.kind)
        if waiting:
            return _numbers(choice, waiting.pop(0))
        return legal_answers.any_answer(game, choice)

    def _act(self, game: Game, options: Sequence[Action]) -> list[int]:
        if self.plans:
            words, when = self.plans[0]
            for i, action in enumerate(options):
                if when(game) and name_of(action.label) == words:
                    self.plans.pop(0)
                    return [i]
        return [0]


def name_of(label: str) -> str:
    """A label without the number of its object."""
    return " ".join(word.split("#")[0] for word in label.split(" "))


def _numbers(choice: Choice, wanted: Any) -> list[int]:
    if callable(wanted):
        return list(wanted(choice))
    found = wanted if isinstance(wanted, list) else [wanted]
    return [x if isinstance(x, int) else _option(choice, x) for x in found]


def _option(choice: Choice, wanted: Any) -> int:
    for i, option in enumerate(choice.options):
        if option is wanted or name_of(getattr(option, "label", str(option))) == wanted:
            return i
    raise AssertionError(f"{wanted} is not among {[str(x) for x in choice.options]}")


class Record:
    """Every event and every answered choice."""

    def __init__(self) -> None:
        self.events: list[tuple[Event, str]] = []  # with the step in which it happened
        self.choices: list[tuple[Choice, list[int]]] = []

    def event(self, game: Game, event: Event) -> None:
        self.events.append((event, game.step))

    def choice(self, game: Game, choice: Choice, answer: list[int]) -> None:
        self.choices.append((choice, answer))


class Table:
    """A game in the middle: the Horde's library and command zone are given from the top, everything else by name.

    Cards are named as in the scripts; the Horde's have its errata. The Survivor's
    library is a pile of Swamps. It is `turn`'s untap step, about to begin.
    """

    def __init__(
        self,
        scripts: str = "",
        *,
        library_top: Sequence[str] = (),
        graveyard: Sequence[str] = (),
        exile: Sequence[str] = (),
        command: Sequence[str] = (),
        board: Sequence[str] = (),
        survivor_board: Sequence[str] = (),
        survivor_hand: Sequence[str] = (),
        survivor_graveyard: Sequence[str] = (),
        survivor_library: int = 20,
        stage: str = "assault",
        turn: str = "horde",
        ruleset: str = RULESET,
        manifest: str = "zombies",
        directives: Sequence[str] | None = None,
        errata: Sequence[str] | None = None,
        seed: int = 1,
    ) -> None:
        self.library = library(scripts)
        found = self.library.horde(manifest)
        self.ruleset = with_emblems(self.library.rulesets[ruleset], found)
        self.cards = self.library.playing(found) if errata is None else self.library.with_errata(errata)
        self.game = HordeGame(seed, self.ruleset, 0, dict(self.library.tokens), dict(self.library.emblems))
        names = [*(found.directives if directives is None else directives), *self.ruleset.directives]
        self.pilot = DirectivePilot(tuple(self.library.directives[name] for name in names))
        self.seat = Seat()
        self.game.seat(self.seat, self.pilot)
        self.game.victory = Proofs(self.pilot)
        self.record = Record()
        self.game.recorder = self.record
        self.survivor, self.horde = self.game.survivor, self.game.horde
        for name in self.ruleset.horde_emblems:
            self.game.give_emblem(self.horde, name)
        self.game.stage = stage  # type: ignore[assignment]
        for since, name in self.ruleset.survivor_emblems:
            if STAGES.index(since) <= STAGES.index(stage):  # type: ignore[arg-type]
                self.game.give_emblem(self.survivor, name)
        for name in reversed(library_top):
            self.game.add_card(self.horde, self.cards[name])
        for zone, cards in (("graveyard", graveyard), ("exile", exile), ("command", command[::-1])):
            for name in cards:
                self.game.add_card(self.horde, self.cards[name], zone)
        for _ in range(survivor_library):
            self.game.add_card(self.survivor, self.library.card("Swamp"))
        for zone, cards in (("hand", survivor_hand), ("graveyard", survivor_graveyard)):
            for name in cards:
                self.game.add_card(self.survivor, self.library.card(name), zone)
        for name in board:
            self.put(name)
        for name in survivor_board:
            self.put(name, self.survivor)
        self.game.turn = 9
        self.survivor.latest_turn, self.horde.latest_turn = 8, 9
        self.game.begin_turn(self.horde if turn == "horde" else self.survivor)

    # ------------------------------------------------------------ laying out

    def put(self, name: str, player: Player | None = None, tapped: bool = False) -> GameObject:
        """A permanent that has been there for a while; the Horde's if no player is named."""
        player = player or self.horde
        definition = self.cards[name] if player is self.horde else self.library.card(name)
        o = self.game.put_permanent(player, definition, as_card=player is self.horde)
        o.tapped = tapped
        return o

    def plan(self, *actions: str, when: Callable[[Game], bool] | str = "") -> None:
        """What the Survivor does as soon as it can, one after the other: "cast Shock", "activate Elf ability"."""
        test = (lambda game: not when or game.step == when) if isinstance(when, str) else when
        self.seat.plans.extend((words, test) for words in actions)

    def answer(self, kind: str, *answers: Any) -> None:
        """What the Survivor answers to choices of the kind, in order."""
        self.seat.answers.setdefault(kind, []).extend(answers)

    # ------------------------------------------------------------ playing

    def to(self, step: str) -> Table:
        """Play until the step has begun and its turn-based actions are done."""
        return self.until(lambda game: game.begun and game.step == step)

    def through(self, step: str) -> Table:
        """Play until that step, of this turn or the next one that has it, is over."""
        self.to(step)
        turn, index = self.game.turn, self.game.step_index
        return self.until(lambda game: (game.turn, game.step_index) != (turn, index))

    def turns(self, count: int = 1) -> Table:
        """Play to the end of this turn, or of so many turns."""
        last = self.game.turn + count
        return self.until(lambda game: game.turn >= last)

    def quiet(self) -> Table:
        """Play on in this step until the stack is empty and nothing waits."""
        return self.until(lambda game: not game.stack and not game.waiting)

    def until(self, reached: Callable[[Game], bool]) -> Table:
        """Play until the condition holds or the game is over."""
        for _ in range(LIMIT):
            if self.game.over or reached(self.game):
                return self
            self.game.advance()
        raise AssertionError(
            f"the game does not get there; it is in the {self.game.step} step of turn {self.game.turn}"
        )

    def skip_to(self, step: str) -> Table:
        """Be in the step at once, its turn-based actions done, and the active player about to get priority."""
        self.game.step_index = STEPS.index(step)
        self.game.begun = True
        self.game.priority = self.game.active
        self.game.passes = 0
        return self

    def cast(self, name: str, player: Player | None = None) -> GameObject | None:
        """Put the spell on the stack for nothing, whoever has priority, and resolve everything."""
        player = player or self.survivor
        definition = self.cards[name] if player is self.horde else self.library.card(name)
        spell = self.game.cast(player, self.game.add_card(player, definition, "hand"), None, True)
        self.resolve()
        return spell

    def resolve(self) -> Table:
        """Resolve everything on the stack; nobody does anything else."""
        self.game.settle()
        while self.game.stack and not self.game.over:
            self.game.resolve_top()
            self.game.settle()
        return self

    # ------------------------------------------------------------ looking

    def names(self, where: str, player: Player | None = None) -> list[str]:
        """The names in a zone (the Horde's if no player is named); a library from the top."""
        player = player or self.horde
        if where == "battlefield":
            return sorted(o.name for o in self.game.battlefield if o.controller is player)
        found = [o.name for o in player.zone(where)]  # type: ignore[arg-type]
        return found[::-1] if where == "library" else found

    def events(self, kind: str, rule: str = "") -> list[Event]:
        """What happened of that kind, by that rule if one is given."""
        return [e for e, _ in self.record.events if e.kind == kind and (not rule or e.rule == rule)]

    def cast_by(self, player: Player, step: str = "") -> list[str]:
        """The names of the spells that the player has cast, in order."""
        found = [(e, s) for e, s in self.record.events if e.kind == "cast" and e.player is player]
        return [e.object.name for e, s in found if e.object is not None and (not step or s == step)]

    @property
    def horde_cast(self) -> list[str]:
        """The names of the spells that the Horde has cast, in order."""
        return self.cast_by(self.horde)

    def chosen(self, kind: str, player: Player | None = None) -> list[tuple[list[str], str]]:
        """For each choice of the kind that the Horde (or the player) answered: what was chosen, and why."""
        player = player or self.horde
        return [
            ([str(i) for i in answer] if c.kind in NUMBERS else [_label(c.options[i]) for i in answer], c.reason)
            for c, answer in self.record.choices
            if c.kind == kind and c.player is player
        ]

    def notes(self, rule: str) -> list[str]:
        """What the game notes by the rule."""
        return [e.text for e in self.events("note", rule)]

    def on_stack(self) -> list[str]:
        """The names on the stack, the top last."""
        return [name_of(entry.label) for entry in self.game.stack]

    def attackers(self) -> list[str]:
        """The names of the attacking creatures."""
        return sorted(o.name for o in self.game.attackers())


def _label(option: Any) -> str:
    return name_of(getattr(option, "label", str(option)))


def outcomes(play: Callable[[int], Any], seeds: int = 40) -> set[Any]:
    """The different results of `play` for seeds 1, 2, ...: what chance may bring about."""
    return {play(seed) for seed in range(1, seeds + 1)}
