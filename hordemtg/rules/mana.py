"""Mana: prices, sources, and how a price can be paid (CR 106, 118, 601.2g-h, 605)."""

from __future__ import annotations

from collections.abc import Sequence, Set
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

    __slots__ = ("coloured", "generic", "life", "total")

    def __init__(self, generic: int = 0, coloured: tuple[str, ...] = (), life: int = 0) -> None:
        self.generic = generic
        self.coloured = coloured  # each entry is the symbols that can pay it, as in "WU" for hybrid
        self.life = life  # life instead of Phyrexian symbols (CR 107.4f)
        self.total = generic + len(coloured)

    def __str__(self) -> str:
        generic = f"{{{self.generic}}}" if self.generic or not self.coloured else ""
        return generic + "".join("{" + "/".join(entry) + "}" for entry in self.coloured)


FREE = Price()

NONE: frozenset[int] = frozenset()

Stamp = tuple[int, int, int, int]  # version, taps, turn, number of continuous effects

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

    __slots__ = ("_able", "amounts", "effects", "most", "plain", "prices_met", "ranked", "stamp", "steady")

    def __init__(self, found: Sequence[Source], steady: bool = False) -> None:
        super().__init__(found)
        self.steady = steady
        self.stamp: Stamp = (-1, -1, -1, -1)  # the moment it was found at,
        self.effects: Sequence[object] = ()  # and the continuous effects there were
        self.prices_met: dict[int, tuple[list[Price], Price | None]] = {}
        self.ranked: Ranked | None = None
        self.amounts: dict[int, int] = {}  # for each object the most that one of its sources makes
        self.plain = True  # every source makes one mana
        self._able: dict[str, int] = {}
        amounts = self.amounts
        for source in found:
            number, size = source.object.id, len(source.symbols)
            if size != 1:
                self.plain = False
            if number not in amounts or size > amounts[number]:
                amounts[number] = size
        self.most = sum(amounts.values())

    def without(self, exclude: Sequence[GameObject]) -> set[int]:
        """The numbers of those of the objects that have sources here."""
        amounts = self.amounts
        return {o.id for o in exclude if o.id in amounts}

    def able(self, colours: str) -> int:
        """How many objects could make mana of one of the colours, if every source makes one mana."""
        known = self._able.get(colours)
        if known is None:
            known = 0
            counted = None
            for source in self:  # those of one object stand together
                if source.object is not counted and source.symbols[0] in colours:
                    known += 1
                    counted = source.object
            self._able[colours] = known
        return known

    def ranking(self, game: Game) -> Ranked:
        """How dear its sources are, worked out when it is first asked."""
        if self.ranked is None:
            self.ranked = Ranked(game, self)
        return self.ranked


class Ranked:
    """Which sources a payment takes first, which are alike, and which are the best of their object."""

    __slots__ = ("fullest", "kinds", "order")

    def __init__(self, game: Game, found: Sequence[Source]) -> None:
        count = len(found)
        self.fullest = [False] * count
        self.kinds: list[int] = []  # sources of one kind are alike
        numbers: dict[tuple[tuple[tuple[str, ...], ...], tuple[str, ...]], int] = {}
        rank: list[tuple[bool, int, int]] = []  # how dear: creatures after lands, many colours after one
        first = 0
        while first < count:  # the sources of one object stand together
            o = found[first].object
            symbols = found[first].symbols
            last, best, most = first + 1, first, len(symbols)
            made: tuple[tuple[str, ...], ...] = (symbols,)
            while last < count and found[last].object is o:
                symbols = found[last].symbols
                made = (*made, symbols)
                if len(symbols) > most:
                    best, most = last, len(symbols)
                last += 1
            self.fullest[best] = most > 0
            ways = last - first if most == 1 else 0
            for symbols in made:
                self.kinds.append(numbers.setdefault((made, symbols), len(numbers)))
                if most != 1:
                    ways += 1 if len(symbols) == 1 else len(set(symbols))
            rank += [("creature" in game.characteristics(o).types, ways, most)] * (last - first)
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
    key = (player.index, only_for)
    cached = None
    if game.effects_dirty:
        for o in game.battlefield[:1]:
            game.characteristics(o)  # finds out whether some effect gives mana abilities
    else:
        cached = game.source_cache.get(key)
    stamp = (game.version, game.taps, game.turn, len(game.effects))
    if cached is not None and cached.stamp == stamp and cached.effects is game.effects:
        supply = cached
    else:
        found, steady = _sources(game, player, only_for)
        supply = Supply(found, steady)
        if steady:
            supply.stamp, supply.effects = stamp, game.effects
            game.source_cache[key] = supply
    if not exclude or not supply.without(exclude):
        return supply
    return Supply([s for s in supply if s.object not in exclude])


def _sources(game: Game, player: Player, only_for: Zone | None) -> tuple[list[Source], bool]:
    """The sources, and whether they stay so until something about permanents changes."""
    found: list[Source] = []
    steady = True
    grants, version = game.grants_mana, game.version
    for o in game.battlefield:
        if o.controller is not player or not (grants or o.card.makes_mana):
            continue
        c = o.characteristics if o.version == version and not game.effects_dirty else game.characteristics(o)
        for ability in c.abilities:
            options = ability.mana_options
            if options is None or ability.mana_for != only_for:
                continue
            if ability.taps_for_mana:
                if o.tapped or (o.sick_turn >= player.latest_turn and game.summoning_sick(o)):
                    continue
            else:
                if not ability.steady_mana:
                    steady = False
                if not game.can_pay_simple(o, ability):
                    continue
            for symbols in ability.fixed_mana or options(game, Frame(o, player)):
                found.append(Source(o, ability, symbols))
    return found, steady


def plan(
    game: Game, price: Price, pool: dict[str, int], options: Sequence[Source], without: Set[int] = NONE
) -> list[int] | None:
    """Option numbers that pay the price together with the pool, sparing flexible sources; None if nothing does.

    No sources are taken of the objects `without`.
    """
    supply = options if isinstance(options, Supply) else Supply(options)
    floating = {s: n for s, n in pool.items() if n} if pool else {}
    room = supply.most
    if without:
        room -= sum([supply.amounts[number] for number in without])
    if floating:
        room += sum(floating.values())
    if room < price.total:
        return None
    wanted = price.coloured
    ranked = supply.ranking(game)
    if len(wanted) > 1:
        makers = {entry: _makers(supply, entry, without) for entry in wanted}
        if len(makers) > 1:
            wanted = tuple(sorted(wanted, key=makers.__getitem__))
    return _search(wanted, price.generic, floating, supply, ranked, [], without)


def _makers(supply: Supply, entry: str, without: Set[int]) -> int:
    """How many sources could pay the symbol."""
    count = 0
    for source in supply:
        if source.object.id not in without:
            for symbol in source.symbols:
                if symbol in entry:
                    count += 1
                    break
    return count


def _search(
    wanted: tuple[str, ...],
    generic: int,
    floating: dict[str, int],
    supply: Supply,
    ranked: Ranked,
    chosen: list[int],
    used: Set[int],
) -> list[int] | None:
    if not wanted:
        return _generic(generic, floating, supply, ranked, chosen, used)
    entry, rest = wanted[0], wanted[1:]
    if floating:
        for symbol in entry:
            if floating.get(symbol, 0):
                left = {**floating, symbol: floating[symbol] - 1}
                found = _search(rest, generic, left, supply, ranked, chosen, used)
                if found is not None:
                    return found
    tried: list[int] = []
    kinds = ranked.kinds
    for i in ranked.order:
        source = supply[i]
        if source.object.id in used or kinds[i] in tried:
            continue
        symbols = source.symbols
        for symbol in symbols:
            if symbol in entry:
                break
        else:
            continue
        tried.append(kinds[i])
        left = floating
        if len(symbols) > 1:
            left = dict(floating)
            for s in symbols:
                left[s] = left.get(s, 0) + 1
            left[symbol] -= 1
        found = _search(rest, generic, left, supply, ranked, [*chosen, i], used | {source.object.id})
        if found is not None:
            return found
    return None


def _generic(
    generic: int, floating: dict[str, int], supply: Supply, ranked: Ranked, chosen: list[int], used: Set[int]
) -> list[int] | None:
    missing = generic - sum(floating.values()) if floating else generic
    if missing <= 0:
        return chosen
    result = list(chosen)
    fullest = ranked.fullest
    for i in ranked.order:
        if fullest[i]:
            source = supply[i]
            if source.object.id not in used:
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
    supply = sources(game, player, (), only_for)
    without = supply.without(exclude) if exclude else NONE
    pool = player.pool if only_for is None else {}
    if not pool and not without and supply.steady and len(choices) == 1:
        known = supply.prices_met.get(id(choices))
        if known is None:  # the list of prices is kept with the answer, so its id stays its own
            known = (choices, first if _met(game, first, pool, supply, NONE) else None)
            supply.prices_met[id(choices)] = known
        return known[1]
    for price in choices:
        if price.life and (price.life > player.life or game.player_rule(player, "no life total")):
            continue
        if price.total == 0 or _met(game, price, pool, supply, without):
            return price
    return None


def _met(game: Game, price: Price, pool: dict[str, int], supply: Supply, without: Set[int]) -> bool:
    """Whether the sources and the pool pay the price; where counting decides, no payment is planned."""
    if pool or without:
        return plan(game, price, pool, supply, without) is not None
    if price.total > supply.most:
        return False
    wanted = price.coloured
    if not wanted:
        return True
    one, other = wanted[0], wanted[-1]
    ones, others = wanted.count(one), wanted.count(other)
    same = one == other
    if not supply.plain or (ones if same else ones + others) < len(wanted):
        return plan(game, price, pool, supply) is not None
    # Each symbol finds a source of its own if every set of them has sources enough (Hall's theorem).
    if supply.able(one) < ones or supply.able(other) < others:
        return False
    return same or supply.able(one + other) >= len(wanted)


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
