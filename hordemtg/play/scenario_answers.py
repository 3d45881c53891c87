"""What a scenario's answers mean for a question of the game (CR 601.2b-d, 608.2d)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from hordemtg.cards import scenario as s
from hordemtg.cards.values import SYMBOL_OF_COLOR, Place
from hordemtg.play.scenario_names import Names, ScenarioFailure, alike, shown
from hordemtg.rules import mana
from hordemtg.rules.choices import KINDS, Choice
from hordemtg.rules.compiled import RunBody
from hordemtg.rules.game import Game
from hordemtg.rules.objects import GameObject, Player

COST_PURPOSES = ("give up", "discard", "tap")


def describe(names: Names, choice: Choice) -> str:
    """The question in words, with its options, for messages."""
    about = f" for {choice.source.label}" if choice.source is not None else ""
    what = f"{choice.player.name} is asked for {choice.kind}{about}"
    if choice.purpose and choice.purpose != choice.kind:
        what += f" ({choice.purpose})"
    if choice.kind in ("number",):
        return f"{what}: from {choice.minimum} to {choice.maximum}"
    if choice.kind == "division":
        what += f": {choice.total} among"
    shown_options = ", ".join(names.label(x) for x in options_of(choice)[:12])
    many = f", {choice.minimum} to {choice.maximum} of them" if choice.kind in ("targets", "objects", "modes") else ""
    return f"{what}: {shown_options or 'nothing'}{many}"


def options_of(choice: Choice) -> Sequence[Any]:
    """What the options are about: objects and players where there are such, else words."""
    if choice.kind in ("order", "replacement") and isinstance(choice.context, list | tuple):
        if len(choice.context) == len(choice.options):
            return choice.context
    return choice.options


def answer(game: Game, names: Names, choice: Choice, reply: s.Answer) -> list[int]:
    """The option numbers that the scripted answer means. Raises `ScenarioFailure` when it does not fit the question."""
    chosen, place = reply.chosen, reply.place
    kind = choice.kind
    match chosen:
        case s.ChooseThings(things) if kind in ("targets", "objects", "replacement"):
            return pick_things(names, choice, things, place)
        case s.ChooseThings((thing,)) if kind == "color":
            return [_named_kind(names, choice, thing, place)]
        case s.ChooseYesNo(yes) if kind == "yes or no":
            return [int(yes)]
        case s.ChooseYesNo(yes) if kind == "kickers" and len(choice.options) == 2:
            return [int(yes)]
        case s.ChooseNumber(number) if kind == "number":
            return [number]
        case s.ChooseNumber(number) if kind == "cost":
            return [number - 1]
        case s.ChooseColor(color) if kind == "color":
            return [_color(choice, color, place)]
        case s.ChooseModes(modes) if kind == "modes":
            return pick_modes(choice, modes, place)
        case s.Divide(shares) if kind == "division":
            return divide(names, choice, shares, place)
        case s.Order(things) if kind == "order":
            return order(names, choice, things, place)
        case s.PayWith(things) if kind == "mana":
            return pay_with(game, names, choice, things, place)
        case s.CallCoin(heads) if kind == "coin":
            return [0 if heads else 1]
        case (
            s.ChooseThings()
            | s.ChooseYesNo()
            | s.ChooseNumber()
            | s.ChooseColor()
            | s.ChooseModes()
            | s.Divide()
            | s.Order()
            | s.PayWith()
            | s.CallCoin()
        ):
            raise ScenarioFailure(f"that answer does not fit: {describe(names, choice)}", place)
        case _:
            assert_never(chosen)


def _named_kind(names: Names, choice: Choice, thing: s.Thing, place: Place) -> int:
    """The option of that name, where other words than colors are chosen: `A chooses Mountain`, `A chooses "flying"`."""
    if thing.name not in choice.options:
        raise ScenarioFailure(f"that answer does not fit: {describe(names, choice)}", place)
    return list(choice.options).index(thing.name)


def pick_things(names: Names, choice: Choice, things: Sequence[s.Thing], place: Place) -> list[int]:
    """The option numbers of the objects and players named."""
    options = list(options_of(choice))
    found: list[int] = []
    for thing in things:
        left = [x for i, x in enumerate(options) if i not in found]
        for x in names.pick(thing, left, place):
            found.append(next(i for i, y in enumerate(options) if y is x and i not in found))
    return found


def order(names: Names, choice: Choice, things: Sequence[s.Thing], place: Place) -> list[int]:
    """All options in the order named."""
    found = pick_things(names, choice, things, place)
    left = [i for i in range(len(choice.options)) if i not in found]
    if left:
        missing = ", ".join(names.label(options_of(choice)[i]) for i in left)
        raise ScenarioFailure(f"the order does not say where {missing} comes", place)
    return found


def divide(names: Names, choice: Choice, shares: Sequence[tuple[int, s.Thing]], place: Place) -> list[int]:
    """How much each option gets."""
    amounts = [0] * len(choice.options)
    for amount, thing in shares:
        for i in pick_things(names, choice, [thing], place):
            amounts[i] += amount
    return amounts


def pay_with(game: Game, names: Names, choice: Choice, things: Sequence[s.Thing], place: Place) -> list[int]:
    """A way to pay the price with mana of exactly these sources."""
    sources: Sequence[mana.Source] = choice.options
    objects = list({x.object.id: x.object for x in sources}.values())
    chosen: list[GameObject] = []
    for thing in things:
        left = [o for o in objects if not any(o is x for x in chosen)]
        chosen += [x for x in names.pick(thing, left, place) if isinstance(x, GameObject)]
    numbers = [i for i, x in enumerate(sources) if any(x.object is o for o in chosen)]
    found = mana.plan(game, choice.context, choice.player.pool, [sources[i] for i in numbers])
    if found is None:
        raise ScenarioFailure(f"{', '.join(shown(x) for x in things)} cannot pay {choice.context} (CR 118.3)", place)
    used = {sources[numbers[i]].object.id for i in found}
    unused = [o for o in chosen if o.id not in used]
    result = [numbers[i] for i in found]
    # What the script names is tapped for mana even if the price does not need it (CR 601.2g).
    result += [next(i for i in numbers if sources[i].object is o) for o in unused]
    return result


def pick_modes(choice: Choice, modes: Sequence[int | str], place: Place) -> list[int]:
    """The option numbers of the modes, given by number from 1 or by label."""
    every = body_of(choice).modes
    found: list[int] = []
    for wanted in modes:
        if isinstance(wanted, int):
            fitting = [m for i, m in enumerate(every) if i + 1 == wanted]
        else:
            fitting = [m for m in every if m.label.lower() == wanted.lower()]
        if not fitting:
            raise ScenarioFailure(f"there is no mode {wanted}", place)
        at = [i for i, m in enumerate(choice.context) if m is fitting[0]]
        if not at:
            raise ScenarioFailure(f"mode {wanted} cannot be chosen now (CR 700.2a)", place)
        found += at
    return found


def body_of(choice: Choice) -> RunBody:
    """The body whose modes or targets are being chosen."""
    frame = choice.frame
    assert frame is not None
    if frame.ability is not None and frame.ability.body is not None:
        return frame.ability.body
    body = frame.source.card.spell[0].body
    assert body is not None
    return body


def _color(choice: Choice, color: str, place: Place) -> int:
    symbol = SYMBOL_OF_COLOR[color]
    for i, option in enumerate(choice.options):
        if option == color or option.strip("{}").split("}{")[0] == symbol:
            return i
    raise ScenarioFailure(f"{color} is not among {', '.join(map(str, choice.options))}", place)


# ---------------------------------------------------------------- what needs no answer


def by_itself(game: Game, names: Names, choice: Choice) -> list[int] | None:
    """The answer that the script need not give, or None when it must."""
    match choice.kind:
        case "priority" | "kickers":
            return [0]
        case "mana":
            return mana.plan(game, choice.context, choice.player.pool, list(choice.options))
        case "coin":
            return [0]
        case "attackers" | "blockers":
            return [] if choice.check is None or not choice.check([]) else None
        case "order":
            options = options_of(choice)
            if options is not choice.options and _all_alike(game, names, options):
                return list(range(len(options)))
            return None
        case "targets" | "objects":
            if choice.minimum == choice.maximum and _all_alike(game, names, choice.options):
                return list(range(choice.minimum))
            return None
        case "replacement":
            return [0] if _all_alike(game, names, options_of(choice)) else None
        case "modes" | "cost" | "number" | "division" | "yes or no" | "color" | "mulligan":
            return None
        case _:
            raise ValueError(f"the game asks for {choice.kind!r}, which is not among {', '.join(KINDS)}")


def _all_alike(game: Game, names: Names, options: Sequence[Any]) -> bool:
    if not all(isinstance(x, GameObject | Player) for x in options):
        return False
    if len({names.alias_of(x) for x in options if isinstance(x, GameObject)}) > 1:
        return False
    return all(alike(game, options[0], x) for x in options[1:])
