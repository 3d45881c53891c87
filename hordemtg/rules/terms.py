"""Filters, amounts, conditions and references compiled to closures, once per card (CR 109, 115, 608.2)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, assert_never

from hordemtg.cards import terms as t
from hordemtg.cards.values import BASIC_LAND_TYPES, CARD_TYPES, PERMANENT_TYPES, SYMBOL_OF_COLOR
from hordemtg.rules.objects import Frame, GameObject, Player, Targetable

if TYPE_CHECKING:
    from hordemtg.rules.game import Game

Test = Callable[["Game", GameObject, Frame], bool]
AmountFn = Callable[["Game", Frame], int]
ConditionFn = Callable[["Game", Frame], bool]
ObjectsFn = Callable[["Game", Frame], list[GameObject]]
PlayersFn = Callable[["Game", Frame], list[Player]]

COMPARE: Final[dict[str, Callable[[int, int], bool]]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "!=": operator.ne,
}

ALL_CARD_TYPES: Final = frozenset(CARD_TYPES)
ALL_BASIC_LAND_TYPES: Final = frozenset(BASIC_LAND_TYPES)
NO_WORDS: Final[frozenset[str]] = frozenset()

# ---------------------------------------------------------------- players


def players(node: t.Players) -> PlayersFn:
    """A function that finds the players that `node` names, in turn order from the active player (CR 101.4)."""
    match node:
        case t.You():
            return lambda game, frame: [frame.controller]
        case t.Opponents():
            return lambda game, frame: [p for p in game.in_turn_order() if p is not frame.controller]
        case t.EachPlayer():
            return lambda game, frame: game.in_turn_order()
        case t.ActivePlayer():
            return lambda game, frame: [game.active]
        case t.DefendingPlayer(of):
            find = objects(of)
            return lambda game, frame: _unique([game.defending_player(o) for o in find(game, frame)])
        case t.PlayerTarget(index):
            player_target = _target(index)
            return lambda game, frame: [x for x in player_target(frame) if isinstance(x, Player)]
        case t.PlayerSlot(name):
            return lambda game, frame: [x for x in frame.slots.get(name, ()) if isinstance(x, Player)]
        case t.ControllerOf(of):
            find_controlled = objects(of)
            return lambda game, frame: _unique([o.controller for o in find_controlled(game, frame)])
        case t.OwnerOf(of):
            find_owned = objects(of)
            return lambda game, frame: _unique([o.owner for o in find_owned(game, frame)])
        case _:
            assert_never(node)


def _unique(found: list[Player]) -> list[Player]:
    return list(dict.fromkeys(found))


# ---------------------------------------------------------------- filters


def test(node: t.Filter) -> Test:
    """A function that says whether an object fits the filter, as it is or last was."""
    match node:
        case t.Anything():
            return lambda game, o, frame: True
        case t.IsType("permanent"):
            return lambda game, o, frame: not PERMANENT_TYPES.isdisjoint(game.characteristics(o).types)
        case t.IsType(name):
            return lambda game, o, frame: (
                name
                in (
                    o.characteristics.types
                    if o.version == game.version and not game.effects_dirty
                    else game.characteristics(o).types
                )
            )
        case t.IsSupertype(name):
            return lambda game, o, frame: name in game.characteristics(o).supertypes
        case t.IsSubtype(name):
            return lambda game, o, frame: name in game.characteristics(o).subtypes
        case t.IsColor(name):
            return _of_color(name)
        case t.SharesColor(of):
            return _shares_color(objects(of))
        case t.IsCard():
            return lambda game, o, frame: not o.token
        case t.IsToken():
            return lambda game, o, frame: o.token or o.token_card
        case t.IsNamed(name):
            return lambda game, o, frame: game.characteristics(o).name == name
        case t.HasKeyword(name):
            return lambda game, o, frame: name in game.characteristics(o).keywords
        case t.HasCounter("", least):
            return lambda game, o, frame: sum(o.counters.values()) >= least
        case t.HasCounter(kind, least):
            return lambda game, o, frame: o.counters.get(kind, 0) >= least
        case t.HasStatus(word):
            return _status(word)
        case t.HasHistory(word):
            return _history(word)
        case t.Targets(aimed, zone):
            return _targets(test(aimed), zone)
        case t.IsOneOf(t.This()):
            return lambda game, o, frame: o is frame.source
        case t.IsOneOf(what):
            named = objects(what)
            return lambda game, o, frame: o in named(game, frame)
        case t.SharesName(of):
            return _shares_name(objects(of))
        case t.Relates(relation, to):
            return _relation(relation, objects(to))
        case t.ControlledBy(t.You()):
            return lambda game, o, frame: o.controller is frame.controller
        case t.ControlledBy(t.Opponents()) | t.Not(t.ControlledBy(t.You())):
            return lambda game, o, frame: o.controller is not frame.controller
        case t.ControlledBy(who):
            controllers = players(who)
            return lambda game, o, frame: o.controller in controllers(game, frame)
        case t.OwnedBy(t.You()):
            return lambda game, o, frame: o.owner is frame.controller
        case t.OwnedBy(who):
            owners = players(who)
            return lambda game, o, frame: o.owner in owners(game, frame)
        case t.Measures(measure, comparison, amount_node):
            return _measures(measure, comparison, amount_node)
        case t.Not(t.IsToken()):
            return lambda game, o, frame: not (o.token or o.token_card)
        case t.Not(part):
            inner = test(part)
            return lambda game, o, frame: not inner(game, o, frame)
        case t.AllOf(parts):
            return _all_of(parts)
        case t.AnyOf(parts) if kinds := _card_types(parts):
            return lambda game, o, frame: not kinds.isdisjoint(game.characteristics(o).types)
        case t.AnyOf(parts):
            return _any_of([test(p) for p in parts])
        case _:
            assert_never(node)


def _card_types(parts: tuple[t.Filter, ...]) -> frozenset[str]:
    """The card types, if these are filters for card types alone."""
    names = [part.name for part in parts if isinstance(part, t.IsType) and part.name != "permanent"]
    return frozenset(names) if len(names) == len(parts) else frozenset()


def _any_of(tests: list[Test]) -> Test:
    def any_of(game: Game, o: GameObject, frame: Frame) -> bool:
        for f in tests:
            if f(game, o, frame):
                return True
        return False

    return any_of


def _dear(node: t.Filter) -> bool:
    """Whether a test has to look at characteristics: what has not is asked first."""
    return not isinstance(node, t.ControlledBy | t.OwnedBy | t.HasStatus | t.IsToken | t.IsCard | t.HasCounter)


class Parts:
    """A filter taken apart: what most of them ask first can then be asked without a call."""

    __slots__ = ("card_type", "mine", "name", "other", "rest", "subtype", "theirs", "token", "types")

    def __init__(self, node: t.Filter) -> None:
        left: list[t.Filter] = []
        left.extend(node.parts if isinstance(node, t.AllOf) else (node,))
        self.mine = _take(left, t.ControlledBy(t.You()))
        self.theirs = _take(left, t.ControlledBy(t.Opponents())) or _take(left, t.Not(t.ControlledBy(t.You())))
        # Whether it has to be a token or token card, or must not be one, or None.
        self.token = True if _take(left, t.IsToken()) else False if _take(left, t.Not(t.IsToken())) else None
        named = next((part for part in left if isinstance(part, t.IsNamed)), None)
        self.name = named.name if named is not None and _take(left, named) else ""
        either = next((part for part in left if isinstance(part, t.AnyOf) and _card_types(part.parts)), None)
        self.types = _card_types(either.parts) if either is not None and _take(left, either) else frozenset()
        typed = next((part for part in left if isinstance(part, t.IsType) and part.name != "permanent"), None)
        self.card_type = typed.name if typed is not None and _take(left, typed) else ""
        self.other = _take(left, t.Not(t.IsOneOf(t.This())))
        kind = next((part for part in left if isinstance(part, t.IsSubtype)), None)
        self.subtype = kind.name if kind is not None and _take(left, kind) else ""
        left = [part for part in left if not isinstance(part, t.Anything)]
        self.rest = _every([test(part) for part in sorted(left, key=_dear)]) if left else None


def _take(parts: list[t.Filter], part: t.Filter) -> bool:
    if part not in parts:
        return False
    parts.remove(part)
    return True


def _all_of(parts: tuple[t.Filter, ...]) -> Test:
    taken = Parts(t.AllOf(parts))
    mine, theirs, other, token, rest = taken.mine, taken.theirs, taken.other, taken.token, taken.rest
    card_type, types, subtype, name = taken.card_type, taken.types, taken.subtype, taken.name
    characteristic = bool(card_type or types or subtype or name)
    if rest is not None and not (mine or theirs or other or characteristic) and token is None:
        return rest

    def all_of(game: Game, o: GameObject, frame: Frame) -> bool:
        if mine:
            if o.controller is not frame.controller:
                return False
        if theirs and o.controller is frame.controller:
            return False
        if other and o is frame.source:
            return False
        if token is not None and (o.token or o.token_card) is not token:
            return False
        if characteristic:
            c = o.characteristics
            if o.version != game.version or game.effects_dirty:
                c = game.characteristics(o)
            if (card_type and card_type not in c.types) or (types and types.isdisjoint(c.types)):
                return False
            if (subtype and subtype not in c.subtypes) or (name and name != c.name):
                return False
        return rest is None or rest(game, o, frame)

    return all_of


def _every(tests: list[Test]) -> Test:
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        a, b = tests
        return lambda game, o, frame: a(game, o, frame) and b(game, o, frame)

    def every(game: Game, o: GameObject, frame: Frame) -> bool:
        for f in tests:
            if not f(game, o, frame):
                return False
        return True

    return every


def _status(word: str) -> Test:
    table: dict[str, Test] = {
        "tapped": lambda game, o, frame: o.tapped,
        "untapped": lambda game, o, frame: not o.tapped,
        "attacking": lambda game, o, frame: o.attacking is not None,
        "blocking": lambda game, o, frame: o.in_block,
        "blocked": lambda game, o, frame: o.attacking is not None and o.blocked,
        "unblocked": lambda game, o, frame: o.attacking is not None and not o.blocked and game.blockers_declared,
        "enchanted": lambda game, o, frame: any("Aura" in game.characteristics(a).subtypes for a in o.attachments),
        "equipped": lambda game, o, frame: any("Equipment" in game.characteristics(a).subtypes for a in o.attachments),
        "modified": lambda game, o, frame: (
            any(o.counters.values()) or any(_modifies(game, a, o) for a in o.attachments)
        ),
    }
    return table[word]


def _modifies(game: Game, attachment: GameObject, o: GameObject) -> bool:
    """Whether it is an Equipment, or an Aura of the same controller (CR 700.9)."""
    subtypes = game.characteristics(attachment).subtypes
    return "Equipment" in subtypes or ("Aura" in subtypes and attachment.controller is o.controller)


def _targets(fits: Test, zone: str | None) -> Test:
    """Whether a target of the spell fits; it is on the stack (CR 115.9b)."""

    def targets(game: Game, o: GameObject, frame: Frame) -> bool:
        entry = next((each for each in game.stack if each.object is o), None)
        return entry is not None and any(
            isinstance(x, GameObject) and zone in (None, x.zone) and fits(game, x, frame)
            for group in entry.frame.targets
            for x in group
        )

    return targets


def _shares_name(of: ObjectsFn) -> Test:
    def shares_name(game: Game, o: GameObject, frame: Frame) -> bool:
        name = game.characteristics(o).name
        return bool(name) and any(game.characteristics(x).name == name for x in of(game, frame))

    return shares_name


def _history(word: str) -> Test:
    table: dict[str, Test] = {
        "entered this turn": lambda game, o, frame: o.entered_turn == game.turn,
        "attacked this turn": lambda game, o, frame: o.attacked_turn == game.turn,
        "blocked this turn": lambda game, o, frame: o.blocked_turn == game.turn,
        "was dealt damage this turn": lambda game, o, frame: o.damaged_turn == game.turn,
        "came under your control since your last upkeep": (
            lambda game, o, frame: o.sick_turn >= max(0, frame.controller.previous_turn)
        ),
    }
    return table[word]


def _of_color(name: str) -> Test:
    """CR 105.2."""
    if name == "colorless":
        return lambda game, o, frame: not game.characteristics(o).colors
    if name == "multicolored":
        return lambda game, o, frame: len(game.characteristics(o).colors) > 1
    if name == "monocolored":
        return lambda game, o, frame: len(game.characteristics(o).colors) == 1
    return lambda game, o, frame: name in game.characteristics(o).colors


def _shares_color(find: ObjectsFn) -> Test:
    def shares(game: Game, o: GameObject, frame: Frame) -> bool:
        colors = game.characteristics(o).colors
        return any(not colors.isdisjoint(game.characteristics(x).colors) for x in find(game, frame))

    return shares


def _relation(relation: str, to: ObjectsFn) -> Test:
    if relation == "blocking":
        # An attacker that has left keeps its blockers as last-known information (CR 608.2h).
        return lambda game, o, frame: any(
            x in o.blocking or (x.zone is None and o in x.blocked_by) for x in to(game, frame)
        )
    if relation == "blocked by":
        return lambda game, o, frame: any(o in x.blocking for x in to(game, frame))
    return lambda game, o, frame: o.attached_to is not None and any(o.attached_to is x for x in to(game, frame))


def measure_of(game: Game, o: GameObject, measure: str) -> int:
    """Power, toughness, mana value, or power and toughness together, of one object now or as it last was."""
    c = o.characteristics if o.version == game.version and not game.effects_dirty else game.characteristics(o)
    if measure == "power":
        return c.power
    if measure == "toughness":
        return c.toughness
    if measure == "mana value":
        # CR 202.3e: on the stack X counts as what was announced
        if c.mana_cost.xs and o.zone == "stack" and o.cast_details is not None:
            return c.mana_value + c.mana_cost.xs * o.cast_details.x
        return c.mana_value
    return c.power + c.toughness


def _measures(measure: str, comparison: str, amount_node: t.Amount) -> Test:
    compare = COMPARE[comparison]
    if isinstance(amount_node, t.Number):
        value = amount_node.value
        if measure == "power":
            return lambda game, o, frame: compare(game.characteristics(o).power, value)
        return lambda game, o, frame: compare(measure_of(game, o, measure), value)
    limit = amount(amount_node)
    return lambda game, o, frame: compare(measure_of(game, o, measure), limit(game, frame))


# ---------------------------------------------------------------- objects


def group(node: t.Group) -> ObjectsFn:
    """A function that lists the objects of the group, in the zone's order."""
    zone = node.zone
    if zone == "battlefield":
        return _on_battlefield(node.filter)
    fits = test(node.filter)
    if zone == "stack":
        return lambda game, frame: [
            e.object for e in game.stack if e.object is not None and fits(game, e.object, frame)
        ]
    if zone == "command":
        return lambda game, frame: [o for o in game.command if fits(game, o, frame)]
    owners = players(node.owner) if node.owner is not None else None
    if zone == "hand":
        whose = owners or (lambda game, frame: game.in_turn_order())
        return lambda game, frame: [
            o for p in whose(game, frame) for o in game.hand_of(p, frame) if fits(game, o, frame)
        ]
    if owners is None:
        return lambda game, frame: [
            o for p in game.in_turn_order() for o in game.cards_in(p, zone) if fits(game, o, frame)
        ]
    return lambda game, frame: [o for p in owners(game, frame) for o in game.cards_in(p, zone) if fits(game, o, frame)]


def _on_battlefield(node: t.Filter) -> ObjectsFn:
    taken = Parts(node)
    mine, theirs, other, token, rest = taken.mine, taken.theirs, taken.other, taken.token, taken.rest
    card_type, types, subtype, name = taken.card_type, taken.types, taken.subtype, taken.name
    characteristic = bool(card_type or types or subtype or name)

    def find(game: Game, frame: Frame) -> list[GameObject]:
        found = game.battlefield
        if mine:
            you = frame.controller
            found = [o for o in found if o.controller is you]
        if theirs:
            you = frame.controller
            found = [o for o in found if o.controller is not you]
        if other:
            source = frame.source
            found = [o for o in found if o is not source]
        if token is not None:
            found = [o for o in found if (o.token or o.token_card) is token]
        if characteristic:
            found = having(game, found)
        if rest is not None:
            return [o for o in found if rest(game, o, frame)]
        return list(found) if found is game.battlefield else found

    def having(game: Game, objects: list[GameObject]) -> list[GameObject]:
        found: list[GameObject] = []
        for o in objects:
            c = o.characteristics
            if o.version != game.version or game.effects_dirty:
                c = game.characteristics(o)
            if card_type and card_type not in c.types:
                continue
            if subtype and subtype not in c.subtypes:
                continue
            if (name and name != c.name) or (types and types.isdisjoint(c.types)):
                continue
            found.append(o)
        return found

    return find


def objects(node: t.Objects) -> ObjectsFn:
    """A function that finds the objects that `node` names, in the state they are in now or were last.

    `Chosen` asks the chooser when it is called: it stands for an instruction, not for a description.
    """
    match node:
        case t.This():
            return lambda game, frame: [frame.source]
        case t.Target(index):
            target = _target(index)
            return lambda game, frame: [x for x in target(frame) if isinstance(x, GameObject)]
        case t.Slot(name):
            return lambda game, frame: [x for x in frame.slots.get(name, ()) if isinstance(x, GameObject)]
        case t.Each(of):
            return group(of)
        case t.Chosen():
            return _chosen(node)
        case t.TopOfLibrary(who, how_many):
            whose, count = players(who), amount(how_many)
            return lambda game, frame: [
                o
                for p in whose(game, frame)
                for o in reversed(p.library[max(0, len(p.library) - count(game, frame)) :])
            ]
        case t.Host():
            return lambda game, frame: [frame.source.attached_to] if frame.source.attached_to is not None else []
        case t.Several(parts):
            finds = [objects(p) for p in parts]
            return lambda game, frame: list(dict.fromkeys(o for find in finds for o in find(game, frame)))
        case _:
            assert_never(node)


def _target(index: int) -> Callable[[Frame], Sequence[Targetable]]:
    """A target of the ability itself, or of the spell or ability that created it (CR 603.7, 603.12)."""
    key = f"target.{index}"

    def find(frame: Frame) -> Sequence[Targetable]:
        return frame.targets[index] if index < len(frame.targets) else frame.slots.get(key, ())

    return find


def _own_of(of: t.Group, chooser: t.Players) -> bool:
    """Whether each chooser chooses among what is theirs: "each player returns a card from their graveyard"."""
    parts = of.filter.parts if isinstance(of.filter, t.AllOf) else (of.filter,)
    return of.owner == chooser if of.zone != "battlefield" else t.ControlledBy(chooser) in parts


def _chosen(node: t.Chosen) -> ObjectsFn:
    candidates, least, most, who = group(node.group), amount(node.minimum), amount(node.maximum), players(node.chooser)
    at_random = node.at_random
    each_their_own = not isinstance(node.chooser, t.You) and _own_of(node.group, node.chooser)

    def choose(game: Game, frame: Frame) -> list[GameObject]:
        options = candidates(game, frame)
        if each_their_own and len(choosers := who(game, frame)) > 1:
            found: list[GameObject] = []
            for player in choosers:  # in turn order; what they chose is then done at the same time (CR 101.4)
                own = [o for o in options if (o.controller if o.zone == "battlefield" else o.owner) is player]
                low, high = min(least(game, frame), len(own)), min(most(game, frame), len(own))
                found += (
                    game.chance.some_of(own, high)
                    if at_random
                    else game.choose_objects(player, own, low, high, "choose", frame.source)
                )
            return found
        minimum, maximum = min(least(game, frame), len(options)), min(most(game, frame), len(options))
        if at_random:
            return game.chance.some_of(options, maximum)
        result: list[GameObject] = []
        for player in who(game, frame)[:1]:
            result = game.choose_objects(player, options, minimum, maximum, "choose", frame.source)
        return result

    return choose


# ---------------------------------------------------------------- amounts


def amount(node: t.Amount) -> AmountFn:
    """A function that works the amount out (CR 107, 608.2h)."""
    match node:
        case t.Number(value):
            return lambda game, frame: value
        case t.X():
            return lambda game, frame: frame.x
        case t.Count(what):
            find = objects(what)
            return lambda game, frame: len(find(game, frame))
        case t.CountPlayers(who):
            find_players = players(who)
            return lambda game, frame: len(find_players(game, frame))
        case t.MeasureOf(measure, of):
            measured = objects(of)
            return lambda game, frame: sum(measure_of(game, o, measure) for o in measured(game, frame))
        case t.Greatest(measure, of):
            compared = objects(of)
            return lambda game, frame: max((measure_of(game, o, measure) for o in compared(game, frame)), default=0)
        case t.CountersOn(kind, of):
            marked = objects(of)
            return lambda game, frame: sum(
                o.counters.get(kind, 0) if kind else sum(o.counters.values()) for o in marked(game, frame)
            )
        case t.Devotion(color, who):
            devout, symbol = players(who), SYMBOL_OF_COLOR[color]
            return lambda game, frame: sum(
                sum(symbol in s.split("/") for s in game.characteristics(o).mana_cost.symbols)
                for o in game.battlefield
                if o.controller in devout(game, frame)
            )
        case t.TimesThisTurn(event, who):
            doing = players(who)
            return lambda game, frame: sum(p.times.get(event, 0) for p in doing(game, frame))
        case t.CastThisTurn(cast, who):
            casters, like = players(who), test(cast)
            return lambda game, frame: sum(
                caster in [p.index for p in casters(game, frame)] and like(game, o, frame)
                for caster, o in game.cast_spells
            )
        case t.ManaSpent(of, what):
            return _mana_spent(objects(of), what)
        case t.TimesPaid(keyword):
            return lambda game, frame: d.paid.get(keyword, 0) if (d := frame.source.cast_details) is not None else 0
        case t.SpellsBefore():
            return lambda game, frame: d.before if (d := frame.source.cast_details) is not None else 0
        case t.LifeOf(who):
            living = players(who)
            return lambda game, frame: sum(p.life for p in living(game, frame))
        case t.KindsAmong(what, of):
            return _kinds_among(what, objects(of))
        case t.EventAmount(name):
            return lambda game, frame: frame.amounts.get(name, 0)
        case t.Plus(parts):
            terms = [amount(p) for p in parts]
            return lambda game, frame: sum(f(game, frame) for f in terms)
        case t.Times(factor, part):
            inner = amount(part)
            return lambda game, frame: factor * inner(game, frame)
        case t.Half(part, rounded):
            halved = amount(part)
            if rounded == "down":
                return lambda game, frame: halved(game, frame) // 2
            return lambda game, frame: -(-halved(game, frame) // 2)
        case _:
            assert_never(node)


def _mana_spent(find: ObjectsFn, what: str) -> AmountFn:
    def spent(game: Game, frame: Frame) -> int:
        total = 0
        for o in find(game, frame):
            mana = o.cast_details.spent if o.cast_details is not None else {}
            if what == "colors":
                total += sum(1 for symbol, count in mana.items() if count and symbol != "C")
            else:
                total += mana.get(what, 0) if what else sum(mana.values())
        return total

    return spent


def _kinds_among(what: str, find: ObjectsFn) -> AmountFn:
    def kinds(game: Game, frame: Frame) -> int:
        words: set[frozenset[str]] = set()  # of objects that are alike only once
        for o in find(game, frame):
            c = o.characteristics if o.version == game.version and not game.effects_dirty else game.characteristics(o)
            words.add(c.types if what == "card types" else c.colors if what == "colors" else c.subtypes)
        seen = NO_WORDS.union(*words)
        if what == "card types":
            seen &= ALL_CARD_TYPES
        elif what != "colors":
            seen &= ALL_BASIC_LAND_TYPES
        return len(seen)

    return kinds


# ---------------------------------------------------------------- conditions


def condition(node: t.Condition) -> ConditionFn:
    """A function that says whether the condition holds now."""
    match node:
        case t.Compare(left, comparison, right):
            one, compare, other = amount(left), COMPARE[comparison], amount(right)
            return lambda game, frame: compare(one(game, frame), other(game, frame))
        case t.Matches(what, fits_node):
            find, fits = objects(what), test(fits_node)

            def matches(game: Game, frame: Frame) -> bool:
                found = find(game, frame)
                return bool(found) and all(fits(game, o, frame) for o in found)

            return matches
        case t.WasKicked(index):
            return lambda game, frame: index in kicked(frame)
        case t.Done(slot):
            return lambda game, frame: frame.done.get(slot, False)
        case t.Happened(event, who):
            concerned = players(who)
            return lambda game, frame: any(event in p.times for p in concerned(game, frame))
        case t.DuringTurnOf(who):
            whose = players(who)
            return lambda game, frame: game.active in whose(game, frame)
        case t.InStep(name):
            return lambda game, frame: game.is_step(name)
        case t.Negation(part):
            inner = condition(part)
            return lambda game, frame: not inner(game, frame)
        case t.Every(parts):
            every = [condition(p) for p in parts]
            return lambda game, frame: all(f(game, frame) for f in every)
        case t.Either(parts):
            either = [condition(p) for p in parts]
            return lambda game, frame: any(f(game, frame) for f in either)
        case t.SomePlayer(who, slot, part):
            return _some_player(players(who), slot, condition(part))
        case _:
            assert_never(node)


def _some_player(who: PlayersFn, slot: str, holds: ConditionFn) -> ConditionFn:
    def some(game: Game, frame: Frame) -> bool:
        for player in who(game, frame):
            frame.slots[slot] = [player]
            if holds(game, frame):
                return True
        return False

    return some


def kicked(frame: Frame) -> tuple[int, ...]:
    """The kickers paid for the spell, or for the spell that became this permanent (CR 400.7d, 702.33d)."""
    if frame.kicked:
        return frame.kicked
    details = frame.source.cast_details
    return details.kicked if details is not None else ()


def walk(node: Any) -> list[Any]:
    """Every node of a definition tree below and including this one, in order."""
    found: list[Any] = []
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if isinstance(current, tuple):
            waiting.extend(reversed(current))
        elif hasattr(current, "__dataclass_fields__"):
            found.append(current)
            names: list[str] = list(current.__dataclass_fields__)
            waiting += [getattr(current, name) for name in reversed(names)]
    return found
