"""What an effect would be worth to the autopilot if it happened now, read from its definition (CR 608.2)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, Final

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.play.autopilot_value import LAND, is_pump, lands_of, spell_worth
from hordemtg.play.autopilot_view import View
from hordemtg.rules import announce, terms
from hordemtg.rules.compiled import RunAbility, RunBody, RunTarget, compiled
from hordemtg.rules.game import Game
from hordemtg.rules.objects import Frame, GameObject, Player, Targetable

CARD: Final = 1.6
IMPOSSIBLE: Final = -1000.0
TEMPORARY: Final = ("until end of turn", "until end of combat")

_amounts: Final[dict[int, tuple[Any, terms.AmountFn]]] = {}
_conditions: Final[dict[int, tuple[Any, terms.ConditionFn]]] = {}
_groups: Final[dict[int, tuple[Any, terms.ObjectsFn]]] = {}
_uses: Final[dict[tuple[int, int], tuple[e.Steps, list[tuple[Any, int]]]]] = {}
_plain: Final[dict[int, tuple[e.Steps, list[e.Effect]]]] = {}


def amount_of(node: t.Amount, game: Game, frame: Frame) -> int:
    """The amount now; compiled once."""
    if isinstance(node, t.Number):
        return node.value
    known = _amounts.get(id(node))
    if known is None:
        known = _amounts[id(node)] = (node, terms.amount(node))
    return known[1](game, frame)


def _holds(node: t.Condition, game: Game, frame: Frame) -> bool:
    known = _conditions.get(id(node))
    if known is None:
        known = _conditions[id(node)] = (node, terms.condition(node))
    return known[1](game, frame)


def _each(node: t.Each, game: Game, frame: Frame) -> list[GameObject]:
    known = _groups.get(id(node))
    if known is None:
        known = _groups[id(node)] = (node, terms.objects(node))
    return known[1](game, frame)


# ---------------------------------------------------------------- bodies


def body_worth(view: View, body: RunBody, frame: Frame) -> float:
    """What the body would be worth with the best modes and targets; `IMPOSSIBLE` when it cannot be chosen."""
    if not body.modes:
        return aimed(view, body.node.steps, body.targets, frame).worth
    found = sorted([aimed(view, m.node.steps, m.targets, frame).worth for m in body.modes], reverse=True)
    least, most = body.choose_minimum, body.choose_maximum
    return sum(found[:least]) + sum([max(0.0, w) for w in found[least:most]])


class Aim:
    """The best targets for steps: what they are then worth, and for each target what each option is worth for it."""

    __slots__ = ("ratings", "targets", "worth")

    def __init__(self) -> None:
        self.worth = IMPOSSIBLE
        self.targets: list[list[Targetable]] = []
        self.ratings: list[list[tuple[float, Targetable]]] = []


RATING: Final = itemgetter(0)


def aimed(view: View, steps: e.Steps, targets: list[RunTarget], frame: Frame) -> Aim:
    """The steps aimed as best they can be; the frame's targets are set to those."""
    aim = Aim()
    frame.targets = aim.targets
    total = 0.0
    for i, target in enumerate(targets):
        if target.condition is not None and not target.condition(view.game, frame):
            aim.targets.append([])
            aim.ratings.append([])
            continue
        options = announce.legal_targets(view.game, target, frame)
        rated = list(zip(ratings(view, steps, i, options, frame), options, strict=True))
        aim.ratings.append(rated)
        if target.different_from:
            taken = [x for j in target.different_from for x in aim.targets[j]]
            rated = [entry for entry in rated if not any(entry[1] is y for y in taken)]
        most = target.maximum(view.game, frame)
        least = most if target.node.exactly else target.minimum
        if len(rated) < least:
            return aim
        picked: list[Targetable] = []
        gain = 0.0
        for w, x in sorted(rated, key=RATING, reverse=True)[:most]:
            if len(picked) < least or w > 0:
                picked.append(x)
                gain += w
        aim.targets.append(picked)
        total += gain
    aim.worth = total + steps_worth(view, steps, frame)
    return aim


NORMAL, AS_SOURCE, AS_FIGHTER = 0, 1, 2  # what a node has to do with a target


def uses_of(steps: e.Steps, index: int) -> list[tuple[Any, int]]:
    """The nodes of the steps that do something to the target of that number, or with it."""
    known = _uses.get((id(steps), index))
    if known is None:
        target = t.Target(index)
        found: list[tuple[Any, int]] = []
        for node in terms.walk(steps):
            if not isinstance(node, e.Effect) or not _names(node, target, t.PlayerTarget(index)):
                continue
            if isinstance(node, e.DealDamage) and node.source == target:
                found.append((node, AS_SOURCE))
            elif isinstance(node, e.Fight) and node.one == target:
                found.append((node, AS_FIGHTER))
            else:
                found.append((node, NORMAL))
        known = _uses[id(steps), index] = (steps, found)
    return known[1]


def _names(node: e.Effect, target: t.Target, player: t.PlayerTarget) -> bool:
    names = ("what", "to", "to_players", "source", "one", "other", "who")
    return any(getattr(node, name, None) in (target, player) for name in names)


def ratings(view: View, steps: e.Steps, index: int, options: Sequence[Targetable], frame: Frame) -> list[float]:
    """What it is worth for each of the options that it is the target of that number."""
    uses = uses_of(steps, index)
    before = frame.targets
    others = before[:index]
    found: list[float] = []
    for x in options:
        frame.targets = [*others, [x]]
        total = 0.0
        for node, role in uses:
            if role != NORMAL:
                assert isinstance(x, GameObject)
                c = view.game.characteristics(x)  # what it does is counted at the other target
                total += 0.01 * (c.power if role == AS_SOURCE else c.power + c.toughness)
            elif isinstance(x, Player):
                total += on_player(view, node, x, frame)
            else:
                total += on_object(view, node, x, frame)
        found.append(total)
    frame.targets = before
    return found


# ---------------------------------------------------------------- what happens to players


def on_player(view: View, node: Any, player: Player, frame: Frame) -> float:
    """What it is worth that the effect happens to the player."""
    mine = player is view.me
    game = view.game
    match node:
        case e.DealDamage() | e.LoseLife():
            n = amount_of(node.amount, game, frame)
            if mine:
                return -LETHAL_LOSS if n >= player.life else -n * view.point
            return harm_to_foe(view, n)
        case e.GainLife():
            n = amount_of(node.amount, game, frame)
            return n * view.point * 0.8 if mine else -n / 3 if view.horde else -0.1 * n
        case e.DrawCards():
            n = amount_of(node.amount, game, frame)
            return n * CARD if mine else -n * CARD
        case e.DiscardCards():
            n = amount_of(node.amount, game, frame) if node.amount is not None else len(player.hand)
            if mine:
                return -1.2 * min(n, len(player.hand))
            return n * view.mill if view.horde else 1.2 * min(n, len(player.hand))
        case e.MillCards():
            n = amount_of(node.amount, game, frame)
            return -0.05 * n if mine else view.mill * n
        case e.CreateTokens():
            n = amount_of(node.amount, game, frame)
            worth = n * spell_worth(compiled(game.tokens[node.token])) if node.token in game.tokens else float(n)
            return worth if mine else -worth
        case e.SacrificeEffect():
            return -1.5 if mine else 1.5
        case e.Scry() | e.Surveil():
            return 0.4 if mine else 0.0
        case e.SearchLibrary():
            return 1.2 if mine else -1.2
        case e.AddMana():
            return 0.1 if mine else 0.0
        case e.GivePoison():
            return -2.0 if mine else 0.0 if view.horde else 1.0
        case _:
            return 0.0


LETHAL_LOSS: Final = 500.0


def harm_to_foe(view: View, amount: int) -> float:
    """What damage to the opponent is worth: the Horde mills a card for every so much (H7.4), others die of it."""
    if view.horde:
        return view.mill * min(amount / view.per, float(len(view.foe.library)))
    return LETHAL_LOSS if amount >= view.foe.life else 3.0 * amount / max(5, view.foe.life)


# ---------------------------------------------------------------- what happens to objects


def on_object(view: View, node: Any, o: GameObject, frame: Frame) -> float:
    """What it is worth that the effect happens to the object."""
    game = view.game
    sign = -1.0 if o.controller is view.me else 1.0
    if isinstance(node, e.DealDamage):
        return sign * _damage_worth(view, o, amount_of(node.amount, game, frame))
    if isinstance(node, e.Fight):
        return _fight_worth(view, node, o, frame)
    if isinstance(node, e.Destroy):
        return 0.0 if "indestructible" in game.characteristics(o).keywords else sign * view.worth(o)
    if isinstance(node, e.SacrificeEffect):
        return sign * view.worth(o)
    if isinstance(node, e.MoveObjects):
        return _move_worth(view, node, o, sign)
    if isinstance(node, e.TapObjects):
        return 0.0 if o.tapped else sign * 0.25 * view.worth(o)
    if isinstance(node, e.UntapObjects):
        return 0.0 if not o.tapped else -sign * 0.25 * view.worth(o)
    if isinstance(node, (e.CounterSpell, e.DiscardObjects)):
        return sign * spell_worth(o.card)
    if isinstance(node, e.PutCounters):
        n = amount_of(node.amount, game, frame)
        if node.kind.startswith("-"):
            return sign * _shrink_worth(view, o, n, n, True)
        return -sign * (1.1 * n if node.kind.startswith("+") else 0.3 * n)
    if isinstance(node, e.Alter):
        return _alter_worth(view, node, o, sign, frame)
    if isinstance(node, e.AttachTo):
        return -sign * (0.5 + 0.1 * game.characteristics(o).power) if frame.source.attached_to is not o else -1.0
    return -sign * 0.2 if isinstance(node, e.Regenerate) else 0.0


def _damage_worth(view: View, o: GameObject, n: int) -> float:
    c = view.game.characteristics(o)
    worth = view.worth(o)
    if "creature" not in c.types:
        loyalty = o.counters.get("loyalty", 0)
        return worth * min(1.0, n / loyalty) if loyalty else 0.0
    left = c.toughness - o.damage
    if "indestructible" in c.keywords:
        return 0.0
    return worth if n >= left else 0.1 * worth * n / max(1, left)


def _fight_worth(view: View, node: e.Fight, o: GameObject, frame: Frame) -> float:
    game = view.game
    ours = frame.source
    if isinstance(node.one, t.Target) and node.one.index < len(frame.targets) and frame.targets[node.one.index]:
        first = frame.targets[node.one.index][0]
        if isinstance(first, GameObject):
            ours = first
    mine, theirs = game.characteristics(ours), game.characteristics(o)
    gain = view.worth(o) if _dies_of(o, theirs, mine) else 0.0
    loss = view.worth(ours) if _dies_of(ours, mine, theirs) else 0.0
    return gain - loss - 0.05


def _dies_of(o: GameObject, own: Any, other: Any) -> bool:
    if "indestructible" in own.keywords or other.power <= 0:
        return False
    return "deathtouch" in other.keywords or other.power >= own.toughness - o.damage


def _move_worth(view: View, node: e.MoveObjects, o: GameObject, sign: float) -> float:
    if o.zone == "battlefield":
        worth = view.worth(o)
        match node.to:
            case "exile" | "graveyard":
                return sign * worth
            case "library":
                return sign * 0.8 * worth
            case "hand":
                return sign * worth * (1.0 if o.token else 0.4)
            case _:
                return 0.1
    own = o.owner is view.me
    worth = spell_worth(o.card)
    match node.to:
        case "battlefield":
            return worth if own or node.under is not None else -worth
        case "hand":
            if o.card.is_land and lands_of(view.game, view.me) >= 6:
                worth = 0.4
            return 0.7 * worth if own else -0.7 * worth
        case "exile":
            return -0.1 if own else 0.2 + 0.05 * worth
        case _:
            return 0.1


def _shrink_worth(view: View, o: GameObject, power: int, toughness: int, lasting: bool) -> float:
    c = view.game.characteristics(o)
    worth = view.worth(o)
    if toughness >= c.toughness - o.damage:
        return worth
    return min(worth, (0.6 if lasting else 0.15) * (power + toughness))


def _alter_worth(view: View, node: e.Alter, o: GameObject, sign: float, frame: Frame) -> float:
    return changes_worth(view, node.changes, node.duration not in TEMPORARY, o, sign, frame)


def changes_worth(
    view: View, changes: tuple[e.Change, ...], lasting: bool, o: GameObject, sign: float, frame: Frame
) -> float:
    """What a continuous effect on the object is worth; `sign` is 1 for the opponent's, -1 for one's own."""
    game = view.game
    total = 0.0
    weight = 1.0 if lasting else 0.2
    for change in changes:
        if isinstance(change, e.ModifyPT):
            p, q = amount_of(change.power, game, frame), amount_of(change.toughness, game, frame)
            if p < 0 or q < 0:
                total += sign * _shrink_worth(view, o, max(0, -p), max(0, -q), lasting)
            else:
                total -= sign * weight * 0.55 * (p + q)
        elif isinstance(change, e.GainControl):
            total += max(0.0, sign) * (1.8 if lasting else 0.8) * view.worth(o)
        elif isinstance(change, (e.LoseAbilities, e.SetPT, e.LoseKeyword)):
            total += sign * weight * 0.4 * view.worth(o)
        elif isinstance(change, e.Restrict):
            total += sign * weight * _restriction_worth(view, change.word) * view.worth(o)
        elif isinstance(change, e.GrantAbility):
            total -= sign * weight * 0.6
    return total


def _restriction_worth(view: View, word: str) -> float:
    if word in ("can't attack", "doesn't untap"):
        return 0.8
    if word in ("can't block", "can't block alone", "must be blocked", "can't be blocked"):
        return 0.02 if view.horde else 0.3  # the Horde never blocks (H2.5)
    return 0.1


# ---------------------------------------------------------------- steps without targets


def steps_worth(view: View, steps: e.Steps, frame: Frame) -> float:
    """What the steps are worth apart from what they do to targets."""
    known = _plain.get(id(steps))
    if known is None:
        known = _plain[id(steps)] = (steps, [step for step in steps if _does_more(step)])
    total = 0.0
    for step in known[1]:
        total += _step_worth(view, step, frame)
    return total


def _does_more(step: e.Effect) -> bool:
    """Whether the step could be worth something apart from what it does to targets."""
    if isinstance(step, COMPOUND):
        return True
    who, what = _named(step)
    if isinstance(who, t.You | t.Opponents | t.EachPlayer):
        return True
    return isinstance(what, t.This if isinstance(step, e.SacrificeEffect) else (t.This, t.Host, t.Each, t.Several))


COMPOUND: Final = (e.If, e.May, e.IfPaid, e.UnlessPaid, e.FlipCoin, e.ForEach, e.ForEachPlayer, e.Repeat, e.Later)


def _named(step: Any) -> tuple[Any, Any]:
    """The players and the objects that the step names."""
    who = getattr(step, "who", None)
    if who is None:
        who = getattr(step, "to_players", None)
    if isinstance(step, (e.Alter, e.MoveObjects, e.Choose)):
        who = None
    return who, step.to if isinstance(step, e.DealDamage | e.AttachTo) else getattr(step, "what", None)


def _step_worth(view: View, step: e.Effect, frame: Frame) -> float:
    if isinstance(step, e.If):
        branch = step.then if _holds(step.condition, view.game, frame) else step.otherwise
        return steps_worth(view, branch, frame)
    if isinstance(step, (e.May, e.IfPaid)):
        return max(0.0, steps_worth(view, step.steps, frame))
    if isinstance(step, e.UnlessPaid):
        return 0.5 * steps_worth(view, step.steps, frame)
    if isinstance(step, e.FlipCoin):
        return 0.5 * steps_worth(view, step.won, frame)
    if isinstance(step, (e.ForEach, e.ForEachPlayer)):
        return steps_worth(view, step.steps, frame)
    if isinstance(step, e.Repeat):
        return amount_of(step.amount, view.game, frame) * steps_worth(view, step.steps, frame)
    return 0.3 if isinstance(step, e.Later) else _plain_worth(view, step, frame)


def _plain_worth(view: View, step: Any, frame: Frame) -> float:
    total = 0.0
    who, what = _named(step)
    for player in _players(view, who):
        total += on_player(view, step, player, frame)
    if not isinstance(step, e.SacrificeEffect):
        worth = 0.0
        for o in _objects(view, what, frame):
            worth += on_object(view, step, o, frame)
        total += worth
    elif isinstance(what, t.This):
        total -= view.worth(frame.source) + (-1.5 if total < 0 else 0.0)
    return total


def _players(view: View, node: Any) -> list[Player]:
    match node:
        case t.You():
            return [view.me]
        case t.Opponents():
            return [view.foe]
        case t.EachPlayer():
            return [view.me, view.foe]
        case _:
            return []


def _objects(view: View, node: Any, frame: Frame) -> list[GameObject]:
    """The objects named, where that takes no choice and looks at nothing hidden."""
    match node:
        case t.This():
            return [frame.source]
        case t.Host():
            return [frame.source.attached_to] if frame.source.attached_to is not None else []
        case t.Each(group) if group.zone in ("battlefield", "graveyard", "stack", "exile"):
            return list(_each(node, view.game, frame))
        case t.Several(parts):
            return [o for part in parts for o in _objects(view, part, frame)]
        case _:
            return []


# ---------------------------------------------------------------- cards and abilities


def cast_worth(view: View, o: GameObject, kicked: tuple[int, ...] = ()) -> float:
    """What casting the card now would be worth, kicked so."""
    card = o.card
    bonus = 0.3 * len(kicked)
    if card.spell:
        body = card.spell[0].body
        assert body is not None
        if not body.modes and is_pump(body.node):
            return -0.1  # a trick waits for combat
        return use_worth(view, body, o, kicked) + bonus
    frame = Frame(o, view.me)
    frame.kicked = kicked
    if "Aura" in card.base.subtypes:
        return aura_worth(view, o, frame)
    worth = 0.0
    for ability in card.triggered:
        worth += arrival_worth(view, ability, frame)
    return spell_worth(card) + bonus + worth


def use_worth(view: View, body: RunBody, o: GameObject, kicked: tuple[int, ...] = ()) -> float:
    """What the body of the spell or ability would be worth now."""
    if not body.modes:
        return aim_of(view, body, o, kicked).worth
    frame = Frame(o, view.me)
    frame.kicked = kicked
    return body_worth(view, body, frame)


def aim_of(view: View, body: RunBody, o: GameObject, kicked: tuple[int, ...] = ()) -> Aim:
    """The body without modes of the spell or ability, aimed as best it can be."""
    key = (body, o, kicked)
    known = view.aims.get(key)
    if known is None:
        frame = Frame(o, view.me)
        frame.kicked = kicked
        known = view.aims[key] = aimed(view, body.node.steps, body.targets, frame)
    return known


def arrival_worth(view: View, ability: RunAbility, frame: Frame) -> float:
    """What a triggered ability adds as its permanent enters, within limits."""
    if not ability.own_subject or ability.body is None or not _on_arrival(ability):
        return 0.0
    if ability.condition is not None and not ability.condition(view.game, frame):
        return 0.0
    worth = body_worth(view, ability.body, frame)
    return 0.0 if worth <= IMPOSSIBLE / 2 else max(-2.0, min(4.0, worth))


def _on_arrival(ability: RunAbility) -> bool:
    node = ability.definition
    if isinstance(node, a.TriggeredAbility):
        for part in node.events:
            if part.kind == "enters":
                return True
    return False


def aura_worth(view: View, o: GameObject, frame: Frame) -> float:
    """What the Aura is worth on the best host."""
    hosts = [
        x for x in view.game.battlefield if view.game.fits_enchant(o, x) and announce.targetable(view.game, x, frame)
    ]
    return max((host_worth(view, o, x, frame) for x in hosts), default=IMPOSSIBLE)


def host_worth(view: View, o: GameObject, host: GameObject, frame: Frame) -> float:
    """What the Aura is worth on that host."""
    sign = -1.0 if host.controller is view.me else 1.0
    total = 0.05 * view.game.characteristics(host).power
    for ability in o.card.statics:
        node = ability.definition
        if isinstance(node, a.StaticAbility) and isinstance(node.affects, t.Host):
            total += changes_worth(view, node.changes, True, host, sign, frame)
    return total


def activation_worth(view: View, o: GameObject, ability: RunAbility) -> float:
    """What activating the ability now would be worth, its cost paid."""
    assert ability.body is not None and ability.cost is not None
    worth = use_worth(view, ability.body, o)
    return worth if worth <= 0 else worth - cost_worth(view, o, ability)


def cost_worth(view: View, o: GameObject, ability: RunAbility) -> float:
    """What the cost other than mana takes."""
    assert ability.cost is not None
    total = 0.0
    for part in ability.cost.node:
        match part:
            case e.PayMana(mana):
                total += 0.05 * mana.mana_value
            case e.TapThis():
                total += 0.3 if "creature" in view.game.characteristics(o).types else 0.05
            case e.PayLife(amount):
                total += view.point * amount_of(amount, view.game, Frame(o, view.me))
            case e.SacrificeThis():
                total += LAND + 1 if "land" in view.game.characteristics(o).types else view.worth(o)
            case e.SacrificeSome() | e.ReturnSome():
                total += 1.5 * amount_of(part.amount, view.game, Frame(o, view.me))
            case e.DiscardSome() | e.DiscardThis():
                total += 1.0
            case e.TapSome():
                total += 0.3 * amount_of(part.amount, view.game, Frame(o, view.me))
            case _:
                total += 0.1
    return total
