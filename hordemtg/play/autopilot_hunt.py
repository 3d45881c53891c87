"""Hunting: which of one's creatures fights what, alone, pumped first, or one after the other (H7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hordemtg.play import autopilot_attack as attack
from hordemtg.play.autopilot_combat import POWER, WORTH, Fighter
from hordemtg.play.autopilot_tricks import could_become, pump_of
from hordemtg.play.autopilot_value import fights
from hordemtg.play.autopilot_view import View
from hordemtg.rules import announce
from hordemtg.rules.casting import Action
from hordemtg.rules.compiled import RunAbility
from hordemtg.rules.objects import Frame, GameObject

LAST: Final = 1.3  # a kill counts so much more when nothing comes after it
CONSIDERED: Final = 6  # hunts whose consequences for the defence are worked out


class Hunt:
    """The first fight of a plan, and what the whole plan would change."""

    __slots__ = ("gain", "hunter", "prey", "pump", "used")

    def __init__(self, hunter: GameObject, prey: GameObject, gain: float, used: set[int], pump: bool = False) -> None:
        self.hunter = hunter
        self.prey = prey
        self.gain = gain
        self.used = used  # the creatures that will be tapped or dead
        self.pump = pump  # the hunter's own pump comes first


def best_hunt(view: View, ready: Sequence[Action] = ()) -> Hunt | None:
    """The hunt after which kills, losses and the next attack look best, if that is better than none.

    `ready` are the fights that could be activated, where they are known.
    """
    if view.hunt is None:
        view.hunt = (_best_hunt(view, _ready(view, ready) if ready else _hunters(view)),)
    return view.hunt[0]


def _best_hunt(view: View, hunters: list[Hunter]) -> Hunt | None:
    if not hunters:
        return None
    found = sorted(_hunts(view, hunters), key=lambda hunt: -hunt.gain)[:CONSIDERED]
    if not found:
        return None
    foes = attack.coming(view)
    usual, _ = view.arrivals()
    new = attack.Arrivals(view).first(usual)
    guards = attack.home(view)
    now = view.plan(foes + new, guards)
    best: Hunt | None = None
    best_value = 0.1
    for hunt in found:
        left = [f for f in foes if f.o is not hunt.prey]
        home = [g for g in guards if g.o is None or g.o.id not in hunt.used]
        after = view.plan(left + new, home)
        if after.lethal and not now.lethal:
            continue
        value = hunt.gain + 0.5 * (after.score - now.score)
        if value > best_value:
            best, best_value = hunt, value
    return best


Hunter = tuple[Fighter, RunAbility]


def _ready(view: View, ready: Sequence[Action]) -> list[Hunter]:
    """One's untapped creatures among those, with the first ability that lets each fight."""
    found: dict[GameObject, RunAbility] = {}
    creatures = view.creatures(view.me)
    for action in ready:
        o, ability = action.object, action.ability
        if o is not None and ability is not None and not o.tapped and o in creatures:
            found.setdefault(o, ability)
    return [(view.fighter(o), ability) for o, ability in found.items()]


def _hunters(view: View) -> list[Hunter]:
    """One's creatures that could fight now, with the ability that lets them."""
    game = view.game
    found: list[Hunter] = []
    for o in view.creatures(view.me):
        if o.tapped:
            continue
        for ability in game.characteristics(o).abilities:
            if ability.kind == "activated" and fights(ability) and game.can_activate(view.me, o, ability, True):
                found.append((view.fighter(o), ability))
                break
    return found


class Pack:
    """Those who could fight the prey, one after the other."""

    __slots__ = ("doomed", "prey", "safe")

    def __init__(self, prey: Fighter) -> None:
        self.prey = prey
        self.safe: list[Fighter] = []  # they survive it
        self.doomed: list[Fighter] = []


def _hunts(view: View, hunters: list[Hunter]) -> list[Hunt]:
    """Fights that kill at a good price."""
    found: list[Hunt] = []
    packs: dict[GameObject, Pack] = {}
    factor = LAST if view.no_cards_left() else 1.0
    for own, ability in hunters:
        assert own.o is not None and ability.body is not None
        could_grow = pump_of(own.o) is not None and not own.o.used_this_turn
        for target in announce.legal_targets(view.game, ability.body.targets[0], Frame(own.o, view.me)):
            if not isinstance(target, GameObject) or target.controller is view.me:
                continue
            pack = packs.get(target)
            if pack is None:
                pack = packs[target] = Pack(view.fighter(target))
            prey = pack.prey
            dies = falls(own, prey)
            (pack.doomed if dies else pack.safe).append(own)
            if falls(prey, own):
                gain = factor * prey.worth - (own.worth if dies else 0.0)
                found.append(Hunt(own.o, target, gain, {own.o.id}))
            elif could_grow:
                greater = could_become(view, own.o)
                if greater is not None and falls(prey, greater):
                    gain = factor * prey.worth - (own.worth if falls(greater, prey) else 0.0) - 0.2
                    found.append(Hunt(own.o, target, gain, {own.o.id}, True))
    if len(hunters) > 1:
        for pack in packs.values():
            hunt = _pack_hunt(pack, factor)
            if hunt is not None:
                found.append(hunt)
    return [hunt for hunt in found if hunt.gain > 0]


def _pack_hunt(pack: Pack, factor: float) -> Hunt | None:
    """Several fights in a row against one creature: those who survive it first, then the cheapest."""
    prey = pack.prey
    if prey.indestructible or prey.o is None or len(pack.safe) + len(pack.doomed) < 2:
        return None
    wounds, gain = 0, factor * prey.worth
    used: set[int] = set()
    first: GameObject | None = None
    for own in sorted(pack.safe, key=POWER, reverse=True) + sorted(pack.doomed, key=WORTH):
        if own.power <= 0 or own.o is None:
            continue
        first = first or own.o
        used.add(own.o.id)
        wounds += prey.toughness if own.deathtouch else own.power
        if own in pack.doomed:
            gain -= own.worth
        if wounds >= prey.toughness:
            return Hunt(first, prey.o, gain - 0.3 * len(used), used) if len(used) > 1 else None
    return None


def falls(one: Fighter, other: Fighter) -> bool:
    """Whether the first dies of the other's damage in a fight (CR 701.12)."""
    return not one.indestructible and other.power > 0 and (other.deathtouch or other.power >= one.toughness)
