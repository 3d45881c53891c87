"""Dividing damage: whom it kills, in which order, and who gets what is left (H6.2)."""

from __future__ import annotations

from collections.abc import Sequence

from hordemtg.rules.chance import Chance


def deaths(toughness: Sequence[int], needs: Sequence[int], total: int, chance: Chance) -> list[int]:
    """Which receivers so much damage kills, in the order in which they get it (H6.2).

    First the one of highest toughness that it can kill, then with what
    remains as many more as possible; ties at random. `needs` is the damage that
    each still takes to die.
    """
    killable = [i for i, need in enumerate(needs) if need <= total]
    if not killable:
        return []
    most = max(toughness[i] for i in killable)
    first = chance.one_of([i for i in killable if toughness[i] == most])
    dead = [first]
    left = total - needs[first]
    others = [i for i in killable if i != first]
    chance.shuffle(others)
    for i in sorted(others, key=lambda i: needs[i]):
        if needs[i] <= left:
            dead.append(i)
            left -= needs[i]
    return dead


def shares(toughness: Sequence[int], needs: Sequence[int], total: int, chance: Chance) -> list[int]:
    """How much damage each gets: what kills, and the rest for the one that it brings nearest to death (H6.2)."""
    given = [0] * len(needs)
    for i in deaths(toughness, needs, total, chance):
        given[i] = needs[i]
    left = total - sum(given)
    alive = [i for i, need in enumerate(needs) if given[i] < need]
    if left and alive:
        least = min(needs[i] for i in alive)
        given[chance.one_of([i for i in alive if needs[i] == least])] += left
    elif left:
        given[0] += left
    return given


def heap(receivers: int, total: int, chance: Chance) -> list[int]:
    """All the damage to one receiver by chance: a division without a preference."""
    given = [0] * receivers
    given[chance.below(receivers)] = total
    return given
