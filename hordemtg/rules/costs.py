"""Costs other than mana and their payment (CR 118, 601.2h, 602.2b)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Final, assert_never

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.values import NO_COST, ManaCost
from hordemtg.rules import mana, prices, spending, terms
from hordemtg.rules.choices import Choice
from hordemtg.rules.objects import Frame, GameObject, Player

if TYPE_CHECKING:
    from hordemtg.rules.game import Game


Some = e.SacrificeSome | e.DiscardSome | e.ExileSome | e.TapSome | e.ReturnSome | e.RevealSome


class RunPart:
    """One part of a cost that takes some objects: how many, and which will do."""

    __slots__ = ("amount", "fits", "node", "power", "sacrifices", "slot", "taps", "zone")

    def __init__(self, node: Some) -> None:
        self.node = node
        self.amount = terms.amount(node.amount)
        self.fits = terms.test(node.filter)
        self.zone = "battlefield"
        self.sacrifices, self.taps = isinstance(node, e.SacrificeSome), isinstance(node, e.TapSome)
        self.power = node.power if isinstance(node, e.TapSome) else 0
        match node:
            case e.SacrificeSome():
                self.slot = "cost.sacrificed"
            case e.DiscardSome():
                self.slot, self.zone = "cost.discarded", "hand"
            case e.ExileSome(zone=zone):
                self.slot, self.zone = "cost.exiled", zone
            case e.TapSome():
                self.slot = "cost.tapped"
            case e.ReturnSome():
                self.slot = "cost.returned"
            case e.RevealSome():
                self.slot, self.zone = "cost.revealed", "hand"
            case _:
                assert_never(node)

    def candidates(
        self, game: Game, player: Player, source: GameObject, frame: Frame, enough: int = 0
    ) -> list[GameObject]:
        """The objects that may pay this part; only the first so many, if no more than `enough` are asked for."""
        fits = self.fits
        if self.zone != "battlefield":
            where = self.zone
            zone = player.graveyard if where == "graveyard" else player.hand if where == "hand" else player.exile
            # A spell being cast, or a card whose own ability is being activated from there, is not among them.
            return [o for o in zone if o is not source and fits(game, o, frame)]
        found: list[GameObject] = []
        for o in game.battlefield:
            if o.controller is not player or not fits(game, o, frame) or (self.taps and o.tapped):
                continue
            if not self.sacrifices or not game.restricted(o, "can't be sacrificed"):
                found.append(o)
                if len(found) == enough:
                    break
        return found


class RunCost:
    """A cost ready to be checked and paid."""

    __slots__ = (
        "life", "mana", "node", "only_mana", "parts", "prices", "simple", "simple_mana_cost", "taps", "untaps", "use",
        "uses_x", "ways",
    )  # fmt: skip

    def __init__(self, node: e.Cost) -> None:
        self.node = node
        self.use = spending.OTHER  # what is paid for
        symbols: tuple[str, ...] = ()
        self.taps = self.untaps = False
        self.parts: list[RunPart] = []
        self.simple: list[e.CostPart] = []
        for part in node:
            match part:
                case e.PayMana(cost):
                    symbols += cost.symbols
                case e.TapThis():
                    self.taps = True
                case e.UntapThis():
                    self.untaps = True
                case (
                    e.SacrificeSome() | e.DiscardSome() | e.ExileSome() | e.TapSome() | e.ReturnSome() | e.RevealSome()
                ):
                    self.parts.append(RunPart(part))
                case e.PayLife() | e.SacrificeThis() | e.DiscardThis() | e.ExileThis() | e.RemoveCounters():
                    self.simple.append(part)
                case _:
                    assert_never(part)
        self.mana: ManaCost = ManaCost(symbols) if symbols else NO_COST
        # Mana abilities that can be activated within a payment: they cost nothing but this itself.
        self.simple_mana_cost = (
            not symbols
            and not self.parts
            and not self.untaps
            and all(isinstance(p, e.SacrificeThis) for p in self.simple)
        )
        self.only_mana = not (self.taps or self.untaps or self.parts or self.simple)
        self.life = [terms.amount(p.amount) for p in self.simple if isinstance(p, e.PayLife)]
        self.prices = prices.of_cost(self.mana) if self.mana.xs == 0 else None  # of its mana alone, where no X is in it
        self.uses_x = self.mana.xs > 0 or any(isinstance(x, t.X) for x in terms.walk(node))
        # What it may come to once Phyrexian symbols and those with two generic are announced (CR 601.2b).
        self.ways: tuple[RunCost, ...] = tuple(RunCost(n) for n in _ways(node, symbols)) or (self,)

    def used_for(self, use: spending.Use) -> RunCost:
        """The cost, which is that of casting or activating something."""
        for way in self.ways:
            way.use = use
        self.use = use
        return self

    @property
    def label(self) -> str:
        """What it takes, in short: the mana and the other parts."""
        words = [str(self.mana)] if self.mana.symbols else []
        words += [_words(part) for part in self.node if not isinstance(part, e.PayMana)]
        return ", ".join(words) or "nothing"

    def payable_without_mana(self, game: Game, player: Player, source: GameObject, frame: Frame) -> bool:
        """Whether everything but the mana can be paid now (CR 118.3)."""
        if self.only_mana:
            return True
        if self.taps and (source.tapped or source.zone != "battlefield" or game.summoning_sick(source)):
            return False
        if self.untaps and (not source.tapped or source.zone != "battlefield" or game.summoning_sick(source)):
            return False
        for simple in self.simple:
            if not _simple_payable(game, player, source, frame, simple):
                return False
        if len(self.life) > 1 and player.life < sum(amount(game, frame) for amount in self.life):
            return False  # CR 119.4
        return not self.parts or self._parts_payable(game, player, source, frame)

    def _parts_payable(self, game: Game, player: Player, source: GameObject, frame: Frame) -> bool:
        """Whether there is enough for every part, no object paying twice; the scarcest part takes first."""
        if len(self.parts) == 1 and not self.parts[0].power:
            part = self.parts[0]
            amount = part.amount(game, frame)
            return len(part.candidates(game, player, source, frame, amount)) >= amount
        wanted = [(p.candidates(game, player, source, frame), p.amount(game, frame)) for p in self.parts if not p.power]
        taken: list[GameObject] = []
        for candidates, amount in sorted(wanted, key=lambda pair: len(pair[0]) - pair[1]):
            free = [o for o in candidates if o not in taken]
            if len(free) < amount:
                return False
            taken += free[:amount]
        crews = [(p, p.candidates(game, player, source, frame)) for p in self.parts if p.power]
        return all(sum(_power(game, o) for o in found if o not in taken) >= p.power for p, found in crews)

    def reserved(
        self,
        game: Game,
        player: Player,
        source: GameObject,
        frame: Frame,
        first: list[GameObject] | None = None,
    ) -> list[GameObject]:
        """What cannot make mana for the payment: this, if it taps, what is to be tapped, what would be gone.

        `first` is what may pay the first part, if that is known already.
        """
        kept = [source] if self.taps else []
        for i, part in enumerate(self.parts):
            if part.zone != "battlefield":
                continue
            able = first if i == 0 and first is not None else part.candidates(game, player, source, frame)
            candidates = [o for o in able if o not in kept]
            if part.taps:
                candidates.sort(key=lambda o: (o.card.makes_mana, o.id))
                kept += candidates[: part.amount(game, frame)]
            else:
                candidates.sort(key=lambda o: (o.card.vanishes, o.id))
                kept += [o for o in candidates[: part.amount(game, frame)] if o.card.vanishes]
        return kept

    def payable(self, game: Game, player: Player, source: GameObject, frame: Frame, more: int = 0) -> bool:
        """Whether the whole cost can be paid now, with `more` generic mana on top."""
        if self.ways[0] is not self:
            for way in self.ways:
                if way.payable(game, player, source, frame, more):
                    return True
            return False
        if not self.only_mana and not self.payable_without_mana(game, player, source, frame):
            return False
        if more <= 0 and not self.mana.symbols:
            return True
        exclude = self.reserved(game, player, source, frame) if self.taps or self.parts else ()
        return mana.affordable(game, player, self._prices(frame, more), exclude, source, self.use) is not None

    def _prices(self, frame: Frame, more: int) -> list[prices.Price]:
        """The ways to pay its mana, with so much more."""
        known = self.prices
        return known if known is not None and more == 0 else prices.of_cost(self.mana, frame.x, more)

    def pay(
        self,
        game: Game,
        player: Player,
        source: GameObject,
        frame: Frame,
        more: int = 0,
        chosen_before: GameObject | None = None,
    ) -> None:
        """Pay it, with `more` generic mana: make and spend mana, choose what else it takes, do that (CR 601.2g-h).

        `chosen_before` is what the first part takes, if that had to be known for the mana.
        """
        if self.ways[0] is not self:
            found = [way for way in self.ways if way.payable(game, player, source, frame, more)]
            choose_way(game, player, source, frame, found).pay(game, player, source, frame, more)
            return
        if self.mana.symbols or more > 0:
            exclude = [] if self.only_mana else self.reserved(game, player, source, frame)
            if chosen_before is not None and chosen_before.card.vanishes:
                exclude.append(chosen_before)
            price = mana.affordable(game, player, self._prices(frame, more), exclude, source, self.use)
            assert price is not None, "a cost is paid only when it is payable"
            mana.pay(game, player, price, source, exclude, self.use)
        if self.only_mana:
            game.batch += 1
            return
        self.perform(game, player, source, frame, self.choose(game, player, source, frame, chosen_before))

    def choose(
        self,
        game: Game,
        player: Player,
        source: GameObject,
        frame: Frame,
        chosen_before: GameObject | None = None,
    ) -> list[list[GameObject]]:
        """The objects the player will use for each part that takes some; the scarcest part chooses first."""
        result: list[list[GameObject]] = [[] for _ in self.parts]
        taken: list[GameObject] = []
        if chosen_before is not None:
            result[0], taken = [chosen_before], [chosen_before]
        wanted = [
            (i, part, part.candidates(game, player, source, frame), part.amount(game, frame))
            for i, part in enumerate(self.parts)
            if not result[i]
        ]
        for i, part, candidates, count in sorted(wanted, key=lambda row: len(row[2]) - row[3]):
            options = [o for o in candidates if o not in taken]
            if part.power:
                found = _crew(game, player, options, part.power, source, frame)
            elif isinstance(part.node, e.DiscardSome) and part.node.at_random:
                found = game.chance.some_of(options, count)
            else:
                found = game.choose_objects(player, options, count, count, PURPOSE[part.slot], source, frame)
            taken += found
            result[i] = found
        return result

    def perform(
        self, game: Game, player: Player, source: GameObject, frame: Frame, chosen: list[list[GameObject]]
    ) -> None:
        """Do all that is not mana, one part after the other (CR 601.2h)."""
        if self.taps:
            game.tap(source, "602.2b")
        if self.untaps:
            game.untap(source, "602.2b")
        for part in self.parts:
            frame.slots[part.slot] = []
        for part, found in zip(self.parts, chosen, strict=True):
            frame.slots[part.slot] += found
            game.batch += 1
            match part.node:
                case e.SacrificeSome():
                    game.sacrifice(player, found, source, "118.1")
                case e.DiscardSome():
                    if not game.discard_replaced(player, len(found), source):
                        game.discard(player, found, source, "118.1")
                case e.ExileSome():
                    game.move_all(found, "exile", "exile", "118.1", source)
                case e.TapSome():
                    for o in found:
                        game.tap(o, "118.1")
                case e.ReturnSome():
                    game.move_all(found, "hand", "return", "118.1", source)
                case e.RevealSome():
                    for o in found:
                        game.reveal(player, o)
        for simple in self.simple:
            game.batch += 1
            match simple:
                case e.PayLife(amount):
                    game.lose_life(player, terms.amount(amount)(game, frame), source, "119.4")
                case e.SacrificeThis():
                    game.sacrifice(player, [source], source, "118.1")
                case e.DiscardThis():
                    if not game.discard_replaced(player, 1, source):
                        game.discard(player, [source], source, "118.1")
                case e.ExileThis():
                    game.move_all([source], "exile", "exile", "118.1", source)
                case e.RemoveCounters(kind, amount):
                    game.remove_counters(source, kind, terms.amount(amount)(game, frame), "118.1")
                case _:
                    pass
        game.batch += 1


def _power(game: Game, o: GameObject) -> int:
    return max(0, game.characteristics(o).power)


def _crew(
    game: Game, player: Player, options: list[GameObject], power: int, source: GameObject, frame: Frame
) -> list[GameObject]:
    """Any number of the creatures whose power together is so much, one chosen after the other (CR 702.122a)."""
    found: list[GameObject] = []
    left = list(options)
    while sum(_power(game, o) for o in found) < power:
        more = [o for o in left if _power(game, o)]
        found += game.choose_objects(player, more, 1, 1, "tap", source, frame)
        left = [o for o in left if o not in found]
    return found + game.choose_objects(player, left, 0, len(left), "tap", source, frame)


def _ways(node: e.Cost, symbols: tuple[str, ...]) -> list[e.Cost]:
    """The costs that this one may be announced as; none when it has no symbol that asks (CR 107.4e-f, 601.2b)."""
    options = [_paid_as(symbol) for symbol in symbols]
    if all(len(paid) == 1 for paid in options):
        return []
    others = tuple(part for part in node if not isinstance(part, e.PayMana))
    found: dict[e.Cost, None] = {}
    for choice in product(*options):
        paid = tuple(sorted(s for s in choice if s))
        life = 2 * choice.count("")
        cost: e.Cost = (*others, *((e.PayMana(ManaCost(paid)),) if paid else ()))
        found[(*cost, e.PayLife(t.Number(life))) if life else cost] = None
    return list(found)


def _paid_as(symbol: str) -> tuple[str, ...]:
    """The symbols it may be announced as; the empty one is 2 life."""
    parts = symbol.split("/")
    if parts[-1] == "P":
        return "/".join(parts[:-1]), ""
    if parts[0] == "2" and len(parts) > 1:
        return parts[1], "2"
    return (symbol,)


def choose_way(game: Game, player: Player, source: GameObject, frame: Frame, ways: Sequence[RunCost]) -> RunCost:
    """The way to pay that the player announces; nobody is asked when there is one (CR 601.2b)."""
    if len(ways) == 1:
        return ways[0]
    choice = Choice("cost", player, [way.label for way in ways], 1, 1, "cost", source, frame)
    choice.context = list(ways)
    return ways[game.ask(choice)[0]]


def _words(part: e.CostPart) -> str:
    match part:
        case e.PayMana(cost):
            return str(cost)
        case e.TapThis():
            return "{T}"
        case e.UntapThis():
            return "{Q}"
        case e.PayLife(t.Number(value)):
            return f"{value} life"
        case e.PayLife():
            return "life"
        case e.SacrificeThis() | e.SacrificeSome():
            return "a sacrifice"
        case e.DiscardThis() | e.DiscardSome():
            return "a discard"
        case e.ExileThis() | e.ExileSome():
            return "an exile"
        case e.TapSome():
            return "tapping"
        case e.ReturnSome():
            return "a return"
        case e.RevealSome():
            return "revealing"
        case e.RemoveCounters(kind=kind):
            return f"{kind} counters"
        case _:
            assert_never(part)


PURPOSE: Final = {
    "cost.sacrificed": "give up",
    "cost.discarded": "discard",
    "cost.exiled": "give up",
    "cost.tapped": "tap",
    "cost.returned": "give up",
    "cost.revealed": "choose",
}


def _simple_payable(game: Game, player: Player, source: GameObject, frame: Frame, part: e.CostPart) -> bool:
    match part:
        case e.PayLife(amount):
            if terms.amount(amount)(game, frame) == 0:
                return True  # CR 119.4b
            if game.player_rule(player, "no life total") or game.player_rule(player, "can't lose life"):
                return False
            return player.life >= terms.amount(amount)(game, frame)
        case e.SacrificeThis():
            return (
                source.zone == "battlefield"
                and source.controller is player
                and not game.restricted(source, "can't be sacrificed")
            )
        case e.DiscardThis():
            return source.zone == "hand"
        case e.ExileThis():
            return source.zone is not None
        case e.RemoveCounters(kind, amount):
            return source.counters.get(kind, 0) >= terms.amount(amount)(game, frame)
        case _:
            return True
