"""Replaying a trace: the same game again from its header and the Survivor's answers, compared event by event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hordemtg.compiler.library import Library
from hordemtg.play.run import hash_of_scripts, refuse_errors, spec_of
from hordemtg.play.setup import lay_table
from hordemtg.rules.choices import Choice, IllegalChoice
from hordemtg.rules.game import Game
from hordemtg.rules.objects import Player
from hordemtg.trace import recorder
from hordemtg.trace.log import rules_lines
from hordemtg.trace.read import TraceText
from hordemtg.trace.recorder import Record, Trace, TraceError


@dataclass(frozen=True)
class Parting:
    """Where a replay stops being the recorded game: the event, what the trace has, what happened now."""

    number: int
    expected: str
    found: str

    def __str__(self) -> str:
        return f"the games part at event {self.number}\n  recorded: {self.expected}\n  replayed: {self.found}"


@dataclass(frozen=True)
class Replay:
    """What came of it: how many events agreed, where the games part if they do, what to know besides."""

    events: int
    parting: Parting | None
    notes: tuple[str, ...] = ()


class Parted(Exception):
    """Ends a replay at the first difference."""

    def __init__(self, number: int, expected: str, found: str) -> None:
        super().__init__(number)
        self.parting = Parting(number, expected, found)


class Comparison:
    """A sink that checks each record against the recorded one."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = records
        self.position = 0

    def __call__(self, record: Record) -> None:
        """The next record of the replay. Raises Parted when it is not the recorded one."""
        expected = self.next
        if expected is None:
            raise Parted(record["number"], "nothing more", told(record))
        if record != expected:
            raise Parted(record["number"], *different(expected, record))
        self.position += 1

    @property
    def next(self) -> Record | None:
        """The record that must come next."""
        return self.records[self.position] if self.position < len(self.records) else None


class Recorded:
    """A pilot that gives the answers of a trace, with their reasons."""

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison

    def wants_priority(self, game: Game, player: Player) -> bool:
        """Whether the player was asked for an action at this point of the recorded game."""
        record = self.comparison.next
        return (
            record is not None
            and record["kind"] == "choice"
            and record["choice"] == "priority"
            and record["player"] == player.name
            and record["number"] == game.event_count
        )

    def choose(self, game: Game, choice: Choice) -> list[int]:
        """The recorded answer. Raises Parted when the recorded player was asked something else here."""
        record = self.comparison.next
        asked = recorder.of_choice(game, choice, [])
        if record is None:
            raise Parted(asked["number"], "nothing more", told(asked))
        if record["kind"] != "choice":
            raise Parted(record["number"], told(record), told(asked))
        for name in ("player", "choice", "purpose", "options", "minimum", "maximum"):
            if record[name] != asked[name]:
                raise Parted(record["number"], told(record), told(asked))
        choice.reason = record.get("reason", "")
        return list(record["answer"])


def replay(library: Library, trace: TraceText) -> Replay:
    """Play the recorded game again and compare. Raises ScriptError or TraceError when it cannot be set up."""
    spec = spec_of(trace.header)
    if spec is None:
        raise TraceError("the header of this trace does not say how to set up a game against a Horde")
    table = lay_table(library, spec)
    refuse_errors(table)
    notes: list[str] = []
    for name, now in (("engine", recorder.header()["engine"]), ("scripts", hash_of_scripts(table))):
        if trace.header.get(name) != now:
            notes.append(f"the {name} are not those of the trace" if name == "scripts" else f"this is engine {now}")
    comparison = Comparison(trace.records)
    game = table.deal(spec.seed, Recorded(comparison))
    game.recorder = Trace(comparison)
    try:
        game.begin()
        game.run()
        if (left := comparison.next) is not None:
            raise Parted(left["number"], told(left), f"the game is over: {game.reason}")
        ended = recorder.result(game)["result"]
        if trace.result is not None and trace.result != ended:
            raise Parted(game.event_count, f"result {trace.result}", f"result {ended}")
    except Parted as parted:
        return Replay(_events(trace.records[: comparison.position]), parted.parting, tuple(notes))
    except IllegalChoice as error:
        answered = comparison.next
        expected = told(answered) if answered is not None else "nothing more"
        parting = Parting(game.event_count, expected, f"that answer is not legal: {error}")
        return Replay(_events(trace.records[: comparison.position]), parting, tuple(notes))
    return Replay(_events(trace.records), None, tuple(notes))


def _events(records: Sequence[Record]) -> int:
    return sum(1 for record in records if record["kind"] != "choice")


def told(record: Record) -> str:
    """The record as a line of the rules log."""
    return " ".join(rules_lines(record)[-1].split())


def different(expected: Record, found: Record) -> tuple[str, str]:
    """Both records as lines; where the lines are alike, the fields that differ."""
    one, other = told(expected), told(found)
    if one != other:
        return one, other
    names = [name for name in {**expected, **found} if expected.get(name) != found.get(name)]
    return (
        f"{one} with {', '.join(f'{name} {expected.get(name)!r:.60}' for name in names)}",
        f"{other} with {', '.join(f'{name} {found.get(name)!r:.60}' for name in names)}",
    )
