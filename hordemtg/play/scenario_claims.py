"""What a scenario expects, compared with the game (CR 109.3, 400)."""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from hordemtg.cards import scenario as s
from hordemtg.cards.values import Place
from hordemtg.play.scenario_names import Names, ScenarioFailure, current, shown, side_of, where, zone_of
from hordemtg.rules.game import Game
from hordemtg.rules.objects import GameObject, Player, StackEntry

STEP_NAMES = {"end": "end step"}


def check(game: Game, names: Names, claim: s.Claim, place: Place) -> str:
    """What is otherwise than the claim says, or ""."""
    place = claim.place if claim.place.line else place
    match claim:
        case s.SideHas():
            return _side_has(names, claim, place)
        case s.ZoneHolds():
            return _zone_holds(game, names, claim, place)
        case s.IsIn():
            return _is_in(game, names, claim, place)
        case s.Controls():
            return _controls(game, names, claim, place)
        case s.HasMana():
            return _mana(names, claim, place)
        case s.StackIs():
            return _stack(game, names, claim, place)
        case s.StageIs(stage):
            now = str(getattr(game, "stage", "no stage: this is no game against a Horde"))
            return "" if now == stage else f"the stage is {now}, not {stage}"
        case s.TimeIs():
            return _time(game, names, claim, place)
        case s.Outcome():
            return _outcome(game, names, claim, place)
        case s.HasStatus(thing, "gone"):
            return _gone(names, thing, place)
        case (
            s.HasStats()
            | s.HasStatus()
            | s.HasDamage()
            | s.HasCounters()
            | s.HasAbility()
            | s.IsWhat()
            | s.IsAttached()
        ):
            for o in _objects(names, claim.thing, place):
                why = _about(game, names, o, claim, place)
                if why:
                    return f"{names.label(o)} {why}"
            return ""
        case _:
            assert_never(claim)


def subjects(names: Names, claim: s.Claim) -> list[GameObject]:
    """The objects that a claim is about, to find the events that matter."""
    things: list[s.Thing] = []
    if isinstance(claim, s.ZoneHolds):
        things = list(claim.things)
    elif hasattr(claim, "thing"):
        things = [claim.thing]
    found: list[GameObject] = []
    for thing in things:
        if thing.alias and thing.name in names.aliases:
            found += names.aliases[thing.name]
        else:
            found += [o for o in names.game.objects() if o.card.name == thing.name]
    return found


def _objects(names: Names, thing: s.Thing, place: Place) -> list[GameObject]:
    if thing.name in names.sides:
        raise ScenarioFailure(f"{thing.name} is a player, not an object", place)
    return names.anywhere(thing, place)


# ---------------------------------------------------------------- one object


def _about(
    game: Game,
    names: Names,
    o: GameObject,
    claim: s.HasStats | s.HasStatus | s.HasDamage | s.HasCounters | s.HasAbility | s.IsWhat | s.IsAttached,
    place: Place,
) -> str:
    """What is otherwise with this object, without its name."""
    c = game.characteristics(o)
    if isinstance(claim, s.HasStats | s.HasStatus | s.HasDamage | s.IsAttached) and o.zone != "battlefield":
        return f"is not on the battlefield: it is {where(o)}"
    match claim:
        case s.HasStats(power=power, toughness=toughness):
            return (
                ""
                if (c.power, c.toughness) == (power, toughness)
                else (f"is {c.power}/{c.toughness}, not {power}/{toughness}")
            )
        case s.HasStatus(word=word):
            return "" if _status(game, o, word) else f"is not {word}"
        case s.HasDamage(number=number):
            return "" if o.damage == number else f"has {o.damage} damage, not {number}"
        case s.HasCounters(kind=kind, number=number):
            now = o.counters.get(kind, 0) if kind else sum(o.counters.values())
            return "" if now == number else f"has {now} {kind or ''} counters, not {number}".replace("  ", " ")
        case s.HasAbility(keyword=keyword, has=has):
            return "" if (keyword in c.keywords) == has else f"{'lacks' if has else 'has'} {keyword}"
        case s.IsWhat(words=words, positive=positive):
            return _is_what(game, o, words, positive)
        case s.IsAttached(to=to):
            host = names.the_object(to, place)
            if o.attached_to is host:
                return ""
            return f"is attached to {names.label(o.attached_to) if o.attached_to is not None else 'nothing'}"
        case _:
            assert_never(claim)


def _status(game: Game, o: GameObject, word: str) -> bool:
    match word:
        case "tapped":
            return o.tapped
        case "untapped":
            return not o.tapped
        case "attacking":
            return o.attacking is not None
        case "blocking":
            return bool(o.blocking)
        case "blocked":
            return o.attacking is not None and o.blocked
        case "unblocked":
            return o.attacking is not None and not o.blocked
        case "summoning sick":
            return game.summoning_sick(o)
        case _:
            raise ValueError(f"no status {word!r}: it can be {', '.join(s.STATUSES)}")


def _is_what(game: Game, o: GameObject, words: tuple[str, ...], positive: bool) -> str:
    c = game.characteristics(o)
    has = {*c.types, *c.subtypes, *c.supertypes, *c.colors}
    if o.token or o.token_card:
        has.add("token")
    if not c.colors:
        has.add("colorless")
    wrong = [w for w in words if (w in has) != positive]
    if not wrong:
        return ""
    return f"is {'not ' if positive else ''}{' '.join(wrong)}: it is {' '.join(sorted(has))}"


def _gone(names: Names, thing: s.Thing, place: Place) -> str:
    names.check_known(thing, place)
    if not thing.alias:
        found = [o for o in names.game.objects() if o.card.name == thing.name]
        return f"{names.label(found[0])} is {where(found[0])}, not gone" if found else ""
    for o in map(current, names.aliases[thing.name]):
        if o.zone is not None:
            return f"{names.label(o)} is {where(o)}, not gone"
    return ""


# ---------------------------------------------------------------- zones


def _side_has(names: Names, claim: s.SideHas, place: Place) -> str:
    player = names.side(claim.side, place)
    if claim.what == "life":
        now = player.life
    elif claim.what == "poison":
        now = player.poison
    else:
        now = len(zone_of(names.game, player, claim.what))
    return "" if now == claim.number else f"{claim.side} {claim.what} is {now}, not {claim.number}"


def _zone_holds(game: Game, names: Names, claim: s.ZoneHolds, place: Place) -> str:
    player = names.side(claim.side, place)
    cards = zone_of(game, player, claim.zone)
    here = f"{claim.side} {claim.zone}"
    if claim.top:
        return _top(game, names, claim, cards, place)
    left = list(cards)
    wanted: Counter[str] = Counter()
    for thing in claim.things:
        names.check_known(thing, place)
        if not thing.alias:
            wanted[thing.name] += thing.count
            continue
        for o in map(current, names.aliases[thing.name]):
            if not any(o is x for x in left):
                return f"{names.label(o)} is {where(o)}, not in {here}"
            left.remove(o)
    names_left = Counter(game.characteristics(o).name for o in left)
    for name, count in wanted.items():
        if names_left[name] != count:
            return f"{here} has {names_left[name]} {name}, not {count}: {_list(game, cards)}"
    others = [o for o in left if game.characteristics(o).name not in wanted]
    if claim.exactly and others:
        return f"{here} has besides {_list(game, others)}"
    return ""


def _top(game: Game, names: Names, claim: s.ZoneHolds, cards: list[GameObject], place: Place) -> str:
    flat = [thing for thing in claim.things for _ in range(1 if thing.alias else thing.count)]
    for i, thing in enumerate(flat):
        single = s.Thing(thing.name, thing.alias, place=thing.place)
        if i >= len(cards) or not names.meant(single, cards[i : i + 1], place):
            return f"the top of {claim.side}'s {claim.zone} is {_list(game, cards[: len(flat)])}"
    return ""


def _is_in(game: Game, names: Names, claim: s.IsIn, place: Place) -> str:
    thing = claim.thing
    names.check_known(thing, place)
    whose = f"{claim.side}'s " if claim.side else ""
    if thing.alias:
        for o in map(current, names.aliases[thing.name]):
            if o.zone != claim.zone or (claim.side and side_of(o) is not names.side(claim.side, place)):
                return f"{names.label(o)} is {where(o)}, not in {whose}{claim.zone}"
        return ""
    players = [names.side(claim.side, place)] if claim.side else game.players
    if thing.side:
        players = [names.side(thing.side, place)]
    found = [o for p in players for o in zone_of(game, p, claim.zone) if game.characteristics(o).name == thing.name]
    if len(found) != thing.count:
        return f"{whose}{claim.zone} has {len(found)} {thing.name}, not {thing.count}"
    return ""


def _controls(game: Game, names: Names, claim: s.Controls, place: Place) -> str:
    player = names.side(claim.side, place)
    if claim.thing.alias:
        for o in _objects(names, claim.thing, place):
            if o.zone != "battlefield":
                return f"{names.label(o)} is {where(o)}"
            if o.controller is not player:
                return f"{o.controller.name} controls {names.label(o)}, not {claim.side}"
        return ""
    found = names.meant(claim.thing, list(zone_of(game, player, "battlefield")), place)
    if len(found) != claim.thing.count:
        return f"{claim.side} controls {len(found)} {claim.thing.name}, not {claim.thing.count}"
    return ""


def _mana(names: Names, claim: s.HasMana, place: Place) -> str:
    player = names.side(claim.side, place)
    wanted: Counter[str] = Counter()
    for symbol in claim.mana.symbols:
        if symbol.isdigit():
            wanted["C"] += int(symbol)
        else:
            wanted[symbol] += 1
    now = Counter({k: n for k, n in player.pool.items() if n})
    for _, bound in player.bound:
        now.update(bound)
    if +wanted == now:
        return ""
    pool = "".join(f"{{{k}}}" * n for k, n in sorted(now.items())) or "no mana"
    return f"{claim.side} has {pool}, not {claim.mana or 'none'}"


def _list(game: Game, cards: list[GameObject]) -> str:
    counted = Counter(game.characteristics(o).name for o in cards)
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in counted.items()) or "nothing"


# ---------------------------------------------------------------- stack, time, end


def _stack(game: Game, names: Names, claim: s.StackIs, place: Place) -> str:
    entries = list(reversed(game.stack))
    now = ", ".join(_entry(names, x) for x in entries) or "empty"
    if len(entries) != len(claim.items):
        return f"the stack is {now}"
    for entry, item in zip(entries, claim.items, strict=True):
        ability = entry.object is None
        o = entry.frame.source if entry.object is None else entry.object
        if ability != item.ability or not _is_source(names, item.thing, o, place):
            wanted = f"{'ability of ' * item.ability}{shown(item.thing)}"
            return f"the stack is {now}: {_entry(names, entry)} is not {wanted}"
    return ""


def _entry(names: Names, entry: StackEntry) -> str:
    if entry.object is not None:
        return names.label(entry.object)
    return f"ability of {names.label(current(entry.frame.source))}"


def _is_source(names: Names, thing: s.Thing, o: GameObject, place: Place) -> bool:
    names.check_known(thing, place)
    if not thing.alias:
        return o.card.name == thing.name
    return any(current(x) is current(o) for x in names.aliases[thing.name])


def _time(game: Game, names: Names, claim: s.TimeIs, place: Place) -> str:
    step = STEP_NAMES.get(game.step, game.step)
    if claim.turn and claim.turn != game.turn:
        return f"it is turn {game.turn}, not {claim.turn}"
    if claim.side and names.side(claim.side, place) is not game.active:
        return f"it is {game.active.name}'s turn, not {claim.side}'s"
    if claim.step and claim.step != step:
        return f"it is the step {step}, not {claim.step}"
    return ""


def _outcome(game: Game, names: Names, claim: s.Outcome, place: Place) -> str:
    now = "the game goes on"
    if game.over:
        now = f"{game.winner.name} wins" if game.winner is not None else "the game is a draw"
        now += f" ({game.reason})"
    winner: Player | None = names.side(claim.winner, place) if claim.winner else None
    right = claim.over == game.over and (not claim.over or game.winner is winner)
    return "" if right else now
