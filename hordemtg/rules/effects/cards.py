"""Effects on cards: draw, discard, mill, search, look (CR 121, 701)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from hordemtg.cards import effects as e
from hordemtg.rules import terms
from hordemtg.rules.effects.steps import StepFn, store
from hordemtg.rules.objects import Frame, GameObject, Player

if TYPE_CHECKING:
    from hordemtg.rules.game import Game


def _draw(step: e.DrawCards) -> StepFn:
    who, count, slot = terms.players(step.who), terms.amount(step.amount), step.slot

    def draw(game: Game, frame: Frame) -> None:
        drawn: list[GameObject] = []
        for p in who(game, frame):
            drawn += game.draw(p, count(game, frame), frame.source)
        store(frame, slot, drawn, len(drawn), bool(drawn))

    return draw


def _discard(step: e.DiscardCards) -> StepFn:
    who, slot = terms.players(step.who), step.slot
    count = terms.amount(step.amount) if step.amount is not None else None
    fits = terms.test(step.filter) if step.filter is not None else None
    chooser = terms.players(step.chooser) if step.chooser is not None else None

    def discard(game: Game, frame: Frame) -> None:
        chosen: list[tuple[Player, list[GameObject]]] = []
        for p in who(game, frame):
            by = chooser(game, frame)[0] if chooser is not None else p
            # H3.4: where another player chooses, what they choose is discarded; H3.6 is silent.
            if by is p and game.discard_replaced(p, count(game, frame) if count is not None else None, frame.source):
                continue
            options = [o for o in game.hand_of(p, frame) if fits is None or fits(game, o, frame)]
            n = min(count(game, frame) if count is not None else len(options), len(options))
            if step.at_random:
                picked = game.chance.some_of(options, n)
            else:
                purpose = "discard" if by is p else "harm"
                picked = game.choose_objects(by, options, n, n, purpose, frame.source, frame)
            chosen.append((p, picked))
        gone: list[GameObject] = []
        for p, picked in chosen:
            gone += game.discard(p, picked, frame.source, "701.8")
        store(frame, slot, gone, len(gone), bool(gone))

    return discard


def _discard_objects(step: e.DiscardObjects) -> StepFn:
    what, slot = terms.objects(step.what), step.slot

    def discard(game: Game, frame: Frame) -> None:
        gone: list[GameObject] = []
        for o in what(game, frame):
            gone += game.discard(o.owner, [o], frame.source, "701.8")
        store(frame, slot, gone, len(gone), bool(gone))

    return discard


def _mill(step: e.MillCards) -> StepFn:
    who, count, slot = terms.players(step.who), terms.amount(step.amount), step.slot

    def mill(game: Game, frame: Frame) -> None:
        milled: list[GameObject] = []
        for p in who(game, frame):
            milled += game.mill(p, count(game, frame), frame.source)
        store(frame, slot, milled, len(milled), bool(milled))

    return mill


def _reveal_hand(step: e.RevealHand) -> StepFn:
    who = terms.players(step.who)

    def reveal(game: Game, frame: Frame) -> None:
        for p in who(game, frame):
            for o in game.hand_of(p, frame):
                game.reveal(p, o)

    return reveal


def _shuffle(step: e.ShuffleLibrary) -> StepFn:
    who = terms.players(step.who)

    def shuffle(game: Game, frame: Frame) -> None:
        for p in who(game, frame):
            game.shuffle(p)

    return shuffle


def _search(step: e.SearchLibrary) -> StepFn:
    who, fits, count = terms.players(step.who), terms.test(step.filter), terms.amount(step.amount)
    slot = step.slot

    def search(game: Game, frame: Frame) -> None:
        for p in who(game, frame):
            options = [o for o in reversed(p.library) if fits(game, o, frame)]
            found = game.choose_objects(p, options, 0, count(game, frame), "help", frame.source, frame)
            if step.reveal:
                for o in found:
                    game.reveal(p, o)
            if step.to == "library":  # on top once the others are shuffled
                for o in found:
                    p.library.remove(o)
                game.shuffle(p)
                p.library.extend(found)
                store(frame, slot, found, len(found), bool(found))
                continue
            moved = game.move_all(found, step.to, "search", "701.19", frame.source, tapped=step.tapped)
            game.shuffle(p)
            store(frame, slot, moved, len(moved), bool(moved))

    return search


def _look(step: e.Scry | e.Surveil) -> StepFn:
    who, count, surveil = terms.players(step.who), terms.amount(step.amount), isinstance(step, e.Surveil)

    def look(game: Game, frame: Frame) -> None:
        for p in who(game, frame):
            n = count(game, frame)
            seen = list(reversed(p.library[max(0, len(p.library) - n) :]))
            away = game.choose_objects(p, seen, 0, len(seen), "surveil" if surveil else "scry", frame.source, frame)
            if surveil:
                game.move_all(away, "graveyard", "surveil", "701.42", frame.source)
            elif away:
                for o in away:
                    p.library.remove(o)
                p.library[:0] = away
            kept = [o for o in seen if o not in away]
            if len(kept) > 1:
                order = game.ask_order(p, [o.label for o in kept], kept, "top of library")
                del p.library[len(p.library) - len(kept) :]
                p.library.extend(kept[i] for i in reversed(order))

    return look


def _look_at(step: e.LookAt) -> StepFn:
    who, what, slot = terms.players(step.who), terms.objects(step.what), step.slot

    def look_at(game: Game, frame: Frame) -> None:
        cards = what(game, frame)
        if step.reveals:
            for p in who(game, frame)[:1]:
                for o in cards:
                    game.reveal(p, o)
        store(frame, slot, list(cards), len(cards), bool(cards))

    return look_at


def _arrange(step: e.ArrangeLibrary) -> StepFn:
    who, what, slot = terms.players(step.who), terms.objects(step.what), step.slot

    def arrange(game: Game, frame: Frame) -> None:
        cards = [o for o in what(game, frame) if o.zone == "library"]
        if len(cards) > 1:
            if step.at_random:
                cards = game.chance.some_of(cards, len(cards))
            else:
                player = who(game, frame)[0]
                order = game.ask_order(player, [o.label for o in cards], cards, f"{step.position} of library")
                cards = [cards[i] for i in order]
        for o in cards:
            o.owner.library.remove(o)
        for o in reversed(cards) if step.position == "top" else cards:
            # the first of them comes to lie uppermost
            if step.position == "top":
                o.owner.library.append(o)
            else:
                o.owner.library.insert(0, o)
        store(frame, slot, cards, len(cards), bool(cards))

    return arrange


ROWS: Final[dict[type[e.Effect], Callable[[Any], StepFn]]] = {
    e.DrawCards: _draw,
    e.DiscardCards: _discard,
    e.DiscardObjects: _discard_objects,
    e.MillCards: _mill,
    e.ShuffleLibrary: _shuffle,
    e.SearchLibrary: _search,
    e.Scry: _look,
    e.Surveil: _look,
    e.RevealHand: _reveal_hand,
    e.LookAt: _look_at,
    e.ArrangeLibrary: _arrange,
}
