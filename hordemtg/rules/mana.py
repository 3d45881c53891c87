"""Mana: prices, sources, and how a price can be paid (CR 106, 118, 601.2g-h, 605)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hordemtg.cards import abilities as a
from hordemtg.cards.values import ManaCost, Zone
from hordemtg.rules.choices import Choice
from hordemtg.rules.events import Event
from hordemtg.rules.objects import Frame, GameObject, Player

if TYPE_CHECKING:
    from hordemtg.rules.compiled import RunAbility
    from hordemtg.rules.game import Game


class Price:
    """The mana part of a total cost: generic mana, and for each other symbol what can pay it (CR 601.2f)."""

    __slots__ = ("coloured", "generic", "life")

    def __init__(self, generic: int = 0, coloured: tuple[str, ...] = (), life: int = 0) -> None:
        self.generic = generic
        self.coloured = coloured  # each entry is the symbols that can pay it, as in "WU" for hybrid
        self.life = life  # life instead of Phyrexian symbols (CR 107.4f)

    @property
    def total(self) -> int:
        return self.generic + len(self.coloured)

    def __str__(self) -> str:
        generic = f"{{{self.generic}}}" if self.generic or not self.coloured else ""
        return generic + "".join("{" + "/".join(entry) + "}" for entry in self.coloured)


FREE = Price()

PRICES_KEPT = 4096


_PRICES: dict[tuple[tuple[str, ...], int, int], list[Price]] = {}


def prices(cost: ManaCost, x: int = 0, more: int = 0) -> list[Price]:
    """The ways to pay a mana cost with X as announced and `more` generic mana, dearest mana first.

    Hybrid with two generic and Phyrexian symbols give several (CR 107.4e-f).
    """
    key = (cost.symbols, x, more)
    known = _PRICES.get(key)
    if known is None:
        if len(_PRICES) > PRICES_KEPT:
            _PRICES.clear()
        known = _PRICES[key] = _prices(cost, x, more)
    return known


def _prices(cost: ManaCost, x: int, more: int) -> list[Price]:
    found: list[Price] = [Price(max(0, cost.generic + x * cost.xs + more))]
    for symbol in cost.symbols:
        if symbol.isdigit() or symbol == "X":
            continue
        parts = symbol.split("/")
        colours = "".join(p for p in parts if p in "WUBRGC")
        paid = [Price(p.generic, (*p.coloured, colours), p.life) for p in found]
        if parts[0] == "2":
            paid += [Price(p.generic + 2, p.coloured, p.life) for p in found]
        if parts[-1] == "P":
            paid += [Price(p.generic, p.coloured, p.life + 2) for p in found]
        found = paid
    return found


class Source:
    """One way to make mana now: an ability of a permanent and the symbols it would add."""

    __slots__ = ("ability", "object", "symbols")

    def __init__(self, object: GameObject, ability: RunAbility, symbols: tuple[str, ...]) -> None:
        self.object = object
        self.ability = ability
        self.symbols = symbols

    @property
    def label(self) -> str:
        return f"{self.object.label}: {''.join(f'{{{s}}}' for s in self.symbols)}"


class Supply(list[Source]):
    """Sources in the order of the battlefield, with what planning a payment wants to know of them."""

    __slots__ = ("fullest", "kinds", "most", "objects", "order", "prices_met", "steady")

    def __init__(self, game: Game, found: Sequence[Source], steady: bool = False) -> None:
        super().__init__(found)
        self.steady = steady
        self.prices_met: dict[int, tuple[list[Price], Price | None]] = {}
        self.most = 0
        self.objects = {s.object.id for s in found}
        self.fullest: set[int] = set()  # for each object, its source that makes most
        self.kinds: list[tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]] = []  # sources of one kind are alike
        rank: list[tuple[bool, int, int]] = []  # how dear: creatures after lands, many colours after one
        first, count = 0, len(found)
        while first < count:  # the sources of one object stand together
            o = found[first].object
            last = first + 1
            while last < count and found[last].object is o:
                last += 1
            group = found[first:last]
            made = tuple([s.symbols for s in group])
            best = group[0]
            ways = 0
            for s in group:
                if len(s.symbols) > len(best.symbols):
                    best = s
                ways += 1 if len(s.symbols) == 1 else len(set(s.symbols))
                self.kinds.append((made, s.symbols))
            self.fullest.add(id(best))
            self.most += len(best.symbols)
            rank += [("creature" in game.characteristics(o).types, ways, len(best.symbols))] * len(group)
            first = last
        self.order = sorted(range(count), key=rank.__getitem__)


def paid_for(game: Game, source: GameObject | None) -> Zone | None:
    """The zone, if mana made only for cards cast from there pays for the object, and no other mana does (H10.4)."""
    if source is None or not source.card.base.types:
        return None
    if source.zone == "stack" and source.cast_details is not None:
        return "command" if source.cast_details.from_zone == "command" and game.casting else None
    return "command" if source.zone == "command" else None


def sources(game: Game, player: Player, exclude: Sequence[GameObject] = (), only_for: Zone | None = None) -> Supply:
    """What the player could make mana with now (CR 605.1a), in the order of the battlefield.

    `only_for` asks for mana that is made only for cards cast from that zone, and for no other.
    Kept until a permanent, its status or its characteristics change.
    """
    if game.effects_dirty:
        for o in game.battlefield[:1]:
            game.characteristics(o)  # finds out whether some effect gives mana abilities
        found, _ = _sources(game, player, only_for)
        return Supply(game, [s for s in found if s.object not in exclude])
    stamp = (game.version, game.taps, game.turn)
    cached = game.source_cache.get((player.index, only_for))
    if cached is not None and cached[0] == stamp:
        supply = cached[1]
    else:
        found, steady = _sources(game, player, only_for)
        supply = Supply(game, found, steady)
        if steady:
            game.source_cache[player.index, only_for] = (stamp, supply)
    if not exclude or supply.objects.isdisjoint([o.id for o in exclude]):
        return supply
    return Supply(game, [s for s in supply if s.object not in exclude])


def _sources(game: Game, player: Player, only_for: Zone | None) -> tuple[list[Source], bool]:
    """The sources, and whether they stay so until something about permanents changes."""
    found: list[Source] = []
    steady = True
    for o in game.battlefield:
        if o.controller is not player or not (o.card.makes_mana or game.grants_mana):
            continue
        for ability in game.characteristics(o).abilities:
            if ability.mana_options is not None and ability.cost is not None and ability.mana_for == only_for:
                steady &= ability.steady_mana
                if not game.can_pay_simple(o, ability):
                    continue
                frame = Frame(o, player)
                found.extend(Source(o, ability, s) for s in ability.mana_options(game, frame))
    return found, steady


def plan(game: Game, price: Price, pool: dict[str, int], options: Sequence[Source]) -> list[int] | None:
    """Option numbers that pay the price together with the pool, sparing flexible sources; None if nothing does."""
    supply = options if isinstance(options, Supply) else Supply(game, options)
    floating = {s: n for s, n in pool.items() if n} if pool else {}
    if sum(floating.values()) + supply.most < price.total:
        return None
    wanted = price.coloured
    if len(wanted) > 1:
        makers = {entry: sum(1 for s in supply if any(x in entry for x in s.symbols)) for entry in wanted}
        wanted = tuple(sorted(wanted, key=makers.__getitem__))
    return _search(wanted, price.generic, floating, supply, [], set())


def _search(
    wanted: tuple[str, ...],
    generic: int,
    floating: dict[str, int],
    supply: Supply,
    chosen: list[int],
    used: set[int],
) -> list[int] | None:
    if not wanted:
        return _generic(generic, floating, supply, chosen, used)
    entry, rest = wanted[0], wanted[1:]
    if floating:
        for symbol in entry:
            if floating.get(symbol, 0):
                left = {**floating, symbol: floating[symbol] - 1}
                found = _search(rest, generic, left, supply, chosen, used)
                if found is not None:
                    return found
    tried: list[tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]] = []
    for i in supply.order:
        source = supply[i]
        if source.object.id in used or supply.kinds[i] in tried:
            continue
        symbol = next((s for s in source.symbols if s in entry), "")
        if not symbol:
            continue
        tried.append(supply.kinds[i])
        left = floating
        if len(source.symbols) > 1:
            left = dict(floating)
            for s in source.symbols:
                left[s] = left.get(s, 0) + 1
            left[symbol] -= 1
        found = _search(rest, generic, left, supply, [*chosen, i], used | {source.object.id})
        if found is not None:
            return found
    return None


def _generic(
    generic: int, floating: dict[str, int], supply: Supply, chosen: list[int], used: set[int]
) -> list[int] | None:
    missing = generic - sum(floating.values())
    if missing <= 0:
        return chosen
    result = list(chosen)
    taken = set(used)
    for i in supply.order:
        source = supply[i]
        if source.object.id not in taken and source.symbols and id(source) in supply.fullest:
            taken.add(source.object.id)
            result.append(i)
            missing -= len(source.symbols)
            if missing <= 0:
                return result
    return None


def affordable(
    game: Game,
    player: Player,
    choices: list[Price],
    exclude: Sequence[GameObject] = (),
    source: GameObject | None = None,
) -> Price | None:
    """The first of the prices that the player could pay now for the spell or ability of `source`, or None."""
    first = choices[0]
    if first.total == 0 and not first.life:
        return first
    if game.standing and game.has_standing(player, a.EndlessMana) is not None:
        return first
    only_for = paid_for(game, source)
    supply = sources(game, player, exclude, only_for)
    pool = player.pool if only_for is None else {}
    if not pool and supply.steady and len(choices) == 1:
        known = supply.prices_met.get(id(choices))
        if known is None:  # the list of prices is kept with the answer, so its id stays its own
            known = (choices, first if plan(game, first, pool, supply) is not None else None)
            supply.prices_met[id(choices)] = known
        return known[1]
    for price in choices:
        if price.life and (price.life > player.life or game.player_rule(player, "no life total")):
            continue
        if price.total == 0 or plan(game, price, pool, supply) is not None:
            return price
    return None


def pay(
    game: Game, player: Player, price: Price, source: GameObject | None, exclude: Sequence[GameObject] = ()
) -> None:
    """Activate mana abilities of the player's choice and pay the price from the pool (CR 601.2g-h, 118.3).

    The caller has made sure that the price is affordable.
    """
    if price.life:
        game.lose_life(player, price.life, source, "119.4")
    if price.total == 0:
        return
    held = game.has_standing(player, a.EndlessMana) if game.standing else None
    if held is not None:
        game.exercise(*held)
        return
    only_for = paid_for(game, source)
    kept: dict[str, int] = {}
    if only_for is not None:  # no other mana pays for it, and of what is made for it nothing is left for anything else
        kept, player.pool = player.pool, {}
    if _plan_from_pool(price, player.pool) is None:
        options = sources(game, player, exclude, only_for)
        choice = Choice("mana", player, options, 0, len(options), "pay", source)
        choice.context = price
        choice.check = lambda answer: _covers(price, player, options, answer)
        for i in game.ask(choice):
            activate(game, player, options[i])
    spend(player, price)
    if only_for is not None:
        player.pool = kept


def _covers(price: Price, player: Player, options: list[Source], answer: list[int]) -> str:
    chosen = [options[i] for i in answer]
    if len({s.object.id for s in chosen}) != len(chosen):
        return "a source can make mana once (CR 107.5, 118.3)"
    pool = dict(player.pool)
    for s in chosen:
        for symbol in s.symbols:
            pool[symbol] = pool.get(symbol, 0) + 1
    return "" if _plan_from_pool(price, pool) is not None else f"that mana does not pay {price} (CR 118.3)"


def covers(price: Price, pool: dict[str, int]) -> bool:
    """Whether the mana of the pool pays the price."""
    return _plan_from_pool(price, pool) is not None


def _plan_from_pool(price: Price, pool: dict[str, int]) -> dict[str, int] | None:
    """What is left of the pool after paying, or None if it does not pay."""
    return _take(list(price.coloured), price.generic, dict(pool))


def _take(wanted: list[str], generic: int, pool: dict[str, int]) -> dict[str, int] | None:
    if not wanted:
        if sum(pool.values()) < generic:
            return None
        # Generic mana takes colourless first, then what there is most of.
        for symbol in sorted(pool, key=lambda s: (s != "C", -pool[s], s)):
            used = min(generic, pool[symbol])
            pool[symbol] -= used
            generic -= used
        return pool
    for symbol in wanted[0]:
        if pool.get(symbol, 0):
            left = _take(wanted[1:], generic, {**pool, symbol: pool[symbol] - 1})
            if left is not None:
                return left
    return None


def spend(player: Player, price: Price) -> None:
    """Take the price out of the pool (CR 118.3a)."""
    left = _plan_from_pool(price, player.pool)
    assert left is not None, "a price is paid only when the pool covers it"
    player.pool = {s: n for s, n in left.items() if n}


def activate(game: Game, player: Player, source: Source) -> None:
    """Activate a mana ability: pay its cost and add the mana at once (CR 605.3)."""
    o, ability = source.object, source.ability
    frame = Frame(o, player)
    assert ability.cost is not None
    if ability.per_turn:
        if o.used_this_turn is None:
            o.used_this_turn = {}
        o.used_this_turn[ability.index] = o.used_this_turn.get(ability.index, 0) + 1
    ability.cost.pay(game, player, o, frame)
    game.exercise(o, ability)
    add(game, player, source.symbols, o)


def add(game: Game, player: Player, symbols: tuple[str, ...], source: GameObject | None) -> None:
    """Add mana to the player's pool (CR 106.4)."""
    for s in symbols:
        player.pool[s] = player.pool.get(s, 0) + 1
    if game.recorder is not None:
        text = "".join(f"{{{s}}}" for s in symbols)
        game.record(Event("mana", "106.4", player=player, source=source, text=text, amount=len(symbols)))
