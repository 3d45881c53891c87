"""Combat as the autopilot foresees it: duels, blocks, and what the next attack would do (CR 508-510)."""

from __future__ import annotations

from collections.abc import Callable

from hordemtg.play.autopilot_value import creature_worth, lead_worth, loss_worth
from hordemtg.rules.game import Game
from hordemtg.rules.objects import GameObject

LETHAL = 1000.0
KILL = 0.8  # an attacker killed counts a little less than a creature lost: more of them come
CHUMP = 2.0  # a creature that dies without killing costs so much more than its worth
GANG = 1.2  # two creatures spent on one attacker
GANG_LIMIT = 6  # creatures considered for blocks by two


class Fighter:
    """A creature as combat sees it: what it deals, what it takes, what it is worth."""

    __slots__ = (
        "deathtouch", "double", "first", "flying", "indestructible", "lifelink", "menace", "o", "power",
        "reach", "skulk", "toughness", "trample", "vigilance", "worth",
    )  # fmt: skip

    def __init__(self, power: int, toughness: int, worth: float, o: GameObject | None = None) -> None:
        self.o = o
        self.power = power
        self.toughness = toughness  # less the damage it has
        self.worth = worth
        self.deathtouch = self.double = self.first = self.flying = self.indestructible = False
        self.lifelink = self.menace = self.reach = self.skulk = self.trample = self.vigilance = False

    def kind(self) -> tuple[object, ...]:
        """What makes two attackers alike."""
        return (
            self.power, self.toughness, self.worth, self.deathtouch, self.double, self.first, self.indestructible,
            self.trample,
        )  # fmt: skip


def fighter(game: Game, o: GameObject) -> Fighter:
    """The creature as a fighter."""
    c = game.characteristics(o)
    worth = creature_worth(c, c.power, c.toughness) + lead_worth(game, o, c)
    f = Fighter(max(0, c.power), c.toughness - o.damage, worth, o)
    words = c.keywords
    if words:
        f.deathtouch = "deathtouch" in words
        f.double = "double strike" in words
        f.first = f.double or "first strike" in words
        f.flying = "flying" in words
        f.indestructible = "indestructible" in words
        f.lifelink = "lifelink" in words
        f.menace = "menace" in words
        f.reach = "reach" in words
        f.skulk = "skulk" in words
        f.trample = "trample" in words
        f.vigilance = "vigilance" in words
    return f


def may_block(blocker: Fighter, attacker: Fighter) -> bool:
    """Whether it could block, as far as the commonest evasion goes (CR 702.9b, 702.118b)."""
    if attacker.flying and not (blocker.flying or blocker.reach):
        return False
    return not (attacker.skulk and blocker.power > attacker.power)


def duel(attacker: Fighter, blocker: Fighter) -> tuple[bool, bool]:
    """Whether the attacker and the blocker die when they fight alone (CR 510, 702.7)."""
    strike = blocker.power * 2 if blocker.double else blocker.power
    attacker_dies = strike > 0 and (blocker.deathtouch or strike >= attacker.toughness) and not attacker.indestructible
    strike = attacker.power * 2 if attacker.double else attacker.power
    blocker_dies = strike > 0 and (attacker.deathtouch or strike >= blocker.toughness) and not blocker.indestructible
    if attacker_dies and blocker_dies and attacker.first != blocker.first:
        return (False, True) if attacker.first else (True, False)
    return attacker_dies, blocker_dies


def by_worth(f: Fighter) -> float:
    """For sorting: what is worth most first."""
    return -f.worth


def gang(attacker: Fighter, blockers: list[Fighter]) -> tuple[bool, list[Fighter]]:
    """Whether the attacker dies to all these blockers, and which of them it kills at best."""
    if len(blockers) == 1:
        attacker_dies, blocker_dies = duel(attacker, blockers[0])
        return attacker_dies, blockers if blocker_dies else []
    strikes, deadly = 0, False
    for b in blockers:
        strikes += b.power * 2 if b.double else b.power
        deadly = deadly or (b.deathtouch and b.power > 0)
    attacker_dies = (deadly or strikes >= attacker.toughness) and not attacker.indestructible
    left = attacker.power * 2 if attacker.double else attacker.power
    dead: list[Fighter] = []
    for b in sorted(blockers, key=by_worth):
        need = 1 if attacker.deathtouch else b.toughness
        if left >= need > 0 and not b.indestructible:
            left -= need
            dead.append(b)
    return attacker_dies, dead


class Plan:
    """Blocks decided on, with the damage that still comes through and how the whole is valued."""

    __slots__ = ("blocks", "damage", "lethal", "score", "through", "why")

    def __init__(self, count: int) -> None:
        self.blocks: list[list[Fighter]] = [[] for _ in range(count)]
        self.why: list[str] = [""] * count
        self.damage = 0
        self.through: list[int] = []
        self.lethal = False
        self.score = 0.0


Legal = Callable[[Fighter, Fighter], bool]
Least = Callable[[Fighter], int]


def least_by_menace(attacker: Fighter) -> int:
    """By how many it must be blocked (CR 702.111b)."""
    return 2 if attacker.menace else 1


def plan_blocks(
    attackers: list[Fighter], blockers: list[Fighter], life: int, legal: Legal, least: Least = least_by_menace
) -> Plan:
    """Good blocks: kills without loss, trades up; chump blocks when the attack would be lethal, and only then."""
    plan = Plan(len(attackers))
    if not attackers:
        return plan
    total = sum(through(a, []) for a in attackers)
    point = loss_worth(life, min(total, life - 1)) / total if total and life > 1 else 1.0
    free = list(blockers)
    for _gain, i, group in _candidates(attackers, blockers, point, legal, least):
        if not plan.blocks[i] and all(b in free for b in group):
            _assign(plan, i, group, free)
            plan.why[i] = "a good block"
    _sum_up(plan, attackers, life)
    if plan.lethal and blockers:
        _survive(plan, attackers, free, life, legal, least)
        if plan.lethal:
            desperate = _desperate(attackers, blockers, life, point, legal, least)
            if desperate.damage < plan.damage:
                plan = desperate
    return plan


def _assign(plan: Plan, i: int, group: list[Fighter], free: list[Fighter]) -> None:
    plan.blocks[i] = group
    for b in group:
        free.remove(b)


def block_gain(attacker: Fighter, group: list[Fighter], point: float) -> float:
    """What the block changes: kills less losses, and the damage it stops at so much a point."""
    dies, dead = gang(attacker, group)
    stopped = attacker.power
    if attacker.trample:
        stopped = min(stopped, sum(1 if attacker.deathtouch else b.toughness for b in group))
    gain = stopped * point
    if dies:
        gain += KILL * attacker.worth
    for b in dead:
        gain -= b.worth
    if dead and not dies:
        gain -= CHUMP + stopped * point  # a chump block: only for survival
    return gain


def _candidates(
    attackers: list[Fighter], blockers: list[Fighter], point: float, legal: Legal, least: Least
) -> list[tuple[float, int, list[Fighter]]]:
    """Blocks worth making, the best first. Attackers that are alike, as tokens are, are worked out once."""
    found: list[tuple[float, int, list[Fighter]]] = []
    known: dict[tuple[object, ...], list[tuple[float, list[Fighter]]]] = {}
    for i, attacker in enumerate(attackers):
        able = [b for b in blockers if legal(b, attacker)]
        need = least(attacker)
        if len(able) < need:
            continue
        key = (attacker.kind(), need, *map(id, able))
        groups = known.get(key)
        if groups is None:
            groups = known[key] = _groups(attacker, able, need, point)
        found += [(gain, i, group) for gain, group in groups]
    found.sort(key=lambda entry: -entry[0])
    return found


def _groups(attacker: Fighter, able: list[Fighter], need: int, point: float) -> list[tuple[float, list[Fighter]]]:
    """The groups that could block the attacker with a gain: one creature, two, or as many as it takes."""
    found: list[tuple[float, list[Fighter]]] = []
    if need > 2:
        gain = block_gain(attacker, able[:need], point)
        return [(gain, able[:need])] if gain > 0 else []
    if need == 1:
        killed = False
        for b in able:
            gain = block_gain(attacker, [b], point)
            if gain > 0:
                found.append((gain, [b]))
            killed = killed or duel(attacker, b) == (True, False)
        if killed:
            return found
    able = sorted(able, key=lambda b: -b.power)[:GANG_LIMIT]
    for j, one in enumerate(able):
        for other in able[j + 1 :]:
            gain = block_gain(attacker, [one, other], point) - GANG
            if gain > 0:
                found.append((gain, [one, other]))
    return found


def through(attacker: Fighter, group: list[Fighter]) -> int:
    """How much of its damage gets through to the player."""
    power = attacker.power * (2 if attacker.double else 1)
    if not group:
        return power
    if not attacker.trample:
        return 0
    return max(0, power - sum(1 if attacker.deathtouch else max(0, b.toughness) for b in group))


def _sum_up(plan: Plan, attackers: list[Fighter], life: int) -> None:
    """Work out what gets through and what the whole is worth."""
    plan.through = [through(a, plan.blocks[i]) for i, a in enumerate(attackers)]
    plan.damage = sum(plan.through)
    plan.lethal = plan.damage >= life
    score = -loss_worth(life, plan.damage)
    for i, attacker in enumerate(attackers):
        if plan.blocks[i]:
            dies, dead = gang(attacker, plan.blocks[i])
            if dies:
                score += KILL * attacker.worth
            for b in dead:
                score -= b.worth
    plan.score = score - (LETHAL + plan.damage if plan.lethal else 0.0)


def _survive(plan: Plan, attackers: list[Fighter], free: list[Fighter], life: int, legal: Legal, least: Least) -> None:
    """Add chump blocks, the cheapest creatures before the greatest damage, until the attack is not lethal."""
    while plan.lethal:
        best: tuple[float, int, list[Fighter]] | None = None
        for i, attacker in enumerate(attackers):
            if plan.blocks[i] or not plan.through[i]:
                continue
            able = sorted((b for b in free if legal(b, attacker)), key=lambda b: b.worth)
            need = least(attacker)
            if len(able) < need:
                continue
            group = able[:need]
            saved = plan.through[i] - through(attacker, group)
            if saved <= 0:
                continue
            enough = plan.damage - saved < life
            # One block that suffices before more; then the cheapest for what it saves.
            rank = (100.0 if enough else 0.0) + saved - sum(b.worth for b in group) * (1.0 if enough else 0.3)
            if best is None or rank > best[0]:
                best = (rank, i, group)
        if best is None:
            return
        _assign(plan, best[1], best[2], free)
        plan.why[best[1]] = "a chump block: the attack would be lethal"
        _sum_up(plan, attackers, life)


def _desperate(
    attackers: list[Fighter], blockers: list[Fighter], life: int, point: float, legal: Legal, least: Least
) -> Plan:
    """Blocks that stop as much damage as possible, whatever they cost."""
    plan = Plan(len(attackers))
    free = list(blockers)
    for i in sorted(range(len(attackers)), key=lambda i: -attackers[i].power):
        able = [b for b in free if legal(b, attackers[i])]
        need = least(attackers[i])
        if len(able) < need:
            continue
        # Creatures that few attackers can be blocked by are kept for those.
        able.sort(key=lambda b: (sum(1 for x in attackers if legal(b, x)), -block_gain(attackers[i], [b], point)))
        group = able[:need]
        if through(attackers[i], group) < attackers[i].power:
            _assign(plan, i, group, free)
            plan.why[i] = "a block to survive"
    _sum_up(plan, attackers, life)
    if plan.lethal:
        return plan
    return _without_waste(plan, attackers, life, point)


def _without_waste(plan: Plan, attackers: list[Fighter], life: int, point: float) -> Plan:
    """Take back blocks that lose a creature for nothing and are not needed to survive."""
    for i, attacker in enumerate(attackers):
        group = plan.blocks[i]
        if group and block_gain(attacker, group, point) < 0:
            plan.blocks[i] = []
            _sum_up(plan, attackers, life)
            if plan.lethal:
                plan.blocks[i] = group
    _sum_up(plan, attackers, life)
    return plan
