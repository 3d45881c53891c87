"""The game as a Survivor sees it for one decision, and what several considerations of the decision ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hordemtg.cards import abilities as a
from hordemtg.horde.game import HordeGame
from hordemtg.play.autopilot_combat import Fighter, Memory, Outcomes, Plan, plan_blocks
from hordemtg.play.autopilot_value import life_worth, permanent_worth
from hordemtg.rules.game import Game
from hordemtg.rules.objects import GameObject, Player

if TYPE_CHECKING:
    from hordemtg.play.autopilot_hunt import Hunt
    from hordemtg.play.autopilot_worth import Aim
    from hordemtg.rules.compiled import RunBody

MILL, DISTANT = 2.0, 0.9


def mill_worth(library: int, each_turn: int) -> float:
    """What a milled card of the Horde is worth: the last card never comes, the less so the later it would have."""
    return MILL * DISTANT ** (library / max(1, each_turn)) if library else 0.0


class View:
    """The game as one player sees it: the sides, and what a point of life and a milled card of the Horde are worth.

    It is made for one decision, in which nothing changes, and so answers what is asked again from memory;
    `memory` is what is kept from one decision to the next.
    """

    __slots__ = (
        "_arrivals", "_fighters", "_memory", "_mill", "_outcomes", "_per", "_sides", "_worths", "aims",
        "foe", "game", "grown", "horde", "hunt", "me", "point",
    )  # fmt: skip

    def __init__(self, game: Game, me: Player, memory: Memory | None = None) -> None:
        self.game = game
        self.me = me
        self.foe = game.opponent(me)
        self.horde = game.player_rule(self.foe, "no life total")
        self.point = life_worth(me.life)
        self.grown: dict[GameObject, Fighter | None] = {}  # what creatures could become (`autopilot_tricks`)
        self.aims: dict[tuple[RunBody, GameObject, tuple[int, ...]], Aim] = {}  # (`autopilot_worth`)
        self.hunt: tuple[Hunt | None] | None = None  # the best hunt, once it has been looked for (`autopilot_hunt`)
        self._arrivals: dict[int, tuple[int, int]] = {}
        self._mill = -1.0
        self._per = 0
        self._sides: tuple[list[GameObject], list[GameObject]] | None = None
        self._fighters: dict[GameObject, Fighter] = {}
        self._worths: dict[GameObject, float] = {}
        self._memory = memory if memory is not None else Memory()
        self._outcomes: Outcomes = {}

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
        known = self._arrivals.get(milled)
        if known is None:
            known = self._arrivals[milled] = self._work_out_arrivals(milled)
        return known

    def _work_out_arrivals(self, milled: int) -> tuple[int, int]:
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

    def creatures(self, player: Player) -> list[GameObject]:
        """The creatures on the battlefield of the player or the opponent."""
        if self._sides is None:
            mine: list[GameObject] = []
            theirs: list[GameObject] = []
            game = self.game
            for o in game.battlefield:
                c = (
                    o.characteristics
                    if o.version == game.version and not game.effects_dirty
                    else game.characteristics(o)
                )
                if "creature" in c.types:
                    (mine if o.controller is self.me else theirs).append(o)
            self._sides = mine, theirs
        return self._sides[0 if player is self.me else 1]

    def fighter(self, o: GameObject) -> Fighter:
        """The creature as a fighter, the same each time."""
        known = self._fighters.get(o)
        if known is None:
            known = self._fighters[o] = self._memory.fighter(self.game, o)
        return known

    def worth(self, o: GameObject) -> float:
        """The worth of a permanent to its controller."""
        known = self._worths.get(o)
        if known is None:
            known = self._worths[o] = permanent_worth(self.game, o)
        return known

    def plan(self, attackers: list[Fighter], blockers: list[Fighter]) -> Plan:
        """How these would block those for the player."""
        return plan_blocks(attackers, blockers, self.me.life, None, self._outcomes)
