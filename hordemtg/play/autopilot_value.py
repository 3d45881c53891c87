"""What permanents and cards are worth to the autopilot, in points: a 2/2 without abilities is worth 2.2.

It reads public characteristics alone: types, power, toughness, keywords, abilities.
"""

from __future__ import annotations

from math import log
from typing import Final

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.rules.characteristics import Characteristics
from hordemtg.rules.compiled import CompiledCard, RunAbility
from hordemtg.rules.game import Game
from hordemtg.rules.objects import GameObject, Player

POWER, TOUGHNESS = 0.65, 0.45
KEYWORDS: Final = {
    "flying": 0.7, "deathtouch": 1.1, "first strike": 0.6, "double strike": 1.5, "lifelink": 0.7, "trample": 0.3,
    "menace": 0.4, "vigilance": 0.3, "reach": 0.2, "indestructible": 2.0, "hexproof": 0.5, "skulk": 0.3,
    "defender": -0.4, "infect": 0.5, "annihilator": 3.0,
}  # fmt: skip
LAND: Final = 1.8
LIFE: Final = 8.0

LORD, LED = 0.6, 1.0  # a static ability for other permanents, and for each creature beside it

_bonus: Final[dict[tuple[RunAbility, ...], tuple[float, bool]]] = {}


def ability_bonus(abilities: tuple[RunAbility, ...]) -> tuple[float, bool]:
    """What the abilities other than keywords add, and whether one is a lord's; worked out once for each set."""
    known = _bonus.get(abilities)
    if known is None:
        known = _bonus[abilities] = (sum(_one_bonus(r) for r in abilities), any(_leads(r) for r in abilities))
    return known


def _leads(ability: RunAbility) -> bool:
    """Whether it is a static ability that does something to other permanents."""
    node = ability.definition
    return isinstance(node, a.StaticAbility) and isinstance(node.affects, t.Each)


def _one_bonus(ability: RunAbility) -> float:
    node = ability.definition
    match node:
        case a.StaticAbility():
            return LORD if _leads(ability) else 0.2
        case a.TriggeredAbility():
            # What happens as it enters has happened; a death trigger is nothing to hope for.
            return 0.0 if all(p.kind == "enters" for p in node.events) else 0.6
        case a.ActivatedAbility():
            return 0.5 if ability.is_mana or node.zone == "battlefield" else 0.0
        case _:
            return 0.0


def creature_worth(c: Characteristics, power: int, toughness: int) -> float:
    """The worth of a creature with that power and toughness."""
    worth = POWER * (power if power > 0 else 0) + TOUGHNESS * (toughness if toughness > 0 else 0)
    worth += 0.05 * (c.mana_value if c.mana_value < 8 else 8)
    for word in c.keywords:
        worth += KEYWORDS.get(word, 0.0)
    return worth + ability_bonus(c.abilities)[0] if c.abilities else worth


def lead_worth(game: Game, o: GameObject, c: Characteristics) -> float:
    """What the permanent adds for the creatures that its static abilities lead: more, the more there are."""
    if not ability_bonus(c.abilities)[1]:
        return 0.0
    led = 0
    for x in game.battlefield:
        if x.controller is o.controller and x is not o and "creature" in game.characteristics(x).types:
            led += 1
    return LED * min(led, 6)


def permanent_worth(game: Game, o: GameObject) -> float:
    """The worth of a permanent to its controller."""
    c = game.characteristics(o)
    if "creature" in c.types:
        worth = creature_worth(c, c.power, c.toughness) + lead_worth(game, o, c)
        for restriction, _ in c.restrictions:
            if restriction.word in ("can't attack", "doesn't untap"):
                worth *= 0.3
        return worth
    if "land" in c.types:
        return LAND
    worth = 0.8 + 0.6 * c.mana_value + ability_bonus(c.abilities)[0] + lead_worth(game, o, c)
    if "planeswalker" in c.types:
        worth += 0.4 * o.counters.get("loyalty", 0)
    return worth


_cards: Final[dict[CompiledCard, float]] = {}


def spell_worth(card: CompiledCard) -> float:
    """The worth of a card as a card, wherever it is: what it would be if it were played."""
    known = _cards.get(card)
    if known is None:
        known = _cards[card] = _spell_worth(card)
    return known


def _spell_worth(card: CompiledCard) -> float:
    c = card.base
    if "creature" in c.types:
        return max(creature_worth(c, c.power, c.toughness), 0.6 * c.mana_value)
    if card.is_land:
        return LAND
    return 1.2 + 0.6 * c.mana_value


def life_worth(life: int) -> float:
    """What one point of life is worth: the less is left, the more."""
    return LIFE / max(3, life)


def loss_worth(life: int, damage: int) -> float:
    """What so much damage costs: each further point more than the one before, and all of life without bound."""
    return LIFE * log(max(0.5, life) / max(0.5, life - damage))


def lands_of(game: Game, player: Player) -> int:
    """How many lands the player controls."""
    count = 0
    for o in game.battlefield:
        if o.controller is player:
            c = o.characteristics if o.version == game.version and not game.effects_dirty else game.characteristics(o)
            if "land" in c.types:
                count += 1
    return count


_pumps: Final[dict[int, tuple[a.Body, bool]]] = {}


def is_pump(body: a.Body) -> bool:
    """Whether the body does nothing but make creatures better for a turn: a thing for combat."""
    known = _pumps.get(id(body))
    if known is None:
        known = _pumps[id(body)] = (body, bool(body.steps) and all(_is_boost(step) for step in body.steps))
    return known[1]


def _is_boost(step: e.Effect) -> bool:
    return isinstance(step, e.Alter) and step.duration == "until end of turn" and _helps(step.changes)


def _helps(changes: tuple[e.Change, ...]) -> bool:
    for change in changes:
        match change:
            case e.ModifyPT(t.Number(power), t.Number(toughness)):
                if power < 0 or toughness < 0:
                    return False
            case e.ModifyPT() | e.GrantAbility():
                pass
            case _:
                return False
    return True


def is_fight(body: a.Body) -> bool:
    """Whether the body is a fight of this creature against a target: Hunting (H7.1)."""
    return any(isinstance(step, e.Fight) and step.one == t.This() for step in body.steps)


_fights: Final[dict[RunAbility, bool]] = {}


def fights(ability: RunAbility) -> bool:
    """Whether the ability is such a fight; found out once for each ability."""
    known = _fights.get(ability)
    if known is None:
        known = _fights[ability] = ability.body is not None and is_fight(ability.body.node)
    return known
