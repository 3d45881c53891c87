"""Combat as the autopilot foresees it: duels, blocks, and what the next attack would do (CR 508-510)."""

from __future__ import annotations

from itertools import combinations
from operator import attrgetter
from typing import Final

from hordemtg.play.autopilot_value import ability_bonus, creature_worth, lead_worth, loss_worth
from hordemtg.rules.characteristics import Characteristics
from hordemtg.rules.game import Game
from hordemtg.rules.objects import GameObject

LETHAL: Final = 1000.0
KILL: Final = 0.8  # an attacker killed counts a little less than a creature lost: more of them come
CHUMP: Final = 2.0  # a creature that dies without killing costs so much more than its worth
GANG: Final = 1.2  # two creatures spent on one attacker
GANG_LIMIT: Final = 6  # creatures considered for blocks by two


class Fighter:
    """A creature as combat sees it: what it deals, what it takes, what it is worth."""

    __slots__ = (
        "alike",
        "c",
        "damage",
        "deathtouch",
        "double",
        "first",
        "flying",
        "indestructible",
        "leads",
        "lifelink",
        "menace",
        "o",
        "power",
        "reach",
        "skulk",
        "strike",
        "toughness",
        "trample",
        "vigilance",
        "worth",
    )  # fmt: skip

    def __init__(self, power: int, toughness: int, worth: float, o: GameObject | None = None) -> None:
        self.o = o
        self.c: Characteristics | None = None  # what it was made of,
        self.damage = 0  # with this damage,
        self.leads = False  # and with the creatures that it leads
        self.alike = 0  # a number that it shares only with those that are alike, once somebody asks
        self.power = power
        self.strike = power  # what it deals in the whole of combat: twice its power with double strike
        self.toughness = toughness  # less the damage it has
        self.worth = worth
        self.deathtouch = self.double = self.first = self.flying = self.indestructible = False
        self.lifelink = self.menace = self.reach = self.skulk = self.trample = self.vigilance = False

    def kind(self) -> int:
        """A number that only attackers share that are alike; asked when all of it is known."""
        if not self.alike:
            self.alike = KINDS.number(
                (
                    self.power, self.toughness, self.worth, self.deathtouch, self.double, self.first, self.flying,
                    self.indestructible, self.menace, self.skulk, self.trample,
                )
            )  # fmt: skip
        return self.alike

    def grow(self, power: int, toughness: int) -> None:
        """More power and toughness."""
        self.power += power
        self.toughness += toughness
        self.strike = self.power * 2 if self.double else self.power


class Kinds:
    """A number for each kind of attacker. When it knows too many it forgets them, and never gives a number twice."""

    __slots__ = ("known", "last")

    def __init__(self) -> None:
        self.known: dict[object, int] = {}
        self.last = 0

    def number(self, kind: object) -> int:
        """The number of the kind, from 1."""
        known = self.known
        if kind not in known:
            if len(known) >= KINDS_KEPT:
                known.clear()
            self.last += 1
            known[kind] = self.last
        return known[kind]


KINDS_KEPT: Final = 5000
KINDS: Final = Kinds()


class Memory:
    """What a player who looks ahead keeps between decisions, as long as creatures stay what they are.

    It saves work and never changes an answer.
    """

    __slots__ = ("fighters",)

    def __init__(self) -> None:
        self.fighters: dict[GameObject, Fighter] = {}

    def fighter(self, game: Game, o: GameObject) -> Fighter:
        """The creature as a fighter; the same as before if it has not changed."""
        known = self.fighters.get(o)
        if known is not None and not known.leads and known.damage == o.damage:
            if known.c is (
                o.characteristics if o.version == game.version and not game.effects_dirty else game.characteristics(o)
            ):
                return known
        if len(self.fighters) > KEPT:
            self.fighters.clear()
        known = self.fighters[o] = fighter(game, o)
        return known


KEPT: Final = 200

Group = tuple[Fighter, ...]  # blockers of one attacker

NOBODY: Final[Group] = ()
WORTH: Final = attrgetter("worth")
POWER: Final = attrgetter("power")


def fighter(game: Game, o: GameObject) -> Fighter:
    """The creature as a fighter."""
    c = o.characteristics if o.version == game.version and not game.effects_dirty else game.characteristics(o)
    power = c.power
    worth = creature_worth(c, power, c.toughness)
    leads = len(c.abilities) > 0 and ability_bonus(c.abilities)[1]
    if leads:
        worth += lead_worth(game, o, c)
    f = Fighter(power if power > 0 else 0, c.toughness - o.damage, worth, o)
    f.c, f.damage, f.leads = c, o.damage, leads
    words = c.keywords
    if words:
        if "double strike" in words:
            f.double = f.first = True
            f.strike = f.power * 2
        elif "first strike" in words:
            f.first = True
        f.deathtouch = "deathtouch" in words
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
    strike = blocker.strike
    attacker_dies = strike > 0 and (blocker.deathtouch or strike >= attacker.toughness) and not attacker.indestructible
    strike = attacker.strike
    blocker_dies = strike > 0 and (attacker.deathtouch or strike >= blocker.toughness) and not blocker.indestructible
    if attacker_dies and blocker_dies and attacker.first != blocker.first:
        return (False, True) if attacker.first else (True, False)
    return attacker_dies, blocker_dies


def gang(attacker: Fighter, blockers: Group) -> tuple[bool, Group]:
    """Whether the attacker dies to all these blockers, and which of them it kills at best."""
    if len(blockers) == 1:
        attacker_dies, blocker_dies = duel(attacker, blockers[0])
        return attacker_dies, blockers if blocker_dies else NOBODY
    strikes, deadly = 0, False
    for b in blockers:
        strikes += b.strike
        if b.deathtouch and b.power > 0:
            deadly = True
    attacker_dies = (deadly or strikes >= attacker.toughness) and not attacker.indestructible
    left = attacker.strike
    dead: list[Fighter] = []
    if len(blockers) > 2:
        ordered = tuple(sorted(blockers, key=WORTH, reverse=True))
    else:
        one, other = blockers
        ordered = blockers if one.worth >= other.worth else (other, one)
    for b in ordered:
        need = 1 if attacker.deathtouch else b.toughness
        if left >= need > 0 and not b.indestructible:
            left -= need
            dead.append(b)
    return attacker_dies, tuple(dead)


# ---------------------------------------------------------------- who could block whom


class Evasion:
    """For each attacker the creatures that could block it, and how many of them it takes."""

    __slots__ = ("able", "least")

    def __init__(self, able: list[list[Fighter]], least: list[int]) -> None:
        self.able = able
        self.least = least


def evasion(attackers: list[Fighter], blockers: list[Fighter]) -> Evasion:
    """By flying, skulk and menace, the commonest evasion (CR 702.9b, 702.111b, 702.118b)."""
    able: list[list[Fighter]] = []
    least: list[int] = []
    for attacker in attackers:
        if attacker.flying or attacker.skulk:
            able.append([b for b in blockers if may_block(b, attacker)])
        else:
            able.append(blockers)
        least.append(2 if attacker.menace else 1)
    return Evasion(able, least)


# ---------------------------------------------------------------- blocks


class Outcome:
    """What a block changes: damage it stops, the worth of the attacker's death, who dies, its price, who blocks."""

    __slots__ = ("dead", "group", "price", "prize", "stopped")

    def __init__(self, stopped: int, prize: float, dead: Group, price: float, group: Group) -> None:
        self.stopped = stopped
        self.prize = prize
        self.dead = dead
        self.price = price
        self.group = group


Outcomes = dict[object, list[Outcome]]  # by the attacker's kind and who could block it
NOTHING: Final = Outcome(0, 0.0, NOBODY, 0.0, NOBODY)


class Plan:
    """Blocks decided on, with the damage that still comes through and how the whole is valued."""

    __slots__ = ("blocks", "damage", "lethal", "results", "score", "through", "why")

    def __init__(self, count: int) -> None:
        self.blocks: list[Group] = [NOBODY] * count
        self.results = [NOTHING] * count  # what each attacker's death is worth, and which blockers die
        self.why = [""] * count
        self.damage = 0
        self.through: list[int] = []
        self.lethal = False
        self.score = 0.0

    def uses(self, o: GameObject | None) -> bool:
        """Whether the creature is among the blockers."""
        for group in self.blocks:
            for b in group:
                if b.o is o:
                    return True
        return False

    def take(self, i: int, outcome: Outcome) -> None:
        """The attacker of that number is blocked with this outcome, which gains something."""
        self.blocks[i] = outcome.group
        self.results[i] = outcome
        self.why[i] = "a good block"

    def block(self, i: int, attacker: Fighter, group: Group, why: str) -> None:
        """The attacker of that number is blocked by these, or by nobody."""
        dies, dead = gang(attacker, group) if group else (False, NOBODY)
        self.blocks[i] = group
        self.results[i] = Outcome(0, KILL * attacker.worth if dies else 0.0, dead, 0.0, group)
        self.why[i] = why


def plan_blocks(
    attackers: list[Fighter],
    blockers: list[Fighter],
    life: int,
    who: Evasion | None = None,
    known: Outcomes | None = None,
) -> Plan:
    """Good blocks: kills without loss, trades up; chump blocks when the attack would be lethal, and only then.

    `known` keeps the outcomes of blocks for other plans with the same creatures.
    """
    plan = Plan(len(attackers))
    if not attackers:
        return plan
    total = 0
    for attacker in attackers:
        total += attacker.strike
    if not blockers:
        _sum_up(plan, attackers, life)
        return plan
    point = loss_worth(life, min(total, life - 1)) / total if total and life > 1 else 1.0
    if who is None:
        who = evasion(attackers, blockers)
    taken = _block_well(plan, attackers, who, point, known if known is not None else {}, len(blockers))
    _sum_up(plan, attackers, life)
    if plan.lethal:
        _survive(plan, attackers, taken, life, who)
        if plan.lethal:
            desperate = _desperate(attackers, life, point, who)
            if desperate.damage < plan.damage:
                plan = desperate
    return plan


def outcome_of(attacker: Fighter, group: Group, price: float, dies: bool, dead: Group) -> Outcome:
    """The outcome of the block."""
    stopped = attacker.power
    if attacker.trample:
        soaked = 0
        for b in group:
            soaked += 1 if attacker.deathtouch else b.toughness
        stopped = min(stopped, soaked)
    return Outcome(stopped, KILL * attacker.worth if dies else 0.0, dead, price, group)


def block_gain(attacker: Fighter, group: Group, point: float) -> float:
    """What the block changes: kills less losses, and the damage it stops at so much a point."""
    dies, dead = gang(attacker, group)
    outcome = outcome_of(attacker, group, 0.0, dies, dead)
    gain = outcome.stopped * point + outcome.prize
    for b in dead:
        gain -= b.worth
    if dead and not dies:
        gain -= CHUMP + outcome.stopped * point  # a chump block: only for survival
    return gain


class Offer:
    """An outcome that is worth having, what it gains, and the sort of attackers whose block has it."""

    __slots__ = ("gain", "outcome", "sort")

    def __init__(self, gain: float, sort: int, outcome: Outcome) -> None:
        self.gain = gain
        self.sort = sort
        self.outcome = outcome


GAIN: Final = attrgetter("gain")


class Sort:
    """Attackers that are alike, as tokens are, and that the same creatures could block."""

    __slots__ = ("able", "kind", "need", "number")

    def __init__(self, number: int, kind: int, need: int, able: list[Fighter]) -> None:
        self.number = number
        self.kind = kind
        self.need = need
        self.able = able


def _block_well(
    plan: Plan, attackers: list[Fighter], who: Evasion, point: float, known: Outcomes, blockers: int
) -> set[Fighter]:
    """Block by what is worth most, again and again; give who blocks then.

    Attackers of one sort are worked out once.
    """
    sorts: list[Sort] = []
    sort_of: list[int] = []
    found: list[Offer] = []
    able_of, least = who.able, who.least
    for i, attacker in enumerate(attackers):
        able, need = able_of[i], least[i]
        if len(able) < need:
            sort_of.append(-1)
            continue
        kind = attacker.alike or attacker.kind()
        for sort in sorts:
            if sort.kind == kind and sort.need == need and sort.able is able:
                break
        else:
            sort = Sort(len(sorts), kind, need, able)
            sorts.append(sort)
            _offer(found, sort, attacker, point, known)
        sort_of.append(sort.number)
    if len(found) > 1:
        found.sort(key=GAIN, reverse=True)
    taken: set[Fighter] = set()
    first, count = 0, len(found)
    while first < count and len(taken) < blockers:
        offer = found[first]
        last = first + 1
        while last < count and found[last].gain == offer.gain:
            last += 1
        if last == first + 1:
            _block_by(offer, plan, sort_of, taken)
        else:
            _block_for(found[first:last], plan, sort_of, taken)
        first = last
    return taken


def _block_by(offer: Offer, plan: Plan, sort_of: list[int], taken: set[Fighter]) -> None:
    """Block so, if the whole group is still free, the first attacker of that sort that nobody blocks yet."""
    group = offer.outcome.group
    for b in group:
        if b in taken:
            return
    blocks = plan.blocks
    for i, sort in enumerate(sort_of):
        if sort == offer.sort and not blocks[i]:
            taken.update(group)
            plan.take(i, offer.outcome)
            return


def _block_for(equal: list[Offer], plan: Plan, sort_of: list[int], taken: set[Fighter]) -> None:
    """Block by outcomes that gain the same: the first attacker first, by the first group that is still free."""
    blocks = plan.blocks
    for i, sort in enumerate(sort_of):
        if sort < 0 or blocks[i]:
            continue
        for offer in equal:
            if offer.sort != sort:
                continue
            for b in offer.outcome.group:
                if b in taken:
                    break
            else:
                taken.update(offer.outcome.group)
                plan.take(i, offer.outcome)
                break


def _offer(found: list[Offer], sort: Sort, attacker: Fighter, point: float, known: Outcomes) -> None:
    """Add the blocks of an attacker of that sort that are worth making, with what they would gain."""
    key = (sort.kind, sort.need, *sort.able)
    outcomes = known.get(key)
    if outcomes is None:
        outcomes = known[key] = _outcomes(attacker, sort.able, sort.need)
    for outcome in outcomes:
        gain = outcome.stopped * point + outcome.prize
        for b in outcome.dead:
            gain -= b.worth
        gain -= outcome.price
        if gain > 0:
            found.append(Offer(gain, sort.number, outcome))


def _outcomes(attacker: Fighter, able: list[Fighter], need: int) -> list[Outcome]:
    """The groups that could block the attacker for more than a chump: one creature, two, or as many as it takes."""
    if need > 2:
        group = tuple(able[:need])
        dies, dead = gang(attacker, group)
        return [outcome_of(attacker, group, 0.0, dies, dead)] if dies or not dead else []
    found: list[Outcome] = []
    if need == 1:
        killed = False
        prize = KILL * attacker.worth
        toughness, strike, first = attacker.toughness, attacker.strike, attacker.first
        for b in able:
            # as in `duel`, without a call
            dies = b.strike > 0 and (b.strike >= toughness or b.deathtouch) and not attacker.indestructible
            falls = strike > 0 and (strike >= b.toughness or attacker.deathtouch) and not b.indestructible
            if dies and falls and first != b.first:
                dies, falls = not first, first
            if falls and not dies:
                continue
            stopped = attacker.power
            if attacker.trample:
                stopped = min(stopped, 1 if attacker.deathtouch else b.toughness)
            group = (b,)
            found.append(Outcome(stopped, prize if dies else 0.0, group if falls else NOBODY, 0.0, group))
            if dies and not falls:
                killed = True
        if killed:
            return found
    if len(able) > 1:
        _pair_outcomes(attacker, sorted(able, key=POWER, reverse=True)[:GANG_LIMIT], found)
    return found


def _pair_outcomes(attacker: Fighter, strongest: list[Fighter], found: list[Outcome]) -> None:
    """Add the outcomes of blocks by two of these: as `gang` has it, without a call for each pair."""
    toughness, strike = attacker.toughness, attacker.strike
    for group in combinations(strongest, 2):
        one, other = group
        dies = one.strike + other.strike >= toughness or (one.deathtouch and one.power > 0)
        if not dies:
            dies = other.deathtouch and other.power > 0
        if attacker.indestructible:
            dies = False
        if one.worth < other.worth:
            one, other = other, one  # whom it would rather kill
        left = strike
        dead = NOBODY
        need = 1 if attacker.deathtouch else one.toughness
        if left >= need > 0 and not one.indestructible:
            if not dies:
                continue
            left -= need
            dead = (one,)
        need = 1 if attacker.deathtouch else other.toughness
        if left >= need > 0 and not other.indestructible:
            if not dies:
                continue
            dead = (*dead, other)
        if attacker.trample:
            found.append(outcome_of(attacker, group, GANG, dies, dead))
        else:
            found.append(Outcome(attacker.power, KILL * attacker.worth if dies else 0.0, dead, GANG, group))


def through(attacker: Fighter, group: Group) -> int:
    """How much of its damage gets through to the player."""
    left = attacker.strike
    if not group:
        return left
    if not attacker.trample:
        return 0
    for b in group:
        left -= 1 if attacker.deathtouch else max(0, b.toughness)
    return max(0, left)


def _sum_up(plan: Plan, attackers: list[Fighter], life: int) -> None:
    """Work out what gets through and what the whole is worth."""
    damage = 0
    passing: list[int] = []
    blocks = plan.blocks
    for i, attacker in enumerate(attackers):
        group, n = blocks[i], attacker.strike
        if group:
            n = through(attacker, group) if attacker.trample else 0
        passing.append(n)
        damage += n
    score = -loss_worth(life, damage)
    for result in plan.results:
        score += result.prize
        for b in result.dead:
            score -= b.worth
    plan.through = passing
    plan.damage = damage
    plan.lethal = damage >= life
    plan.score = score - (LETHAL + damage if plan.lethal else 0.0)


def _survive(plan: Plan, attackers: list[Fighter], taken: set[Fighter], life: int, who: Evasion) -> None:
    """Add chump blocks, the cheapest creatures before the greatest damage, until the attack is not lethal."""
    while plan.lethal:
        best: tuple[float, int, Group] | None = None
        for i, attacker in enumerate(attackers):
            if plan.blocks[i] or not plan.through[i]:
                continue
            able = sorted([b for b in who.able[i] if b not in taken], key=WORTH)
            need = who.least[i]
            if len(able) < need:
                continue
            group = tuple(able[:need])
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
        _, i, group = best
        taken.update(group)
        plan.block(i, attackers[i], group, "a chump block: the attack would be lethal")
        _sum_up(plan, attackers, life)


def _desperate(attackers: list[Fighter], life: int, point: float, who: Evasion) -> Plan:
    """Blocks that stop as much damage as possible, whatever they cost."""
    plan = Plan(len(attackers))
    taken: set[Fighter] = set()
    choices: dict[Fighter, int] = {}
    for able in who.able:
        for b in able:
            choices[b] = choices.get(b, 0) + 1
    for i in sorted(range(len(attackers)), key=lambda i: -attackers[i].power):
        attacker, need = attackers[i], who.least[i]
        able = [b for b in who.able[i] if b not in taken]
        if len(able) < need:
            continue
        # Creatures that few attackers can be blocked by are kept for those.
        if len(able) > 1:
            gains = {b: block_gain(attacker, (b,), point) for b in able}
            able.sort(key=lambda b: (choices[b], -gains[b]))
        group = tuple(able[:need])
        if through(attacker, group) < attacker.power:
            taken.update(group)
            plan.block(i, attacker, group, "a block to survive")
    _sum_up(plan, attackers, life)
    if plan.lethal:
        return plan
    return _without_waste(plan, attackers, life, point)


def _without_waste(plan: Plan, attackers: list[Fighter], life: int, point: float) -> Plan:
    """Take back blocks that lose a creature for nothing and are not needed to survive."""
    for i, attacker in enumerate(attackers):
        group, why = plan.blocks[i], plan.why[i]
        if group and block_gain(attacker, group, point) < 0:
            plan.block(i, attacker, NOBODY, why)
            _sum_up(plan, attackers, life)
            if plan.lethal:
                plan.block(i, attacker, group, why)
    _sum_up(plan, attackers, life)
    return plan
