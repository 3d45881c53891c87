"""Effects of damage, life and poison (CR 119, 120)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.rules import terms
from hordemtg.rules.effects.steps import StepFn, present, store
from hordemtg.rules.objects import Frame, GameObject, Player

if TYPE_CHECKING:
    from hordemtg.rules.game import Game


def _deal_damage(step: e.DealDamage) -> StepFn:
    source, count = terms.objects(step.source), terms.amount(step.amount)
    to = terms.objects(step.to) if step.to is not None else None
    to_players = terms.players(step.to_players) if step.to_players is not None else None
    any_target = isinstance(step.to, t.Target)
    slot, divided = step.slot, step.divided

    def deal(game: Game, frame: Frame) -> None:
        sources = source(game, frame)
        damage = count(game, frame)
        receivers: list[GameObject | Player] = list(present(to(game, frame))) if to is not None else []
        if to_players is not None:
            receivers += to_players(game, frame)
        elif any_target and isinstance(step.to, t.Target) and step.to.index < len(frame.targets):
            receivers += [x for x in frame.targets[step.to.index] if isinstance(x, Player)]
        if divided:
            shares = dict(zip((id(x) for x in frame.targets[0]), frame.division, strict=False))
            batch = [(s, x, shares.get(id(x), 0)) for s in sources[:1] for x in receivers]
        else:
            batch = [(s, x, damage) for s in sources for x in receivers]
        dealt = game.deal_damage(batch, "120.3")
        store(frame, slot, [x for x in receivers if isinstance(x, GameObject)], dealt, dealt > 0)

    return deal


def _gain_life(step: e.GainLife) -> StepFn:
    who, count, slot = terms.players(step.who), terms.amount(step.amount), step.slot

    def gain(game: Game, frame: Frame) -> None:
        n = count(game, frame)
        gained = sum(game.gain_life(p, n, frame.source) for p in who(game, frame))
        store(frame, slot, None, gained, gained > 0)

    return gain


def _lose_life(step: e.LoseLife) -> StepFn:
    who, count, slot = terms.players(step.who), terms.amount(step.amount), step.slot

    def lose(game: Game, frame: Frame) -> None:
        n = count(game, frame)
        lost = sum(game.lose_life(p, n, frame.source) for p in who(game, frame))
        store(frame, slot, None, lost, lost > 0)

    return lose


def _set_life(step: e.SetLife) -> StepFn:
    who, count = terms.players(step.who), terms.amount(step.amount)

    def set_life(game: Game, frame: Frame) -> None:
        for p in who(game, frame):
            difference = count(game, frame) - p.life
            if game.player_rule(p, "no life total"):
                continue
            if difference > 0:
                game.gain_life(p, difference, frame.source)
            elif difference < 0:
                game.lose_life(p, -difference, frame.source)

    return set_life


def _poison(step: e.GivePoison) -> StepFn:
    who, count = terms.players(step.who), terms.amount(step.amount)

    def give(game: Game, frame: Frame) -> None:
        for p in who(game, frame):
            game.give_poison(p, count(game, frame), frame.source)

    return give


ROWS: Final[dict[type[e.Effect], Callable[[Any], StepFn]]] = {
    e.DealDamage: _deal_damage,
    e.GainLife: _gain_life,
    e.LoseLife: _lose_life,
    e.SetLife: _set_life,
    e.GivePoison: _poison,
}
