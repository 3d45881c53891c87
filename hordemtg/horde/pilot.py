"""The Horde's pilot: every answer comes from a directive, and what directives leave open from chance (H2.7, H5, H6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, Final, assert_never

from hordemtg.cards import effects as e
from hordemtg.cards.horde import (
    ActivateDirective,
    CastDirective,
    ChoiceDirective,
    Directive,
    OfferDirective,
    Preference,
    Situation,
)
from hordemtg.horde import damage, foresight, payment, preferences
from hordemtg.horde.casting import RunCast
from hordemtg.horde.foresight import Moment, RunOffer, moment
from hordemtg.horde.game import HordeGame
from hordemtg.horde.windows import STEPS_OF, in_window
from hordemtg.rules import mana, prices, terms
from hordemtg.rules.casting import Action
from hordemtg.rules.choices import EVERY_STEP, Awake, Choice
from hordemtg.rules.combat import Block
from hordemtg.rules.costs import RunPart
from hordemtg.rules.game import Game
from hordemtg.rules.objects import Frame, GameObject, Player

SEARCH_LIMIT: Final = 20000
FEW: Final = 300  # declarations of attackers that are all tried

SITUATION_OF_TARGET: Final[dict[str, Situation]] = {
    "harm": "a target to harm",
    "steal": "a target to harm",
    "damage": "a target to damage",
    "help": "a target to help",
    "fighter": "a target to help",
}

SITUATION_OF_PURPOSE: Final[dict[str, Situation]] = {
    "give up": "what to give up",
    "discard": "a card to discard",
    "harm": "a target to harm",
    "keep": "a target to help",
    "help": "a target to help",
    "tap": "what to give up",
}


class DirectivePilot:
    """Answers for the Horde by directives in force, in their order; chance breaks ties (H6.3)."""

    def __init__(self, directives: Sequence[Directive]) -> None:
        self.choosing: dict[str, ChoiceDirective] = {}
        self.acting: list[RunActivate] = []
        self.offering: list[RunOffer] = []
        self.casting: list[RunCast] = []
        for directive in directives:
            match directive:
                case ChoiceDirective():
                    self.choosing.setdefault(directive.situation, directive)
                case ActivateDirective():
                    self.acting.append(RunActivate(directive))
                case OfferDirective():
                    self.offering.append(RunOffer(directive))
                case CastDirective():
                    self.casting.append(RunCast(directive))
                case _:
                    assert_never(directive)
        self.at_any_time = any(d.node.window == "priority" for d in self.acting)
        self.awake = self._windows()
        self.offered: tuple[GameObject, GameObject] | None = None  # what is sacrificed to an ability, and whose it is
        self.current: RunActivate | None = None  # the directive whose activation is being paid for

    def _windows(self) -> Awake:
        """When it could want priority while the stack is empty: the windows of its directives."""
        windows = [d.node.window for d in self.acting]
        windows += [d.node.window for d in self.offering] + [d.node.window for d in self.casting]
        if "priority" in windows:
            return EVERY_STEP, EVERY_STEP
        return frozenset(step for window in windows for step in STEPS_OF[window]), frozenset()

    def again(self, acting: bool = True) -> DirectivePilot:
        """A pilot with the same directives and nothing in mind; without those to act if it is only to answer."""
        fresh = DirectivePilot(())
        fresh.choosing = self.choosing
        if acting:
            fresh.acting, fresh.at_any_time = self.acting, self.at_any_time
            fresh.offering = [RunOffer(d.node) for d in self.offering]
            fresh.casting = self.casting
            fresh.awake = self.awake
        return fresh

    # ------------------------------------------------------------ priority (H2.7)

    def wants_priority(self, game: Game, player: Player) -> bool:
        """Only a directive makes the Horde act; it passes in every other case (H2.7)."""
        self.current = self.offered = None
        if self.offering and self._offers(game):
            return True
        if self.casting and self._cast(game) is not None:
            return True
        if not self.acting or game.stack or (game.active is not player and not self.at_any_time):
            return False
        assert isinstance(game, HordeGame)
        for directive in self.acting:
            if in_window(directive.node.window, game) and directive.possible(game):
                return True
        return False

    def _cast(self, game: Game) -> RunCast | None:
        """The directive by which the revealed card of the command zone can be cast now (H10.4)."""
        assert isinstance(game, HordeGame)
        for directive in self.casting:
            if in_window(directive.node.window, game) and directive.possible(game):
                return directive
        return None

    def _offers(self, game: Game) -> bool:
        """Whether something is doomed that an ability could still use (H9.4)."""
        assert isinstance(game, HordeGame)
        for directive in self.offering:
            if in_window(directive.node.window, game) and directive.doomed(game, lambda: self.again(False)):
                return True
        return False

    def _offer(self, game: HordeGame, choice: Choice) -> list[int]:
        """Sacrifice one of what is doomed to one of the abilities that can use it, both at random (H9.4)."""
        for directive in self.offering:
            if not in_window(directive.node.window, game):
                continue
            doomed = directive.doomed(game, lambda: self.again(False))
            takers = {
                i: [o for o in foresight.takes(game, action.object, action.ability) if o in doomed]
                for i, action in enumerate(choice.options)
                if action.kind == "activate" and (action.object, action.ability) in directive.uses(game)
            }
            usable = [o for o in doomed if any(o in taken for taken in takers.values())]
            if usable:
                one = game.chance.one_of(usable)
                picked = game.chance.one_of([i for i, taken in takers.items() if one in taken])
                self.offered = (one, choice.options[picked].object)
                choice.reason = f"{directive.node.authority.rule} {directive.node.name}: {one.label} is doomed"
                return [picked]
        return []

    def _priority(self, game: Game, choice: Choice) -> list[int]:
        assert isinstance(game, HordeGame)
        self.current = self.offered = None
        if self.offering:
            offer = self._offer(game, choice)
            if offer:
                return offer
            if game.stack:
                return [0]
        casting = self._cast(game) if self.casting else None
        picked = casting.pick(game, choice.options) if casting is not None else None
        if casting is not None and picked is not None:
            choice.reason = f"{casting.node.authority.rule} {casting.node.name}"
            return [picked]
        for directive in self.acting:
            if not directive.in_window(game) or not directive.possible(game):
                continue
            fitting = [i for i, action in enumerate(choice.options) if directive.is_action(action)]
            if fitting:
                self.current = directive
                choice.reason = f"{directive.node.authority.rule} {directive.node.name}"
                return [game.chance.one_of(fitting)]
        return [0]

    # ------------------------------------------------------------ all choices

    def choose(self, game: Game, choice: Choice) -> list[int]:
        """The answer by the kind of choice."""
        match choice.kind:
            case "priority":
                return self._priority(game, choice)
            case "targets":
                return self._targets(game, choice)
            case "objects":
                return self._objects(game, choice)
            case "modes":
                return self._by_directive(game, choice, "a mode", choice.minimum)
            case "yes or no":
                return self._yes_or_no(game, choice)
            case "division":
                return self._divide(game, choice)
            case "mana":
                return self._mana(game, choice)
            case "attackers":
                return self._attackers(game, choice)
            case "blockers":
                return self._blockers(game, choice)
            case "order":
                return self._order(game, choice)
            case "number":
                choice.reason = "H3.1 X is 0" if choice.minimum == 0 else "the least possible"
                return [choice.minimum]
            case "kickers" | "mulligan":
                choice.reason = "H2.7 nothing optional without a directive"
                return [0]
            case "color":
                return self._by_directive(game, choice, "a color", 1)
            case "coin":
                return self._by_directive(game, choice, "a coin", 1)
            case "replacement" | "cost":
                return self._by_directive(game, choice, "a replacement", 1)
            case _:
                raise ValueError(f"no directive answers a choice of the kind {choice.kind!r}")

    def _by_directive(self, game: Game, choice: Choice, situation: Situation, count: int) -> list[int]:
        """So many options: the preferred ones first, chance among equals."""
        chosen: list[int] = []
        left = list(range(len(choice.options)))
        while len(chosen) < count and left:
            picked = self._one(game, choice, situation, left)
            chosen.append(picked)
            left.remove(picked)
        return chosen

    def _one(self, game: Game, choice: Choice, situation: Situation, numbers: list[int]) -> int:
        """One of the options by the directive for the situation; the trace gets its reasoning."""
        directive = self.choosing.get(situation)
        options = [choice.options[i] for i in numbers]
        told: list[str] = []
        if directive is not None:
            options = self._narrow(game, choice, directive.preferences, options, told)
            told.insert(0, f"{directive.authority.rule} {directive.name}")
        else:
            told.append("H6.3 no directive")
        picked = options[0]
        if len(options) > 1:
            picked = game.chance.one_of(options)
            told.append(f"chance among {len(options)}")
        choice.reason = "; ".join(told)
        return next(i for i in numbers if choice.options[i] is picked or choice.options[i] == picked)

    def _narrow(
        self,
        game: Game,
        choice: Choice,
        words: Sequence[Preference],
        options: list[Any],
        told: list[str],
    ) -> list[Any]:
        """Keep what the preferences prefer, one after the other."""
        for preference in words:
            prefer = preferences.TABLE.get(preference.word)
            if prefer is None or len(options) < 2:
                continue
            kept = prefer(game, choice, options)
            if kept and len(kept) < len(options):
                told.append(f"{preference.word}: {len(kept)} of {len(options)}")
                options = kept
        return options

    # ------------------------------------------------------------ objects and targets (H6.1-H6.5)

    def _targets(self, game: Game, choice: Choice) -> list[int]:
        situation = SITUATION_OF_TARGET.get(choice.purpose, "a target to harm")
        if situation == "a target to damage":
            total = _divided(game, choice)
            if total:
                return self._targets_of_division(game, choice, total)
        if situation == "a target to harm" and all(isinstance(x, Player) for x in choice.options):
            situation = "a player to harm"
        elif situation in ("a target to harm", "a target to damage") and all(
            isinstance(x, GameObject) and x.controller is choice.player for x in choice.options
        ):
            situation = "a target of yours to harm"  # H6.5: required, and only its own are legal
        elif choice.purpose == "harm" and _only_taps(choice):
            situation = "a target to tap"
        return self._by_directive(game, choice, situation, self._how_many(game, choice, situation))

    def _targets_of_division(self, game: Game, choice: Choice, total: int) -> list[int]:
        """Targets of divided damage: a Survivor alone; else those creatures that it will kill (H6.2)."""
        own = [i for i, x in enumerate(choice.options) if preferences.is_own(choice, x)]
        enemies = [i for i in range(len(choice.options)) if i not in own]
        picked = [i for i in enemies if isinstance(choice.options[i], Player)][:1]
        if not picked and enemies:
            needs = [max(1, self._need(game, choice, i, None)) for i in enemies]
            tough = [game.characteristics(choice.options[i]).toughness for i in enemies]
            picked = [enemies[k] for k in damage.deaths(tough, needs, total, game.chance)]
        picked = picked[: choice.maximum]
        choice.reason = "H6.2 a Survivor" if picked and isinstance(choice.options[picked[0]], Player) else "H6.2 deaths"
        least = max(choice.minimum, 1 if enemies and choice.maximum else 0)
        while len(picked) < least:
            situation: Situation = "a target to damage" if set(enemies) - set(picked) else "a target of yours to harm"
            left = [i for i in enemies if i not in picked] or [i for i in own if i not in picked]
            picked.append(self._one(game, choice, situation, left))
        return picked

    def _sacrificed(self, game: Game, choice: Choice, directive: RunCast) -> list[int]:
        """The creature for an emerge cost, by the directive's own preferences (H10.4)."""
        told = [f"{directive.node.authority.rule} {directive.node.name}"]
        kept = self._narrow(game, choice, directive.node.preferences, list(choice.options), told)
        if len(kept) > 1:
            told.append(f"chance among {len(kept)}")
        picked = game.chance.one_of(kept)
        choice.reason = "; ".join(told)
        return [next(i for i, o in enumerate(choice.options) if o is picked)]

    def _how_many(self, game: Game, choice: Choice, situation: Situation) -> int:
        """ "Up to N": as many as help (H6.5)."""
        if choice.minimum == choice.maximum:
            return choice.minimum
        helpful = 0
        for x in choice.options:
            own = isinstance(x, GameObject) and x.controller is choice.player
            if situation in ("a target to help", "a target of yours to harm"):
                helpful += own and situation == "a target to help"
            else:
                helpful += not own and not (choice.purpose == "harm" and _only_taps(choice) and x.tapped)
        helpful = max(choice.minimum, min(choice.maximum, helpful))
        if self._prefers("how many", "the most"):
            return helpful
        if self._prefers("how many", "the fewest"):
            return choice.minimum
        return choice.minimum + game.chance.below(helpful - choice.minimum + 1)

    def _objects(self, game: Game, choice: Choice) -> list[int]:
        situation = SITUATION_OF_PURPOSE.get(choice.purpose) or _by_owner(choice)
        if self.current is not None and choice.source is not None and self.current.is_source(choice.source):
            return self._spend(game, choice, self.current)
        if self.offered is not None and choice.source is self.offered[1] and self.offered[0] in choice.options:
            choice.reason = "what is doomed"
            return [list(choice.options).index(self.offered[0])]
        if self.casting and RunCast.is_sacrifice(choice):
            return self._sacrificed(game, choice, self.casting[0])
        count = choice.minimum
        if situation in ("a target to harm", "a target to help") and choice.maximum > choice.minimum:
            count = self._how_many(game, choice, situation)
        return self._by_directive(game, choice, situation, count)

    def _spend(self, game: Game, choice: Choice, directive: RunActivate) -> list[int]:
        """What a directive's activation spends: what it allows, by its own preferences (H8.1)."""
        frame = Frame(choice.source, choice.player)  # type: ignore[arg-type]
        allowed = [i for i, o in enumerate(choice.options) if directive.may_spend(game, o, frame)]
        chosen: list[int] = []
        told = [f"{directive.node.authority.rule} {directive.node.name}"]
        while len(chosen) < choice.minimum:
            left = [choice.options[i] for i in allowed if i not in chosen]
            kept = self._narrow(game, choice, directive.node.preferences, left, told)
            if len(kept) > 1:
                told.append(f"chance among {len(kept)}")
            picked = game.chance.one_of(kept)
            chosen.append(next(i for i in allowed if choice.options[i] is picked))
        choice.reason = "; ".join(told)
        return chosen

    # ------------------------------------------------------------ may, taxes, division, order

    def _yes_or_no(self, game: Game, choice: Choice) -> list[int]:
        if choice.purpose == "tax":
            choice.reason = "H5.2 it pays a tax if it can"
            return [1]
        if choice.purpose == "pay":
            choice.reason = "H5.2 mana only for a directive or a tax"
            return [0]
        return self._by_directive(game, choice, "whether to", 1)

    def _divide(self, game: Game, choice: Choice) -> list[int]:
        """Divided damage: players first, then as many deaths as H6.2 says, then what is nearest to death."""
        count = len(choice.options)
        combat = choice.purpose == "combat damage"
        needs = choice.context if combat and isinstance(choice.context, list) else None
        players = [i for i, x in enumerate(choice.options) if isinstance(x, Player)]
        choice.reason = self._reason("combat damage" if combat else "a target to damage")
        deadly = not combat or self._prefers("combat damage", "the greatest toughness that dies of it")
        base = [0] * count if combat else [1] * count  # CR 601.2d: at least one each
        if players and combat:
            # A Survivor if legal: lethal damage to each blocker, the rest to the player (CR 702.19b).
            lethal = list(needs) if needs is not None else [0] * count
            if sum(lethal) <= choice.total:
                lethal[players[0]] += choice.total - sum(lethal)
                return lethal
        elif players:
            base[players[0]] += choice.total - sum(base)
            return base
        todo = [i for i in range(count) if i not in players]
        missing = [max(0, self._need(game, choice, i, needs) - base[i]) for i in todo]
        tough = [game.characteristics(choice.options[i]).toughness for i in todo]
        left = choice.total - sum(base)
        if deadly:
            found = damage.shares(tough, missing, left, game.chance)
        else:
            found = damage.heap(len(todo), left, game.chance)
        for i, share in zip(todo, found, strict=True):
            base[i] += share
        return base

    def _prefers(self, situation: Situation, word: str) -> bool:
        """Whether the directive for the situation has the word among its preferences."""
        directive = self.choosing.get(situation)
        return directive is not None and any(p.word == word for p in directive.preferences)

    def _reason(self, situation: Situation) -> str:
        """The directive that decides in the situation, with what it prefers."""
        directive = self.choosing.get(situation)
        if directive is None:
            return "H6.3 no directive"
        words = ", ".join(p.word for p in directive.preferences)
        return f"{directive.authority.rule} {directive.name}" + (f": {words}" if words else "")

    def _need(self, game: Game, choice: Choice, i: int, needs: list[int] | None) -> int:
        x = choice.options[i]
        if isinstance(x, Player):
            return 0
        if "indestructible" in game.characteristics(x).keywords:
            return 10**6
        return needs[i] if needs is not None else preferences.missing(game, choice, x)

    def _order(self, game: Game, choice: Choice) -> list[int]:
        """Its own triggers in random order (H6.5), or as the directive prefers: the last one resolves first."""
        choice.reason = f"{self._reason('an order')}; chance"
        order = list(range(len(choice.options)))
        game.chance.shuffle(order)
        if choice.purpose == "triggers" and self._prefers("an order", "damage before new creatures"):
            return preferences.damage_on_top(choice, order)
        return order

    # ------------------------------------------------------------ mana (H5)

    def _mana(self, game: Game, choice: Choice) -> list[int]:
        price: prices.Price = choice.context
        numbers = list(range(len(choice.options)))
        if self.current is not None and choice.source is not None and self.current.is_source(choice.source):
            frame = Frame(choice.source, choice.player)
            numbers = [i for i in numbers if self.current.may_pay(game, choice.options[i].object, frame)]
        options = [choice.options[i] for i in numbers]
        choice.reason = self._reason("mana sources")
        frugal = self._prefers("mana sources", "the least excess mana")
        make = payment.least_excess if frugal else payment.any_payment
        found = make(price, choice.player.pool, options, game.chance)
        if found is None:
            found = mana.plan(game, price, choice.player.pool, options)
        return [numbers[i] for i in found or ()]

    # ------------------------------------------------------------ combat (H2.5, H2.9, H5.4)

    def _attackers(self, game: Game, choice: Choice) -> list[int]:
        """Everything attacks the Survivor; with a tax, as many as it can pay for (H2.5, H2.9, H5.4)."""
        assert choice.check is not None and isinstance(game, HordeGame)
        ways: dict[int, list[int]] = {}
        for i, attack in enumerate(choice.options):
            if isinstance(attack.defender, Player) or game.ruleset.attacks_planeswalkers:
                ways.setdefault(attack.creature.id, []).append(i)
        numbers = [game.chance.one_of(found) for found in ways.values()]
        choice.reason = "H2.5 every creature attacks"
        if not choice.check(numbers):
            return numbers
        choice.reason = self._reason("attackers")
        if self._prefers("attackers", "the most"):
            return self._largest(game, choice, numbers)
        required = {o.id for o in choice.context or ()}
        least = [i for i in numbers if choice.options[i].creature.id in required]
        if not self._prefers("attackers", "the fewest"):
            least = next((s for s in self._random_sets(game, numbers, least) if not choice.check(s)), least)
        return least if not choice.check(least) else self._largest(game, choice, numbers)

    @staticmethod
    def _random_sets(game: Game, numbers: list[int], least: list[int]) -> list[list[int]]:
        """Some random declarations that have all the required attackers."""
        others = [i for i in numbers if i not in least]
        return [least + game.chance.some_of(others, game.chance.below(len(others) + 1)) for _ in range(FEW)]

    def _largest(self, game: Game, choice: Choice, numbers: list[int]) -> list[int]:
        """A legal declaration with the most attackers, ties at random (H5.4)."""
        assert choice.check is not None
        required = {o.id for o in choice.context or ()}
        burdens = payment.attack_burdens(game, choice.player, [choice.options[i] for i in numbers])
        cheapest = [i for i, _ in sorted(zip(numbers, burdens, strict=True), key=lambda pair: pair[1])]
        cheapest.sort(key=lambda i: choice.options[i].creature.id not in required)
        for size in range(len(numbers) - 1, -1, -1):
            if comb(len(numbers), size) <= FEW:
                legal = [list(found) for found in combinations(numbers, size) if not choice.check(list(found))]
                if legal:
                    return game.chance.one_of(legal)
            elif not choice.check(cheapest[:size]):
                for _ in range(FEW):
                    found = game.chance.some_of(numbers, size)
                    if not choice.check(found):
                        return found
                return cheapest[:size]
        return []

    def _blockers(self, game: Game, choice: Choice) -> list[int]:
        """No block unless an ability forces one (H2.5)."""
        assert choice.check is not None
        choice.reason = "H2.5 it never blocks unless forced"
        if not choice.check([]):
            return []
        options: Sequence[Block] = choice.options
        numbers = list(range(len(options)))
        tried = 0
        for size in range(1, len(numbers) + 1):
            legal: list[list[int]] = []
            for subset in combinations(numbers, size):
                tried += 1
                if not choice.check(list(subset)):
                    legal.append(list(subset))
                if tried > SEARCH_LIMIT:
                    return legal[0] if legal else []
            if legal:
                return game.chance.one_of(legal)
        return []


def _divided(game: Game, choice: Choice) -> int:
    """How much damage will be divided among the targets; 0 when none is."""
    body = preferences.body_of(choice)
    if body is None or body.divides is None or choice.frame is None:
        return 0
    return body.divides(game, choice.frame)


def _by_owner(choice: Choice) -> Situation:
    """What a choice that no purpose names is about: others' objects are harmed, own permanents given up."""
    if any(not preferences.is_own(choice, x) for x in choice.options):
        return "a target to harm"
    if any(isinstance(x, GameObject) and x.zone != "battlefield" for x in choice.options):
        return "a target to help"
    return "what to give up"


def _only_taps(choice: Choice) -> bool:
    body = preferences.body_of(choice)
    return body is not None and any(isinstance(x, e.TapObjects) for x in terms.walk(body.node))


Tests = tuple[terms.Test | None, terms.Test | None, terms.ConditionFn | None]


@lru_cache(maxsize=256)
def _tests_of(node: ActivateDirective) -> Tests:
    """What may pay for it, what may be spent for it, and its condition, compiled once for all games."""
    pay = terms.test(node.pay_with) if node.pay_with is not None else None
    spend = terms.test(node.spend) if node.spend is not None else None
    return pay, spend, terms.condition(node.condition) if node.condition is not None else None


class RunActivate:
    """A directive to activate an ability, compiled (H8.1)."""

    def __init__(self, node: ActivateDirective) -> None:
        self.node = node
        self._pay, self._spend, self._condition = _tests_of(node)
        self._seen: Moment | None = None  # the moment at which it was last asked whether it is possible
        self._possible = False
        self._zone = ""  # in which the ability functions, once that is known

    def in_window(self, game: HordeGame) -> bool:
        """Whether it is the time that the directive names."""
        return in_window(self.node.window, game)

    def sources(self, game: HordeGame) -> list[GameObject]:
        """The Horde's objects that have the ability, where it functions (CR 113.6)."""
        zone = self._where(game)
        if zone == "battlefield":
            return [o for o in game.battlefield if o.controller is game.horde and self.is_source(o)]
        return [o for o in game.owned_by_horde() if o.zone == zone and self.is_source(o)]

    def _where(self, game: HordeGame) -> str:
        """The zone in which the ability functions, by the first card that has it; it is asked for once."""
        if not self._zone:
            own = (o for o in game.owned_by_horde() if o.card.name == self.node.card)
            found = (r.zone for o in own for r in o.card.activated if r.label == self.node.ability)
            self._zone = next(found, "battlefield")
        return self._zone

    def is_source(self, o: GameObject) -> bool:
        """Whether the object has the ability that the directive is about."""
        return o.card.name == self.node.card and any(r.label == self.node.ability for r in o.card.activated)

    def is_action(self, action: Action) -> bool:
        """Whether the action is that activation."""
        return (
            action.kind == "activate"
            and action.object is not None
            and action.object.card.name == self.node.card
            and action.ability is not None
            and action.ability.label == self.node.ability
        )

    def may_pay(self, game: Game, o: GameObject, frame: Frame) -> bool:
        """Whether the permanent's mana may be used."""
        return self._pay is None or self._pay(game, o, frame)

    def may_spend(self, game: Game, o: GameObject, frame: Frame) -> bool:
        """Whether the object may be exiled, sacrificed or discarded for the cost."""
        return self._spend is None or self._spend(game, o, frame)

    def possible(self, game: HordeGame) -> bool:
        """Whether it can be done in the way the directive says, and its condition holds."""
        now = moment(game)
        if now != self._seen:
            self._possible = self._can_be_done(game)
            self._seen = now
        return self._possible

    def _can_be_done(self, game: HordeGame) -> bool:
        for o in self.sources(game):
            frame = Frame(o, game.horde)
            if self._condition is not None and not self._condition(game, frame):
                continue
            ability = next(r for r in o.card.activated if r.label == self.node.ability)
            if self._payable(game, o, frame, ability.cost.mana if ability.cost else None, ability.cost):
                return True
        return False

    def _payable(self, game: HordeGame, o: GameObject, frame: Frame, cost: Any, whole: Any) -> bool:
        parts: list[RunPart] = whole.parts if whole is not None else []
        for part in parts:
            missing = part.amount(game, frame)
            for x in part.candidates(game, game.horde, o, frame) if missing > 0 else ():
                if self.may_spend(game, x, frame):
                    missing -= 1
                    if not missing:
                        break
            if missing > 0:
                return False
        if cost is None or not cost.symbols or game.has_standing(game.horde, mana.ENDLESS) is not None:
            return True
        price, pool, supply = prices.of_cost(cost)[0], game.horde.pool, mana.supply(game, game.horde)
        if supply.most + sum(pool.values()) < price.total:
            return False
        asked: GameObject | None = None
        paying = False
        options: list[mana.Source] = []
        for source in supply.sources:  # those of one object stand together
            if source.object is not asked:
                asked = source.object
                paying = self.may_pay(game, asked, frame)
            if paying:
                options.append(source)
        return mana.met(game, price, pool, mana.Supply(options))
