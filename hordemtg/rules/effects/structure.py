"""Effects made of other effects: if, may, unless, for each, later; and the game itself (CR 608.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.rules import limits, spending, terms
from hordemtg.rules.choices import Choice
from hordemtg.rules.effects.steps import StepFn, compile_steps, current, store
from hordemtg.rules.objects import Frame
from hordemtg.rules.state import Permission

if TYPE_CHECKING:
    from hordemtg.rules.game import Game


def _if(step: e.If) -> StepFn:
    holds = terms.condition(step.condition)
    then = compile_steps(step.then) if step.then else None
    otherwise = compile_steps(step.otherwise) if step.otherwise else None

    def branch(game: Game, frame: Frame) -> None:
        if holds(game, frame):
            if then is not None:
                then(game, frame)
        elif otherwise is not None:
            otherwise(game, frame)

    return branch


# Steps that do nothing at all once everything they name has left the battlefield.
ON_OBJECTS: Final = (e.PutCounters, e.RemoveCountersFrom, e.TapObjects, e.UntapObjects, e.Destroy, e.SacrificeEffect)


def _possible(step: e.Effect) -> terms.ConditionFn | None:
    """Whether there is anything to do the step with, as a player may not choose what is impossible (CR 608.2d).

    None where that is not asked: of other steps, and of another player's hand.
    """
    if isinstance(step, e.RemoveCountersFrom) and isinstance(step.what, t.This | t.Slot | t.Target):
        return _enough_counters(step, step.amount or t.Number(1))
    if isinstance(step, ON_OBJECTS) and isinstance(step.what, t.This | t.Slot | t.Target):
        named = terms.objects(step.what)
        return lambda game, frame: any(o.zone == "battlefield" for o in named(game, frame))
    if isinstance(step, e.MoveObjects) and isinstance(step.what, t.This | t.Slot | t.Target):
        moved = terms.objects(step.what)
        return lambda game, frame: any(o.zone is not None for o in current(moved(game, frame), frame))
    if isinstance(step, e.SacrificeEffect) and isinstance(step.what, t.Chosen):
        return _enough_to_sacrifice(step, step.what)
    if isinstance(step, e.DiscardCards) and step.chooser is None and step.amount is not None:
        return _enough_to_discard(step, terms.amount(step.amount))
    if isinstance(step, (e.LookAt, e.MoveObjects, *ON_OBJECTS)) and isinstance(step.what, t.Chosen):
        of, least = step.what.group, terms.amount(step.what.minimum)
        if of.zone != "hand" or of.owner == t.You():
            candidates = terms.group(of)
            return lambda game, frame: len(candidates(game, frame)) >= max(least(game, frame), 1)
    return None


def _enough_counters(step: e.RemoveCountersFrom, amount: t.Amount) -> terms.ConditionFn:
    named, count, kind = terms.objects(step.what), terms.amount(amount), step.kind

    def enough(game: Game, frame: Frame) -> bool:
        return any(
            o.zone == "battlefield" and o.counters.get(kind, 0) >= max(count(game, frame), 1)
            for o in named(game, frame)
        )

    return enough


def _enough_to_sacrifice(step: e.SacrificeEffect, what: t.Chosen) -> terms.ConditionFn:
    who, candidates, least = terms.players(step.who), terms.group(what.group), terms.amount(what.minimum)

    def enough(game: Game, frame: Frame) -> bool:
        free = [o for o in candidates(game, frame) if not game.restricted(o, "can't be sacrificed")]
        wanted = max(least(game, frame), 1)
        return any(sum(1 for o in free if o.controller is p) >= wanted for p in who(game, frame))

    return enough


def _enough_to_discard(step: e.DiscardCards, count: terms.AmountFn) -> terms.ConditionFn:
    who, fits = terms.players(step.who), terms.test(step.filter) if step.filter is not None else None

    def enough(game: Game, frame: Frame) -> bool:
        if game.replacements.get("discard"):
            return True  # what a Horde does instead it does without cards (H3.6)
        return any(
            sum(1 for o in game.hand_of(p, frame) if fits is None or fits(game, o, frame)) >= count(game, frame)
            for p in who(game, frame)
        )

    return enough


def _may(step: e.May) -> StepFn:
    who, steps, slot, node = terms.players(step.who), compile_steps(step.steps), step.slot, step
    first = _possible(step.steps[0]) if step.steps else None

    def may(game: Game, frame: Frame) -> None:
        for p in who(game, frame)[:1]:
            possible = first is None or first(game, frame)
            yes = possible and game.ask_yes_no(p, "may", frame.source, frame, node)
            if yes:
                steps(game, frame)
            store(frame, slot, frame.slots.get(slot), int(yes), yes)

    return may


def _unless_paid(step: e.UnlessPaid | e.IfPaid) -> StepFn:
    from hordemtg.rules.costs import RunCost

    who, cost = terms.players(step.who), RunCost(step.cost)
    steps = compile_steps(step.steps)
    otherwise = compile_steps(step.otherwise) if isinstance(step, e.IfPaid) and step.otherwise else None
    unless, slot = isinstance(step, e.UnlessPaid), step.slot
    purpose = "tax" if unless else "pay"

    def ask(game: Game, frame: Frame) -> None:
        paid = False
        for p in who(game, frame):
            if cost.payable(game, p, frame.source, frame):
                if game.ask_yes_no(p, purpose, frame.source, frame, step):
                    cost.pay(game, p, frame.source, frame)
                    paid = True
                    break
        store(frame, slot, None, int(paid), paid)
        if paid != unless:
            steps(game, frame)
        elif otherwise is not None:
            otherwise(game, frame)

    return ask


def _for_each(step: e.ForEach) -> StepFn:
    what, steps, name = terms.objects(step.what), compile_steps(step.steps), step.as_slot

    def for_each(game: Game, frame: Frame) -> None:
        for o in what(game, frame):
            game.spend(1)
            frame.slots[name] = [o]
            steps(game, frame)

    return for_each


def _for_each_player(step: e.ForEachPlayer) -> StepFn:
    who, steps, name = terms.players(step.who), compile_steps(step.steps), step.as_slot

    def for_each_player(game: Game, frame: Frame) -> None:
        for p in who(game, frame):
            game.spend(1)
            frame.slots[name] = [p]
            steps(game, frame)

    return for_each_player


def _repeat(step: e.Repeat) -> StepFn:
    count, steps = terms.amount(step.amount), compile_steps(step.steps)

    def repeat(game: Game, frame: Frame) -> None:
        times = count(game, frame)
        if times > limits.REPEATS:
            game.note("608.2c", f"repeated {limits.REPEATS} of {times} times: that is the limit", frame.source)
        for _ in range(min(times, limits.REPEATS)):
            game.spend(1)
            steps(game, frame)

    return repeat


def _choose(step: e.Choose) -> StepFn:
    what, slot = terms.objects(step.what), step.slot

    def choose(game: Game, frame: Frame) -> None:
        chosen = what(game, frame)
        store(frame, slot, chosen, len(chosen), bool(chosen))

    return choose


def _coin(step: e.FlipCoin) -> StepFn:
    who = terms.players(step.who)
    won = compile_steps(step.won) if step.won else None
    lost = compile_steps(step.lost) if step.lost else None
    slot = step.slot

    def flip(game: Game, frame: Frame) -> None:
        for p in who(game, frame):
            win = game.flip_coin(p, frame.source)
            store(frame, slot, None, int(win), win)
            if win:
                if won is not None:
                    won(game, frame)
            elif lost is not None:
                lost(game, frame)

    return flip


def _later(step: e.Later) -> StepFn:
    from hordemtg.rules.compiled import RunAbility

    ability = RunAbility(step.ability, -1)

    def later(game: Game, frame: Frame) -> None:
        kept = Frame(frame.source, frame.controller)
        kept.slots = {k: list(v) for k, v in frame.slots.items()}
        kept.amounts, kept.done, kept.x = dict(frame.amounts), dict(frame.done), frame.x
        kept.kicked = frame.kicked
        for i, targets in enumerate(frame.targets):
            kept.slots[f"target.{i}"] = list(targets)
        game.delay(ability, kept, step.at_once, step.this_turn)

    return later


def _add_mana(step: e.AddMana) -> StepFn:
    from hordemtg.rules.compiled import mana_options

    who, options = terms.players(step.who), mana_options(step)
    only = spending.Only(step.only) if step.only is not None else None

    def add(game: Game, frame: Frame) -> None:
        for p in who(game, frame):
            game.add_mana_choice(p, options(game, frame), frame.source, only)

    return add


def _allow_play(step: e.AllowPlay) -> StepFn:
    who, what = terms.players(step.who), terms.objects(step.what)

    def allow(game: Game, frame: Frame) -> None:
        cards = current(what(game, frame), frame)
        for p in who(game, frame):
            for o in cards:
                permission = Permission(p, o, frame.source, step.duration, game.turn)
                permission.only_cast = step.only_cast
                if permission.holds:
                    game.playable.append(permission)
                    game.note("601.3", f"{p.label} may play {o.label} {step.duration}", o)
        store(frame, step.slot, cards, len(cards), bool(cards))

    return allow


def _lose_game(step: e.LoseGame) -> StepFn:
    who = terms.players(step.who)

    def lose(game: Game, frame: Frame) -> None:
        game.lose_together(who(game, frame), "an effect says so", "104.3e")

    return lose


def _win_game(step: e.WinGame) -> StepFn:
    who = terms.players(step.who)

    def win(game: Game, frame: Frame) -> None:
        for p in who(game, frame):
            game.win(p, "an effect says so", "104.2b")

    return win


def _emblem(step: e.GetEmblem) -> StepFn:
    who = terms.players(step.who)

    def get(game: Game, frame: Frame) -> None:
        for p in who(game, frame):
            game.give_emblem(p, step.emblem)

    return get


def _cast_cards(step: e.CastCards) -> StepFn:
    who, what = terms.players(step.who), terms.objects(step.what)

    def cast(game: Game, frame: Frame) -> None:
        for p in who(game, frame)[:1]:
            for o in current(what(game, frame), frame):
                if not o.card.is_land and game.can_play_now(p, o, step.free):  # lands are not cast (CR 305.9)
                    if not step.may or game.ask_yes_no(p, "may", frame.source, frame, step):
                        game.play_now(p, o, step.free)

    return cast


def _choose_kind(step: e.ChooseKind) -> StepFn:
    who = terms.players(step.who)
    names = [name for name, _ in step.options]
    branches = [compile_steps(steps) for _, steps in step.options]

    def choose(game: Game, frame: Frame) -> None:
        for p in who(game, frame)[:1]:
            choice = Choice("color", p, names, 1, 1, "color", frame.source, frame)
            branches[game.ask(choice)[0]](game, frame)

    return choose


ROWS: Final[dict[type[e.Effect], Callable[[Any], StepFn]]] = {
    e.ChooseKind: _choose_kind,
    e.AddMana: _add_mana,
    e.FlipCoin: _coin,
    e.If: _if,
    e.May: _may,
    e.UnlessPaid: _unless_paid,
    e.IfPaid: _unless_paid,
    e.ForEach: _for_each,
    e.ForEachPlayer: _for_each_player,
    e.Repeat: _repeat,
    e.Choose: _choose,
    e.Later: _later,
    e.LoseGame: _lose_game,
    e.WinGame: _win_game,
    e.GetEmblem: _emblem,
    e.CastCards: _cast_cards,
    e.AllowPlay: _allow_play,
}
