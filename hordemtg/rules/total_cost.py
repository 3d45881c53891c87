"""The total cost of a spell: the ways to pay it, whether one can be paid, and paying it (CR 601.2b, 601.2f-h)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from hordemtg.cards import effects as e
from hordemtg.cards.values import ManaCost
from hordemtg.rules import limits, mana, prices
from hordemtg.rules.choices import Choice
from hordemtg.rules.costs import RunCost
from hordemtg.rules.objects import Frame, GameObject, Player

if TYPE_CHECKING:
    from collections.abc import Callable

    from hordemtg.rules.characteristics import Characteristics
    from hordemtg.rules.compiled import RunAbility
    from hordemtg.rules.game import Game


def ways(o: GameObject, method: RunAbility | None, free: bool, kicked: tuple[int, ...]) -> tuple[RunCost, ...]:
    """All that the spell costs so, as one cost, once for each way to pay it that its player may announce (CR 601.2b).

    In it are the mana cost or the alternative cost, the kickers, and one option of each additional cost.
    """
    card = o.card
    usual = method is None and not free and not kicked
    if usual and card.usual_costs is not None:
        return card.usual_costs
    key = (id(method), free, kicked)
    known = card.total_costs.get(key)
    if known is None:
        node: e.Cost = ()
        if method is not None:
            assert method.cost is not None and method.alternative is not None
            node = method.cost.node
            if method.alternative.flash and card.base.mana_cost.symbols:  # an additional cost (CR 601.3b, 118.8)
                node = (e.PayMana(card.base.mana_cost), *node)
        elif not free and card.base.mana_cost.symbols:
            node = (e.PayMana(card.base.mana_cost),)
        for i in kicked:
            node = (*node, *card.kickers[i].node)
        found: list[RunCost] = []
        for options in product(*(ability.additional for ability in card.additional)):
            whole = RunCost(node + tuple(part for option in options for part in option.node))
            found += whole.ways
        known = card.total_costs[key] = tuple(way.used_for(card.cast_use) for way in found)
    if usual:
        card.usual_costs = known
    return known


def pay_again(o: GameObject, ways: list[tuple[int, ...]], frame: Frame, payable: Callable[[], bool]) -> None:
    """Add to the ways to pay those that pay again what may be paid any number of times (CR 702.56a, 702.157a)."""
    for i in o.card.repeated:
        for once in [way for way in ways if way.count(i) == 1]:
            for more in range(1, limits.PAID_AGAIN):
                frame.kicked = tuple(sorted((*once, *(i,) * more)))
                if not payable():
                    break
                ways.append(frame.kicked)


def paid_for(spell: GameObject, kicked: tuple[int, ...]) -> dict[str, int]:
    """How often the additional cost of each keyword is paid."""
    paid: dict[str, int] = {}
    for i in kicked:
        name = spell.card.kicker_names[i]
        paid[name] = paid.get(name, 0) + 1
    return paid


def is_emerge(method: RunAbility | None) -> bool:
    """Whether the alternative cost is that of emerge (CR 702.119)."""
    return method is not None and method.alternative is not None and method.alternative.name == "emerge"


def payable(
    game: Game, player: Player, o: GameObject, method: RunAbility | None, way: RunCost, frame: Frame, change: int
) -> bool:
    """Whether the player could pay the cost so, with `change` more or less generic mana."""
    if is_emerge(method):
        return bool(emerged(game, player, o, way, frame, change))
    return way.payable(game, player, o, frame, change)


def emerged(game: Game, player: Player, o: GameObject, way: RunCost, frame: Frame, change: int) -> list[GameObject]:
    """The creatures with whose sacrifice the rest of an emerge cost could be paid (CR 702.119a)."""
    if not way.payable_without_mana(game, player, o, frame):
        return []
    candidates = way.parts[0].candidates(game, player, o, frame)
    reserved = way.reserved(game, player, o, frame, candidates)
    by_cost = game.player_rule(player, "emerge by mana cost")
    found: list[GameObject] = []
    met: dict[tuple[str, ...] | int, bool] = {}  # by what the creature pays, whether mana pays the rest
    for creature in candidates:
        known = game.characteristics(creature)
        paid = known.mana_cost.symbols if by_cost else known.mana_value
        enough = met.get(paid)
        if enough is None or (enough and creature.card.vanishes):
            reduced, saved = _reduced(way.mana, known, by_cost)
            choices = prices.of_cost(reduced, frame.x, change - saved)
            if enough is None:
                enough = met[paid] = mana.affordable(game, player, choices, reserved, o, way.use) is not None
            if enough and creature.card.vanishes:  # what makes mana of itself is not there to make it
                enough = mana.affordable(game, player, choices, [*reserved, creature], o, way.use) is not None
        if enough:
            found.append(creature)
    return found


def emerge_reduced(game: Game, player: Player, cost: ManaCost, creature: GameObject) -> tuple[ManaCost, int]:
    """The emerge cost without what the creature pays in its colours, and how much generic mana it pays (CR 702.119a).

    By H10.5 the creature's mana cost reduces it, and without one nothing does; colours that the
    cost does not have, or has less of, reduce its generic mana (118.7b-c).
    """
    return _reduced(cost, game.characteristics(creature), game.player_rule(player, "emerge by mana cost"))


def _reduced(cost: ManaCost, creature: Characteristics, by_cost: bool) -> tuple[ManaCost, int]:
    if not by_cost:
        return cost, creature.mana_value
    paid = creature.mana_cost
    generic = paid.generic
    left = list(cost.symbols)
    for symbol in paid.symbols:
        if symbol in left and not symbol.isdigit() and symbol != "X":
            left.remove(symbol)
        elif not symbol.isdigit() and symbol != "X":
            generic += 2 if symbol.startswith("2/") else 1  # CR 118.7e: of two halves the better one
    return ManaCost(tuple(left)), generic


def pay(
    game: Game, player: Player, spell: GameObject, method: RunAbility | None, way: RunCost, frame: Frame, change: int
) -> None:
    """Pay the total cost, which is payable (CR 601.2g-h)."""
    if not is_emerge(method):
        way.pay(game, player, spell, frame, change)
        return
    # The creature is chosen with the costs, before mana is made (CR 702.119c).
    options = emerged(game, player, spell, way, frame, change)
    creature = options[0]
    left = [_left_to_pay(game, player, way, frame, change, x) for x in options]
    if len(options) > 1:
        choice = Choice("objects", player, options, 1, 1, "give up", spell, frame)
        choice.context = {x.id: price for x, price in zip(options, left, strict=True)}
        creature = options[game.ask(choice)[0]]
    reduced, saved = emerge_reduced(game, player, way.mana, creature)
    if reduced != way.mana:
        parts = tuple(part for part in way.node if not isinstance(part, e.PayMana))
        way = RunCost((*parts, e.PayMana(reduced)) if reduced.symbols else parts).used_for(way.use)
    way.pay(game, player, spell, frame, change - saved, creature)


def _left_to_pay(game: Game, player: Player, way: RunCost, frame: Frame, change: int, creature: GameObject) -> int:
    """How much mana the emerge cost still takes when the creature is sacrificed."""
    reduced, saved = emerge_reduced(game, player, way.mana, creature)
    return prices.of_cost(reduced, frame.x, change - saved)[0].total


def least_x(frame: Frame, pays: Callable[[], bool], possible: Callable[[], bool]) -> int | None:
    """The least X that can be paid and leaves legal choices, if there is one (CR 107.3a, 601.2b-c)."""
    frame.x = 0
    while pays():
        if possible():
            return frame.x
        if frame.x >= limits.X:
            break
        frame.x += 1
    return None


def greatest_x(frame: Frame, least: int, pays: Callable[[], bool], possible: Callable[[], bool]) -> int:
    """The greatest X that can be paid and leaves legal choices."""
    greatest = frame.x = least
    while frame.x < limits.X:
        frame.x += 1
        if not pays():
            break
        if possible():
            greatest = frame.x
    return greatest
