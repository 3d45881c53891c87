"""Answers that are sure to be legal, for pilots whose own idea is not (CR 508.1c-d, 509.1b-c, 601.2d, 702.19b)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hordemtg.rules import mana
from hordemtg.rules.choices import Choice, IllegalChoice
from hordemtg.rules.combat import Attack, Block
from hordemtg.rules.game import Game

TRIES: Final = 20000


def is_legal(choice: Choice, answer: list[int]) -> bool:
    """Whether the check that comes with the choice accepts the answer."""
    return choice.check is None or not choice.check(answer)


def payment(game: Game, choice: Choice) -> list[int]:
    """Sources that pay the price and spare the flexible ones. Raises `IllegalChoice` when nothing pays it."""
    answer = mana.plan(game, choice.context, choice.player.pool, choice.options)
    if answer is None:
        raise IllegalChoice(f"nothing pays {choice.context} (CR 118.3)")
    return answer


def division(choice: Choice) -> list[int]:
    """A division with its minima: at least one each, or what is lethal in order and the rest to the last."""
    count, left = len(choice.options), choice.total
    needs: list[int] = choice.context if isinstance(choice.context, list) else [1] * count
    shares = [0] * count
    for i, need in enumerate(needs):
        shares[i] = min(left, need)
        left -= shares[i]
    shares[-1 if isinstance(choice.context, list) else 0] += left
    return shares


def attackers(choice: Choice) -> list[int]:
    """A declaration with every creature that must attack, and no other if that is legal.

    Raises `IllegalChoice` when none is found.
    """
    options: list[Attack] = list(choice.options)
    required = {o.id for o in choice.context or ()}
    first: dict[int, int] = {}
    for i, attack in enumerate(options):
        if attack.creature.id in required:
            first.setdefault(attack.creature.id, i)
    answer = list(first.values())
    if is_legal(choice, answer):
        return answer
    return _first_legal(choice, _by_creature([a.creature.id for a in options]))


def blockers(game: Game, choice: Choice) -> list[int]:
    """No blocks if that is legal, else a declaration that obeys what it must.

    Raises `IllegalChoice` when none is found.
    """
    if is_legal(choice, []):
        return []
    options: list[Block] = list(choice.options)
    obedient = game.obedient_blocks(options)
    if is_legal(choice, obedient):
        return obedient
    return _first_legal(choice, _by_creature([b.blocker.id for b in options]))


def _by_creature(creatures: list[int]) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for i, creature in enumerate(creatures):
        groups.setdefault(creature, []).append(i)
    return list(groups.values())


def _first_legal(choice: Choice, groups: list[list[int]]) -> list[int]:
    for tried, answer in enumerate(_declarations(groups)):
        if is_legal(choice, answer):
            return answer
        if tried > TRIES:
            break
    raise IllegalChoice("no legal declaration was found")


def _declarations(groups: list[list[int]]) -> Iterator[list[int]]:
    """Each creature does one of the things it can or nothing; declarations with most creatures first."""
    if not groups:
        yield []
        return
    for rest in _declarations(groups[1:]):
        for i in groups[0]:
            yield [i, *rest]
    yield from _declarations(groups[1:])


def any_answer(game: Game, choice: Choice) -> list[int]:
    """The plainest legal answer to any choice: the first options, the least number, no.

    Raises `IllegalChoice` when a declaration or a payment has no legal answer.
    """
    match choice.kind:
        case "number":
            return [choice.minimum]
        case "division":
            return division(choice)
        case "order":
            return list(range(len(choice.options)))
        case "mana":
            return payment(game, choice)
        case "attackers":
            return attackers(choice)
        case "blockers":
            return blockers(game, choice)
        case _:
            return list(range(choice.minimum))
