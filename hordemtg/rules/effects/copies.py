"""Effects that copy: tokens, permanents that become copies, spells and abilities on the stack (CR 707)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from hordemtg.cards import copies as k
from hordemtg.cards import effects as e
from hordemtg.rules import copies, limits, terms
from hordemtg.rules.effects.steps import StepFn, present, store
from hordemtg.rules.objects import Frame, GameObject

if TYPE_CHECKING:
    from hordemtg.rules.game import Game


def _create(step: k.CreateCopies) -> StepFn:
    who, count, of, slot = terms.players(step.who), terms.amount(step.amount), terms.objects(step.of), step.slot

    def create(game: Game, frame: Frame) -> None:
        made: list[GameObject] = []
        but = copies.settled(game, step.but, frame)
        for p in who(game, frame):
            n = count(game, frame)
            for o in of(game, frame):
                made += copies.create(game, p, n, o, but, frame.source, step.tapped, step.attacking, step.cards)
        store(frame, slot, made, len(made), bool(made))

    return create


def _become(step: k.BecomeCopy) -> StepFn:
    what, of, slot = terms.objects(step.what), terms.objects(step.of), step.slot

    def become(game: Game, frame: Frame) -> None:
        originals = of(game, frame)[:1]
        objects = [o for o in present(what(game, frame)) if o.zone == "battlefield"]
        if step.duration == "while this is here" and frame.source.zone != "battlefield":
            objects = []  # CR 611.2b
        if originals and objects:
            known = copies.copiable(game, originals[0], step.cards)
            card = copies.copied(known, copies.settled(game, step.but, frame))
            copies.become(game, objects, card, step.duration, frame)
        store(frame, slot, objects, len(objects), bool(originals and objects))

    return become


def _copy(step: k.CopyOnStack) -> StepFn:
    who, what, count, slot = terms.players(step.who), terms.objects(step.what), terms.amount(step.amount), step.slot

    def copy(game: Game, frame: Frame) -> None:
        made: list[GameObject] = []
        done = 0
        for p in who(game, frame):
            for o in what(game, frame):
                entry = copies.entry_of(game, o, frame)
                times = count(game, frame) if entry is not None else 0
                if times > limits.REPEATS:
                    game.note("707.10", f"{limits.REPEATS} of {times} copies: that is the limit", frame.source)
                for _ in range(min(times, limits.REPEATS)):
                    game.spend(1)
                    assert entry is not None
                    copied = copies.copy_entry(game, entry, p, step.new_targets)
                    done += 1
                    if copied.object is not None:
                        made.append(copied.object)
        store(frame, slot, made, done, done > 0)

    return copy


ROWS: Final[dict[type[e.Effect], Callable[[Any], StepFn]]] = {
    k.CreateCopies: _create,
    k.BecomeCopy: _become,
    k.CopyOnStack: _copy,
}
