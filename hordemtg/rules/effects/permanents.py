"""Effects on permanents and the stack: tokens, destruction, moves, counters, continuous effects (CR 611, 701)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition
from hordemtg.rules import layers, terms
from hordemtg.rules.effects.steps import StepFn, current, present, store
from hordemtg.rules.layers import Continuous
from hordemtg.rules.objects import Frame, GameObject, Player

if TYPE_CHECKING:
    from hordemtg.rules.game import Game


def _create(step: e.CreateTokens) -> StepFn:
    from hordemtg.rules.compiled import RunChange  # the compiled forms of changes live with cards

    who, count, slot = terms.players(step.who), terms.amount(step.amount), step.slot
    changes = [RunChange(c) for c in step.changes]
    form_of = _form(step)

    def create(game: Game, frame: Frame) -> None:
        made: list[GameObject] = []
        for p in who(game, frame):
            made += game.create_tokens(
                p, count(game, frame), step.token, frame.source, step.tapped, step.attacking, form_of(game, frame)
            )
        if changes and made:
            effect = Continuous(frame.source, frame, game.new_timestamp(), changes)
            effect.objects, effect.duration, effect.created = list(made), "for good", True
            game.begin_continuous(effect)
        store(frame, slot, made, len(made), bool(made))

    return create


def _form(step: e.CreateTokens) -> Callable[[Game, Frame], CardDefinition | None]:
    """The token that the step describes; an X in its power and toughness is what it is now (CR 107.3i)."""
    form = step.form
    if form is None or (isinstance(form.power, t.Number | None) and isinstance(form.toughness, t.Number | None)):
        return lambda game, frame: form
    power, toughness = terms.amount(form.power or t.Number(0)), terms.amount(form.toughness or t.Number(0))
    known: dict[tuple[int, int], CardDefinition] = {}

    def form_now(game: Game, frame: Frame) -> CardDefinition:
        now = power(game, frame), toughness(game, frame)
        if now not in known:
            known[now] = replace(form, power=t.Number(now[0]), toughness=t.Number(now[1]))
        return known[now]

    return form_now


def _destroy(step: e.Destroy) -> StepFn:
    what, slot, regenerate = terms.objects(step.what), step.slot, step.regenerate

    def destroy(game: Game, frame: Frame) -> None:
        gone = game.destroy(present(what(game, frame)), frame.source, "701.7", regenerate)
        store(frame, slot, gone, len(gone), bool(gone))

    return destroy


def _sacrifice(step: e.SacrificeEffect) -> StepFn:
    who, slot, what = terms.players(step.who), step.slot, step.what
    if isinstance(what, t.Chosen):
        return _sacrifice_chosen(step, what)
    find = terms.objects(what)

    def sacrifice(game: Game, frame: Frame) -> None:
        gone: list[GameObject] = []
        for p in who(game, frame):
            own = [o for o in present(find(game, frame)) if o.zone == "battlefield" and o.controller is p]
            gone += game.sacrifice(p, own, frame.source, "701.17")
        store(frame, slot, gone, len(gone), bool(gone))

    return sacrifice


def _sacrifice_chosen(step: e.SacrificeEffect, what: t.Chosen) -> StepFn:
    """Each player chooses among their own in turn order, then all are sacrificed together (CR 101.4, 608.2f)."""
    who, slot = terms.players(step.who), step.slot
    candidates, least, most = terms.group(what.group), terms.amount(what.minimum), terms.amount(what.maximum)

    def sacrifice(game: Game, frame: Frame) -> None:
        picked: list[GameObject] = []
        for p in who(game, frame):
            options = [
                o
                for o in candidates(game, frame)
                if o.controller is p and not game.restricted(o, "can't be sacrificed")
            ]
            low, high = min(least(game, frame), len(options)), min(most(game, frame), len(options))
            picked += game.choose_objects(p, options, low, high, "give up", frame.source, frame)
        gone = game.sacrifice_together(picked, frame.source, "701.17")
        store(frame, slot, gone, len(gone), bool(gone))

    return sacrifice


def _move(step: e.MoveObjects) -> StepFn:
    what, slot = terms.objects(step.what), step.slot
    under = terms.players(step.under) if step.under is not None else None

    def move(game: Game, frame: Frame) -> None:
        objects = current(what(game, frame), frame)
        if step.until_leaves and frame.source.zone != "battlefield":
            store(frame, slot, [], 0, False)  # CR 610.3a: the duration is over before it begins
            return
        controller = None
        if under is not None:
            found = under(game, frame)
            controller = found[0] if found else None
        origins = [(o, o.zone) for o in objects if o.zone is not None] if step.until_leaves else []
        moved = game.move_all(
            objects,
            step.to,
            step.verb,
            MOVE_RULES.get(step.verb, "400.7"),
            frame.source,
            position=step.position,
            tapped=step.tapped,
            controller=controller,
            counters=dict(step.counters),
        )
        if step.until_leaves:
            game.exile_until(frame.source, [(o.became, zone) for o, zone in origins if o.became is not None])
        store(frame, slot, moved, len(moved), bool(moved))

    return move


MOVE_RULES: Final = {"exile": "701.11", "return": "400.7", "put": "400.7"}


def _tap(step: e.TapObjects) -> StepFn:
    what, slot = terms.objects(step.what), step.slot

    def tap(game: Game, frame: Frame) -> None:
        tapped = [o for o in present(what(game, frame)) if game.tap(o, "701.21")]
        store(frame, slot, tapped, len(tapped), bool(tapped))

    return tap


def _untap(step: e.UntapObjects) -> StepFn:
    what, slot = terms.objects(step.what), step.slot

    def untap(game: Game, frame: Frame) -> None:
        untapped = [o for o in present(what(game, frame)) if game.untap(o, "701.21")]
        store(frame, slot, untapped, len(untapped), bool(untapped))

    return untap


def _counter(step: e.CounterSpell) -> StepFn:
    what, slot = terms.objects(step.what), step.slot
    by_event = step.what == t.Slot("event.other")

    def counter(game: Game, frame: Frame) -> None:
        if by_event and frame.slots.get("event.entry"):
            done = game.counter_entry(frame.slots["event.entry"][0], frame.source, step.exile)
            store(frame, slot, [], int(done), done)
            return
        countered = [o for o in present(what(game, frame)) if game.counter_spell(o, frame.source, step.exile)]
        store(frame, slot, countered, len(countered), bool(countered))

    return counter


def _put_counters(step: e.PutCounters) -> StepFn:
    what, count, kind, slot = terms.objects(step.what), terms.amount(step.amount), step.kind, step.slot

    def put(game: Game, frame: Frame) -> None:
        n = count(game, frame)
        marked = [o for o in present(what(game, frame)) if game.put_counters(o, kind, n, frame.source)]
        store(frame, slot, marked, n * len(marked), bool(marked))

    return put


def _proliferate(step: e.Proliferate) -> StepFn:
    who, slot = terms.players(step.who), step.slot

    def proliferate(game: Game, frame: Frame) -> None:
        for p in who(game, frame):
            options = [o for o in game.battlefield if o.counters]
            chosen = game.choose_objects(p, options, 0, len(options), "proliferate", frame.source, frame)
            poisoned = [x for x in game.players if x.poison]
            sick = [x for x in poisoned if game.ask_yes_no(p, f"proliferate {x.name}", frame.source, frame)]
            for o in chosen:
                for kind in sorted(o.counters):
                    game.put_counters(o, kind, 1, frame.source, "701.27a")
            for x in sick:
                game.give_poison(x, 1, frame.source, "701.27a")
            store(frame, slot, chosen, len(chosen), bool(chosen or sick))

    return proliferate


def _remove_counters(step: e.RemoveCountersFrom) -> StepFn:
    what, kind, slot = terms.objects(step.what), step.kind, step.slot
    count = terms.amount(step.amount) if step.amount is not None else None

    def remove(game: Game, frame: Frame) -> None:
        removed, wanted = 0, 0
        objects = present(what(game, frame))
        for o in objects:
            n = count(game, frame) if count is not None else o.counters.get(kind, 0)
            wanted += n
            removed += game.remove_counters(o, kind, n, "122.1")
        store(frame, slot, objects, removed, removed > 0 and removed >= wanted)

    return remove


def _fight(step: e.Fight) -> StepFn:
    one, other, slot = terms.objects(step.one), terms.objects(step.other), step.slot

    def fight(game: Game, frame: Frame) -> None:
        fighters = present(one(game, frame))[:1] + present(other(game, frame))[:1]
        done = game.fight(fighters)
        store(frame, slot, fighters, len(fighters), done)

    return fight


def _alter(step: e.Alter) -> StepFn:
    from hordemtg.rules.compiled import RunChange

    changes = [RunChange(c) for c in step.changes]
    duration, slot = step.duration, step.slot
    rules_only = all(isinstance(c.node, e.Restrict) for c in changes)
    live = step.what.group if rules_only and isinstance(step.what, t.Each) else None
    live_fits = terms.test(live.filter) if live is not None else None
    what = terms.objects(step.what)

    def alter(game: Game, frame: Frame) -> None:
        if duration in layers.WHILE_HERE and not layers.may_begin(frame, duration):
            store(frame, slot, [], 0, False)  # CR 611.2b: the duration is over before it begins
            return
        effect = Continuous(frame.source, frame, game.new_timestamp(), changes)
        effect.duration = duration
        effect.expires_for, effect.since = frame.controller, game.turn
        if live_fits is not None:
            effect.fits = live_fits
            objects: list[GameObject] = []
        else:
            objects = present(what(game, frame))
            if not objects:
                store(frame, slot, [], 0, False)
                return
            effect.objects = objects
            effect.values = [
                (c.one(game, frame) if c.one is not None else 0, c.two(game, frame) if c.two is not None else 0)
                for c in changes
            ]
            game.spend(1, max((abs(n) for pair in effect.values for n in pair), default=0))
        game.begin_continuous(effect)
        store(frame, slot, objects, len(objects), True)

    return alter


def _alter_players(step: e.AlterPlayers) -> StepFn:
    who = terms.players(step.who)
    altered = terms.players(t.PlayerSlot("altered"))

    def alter(game: Game, frame: Frame) -> None:
        found = who(game, frame)
        kept = Frame(frame.source, frame.controller)
        kept.slots["altered"] = list(found)
        effect = Continuous(frame.source, kept, game.new_timestamp(), [])
        effect.duration, effect.rules = step.duration, (step.word,)
        effect.expires_for, effect.since = frame.controller, game.turn
        effect.players = altered
        game.begin_continuous(effect)

    return alter


def _attach(step: e.AttachTo) -> StepFn:
    what, to, slot = terms.objects(step.what), terms.objects(step.to), step.slot

    def attach(game: Game, frame: Frame) -> None:
        attachments, hosts = present(what(game, frame)), present(to(game, frame))
        done = bool(attachments and hosts) and game.attach(attachments[0], hosts[0])
        store(frame, slot, attachments, len(attachments), done)

    return attach


def _regenerate(step: e.Regenerate) -> StepFn:
    what = terms.objects(step.what)

    def regenerate(game: Game, frame: Frame) -> None:
        for o in present(what(game, frame)):
            o.regeneration += 1  # a shield is made even if it cannot be applied (CR 701.15c)
            game.note("701.15a", f"{o.label}: regeneration shield", o)

    return regenerate


def _exile_instead(step: e.ExileInstead) -> StepFn:
    what = terms.objects(step.what)

    def exile_instead(game: Game, frame: Frame) -> None:
        for o in present(what(game, frame)):
            game.exile_instead(o, step.when)

    return exile_instead


def _prevent(step: e.PreventDamage) -> StepFn:
    to = terms.objects(step.to) if step.to is not None else None
    to_players = terms.players(step.to_players) if step.to_players is not None else None
    count = terms.amount(step.amount) if step.amount is not None else None
    by = terms.objects(step.by) if step.by is not None else None
    fits = _kind_of(step.to) if count is None else None

    def prevent(game: Game, frame: Frame) -> None:
        receivers: list[GameObject | Player] = list(present(to(game, frame))) if to is not None else []
        if to_players is not None:
            receivers += to_players(game, frame)
        everything = to is None and to_players is None
        amount = count(game, frame) if count is not None else None
        sources = by(game, frame) if by is not None else None
        if amount is not None and not everything:
            for receiver in receivers:  # each has a shield of its own
                game.add_shield(frame.source, [receiver], amount, step.combat_only, sources)
            return
        shield = game.add_shield(frame.source, None if everything else receivers, amount, step.combat_only, sources)
        shield.frame, shield.fits = frame, fits

    return prevent


def _kind_of(what: t.Objects | None) -> terms.Test | None:
    """The test of all permanents of a kind, which are not those of one moment (CR 611.2c)."""
    if isinstance(what, t.Each) and what.group.zone == "battlefield":
        return terms.test(what.group.filter)
    return None


ROWS: Final[dict[type[e.Effect], Callable[[Any], StepFn]]] = {
    e.CreateTokens: _create,
    e.Destroy: _destroy,
    e.SacrificeEffect: _sacrifice,
    e.MoveObjects: _move,
    e.TapObjects: _tap,
    e.UntapObjects: _untap,
    e.CounterSpell: _counter,
    e.PutCounters: _put_counters,
    e.Proliferate: _proliferate,
    e.RemoveCountersFrom: _remove_counters,
    e.Fight: _fight,
    e.Alter: _alter,
    e.AlterPlayers: _alter_players,
    e.AttachTo: _attach,
    e.PreventDamage: _prevent,
    e.Regenerate: _regenerate,
    e.ExileInstead: _exile_instead,
}
