"""What the autopilot does with priority: lands and curve in its own turn, instants and tricks at the right time."""

from __future__ import annotations

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards.values import ManaCost
from hordemtg.play import autopilot_attack as attack
from hordemtg.play import autopilot_tricks as tricks
from hordemtg.play import autopilot_worth as worth
from hordemtg.play.autopilot_combat import Fighter, Plan, fighter, may_block, plan_blocks
from hordemtg.play.autopilot_tricks import PASS, REPEATS, Decision
from hordemtg.play.autopilot_value import is_fight, is_pump
from hordemtg.play.autopilot_worth import View
from hordemtg.rules import mana
from hordemtg.rules.casting import Action
from hordemtg.rules.choices import Choice
from hordemtg.rules.compiled import CompiledCard, RunAbility
from hordemtg.rules.objects import Frame, GameObject

BASE, PER = 0.9, 0.4  # what removal must be worth, and how much more for each mana
ITEMS = 10  # as many ways to spend mana are weighed against each other
OWN_WINDOWS = frozenset({"first main", "second main", "declare blockers"})
THEIR_WINDOWS = frozenset({"beginning of combat", "declare attackers", "declare blockers", "end"})


class Item:
    """One way to spend mana now: the action, what it costs and what it is worth."""

    __slots__ = ("action", "index", "price", "wait", "worth")

    def __init__(self, index: int, action: Action, price: mana.Price, worth: float, wait: bool) -> None:
        self.index = index
        self.action = action
        self.price = price
        self.worth = worth
        self.wait = wait  # better in the opponent's turn: keep the mana


# ---------------------------------------------------------------- what a card could be for


class Uses:
    """When the card's owner could want priority for it; worked out once for each card."""

    __slots__ = ("counters", "instant", "instant_ability")

    def __init__(self, card: CompiledCard) -> None:
        body = card.spell[0].body if card.spell else None
        nodes = () if body is None else (*body.targets, *(x for m in body.modes for x in m.targets))
        self.counters = any(x.zone == "stack" for x in nodes)
        self.instant = card.instant_speed and not card.is_land
        self.instant_ability = any(
            r.mana_options is None and not r.sorcery_speed and not r.any_opponent for r in card.activated
        )


_uses: dict[CompiledCard, Uses] = {}


def uses(card: CompiledCard) -> Uses:
    """What the card could be for."""
    known = _uses.get(card)
    if known is None:
        known = _uses[card] = Uses(card)
    return known


# ---------------------------------------------------------------- the main phase


def main_phase(view: View, choice: Choice) -> Decision:
    """A land, a fight that pays, then the spells that make the most of the mana."""
    options: list[Action] = list(choice.options)
    lands = [(i, x.object) for i, x in enumerate(options) if x.kind == "land" and x.object is not None]
    if lands:
        return _best_land(view, lands), "a land each turn"
    hunt = _best_hunt(view, options)
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
    hand = [o for o in view.me.hand if not o.card.is_land]
    own = [o for o in view.game.battlefield if o.controller is view.me]
    there = {s for o in own for s in _symbols(o)}
    wanted = {s for o in hand for s in o.card.base.mana_cost.symbols if s in "WUBRGC"}
    count = sum(1 for o in own if "land" in view.game.characteristics(o).types)
    needs_now = any(o.card.base.mana_value == count + 1 for o in hand)

    def rating(o: GameObject) -> float:
        makes = _symbols(o)
        tapped = any(r.enters is not None and r.enters.node.tapped for r in o.card.enters)
        new = len((makes & wanted) - there)
        return 3.0 * new + 0.5 * len(makes & wanted) + (-1.5 if tapped and needs_now else 0.7 if tapped else 0.0)

    return max(lands, key=lambda entry: rating(entry[1]))[0]


def _symbols(o: GameObject) -> set[str]:
    """The symbols that the land's mana abilities could add."""
    found: set[str] = set()
    for ability in o.card.abilities:
        node = ability.definition
        if ability.is_mana and isinstance(node, a.ActivatedAbility):
            for step in node.body.steps:
                if isinstance(step, e.AddMana):
                    found |= set("WUBRG") if step.any_color else {s for option in step.options for s in option}
    return found


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
    symbols = card.base.mana_cost.symbols
    extra = 0.0
    if action.ability is not None:
        assert action.ability.cost is not None
        symbols = action.ability.cost.mana.symbols
        extra = worth.cost_worth(view, o, action.ability)
    ways = game.ways_to_cast(view.me, o, action.ability, False) if card.kickers else [()]
    found = []
    for way in ways:
        gain = worth.cast_worth(view, o, way) - extra
        if card.additional:
            gain -= 0.8
        if gain > 0:
            own = symbols + tuple(s for k in way for s in card.kickers[k].mana.symbols)
            found.append(Item(i, action, mana.prices(ManaCost(own))[0], gain, card.instant_speed))
    return found


def _activation(view: View, i: int, action: Action, o: GameObject) -> Item | None:
    ability = action.ability
    assert ability is not None and ability.body is not None and ability.cost is not None
    node = ability.body.node
    if is_pump(node) or is_fight(node) or _spent(o, ability):
        return None
    gain = worth.activation_worth(view, o, ability)
    if gain <= 0.2:
        return None
    price = mana.prices(ability.cost.mana)[0] if ability.cost.mana.symbols else mana.FREE
    return Item(i, action, price, gain, not ability.sorcery_speed and not ability.any_opponent)


def _spent(o: GameObject, ability: RunAbility) -> bool:
    """Whether the ability has been activated often enough this turn; one that costs no mana counts once."""
    used = (o.used_this_turn or {}).get(ability.index, 0)
    assert ability.cost is not None
    return used >= (REPEATS if ability.cost.mana.symbols or ability.cost.taps else 1)


def _best_set(view: View, items: list[Item]) -> list[Item]:
    """The set of things to do that is worth most and can be paid together."""
    if len(items) <= 1:
        return items
    sources = mana.sources(view.game, view.me)
    makes: dict[int, int] = {}
    for s in sources:
        makes[s.object.id] = max(makes.get(s.object.id, 0), len(s.symbols))
    total = sum(makes.values()) + sum(view.me.pool.values())
    if sum(x.price.total for x in items) <= total and len({x.action.object for x in items}) == len(items):
        sets = [(0.0, items)]
    else:
        sets = []
        _sets(items, 0, total, 0.0, [], sets)
        sets.sort(key=lambda entry: -entry[0])
    for _, chosen in sets[:6]:
        together = mana.Price(
            sum(x.price.generic for x in chosen), tuple(entry for x in chosen for entry in x.price.coloured)
        )
        if len(chosen) == 1 or mana.plan(view.game, together, view.me.pool, sources) is not None:
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
    if item.price.total <= left and not any(
        x.action.object is item.action.object and x.action.kind == item.action.kind for x in chosen
    ):
        _sets(items, i + 1, left - item.price.total, value + item.worth, [*chosen, item], found)
    _sets(items, i + 1, left, value, chosen, found)


# ---------------------------------------------------------------- Hunting (H7.1)


def _best_hunt(view: View, options: list[Action]) -> Decision | None:
    """The fight after which the next attack looks best, if it looks better than now."""
    hunters = [
        (i, x.object, x.ability)
        for i, x in enumerate(options)
        if x.kind == "activate" and x.object is not None and x.ability is not None
        if x.ability.body is not None and is_fight(x.ability.body.node)
    ]
    if not hunters:
        return None
    game = view.game
    usual, _ = view.arrivals()
    foes = attack.coming(view)
    new = attack.arrivals(view, foes, usual)
    now = _defence(view, foes + new, set())
    best: tuple[float, int] | None = None
    for i, o, ability in hunters:
        assert ability.body is not None
        frame = Frame(o, view.me)
        gain = worth.body_worth(view, ability.body, frame)
        if gain <= 0 or not frame_targets(view, ability, frame):
            continue
        target = frame_targets(view, ability, frame)[0]
        ours, theirs = fighter(game, o), fighter(game, target)
        left = [f for f in foes if f.o is not target] if _falls(theirs, ours) else foes
        after = _defence(view, left + new, {o.id})
        if after.lethal and not now.lethal:
            continue
        value = gain + 0.5 * (after.score - now.score)
        if value > 0 and (best is None or value > best[0]):
            best = (value, i)
    if best is None:
        return None
    return best[1], "a fight that is won at a good price"


def frame_targets(view: View, ability: RunAbility, frame: Frame) -> list[GameObject]:
    """The creature that the fight would be against at best."""
    assert ability.body is not None
    worth.body_worth(view, ability.body, frame)
    return [x for group in frame.targets for x in group if isinstance(x, GameObject)]


def _falls(one: Fighter, other: Fighter) -> bool:
    """Whether the first dies of the other's damage in a fight."""
    return not one.indestructible and other.power > 0 and (other.deathtouch or other.power >= one.toughness)


def _defence(view: View, foes: list[Fighter], without: set[int]) -> Plan:
    guards = [g for g in attack.home(view) if g.o is None or g.o.id not in without]
    return plan_blocks(foes, guards, view.me.life, may_block)


# ---------------------------------------------------------------- the opponent's turn


def their_turn(view: View, choice: Choice) -> Decision:
    """Instants and abilities: removal once attackers are declared, tricks after blocks, the rest as the turn ends."""
    step = view.game.step
    options: list[Action] = list(choice.options)
    if step == "declare blockers":
        return tricks.trick(view, options)
    items = [x for x in _items(view, options) if x.wait]
    if not items:
        return PASS
    danger = step == "declare attackers" and _danger(view)
    best: tuple[float, Item] | None = None
    for item in items:
        harms = _harms(item)
        if step == "beginning of combat" and not _taps(item):
            continue
        if step == "declare attackers" and not harms and not _ambushes(view, item):
            continue
        least = 0.1 if danger else _threshold(view, item) if harms else 0.2
        if item.worth >= least and (best is None or item.worth > best[0]):
            best = (item.worth, item)
    if best is None:
        return PASS
    why = "removal on the best target" if _harms(best[1]) else "the mana is free now"
    return best[1].index, why + (": the attack is dangerous" if danger else "")


def _threshold(view: View, item: Item) -> float:
    """What a removal spell should be worth, the dearer the more: lesser threats are left to blockers."""
    if item.action.kind != "cast":
        return 0.3
    held = sum(1 for o in view.me.hand if o.card.instant_speed)
    return (BASE + PER * item.price.total) * (0.7 if held > 2 or view.me.life <= 8 else 1.0)


def _harms(item: Item) -> bool:
    """Whether the spell or ability aims at something to harm it."""
    o, ability = item.action.object, item.action.ability
    assert o is not None
    body = o.card.spell[0].body if item.action.kind == "cast" and o.card.spell else ability.body if ability else None
    if body is None:
        return False
    purposes = [*body.purposes, *(p for m in body.modes for p in m.purposes)]
    return any(p in ("harm", "damage", "steal") for p in purposes)


def _taps(item: Item) -> bool:
    """Whether it taps a creature, which must come before attackers are declared."""
    ability = item.action.ability
    if ability is None or ability.body is None:
        return False
    return any(isinstance(step, e.TapObjects) for step in ability.body.node.steps)


def _ambushes(view: View, item: Item) -> bool:
    """Whether it brings a creature in time to block."""
    o = item.action.object
    return item.action.kind == "cast" and o is not None and "creature" in o.card.base.types


def _danger(view: View) -> bool:
    """Whether the attack, well blocked, would still take a third of the life left or more."""
    game = view.game
    attackers = [fighter(game, o) for o in game.attackers() if o.attacking is view.me]
    plan = plan_blocks(attackers, attack.home(view), view.me.life, may_block)
    return plan.lethal or 3 * plan.damage >= view.me.life


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
