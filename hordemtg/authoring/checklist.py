"""What is left to do for a new Horde, as a page with boxes to tick (Markdown)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

State = Literal["there", "whole", "partly", "unknown"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A card of the list: whether its script was there, is drafted whole or partly, or nothing is known of it."""

    name: str
    count: int
    state: State
    file: str = ""
    missing: tuple[str, ...] = ()  # the clauses that are not understood


HEADINGS: dict[State, str] = {
    "unknown": "Nothing known: write the script",
    "partly": "Partly drafted: write what is missing",
    "whole": "Drafted whole: read it once, and try it in a scenario",
    "there": "Scripts that were there already",
}


def text(name: str, entries: Sequence[Entry], left_out: Sequence[tuple[int, str]] = ()) -> str:
    """The page."""
    cards = sum(entry.count for entry in entries)
    done = sum(1 for entry in entries if entry.state in ("there", "whole"))
    lines = [f"# {name}", "", f"{cards} cards of {len(entries)} names; {done} names have a whole script.", ""]
    for state, heading in HEADINGS.items():
        rows = [entry for entry in entries if entry.state == state]
        if rows:
            lines += [f"## {heading}", "", *(line for entry in rows for line in _rows(entry)), ""]
    if left_out:
        lines += ["## Not of the library: left out", "", *(f"- {count} {card}" for count, card in left_out), ""]
    lines += ["## For the whole Horde", "", *(f"- [ ] {each}" for each in STEPS), ""]
    return "\n".join(lines)


def _rows(entry: Entry) -> list[str]:
    box = "[x]" if entry.state == "there" else "[ ]"
    where = f": `{entry.file}`" if entry.file else ""
    if entry.state == "unknown":
        where = ": no printed card of that name is known here; its script goes into `cards/`, a token's into `tokens/`"
    return [f"- {box} {entry.count} {entry.name}{where}", *(f"  - {clause}" for clause in entry.missing)]


STEPS = (
    "`hordemtg check .` finds no error, and its warnings are meant so",
    "errata and directives, where a card needs a person to play it: write them in `rules.horde`, and name each under"
    " `errata:` or `directives:` in `deck.yaml`",
    "a scenario in `scenarios/` for each clause of each new card: `hordemtg test scenarios --coverage`",
    "a game: `hordemtg run .`",
    "`deck.yaml` says where the list comes from, and how sure that is",
)
