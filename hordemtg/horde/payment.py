"""Which creatures the Horde taps for mana: the least excess for this payment, ties at random (H5.3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice
from typing import Final

from hordemtg.cards import effects as e
from hordemtg.rules import mana
from hordemtg.rules.chance import Chance
from hordemtg.rules.combat import Attack
from hordemtg.rules.game import Game
from hordemtg.rules.mana import Source
from hordemtg.rules.objects import Player
from hordemtg.rules.prices import Price

ENUMERATE: Final = 4096


def least_excess(price: Price, pool: dict[str, int], options: Sequence[Source], chance: Chance) -> list[int] | None:
    """Option numbers that pay the price with the least mana left over, or None if nothing pays (H5.3)."""
    by_object: dict[int, list[int]] = {}
    for i, source in enumerate(options):
        by_object.setdefault(source.object.id, []).append(i)
    makers = list(by_object.values())
    amounts = [max(len(options[i].symbols) for i in group) for group in makers]
    needed = price.total - sum(pool.values())
    for total in range(max(0, needed), sum(amounts) + 1):
        found = _with_total(amounts, total)
        if not found:
            continue
        while found:
            subset = found.pop(chance.below(len(found)))
            answer = _colour(price, pool, options, [makers[k] for k in subset])
            if answer is not None:
                return answer
    return None


def attack_burdens(game: Game, player: Player, attacks: Sequence[Attack]) -> list[int]:
    """For each attack how much mana it costs: its tax, and what its creature could make if it stayed home (H5.4)."""
    made: dict[int, int] = {}
    for source in mana.sources(game, player):
        made[source.object.id] = max(made.get(source.object.id, 0), len(source.symbols))
    burdens: list[int] = []
    for attack in attacks:
        tax = sum(part.mana.mana_value for part in game.attack_tax(attack) if isinstance(part, e.PayMana))
        stays_untapped = "vigilance" in game.characteristics(attack.creature).keywords
        burdens.append(tax + (0 if stays_untapped else made.get(attack.creature.id, 0)))
    return burdens


def any_payment(price: Price, pool: dict[str, int], options: Sequence[Source], chance: Chance) -> list[int] | None:
    """Option numbers that pay the price, makers taken by chance until they do; None if nothing pays."""
    by_object: dict[int, list[int]] = {}
    for i, source in enumerate(options):
        by_object.setdefault(source.object.id, []).append(i)
    makers = list(by_object.values())
    chance.shuffle(makers)
    for count in range(len(makers) + 1):
        answer = _colour(price, pool, options, makers[:count])
        if answer is not None:
            return answer
    return None


def _with_total(amounts: list[int], total: int) -> list[tuple[int, ...]]:
    """Sets of makers that make exactly so much; at most `ENUMERATE` of them, smallest sets first."""
    found: list[tuple[int, ...]] = []
    useful = [k for k, amount in enumerate(amounts) if amount > 0]
    if total == 0:
        return [()]
    made = [amounts[k] for k in useful]
    ascending = sorted(made)
    for size in range(1, len(useful) + 1):
        if sum(ascending[:size]) > total:
            break
        if sum(ascending[-size:]) < total:
            continue
        for subset, parts in islice(zip(combinations(useful, size), combinations(made, size), strict=True), ENUMERATE):
            if sum(parts) == total:
                found.append(subset)
    return found


def _colour(price: Price, pool: dict[str, int], options: Sequence[Source], makers: list[list[int]]) -> list[int] | None:
    """One option of each maker, so that their mana and the pool pay the price."""
    if not makers:
        return [] if mana.covers(price, pool) else None
    first, rest = makers[0], makers[1:]
    # Colours that the price asks for come first, so that the search ends soon.
    wanted = "".join(price.coloured)
    for i in sorted(first, key=lambda i: (options[i].symbols[0] not in wanted if options[i].symbols else True, i)):
        bigger = dict(pool)
        for symbol in options[i].symbols:
            bigger[symbol] = bigger.get(symbol, 0) + 1
        found = _colour(price, bigger, options, rest)
        if found is not None:
            return [i, *found]
    return None
