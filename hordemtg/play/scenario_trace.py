"""What a scenario's game has recorded, and the part of it that explains a failure."""

from __future__ import annotations

from collections.abc import Iterable

from hordemtg.rules.choices import Choice
from hordemtg.rules.events import Event
from hordemtg.rules.game import Game
from hordemtg.rules.objects import GameObject, StackEntry
from hordemtg.trace.log import rules_lines
from hordemtg.trace.recorder import Record, of_choice, of_event

LAST = 16
EARLIER = 8


class Recording:
    """A recorder that keeps the records of a game and which spell or ability was announced last."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.entry: StackEntry | None = None

    def event(self, game: Game, event: Event) -> None:
        """Keep the event."""
        if event.kind in ("cast", "activate"):
            self.entry = event.entry
        self.records.append(of_event(game, event))

    def choice(self, game: Game, choice: Choice, answer: list[int]) -> None:
        """Keep the answer, if it is more than priority or mana."""
        if choice.kind not in ("priority", "mana"):
            self.records.append(of_choice(game, choice, answer))

    def count(self, verb: str) -> int:
        """How many moves of that kind have happened, or events of that name."""
        return sum(1 for r in self.records if r["kind"] == verb or (r["kind"], r.get("verb")) == ("move", verb))

    def excerpt(self, about: Iterable[GameObject]) -> list[str]:
        """The last events, and before them those of the objects that matter."""
        ids = {o.id for o in _lives(about)}
        earlier = [r for r in self.records[:-LAST] if _ids(r) & ids][-EARLIER:]
        lines = [line for record in earlier for line in rules_lines(record)]
        if len(self.records) > LAST + len(earlier):
            lines.append("...")
        lines += [line for record in self.records[-LAST:] for line in rules_lines(record)]
        return [line for line in lines if line.strip()]


def _lives(objects: Iterable[GameObject]) -> Iterable[GameObject]:
    for o in objects:
        now: GameObject | None = o
        while now is not None:
            yield now
            now = now.became


def _ids(record: Record) -> set[int]:
    found: set[int] = set()
    for key in ("object", "new", "source", "other"):
        value = record.get(key)
        if isinstance(value, dict):
            found.add(int(value["id"]))
    return found
