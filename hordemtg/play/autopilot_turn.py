"""What the autopilot does with priority: lands and curve in its own turn, instants and tricks at the right time."""

from __future__ import annotations

from typing import Final

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards.values import ManaCost
from hordemtg.play import autopilot_attack as attack
from hordemtg.play import autopilot_tricks as tricks
from hordemtg.play import autopilot_worth as worth
from hordemtg.play.autopilot_hunt import best_hunt
from hordemtg.play.autopilot_picks import relief_of
from hordemtg.play.autopilot_tricks import PASS, REPEATS, Decision, pump_of
from hordemtg.play.autopilot_value import fights, is_pump
from hordemtg.play.autopilot_view import View
from hordemtg.play.autopilot_windows import ATTACK, BLOCK, ability_steps, harms, uses
from hordemtg.rules import mana, prices
from hordemtg.rules.casting import Action
from hordemtg.rules.choices import Choice
from hordemtg.rules.compiled import CompiledCard, RunAbility, RunBody
from hordemtg.rules.objects import GameObject

BASE, PER = 0.9, 0.4  # what removal must be worth, and how much more for each mana
ITEMS: Final = 10  # as many ways to spend mana are weighed against each other


class Item:
    """One way to spend mana now: the action, what it costs and what it is worth."""

    __slots__ = ("action", "index", "price", "wait", "way", "worth")

    def __init__(
        self, index: int, action: Action, price: prices.Price, worth: float, wait: bool, way: tuple[int, ...] = ()
    ) -> None:
        self.way = way  # the kickers
        self.index = index
        self.action = action
        self.price = price
        self.worth = worth
        self.wait = wait  # better in the opponent's turn: keep the mana


# ---------------------------------------------------------------- the main phase


def main_phase(view: View, choice: Choice) -> Decision:
    """A land, a fight that pays, then the spells that make the most of the mana."""
    options: list[Action] = list(choice.options)
    lands = [(i, x.object) for i, x in enumerate(options) if x.kind == "land" and x.object is not None]
    if lands:
        return _best_land(view, lands), "a land each turn"
    hunt = _hunt(view, options)
    if hunt is not None:
        return hunt
    items = _items(view, options)
    chosen = _best_set(view, items)
    now = [x for x in chosen if not x.wait]
    if now:
        item = max(now, key=lambda x: (x.price.total, x.worth))
        return item.index, "the most worth for the mana there is"
    if chosen:
        return 0, "mana is kept for the opponent's turn"
    return PASS


def _best_land(view: View, lands: list[tuple[int, GameObject]]) -> int:
    """Colours that are missing first; a land that enters tapped when the mana is not needed."""
    if len(lands) == 1:
        return lands[0][0]
    there: set[str] = set()
    count = 0
    for o in view.game.battlefield:
        if o.controller is view.me:
            there |= _symbols(o.card)
            if "land" in view.game.characteristics(o).types:
                count += 1
    wanted: set[str] = set()
    needs_now = False
    for o in view.me.hand:
        if not o.card.is_land:
            wanted.update(o.card.base.mana_cost.symbols)
            if o.card.base.mana_value == count + 1:
                needs_now = True
    wanted &= SYMBOLS

    def rating(o: GameObject) -> float:
        makes = _symbols(o.card)
        tapped = _enters_tapped(o.card)
        new = len((makes & wanted) - there)
        return 3.0 * new + 0.5 * len(makes & wanted) + (-1.5 if tapped and needs_now else 0.7 if tapped else 0.0)

    return max(lands, key=lambda entry: rating(entry[1]))[0]


def _enters_tapped(card: CompiledCard) -> bool:
    for ability in card.enters:
        if ability.enters is not None and ability.enters.node.tapped:
            return True
    return False


SYMBOLS: Final = frozenset("WUBRGC")

_made: Final[dict[CompiledCard, set[str]]] = {}


def _symbols(card: CompiledCard) -> set[str]:
    """The symbols that mana abilities printed on the card could add; worked out once for each card."""
    known = _made.get(card)
    if known is None:
        known = _made[card] = set()
        for ability in card.abilities:
            node = ability.definition
            if ability.is_mana and isinstance(node, a.ActivatedAbility):
                for step in node.body.steps:
                    if isinstance(step, e.AddMana):
                        known |= set("WUBRG") if step.any_color else {s for option in step.options for s in option}
    return known


def _items(view: View, options: list[Action]) -> list[Item]:
    """Everything that would be worth its mana."""
    found: list[Item] = []
    for i, action in enumerate(options):
        o = action.object
        if o is None or action.kind == "land":
            continue
        if action.kind == "cast":
            found += _casts(view, i, action, o)
        else:
            item = _activation(view, i, action, o)
            if item is not None:
                found.append(item)
    found.sort(key=lambda item: -item.worth)
    return found[:ITEMS]


def _casts(view: View, i: int, action: Action, o: GameObject) -> list[Item]:
    game, card = view.game, o.card
    base = card.base.mana_cost
    extra = 0.0
    if action.ability is not None:
        assert action.ability.cost is not None
        base = action.ability.cost.mana
        extra = worth.cost_worth(view, o, action.ability)
    ways = game.ways_to_cast(view.me, o, action.ability, False) if card.kickers else [()]
    found = []
    for way in ways:
        gain = worth.cast_worth(view, o, way) - extra
        if card.additional:
            gain -= 0.8
        if gain > 0:
            cost = base
            if way:
                cost = ManaCost(base.symbols + tuple([s for k in way for s in card.kickers[k].mana.symbols]))
            found.append(Item(i, action, prices.of_cost(cost)[0], gain, card.instant_speed, way))
    return found


def _activation(view: View, i: int, action: Action, o: GameObject) -> Item | None:
    ability = action.ability
    assert ability is not None and ability.body is not None and ability.cost is not None
    if is_pump(ability.body.node) or fights(ability) or _spent(o, ability):
        return None
    gain = worth.activation_worth(view, o, ability)
    if gain <= 0.2:
        return None
    price = prices.of_cost(ability.cost.mana)[0] if ability.cost.mana.symbols else prices.FREE
    return Item(i, action, price, gain, not ability.sorcery_speed and not ability.any_opponent)


def _spent(o: GameObject, ability: RunAbility) -> bool:
    """Whether the ability has been activated often enough this turn; one that costs no mana counts once."""
    used = (o.used_this_turn or {}).get(ability.number, 0)
    assert ability.cost is not None
    return used >= (REPEATS if ability.cost.mana.symbols or ability.cost.taps else 1)


def _best_set(view: View, items: list[Item]) -> list[Item]:
    """The set of things to do that is worth most and can be paid together."""
    if len(items) <= 1:
        return items
    supply = mana.supply(view.game, view.me)
    total = supply.most + sum(view.me.pool.values())
    if sum([x.price.total for x in items]) <= total and len({x.action.object for x in items}) == len(items):
        sets = [(0.0, items)]
    else:
        sets = []
        _sets(items, 0, total, 0.0, [], sets)
        sets.sort(key=lambda entry: -entry[0])
    for _, chosen in sets[:6]:
        together = prices.Price(
            sum(x.price.generic for x in chosen), tuple(entry for x in chosen for entry in x.price.coloured)
        )
        if len(chosen) == 1 or mana.plan(view.game, together, view.me.pool, supply) is not None:
            return chosen
    return items[:1]


def _sets(
    items: list[Item], i: int, left: int, value: float, chosen: list[Item], found: list[tuple[float, list[Item]]]
) -> None:
    if i == len(items):
        if chosen:
            found.append((value, chosen))
        return
    item = items[i]
    price = item.price.total
    if price <= left and not _clashes(item, chosen):
        _sets(items, i + 1, left - price, value + item.worth, [*chosen, item], found)
    _sets(items, i + 1, left, value, chosen, found)


def _clashes(item: Item, chosen: list[Item]) -> bool:
    """Whether the same card is cast, or abilities of the same object are activated, already."""
    for x in chosen:
        if x.action.object is item.action.object and x.action.kind == item.action.kind:
            return True
    return False


# ---------------------------------------------------------------- Hunting (H7.1)


def _hunt(view: View, options: list[Action]) -> Decision | None:
    """The best hunt as an action: its fight, or the pump that comes first."""
    ready = [x for x in options if _is_hunt(x)]
    if not ready:
        return None
    hunt = best_hunt(view, ready)
    if hunt is None:
        return None
    for i, x in enumerate(options):
        if x.object is hunt.hunter and x.kind == "activate":
            if hunt.pump and x.ability is pump_of(hunt.hunter):
                return i, "pumped for a fight that it then wins"
            if not hunt.pump and _is_hunt(x):
                return i, "a fight that is won at a good price"
    return None


def _is_hunt(action: Action) -> bool:
    ability = action.ability
    return ability is not None and action.kind == "activate" and fights(ability)


# ---------------------------------------------------------------- the opponent's turn


def their_turn(view: View, choice: Choice) -> Decision:
    """Instants and abilities: removal once attackers are declared, tricks after blocks, the rest as the turn ends."""
    step = view.game.step
    options: list[Action] = list(choice.options)
    if step == BLOCK:
        return tricks.trick(view, options)
    items = [x for x in _items(view, options) if x.wait and step in _steps(x)]
    if not items:
        return PASS
    threat = attack.Threat(view) if step == ATTACK else None
    danger = threat is not None and threat.danger
    best: tuple[float, Item] | None = None
    for item in items:
        value, least = item.worth, 0.2
        body = _body(item)
        if threat is not None and body is not None and harms(body):
            value = relieved_worth(view, item, body, threat)
            least = 0.1 if danger else _threshold(view, item)
        if value >= least and (best is None or value > best[0]):
            best = (value, item)
    if best is None:
        return PASS
    if threat is None:
        return best[1].index, "the mana is free now"
    return best[1].index, "the attack is dangerous" if danger else "worth its card before blocks"


def _body(item: Item) -> RunBody | None:
    """What the spell or ability of the item does; None for a permanent spell."""
    o, ability = item.action.object, item.action.ability
    if item.action.kind == "activate" and ability is not None:
        return ability.body
    return o.card.spell[0].body if o is not None and o.card.spell else None


def _steps(item: Item) -> frozenset[str]:
    """When the item is done best in the opponent's turn."""
    o, ability = item.action.object, item.action.ability
    assert o is not None
    if item.action.kind == "activate" and ability is not None:
        return ability_steps(ability)
    return uses(o.card).held


def _threshold(view: View, item: Item) -> float:
    """What a removal spell should be worth, the dearer the more: lesser threats are left to blockers."""
    if item.action.kind != "cast":
        return 0.3
    held = sum(1 for o in view.me.hand if o.card.instant_speed)
    return (BASE + PER * item.price.total) * (0.7 if held > 2 or view.me.life <= 8 else 1.0)


def relieved_worth(view: View, item: Item, body: RunBody, threat: attack.Threat) -> float:
    """What the removal is worth with what the attack loses by it, for the target for which that is most."""
    o = item.action.object
    assert o is not None
    if body.modes:
        return item.worth
    aim = worth.aim_of(view, body, o, item.way)
    best = item.worth
    for i, picked in enumerate(aim.targets):
        if body.purposes[i] not in ("harm", "damage") or not picked:
            continue
        own = next(rating for rating, x in aim.ratings[i] if x is picked[0])
        for rating, x in aim.ratings[i]:
            best = max(best, item.worth - own + rating + relief_of(view, threat, x, rating))
    return best


# ---------------------------------------------------------------- responses


def respond(view: View, choice: Choice) -> Decision:
    """Counter the opponent's spell on top of the stack when that is worth the card."""
    best: tuple[float, int] | None = None
    for i, action in enumerate(choice.options):
        o = action.object
        if o is None or action.kind != "cast" or not uses(o.card).counters:
            continue
        gain = worth.cast_worth(view, o) - 0.9 - 0.3 * o.card.base.mana_value
        if gain > 0 and (best is None or gain > best[0]):
            best = (gain, i)
    return (best[1], "a spell worth countering") if best is not None else PASS
