"""What resolving spells and abilities do: effect trees compiled to closures (CR 608.2, 701)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.rules import terms
from hordemtg.rules.layers import Continuous
from hordemtg.rules.objects import Frame, GameObject, Player

if TYPE_CHECKING:
    from hordemtg.rules.game import Game

StepFn = Callable[["Game", Frame], None]

REPEAT_LIMIT = 1000


def compile_steps(steps: e.Steps) -> StepFn:
    """One function that does the steps in order (CR 608.2c)."""
    functions = [compile_step(step) for step in steps]
    if len(functions) == 1:
        return functions[0]

    def run(game: Game, frame: Frame) -> None:
        for f in functions:
            f(game, frame)

    return run


def compile_step(step: e.Effect) -> StepFn:
    """The function of one step, from the table by its class. Raises KeyError for an effect without a row."""
    return TABLE[type(step)](step)


def _store(
    frame: Frame, slot: str, objects: list[Any] | None = None, amount: int | None = None, done: bool = True
) -> None:
    """Keep what a step did: objects, how much, and whether it did what it says."""
    if not slot:
        return
    if objects is not None:
        frame.slots[slot] = objects
    frame.amounts[slot] = amount if amount is not None else len(objects or ())
    frame.done[slot] = done


def _present(objects: list[GameObject]) -> list[GameObject]:
    """Those that are still there: an effect cannot do anything to what has left (CR 400.7, 608.2b)."""
    return [o for o in objects if o.zone is not None]


def _current(objects: list[GameObject]) -> list[GameObject]:
    """The objects, or what they became in the first public zone they went to (CR 400.7e, 400.7j)."""
    found: list[GameObject] = []
    for o in objects:
        if o.zone is None and o.became is not None and o.became.zone in ("graveyard", "exile", "battlefield", "stack"):
            o = o.became
        if o.zone is not None:
            found.append(o)
    return found


# ---------------------------------------------------------------- damage and life


def _deal_damage(step: e.DealDamage) -> StepFn:
    source, count = terms.objects(step.source), terms.amount(step.amount)
    to = terms.objects(step.to) if step.to is not None else None
    to_players = terms.players(step.to_players) if step.to_players is not None else None
    any_target = isinstance(step.to, t.Target)
    slot, divided = step.slot, step.divided

    def deal(game: Game, frame: Frame) -> None:
        sources = source(game, frame)
        damage = count(game, frame)
        receivers: list[GameObject | Player] = list(_present(to(game, frame))) if to is not None else []
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
        _store(frame, slot, [x for x in receivers if isinstance(x, GameObject)], dealt, dealt > 0)

    return deal


def _gain_life(step: e.GainLife) -> StepFn:
    who, count, slot = terms.players(step.who), terms.amount(step.amount), step.slot

    def gain(game: Game, frame: Frame) -> None:
        n = count(game, frame)
        gained = sum(game.gain_life(p, n, frame.source) for p in who(game, frame))
        _store(frame, slot, None, gained, gained > 0)

    return gain


def _lose_life(step: e.LoseLife) -> StepFn:
    who, count, slot = terms.players(step.who), terms.amount(step.amount), step.slot

    def lose(game: Game, frame: Frame) -> None:
        n = count(game, frame)
        lost = sum(game.lose_life(p, n, frame.source) for p in who(game, frame))
        _store(frame, slot, None, lost, lost > 0)

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


# ---------------------------------------------------------------- cards


def _draw(step: e.DrawCards) -> StepFn:
    who, count, slot = terms.players(step.who), terms.amount(step.amount), step.slot

    def draw(game: Game, frame: Frame) -> None:
        drawn: list[GameObject] = []
        for p in who(game, frame):
            drawn += game.draw(p, count(game, frame), frame.source)
        _store(frame, slot, drawn, len(drawn), bool(drawn))

    return draw


def _discard(step: e.DiscardCards) -> StepFn:
    who, slot = terms.players(step.who), step.slot
    count = terms.amount(step.amount) if step.amount is not None else None
    fits = terms.test(step.filter) if step.filter is not None else None
    chooser = terms.players(step.chooser) if step.chooser is not None else None

    def discard(game: Game, frame: Frame) -> None:
        chosen: list[tuple[Player, list[GameObject]]] = []
        for p in who(game, frame):
            if game.discard_replaced(p, count(game, frame) if count is not None else None, frame.source):
                continue
            with game.hand_of(p, frame.controller) as hand:
                options = [o for o in hand if fits is None or fits(game, o, frame)]
                n = min(count(game, frame) if count is not None else len(options), len(options))
                if step.at_random:
                    picked = game.chance.some_of(options, n)
                elif chooser is not None:
                    by = chooser(game, frame)[0]
                    picked = game.choose_objects(by, options, n, n, "harm", frame.source, frame)
                else:
                    picked = game.choose_objects(p, options, n, n, "discard", frame.source, frame)
            chosen.append((p, picked))
        gone: list[GameObject] = []
        for p, picked in chosen:
            gone += game.discard(p, picked, frame.source, "701.8")
        _store(frame, slot, gone, len(gone), bool(gone))

    return discard


def _discard_objects(step: e.DiscardObjects) -> StepFn:
    what, slot = terms.objects(step.what), step.slot

    def discard(game: Game, frame: Frame) -> None:
        gone: list[GameObject] = []
        for o in what(game, frame):
            gone += game.discard(o.owner, [o], frame.source, "701.8")
        _store(frame, slot, gone, len(gone), bool(gone))

    return discard


def _mill(step: e.MillCards) -> StepFn:
    who, count, slot = terms.players(step.who), terms.amount(step.amount), step.slot

    def mill(game: Game, frame: Frame) -> None:
        milled: list[GameObject] = []
        for p in who(game, frame):
            milled += game.mill(p, count(game, frame), frame.source)
        _store(frame, slot, milled, len(milled), bool(milled))

    return mill


def _reveal_hand(step: e.RevealHand) -> StepFn:
    who = terms.players(step.who)

    def reveal(game: Game, frame: Frame) -> None:
        for p in who(game, frame):
            with game.hand_of(p, frame.controller) as hand:
                for o in hand:
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
            moved = game.move_all(found, step.to, "search", "701.19", frame.source, tapped=step.tapped)
            game.shuffle(p)
            _store(frame, slot, moved, len(moved), bool(moved))

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


# ---------------------------------------------------------------- permanents


def _create(step: e.CreateTokens) -> StepFn:
    from hordemtg.rules.compiled import RunChange  # the compiled forms of changes live with cards

    who, count, slot = terms.players(step.who), terms.amount(step.amount), step.slot
    changes = [RunChange(c) for c in step.changes]

    def create(game: Game, frame: Frame) -> None:
        made: list[GameObject] = []
        for p in who(game, frame):
            made += game.create_tokens(p, count(game, frame), step.token, frame.source, step.tapped, step.attacking)
        if changes and made:
            effect = Continuous(frame.source, frame, game.new_timestamp(), changes)
            effect.objects, effect.duration = list(made), "for good"
            game.begin_continuous(effect)
        _store(frame, slot, made, len(made), bool(made))

    return create


def _destroy(step: e.Destroy) -> StepFn:
    what, slot, regenerate = terms.objects(step.what), step.slot, step.regenerate

    def destroy(game: Game, frame: Frame) -> None:
        gone = game.destroy(_present(what(game, frame)), frame.source, "701.7", regenerate)
        _store(frame, slot, gone, len(gone), bool(gone))

    return destroy


def _sacrifice(step: e.SacrificeEffect) -> StepFn:
    who, slot, what = terms.players(step.who), step.slot, step.what
    if isinstance(what, t.Chosen):
        return _sacrifice_chosen(step, what)
    find = terms.objects(what)

    def sacrifice(game: Game, frame: Frame) -> None:
        gone: list[GameObject] = []
        for p in who(game, frame):
            own = [o for o in _present(find(game, frame)) if o.zone == "battlefield" and o.controller is p]
            gone += game.sacrifice(p, own, frame.source, "701.17")
        _store(frame, slot, gone, len(gone), bool(gone))

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
        _store(frame, slot, gone, len(gone), bool(gone))

    return sacrifice


def _move(step: e.MoveObjects) -> StepFn:
    what, slot = terms.objects(step.what), step.slot
    under = terms.players(step.under) if step.under is not None else None

    def move(game: Game, frame: Frame) -> None:
        objects = _current(what(game, frame))
        if step.until_leaves and frame.source.zone != "battlefield":
            _store(frame, slot, [], 0, False)  # CR 610.3a: the duration is over before it begins
            return
        controller = None
        if under is not None:
            found = under(game, frame)
            controller = found[0] if found else None
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
            game.exile_until(frame.source, moved)
        _store(frame, slot, moved, len(moved), bool(moved))

    return move


MOVE_RULES = {"exile": "701.11", "return": "400.7", "put": "400.7"}


def _tap(step: e.TapObjects) -> StepFn:
    what, slot = terms.objects(step.what), step.slot

    def tap(game: Game, frame: Frame) -> None:
        tapped = [o for o in _present(what(game, frame)) if game.tap(o, "701.21")]
        _store(frame, slot, tapped, len(tapped), bool(tapped))

    return tap


def _untap(step: e.UntapObjects) -> StepFn:
    what, slot = terms.objects(step.what), step.slot

    def untap(game: Game, frame: Frame) -> None:
        untapped = [o for o in _present(what(game, frame)) if game.untap(o, "701.21")]
        _store(frame, slot, untapped, len(untapped), bool(untapped))

    return untap


def _counter(step: e.CounterSpell) -> StepFn:
    what, slot = terms.objects(step.what), step.slot
    by_event = step.what == t.Slot("event.other")

    def counter(game: Game, frame: Frame) -> None:
        if by_event and frame.slots.get("event.entry"):
            done = game.counter_entry(frame.slots["event.entry"][0], frame.source, step.exile)
            _store(frame, slot, [], int(done), done)
            return
        countered = [o for o in _present(what(game, frame)) if game.counter_spell(o, frame.source, step.exile)]
        _store(frame, slot, countered, len(countered), bool(countered))

    return counter


def _put_counters(step: e.PutCounters) -> StepFn:
    what, count, kind, slot = terms.objects(step.what), terms.amount(step.amount), step.kind, step.slot

    def put(game: Game, frame: Frame) -> None:
        n = count(game, frame)
        marked = [o for o in _present(what(game, frame)) if game.put_counters(o, kind, n, frame.source)]
        _store(frame, slot, marked, n * len(marked), bool(marked))

    return put


def _remove_counters(step: e.RemoveCountersFrom) -> StepFn:
    what, kind, slot = terms.objects(step.what), step.kind, step.slot
    count = terms.amount(step.amount) if step.amount is not None else None

    def remove(game: Game, frame: Frame) -> None:
        removed, wanted = 0, 0
        objects = _present(what(game, frame))
        for o in objects:
            n = count(game, frame) if count is not None else o.counters.get(kind, 0)
            wanted += n
            removed += game.remove_counters(o, kind, n, "122.1")
        _store(frame, slot, objects, removed, removed > 0 and removed >= wanted)

    return remove


def _fight(step: e.Fight) -> StepFn:
    one, other, slot = terms.objects(step.one), terms.objects(step.other), step.slot

    def fight(game: Game, frame: Frame) -> None:
        fighters = _present(one(game, frame))[:1] + _present(other(game, frame))[:1]
        done = game.fight(fighters)
        _store(frame, slot, fighters, len(fighters), done)

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
        effect = Continuous(frame.source, frame, game.new_timestamp(), changes)
        effect.duration = duration
        effect.expires_for = frame.controller
        if live_fits is not None:
            effect.fits = live_fits
            objects: list[GameObject] = []
        else:
            objects = _present(what(game, frame))
            if not objects:
                _store(frame, slot, [], 0, False)
                return
            effect.objects = objects
            effect.values = [
                (c.one(game, frame) if c.one is not None else 0, c.two(game, frame) if c.two is not None else 0)
                for c in changes
            ]
        game.begin_continuous(effect)
        _store(frame, slot, objects, len(objects), True)

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
        effect.expires_for = frame.controller
        effect.players = altered
        game.begin_continuous(effect)

    return alter


def _attach(step: e.AttachTo) -> StepFn:
    what, to, slot = terms.objects(step.what), terms.objects(step.to), step.slot

    def attach(game: Game, frame: Frame) -> None:
        attachments, hosts = _present(what(game, frame)), _present(to(game, frame))
        done = bool(attachments and hosts) and game.attach(attachments[0], hosts[0])
        _store(frame, slot, attachments, len(attachments), done)

    return attach


def _regenerate(step: e.Regenerate) -> StepFn:
    what = terms.objects(step.what)

    def regenerate(game: Game, frame: Frame) -> None:
        for o in _present(what(game, frame)):
            o.regeneration += 1  # a shield is made even if it cannot be applied (CR 701.15c)
            game.note("701.15a", f"{o.label}: regeneration shield", o)

    return regenerate


def _prevent(step: e.PreventDamage) -> StepFn:
    to = terms.objects(step.to) if step.to is not None else None
    to_players = terms.players(step.to_players) if step.to_players is not None else None
    count = terms.amount(step.amount) if step.amount is not None else None

    def prevent(game: Game, frame: Frame) -> None:
        receivers: list[GameObject | Player] = list(_present(to(game, frame))) if to is not None else []
        if to_players is not None:
            receivers += to_players(game, frame)
        everything = to is None and to_players is None
        game.add_shield(
            None if everything else receivers, count(game, frame) if count is not None else None, step.combat_only
        )

    return prevent


# ---------------------------------------------------------------- structure


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


def _may(step: e.May) -> StepFn:
    who, steps, slot, node = terms.players(step.who), compile_steps(step.steps), step.slot, step

    def may(game: Game, frame: Frame) -> None:
        for p in who(game, frame)[:1]:
            yes = game.ask_yes_no(p, "may", frame.source, frame, node)
            if yes:
                steps(game, frame)
            _store(frame, slot, frame.slots.get(slot), int(yes), yes)

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
        _store(frame, slot, None, int(paid), paid)
        if paid != unless:
            steps(game, frame)
        elif otherwise is not None:
            otherwise(game, frame)

    return ask


def _for_each(step: e.ForEach) -> StepFn:
    what, steps, name = terms.objects(step.what), compile_steps(step.steps), step.as_slot

    def for_each(game: Game, frame: Frame) -> None:
        for o in what(game, frame):
            frame.slots[name] = [o]
            steps(game, frame)

    return for_each


def _repeat(step: e.Repeat) -> StepFn:
    count, steps = terms.amount(step.amount), compile_steps(step.steps)

    def repeat(game: Game, frame: Frame) -> None:
        for _ in range(min(count(game, frame), REPEAT_LIMIT)):
            steps(game, frame)

    return repeat


def _choose(step: e.Choose) -> StepFn:
    what, slot = terms.objects(step.what), step.slot

    def choose(game: Game, frame: Frame) -> None:
        chosen = what(game, frame)
        _store(frame, slot, chosen, len(chosen), bool(chosen))

    return choose


def _coin(step: e.FlipCoin) -> StepFn:
    who = terms.players(step.who)
    won = compile_steps(step.won) if step.won else None
    lost = compile_steps(step.lost) if step.lost else None
    slot = step.slot

    def flip(game: Game, frame: Frame) -> None:
        for p in who(game, frame):
            win = game.flip_coin(p, frame.source)
            _store(frame, slot, None, int(win), win)
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
        game.delay(ability, kept, step.at_once)

    return later


def _add_mana(step: e.AddMana) -> StepFn:
    from hordemtg.rules.compiled import mana_options

    who, options = terms.players(step.who), mana_options(step)

    def add(game: Game, frame: Frame) -> None:
        for p in who(game, frame):
            game.add_mana_choice(p, options(game, frame), frame.source)

    return add


def _lose_game(step: e.LoseGame) -> StepFn:
    who = terms.players(step.who)

    def lose(game: Game, frame: Frame) -> None:
        for p in who(game, frame):
            game.lose(p, "an effect says so", "104.3e")

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
            for o in _current(what(game, frame)):
                if game.can_play_now(p, o, step.free):
                    if not step.may or game.ask_yes_no(p, "may", frame.source, frame, step):
                        game.play_now(p, o, step.free)

    return cast


TABLE: dict[type[e.Effect], Callable[[Any], StepFn]] = {
    e.DealDamage: _deal_damage,
    e.GainLife: _gain_life,
    e.LoseLife: _lose_life,
    e.SetLife: _set_life,
    e.GivePoison: _poison,
    e.DrawCards: _draw,
    e.DiscardCards: _discard,
    e.DiscardObjects: _discard_objects,
    e.MillCards: _mill,
    e.CreateTokens: _create,
    e.Destroy: _destroy,
    e.SacrificeEffect: _sacrifice,
    e.MoveObjects: _move,
    e.TapObjects: _tap,
    e.UntapObjects: _untap,
    e.CounterSpell: _counter,
    e.PutCounters: _put_counters,
    e.RemoveCountersFrom: _remove_counters,
    e.Fight: _fight,
    e.Alter: _alter,
    e.AlterPlayers: _alter_players,
    e.AddMana: _add_mana,
    e.ShuffleLibrary: _shuffle,
    e.SearchLibrary: _search,
    e.Scry: _look,
    e.Surveil: _look,
    e.RevealHand: _reveal_hand,
    e.FlipCoin: _coin,
    e.If: _if,
    e.May: _may,
    e.UnlessPaid: _unless_paid,
    e.IfPaid: _unless_paid,
    e.ForEach: _for_each,
    e.Repeat: _repeat,
    e.Choose: _choose,
    e.Later: _later,
    e.AttachTo: _attach,
    e.PreventDamage: _prevent,
    e.Regenerate: _regenerate,
    e.LoseGame: _lose_game,
    e.WinGame: _win_game,
    e.GetEmblem: _emblem,
    e.CastCards: _cast_cards,
}
