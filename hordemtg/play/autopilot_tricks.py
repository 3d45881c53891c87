"""Pumps and tricks: what a creature could become with the mana there is, and when that wins a fight (CR 509, 510)."""

from __future__ import annotations

from typing import Final

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.play import autopilot_worth as worth
from hordemtg.play.autopilot_combat import Fighter, Group, fighter, gang
from hordemtg.play.autopilot_value import is_pump
from hordemtg.play.autopilot_view import View
from hordemtg.rules import mana
from hordemtg.rules.casting import Action
from hordemtg.rules.compiled import CompiledCard, RunAbility
from hordemtg.rules.objects import Frame, GameObject, Player

Decision = tuple[int, str]
PASS: Final[Decision] = (0, "nothing worth doing now")
REPEATS: Final = 8  # activations of one ability in one turn


_pumps: Final[dict[CompiledCard, RunAbility | None]] = {}


def pump_of(o: GameObject) -> RunAbility | None:
    """The creature's own ability that makes it better for a turn, if it has one; found once for each card."""
    card = o.card
    if card not in _pumps:
        _pumps[card] = next((r for r in card.activated if _is_own_pump(r)), None)
    return _pumps[card]


def _is_own_pump(ability: RunAbility) -> bool:
    if ability.mana_options is not None or ability.body is None or ability.sorcery_speed:
        return False
    return not ability.body.targets and is_pump(ability.body.node)


def could_become(view: View, o: GameObject) -> Fighter | None:
    """What the creature would be with the mana that is left in its own pump; None if it has none or no mana."""
    grown = view.grown
    if o not in grown:
        grown[o] = _could_become(view, o)
    return grown[o]


def _could_become(view: View, o: GameObject) -> Fighter | None:
    ability = pump_of(o)
    if ability is None or ability.cost is None or ability.body is None or ability.cost.taps or ability.cost.parts:
        return None
    price = ability.cost.mana.mana_value
    used = (o.used_this_turn or {}).get(ability.number, 0) if view.game.active is not view.me else 0
    times = min(mana_left(view) // price if price else 1, (ability.per_turn or REPEATS) - used)
    if times < 1:
        return None
    return pumped(view, o, ability.body.node.steps, Frame(o, view.me), times)


def pumped(view: View, o: GameObject, steps: e.Steps, frame: Frame, times: int) -> Fighter:
    """The creature as a fighter after the pump, so many times."""
    after = fighter(view.game, o)
    for step in steps:
        assert isinstance(step, e.Alter)
        for change in step.changes:
            if isinstance(change, e.ModifyPT):
                more = times * worth.amount_of(change.power, view.game, frame)
                after.grow(more, times * worth.amount_of(change.toughness, view.game, frame))
            elif isinstance(change, e.GrantAbility) and isinstance(change.ability, a.KeywordAbility):
                _grant(after, change.ability.name)
    return after


def mana_left(view: View) -> int:
    """How many permanents could make mana now, also such as pays for some things only."""
    found = mana.supply(view.game, view.me)
    able = found.amounts()
    return len(able) + len({s.object.id for s in found.bound} - able.keys()) if found.bound else len(able)


def trick(view: View, options: list[Action]) -> Decision:
    """A pump that saves a creature, kills one, or makes the damage count."""
    best: tuple[float, int] | None = None
    for i, action in enumerate(options):
        gain = _trick_gain(view, action)
        if gain > 0.3 and (best is None or gain > best[0]):
            best = (gain, i)
    return (best[1], "a trick that wins the fight or makes the damage count") if best is not None else PASS


def _trick_gain(view: View, action: Action) -> float:
    o = action.object
    if o is None or action.kind not in ("cast", "activate"):
        return 0.0
    if action.kind == "cast":
        body = o.card.spell[0].body if o.card.spell else None
        spends_card, repeats = 0.8, 1
    else:
        assert action.ability is not None and action.ability.cost is not None
        body = action.ability.body
        spends_card = worth.cost_worth(view, o, action.ability)
        repeats = _repeats(view, o, action.ability)
    if body is None or body.modes or not is_pump(body.node) or repeats < 1:
        return 0.0
    frame = Frame(o, view.me)
    found = 0.0
    for subject in _subjects(view, o, body.node, action.kind == "cast"):
        frame.targets = [[subject]]
        for times in range(1, repeats + 1):
            gain = _pump_gain(view, subject, body.node.steps, frame, times) - spends_card * times
            found = max(found, gain)
    return found


def _repeats(view: View, o: GameObject, ability: RunAbility) -> int:
    """How often the ability could be activated now with the mana there is."""
    assert ability.cost is not None
    used = (o.used_this_turn or {}).get(ability.number, 0)
    if ability.per_turn:
        return ability.per_turn - used
    price = ability.cost.mana.mana_value
    if ability.cost.taps or not price:
        return 1 if not used else 0
    return min(mana_left(view) // price, max(0, REPEATS - used))


def _subjects(view: View, o: GameObject, body: a.Body, cast: bool) -> list[GameObject]:
    """The creatures in combat that the pump could be for."""
    if body.targets:
        fighting = [x for x in view.game.battlefield if x.controller is view.me and (x.attacking or x.blocking)]
        return fighting if len(body.targets) == 1 else []
    on_this = any(isinstance(s, e.Alter) and s.what == t.This() for s in body.steps)
    return [o] if on_this and not cast and (o.attacking is not None or o.blocking) else []


def _pump_gain(view: View, subject: GameObject, steps: e.Steps, frame: Frame, times: int) -> float:
    """What the pump, so many times, changes for the fight or the damage of the creature."""
    before, after = view.fighter(subject), pumped(view, subject, steps, frame, times)
    if subject.attacking is not None and not subject.blocked:
        return _unblocked_gain(view, subject, after.power - before.power)
    others = subject.blocked_by if subject.attacking is not None else subject.blocking
    foes: Group = tuple([view.fighter(x) for x in others if x.zone == "battlefield"])
    if not foes:
        return 0.0
    return _outcome(after, foes, subject) - _outcome(before, foes, subject)


def _grant(f: Fighter, name: str) -> None:
    match name:
        case "deathtouch":
            f.deathtouch = True
        case "first strike":
            f.first = True
        case "indestructible":
            f.indestructible = True
        case "lifelink":
            f.lifelink = True
        case "trample":
            f.trample = True
        case _:
            pass


def _outcome(own: Fighter, foes: Group, subject: GameObject) -> float:
    """What the fight of one's own creature against these is worth."""
    if subject.attacking is not None:
        dies, dead = gang(own, foes)
        return sum(b.worth for b in dead) - (own.worth if dies else 0.0)
    foe = foes[0]
    group = [own]
    for other in foe.o.blocked_by if foe.o is not None else ():
        if other is not subject and other.zone == "battlefield":
            group.append(Fighter(max(0, other.characteristics.power), other.characteristics.toughness, 1.0, other))
    dies, dead = gang(foe, tuple(group))
    return (foe.worth if dies else 0.0) - sum(b.worth for b in dead)


def _unblocked_gain(view: View, subject: GameObject, more: int) -> float:
    """More damage to the opponent: for the Horde whole cards count (H7.4)."""
    if not isinstance(subject.attacking, Player) or more <= 0:
        return 0.0
    if not view.horde:
        return worth.harm_to_foe(view, more)
    damage = sum(max(0, view.game.characteristics(o).power) for o in view.game.attackers() if not o.blocked) + max(
        view.foe.per_amount.values(), default=0
    )
    left = len(view.foe.library)
    cards = min((damage + more) // view.per, left) - min(damage // view.per, left)
    return view.mill * cards
