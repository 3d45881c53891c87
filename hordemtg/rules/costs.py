"""Costs other than mana and their payment (CR 118, 601.2h, 602.2b)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

from hordemtg.cards import effects as e
from hordemtg.cards.values import NO_COST, ManaCost
from hordemtg.rules import mana, terms
from hordemtg.rules.objects import Frame, GameObject, Player

if TYPE_CHECKING:
    from hordemtg.rules.game import Game


class RunPart:
    """One part of a cost that takes some objects: how many, and which will do."""

    __slots__ = ("amount", "fits", "node", "slot", "zone")

    def __init__(self, node: e.SacrificeSome | e.DiscardSome | e.ExileSome | e.TapSome | e.ReturnSome) -> None:
        self.node = node
        self.amount = terms.amount(node.amount)
        self.fits = terms.test(node.filter)
        self.zone = "battlefield"
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
            case _:
                assert_never(node)

    def candidates(self, game: Game, player: Player, source: GameObject, frame: Frame) -> list[GameObject]:
        """The objects that may pay this part."""
        if self.zone == "battlefield":
            found = [o for o in game.battlefield if o.controller is player and self.fits(game, o, frame)]
            if isinstance(self.node, e.TapSome):
                found = [o for o in found if not o.tapped]
            if isinstance(self.node, e.SacrificeSome):
                found = [o for o in found if not game.restricted(o, "can't be sacrificed")]
            return found
        zone = player.graveyard if self.zone == "graveyard" else player.hand if self.zone == "hand" else player.exile
        # A spell being cast, or a card whose own ability is being activated from there, is not among them.
        return [o for o in zone if o is not source and self.fits(game, o, frame)]


class RunCost:
    """A cost ready to be checked and paid."""

    __slots__ = ("mana", "node", "parts", "simple", "simple_mana_cost", "taps", "untaps")

    def __init__(self, node: e.Cost) -> None:
        self.node = node
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
                case e.SacrificeSome() | e.DiscardSome() | e.ExileSome() | e.TapSome() | e.ReturnSome():
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

    def payable_without_mana(self, game: Game, player: Player, source: GameObject, frame: Frame) -> bool:
        """Whether everything but the mana can be paid now (CR 118.3)."""
        if self.taps and (source.tapped or source.zone != "battlefield" or game.summoning_sick(source)):
            return False
        if self.untaps and (not source.tapped or source.zone != "battlefield" or game.summoning_sick(source)):
            return False
        for simple in self.simple:
            if not _simple_payable(game, player, source, frame, simple):
                return False
        return not self.parts or self._parts_payable(game, player, source, frame)

    def _parts_payable(self, game: Game, player: Player, source: GameObject, frame: Frame) -> bool:
        """Whether there is enough for every part, no object paying twice; the scarcest part takes first."""
        wanted = [(p.candidates(game, player, source, frame), p.amount(game, frame)) for p in self.parts]
        taken: list[GameObject] = []
        for candidates, amount in sorted(wanted, key=lambda pair: len(pair[0]) - pair[1]):
            free = [o for o in candidates if o not in taken]
            if len(free) < amount:
                return False
            taken += free[:amount]
        return True

    def reserved(self, game: Game, player: Player, source: GameObject, frame: Frame) -> list[GameObject]:
        """What must stay untapped while mana is made: this, if it taps, and enough to tap for the cost."""
        kept = [source] if self.taps else []
        for part in self.parts:
            if isinstance(part.node, e.TapSome):
                candidates = part.candidates(game, player, source, frame)
                candidates.sort(key=lambda o: (o.card.makes_mana, o.id))
                kept += candidates[: part.amount(game, frame)]
        return kept

    def payable(self, game: Game, player: Player, source: GameObject, frame: Frame, more: int = 0) -> bool:
        """Whether the whole cost can be paid now, with `more` generic mana on top."""
        if not self.payable_without_mana(game, player, source, frame):
            return False
        if not self.mana.symbols and more <= 0:
            return True
        exclude = self.reserved(game, player, source, frame)
        return mana.affordable(game, player, mana.prices(self.mana, frame.x, more), exclude) is not None

    def pay(self, game: Game, player: Player, source: GameObject, frame: Frame) -> None:
        """Pay it: make and spend mana, choose what else it takes, and do that (CR 601.2g-h)."""
        if self.mana.symbols:
            exclude = self.reserved(game, player, source, frame)
            price = mana.affordable(game, player, mana.prices(self.mana, frame.x), exclude)
            assert price is not None, "a cost is paid only when it is payable"
            mana.pay(game, player, price, source, exclude)
        chosen = self.choose(game, player, source, frame)
        self.perform(game, player, source, frame, chosen)

    def choose(
        self,
        game: Game,
        player: Player,
        source: GameObject,
        frame: Frame,
        allowed: Callable[[GameObject], bool] | None = None,
    ) -> list[list[GameObject]]:
        """The objects the player will use for each part that takes some, among those that are allowed."""
        result: list[list[GameObject]] = []
        taken: list[GameObject] = []
        for part in self.parts:
            options = [o for o in part.candidates(game, player, source, frame) if o not in taken]
            if allowed is not None:
                options = [o for o in options if allowed(o)]
            count = part.amount(game, frame)
            if isinstance(part.node, e.DiscardSome) and part.node.at_random:
                found = game.chance.some_of(options, count)
            else:
                found = game.choose_objects(player, options, count, count, PURPOSE[part.slot], source, frame)
            taken += found
            result.append(found)
        return result

    def perform(
        self, game: Game, player: Player, source: GameObject, frame: Frame, chosen: list[list[GameObject]]
    ) -> None:
        """Do all that is not mana."""
        if self.taps:
            game.tap(source, "602.2b")
        if self.untaps:
            game.untap(source, "602.2b")
        for part, found in zip(self.parts, chosen, strict=True):
            frame.slots[part.slot] = list(found)
            match part.node:
                case e.SacrificeSome():
                    game.sacrifice(player, found, source, "118.1")
                case e.DiscardSome():
                    game.discard(player, found, source, "118.1")
                case e.ExileSome():
                    game.move_all(found, "exile", "exile", "118.1", source)
                case e.TapSome():
                    for o in found:
                        game.tap(o, "118.1")
                case e.ReturnSome():
                    game.move_all(found, "hand", "return", "118.1", source)
        for simple in self.simple:
            match simple:
                case e.PayLife(amount):
                    game.lose_life(player, terms.amount(amount)(game, frame), source, "119.4")
                case e.SacrificeThis():
                    game.sacrifice(player, [source], source, "118.1")
                case e.DiscardThis():
                    game.discard(player, [source], source, "118.1")
                case e.ExileThis():
                    game.move_all([source], "exile", "exile", "118.1", source)
                case e.RemoveCounters(kind, amount):
                    game.remove_counters(source, kind, terms.amount(amount)(game, frame), "118.1")
                case _:
                    pass


PURPOSE = {
    "cost.sacrificed": "give up",
    "cost.discarded": "discard",
    "cost.exiled": "give up",
    "cost.tapped": "tap",
    "cost.returned": "give up",
}


def _simple_payable(game: Game, player: Player, source: GameObject, frame: Frame, part: e.CostPart) -> bool:
    match part:
        case e.PayLife(amount):
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
