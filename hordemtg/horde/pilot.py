"""The Horde's pilot: every answer comes from a directive, and what directives leave open from chance (H2.7, H5, H6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from hordemtg.cards import effects as e
from hordemtg.cards.horde import ActivateDirective, ChoiceDirective, Directive, Preference, Situation
from hordemtg.horde import payment, preferences
from hordemtg.horde.game import HordeGame
from hordemtg.rules import mana, terms
from hordemtg.rules.casting import Action
from hordemtg.rules.choices import Choice
from hordemtg.rules.combat import Attack, Block
from hordemtg.rules.costs import RunPart
from hordemtg.rules.game import Game
from hordemtg.rules.objects import Frame, GameObject, Player

SEARCH_LIMIT = 20000

SITUATION_OF_TARGET: dict[str, Situation] = {
    "harm": "a target to harm",
    "steal": "a target to harm",
    "damage": "a target to damage",
    "help": "a target to help",
    "fighter": "a target to help",
}

SITUATION_OF_PURPOSE: dict[str, Situation] = {
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
        for directive in directives:
            if isinstance(directive, ChoiceDirective):
                self.choosing.setdefault(directive.situation, directive)
            else:
                self.acting.append(RunActivate(directive))
        self.current: RunActivate | None = None  # the directive whose activation is being paid for

    # ------------------------------------------------------------ priority (H2.7)

    def wants_priority(self, game: Game, player: Player) -> bool:
        """Only a directive makes the Horde act; it passes in every other case (H2.7)."""
        if not self.acting or game.stack:
            return False
        assert isinstance(game, HordeGame)
        return any(d.in_window(game) and d.possible(game) for d in self.acting)

    def _priority(self, game: Game, choice: Choice) -> list[int]:
        assert isinstance(game, HordeGame)
        self.current = None
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
        if situation == "a target to harm" and all(isinstance(x, Player) for x in choice.options):
            situation = "a player to harm"
        elif situation in ("a target to harm", "a target to damage") and all(
            isinstance(x, GameObject) and x.controller is choice.player for x in choice.options
        ):
            situation = "a target of yours to harm"  # H6.5: required, and only its own are legal
        elif choice.purpose == "harm" and _only_taps(choice):
            situation = "a target to tap"
        return self._by_directive(game, choice, situation, self._how_many(game, choice, situation))

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
        return max(choice.minimum, min(choice.maximum, helpful))

    def _objects(self, game: Game, choice: Choice) -> list[int]:
        situation = SITUATION_OF_PURPOSE.get(choice.purpose, "what to give up")
        if self.current is not None and choice.source is not None and self.current.is_source(choice.source):
            return self._spend(game, choice, self.current)
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
        """Divided damage: players first, then kills from the highest toughness, then what is nearest to death (H6.2)."""
        shares = [0] * len(choice.options)
        combat = choice.purpose == "combat damage"
        if not combat:
            shares = [1] * len(choice.options)  # CR 601.2d
        left = choice.total - sum(shares)
        todo = list(range(len(choice.options)))
        needs = choice.context if combat and isinstance(choice.context, list) else None
        trampling = [i for i in todo if isinstance(choice.options[i], Player)]
        choice.reason = "H6.2 damage"
        if trampling:
            # A Survivor if legal: lethal damage to each blocker, the rest to the player (CR 702.19b).
            lethal = list(needs) if needs is not None else [0] * len(shares)
            if sum(lethal) <= choice.total:
                lethal[trampling[0]] += choice.total - sum(lethal)
                return lethal
            todo = [i for i in todo if i not in trampling]
        while left > 0 and todo:
            picked = self._next_share(game, choice, todo, shares, left, needs)
            need = max(0, self._need(game, choice, picked, needs) - shares[picked])
            given = min(left, need) if need else left
            if len(todo) == 1:
                given = left
            shares[picked] += given
            left -= given
            todo.remove(picked)
        if left > 0:
            shares[0] += left
        return shares

    def _need(self, game: Game, choice: Choice, i: int, needs: list[int] | None) -> int:
        x = choice.options[i]
        if isinstance(x, Player):
            return 0
        if "indestructible" in game.characteristics(x).keywords:
            return 10**6
        return needs[i] if needs is not None else preferences.missing(game, choice, x)

    def _next_share(
        self, game: Game, choice: Choice, todo: list[int], shares: list[int], left: int, needs: list[int] | None
    ) -> int:
        """Which receiver gets damage next (H6.2): as many deaths as possible, the highest toughness first."""
        missing = {i: max(0, self._need(game, choice, i, needs) - shares[i]) for i in todo}
        killable = [i for i in todo if missing[i] <= left]
        if killable:
            tough = {i: game.characteristics(choice.options[i]).toughness for i in killable}
            most = max(tough.values())
            first = [i for i in killable if tough[i] == most]
        else:
            least = min(missing.values())
            first = [i for i in todo if missing[i] == least]
        return game.chance.one_of(first)

    def _order(self, game: Game, choice: Choice) -> list[int]:
        """Its own triggers in random order (H6.5)."""
        choice.reason = "H6.5 random order"
        order = list(range(len(choice.options)))
        game.chance.shuffle(order)
        return order

    # ------------------------------------------------------------ mana (H5)

    def _mana(self, game: Game, choice: Choice) -> list[int]:
        price: mana.Price = choice.context
        numbers = list(range(len(choice.options)))
        if self.current is not None:
            frame = Frame(choice.source, choice.player)  # type: ignore[arg-type]
            numbers = [i for i in numbers if self.current.may_pay(game, choice.options[i].object, frame)]
        options = [choice.options[i] for i in numbers]
        found = payment.least_excess(price, choice.player.pool, options, game.chance)
        choice.reason = "H5.3 the least excess"
        if found is None:
            found = mana.plan(game, price, choice.player.pool, options)
        return [numbers[i] for i in found or ()]

    # ------------------------------------------------------------ combat (H2.5, H2.9, H5.4)

    def _attackers(self, game: Game, choice: Choice) -> list[int]:
        """Everything attacks the Survivor; with a tax, as many as it can pay for (H2.5, H2.9, H5.4)."""
        options: Sequence[Attack] = choice.options
        numbers = [i for i, a in enumerate(options) if isinstance(a.defender, Player)]
        choice.reason = "H2.5 every creature attacks"
        assert choice.check is not None
        if not choice.check(numbers):
            return numbers
        choice.reason = "H5.4 as many as can be paid for"
        return self._largest(game, choice, numbers)

    def _largest(self, game: Game, choice: Choice, numbers: list[int]) -> list[int]:
        assert choice.check is not None
        tried = 0
        for size in range(len(numbers) - 1, -1, -1):
            legal: list[list[int]] = []
            for subset in combinations(numbers, size):
                tried += 1
                if not choice.check(list(subset)):
                    legal.append(list(subset))
                if tried > SEARCH_LIMIT:
                    break
            if legal:
                return game.chance.one_of(legal)
            if tried > SEARCH_LIMIT:
                break
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


def _only_taps(choice: Choice) -> bool:
    frame = choice.frame
    if frame is None or frame.ability is None or frame.ability.body is None:
        return False
    steps = [x for x in terms.walk(frame.ability.body.node.steps) if isinstance(x, e.Effect)]
    return any(isinstance(x, e.TapObjects) for x in steps)


class RunActivate:
    """A directive to activate an ability, compiled (H8.1)."""

    def __init__(self, node: ActivateDirective) -> None:
        self.node = node
        self._pay = terms.test(node.pay_with) if node.pay_with is not None else None
        self._spend = terms.test(node.spend) if node.spend is not None else None
        self._condition = terms.condition(node.condition) if node.condition is not None else None

    def in_window(self, game: HordeGame) -> bool:
        """Whether it is the time that the directive names."""
        window = self.node.window
        if window == "priority":
            return True
        if game.active is not game.horde:
            return False
        step = game.step
        if window == "upkeep":
            return step == "upkeep"
        if window == "main before reveals":
            return step == "first main" and not game.reveals_over
        if window == "main after reveals":
            return step == "first main" and game.reveals_over
        if window == "second main":
            return step == "second main"
        return step in ("first main", "second main")

    def sources(self, game: HordeGame) -> list[GameObject]:
        """The permanents that have the ability."""
        return [o for o in game.battlefield if o.controller is game.horde and self.is_source(o)]

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
            usable = [x for x in part.candidates(game, game.horde, o, frame) if self.may_spend(game, x, frame)]
            if len(usable) < part.amount(game, frame):
                return False
        if cost is None or not cost.symbols:
            return True
        options = [s for s in mana.sources(game, game.horde) if self.may_pay(game, s.object, frame)]
        return mana.plan(game, mana.prices(cost)[0], game.horde.pool, options) is not None
