"""Mana: its sources, and how a price can be paid (CR 106, 118, 601.2g-h, 605)."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TYPE_CHECKING, Final

from hordemtg.cards import abilities as a
from hordemtg.cards.values import Zone
from hordemtg.rules import layers, spending
from hordemtg.rules.choices import Choice
from hordemtg.rules.events import Event
from hordemtg.rules.objects import Frame, GameObject, Player
from hordemtg.rules.pool import pool_after
from hordemtg.rules.prices import Price

if TYPE_CHECKING:
    from hordemtg.rules.compiled import RunAbility
    from hordemtg.rules.game import Game

NONE: Final[frozenset[int]] = frozenset()
ENDLESS: Final = a.EndlessMana

Purse = int | tuple[int, Zone]  # whose mana, and for what only
Stamp = tuple[int, int, int, int]  # version, taps, turn, number of continuous effects


class Source:
    """One way to make mana now: an ability of a permanent and the symbols it would add.

    Without an ability it is what pays instead of mana: a creature that convokes, by the keyword `instead`.

    `kind`, `rank` and `fullest` say of it, among all that its permanent could make, what planning a payment wants
    to know, once somebody asks.
    """

    __slots__ = ("ability", "fullest", "instead", "kind", "object", "rank", "symbols")

    def __init__(
        self, object: GameObject, ability: RunAbility | None, symbols: tuple[str, ...], instead: str = ""
    ) -> None:
        self.object = object
        self.ability = ability
        self.instead = instead
        self.symbols = symbols
        self.kind: Kind | None = None  # sources of one kind are alike
        self.rank = -1
        self.fullest = False  # none of its permanent makes more

    @property
    def label(self) -> str:
        return f"{self.object.label}: {''.join(f'{{{s}}}' for s in self.symbols)}"


Kind = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]
AS_CREATURE: Final = 1_000_000  # added to the rank of a creature: it comes after all lands,
EACH_WAY: Final = 1_000  # and for each colour it could make: a source of many comes after one of few


class Maker:
    """A permanent that makes mana, and what it always makes, if tapping or sacrificing it is all that this takes."""

    __slots__ = (
        "abilities", "always", "bound", "card", "frame", "most", "object", "options", "plain", "sacrificed", "sources",
        "taps", "types",
    )  # fmt: skip

    def __init__(self, game: Game, o: GameObject, abilities: list[RunAbility]) -> None:
        self.object, self.card = o, o.card
        self.abilities = abilities
        self.types = game.characteristics(o).types
        self.sources: list[Source] = []
        self.bound: list[Source] = []  # whose mana pays for some things only
        self.frame: Frame | None = None  # what its only ability asks with, if that is not always the same,
        self.options: list[tuple[str, ...]] = []  # and what the sources were made of
        self.taps = self.sacrificed = False
        self.always = True
        self.most = 0
        self.plain = True
        for ability in abilities:
            cost = ability.cost
            assert cost is not None
            self.taps, self.sacrificed = cost.taps, len(cost.simple) > 0
            # Of several abilities each has to tap it, so that what stops one stops them all.
            one = ability.taps_for_mana or (len(abilities) == 1 and ability.zone == "battlefield")
            if not (one and ability.steady_mana and ability.fixed_mana):
                self.always = False
                return
        for ability in abilities:
            for symbols in ability.fixed_mana:
                if ability.spend_only is not None:
                    self.bound.append(Source(o, ability, symbols))
                    continue
                self.sources.append(Source(o, ability, symbols))
                self.most = max(self.most, len(symbols))
                self.plain = self.plain and len(symbols) == 1
        if self.sources:
            _rate(game, self.sources)

    def now(self, game: Game, player: Player, supply: Supply) -> None:
        """Add to the supply what it could make at the moment, where that is not always the same."""
        o = self.object
        most = 0
        for ability in self.abilities:
            if ability.taps_for_mana:
                if o.tapped or (o.sick_turn >= player.latest_turn and game.summoning_sick(o)):
                    continue
            else:
                if not ability.steady_mana:
                    supply.steady = False
                if ability.only_taps:
                    if o.tapped or (o.sick_turn >= player.latest_turn and game.summoning_sick(o)):
                        continue
                elif not game.can_pay_simple(o, ability):
                    continue
            made = self._made(game, player, ability)
            if ability.spend_only is not None:
                supply.bound += made
                continue
            if made and made[0].rank < 0:
                supply.rated = False
            for source in made:
                supply.sources.append(source)
                size = len(source.symbols)
                if size != 1:
                    supply.plain = False
                if size > most:
                    most = size
        supply.most += most

    def _made(self, game: Game, player: Player, ability: RunAbility) -> list[Source]:
        """What the ability could add now: the same sources as before if they would be alike."""
        frame = self.frame
        if frame is None:
            frame = self.frame = Frame(self.object, player)
        assert ability.mana_options is not None
        options = ability.fixed_mana or ability.mana_options(game, frame)
        if len(self.abilities) > 1:
            return [Source(self.object, ability, symbols) for symbols in options]
        if self.options is not options and self.options != options:
            self.options = options
            self.sources = [Source(self.object, ability, symbols) for symbols in options]
            if self.sources:
                _rate(game, self.sources)
        return self.sources


def _rate(game: Game, found: list[Source]) -> None:
    """Say of all the sources of one permanent what a payment wants to know of them."""
    o = found[0].object
    best, most = found[0], len(found[0].symbols)
    made: tuple[tuple[str, ...], ...] = (found[0].symbols,)
    for source in found[1:]:
        made = (*made, source.symbols)
        if len(source.symbols) > most:
            best, most = source, len(source.symbols)
    ways = len(found) if most == 1 else sum([len(set(symbols)) for symbols in made])
    on_battlefield = o.zone == "battlefield"  # a delved card comes after lands and before creatures
    rank = EACH_WAY * (ways if on_battlefield else 9) + most
    if on_battlefield and "creature" in game.characteristics(o).types:
        rank += AS_CREATURE
    for source in found:
        source.kind, source.rank = (made, source.symbols), rank
    best.fullest = most > 0


class Supply:
    """Sources in the order of the battlefield, with what planning a payment wants to know of them."""

    __slots__ = (
        "_able", "_amounts", "bound", "effects", "most", "order", "plain", "prices_met", "rated", "sources", "stamp",
        "steady",
    )  # fmt: skip

    def __init__(self, found: Sequence[Source] = ()) -> None:
        self.sources = list(found)
        self.steady = True  # it stays so until something about permanents changes
        self.stamp: Stamp = (-1, -1, -1, -1)  # the moment it was found at,
        self.effects: Sequence[object] = ()  # and the continuous effects there were
        self.prices_met: dict[int, tuple[list[Price], Price | None]] = {}
        self._amounts: dict[int, int] | None = None
        self.most = 0  # that all objects together make
        self.plain = True  # every source makes one mana
        self.bound: list[Source] = []  # those whose mana pays for some things only
        self.rated = not found  # each source has its rank
        self.order: list[int] = []  # their numbers, the least dear first, once `ranked` has been asked
        self._able: dict[str, int] = {}
        made, counted = 0, None
        for source in found:  # those of one object stand together
            size = len(source.symbols)
            if size != 1:
                self.plain = False
            if source.object is not counted:
                self.most += made
                made, counted = size, source.object
            elif size > made:
                made = size
        self.most += made

    def amounts(self) -> dict[int, int]:
        """For each object that has sources here the most that one of them makes; asked once all are here."""
        known = self._amounts
        if known is None:
            known = self._amounts = {}
            for source in self.sources:
                number, size = source.object.id, len(source.symbols)
                if size >= known.get(number, 0):
                    known[number] = size
        return known

    def without(self, exclude: Sequence[GameObject]) -> set[int]:
        """The numbers of those of the objects that have sources here."""
        amounts = self.amounts()
        return {o.id for o in exclude if o.id in amounts}

    def able(self, colours: str) -> int:
        """How many objects could make mana of one of the colours, if every source makes one mana."""
        known = self._able.get(colours)
        if known is None:
            known = 0
            counted = None
            for source in self.sources:  # those of one object stand together
                if source.symbols[0] in colours and source.object is not counted:
                    known += 1
                    counted = source.object
            self._able[colours] = known
        return known

    def ranked(self, game: Game) -> Supply:
        """The same, with the order in which a payment takes its sources."""
        found = self.sources
        if len(self.order) < len(found):
            count = len(found)
            start = count if self.rated else 0
            while start < count:  # those of one object stand together
                o, end = found[start].object, start + 1
                while end < count and found[end].object is o:
                    end += 1
                if found[start].rank < 0:
                    _rate(game, found[start:end])
                start = end
            of_rank: dict[int, list[int]] = {}
            same: list[int] = []
            of: GameObject | None = None
            for i, source in enumerate(found):
                if source.object is not of:  # and one object's sources have one rank
                    of = source.object
                    same = of_rank.setdefault(source.rank, [])
                same.append(i)
            self.order = same if len(of_rank) == 1 else [i for rank in sorted(of_rank) for i in of_rank[rank]]
        return self


class Makers:
    """A player's permanents that could make mana, tapped or not, and the moment they were found at."""

    __slots__ = ("effects", "makers", "stamp")

    def __init__(self, game: Game, player: Player, only_for: Zone | None, before: Makers | None) -> None:
        self.makers: list[Maker] = []
        self.stamp = _moment(game, player)
        self.effects = game.effects
        known = {maker.object.id: maker for maker in before.makers} if before is not None else {}
        granted, version = player.index in game.mana_granted, game.version
        printed = self.stamp[1] < 0 and before is not None and before.stamp[1] < 0
        for o in game.battlefield:
            if o.controller is not player or not (granted or o.card.makes_mana):
                continue
            maker = known.get(o.id)
            if maker is not None and printed and maker.card is o.card:
                self.makers.append(maker)
                continue
            c = o.characteristics if o.version == version else game.characteristics(o)
            abilities = [r for r in c.abilities if r.mana_options is not None and r.mana_for == only_for]
            if abilities:
                if maker is None or maker.abilities != abilities or maker.types != c.types:
                    maker = Maker(game, o, abilities)
                self.makers.append(maker)

    def current(self, game: Game, player: Player) -> bool:
        """Whether they are still the same."""
        return self.stamp == _moment(game, player) and (self.stamp[1] < 0 or self.effects is game.effects)


def _moment(game: Game, player: Player) -> tuple[int, int, int]:
    """What a player's permanents that make mana depend on: effects only if they may change types or abilities."""
    if game.abilities_change or player.index in game.mana_granted:
        return player.makers, game.version, len(game.effects)
    return player.makers, -1, -1


def paid_for(game: Game, source: GameObject | None) -> Zone | None:
    """The zone, if mana made only for cards cast from there pays for the object, and no other mana does (H10.4)."""
    if source is None or not source.card.base.types:
        return None
    if source.zone == "stack" and source.cast_details is not None:
        return "command" if source.cast_details.from_zone == "command" and game.casting else None
    return "command" if source.zone == "command" else None


def sources(
    game: Game, player: Player, exclude: Sequence[GameObject] = (), only_for: Zone | None = None
) -> list[Source]:
    """What the player could make mana with now (CR 605.1a), in the order of the battlefield."""
    return supply(game, player, exclude, only_for).sources


def supply(game: Game, player: Player, exclude: Sequence[GameObject] = (), only_for: Zone | None = None) -> Supply:
    """What the player could make mana with now, and what planning a payment wants to know of it.

    `only_for` asks for mana that is made only for cards cast from that zone, and for no other.
    Kept until a permanent, its status or its characteristics change.
    """
    key: Purse = player.index if only_for is None else (player.index, only_for)
    if game.effects_dirty:
        layers.reorder(game)  # finds out whether some effect gives mana abilities
    stamp = (game.version, game.taps, game.turn, len(game.effects))
    found = game.source_cache.get(key)
    if found is None or found.stamp != stamp or found.effects is not game.effects:
        found = _supply(game, player, key, only_for)
        if found.steady:
            found.stamp, found.effects = stamp, game.effects
            game.source_cache[key] = found
    if not exclude or not found.without(exclude):
        return found
    return Supply([s for s in found.sources if s.object not in exclude])


def _supply(game: Game, player: Player, key: Purse, only_for: Zone | None) -> Supply:
    """The sources as they are at the moment."""
    makers = game.maker_cache.get(key)
    if makers is None or not makers.current(game, player):
        makers = game.maker_cache[key] = Makers(game, player, only_for, makers)
    supply = Supply()
    since = player.latest_turn
    barred = "can't activate" in game.restrictions
    for maker in makers.makers:
        if barred and game.restricted(maker.object, "can't activate"):
            continue
        if maker.always:
            o = maker.object
            if maker.taps and (o.tapped or (o.sick_turn >= since and game.summoning_sick(o))):
                continue
            if maker.sacrificed and game.restricted(o, "can't be sacrificed"):
                continue
            supply.sources += maker.sources
            if maker.bound:
                supply.bound += maker.bound
            supply.most += maker.most
            if not maker.plain:
                supply.plain = False
        else:
            maker.now(game, player, supply)
    return supply


def supply_for(game: Game, player: Player, source: GameObject | None, use: spending.Use) -> Supply:
    """What the player could pay with now for the spell or ability of `source`: mana, and what pays instead of it."""
    found = supply(game, player, (), paid_for(game, source))
    if not found.bound and not use.helps:
        return found
    more = [
        s
        for s in found.bound
        if s.ability is not None
        and s.ability.spend_only is not None
        and s.ability.spend_only.allows(game, player, source, use)
    ]
    more += [Source(o, None, (symbol,), how) for o, symbol, how in spending.helpers(game, player, source, use)]
    if not more:
        return found
    together: dict[int, list[Source]] = {}
    for each in (*found.sources, *more):
        together.setdefault(each.object.id, []).append(Source(each.object, each.ability, each.symbols, each.instead))
    return Supply([each for group in together.values() for each in group])


def plan(
    game: Game, price: Price, pool: dict[str, int], options: Supply | Sequence[Source], without: Set[int] = NONE
) -> list[int] | None:
    """Option numbers that pay the price together with the pool, sparing flexible sources; None if nothing does.

    No sources are taken of the objects `without`.
    """
    supply = options if isinstance(options, Supply) else Supply(options)
    floating = {s: n for s, n in pool.items() if n} if pool else {}
    room = supply.most
    if without:
        amounts = supply.amounts()
        room -= sum([amounts[number] for number in without])
    if floating:
        room += sum(floating.values())
    if room < price.total:
        return None
    wanted = price.coloured
    if len(wanted) > 1:
        makers = {entry: _makers(supply, entry, without) for entry in wanted}
        if len(makers) > 1:
            wanted = tuple(sorted(wanted, key=makers.__getitem__))
    return _search(wanted, price.generic, floating, supply.ranked(game), [], without)


def _makers(supply: Supply, entry: str, without: Set[int]) -> int:
    """How many sources could pay the symbol."""
    count = 0
    for source in supply.sources:
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
    chosen: list[int],
    used: Set[int],
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
    tried: list[Kind | None] = []
    for i in supply.order:
        source = supply.sources[i]
        if source.object.id in used or source.kind in tried:
            continue
        symbols = source.symbols
        for symbol in symbols:
            if symbol in entry:
                break
        else:
            continue
        tried.append(source.kind)
        left = floating
        if len(symbols) > 1:
            left = dict(floating)
            for s in symbols:
                left[s] = left.get(s, 0) + 1
            left[symbol] -= 1
        found = _search(rest, generic, left, supply, [*chosen, i], used | {source.object.id})
        if found is not None:
            return found
    return None


def _generic(
    generic: int, floating: dict[str, int], supply: Supply, chosen: list[int], used: Set[int]
) -> list[int] | None:
    missing = generic - sum(floating.values()) if floating else generic
    if missing <= 0:
        return chosen
    result = list(chosen)
    for i in supply.order:
        source = supply.sources[i]
        if source.fullest and source.object.id not in used:
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
    use: spending.Use = spending.OTHER,
) -> Price | None:
    """The first of the prices that the player could pay now for the spell or ability of `source`, or None."""
    first = choices[0]
    if first.total == 0 and not first.life:
        return first
    if ENDLESS in game.standing and game.has_standing(player, ENDLESS) is not None:
        return first
    found = supply_for(game, player, source, use)
    without = found.without(exclude) if exclude else NONE
    pool: dict[str, int] = {}
    if (player.pool or player.bound) and paid_for(game, source) is None:
        pool = spending.floating(game, player, source, use)
    if "convoke" in use.helps:
        choices = [Price(price.generic, spending.helped(price.coloured), price.life) for price in choices]
    elif not pool and not without and found.steady and len(choices) == 1:
        known = found.prices_met.get(id(choices))
        if known is None:  # the list of prices is kept with the answer, so its id stays its own
            known = (choices, first if met(game, first, pool, found, NONE) else None)
            found.prices_met[id(choices)] = known
        return known[1]
    for price in choices:
        if price.life and (price.life > player.life or game.player_rule(player, "no life total")):
            continue
        if price.total == 0 or met(game, price, pool, found, without):
            return price
    return None


def met(game: Game, price: Price, pool: dict[str, int], supply: Supply, without: Set[int] = NONE) -> bool:
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
    game: Game,
    player: Player,
    price: Price,
    source: GameObject | None,
    exclude: Sequence[GameObject] = (),
    use: spending.Use = spending.OTHER,
) -> None:
    """Activate mana abilities of the player's choice and pay the price from the pool (CR 601.2g-h, 118.3).

    The caller has made sure that the price is affordable.
    """
    if price.life:
        game.lose_life(player, price.life, source, "119.4")
    if price.total == 0:
        return
    held = game.has_standing(player, ENDLESS) if ENDLESS in game.standing else None
    if held is not None:
        game.exercise(*held)
        _remember(source, use, _of_price(price))
        return
    only_for = paid_for(game, source)
    kept: dict[str, int] = {}
    if only_for is not None:  # no other mana pays for it, and of what is made for it nothing is left for anything else
        kept, player.pool = player.pool, {}
    apart: list[tuple[spending.Only, dict[str, int]]] = []
    if player.bound and only_for is None:
        player.pool = spending.floating(game, player, source, use)
        apart = [row for row in player.bound if row[0].allows(game, player, source, use)]
        player.bound = [row for row in player.bound if row not in apart]
    if not player.pool or pool_after(price.coloured, price.generic, player.pool) is None:
        options = [s for s in supply_for(game, player, source, use).sources if s.object not in exclude]
        choice = Choice("mana", player, options, 0, len(options), "pay", source)
        choice.context = price
        choice.check = lambda answer: _covers(price, player, options, answer)
        for i in game.ask(choice):
            made = activate(game, player, options[i], source)
            if made is not None:
                apart.append(made)
    before = player.pool
    spend(player, price)
    spent = {s: n - player.pool.get(s, 0) for s, n in before.items()}
    if apart:
        player.bound += spending.set_apart(player.pool, spent, apart)
    _remember(source, use, spent)
    if only_for is not None:
        player.pool = kept


def _of_price(price: Price) -> dict[str, int]:
    """The mana that whoever has all mana pays with: of the colors asked for, and colorless."""
    spent = {"C": price.generic}
    for entry in price.coloured:
        spent[entry[0]] = spent.get(entry[0], 0) + 1
    return spent


def _remember(source: GameObject | None, use: spending.Use, spent: dict[str, int]) -> None:
    """Keep what mana was spent to cast the spell (CR 601.2h, 400.7d)."""
    if use.kind != "cast" or source is None or source.cast_details is None:
        return
    total = source.cast_details.spent
    for symbol, count in spent.items():
        if count and symbol not in spending.INSTEAD:
            total[symbol] = total.get(symbol, 0) + count


def _covers(price: Price, player: Player, options: list[Source], answer: list[int]) -> str:
    chosen = [options[i] for i in answer]
    if len({s.object.id for s in chosen}) != len(chosen):
        return "a source can make mana once (CR 107.5, 118.3)"
    pool = dict(player.pool)
    for s in chosen:
        for symbol in s.symbols:
            pool[symbol] = pool.get(symbol, 0) + 1
    left = pool_after(price.coloured, price.generic, pool)
    if left is None:
        return f"that mana does not pay {price} (CR 118.3)"
    if any(n and s in spending.INSTEAD for s, n in left.items()):
        return f"more is tapped or exiled than {price} asks for (CR 702.51a)"
    return ""


def covers(price: Price, pool: dict[str, int]) -> bool:
    """Whether the mana of the pool pays the price."""
    return pool_after(price.coloured, price.generic, pool) is not None


def spend(player: Player, price: Price) -> None:
    """Take the price out of the pool (CR 118.3a)."""
    left = pool_after(price.coloured, price.generic, player.pool)
    assert left is not None, "a price is paid only when the pool covers it"
    player.pool = {s: n for s, n in left.items() if n}


def activate(
    game: Game, player: Player, source: Source, paid_for: GameObject | None
) -> tuple[spending.Only, dict[str, int]] | None:
    """Activate a mana ability: pay its cost and add the mana at once (CR 605.3).

    What may be spent on some things only is returned; it is in the pool for the payment that goes on.
    """
    o, ability = source.object, source.ability
    if ability is None:
        spending.help_pay(game, paid_for, o, source.instead)
        symbol = source.symbols[0]
        player.pool[symbol] = player.pool.get(symbol, 0) + 1
        return None
    assert ability.cost is not None
    if ability.taps_for_mana and ability.spend_only is None:
        game.tap(o, "602.2b")
        game.batch += 1
        if game.coverage is not None:
            game.exercise(o, ability)
        add(game, player, source.symbols, o)
        return None
    if ability.per_turn:
        if o.used_this_turn is None:
            o.used_this_turn = {}
            game.used.append(o)
        o.used_this_turn[ability.number] = o.used_this_turn.get(ability.number, 0) + 1
    ability.cost.pay(game, player, o, Frame(o, player))
    game.exercise(o, ability)
    add(game, player, source.symbols, o)
    if ability.spend_only is None:
        return None
    return ability.spend_only, {s: source.symbols.count(s) for s in source.symbols}


def add(
    game: Game,
    player: Player,
    symbols: tuple[str, ...],
    source: GameObject | None,
    only: spending.Only | None = None,
) -> None:
    """Add mana to the player's pool (CR 106.4); apart from it what may be spent on some things only (106.6)."""
    pool: dict[str, int] = player.pool if only is None else {}
    for s in symbols:
        pool[s] = pool.get(s, 0) + 1
    if only is not None:
        player.bound.append((only, pool))
    if game.recorder is not None:
        text = "".join(f"{{{s}}}" for s in symbols)
        game.record(Event("mana", "106.4", player=player, source=source, text=text, amount=len(symbols)))
