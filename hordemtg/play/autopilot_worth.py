"""What an effect would be worth to the autopilot if it happened now, read from its definition (CR 608.2)."""

from __future__ import annotations

from typing import Any

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.horde.game import HordeGame
from hordemtg.play.autopilot_value import LAND, is_pump, lands_of, life_worth, permanent_worth, spell_worth
from hordemtg.rules import announce, terms
from hordemtg.rules.compiled import RunAbility, RunBody, RunTarget, compiled
from hordemtg.rules.game import Game
from hordemtg.rules.objects import Frame, GameObject, Player, Targetable

CARD = 1.6
IMPOSSIBLE = -1000.0
TEMPORARY = ("until end of turn", "until end of combat")

_amounts: dict[int, tuple[Any, terms.AmountFn]] = {}
_conditions: dict[int, tuple[Any, terms.ConditionFn]] = {}
_groups: dict[int, tuple[Any, terms.ObjectsFn]] = {}
_uses: dict[tuple[int, int], tuple[e.Steps, list[Any]]] = {}


MILL, DISTANT = 2.0, 0.9


def mill_worth(library: int, each_turn: int) -> float:
    """What a milled card of the Horde is worth: the last card never comes, the less so the later it would have."""
    return MILL * DISTANT ** (library / max(1, each_turn)) if library else 0.0


class View:
    """The game as one player sees it: the sides, and what a point of life and a milled card of the Horde are worth."""

    __slots__ = ("_mill", "_per", "foe", "game", "horde", "me", "point")

    def __init__(self, game: Game, me: Player) -> None:
        self.game = game
        self.me = me
        self.foe = game.opponent(me)
        self.horde = game.player_rule(self.foe, "no life total")
        self.point = life_worth(me.life)
        self._mill = -1.0
        self._per = 0

    @property
    def mill(self) -> float:
        """What a milled card of the opponent is worth."""
        if self._mill < 0:
            self._mill = mill_worth(len(self.foe.library), self.arrivals()[0]) if self.horde else 0.05
        return self._mill

    @property
    def per(self) -> int:
        """Damage for each card that the Horde mills (H7.4, H11.1)."""
        if not self._per:
            self._per = 3
            for source, ability in self.game.per_amounts:
                node = ability.definition
                if isinstance(node, a.PerAmount) and node.of == "damage or life lost" and source.controller is self.foe:
                    self._per = node.per
        return self._per

    def no_cards_left(self) -> bool:
        """Whether the Horde reveals nothing any more: its library is empty (H1.6)."""
        return self.horde and not self.foe.library

    def arrivals(self, milled: int = 0) -> tuple[int, int]:
        """How many cards the opponent's next turn brings, as a rule and at most (H2.2), with so many milled before.

        Public knowledge alone: the ruleset and how many cards are where.
        """
        if not self.horde:
            return 0, 1
        game, left = self.game, max(0, len(self.foe.library) - milled)
        usual, most = 2, 3
        if isinstance(game, HordeGame) and game.ruleset.reveals is not None:
            reveals = game.ruleset.reveals
            most = reveals.limit or 5  # without a limit: more than five are rare where half the cards are tokens
            usual = 2 if reveals.until_nontoken else most
            gone = len(self.foe.graveyard) + len(self.foe.exile) + milled
            if game.stage == "surge" or (game.ruleset.surge and gone > left):
                usual += reveals.surge_more
                most += reveals.surge_more
        return min(usual, left), min(most, left)


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
        return aimed_worth(view, body.node.steps, body.targets, frame)
    found = sorted((aimed_worth(view, m.node.steps, m.targets, frame) for m in body.modes), reverse=True)
    least, most = body.choose_minimum, body.choose_maximum
    return sum(found[:least]) + sum(max(0.0, w) for w in found[least:most])


def aimed_worth(view: View, steps: e.Steps, targets: list[RunTarget], frame: Frame) -> float:
    """What the steps would be worth at their best targets; the frame's targets are set to those."""
    frame.targets = []
    total = 0.0
    for i, target in enumerate(targets):
        if target.condition is not None and not target.condition(view.game, frame):
            frame.targets.append([])
            continue
        taken = [x for j in target.different_from for x in frame.targets[j]]
        options = [x for x in announce.legal_targets(view.game, target, frame) if not any(x is y for y in taken)]
        if len(options) < target.minimum:
            return IMPOSSIBLE
        rated = sorted(((target_worth(view, steps, i, x, frame), -n) for n, x in enumerate(options)), reverse=True)
        most = target.maximum(view.game, frame)
        picked = [(w, -n) for rank, (w, n) in enumerate(rated[:most]) if rank < target.minimum or w > 0]
        frame.targets.append([options[n] for _, n in picked])
        total += sum(w for w, _ in picked)
    return total + steps_worth(view, steps, frame)


def uses_of(steps: e.Steps, index: int) -> list[Any]:
    """The nodes of the steps that do something to the target of that number."""
    known = _uses.get((id(steps), index))
    if known is None:
        target, player = t.Target(index), t.PlayerTarget(index)
        found = [
            node
            for node in terms.walk(steps)
            if isinstance(node, e.Effect)
            and any(
                getattr(node, name, None) in (target, player)
                for name in ("what", "to", "to_players", "source", "one", "other", "who")
            )
        ]
        known = _uses[id(steps), index] = (steps, found)
    return known[1]


def target_worth(view: View, steps: e.Steps, index: int, x: Targetable, frame: Frame) -> float:
    """What it is worth that this is the target of that number."""
    frame.targets = [*frame.targets[:index], [x]]
    try:
        return sum(_on_target(view, node, index, x, frame) for node in uses_of(steps, index))
    finally:
        frame.targets = frame.targets[:index]


def _on_target(view: View, node: Any, index: int, x: Targetable, frame: Frame) -> float:
    target = t.Target(index)
    if isinstance(node, e.DealDamage) and node.source == target:
        assert isinstance(x, GameObject)
        return 0.01 * view.game.characteristics(x).power  # what it does is counted at the other target
    if isinstance(node, e.Fight) and node.one == target:
        assert isinstance(x, GameObject)
        c = view.game.characteristics(x)
        return 0.01 * (c.power + c.toughness)
    if isinstance(x, Player):
        return on_player(view, node, x, frame)
    return on_object(view, node, x, frame)


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


LETHAL_LOSS = 500.0


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
    match node:
        case e.DealDamage():
            return sign * _damage_worth(view, o, amount_of(node.amount, game, frame))
        case e.Fight():
            return _fight_worth(view, node, o, frame)
        case e.Destroy():
            return 0.0 if "indestructible" in game.characteristics(o).keywords else sign * permanent_worth(game, o)
        case e.SacrificeEffect():
            return sign * permanent_worth(game, o)
        case e.MoveObjects():
            return _move_worth(view, node, o, sign)
        case e.TapObjects():
            return 0.0 if o.tapped else sign * 0.25 * permanent_worth(game, o)
        case e.UntapObjects():
            return 0.0 if not o.tapped else -sign * 0.25 * permanent_worth(game, o)
        case e.CounterSpell():
            return sign * spell_worth(o.card)
        case e.DiscardObjects():
            return sign * spell_worth(o.card)
        case e.PutCounters():
            n = amount_of(node.amount, game, frame)
            if node.kind.startswith("-"):
                return sign * _shrink_worth(view, o, n, n, True)
            return -sign * (1.1 * n if node.kind.startswith("+") else 0.3 * n)
        case e.Alter():
            return _alter_worth(view, node, o, sign, frame)
        case e.AttachTo():
            return -sign * (0.5 + 0.1 * game.characteristics(o).power) if frame.source.attached_to is not o else -1.0
        case e.Regenerate():
            return -sign * 0.2
        case _:
            return 0.0


def _damage_worth(view: View, o: GameObject, n: int) -> float:
    c = view.game.characteristics(o)
    worth = permanent_worth(view.game, o)
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
    gain = permanent_worth(game, o) if _dies_of(o, theirs, mine) else 0.0
    loss = permanent_worth(game, ours) if _dies_of(ours, mine, theirs) else 0.0
    return gain - loss - 0.05


def _dies_of(o: GameObject, own: Any, other: Any) -> bool:
    if "indestructible" in own.keywords or other.power <= 0:
        return False
    return "deathtouch" in other.keywords or other.power >= own.toughness - o.damage


def _move_worth(view: View, node: e.MoveObjects, o: GameObject, sign: float) -> float:
    if o.zone == "battlefield":
        worth = permanent_worth(view.game, o)
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
    worth = permanent_worth(view.game, o)
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
        match change:
            case e.ModifyPT(power, toughness):
                p, q = amount_of(power, game, frame), amount_of(toughness, game, frame)
                if p < 0 or q < 0:
                    total += sign * _shrink_worth(view, o, max(0, -p), max(0, -q), lasting)
                else:
                    total -= sign * weight * 0.55 * (p + q)
            case e.GainControl():
                total += max(0.0, sign) * (1.8 if lasting else 0.8) * permanent_worth(game, o)
            case e.LoseAbilities() | e.SetPT() | e.LoseKeyword():
                total += sign * weight * 0.4 * permanent_worth(game, o)
            case e.Restrict(word):
                total += sign * weight * _restriction_worth(view, word) * permanent_worth(game, o)
            case e.GrantAbility():
                total -= sign * weight * 0.6
            case _:
                pass
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
    return sum(_step_worth(view, step, frame) for step in steps)


def _step_worth(view: View, step: e.Effect, frame: Frame) -> float:
    match step:
        case e.If():
            branch = step.then if _holds(step.condition, view.game, frame) else step.otherwise
            return steps_worth(view, branch, frame)
        case e.May() | e.IfPaid():
            return max(0.0, steps_worth(view, step.steps, frame))
        case e.UnlessPaid() | e.FlipCoin():
            inner = step.steps if isinstance(step, e.UnlessPaid) else step.won
            return 0.5 * steps_worth(view, inner, frame)
        case e.ForEach():
            return steps_worth(view, step.steps, frame)
        case e.Repeat():
            return amount_of(step.amount, view.game, frame) * steps_worth(view, step.steps, frame)
        case e.Later():
            return 0.3
        case _:
            return _plain_worth(view, step, frame)


def _plain_worth(view: View, step: Any, frame: Frame) -> float:
    total = 0.0
    who = getattr(step, "who", None)
    if who is None:
        who = getattr(step, "to_players", None)
    if isinstance(step, (e.Alter, e.MoveObjects, e.Choose)):
        who = None
    for player in _players(view, who):
        total += on_player(view, step, player, frame)
    what = step.to if isinstance(step, e.DealDamage | e.AttachTo) else getattr(step, "what", None)
    if what is not None and not isinstance(step, e.SacrificeEffect):
        total += sum(on_object(view, step, o, frame) for o in _objects(view, what, frame))
    elif isinstance(step, e.SacrificeEffect) and isinstance(what, t.This):
        total -= permanent_worth(view.game, frame.source) + (-1.5 if total < 0 else 0.0)
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
    frame = Frame(o, view.me)
    frame.kicked = kicked
    card = o.card
    bonus = 0.3 * len(kicked)
    if card.spell:
        body = card.spell[0].body
        assert body is not None
        if not body.modes and is_pump(body.node):
            return -0.1  # a trick waits for combat
        return body_worth(view, body, frame) + bonus
    if "Aura" in card.base.subtypes:
        return aura_worth(view, o, frame)
    return spell_worth(card) + bonus + sum(arrival_worth(view, r, frame) for r in card.triggered)


def arrival_worth(view: View, ability: RunAbility, frame: Frame) -> float:
    """What a triggered ability adds as its permanent enters, within limits."""
    node = ability.definition
    if not isinstance(node, a.TriggeredAbility) or not ability.own_subject or ability.body is None:
        return 0.0
    if not any(p.kind == "enters" for p in node.events):
        return 0.0
    if ability.condition is not None and not ability.condition(view.game, frame):
        return 0.0
    worth = body_worth(view, ability.body, frame)
    return 0.0 if worth <= IMPOSSIBLE / 2 else max(-2.0, min(4.0, worth))


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
    worth = body_worth(view, ability.body, Frame(o, view.me))
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
                total += LAND + 1 if "land" in view.game.characteristics(o).types else permanent_worth(view.game, o)
            case e.SacrificeSome() | e.ReturnSome():
                total += 1.5 * amount_of(part.amount, view.game, Frame(o, view.me))
            case e.DiscardSome() | e.DiscardThis():
                total += 1.0
            case e.TapSome():
                total += 0.3 * amount_of(part.amount, view.game, Frame(o, view.me))
            case _:
                total += 0.1
    return total
