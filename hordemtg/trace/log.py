"""The log: records told as a player would tell the game, at three levels of detail.

`Log` works on records alone, so that the same code prints while a game is played and from a
file. Its `brief` and `normal` levels put what happens together into one sentence; `rules`
gives every record a line with its number, its rule and the event that caused it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, get_args

from hordemtg.trace import sentences
from hordemtg.trace.recorder import Record

Detail = Literal["brief", "normal", "rules"]
DETAILS: tuple[Detail, ...] = get_args(Detail)


class Log:
    """Turns records into lines. Feed them in order; `end` gives what still waits to be told."""

    def __init__(self, detail: Detail = "normal") -> None:
        self.detail = detail
        self._waiting: list[Record] = []
        self._key: object = None

    def lines(self, record: Record) -> list[str]:
        """The lines that can be told now: those before the record, and its own unless it may join the next."""
        if self.detail == "rules":
            return rules_lines(record)
        key = sentences.group(record, self.detail == "brief")
        if key is None:
            return []
        if key == self._key:
            self._waiting.append(record)
            return []
        told = self.end()
        self._waiting, self._key = [record], key
        return told

    def end(self) -> list[str]:
        """The lines that still wait."""
        records, self._waiting, self._key = self._waiting, [], None
        return sentences.tell(records, self.detail == "brief") if records else []


def tell(header: Record, records: Iterable[Record], result: Record | None, detail: Detail = "normal") -> Iterator[str]:
    """The whole log of a trace, line by line."""
    yield from header_lines(header)
    log = Log(detail)
    for record in records:
        yield from log.lines(record)
    yield from log.end()
    if result is not None:
        yield from result_lines(result)


def header_lines(header: Record) -> list[str]:
    """What is played, in a line: the Horde, its ruleset, the difficulty, the seed; and by which decks and pilots."""
    horde, ruleset = header.get("horde"), header.get("ruleset")
    parts = [f"{horde} ({ruleset})" if horde else str(ruleset)] if ruleset or horde else []
    if header.get("list"):
        parts.append(f"list {header['list']}")
    if header.get("difficulty"):
        parts.append(f"difficulty {header['difficulty']}")
    options = header.get("options")
    if isinstance(options, dict) and options.get("set"):
        parts.append(f"set {options['set']}")
    if isinstance(header.get("preparation"), int):
        turns = header["preparation"]
        parts.append(f"{turns} preparation turn{'' if turns == 1 else 's'}")
    if "seed" in header:
        parts.append(f"seed {header['seed']}")
    lines = [", ".join(parts)] if parts else []
    decks, pilots = header.get("decks"), header.get("pilots")
    if isinstance(decks, dict) and decks:
        lines.append("Decks: " + ", ".join(f"{player}: {deck}" for player, deck in decks.items()))
    if isinstance(pilots, dict) and pilots:
        lines.append("Players: " + ", ".join(f"{player}: {pilot}" for player, pilot in pilots.items()))
    return lines


def result_lines(result: Record) -> list[str]:
    """How it ended."""
    winner = result.get("winner")
    how = f"{winner} wins" if winner else "The game is a draw"
    return ["", f"{how} in turn {result['turn']}: {result['reason']}."]


def rules_lines(record: Record) -> list[str]:
    """The record with its number, its rule, and the event that caused it."""
    lines: list[str] = []
    if record["kind"] == "turn begins":
        lines = ["", sentences.turn_heading(record)]
    elif record["kind"] == "step begins":
        lines = [f"  {record.get('text', '')}"]
    cause = f"  <- {record['cause']}" if record.get("cause") else ""
    number = "" if record["kind"] == "choice" else record["number"]
    rule, kind = record.get("rule", ""), sentences.SHORT.get(record["kind"], record["kind"])
    return [*lines, f"{number:>6}  {rule:<8} {kind:<8} {sentences.bare(record)}{cause}".rstrip()]
