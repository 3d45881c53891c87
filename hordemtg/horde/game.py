"""A game against a Horde: preparation, stages, reveals and the end (H1, H2, H7.2)."""

from __future__ import annotations

from typing import Final, Protocol, Self

from hordemtg.cards.definition import CardDefinition, EmblemDefinition
from hordemtg.cards.horde import STAGES, Ruleset, Stage
from hordemtg.rules.choices import Pilot
from hordemtg.rules.events import Event
from hordemtg.rules.game import Game
from hordemtg.rules.objects import GameObject, Player

WITH_HORDE_RULES: Final = frozenset({"untap", "upkeep", "draw", "first main"})


class VictoryCheck(Protocol):
    """What proves that the Horde has lost (H1.7); `hordemtg.horde.victory` has the proofs."""

    def proof_a(self, game: HordeGame) -> str:
        """Why the Horde can do nothing any more, or ""."""
        ...

    def proof_b(self, game: HordeGame) -> str:
        """Why what the Horde still does leads nowhere, or ""."""
        ...


class HordeGame(Game):
    """One Survivor against a Horde, by a ruleset.

    The Survivor is the first player and the Horde the second. What the Horde may and
    must do is in its emblem and its pilot's directives; this class has the
    stages, the turn order, the reveals and the check for victory.
    """

    __slots__ = (
        "command_hidden", "command_seen", "horde", "leftovers", "looked_at", "preparation", "proving", "reveal_ended",
        "reveal_nontoken",
        "revealed", "reveals_cast", "reveals_ended_turn", "reveals_more", "ruleset", "stage", "survivor",
        "survivor_turns", "victory",
    )  # fmt: skip

    def __init__(
        self,
        seed: int,
        ruleset: Ruleset,
        preparation: int,
        tokens: dict[str, CardDefinition],
        emblems: dict[str, EmblemDefinition],
    ) -> None:
        super().__init__(seed, tokens, emblems)
        self.ruleset = ruleset
        self.preparation = max(0, preparation)  # H1.3: at least 0
        self.stage: Stage = "preparation"
        self.survivor_turns = 0
        self.reveals_cast = 0
        self.reveals_more = 0
        self.reveal_nontoken = False
        self.reveal_ended = True
        self.reveals_ended_turn = -1
        self.leftovers: list[GameObject] | None = []  # what is cast after the reveals; None: not yet known
        self.victory: VictoryCheck | None = None
        self.looked_at = (0, 0, 0, 0, 0)  # the moment at which proof A last failed
        self.revealed: GameObject | None = None  # the top card of the command zone, once it has been shown (H10.1)
        self.command_seen: list[GameObject] = []  # the command zone when its top card was last looked for
        self.command_hidden = True  # there is a top card, and nothing lets it be revealed; or nobody has looked
        self.proving = False  # this is a copy on which proof B tries a policy: the Survivor draws nothing

    def another(self) -> Self:
        """A game by the same rules in which nothing is yet."""
        return type(self)(self.chance.seed, self.ruleset, self.preparation, self.tokens, self.emblems)

    def seat(self, survivor: Pilot, horde: Pilot) -> None:
        """Seat both sides; the Horde gets its emblems (H2.8) and the Survivor those of the first stage."""
        self.survivor = self.add_player("Survivor", survivor, self.ruleset.life)
        self.horde = self.add_player("Horde", horde, self.ruleset.life)

    def begin(self) -> None:
        """Shuffle, give emblems, draw the Survivor's opening hand and begin (H1.3, H1.10)."""
        for name in self.ruleset.horde_emblems:
            self.give_emblem(self.horde, name)
        self._emblems_of("preparation")
        # With no preparation turn the Horde takes the first turn of the game (H1.3: N turns before its first).
        first = self.survivor if self.preparation else self.horde
        if not self.preparation:
            self._enter("assault", "H1.4")
        self.start([self.ruleset.opening_hand, 0], first)

    # ------------------------------------------------------------ stages (H1.2-H1.6)

    def _enter(self, stage: Stage, rule: str) -> None:
        """A stage begins; stages never go back (H1.2)."""
        if STAGES.index(stage) <= STAGES.index(self.stage):
            return
        passed = STAGES[STAGES.index(self.stage) + 1 : STAGES.index(stage) + 1]
        self.stage = stage
        self.record(Event("stage", rule, player=self.horde, text=stage))
        for each in passed:
            self._emblems_of(each)

    def _emblems_of(self, stage: Stage) -> None:
        for since, name in self.ruleset.survivor_emblems:
            if since == stage:
                self.give_emblem(self.survivor, name)

    def check_stage(self) -> None:
        """An empty library begins the Epilogue (H1.2, H1.6)."""
        if not self.horde.library and self.stage != "epilogue":
            self._enter("epilogue", "H1.6")

    def _check_surge(self) -> None:
        """At the beginning of the Horde's upkeep (H1.5)."""
        horde = self.horde
        if self.ruleset.surge and self.stage == "assault":
            gone = len(horde.graveyard) + len(horde.exile)
            if gone > len(horde.library):
                self.note("H1.5", f"{gone} cards in graveyard and exile, {len(horde.library)} in the library", None)
                self._enter("surge", "H1.5")

    # ------------------------------------------------------------ turns (H1.3-H1.4, H2.1-H2.3)

    def next_player(self) -> Player:
        """The Survivor's preparation turns come in a row, then turns alternate (H1.3, H1.4)."""
        if self.active is self.survivor and self.survivor_turns < self.preparation:
            return self.survivor
        return self.opponent(self.active)

    def begin_turn(self, player: Player) -> None:
        """A turn begins; the Horde's first one begins the Assault (H1.4)."""
        if player is self.survivor:
            self.survivor_turns += 1
        elif self.stage == "preparation":
            self._enter("assault", "H1.4")
        super().begin_turn(player)
        if player is self.horde:
            self.busy |= WITH_HORDE_RULES

    def begin_step(self) -> None:
        """The step begins, with what the Horde's rules add to it."""
        step = self.step
        if step in WITH_HORDE_RULES and self.active is self.horde:
            if step == "upkeep":
                self._check_surge()
            elif step in ("draw", "first main"):
                self._ready_to_reveal(step)
            elif step == "untap" and self._defeated_by_proof_b():
                return
        super().begin_step()

    def watchful(self) -> bool:
        """As in Magic; and whenever the stage, proof A or a revealed card could be due."""
        return (
            not self.horde.library
            or self.command_hidden
            or "state" in self.listeners
            or self.command != self.command_seen
        )

    def _pass_quiet_steps(self) -> None:
        """As in Magic, unless the Horde's rules have something to look for at each step."""
        if not self.watchful():
            super()._pass_quiet_steps()

    def _defeated_by_proof_b(self) -> bool:
        """At the start of a Horde turn in the Epilogue, with an empty library (H1.7, proof B)."""
        if self.stage != "epilogue" or self.horde.library or self.victory is None:
            return False
        if not self.ruleset.harmless_horde_loses:
            return False
        why = self.victory.proof_b(self)
        if why:
            self.defeat(why)
        return bool(why)

    def turn_based_draw(self) -> None:
        """The Horde does not draw in its draw step (H2.2); its reveals there, if any, come with priority (H2.3)."""
        if self.active is not self.horde and not self.proving:
            super().turn_based_draw()

    def _ready_to_reveal(self, step: str) -> None:
        reveals = self.ruleset.reveals
        self.reveals_cast = 0
        self.reveal_nontoken = False
        self.reveals_more = 0
        if reveals is not None and step == "first main" and (reveals.then_hand or reveals.then_graveyard):
            self.leftovers = None
        if reveals is None or (step == "draw" and not reveals.in_draw_step) or self.reveals_ended_turn == self.turn:
            self.reveal_ended = True
            return
        self.reveal_ended = False
        if step == "first main" and self.stage == "surge":
            self.reveals_more = reveals.surge_more

    def nobody_acts(self) -> bool:
        """As in Magic, and no reveal is due."""
        if self.active is self.horde and not self.stack and (not self.reveal_ended or self.leftovers != []):
            return False
        return super().nobody_acts()

    def special_action(self, player: Player) -> bool:
        """With priority and an empty stack in its first main phase, the Horde reveals (H2.2, H2.3)."""
        if player is not self.horde or self.stack or self.active is not player or self.reveals_over:
            return False
        if self.step not in ("first main", "draw") or self._casts_first(player):
            return False
        if not self.reveal_ended:
            if self._wants_reveal():
                self._reveal()
                return True
            self.reveal_ended = True
        return self._casts_leftover()

    def _casts_leftover(self) -> bool:
        """After the reveals: cast the next of the cards in the hand, then of those castable from the graveyard."""
        reveals, horde = self.ruleset.reveals, self.horde
        assert reveals is not None
        if self.leftovers is None:
            hand = list(horde.hand)
            graveyard = [o for o in horde.graveyard if any(x.zone == "graveyard" for x in o.card.alternatives)]
            self.chance.shuffle(hand)
            self.chance.shuffle(graveyard)
            self.leftovers = (hand if reveals.then_hand else []) + (graveyard if reveals.then_graveyard else [])
        while self.leftovers:
            o = self.leftovers.pop(0)
            if o.zone == "hand" and self.can_play_now(horde, o, True):
                if self.play_now(horde, o, True) is not None:
                    return True
            elif o.zone == "graveyard":
                own = self.characteristics(o).abilities
                ways = [x for x in o.card.alternatives if x.zone == "graveyard" and x in own]
                method = next((x for x in ways if self.can_cast(horde, o, x)), None)
                if method is not None and self.cast(horde, o, method) is not None:
                    return True
        return False

    def _casts_first(self, player: Player) -> bool:
        """Whether the Horde casts the revealed card of its command zone before it reveals another (H10.4)."""
        top = self.revealed_card(player)
        if top is None or not player.pilot.wants_priority(self, player):
            return False
        return any(action.kind == "cast" and action.object is top for action in self.actions(player))

    def _wants_reveal(self) -> bool:
        reveals = self.ruleset.reveals
        assert reveals is not None
        if reveals.until_nontoken:
            stop = self.reveal_nontoken or (reveals.limit > 0 and self.reveals_cast >= reveals.limit)
        else:
            limit = reveals.in_draw_step if self.step == "draw" else reveals.limit - reveals.in_draw_step
            stop = self.reveals_cast >= limit
        if not stop:
            return True
        if self.reveals_more > 0:
            self.reveals_more -= 1
            return True
        return False

    def _reveal(self) -> None:
        """The Horde draws a card, and so casts it at once (H2.2, H3.1)."""
        drawn = self._next_card()
        card = drawn[0] if drawn else None
        if card is None or not self._was_played(card):
            # A card that goes back or an empty library ends the turn's reveals, those of a later step too.
            self.reveal_ended = True
            self.reveals_ended_turn = self.turn
            return
        self.reveals_cast += 1
        if not card.token_card:
            self.reveal_nontoken = True

    def _next_card(self) -> list[GameObject]:
        """Draw a card, which is cast at once by the Horde's emblem; or reveal it and cast it from the library."""
        horde, reveals = self.horde, self.ruleset.reveals
        if not horde.library:
            return []
        if reveals is None or reveals.drawn:
            return self.draw(horde, 1, None, "H2.2")
        card = horde.library[-1]
        self.record(Event("reveal", "H2.2", card, horde))
        if not self.can_play_now(horde, card, True) or self.play_now(horde, card, True) is None:
            self.note("H2.2", f"{card.label} cannot be played", card)
        return [card]

    @staticmethod
    def _was_played(card: GameObject) -> bool:
        """Whether the drawn card left the hand for the stack or the battlefield, and its casting was not reversed."""
        now = card.became
        return now is not None and now.zone != "library" and (now.became is None or now.became.zone != "library")

    @property
    def reveals_over(self) -> bool:
        """Whether the reveals of this phase are done, so that directives after them may act."""
        return self.reveal_ended and not (self.leftovers is None or self.leftovers)

    # ------------------------------------------------------------ the end (H1.6-H1.9)

    def settle(self) -> bool:
        """As in Magic; then the stage, and proof A (H1.7)."""
        settled = False
        if (
            self.sba_dirty
            or self.players_dirty
            or self.suspects
            or self.sba_version != self.version
            or self.waiting
            or "state" in self.listeners
        ):
            settled = super().settle()
        if self.command_hidden or self.command != self.command_seen:
            self._look_at_command()
        if not self.horde.library and not self.over:
            self.check_stage()
            self._check_bare()
            if self.ruleset.harmless_horde_loses and self.victory is not None and not self.stack and not self.waiting:
                now = (self.event_count, self.work, self.version, self.turn, self.step_index)
                if now != self.looked_at:
                    self.looked_at = now
                    why = self.victory.proof_a(self)
                    if why:
                        self.defeat(why)
        return settled

    def _check_bare(self) -> None:
        """A Horde without library, hand and creatures is beaten by older rulesets; nothing may still be to come."""
        if not self.ruleset.bare_horde_loses or self.horde.hand or self.stack or self.waiting:
            return
        if any(o.controller is self.horde and "creature" in self.characteristics(o).types for o in self.battlefield):
            return
        self.defeat("its library and hand are empty and it controls no creatures")

    def _look_at_command(self) -> None:
        top = self.top_of_command(self.horde)
        if top is not self.revealed:
            self._reveal_command()
        self.command_seen = list(self.command)
        self.command_hidden = top is not self.revealed

    def _reveal_command(self) -> None:
        """The top card of the Horde's command zone is revealed as soon as it is the top one (H10.1)."""
        top = self.revealed_card(self.horde)
        if top is not self.revealed:
            self.revealed = top
            if top is not None:
                self.record(Event("reveal", "H10.1", top, self.horde))

    def defeat(self, why: str) -> None:
        """The Horde is defeated (H1.7)."""
        self.record(Event("win game", "H1.7", player=self.survivor, text=why))
        self.finish(self.survivor, why, "H1.7")

    def win(self, player: Player, why: str, rule: str) -> None:
        """An effect that says a Survivor wins does not defeat the Horde (H1.9)."""
        if player is self.survivor:
            self.note("H1.9", f"{player.name} does not win by an effect", None)
        else:
            super().win(player, why, rule)

    def lose(self, player: Player, why: str, rule: str) -> None:
        """An effect or rule that says the Horde loses does not defeat it (H1.9)."""
        if player is self.horde:
            self.note("H1.9", "the Horde does not lose by that", None)
        else:
            super().lose(player, why, rule)

    def owned_by_horde(self) -> list[GameObject]:
        """Every object that the Horde owns or controls, in all zones."""
        horde = self.horde
        found = [o for o in self.battlefield if o.controller is horde or o.owner is horde]
        found += [o for o in self.command if o.owner is horde]
        return found + horde.hand + horde.library + horde.graveyard + horde.exile
