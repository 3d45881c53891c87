"""A table to try rulings on: lay permanents and hands, act as either player, look at what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition
from hordemtg.cards.values import NO_COST, ManaCost
from hordemtg.compiler.library import Library
from hordemtg.play import legal_answers
from hordemtg.rules.casting import PASS, Action
from hordemtg.rules.choices import Choice, IllegalChoice, validate
from hordemtg.rules.combat import Attack, Block
from hordemtg.rules.compiled import compiled
from hordemtg.rules.effects import compile_steps
from hordemtg.rules.events import Event
from hordemtg.rules.game import Game
from hordemtg.rules.objects import Frame, GameObject, Player
from hordemtg.rules.refusals import why_not_attack, why_not_block
from hordemtg.rules.turns import STEPS

CREATURE = t.IsType("creature")
CREATURES = t.Each(t.Group(CREATURE))
MINE = t.Each(t.Group(t.AllOf((CREATURE, t.ControlledBy(t.You())))))

Answer = Callable[[Choice], list[int]]

YOU = t.You()
THIS = t.This()
IS_THIS = t.IsOneOf(THIS)
ONE = t.Number(1)


def load(text: str) -> Library:
    """The cards, tokens and keywords of a script text; fails with its diagnostics."""
    library = Library.load([], texts={"test": text})
    assert not library.errors, library.errors
    return library


def creature(
    name: str = "Bear", power: int = 2, toughness: int = 2, *abilities: a.Ability, cost: str = "{1}{G}", **more: Any
) -> CardDefinition:
    """A creature card from its parts."""
    mana = ManaCost.parse(cost)
    stats = {"power": t.Number(power), "toughness": t.Number(toughness)}
    return CardDefinition(name, mana, mana.colors, types=("creature",), abilities=abilities, **{**stats, **more})


def card(name: str, kind: str, cost: str | None, *abilities: a.Ability, **more: Any) -> CardDefinition:
    """A card that is no creature."""
    mana = ManaCost.parse(cost) if cost is not None else None
    return CardDefinition(name, mana, (mana or NO_COST).colors, types=(kind,), abilities=abilities, **more)


def spell(name: str, cost: str | None, *steps: e.Effect, kind: str = "instant", **body: Any) -> CardDefinition:
    """An instant that does the steps; `targets`, `modes`, `divides` as in `Body`; other abilities in `also`."""
    also: tuple[a.Ability, ...] = body.pop("also", ())
    return card(name, kind, cost, a.SpellAbility(a.Body(steps, **body)), *also)


def target(filter: t.Filter | None = None, **more: Any) -> a.TargetSpec:
    """Target creature, or target whatever fits."""
    return a.TargetSpec(t.Group(filter if filter is not None else t.IsType("creature")), **more)


def trigger(event: e.EventPattern, *steps: e.Effect, targets: tuple[a.TargetSpec, ...] = (), **more: Any) -> a.Ability:
    """Whenever the event happens, the steps."""
    return a.TriggeredAbility((event,), a.Body(steps, targets), **more)


def static(affects: t.Objects, *changes: e.Change, **more: Any) -> a.StaticAbility:
    """A continuous effect of a static ability."""
    return a.StaticAbility(affects, changes, **more)


def word(name: str, number: int = 0, **more: Any) -> a.KeywordAbility:
    """A keyword ability."""
    return a.KeywordAbility(name, number, **more)


def has(name: str, number: int = 0, **more: Any) -> e.GrantAbility:
    """The change "has the keyword"."""
    return e.GrantAbility(a.KeywordAbility(name, number, **more))


def plus(power: int, toughness: int) -> e.ModifyPT:
    """The change +power/+toughness."""
    return e.ModifyPT(t.Number(power), t.Number(toughness))


def base(power: int, toughness: int) -> e.SetPT:
    """The change to base power and toughness."""
    return e.SetPT(t.Number(power), t.Number(toughness))


def subtype(name: str) -> t.Filter:
    """Has the subtype."""
    return t.IsSubtype(name)


def land(subtype: str) -> CardDefinition:
    """A basic land."""
    return CardDefinition(subtype, None, frozenset(), ("basic",), ("land",), (subtype,))


class Scripted:
    """A pilot that gives the answers put in for a kind of choice, in order, and else the plainest legal one.

    With an answer of option labels or objects the options are looked up. `asked` holds the choices that came.
    """

    def __init__(self) -> None:
        self.answers: dict[str, list[Any]] = {}
        self.asked: list[Choice] = []
        self.plays: list[Callable[[Game, Player, Sequence[Action]], Action | None]] = []
        self.always_pass = True

    def wants_priority(self, game: Game, player: Player) -> bool:
        return bool(self.plays) or not self.always_pass

    def choose(self, game: Game, choice: Choice) -> list[int]:
        if choice.kind == "priority":
            return self._priority(game, choice)
        self.asked.append(choice)
        waiting = self.answers.get(choice.kind)
        if waiting:
            return self._numbers(choice, waiting.pop(0))
        return legal_answers.any_answer(game, choice)

    def _priority(self, game: Game, choice: Choice) -> list[int]:
        if self.plays:
            wanted = self.plays[0](game, choice.player, choice.options)
            if wanted is not None:
                self.plays.pop(0)
                return [choice.options.index(wanted)]
        return [0]

    @staticmethod
    def _numbers(choice: Choice, answer: Any) -> list[int]:
        if callable(answer):
            return list(answer(choice))
        found = answer if isinstance(answer, list | tuple) else [answer]
        if all(isinstance(x, int) and not isinstance(x, bool) for x in found):
            return list(found)
        return [_option(choice, x) for x in found]


def _option(choice: Choice, wanted: Any) -> int:
    for i, option in enumerate(choice.options):
        if option is wanted or (isinstance(wanted, str) and getattr(option, "name", option) == wanted):
            return i
    raise AssertionError(f"{wanted} is not among the options {choice.options}")


class Events:
    """A recorder that keeps every event."""

    def __init__(self) -> None:
        self.all: list[Event] = []

    def event(self, game: Game, event: Event) -> None:
        self.all.append(event)

    def choice(self, game: Game, choice: Choice, answer: list[int]) -> None:
        pass

    def kinds(self) -> list[str]:
        return [event.kind for event in self.all]

    def rules(self) -> list[str]:
        return [event.rule for event in self.all]


class Table:
    """Two players, `a` whose first main phase it is, and `b`; everybody passes unless told otherwise."""

    def __init__(self, seed: int = 1, library: Library | None = None, life: int = 20, record: bool = False) -> None:
        tokens = dict(library.tokens) if library is not None else {}
        self.game = Game(seed, tokens)
        self.library = library
        self.pilots = (Scripted(), Scripted())
        self.a = self.game.add_player("A", self.pilots[0], life)
        self.b = self.game.add_player("B", self.pilots[1], life)
        self.events = Events()
        if record:
            self.game.recorder = self.events
        for player in (self.a, self.b):
            for _ in range(10):
                self.game.add_card(player, land("Wastes"), "library")
        self.game.begin_turn(self.a)
        self.go_to("first main")

    def go_to(self, step: str) -> None:
        """Be in that step at once, with the active player about to get priority."""
        self.game.go_to_step(STEPS.index(step))
        self.game.begun = True
        self.game.priority = self.game.active
        self.game.passes = 0

    def definition(self, what: str | CardDefinition) -> CardDefinition:
        if isinstance(what, CardDefinition):
            return what
        assert self.library is not None
        return self.library.card(what)

    def put(self, player: Player, what: str | CardDefinition, count: int = 1) -> Any:
        """A permanent that has been there for a while (a list of them when `count` is given)."""
        definition = self.definition(what)
        made = [self.game.put_permanent(player, definition, as_card=False) for _ in range(count)]
        return made[0] if count == 1 else made

    def hold(self, player: Player, what: str | CardDefinition, zone: str = "hand") -> GameObject:
        """A card in the player's hand, or another zone of theirs."""
        return self.game.add_card(player, self.definition(what), zone)

    def mana(self, player: Player, symbols: str) -> None:
        """Mana in the pool, such as "GG1"; digits are colourless mana."""
        for s in symbols:
            if s.isdigit():
                player.pool["C"] = player.pool.get("C", 0) + int(s)
            else:
                player.pool[s] = player.pool.get(s, 0) + 1

    def answer(self, player: Player, kind: str, *answers: Any) -> None:
        """What the player will answer to choices of the kind."""
        self.pilots[player.index].answers.setdefault(kind, []).extend(answers)

    def asked(self, player: Player, kind: str) -> list[Choice]:
        """The choices of the kind that the player was asked."""
        return [choice for choice in self.pilots[player.index].asked if choice.kind == kind]

    # ------------------------------------------------------------ acting

    def can(self, player: Player, kind: str, o: GameObject, method: str = "") -> bool:
        return self.find(player, kind, o, method) is not None

    def find(self, player: Player, kind: str, o: GameObject, method: str = "") -> Action | None:
        for action in self.game.actions(player):
            if action.kind == kind and action.object is o:
                name = ""
                if action.ability is not None:
                    alternative = action.ability.alternative
                    name = (alternative.name or "alternative") if alternative is not None else ""
                if name == method:
                    return action
        return None

    def act(self, player: Player, kind: str, o: GameObject, method: str = "", **answers: Any) -> Any:
        """Cast, activate or play, with the answers by kind of choice; fails if the rules do not allow it."""
        self.game.settle()
        self.game.priority = player
        action = self.find(player, kind, o, method)
        assert action is not None and action is not PASS, f"{player.name} cannot {kind} {o.label}"
        for name, value in answers.items():
            self.answer(player, name, value)
        self.game.passes = 0
        self.game.take(player, action)
        return self.game.stack[-1] if self.game.stack else None

    def cast(self, player: Player, o: GameObject, method: str = "", **answers: Any) -> Any:
        return self.act(player, "cast", o, method, **answers)

    def activate(self, player: Player, o: GameObject, **answers: Any) -> Any:
        return self.act(player, "activate", o, **answers)

    def settle(self) -> None:
        """State-based actions and triggers, as before anybody gets priority."""
        self.game.settle()

    def resolve(self) -> None:
        """Resolve the top of the stack, then settle."""
        self.game.settle()
        self.game.resolve_top()
        self.game.priority = self.game.active
        self.game.settle()

    def resolve_all(self) -> None:
        """Resolve until the stack is empty."""
        self.game.settle()
        while self.game.stack and not self.game.over:
            self.resolve()

    def advance_to(self, step: str, turn: int | None = None) -> None:
        """Let everybody play by their pilots until that step has begun."""
        for _ in range(2000):
            if self.game.over:
                return
            self.game.advance()
            if self.game.step == step and self.game.begun and (turn is None or self.game.turn == turn):
                self.game.settle()
                return
        raise AssertionError(f"the step {step} does not come")

    def do(
        self, player: Player, *steps: e.Effect, source: GameObject | None = None, targets: Sequence[Any] = ()
    ) -> None:
        """The steps happen as if a spell or ability of the player resolved, with one object for each target."""
        word = self.game._new_object(compiled(spell("Word", "{0}")), player, "stack")
        frame = Frame(source or word, player)
        frame.targets = [[x] for x in targets]
        compile_steps(steps)(self.game, frame)

    # ------------------------------------------------------------ combat

    def attack(self, *attackers: GameObject, on: Any = None) -> None:
        """The active player attacks with exactly these creatures; it is the declare attackers step then."""
        defender = on or self.game.opponent(self.game.active)

        def pairs(choice: Choice) -> list[int]:
            return [i for i, x in enumerate(choice.options) if x.creature in attackers and x.defender is defender]

        self.answer(self.game.active, "attackers", pairs)
        self.go_to("beginning of combat")
        self.advance_to("declare attackers")

    def block(self, *blocks: tuple[GameObject, GameObject]) -> None:
        """The defending player makes exactly these blocks (blocker, attacker); it is the declare blockers step then."""
        wanted = set(blocks)

        def pairs(choice: Choice) -> list[int]:
            return [i for i, x in enumerate(choice.options) if (x.blocker, x.attacker) in wanted]

        self.answer(self.game.opponent(self.game.active), "blockers", pairs)
        self.advance_to("declare blockers")

    def damage(self) -> None:
        """Combat damage is dealt, in both steps if there are two."""
        self.advance_to("combat damage")

    def damage_or_end(self) -> None:
        """Go on to the end of combat, whether damage is dealt or not."""
        self.advance_to("end of combat")

    def attacks_legal(self, *attackers: GameObject) -> str:
        """Why the active player may not attack with exactly these, or ""."""
        enemy = self.game.opponent(self.game.active)
        return why_not_attack(self.game, self.game.active, [Attack(o, enemy) for o in attackers])

    def blocks_legal(self, *blocks: tuple[GameObject, GameObject]) -> str:
        """Why the defending player may not make exactly these blocks, or ""."""
        player = self.game.opponent(self.game.active)
        return why_not_block(self.game, player, [Block(o, x) for o, x in blocks])

    def division(self, player: Player, answer: list[int]) -> str:
        """Why the last division that the player was asked for may not be this one, or ""."""
        try:
            validate(self.asked(player, "division")[-1], answer)
        except IllegalChoice as why:
            return str(why)
        return ""

    # ------------------------------------------------------------ looking

    def has(self, o: GameObject, keyword: str) -> bool:
        """Whether the object has the keyword now."""
        return keyword in self.game.characteristics(o).keywords

    def stats(self, o: GameObject) -> tuple[int, int]:
        c = self.game.characteristics(o)
        return c.power, c.toughness

    @staticmethod
    def names(zone: Sequence[GameObject]) -> list[str]:
        return sorted(o.card.name for o in zone)

    def on_battlefield(self, name: str) -> list[GameObject]:
        return [o for o in self.game.battlefield if o.card.name == name]

    def stack_names(self) -> list[str]:
        """What is on the stack, the bottom first."""
        return [(e.object or e.frame.source).card.name for e in self.game.stack]
