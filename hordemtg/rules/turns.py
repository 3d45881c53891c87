"""The turn: phases and steps, priority, and what happens by itself (CR 117, 500-514)."""

from __future__ import annotations

from typing import Final

from hordemtg.rules import layers, limits, loops, state_based, triggers
from hordemtg.rules.casting import PASS, Action
from hordemtg.rules.choices import Choice, awake
from hordemtg.rules.combat import Combat
from hordemtg.rules.events import Event
from hordemtg.rules.layers import Continuous
from hordemtg.rules.objects import GameObject, Player

STEPS: Final = (
    "untap",
    "upkeep",
    "draw",
    "first main",
    "beginning of combat",
    "declare attackers",
    "declare blockers",
    "first strike damage",
    "combat damage",
    "end of combat",
    "second main",
    "end",
    "cleanup",
)

NEVER: Final[frozenset[str]] = frozenset()

WITHOUT_PRIORITY: Final = frozenset({"untap", "cleanup"})

SKIPPED_WITHOUT_ATTACKERS: Final = frozenset({"declare blockers", "first strike damage", "combat damage"})

WITH_ACTIONS: Final = frozenset(
    {"draw", "declare attackers", "declare blockers", "first strike damage", "combat damage", "cleanup"}
)

# The key under which abilities listen to the beginning of a step (`triggers.keys_of`).
KEY_OF_STEP: Final = {step: f"step:{step}" for step in STEPS}

NEVER_QUIET: Final = frozenset({"untap", "draw", "declare attackers", "cleanup"})

RULE_OF_STEP: Final = {
    "untap": "502",
    "upkeep": "503",
    "draw": "504",
    "first main": "505",
    "second main": "505",
    "beginning of combat": "507",
    "declare attackers": "508",
    "declare blockers": "509",
    "first strike damage": "510.4",
    "combat damage": "510",
    "end of combat": "511",
    "end": "513",
    "cleanup": "514",
}


class Turns(Combat):
    """The turn as data: which step it is, whether it has begun, who has priority, who has passed.

    `go_on` takes one small step from any such state, so that a game can be
    copied, saved and resumed whenever a player has priority.
    """

    __slots__ = ("ending_steps",)

    # ------------------------------------------------------------ the run of the game

    def go_on(self) -> None:
        """Begin a step, or let one player act or pass, or end the step."""
        if not self.begun:
            self.begun = True
            self.begin_step()
            return
        self.settle()
        if self.over:
            return
        if not self.stack and self.passes == 0 and self.nobody_acts():
            self.end_step()
            return
        self._give_priority()

    def stride(self) -> None:
        """As `go_on` again and again, in one go to the end of the game."""
        while not self.over:
            if not self.begun:
                if self.step not in self.busy:
                    self._pass_quiet_steps()
                self.begun = True
                self.begin_step()
                if not self.begun or self.over:
                    continue
            if (
                self.sba_dirty
                or self.players_dirty
                or self.suspects
                or self.waiting
                or self.sba_version != self.version
                or self.watchful()
            ):
                self.settle()
                if self.over:
                    return
            if self.passes or not self.nobody_acts():
                self._give_priority()
            elif self.stack:
                self._resolve_next()
            else:
                self.end_step()

    def watchful(self) -> bool:
        """Whether to settle each time a player would get priority, whatever has changed."""
        return "state" in self.listeners

    def _pass_quiet_steps(self) -> None:
        """Go past the steps in which nothing happens by itself and nobody could want priority, as they would go by."""
        listeners = self.listeners
        if (
            self.recorder is not None
            or self.delayed
            or self.granted_triggers
            or self.sensitive
            or self.waiting
            or "state" in listeners
            or (self.sba_wanted() and not self._nobody_loses())
        ):
            return
        steps, index, busy = self.steps, self.step_index, self.busy
        while True:
            step = steps[index]
            if step in SKIPPED_WITHOUT_ATTACKERS:
                if self.attackers_seen:
                    break
            elif step in busy or KEY_OF_STEP[step] in listeners or (step == "end of combat" and self._combat_ends()):
                break
            index += 1
        if index != self.step_index:
            self.go_to_step(index)
            self.loop = self.passes = 0
            self.loop_broken = False
            self.priority = self.active

    def _nobody_loses(self) -> bool:
        """Whether only players are to be looked at, and the check finds nothing (CR 704.5a-c)."""
        if (
            self.sba_dirty
            or self.suspects
            or self.stray_tokens
            or self.sba_version != self.version
            or self.control_changes
        ):
            return False
        for p in self.players:
            if p.life <= 0 or p.attempted_empty_draw or p.poison >= 10:
                return False
        self.players_dirty = False
        self.batch += 1
        return True

    def _combat_ends(self) -> bool:
        """Whether the end of combat ends something: an attack, or an effect that lasts so long."""
        if self.attackers_seen:
            return True
        for effect in self.effects:
            if effect.duration == "until end of combat":
                return True
        return False

    def _give_priority(self) -> None:
        """Let the player with priority act or pass; when all have passed, resolve or end the step (CR 117.3-4)."""
        player = self.priority
        keen, self.keen = self.keen, -1
        if self.special_action(player):
            self.passes = 0
            return
        action = self.action_of(player, keen)
        if action is not PASS:
            self.passes = 0
            self.take(player, action)
            loops.watch(self.game)
            return
        self.passes += 1
        if self.passes < len(self.players):
            self.priority = self.opponent(player)
        elif self.stack:
            self._resolve_next()
        else:
            self.end_step()

    def _resolve_next(self) -> None:
        """All players have passed in succession: the top of the stack resolves (CR 117.4)."""
        self.passes = 0
        self.resolve_top()
        self.priority = self.active
        loops.watch(self.game)

    def nobody_acts(self) -> bool:
        """Whether no player wants to do anything, so that what all passing brings can come at once (CR 117.4)."""
        if not self.stack and self.step not in self.awake:
            return True
        for p in self.players:
            if not p.lost and p.pilot.wants_priority(self.game, p):
                self.keen = p.index
                return False
        return True

    def special_action(self, player: Player) -> bool:
        """What a variant lets or makes the player with priority do before anything else; says whether they did."""
        return False

    def action_of(self, player: Player, keen: int = -1) -> Action:
        """What the player with priority does; nobody is asked who wants nothing or can do nothing (CR 117.3d).

        `keen` is the number of the first player who has just said to want priority, if all have been asked.
        """
        if player.lost or player.index < keen:
            return PASS
        if player.index != keen and not player.pilot.wants_priority(self.game, player):
            return PASS
        options = self.actions(player)
        if len(options) == 1:
            return PASS
        choice = Choice("priority", player, options, 1, 1, "priority")
        action = options[self.ask(choice)[0]]
        if action is not PASS:
            self.spend(1 + len(options) // 2)
        return action

    def sba_wanted(self) -> bool:
        """Whether something has happened since state-based actions were last checked."""
        return self.sba_dirty or self.players_dirty or self.sba_version != self.version or len(self.suspects) > 0

    def settle(self) -> bool:
        """Do what happens each time a player would get priority (CR 117.5).

        State-based actions are performed until none applies, then waiting triggered
        abilities are put on the stack; both repeat until neither does anything.
        Says whether anything was done.
        """
        rounds = 0
        settled = False
        while not self.over:
            acted = False
            while self.sba_wanted() and not self.over:
                if not state_based.perform(self.game):
                    break
                acted = True
                rounds += 1
                if rounds > limits.SETTLING:
                    self.finish(None, "state-based actions repeat without end", "104.4b")
                    return True
            if "state" in self.listeners:
                triggers.look_for_states(self.game)
            if self.waiting and not self.over:
                triggers.put_on_stack(self.game)
                self.passes = 0  # whoever was about to get priority still does (CR 117.5)
                acted = True
            if not acted:
                break
            settled = True
        return settled

    # ------------------------------------------------------------ turns

    def next_player(self) -> Player:
        """Whose turn comes after this one (CR 500.7, 103.8)."""
        return self.opponent(self.active)

    def begin_turn(self, player: Player) -> None:
        """A player's turn begins (CR 500)."""
        if self.turn >= limits.TURNS:
            raise limits.LimitReached(limits.said(limits.TURNS, "turns"))
        self.turn += 1
        self.limit_work()
        self.active = player
        player.previous_turn = player.latest_turn
        player.latest_turn = self.turn
        self.awake = NEVER
        for p in self.players:
            p.lands_played = 0
            p.drawn_this_turn = 0
            p.times.clear()
            own, others = awake(p.pilot)
            self.awake |= own if p is player else others
        self.busy = self.awake | NEVER_QUIET
        self.cast_spells = []
        self.together.clear()
        for o in self.used:
            o.used_this_turn = o.triggers_this_turn = None
        self.used = []
        self.steps = STEPS
        self.go_to_step(0)
        self.begun = False
        self.touch("time")
        self.players_dirty = True
        self.expire("until your next turn", player)
        if self.recorder is not None:
            self.record(Event("turn begins", "500.1", player=player, amount=self.turn))
        else:
            self.event_count += 1

    def begin_step(self) -> None:
        """The step begins: triggers, then its turn-based actions, then priority (CR 500.6, 703)."""
        step = self.step
        if step != "cleanup" or len(self.steps) == len(STEPS):
            # A loop of the step before is history, unless cleanup steps repeat (CR 514.3a).
            self.loop = 0
            self.loop_broken = False
        if step == "untap":
            self.touch("time")
            self._untap_step()
            self.end_step()
            return
        if step in SKIPPED_WITHOUT_ATTACKERS and not self._combat_goes_on(step):
            self.next_step()
            return
        if self.sensitive:
            self.touch("time")
        self.priority = self.active
        self.passes = 0
        if self.recorder is not None or self.delayed or self.granted_triggers or KEY_OF_STEP[step] in self.listeners:
            self.announce_event(Event("step begins", RULE_OF_STEP[step], player=self.active, text=step))
        if step in WITH_ACTIONS:
            self._turn_based_actions(step)
        elif step == "end":
            self.expire("until your next end step", self.active)

    def _turn_based_actions(self, step: str) -> None:
        """What happens by itself as the step begins (CR 703.4)."""
        if step == "draw":
            self.turn_based_draw()
        elif step == "declare attackers":
            self.declare_attackers()
            if not self.attackers():
                self.touch("status")
        elif step == "declare blockers":
            self.declare_blockers()
        elif step == "first strike damage":
            self.combat_damage(True)
        elif step == "combat damage":
            self.combat_damage(False)
        elif step == "cleanup":
            self._cleanup()

    def _combat_goes_on(self, step: str) -> bool:
        """Steps of combat that are skipped (CR 508.8, 510.4)."""
        if not self.attackers_seen:
            return False
        return step != "first strike damage" or self.needs_first_strike_step()

    def next_step(self) -> None:
        """Go to the next step of the turn, or to the next turn."""
        self.begun = False
        index = self.step_index = self.step_index + 1
        steps = self.steps
        if index < len(steps):
            self.step = steps[index]
        else:
            self.go_to_step(index)
            self.begin_turn(self.next_player())

    def end_step(self) -> None:
        """The step ends: unspent mana empties (CR 500.4-5)."""
        left_over = False
        for p in self.players:
            if p.pool:
                p.pool = {}
            if p.bound:
                p.bound = []
            if p.per_amount:
                left_over = True
        if left_over:
            self._forget_amounts("end of step")
        if self.step == "end of combat":
            self.end_combat()
            self.expire("until end of combat", None)
        self.next_step()

    def _forget_amounts(self, until: str) -> None:
        """What is left over of amounts that are added up until then is forgotten (H7.5)."""
        for source, ability in self.per_amounts:
            if getattr(ability.definition, "until", "") == until:
                source.controller.per_amount.pop(ability.index, None)

    def turn_based_draw(self) -> None:
        """The active player draws a card (CR 504.1); whoever plays first skips it on the first turn (103.8a)."""
        if self.turn == 1:
            self.note("103.8a", f"{self.active.name} skips the first draw")
            return
        self.draw(self.active, 1, None, "504.1")

    def _untap_step(self) -> None:
        """The active player's permanents untap (CR 502.3)."""
        tapped = [o for o in self.battlefield if o.tapped and o.controller is self.active]
        kept: list[GameObject] = []
        if "doesn't untap" in self.restrictions or self.effects_dirty:
            kept = [o for o in tapped if self.restricted(o, "doesn't untap")]
        for o in tapped:
            if o in kept:
                self.note("502.3", f"{o.label} doesn't untap", o)
            else:
                self.untap(o, "502.3")
        self._end_with_untap_step()

    def _end_with_untap_step(self) -> None:
        """What kept permanents tapped "during their controller's next untap step" ends for the active player's."""
        ending: list[Continuous] = []
        for effect in self.effects:
            if effect.duration == "through the next untap step" and effect.objects is not None:
                kept = [o for o in effect.objects if o.controller is not self.active]
                if len(kept) < len(effect.objects):
                    effect.objects, self.effects_dirty = kept, True
                    self.version += 1
                if not effect.objects:
                    ending.append(effect)
        if ending:
            layers.end(self.game, ending)

    def _cleanup(self) -> None:
        """Discard to hand size, then damage wears off and effects of the turn end (CR 514.1-2)."""
        player = self.active
        excess = len(player.hand) - player.max_hand
        if (
            excess > 0
            and not self.player_rule(player, "no maximum hand size")
            and not self.discard_replaced(player, excess, None)
        ):
            cards = self.choose_objects(player, player.hand, excess, excess, "discard")
            self.discard(player, cards, None, "514.1")
        for o in self.battlefield:
            if o.damage:
                o.damage = 0
            o.regeneration = 0
            o.deathtouched = False
        self._forget_amounts("cleanup")
        self.shields = []
        self.end_exile_instead()
        self.expire("until end of turn", None)
        self.expire("until the end of your next turn", player)
        self.delayed = [d for d in self.delayed if d.until_turn != self.turn]
        if self.sba_wanted() or self.waiting:
            if self.settle() and not self.over:
                self.cleanup_again()
                return
        self.end_step()

    def cleanup_again(self) -> None:
        """Players get priority in this cleanup step, and another one follows (CR 514.3a)."""
        if not self.stack:
            # Only state-based actions: priority is given all the same.
            self.passes = 0
        self.steps = (*self.steps, "cleanup")
        self.priority = self.active

    def expire(self, duration: str, player: Player | None) -> None:
        """Effects of that duration end (CR 514.2, 611.2a); one until a later turn is not over in that it began in."""
        before = self.turn if duration == "until the end of your next turn" else self.turn + 1
        ending: list[Continuous] = []
        for x in self.effects:
            if x.ability is None and x.duration == duration and (player is None or x.expires_for is player):
                if x.since < before:
                    ending.append(x)
        if self.playable:
            self.playable = [
                x
                for x in self.playable
                if x.holds
                and (x.duration != duration or (player is not None and x.player is not player) or x.since >= before)
            ]
        if ending:
            layers.end(self.game, ending)
            self.sba_dirty = True
