"""The autopilot's attacks and blocks: no attack that loses to the swing back, good blocks (CR 508, 509)."""

from __future__ import annotations

from typing import Final

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.play import legal_answers
from hordemtg.play.autopilot_combat import Evasion, Fighter, Plan, duel, may_block, plan_blocks
from hordemtg.play.autopilot_tricks import could_become
from hordemtg.play.autopilot_value import POWER, TOUGHNESS
from hordemtg.play.autopilot_view import View
from hordemtg.rules.choices import Choice
from hordemtg.rules.combat import Attack, Block
from hordemtg.rules.compiled import CompiledCard
from hordemtg.rules.objects import GameObject

TYPICAL: Final = ((2, 2), (3, 3), (2, 2), (3, 2), (2, 2))  # what a Horde reveals, power and toughness


# ---------------------------------------------------------------- the swing back


def coming(view: View) -> list[Fighter]:
    """The opponent's creatures that could attack next turn."""
    game = view.game
    found = []
    for o in view.creatures(view.foe):
        if view.horde or "defender" not in game.characteristics(o).keywords:
            if not game.characteristics(o).restrictions or not (
                game.restricted(o, "can't attack") or (o.tapped and game.restricted(o, "doesn't untap"))
            ):
                found.append(view.fighter(o))
    return found


class Arrivals:
    """Creatures as a Horde usually brings them, as what it has on the battlefield makes them."""

    __slots__ = ("_found", "flying", "menace", "power", "toughness")

    def __init__(self, view: View) -> None:
        self.power = self.toughness = 0
        self.menace = self.flying = False
        for o in view.game.battlefield:
            if o.controller is view.foe and o.card.statics:
                power, toughness, menace, flying = led_changes(o.card)
                self.power += power
                self.toughness += toughness
                self.menace = self.menace or menace
                self.flying = self.flying or flying
        key = (self.power, self.toughness, self.menace, self.flying)
        self._found = _arriving.setdefault(key, [])

    def first(self, count: int) -> list[Fighter]:
        """So many of them."""
        found = self._found
        while len(found) < count:
            power, toughness = TYPICAL[len(found) % len(TYPICAL)]
            power, toughness = max(0, power + self.power), max(1, toughness + self.toughness)
            one = Fighter(power, toughness, POWER * power + TOUGHNESS * toughness)
            one.menace, one.flying = self.menace, self.flying
            found.append(one)
        return found[:count]


Led = tuple[int, int, bool, bool]  # power, toughness, menace, flying

_arriving: Final[dict[Led, list[Fighter]]] = {}  # as they have been asked for

_led: Final[dict[CompiledCard, Led]] = {}


def led_changes(card: CompiledCard) -> Led:
    """What the static abilities of a permanent with this card give other permanents; worked out once for each card."""
    known = _led.get(card)
    if known is None:
        known = _led[card] = _led_changes(card)
    return known


def _led_changes(card: CompiledCard) -> Led:
    power = toughness = 0
    menace = flying = False
    for ability in card.statics:
        node = ability.definition
        if isinstance(node, a.StaticAbility) and isinstance(node.affects, t.Each):
            for change in node.changes:
                match change:
                    case e.ModifyPT(t.Number(p), t.Number(q)):
                        power, toughness = power + p, toughness + q
                    case e.GrantAbility(a.KeywordAbility("menace")):
                        menace = True
                    case e.GrantAbility(a.KeywordAbility("flying")):
                        flying = True
                    case _:
                        pass
    return power, toughness, menace, flying


def home(view: View) -> list[Fighter]:
    """One's own creatures that could block next turn, the one of them pumped that gains most by it."""
    game = view.game
    found: list[Fighter] = []
    for o in view.creatures(view.me):
        if not o.tapped and not (game.characteristics(o).restrictions and game.restricted(o, "can't block")):
            found.append(view.fighter(o))
    boosts = pumps(view, found)
    if boosts:
        before, after = max(boosts, key=lambda pair: pair[1].power + pair[1].toughness - pair[0].toughness)
        found[found.index(before)] = after
    return found


def pumps(view: View, own: list[Fighter]) -> list[tuple[Fighter, Fighter]]:
    """Which of the creatures could be pumped with the mana that is left, and what they would be then."""
    found: list[tuple[Fighter, Fighter]] = []
    for f in own:
        if f.o is not None and f.o.card.activated:
            after = could_become(view, f.o)
            if after is not None:
                found.append((f, after))
    return found


def free_turn(view: View) -> bool:
    """Whether the next turn is one's own too, as in Preparation (H1.3)."""
    return view.horde and view.game.next_player() is view.me


# ---------------------------------------------------------------- attackers


def attack(view: View, choice: Choice) -> list[int]:
    """Whom to attack with."""
    options: list[Attack] = list(choice.options)
    at_player: dict[int, int] = {}
    for i, option in enumerate(options):
        if option.defender is view.foe:
            at_player.setdefault(option.creature.id, i)
    candidates = [(view.fighter(options[i].creature), i) for i in at_player.values()]
    if view.horde:
        answer = _against_the_horde(view, choice, candidates)
    else:
        answer = _against_blockers(view, choice, candidates)
    required = {o.id for o in choice.context or ()} - {options[i].creature.id for i in answer}
    answer = sorted({*answer, *(i for creature, i in at_player.items() if creature in required)})
    return answer if legal_answers.is_legal(choice, answer) else legal_answers.attackers(choice)


def _against_the_horde(view: View, choice: Choice, candidates: list[tuple[Fighter, int]]) -> list[int]:
    """The Horde never blocks (H2.5): what counts is the cards milled (H7.4) against the defence of the next turn."""
    if view.no_cards_left():
        choice.reason = "the Horde's library is empty: attacks do nothing, blockers do"
        return []
    strong = [(f, i) for f, i in candidates if f.power > 0]
    if free_turn(view):
        choice.reason = "the next turn is ours too: nothing can swing back"
        return [i for _, i in strong]
    if not strong:
        choice.reason = "nobody to attack with"
        return []
    foes, guards = coming(view), home(view)
    strong = _with_a_pump(view, strong)
    raid = Raid(view, guards, foes, WORST)
    for case in (USUAL, NONE):
        if not raid.plan([])[0].lethal:
            break  # the worst that a full guard survives is what the attack must survive too
        raid.case = case
    chosen = raid.best(strong)
    choice.reason = "milled cards are worth more than these would be as blockers"
    if not chosen:
        choice.reason = "blockers are worth more at home"
    return [i for _, i in chosen]


def _with_a_pump(view: View, attacking: list[tuple[Fighter, int]]) -> list[tuple[Fighter, int]]:
    """The attackers with the mana that is left in the one that makes most damage of it."""
    boosts = pumps(view, [f for f, _ in attacking])
    if not boosts:
        return attacking
    before, after = max(boosts, key=lambda pair: pair[1].power - pair[0].power)
    return [(after if f is before else f, i) for f, i in attacking]


def _swing_back(view: View, attacking: list[tuple[Fighter, int]], guards: list[Fighter], foes: list[Fighter]) -> Plan:
    """The opponent's next attack as well blocked as can be by what is then untapped."""
    tapped = [f.o for f, _ in attacking if not f.vigilance]
    return view.plan(foes, [g for g in guards if g.o not in tapped] if tapped else guards)


Attackers = list[tuple[Fighter, int]]


USUAL, WORST, NONE = 0, 1, 2  # what the next turn is taken to bring
MOST: Final = 10


class Raid:
    """Attacks on the Horde weighed: the cards milled against the defence when the Horde strikes back."""

    __slots__ = ("_known", "_now", "case", "foes", "guards", "library", "marked", "new", "view")

    def __init__(self, view: View, guards: list[Fighter], foes: list[Fighter], case: int) -> None:
        self.view = view
        self.guards = guards
        self.foes = foes
        self.case = case
        self.new = Arrivals(view)
        self._now = view.arrivals()
        self._known: dict[tuple[int, ...], tuple[Plan, float]] = {}
        self.library = len(view.foe.library)
        self.marked = max(view.foe.per_amount.values(), default=0)

    def damage(self, attacking: Attackers) -> int:
        """What is marked on the Horde after the attack."""
        marked = self.marked
        for f, _ in attacking:
            marked += f.strike
        return marked

    def plan(self, attacking: Attackers) -> tuple[Plan, float]:
        """The next attack, blocked by what stays untapped, and its score; cards that the raid mills do not arrive."""
        count = now = 0
        if self.case != NONE:
            milled = self.damage(attacking) // self.view.per
            count = min(self.view.arrivals(milled)[self.case], MOST)
            now = min(self._now[self.case], MOST)
        tapped = sorted([f.o.id for f, _ in attacking if f.o is not None and not f.vigilance])
        key = (count, now, *tapped)
        known = self._known.get(key)
        if known is None:
            plan = _swing_back(self.view, attacking, self.guards, self.foes + self.new.first(count))
            spared = 0.0
            for f in self.new.first(now)[count:]:
                spared += f.worth  # who does not arrive is as good as killed
            known = self._known[key] = plan, plan.score + spared
        return known

    def milled(self, attacking: Attackers, whole: bool) -> float:
        """What the damage is worth: whole cards, as what is left over is lost (H7.4), or in proportion."""
        damage, per = self.damage(attacking), self.view.per
        cards = min(damage // per if whole else damage / per, self.library)
        linked = 0
        for f, _ in attacking:
            if f.lifelink:
                linked += f.power
        return self.view.mill * cards + self.view.point * linked

    def best(self, candidates: Attackers) -> Attackers:
        """Those with vigilance attack; one after the other those whose damage is worth more than their guard."""
        vigilant = [entry for entry in candidates if entry[0].vigilance]
        chosen = vigilant
        plan, score = self.plan(vigilant)
        stay = self.milled(vigilant, True) + score
        current = self.milled(vigilant, False) + score
        for entry in sorted(candidates, key=lambda entry: -entry[0].power):
            if entry[0].vigilance:
                continue
            trial = [*chosen, entry]
            gain = self.milled(trial, False)
            if gain + score <= current:
                continue  # no more cards
            after, value = self.plan(trial) if plan.uses(entry[0].o) else (plan, score)
            if gain + value > current:
                chosen, plan, score, current = trial, after, value, gain + value
        if self.milled(chosen, True) + score <= stay:
            chosen, score = vigilant, stay - self.milled(vigilant, True)
        if self.damage(candidates) >= self.library * self.view.per > self.damage(chosen):
            everything = self.plan(candidates)[1]  # it ends the Horde's library
            if self.milled(candidates, True) + everything > self.milled(chosen, True) + score:
                chosen = candidates
        return self.without_surplus(chosen)

    def without_surplus(self, chosen: Attackers) -> Attackers:
        """Leave at home what adds no whole card to those milled, the best guards first."""
        damage, per = self.damage(chosen), self.view.per
        spare = max(damage % per, damage - per * self.library)
        for entry in sorted(chosen, key=lambda entry: -entry[0].worth):
            f = entry[0]
            if not f.vigilance and not f.lifelink and f.strike <= spare:
                spare -= f.strike
                chosen = [x for x in chosen if x[0] is not f]
        return chosen


def _against_blockers(view: View, choice: Choice, candidates: list[tuple[Fighter, int]]) -> list[int]:
    """Attack with what no block punishes; with everything when that wins; never into a lethal swing back."""
    defenders = [view.fighter(o) for o in view.creatures(view.foe) if not o.tapped]
    total = sum(f.power for f, _ in candidates)
    held = sorted((f.power for f, _ in candidates), reverse=True)[: len(defenders)]
    if total - sum(held) >= view.foe.life:
        choice.reason = "the damage that cannot be blocked is lethal"
        return [i for f, i in candidates if f.power > 0]
    chosen = []
    for f, i in candidates:
        if f.power <= 0:
            continue
        punished = False
        for d in defenders:
            if may_block(d, f) and not (f.menace and len(defenders) < 2):
                f_dies, d_dies = duel(f, d)
                punished = punished or (f_dies and (not d_dies or d.worth < f.worth))
        if not punished:
            chosen.append((f, i))
    foes, guards = coming(view), home(view)
    if not _swing_back(view, [], guards, foes).lethal:
        while chosen and _swing_back(view, chosen, guards, foes).lethal:
            chosen.remove(min(chosen, key=lambda entry: entry[0].power))
    choice.reason = "attackers that no block punishes" if chosen else "every attack could be punished"
    return [i for _, i in chosen]


# ---------------------------------------------------------------- the attack under way


class Threat:
    """The attack as declared: how bad it is well blocked, and how much better without each attacker."""

    __slots__ = ("_attackers", "_guards", "_known", "_plan", "_view", "danger")

    def __init__(self, view: View) -> None:
        self._view = view
        self._attackers = [view.fighter(o) for o in view.game.attackers() if o.attacking is view.me]
        self._guards = home(view)
        self._plan = view.plan(self._attackers, self._guards)
        self._known: dict[tuple[int, ...], float] = {}  # without an attacker, by the kinds of those that are left
        self.danger = self._plan.lethal or 3 * self._plan.damage >= view.me.life

    def relief(self, attacker: GameObject) -> float:
        """How much better it is without that attacker; nothing if it is none."""
        left = [f for f in self._attackers if f.o is not attacker]
        if len(left) == len(self._attackers):
            return 0.0
        kinds = tuple([f.alike or f.kind() for f in left])
        if kinds not in self._known:
            self._known[kinds] = min(30.0, self._view.plan(left, self._guards).score - self._plan.score)
        return self._known[kinds]


# ---------------------------------------------------------------- blockers


NO_OPTIONS: Final[dict[GameObject, int]] = {}


def _legal_blocks(
    view: View, attackers: list[Fighter], blockers: list[Fighter], pairs: dict[GameObject, dict[GameObject, int]]
) -> Evasion:
    """Who may block whom as the options say, and by how many an attacker must be blocked (CR 509.1b)."""
    able: list[list[Fighter]] = []
    least: list[int] = []
    for attacker in attackers:
        assert attacker.o is not None
        options = pairs.get(attacker.o, NO_OPTIONS)
        able.append([b for b in blockers if b.o in options])
        least.append(view.game.least_blockers(attacker.o))
    return Evasion(able, least)


def block(view: View, choice: Choice) -> list[int]:
    """Which blocks to make."""
    options: list[Block] = list(choice.options)
    pairs: dict[GameObject, dict[GameObject, int]] = {}  # by the attacker and the blocker
    creatures: dict[GameObject, None] = {}
    for i, option in enumerate(options):
        pairs.setdefault(option.attacker, {})[option.blocker] = i
        creatures[option.blocker] = None
    attackers = [view.fighter(o) for o in choice.context if o.attacking is view.me]
    blockers = [view.fighter(o) for o in creatures]
    who = _legal_blocks(view, attackers, blockers, pairs)
    plan = plan_blocks(attackers, blockers, view.me.life, who)
    for before, after in pumps(view, blockers):
        trial = [after if f is before else f for f in blockers]
        able = [[after if f is before else f for f in group] for group in who.able]
        other = plan_blocks(attackers, trial, view.me.life, Evasion(able, who.least))
        if other.score > plan.score + 0.2:
            plan = other
    answer = [
        pairs[a.o][b.o]
        for a, group in zip(attackers, plan.blocks, strict=True)
        for b in group
        if b.o is not None and a.o is not None
    ]
    reasons = dict.fromkeys(why for why in plan.why if why)
    choice.reason = "; ".join(reasons) if answer else "no block is worth it, and the attack is not lethal"
    if plan.lethal:
        choice.reason = "no block saves the game" if not answer else choice.reason
    if legal_answers.is_legal(choice, answer):
        return sorted(answer)
    choice.reason = "the rules ask for other blocks"
    return legal_answers.blockers(view.game, choice)
