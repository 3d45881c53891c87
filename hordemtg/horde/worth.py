"""Which of one's own objects is obviously worth more (H6.3, the Golden Rule)."""

from __future__ import annotations

from typing import Any, Final

from hordemtg.rules.game import Game
from hordemtg.rules.objects import GameObject
from hordemtg.rules.purpose import HELP, of_changes


def benefits_others(game: Game, o: GameObject) -> bool:
    """Whether its abilities now benefit at least one other permanent of its controller (H6.3, rank 1)."""
    if o.zone != "battlefield":
        return False
    for effect in game.effects:
        if effect.source is not o or effect.ability is None:
            continue
        node = effect.ability.definition
        if of_changes(getattr(node, "changes", ())) != HELP or not effect.changes:
            continue
        for other in game.battlefield:
            if other is not o and other.controller is o.controller and effect.applies_to(game, other):
                return True
    return False


def dominates(game: Game, one: GameObject, other: GameObject) -> bool:
    """Whether `one` has at least the power, toughness and keywords, one of them better, and the other's abilities."""
    a, b = game.characteristics(one), game.characteristics(other)
    if a.power < b.power or a.toughness < b.toughness:
        return False
    theirs, own = set(b.keywords), set(a.keywords)
    if not theirs <= own:
        return False
    if not (a.power > b.power or a.toughness > b.toughness or theirs < own):
        return False
    if (a.types & _KINDS) != (b.types & _KINDS):
        return False  # a creature and an enchantment are not obviously better or worse than each other
    return all(x in _abilities(a.abilities) for x in _abilities(b.abilities))


_KINDS: Final = frozenset({"creature", "land", "artifact", "enchantment", "planeswalker", "instant", "sorcery"})


def _abilities(run: tuple[Any, ...]) -> list[Any]:
    return [r.definition for r in run if r.kind != "keyword"]


def may_be_given_up(game: Game, options: list[GameObject]) -> list[GameObject]:
    """The options that neither outrank nor dominate another option (H6.3)."""
    ranks = [benefits_others(game, o) for o in options]
    kept = [o for o, high in zip(options, ranks, strict=True) if not (high and not all(ranks))]
    same = [o for o in kept if not any(x is not o and dominates(game, o, x) for x in kept)]
    return same or kept


def best(game: Game, options: list[GameObject]) -> list[GameObject]:
    """The options that no other outranks or dominates (H6.5)."""
    ranks = [benefits_others(game, o) for o in options]
    kept = [o for o, high in zip(options, ranks, strict=True) if high or not any(ranks)]
    return [o for o in kept if not any(x is not o and dominates(game, x, o) for x in kept)] or kept
