"""The scenario runner: plays a scenario and says whether it comes out as the script says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from hordemtg.cards import scenario as s
from hordemtg.cards.abilities import KeywordAbility
from hordemtg.cards.effects import PayMana
from hordemtg.cards.values import Place
from hordemtg.compiler.library import Library
from hordemtg.play import scenario_claims as claims
from hordemtg.play.scenario_chance import PinnedChance
from hordemtg.play.scenario_details import Announcing, refused
from hordemtg.play.scenario_names import ScenarioFailure, shown
from hordemtg.play.scenario_pilot import Script, ScriptedPilot
from hordemtg.play.scenario_setup import STEP_OF, lay_out
from hordemtg.play.scenario_trace import Recording
from hordemtg.rules.casting import Action
from hordemtg.rules.choices import IllegalChoice
from hordemtg.rules.combat import Attack, Block
from hordemtg.rules.compiled import RunAbility
from hordemtg.rules.game import Game
from hordemtg.rules.objects import GameObject, Player, Targetable
from hordemtg.rules.refusals import why_not_attack, why_not_block
from hordemtg.rules.turns import STEPS

TURNS_AHEAD = 12  # a moment that does not come within so many turns never comes
TICKS = 50_000
RULE = re.compile(r"(?:H\d+|\d{3})\.\d+[a-z]?")

Coverage = set[tuple[str, int]]


class NoSuchAbility(ScenarioFailure):
    """The object has no activated ability of that label: for `cannot` a reason."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a scenario came out: `message` is empty when it passed; `trace` has the events that matter."""

    scenario: s.Scenario
    message: str = ""
    place: Place = Place()
    moment: str = ""
    trace: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything came out as the script says."""
        return not self.message

    def text(self) -> str:
        """The failure for a reader: what, where, when, and what happened last."""
        if self.passed:
            return f'passed "{self.scenario.name}"'
        lines = [f'FAILED "{self.scenario.name}"']
        place = self.place if self.place.line else self.scenario.place
        if place.line:
            lines.append(f"  --> {place}")
        lines += [f"  {line}" for line in self.message.splitlines()]
        if self.moment:
            lines.append(f"  in {self.moment}")
        if self.trace:
            lines.append("  what happened:")
            lines += [f"    {line}" for line in self.trace]
        return "\n".join(lines)


def play(scenario: s.Scenario, library: Library, coverage: Coverage | None = None) -> Result:
    """Play the scenario. `coverage` gets the clauses that acted. An error of the engine itself is not caught here."""
    run: Run | None = None
    try:
        run = Run(scenario, library, coverage)
        run.play()
    except ScenarioFailure as failure:
        return _failed(scenario, run, failure.message, failure.place)
    except IllegalChoice as illegal:
        place = run.script.place if run is not None else scenario.place
        return _failed(scenario, run, f"illegal: {illegal}", place)
    return Result(scenario)


def _failed(scenario: s.Scenario, run: Run | None, message: str, place: Place) -> Result:
    if run is None:
        return Result(scenario, message, place)
    place = place if place.line else run.script.place
    return Result(scenario, message, place, run.moment(), tuple(run.recording.excerpt(run.about)))


class Run:
    """One scenario being played, step by step."""

    def __init__(self, scenario: s.Scenario, library: Library, coverage: Coverage | None = None) -> None:
        self.scenario = scenario
        self.script = Script()
        first, second = ScriptedPilot(self.script), ScriptedPilot(self.script)
        layout = lay_out(scenario, library.at(scenario.place.file), (first, second))
        second.inner = layout.directives
        self.game, self.names = layout.game, layout.names
        self.script.names = self.names
        self.recording = Recording()
        self.game.recorder = self.recording
        self.game.coverage = coverage
        self.game.chance = PinnedChance(scenario.seed, self.game, self.names, self.script.pin)
        self.about: list[GameObject] = []  # what a failed expectation is about
        self.ticks = 0
        self.gone_by: tuple[Player, int, str] | None = None  # the step that has just gone by without priority

    def play(self) -> None:
        """Do all steps. Raises `ScenarioFailure` at the first that does not come out."""
        for step in self.scenario.steps:
            replies = step.replies if isinstance(step, s.At | s.Do | s.Resolve) else ()
            self.script.begin(step.place, replies)
            self._step(step)
            self.script.end()

    def _step(self, step: s.Step) -> None:
        match step:
            case s.At():
                self._go_to(step.moment)
            case s.Do():
                self._do(step)
            case s.Resolve(times=times):
                self._resolve(times)
            case s.Cannot(side=side, act=act, because=because):
                self._cannot(side, act, because)
            case s.Can(side=side, act=act):
                why = self._refusal(side, act)
                if why:
                    raise ScenarioFailure(f"{side} cannot do that: {why}", step.place)
            case s.Expect():
                self._expect(step)
            case s.Call(thing=thing, alias=alias):
                self._until_priority()
                self.names.bind(alias, self.names.anywhere(thing, step.place), step.place)
            case _:
                assert_never(step)

    def moment(self) -> str:
        """The turn and step it is, in words."""
        game = self.game
        step = claims.STEP_NAMES.get(game.step, game.step)
        over = f"; the game is over: {game.reason}" if game.over else ""
        return f"turn {game.turn}, {game.active.name}'s {step}{over}"

    def _fail(self, message: str) -> ScenarioFailure:
        return ScenarioFailure(message, self.script.place)

    # ------------------------------------------------------------ time

    def _tick(self) -> None:
        """One small step of the game, up to where a player has priority if it gets there."""
        self.ticks += 1
        if self.ticks > TICKS:
            raise self._fail("the scenario does not come to an end")
        game = self.game
        self.gone_by = None if game.begun else (game.active, game.turn, game.step)
        game.advance()
        self.script.announcing = None
        if game.begun and not game.over:
            game.settle()

    def _until_priority(self) -> None:
        """On to where a player has priority, unless the game is over or has just been left at the end of a step."""
        while not self.game.begun and not self.game.over and self.gone_by is None:
            self._tick()
            if self.game.begun:
                return
            self.gone_by = None

    def _window(self) -> bool:
        return self.game.begun and not self.game.over

    def _go_to(self, moment: s.Moment) -> None:
        """The moment; all pass until then."""
        if moment.side:
            self.names.side(moment.side, self.script.place)
        goal = Goal(self, moment)
        self.gone_by = None
        while not self._window() and not self.game.over and not goal.gone_by():
            self._tick()
        while not goal.reached():
            if self.game.over:
                raise self._fail(f"the game is over before that: {self.game.reason}")
            if goal.missed():
                raise self._fail("that moment does not come any more")
            self._tick()

    # ------------------------------------------------------------ actions

    def _do(self, step: s.Do) -> None:
        self._on()
        if self.game.over:
            raise self._fail(f"the game is over: {self.game.reason}")
        side = step.side or self.game.active.name
        player = self.names.side(side, step.place)
        self.script.player = player
        match step.act:
            case s.Attack():
                self.script.attacks = self._attacks(player, step.act)
                self._declare(player, "declare attackers")
            case s.Block():
                self._declare(player, "declare blockers", step.act)
            case s.PassPriority():
                self._wait_for(player)
                self._tick()
            case s.Reveal():
                self._reveal(player)
            case s.Cast() | s.Activate() | s.PlayLand():
                self._act(side, player, step.act)
            case _:
                assert_never(step.act)

    def _on(self) -> None:
        """On to the next time that a player has priority."""
        while not self._window() and not self.game.over:
            self._tick()

    def _act(self, side: str, player: Player, act: s.Cast | s.Activate | s.PlayLand) -> None:
        self._wait_for(player)
        action, details = self._action(player, act)
        why = refused(self.game, self.names, action, details, self.script.place, side)
        if why:
            raise self._fail(f"{side} cannot do that: {why}")
        self.script.action, self.script.waiting = action, False
        announcing = Announcing(self.game, self.names, action, details, self.script.place)
        self.script.announcing = announcing
        self.recording.entry = None
        self._tick_once_announcing(announcing)

    def _tick_once_announcing(self, announcing: Announcing) -> None:
        """Take the action, check its details, and only then put triggered abilities on the stack."""
        game = self.game
        game.advance()
        self.script.action = self.script.announcing = None
        if announcing.action.kind != "land":
            announcing.verify(self.recording.entry)
        if game.begun and not game.over:
            game.settle()

    def _wait_for(self, player: Player) -> None:
        """Until the player has priority: the other one passes. Nothing may resolve and no step may end by it."""
        game = self.game
        step, stack = (game.turn, game.step_index), list(game.stack)
        self.script.waiting = True
        while game.priority is not player:
            self._tick()
            ended = game.over or not game.begun or (game.turn, game.step_index) != step
            if ended or any(entry not in game.stack for entry in stack):
                raise self._fail(f"{player.name} does not get priority any more before the game goes on")

    def _reveal(self, player: Player) -> None:
        self._wait_for(player)
        before = self.recording.count("draw") + self.recording.count("reveal")
        self._tick()
        if self.recording.count("draw") + self.recording.count("reveal") == before:
            raise self._fail(f"{player.name} reveals nothing now (H2.2)")

    # ------------------------------------------------------------ combat

    def _declare(self, player: Player, step: str, block: s.Block | None = None) -> None:
        """On to the declaration, which the pilot makes when it is asked."""
        game, at = self.game, STEPS.index(step)
        turn = game.turn
        wrong_side = (player is game.active) == (block is not None)
        if wrong_side or game.step_index >= at:
            rule = "508.1" if block is None else "509.1"
            raise self._fail(f"{player.name} cannot do that: timing, it is {self.moment()} (CR {rule})")
        nothing = not block.blocks if block is not None else not self.script.attacks
        if block is not None and game.step_index < at - 1:
            self._pass_until(turn, at - 1)
        if block is not None:
            self.script.blocks = self._blocks(player, block)
        self._pass_until(turn, at)
        if not self.script.declared and not nothing:
            raise self._fail(f"{player.name} cannot do that: {self._declaration_refused(player, block)}")

    def _pass_until(self, turn: int, step: int) -> None:
        """All pass until the step of that number, or one behind it."""
        game = self.game
        while not game.over and not (game.begun and (game.turn, game.step_index) >= (turn, step)):
            self._tick()

    def _declaration_refused(self, player: Player, block: s.Block | None) -> str:
        if block is not None:
            return why_not_block(self.game, player, self.script.blocks or ()) or "it was not asked for blockers"
        return why_not_attack(self.game, player, self.script.attacks or ()) or "it was not asked for attackers"

    def _attacks(self, player: Player, act: s.Attack) -> list[Attack]:
        game = self.game
        found: list[Attack] = []
        mine: list[Targetable] = [o for o in game.battlefield if o.controller is player]
        for thing, whom in act.attacks:
            left = [o for o in mine if not any(o is a.creature for a in found)]
            defender = self._defender(player, whom)
            for o in self.names.pick(thing, left or mine, self.script.place):
                assert isinstance(o, GameObject)
                found.append(Attack(o, defender))
        return found

    def _defender(self, player: Player, whom: s.Thing | None) -> Player | GameObject:
        if whom is None:
            return self.game.opponent(player)
        among: list[Targetable] = [*self.game.players, *self.game.battlefield]
        return self.names.one(whom, among, self.script.place)

    def _blocks(self, player: Player, act: s.Block) -> list[Block]:
        found: list[Block] = []
        theirs: list[Targetable] = [o for o in self.game.battlefield if o.controller is not player]
        mine: list[Targetable] = [o for o in self.game.battlefield if o.controller is player]
        for attacker, blockers in act.blocks:
            blocked = [b.attacker for b in found]
            attacking = [o for o in theirs if isinstance(o, GameObject) and o.attacking is not None]
            among: list[Targetable] = [o for o in attacking or theirs if not any(o is x for x in blocked)]
            target = self.names.one(attacker, among or theirs, self.script.place)
            for thing in blockers:
                left = [o for o in mine if not any(o is b.blocker and b.attacker is target for b in found)]
                for o in self.names.pick(thing, left, self.script.place):
                    assert isinstance(o, GameObject) and isinstance(target, GameObject)
                    found.append(Block(o, target))
        return found

    # ------------------------------------------------------------ which action

    def _action(self, player: Player, act: s.Cast | s.Activate | s.PlayLand) -> tuple[Action, s.Details]:
        match act:
            case s.PlayLand(card):
                return Action("land", self._card(player, card)), s.NO_DETAILS
            case s.Cast(card, details):
                o = self._card(player, card, bool(details.cost))
                return Action("cast", o, self._method(o, details.cost)), details
            case s.Activate(thing, details=details):
                return self._activation(player, thing, act), details
            case _:
                assert_never(act)

    def _card(self, player: Player, thing: s.Thing, elsewhere: bool = False) -> GameObject:
        """The card to be played: in the hand, unless it is named as being, or can be cast from, elsewhere."""
        if thing.alias or thing.zone is not None:
            return self.names.the_object(thing, self.script.place)
        hand: list[Targetable] = list(player.hand)
        if self.names.meant(thing, hand, self.script.place):
            found = self.names.one(thing, hand, self.script.place)
        else:
            zones = [*player.graveyard, *player.exile] if elsewhere else self.game.objects()
            near: list[Targetable] = [o for o in zones if o.owner is player]
            if not self.names.meant(thing, near, self.script.place):
                raise self._fail(f"{player.name} has no {shown(thing)}")
            found = self.names.meant(thing, near, self.script.place)[0]
        assert isinstance(found, GameObject)
        return found

    def _method(self, o: GameObject, cost: str) -> RunAbility | None:
        if not cost:
            return None
        for ability in o.card.alternatives:
            node = ability.alternative
            assert node is not None
            if cost.lower() in (node.name.lower(), node.label.lower()):
                return ability
            if cost == "free" and not node.name and not any(isinstance(part, PayMana) for part in node.cost):
                return ability
        raise self._fail(f"{o.label} has no alternative cost {cost}")

    def _activation(self, player: Player, thing: s.Thing, act: s.Activate) -> Action:
        place = self.script.place
        everything: list[Targetable] = list(self.game.objects())
        among = everything
        if not thing.alias:
            own = [o for o in self.game.objects() if _holder(o) is player and _abilities(self.game, o, act)]
            among = [o for o in own if o.zone == "battlefield"]
            if not self.names.meant(thing, among, place):
                among = list(own)
            if not self.names.meant(thing, among, place):
                among = [o for o in everything if isinstance(o, GameObject) and _abilities(self.game, o, act)]
            if not self.names.meant(thing, among, place):
                among = everything
        o = self.names.one(thing, among, place)
        if not isinstance(o, GameObject):
            raise self._fail(f"{shown(thing)} has no abilities")
        abilities = _abilities(self.game, o, act)
        if not abilities:
            raise NoSuchAbility(f"{o.label} has no {act.label or 'activated'} ability (CR 602.1)", self.script.place)
        if len(abilities) > 1:
            labels = ", ".join(r.label or f"ability {i + 1}" for i, r in enumerate(abilities))
            raise self._fail(f"{o.label} has several activated abilities: {labels}")
        return Action("activate", o, abilities[0])

    # ------------------------------------------------------------ resolving

    def _resolve(self, times: int) -> None:
        self._on()
        if not self.game.stack:
            raise self._fail("the stack is empty: nothing can resolve")
        for _ in range(times or TICKS):
            if not self.game.stack:
                if not times:
                    return
                raise self._fail("the stack is empty: nothing more can resolve")
            top = self.game.stack[-1]
            while top in self.game.stack and not self.game.over:
                self._tick()
            if self.game.over:
                return

    # ------------------------------------------------------------ claims

    def _refusal(self, side: str, act: s.Act) -> str:
        self._on()
        if self.game.over:
            return f"the game is over: {self.game.reason} (CR 104.1)"
        player = self.names.side(side or self.game.active.name, self.script.place)
        match act:
            case s.Attack():
                if self.game.step_index >= STEPS.index("declare attackers") and player is self.game.active:
                    return "timing: attackers have been declared already (CR 508.1)"
                return why_not_attack(self.game, player, self._attacks(player, act))
            case s.Block():
                return why_not_block(self.game, player, self._blocks(player, act))
            case s.PassPriority() | s.Reveal():
                raise self._fail("can and cannot are said of spells, abilities, lands, attacks and blocks")
            case s.Cast() | s.Activate() | s.PlayLand():
                try:
                    action, details = self._action(player, act)
                except NoSuchAbility as none:
                    return none.message
                return refused(self.game, self.names, action, details, self.script.place, player.name)
            case _:
                assert_never(act)

    def _cannot(self, side: str, act: s.Act, because: str) -> None:
        why = self._refusal(side, act)
        if not why:
            raise self._fail(f"{side} can do that")
        if because and not _is_reason(because, why):
            raise self._fail(f"the reason is not {because}: {why}")

    def _expect(self, step: s.Expect) -> None:
        self._until_priority()
        wrong: list[str] = []
        first: Place | None = None
        for claim in step.claims:
            why = claims.check(self.game, self.names, claim, step.place)
            if why:
                wrong.append(why)
                first = first or (claim.place if claim.place.line else step.place)
                self.about += claims.subjects(self.names, claim)
        if wrong:
            raise ScenarioFailure("\n".join(wrong), first)


class Goal:
    """A moment that the game is to reach, and whether it has or cannot any more."""

    def __init__(self, run: Run, moment: s.Moment) -> None:
        self.run = run
        self.moment = moment
        game = run.game
        self.step = STEP_OF[moment.step or "first main"]
        self.start = game.turn
        self.side = run.names.sides.get(moment.side)
        passed = game.begun and STEPS.index(self.step) < min(game.step_index, len(STEPS) - 1)
        # Without a step a moment is the turn itself, which goes on when its first main phase is over.
        self.now = not moment.step and passed and not moment.next and self._this_turn()
        self.later = moment.next or (passed and bool(moment.step))

    def _this_turn(self) -> bool:
        game = self.run.game
        if self.moment.turn and self.moment.turn != game.turn:
            return False
        return self.side is None or self.side is game.active

    def _right_turn(self, active: Player, turn: int) -> bool:
        if self.side is not None and active is not self.side:
            return False
        if self.moment.turn:
            return turn == self.moment.turn
        return turn > self.start if self.later and (self.side is not None or self.moment.next) else True

    def gone_by(self) -> bool:
        """Whether the step, which gives nobody priority, has just gone by."""
        gone = self.run.gone_by
        return (
            gone is not None
            and self.step in ("untap", "cleanup")
            and gone[2] == self.step
            and self._right_turn(gone[0], gone[1])
        )

    def reached(self) -> bool:
        """Whether it is the moment now."""
        game = self.run.game
        if self.gone_by():
            return True
        if game.over:  # a game that ends in the step is there, for what is expected of its end
            return game.step == self.step and self._right_turn(game.active, game.turn)
        if not game.begun:
            return False
        if self.now:
            return True
        return game.step == self.step and self._right_turn(game.active, game.turn)

    def missed(self) -> bool:
        """Whether the moment cannot come any more."""
        turn = self.run.game.turn
        if self.moment.turn:
            return turn > self.moment.turn
        return turn > self.start + TURNS_AHEAD


def _holder(o: GameObject) -> Player:
    return o.controller if o.zone == "battlefield" else o.owner


def _abilities(game: Game, o: GameObject, act: s.Activate) -> list[RunAbility]:
    """The activated abilities of the object that the script can mean; those that only make mana are for payments."""
    every = game.characteristics(o).abilities if o.zone == "battlefield" else o.card.abilities
    found = [r for r in every if r.kind == "activated" and r.mana_options is None]
    if act.number:
        return found[act.number - 1 : act.number]
    if act.label:
        return [r for r in found if act.label.lower() in (r.label.lower(), _keyword_of(o, r))]
    return found


def _keyword_of(o: GameObject, ability: RunAbility) -> str:
    """The keyword that an ability comes from: equip, cycling."""
    definition = o.card.definition
    if 0 <= ability.index < len(definition.abilities):
        node = definition.abilities[ability.index]
        return node.name.lower() if isinstance(node, KeywordAbility) else ""
    return ""


def _is_reason(because: str, why: str) -> bool:
    """Whether the words are among those of the reason, or the rule is one that it cites.

    >>> _is_reason("menace", "Ogre#3 has menace (menace 702.111b)"), _is_reason("702.111", "(menace 702.111b)")
    (True, False)
    """
    if RULE.fullmatch(because):
        return because in RULE.findall(why)
    return re.search(rf"(?<!\w){re.escape(because.lower())}(?!\w)", why.lower()) is not None


def play_all(scenarios: Sequence[s.Scenario], library: Library, coverage: Coverage | None = None) -> list[Result]:
    """Play the scenarios one after the other."""
    return [play(scenario, library, coverage) for scenario in scenarios]
