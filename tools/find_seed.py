"""Find a game that shows a play: a seed whose events fit a pattern, and the turn in which they do.

    python tools/find_seed.py zombies --event activate --card "Graf Harvest"
    python tools/find_seed.py zombies --event stage --text surge --event "lose game" --player Survivor --in-order
    python tools/find_seed.py zombies --difficulty hard --event cast --card Smallpox --event draw --same-turn

Each `--event KIND` (a kind of event, or `any`) begins a pattern; the options that describe an event narrow the pattern
before them. All patterns must fit in one game, each another event; with `--in-order` one after the other, with
`--same-turn` in one turn. Prints the seed, and for each pattern the turn and what happened. Exit code 1: no game found.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from hordemtg.compiler.library import Library
from hordemtg.play.autopilot import Autopilot
from hordemtg.play.setup import GameSpec, Table, lay_table
from hordemtg.rules.events import KINDS
from hordemtg.script.diagnostics import ScriptError, render, unknown_name
from hordemtg.trace.recorder import Record, Trace
from hordemtg.trace.sentences import bare

ANY = "any"


@dataclass(slots=True)
class Pattern:
    """What an event must be: its kind, and what is in the fields of its record."""

    kind: str
    fields: dict[str, str] = field(default_factory=dict)
    least: int = 0

    def fits(self, record: Record) -> bool:
        """Whether the record of the event is such a one."""
        if record["kind"] == "choice" or self.kind not in (ANY, record["kind"]):
            return False
        if record.get("amount", 0) < self.least:
            return False
        return all(wanted.casefold() in _values(record, name) for name, wanted in self.fields.items())


def _values(record: Record, name: str) -> list[str]:
    """What the record has under a name: `card` is any object of it; `target` any of its targets."""
    names = {"card": ("object", "new"), "target": ("targets",), "source": ("source",), "other": ("other",)}
    found: list[Any] = []
    for key in names.get(name, (name,)):
        value = record.get(key, ())
        found += value if isinstance(value, list) else [value]
    return [str(x["name"] if isinstance(x, dict) else x).casefold() for x in found if x != ()]


class Narrow(argparse.Action):
    """An option that describes the event named before it."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: Any, values: Any, option: Any = None) -> None:
        """Add it to the latest pattern."""
        if not namespace.patterns:
            parser.error(f"{option} describes an event: say --event before it")
        if self.dest == "least":
            namespace.patterns[-1].least = values
        else:
            namespace.patterns[-1].fields[self.dest] = values


DESCRIPTIONS = {
    "card": "the name of the card, token or emblem that it happens to",
    "player": "Survivor or Horde",
    "source": "the name of the object whose spell or ability does it",
    "other": "the name of the second object of a block, fight or attachment",
    "target": "the name of what is targeted",
    "ability": "the name of the ability",
    "step": "the step or phase",
    "active": "whose turn it is",
    "rule": "the rule that makes it happen, as H1.5",
    "verb": "why an object moves: mill, destroy, sacrifice, ...",
    "from": "the zone that an object leaves",
    "to": "the zone that an object goes to",
    "text": "what there is to say besides: the stage, the counter, ...",
}


def find(table: Table, patterns: Sequence[Pattern], seed: int, in_order: bool, same_turn: bool) -> list[Record]:
    """The events of the seed's game that fit the patterns, one for each; none when some pattern fits nothing."""
    records: list[Record] = []
    game = table.deal(seed, Autopilot())
    game.recorder = Trace(records.append)
    game.begin()
    game.run()
    candidates = [[record for record in records if pattern.fits(record)] for pattern in patterns]
    if not all(candidates):
        return []
    return next(_chosen(candidates, (), in_order, same_turn), [])


def _chosen(
    candidates: Sequence[list[Record]], before: tuple[Record, ...], in_order: bool, same_turn: bool
) -> Iterator[list[Record]]:
    """Each way to take a different event for every pattern."""
    if len(before) == len(candidates):
        yield list(before)
        return
    for record in candidates[len(before)]:
        if any(record is each for each in before):
            continue
        if before and in_order and record["number"] <= before[-1]["number"]:
            continue
        if before and same_turn and record["turn"] != before[0]["turn"]:
            continue
        yield from _chosen(candidates, (*before, record), in_order, same_turn)


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.set_defaults(patterns=[])
    parser.add_argument("horde", help="the name of a Horde")
    for name in ("survivors", "ruleset", "list", "difficulty", "set"):
        parser.add_argument(f"--{name}", default="", help="as for `hordemtg run`")
    parser.add_argument("--preparation", type=int, metavar="N", help="as for `hordemtg run`")
    parser.add_argument("--first", type=int, default=1, metavar="SEED", help="the first seed to try (default: 1)")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="how many to try (default: 200)")
    parser.add_argument("--count", type=int, default=1, metavar="N", help="how many to find (default: 1)")
    parser.add_argument("--in-order", action="store_true", help="the events one after the other")
    parser.add_argument("--same-turn", action="store_true", help="all events in one turn")
    parser.add_argument(
        "--event", dest="patterns", action="append", type=_pattern, metavar="KIND", help=f"any, or: {', '.join(KINDS)}"
    )
    for name, about in DESCRIPTIONS.items():
        parser.add_argument(f"--{name}", action=Narrow, metavar="WORDS", help=about, default=argparse.SUPPRESS)
    parser.add_argument(
        "--least", action=Narrow, type=int, metavar="N", help="the least amount", default=argparse.SUPPRESS
    )
    options = parser.parse_args(arguments)
    if not options.patterns:
        parser.error("say what to look for: --event KIND")
    return options


def _pattern(kind: str) -> Pattern:
    if kind != ANY and kind not in KINDS:
        raise argparse.ArgumentTypeError(str(unknown_name("kind of event", kind, KINDS)).removeprefix("error: "))
    return Pattern(kind)


def main(arguments: Sequence[str] | None = None) -> int:
    """Search and print what is found."""
    options = parse(arguments)
    spec = GameSpec(
        options.horde, options.survivors, options.ruleset, options.list, options.difficulty, options.preparation,
        set_name=options.set,
    )  # fmt: skip
    try:
        table = lay_table(Library.standard(), spec)
        _check_names(table, options.patterns)
    except ScriptError as error:
        for diagnostic in error.diagnostics:
            print(render(diagnostic), file=sys.stderr)
        return 1
    found = 0
    for seed in range(options.first, options.first + options.games):
        records = find(table, options.patterns, seed, options.in_order, options.same_turn)
        if not records:
            continue
        print(f"seed {seed}, turn {records[-1]['turn']}")
        for record in records:
            print(f"  {record['number']:>5}  turn {record['turn']:>2}, {record['step']:<18} {bare(record)}")
        found += 1
        if found == options.count:
            return 0
    print(f"{found} of {options.games} games show it", file=sys.stderr)
    return 0 if found else 1


def _check_names(table: Table, patterns: Sequence[Pattern]) -> None:
    """Refuse a card that the game cannot have. Raises ScriptError with the nearest names."""
    known = {*table.cards, *table.survivor_cards, *table.library.tokens, *table.library.emblems}
    folded = {name.casefold() for name in known}
    for pattern in patterns:
        for name in ("card", "source", "other"):
            wanted = pattern.fields.get(name, "")
            if wanted and wanted.casefold() not in folded:
                raise unknown_name("card", wanted, known)


if __name__ == "__main__":
    sys.exit(main())
