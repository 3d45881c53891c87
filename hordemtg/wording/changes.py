"""Errata in writing: they change the clauses that they name, each of them, and no others (CR 108.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from hordemtg.wording import normal
from hordemtg.wording.compare import of_written
from hordemtg.wording.write import Line, WrittenCard

ADDED = "(added)"  # how an erratum names a clause that it adds and that has no name


def faults(printed: WrittenCard, changed: WrittenCard, names: Sequence[str]) -> list[str]:
    """What errata change without naming it, and what they name without changing it; nothing when all is well.

    `names` are the clauses, and `type` or `cost`, that the errata name. What a card calls itself is no change:
    an Aura that is no Aura any more says "this enchantment".
    """
    wanted = set(names)
    seen: set[str] = set()
    found: list[str] = []
    for before, after in _changed_lines(printed, changed):
        own = {name for line in (before, after) if line is not None for name in line.names or (ADDED,)}
        if not own & wanted:
            text = (after or before or Line("")).text
            found.append(f"a clause changes that no erratum names: {text}")
        seen |= own
    for what, one, other in (
        ("type", printed.type_line, changed.type_line),
        ("cost", printed.mana_cost, changed.mana_cost),
    ):
        if one != other:
            seen.add(what)
            if what not in wanted:
                found.append(f"the {what} changes though no erratum names it")
    found.extend(f"an erratum names `{name}`, but the card reads as before" for name in sorted(wanted - seen))
    return found


def _changed_lines(printed: WrittenCard, changed: WrittenCard) -> Iterator[tuple[Line | None, Line | None]]:
    """The lines that differ, each with what stands in its place."""
    before, after = printed.lines, changed.lines
    matcher = SequenceMatcher(None, _normal(printed), _normal(changed), autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            continue
        if b - a == d - c:
            yield from zip(before[a:b], after[c:d], strict=True)
        else:
            yield from ((line, None) for line in before[a:b])
            yield from ((None, line) for line in after[c:d])


def _normal(card: WrittenCard) -> list[str]:
    of = of_written(card)
    return [normal.line(line.text, of) for line in card.lines]
