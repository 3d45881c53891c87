"""How many blocking requirements a legal declaration can obey (CR 509.1c)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

STATES_KEPT: Final = 20000
STEPS: Final = 400_000  # on a crowded battlefield fewer ways are kept, so that there are about so many steps in all

State = tuple[tuple[int, ...], int, bool]  # how many block each attacker that counts, how many block, one not alone
Chain = tuple[Any, tuple[int, int]] | None  # the blocks so far, the last one first
Way = tuple[int, Chain, int]  # how many requirements are obeyed, by which blocks, how many attackers need more blockers


class Able(NamedTuple):
    """A creature that can block: which attackers (by number), how many of them, and what holds for it."""

    attackers: tuple[int, ...]
    limit: int = 1
    must: bool = False  # blocks each combat if able
    not_alone: bool = False  # can't block alone


class Found(NamedTuple):
    """The most requirements obeyed, whether that is proven, and which blocks obey them (blocker, attacker)."""

    obeyed: int
    proven: bool
    blocks: list[tuple[int, int]]


def most_obeyed(
    blockers: Sequence[Able], least: Mapping[int, int], taunts: Collection[int], lures: Collection[int]
) -> Found:
    """The most requirements that can be obeyed.

    `least` says by how many creatures an attacker must be blocked if at all;
    `taunts` must be blocked; `lures` all creatures block if able. The blockers
    decide one after the other, and of all ways to the same numbers of blockers
    only the best is followed. It is proven unless more than `STATES_KEPT`
    ways (fewer on a crowded battlefield) had to be kept and no declaration obeys as many as could be hoped for.

    >>> most_obeyed([Able((1, 2)), Able((1, 2))], {1: 2, 2: 1}, taunts={1, 2}, lures={2})
    Found(obeyed=3, proven=True, blocks=[(0, 2), (1, 2)])
    """
    hoped = _hoped_for(blockers, least, taunts, lures)
    counted = sorted({x for b in blockers for x in b.attackers if x in taunts or least[x] > 1})
    place = {x: i for i, x in enumerate(counted)}
    most = [least[x] for x in counted]
    alone = any(b.not_alone for b in blockers)
    pairs = sum(len(b.attackers) for b in blockers)
    kept = max(4, min(STATES_KEPT, STEPS // max(1, pairs * (1 + len(counted) // 8))))
    proven = True
    states: dict[State, Way] = {((0,) * len(counted), 0, False): (0, None, 0)}
    best: Way = (0, None, 0)
    for n, b in enumerate(blockers):
        states = _decided(n, b, states, place, most, taunts, lures, alone)
        if len(states) > kept:
            proven = False
            # of as many requirements, the ways that leave the fewest attackers with too few blockers
            states = dict(sorted(states.items(), key=lambda item: (-item[1][0], item[1][2]))[:kept])
        for state, way in states.items():
            if way[0] > best[0] and _legal(state, most):
                best = way
        if best[0] >= hoped:
            proven = True
            break
    return Found(best[0], proven, _listed(best[1]))


def _listed(chain: Chain) -> list[tuple[int, int]]:
    blocks: list[tuple[int, int]] = []
    while chain is not None:
        chain, block = chain
        blocks.append(block)
    return blocks[::-1]


def _decided(
    n: int,
    b: Able,
    states: Mapping[State, Way],
    place: Mapping[int, int],
    most: Sequence[int],
    taunts: Collection[int],
    lures: Collection[int],
    alone: bool,
) -> dict[State, Way]:
    """What the states come to once this creature blocks any of its attackers, or none."""
    current: dict[tuple[State, int], Way] = {(state, 0): way for state, way in states.items()}
    full: dict[tuple[State, int], Way] = {}  # it blocks as many as it can
    for x in b.attackers if b.limit > 0 else ():
        i = place.get(x)
        added: dict[tuple[State, int], Way] = {}
        for ((numbers, many, held), used), (score, chain, lacking) in current.items():
            gain = 1 if x in lures else 0
            if i is not None and numbers[i] < most[i]:
                lacking += (numbers[i] == 0) - (numbers[i] + 1 == most[i])
                numbers = (*numbers[:i], numbers[i] + 1, *numbers[i + 1 :])
                gain += 1 if x in taunts and numbers[i] == most[i] else 0
            key = (numbers, many, held), used + 1
            found = full if used + 1 >= b.limit else added
            if key not in found or found[key][0] < score + gain:
                found[key] = score + gain, (chain, (n, x)), lacking
        for key, way in added.items():
            if key not in current or current[key][0] < way[0]:
                current[key] = way
    result: dict[State, Way] = {}
    for ((numbers, many, held), used), (score, chain, lacking) in (*current.items(), *full.items()):
        if used:
            score += 1 if b.must else 0
            many, held = (min(2, many + 1), held or b.not_alone) if alone else (0, False)
        state = numbers, many, held
        if state not in result or result[state][0] < score:
            result[state] = score, chain, lacking
    return result


def _legal(state: State, most: Sequence[int]) -> bool:
    numbers, many, held = state
    return all(n in (0, k) for n, k in zip(numbers, most, strict=True)) and not (held and many == 1)


def _hoped_for(
    blockers: Sequence[Able], least: Mapping[int, int], taunts: Collection[int], lures: Collection[int]
) -> int:
    """A number that no declaration can beat."""
    total = sum(1 for b in blockers if b.must and b.attackers)
    total += sum(min(b.limit, sum(1 for x in b.attackers if x in lures)) for b in blockers)
    room = sum(min(b.limit, len(b.attackers)) for b in blockers)
    for x in sorted(taunts, key=lambda x: least.get(x, 1)):
        needed = least.get(x, 1)
        if needed > room or sum(1 for b in blockers if x in b.attackers) < needed:
            continue
        room -= needed
        total += 1
    return total
