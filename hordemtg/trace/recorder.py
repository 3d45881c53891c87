"""The recorder: each event and choice, at the moment it happens, as a plain record; and trace files.

A trace file has one JSON object a line: a header, the records, the result. The
records hold names and numbers only, never an object of the game that may change
later. What the fields mean is told beside `FIELDS`.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from hordemtg import __version__
from hordemtg.rules import cr
from hordemtg.rules.objects import GameObject, Player

if TYPE_CHECKING:
    from hordemtg.rules.choices import Choice
    from hordemtg.rules.events import Event
    from hordemtg.rules.game import Game
    from hordemtg.rules.objects import StackEntry

Record = dict[str, Any]
Sink = Callable[[Record], None]

MARK = "hordemtg trace"  # the first key of a trace file's first line
VERSION = 1
BEGINNING = f'{{"{MARK}":'.encode()  # of a trace file

FIELDS: dict[str, str] = {
    "number": "the event's number, counted from 1",
    "turn": "the number of the turn; 0 while the game is set up",
    "step": "the step or phase",
    "active": "whose turn it is",
    "kind": "what sort of event it is; `choice` for a player's answer",
    "rule": "the rule that makes it happen: of the Comprehensive Rules, or H and a number",
    "cause": "the number of the event that caused it",
    "object": "what it happens to: id and name; an object that changes zones gets a new id (CR 400.7)",
    "new": "what the object has become",
    "player": "the player it happens to, or who does it",
    "controller": "who controls the permanent that enters",
    "source": "the object whose spell or ability does it",
    "other": "the second object of a block, fight or attachment",
    "amount": "how much or how many",
    "from": "the zone it leaves",
    "to": "the zone it goes to",
    "verb": "why an object moves: draw, mill, destroy, ...; what kind of thing resolves",
    "text": "what there is to say besides",
    "ability": "the name of the ability",
    "place": "where the ability stands in its script",
    "targets": "what the spell or ability targets",
    "modes": "the modes chosen, counted from 1",
    "x": "the value of X",
    "kicked": "the spell is kicked",
    "permanent": "the spell becomes a permanent",
    "creature": "what moves is a creature",
    "combat": "it is combat damage",
    "tapped": "it enters tapped",
    "bottom": "it goes on the bottom of the library",
    "counters": "the counters it enters with",
    "life": "the player's life total after it",
    "standing": "at the beginning of a turn: life and how many cards each player has where",
    "choice": "what kind of choice it is",
    "purpose": "what the choice is for",
    "options": "what there was to choose from",
    "minimum": "the least that had to be chosen",
    "maximum": "the most that could be chosen",
    "total": "what had to be divided",
    "answer": "the numbers of the options chosen, counted from 0; or the number, order or division",
    "reason": "what decided: a directive, a principle, and whether chance broke a tie",
}


class TraceError(Exception):
    """A trace that cannot be written or read; the message says why and where."""


class Trace:
    """A recorder (`hordemtg.rules.state.Recorder`) that gives each record to its sinks: a file, a log, a list."""

    def __init__(self, *sinks: Sink) -> None:
        self.sinks = sinks

    def event(self, game: Game, event: Event) -> None:
        """Something has happened."""
        record = of_event(game, event)
        for sink in self.sinks:
            sink(record)

    def choice(self, game: Game, choice: Choice, answer: list[int]) -> None:
        """A player has answered a choice."""
        record = of_choice(game, choice, answer)
        for sink in self.sinks:
            sink(record)


def of_event(game: Game, event: Event) -> Record:
    """The event as a record; only fields that say something are in it."""
    record = _moment(game, event.number)
    record["kind"] = event.kind
    record["rule"] = event.rule
    if event.cause:
        record["cause"] = event.cause
    if event.object is not None:
        record["object"] = _named(event.object)
    if event.new is not None:
        record["new"] = _named(event.new)
    if event.player is not None:
        record["player"] = event.player.name
    if event.source is not None and event.source is not event.object:
        record["source"] = _named(event.source)
    if event.other is not None:
        record["other"] = _named(event.other)
    if event.amount:
        record["amount"] = event.amount
    if event.verb:
        record["verb"] = event.verb
    if event.text:
        record["text"] = event.text
    if event.combat:
        record["combat"] = True
    if event.kind == "move":
        _add_move(record, event)
    elif event.kind == "turn begins":
        record["standing"] = [_standing(game, p) for p in game.players]
    elif event.player is not None and event.kind in ("damage", "gain life", "lose life"):
        if not game.player_rule(event.player, "no life total"):
            record["life"] = event.player.life
    if event.entry is not None and event.kind != "target":
        _add_entry(record, event.entry)
    return record


def of_choice(game: Game, choice: Choice, answer: list[int]) -> Record:
    """A player's answer as a record. Its number is that of the event before it."""
    record = _moment(game, game.event_count)
    record["kind"] = "choice"
    record["player"] = choice.player.name
    record["choice"] = choice.kind
    record["purpose"] = choice.purpose
    if game.cause:
        record["cause"] = game.cause
    if choice.source is not None:
        record["source"] = _named(choice.source)
    record["options"] = [option if isinstance(option, str) else str(option.label) for option in choice.options]
    record["minimum"] = choice.minimum
    record["maximum"] = choice.maximum
    if choice.total:
        record["total"] = choice.total
    record["answer"] = list(answer)
    if choice.reason:
        record["reason"] = choice.reason
    return record


def header(**fields: Any) -> Record:
    """The first line of a trace: versions, the edition of the rules, and what the game was set up from."""
    return {MARK: VERSION, "engine": __version__, "rules": cr.EDITION, **fields}


def result(game: Game) -> Record:
    """The last line of a trace: how the game ended."""
    winner = game.winner.name if game.winner is not None else None
    return {"result": {"winner": winner, "reason": game.reason, "turn": game.turn, "events": game.event_count}}


def _moment(game: Game, number: int) -> Record:
    return {"number": number, "turn": game.turn, "step": game.step, "active": game.active.name}


def _named(o: GameObject) -> Record:
    return {"id": o.id, "name": o.characteristics.name}


def _add_move(record: Record, event: Event) -> None:
    if event.from_zone is not None:
        record["from"] = event.from_zone
    if event.to_zone is not None:
        record["to"] = event.to_zone
    moved = event.object if event.from_zone == "battlefield" else event.new
    if moved is not None and "creature" in moved.characteristics.types:
        record["creature"] = True
    if event.new is not None and event.to_zone == "battlefield":
        record["controller"] = event.new.controller.name
        if event.new.tapped:
            record["tapped"] = True
        if event.new.counters:
            record["counters"] = dict(event.new.counters)
    if event.position == "bottom" and event.to_zone == "library":
        record["bottom"] = True


def _add_entry(record: Record, entry: StackEntry) -> None:
    frame, ability = entry.frame, entry.ability
    if entry.object is not None:
        if entry.object.card.is_permanent:
            record["permanent"] = True
    elif ability is not None and ability.label:
        record["ability"] = ability.label
    if ability is not None:
        place = getattr(ability.definition, "place", None)
        if place is not None and place.line:
            record["place"] = f"{place.file.replace(os.sep, '/').rpartition('/')[2]}:{place.line}"
    if any(frame.targets):
        record["targets"] = [x.name if isinstance(x, Player) else _named(x) for group in frame.targets for x in group]
    if frame.modes:
        record["modes"] = [i + 1 for i in frame.modes]
    if frame.x:
        record["x"] = frame.x
    if frame.kicked:
        record["kicked"] = True


def _standing(game: Game, player: Player) -> Record:
    found: Record = {"player": player.name}
    if not game.player_rule(player, "no life total"):
        found["life"] = player.life
    found["hand"] = len(player.hand)
    found["library"] = len(player.library)
    found["graveyard"] = len(player.graveyard)
    found["exile"] = len(player.exile)
    found["battlefield"] = sum(1 for o in game.battlefield if o.controller is player)
    return found


class TraceFile:
    """A trace file being written. It gets its name when it is whole: use it in a `with` statement.

    Until then it is a temporary file in the same folder, which an exception
    removes. Raises `TraceError` when the file cannot be written, or when what is there
    is no trace and would be lost. A link stays a link.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        _refuse_other(path)
        self._target = path = Path(os.path.realpath(path))
        self._encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
        try:
            handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        except OSError as error:
            raise TraceError(f"cannot write the trace {self.path}: {_why(error)}") from error
        self._temporary = Path(name)
        # names of folders may be no text; JSON escapes such letters just so
        self._file = os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace", newline="\n")

    def write(self, record: Record) -> None:
        """Append one line."""
        try:
            self._file.write(self._encode(record))
            self._file.write("\n")
        except OSError as error:
            raise TraceError(f"cannot write the trace {self.path}: {_why(error)}") from error

    def __enter__(self) -> TraceFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if error is not None:
            self._discard()
            return
        try:
            self._file.close()
            self._temporary.chmod(0o666 & ~_umask())
            self._temporary.replace(self._target)
        except OSError as problem:
            self._discard()
            raise TraceError(f"cannot write the trace {self.path}: {_why(problem)}") from problem

    def _discard(self) -> None:
        try:
            self._file.close()
        finally:
            self._temporary.unlink(missing_ok=True)


def _refuse_other(path: Path) -> None:
    """Raise TraceError when there is another kind of file, a device or a pipe."""
    try:
        if not path.exists():
            return
        if not path.is_file():
            raise TraceError(f"cannot write the trace {path}: this is no file")
        with path.open("rb") as file:
            found = file.read(len(BEGINNING))
    except OSError as error:
        raise TraceError(f"cannot write the trace {path}: {_why(error)}") from error
    if found and found != BEGINNING:
        raise TraceError(f"cannot write the trace {path}: another kind of file is there, and is not written over")


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
