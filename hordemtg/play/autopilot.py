"""The autopilot: a Survivor that plays by fixed, explainable principles, seeing what a Survivor may see."""

from __future__ import annotations

from typing import Final

from hordemtg.play import autopilot_attack, autopilot_tricks, autopilot_turn, legal_answers
from hordemtg.play.autopilot_combat import Memory
from hordemtg.play.autopilot_picks import PICKS
from hordemtg.play.autopilot_view import View
from hordemtg.play.autopilot_windows import ATTACK, BEFORE, BLOCK, END, armed, uses
from hordemtg.rules.choices import Choice
from hordemtg.rules.game import Game
from hordemtg.rules.objects import Player

FIRST, SECOND = "first main", "second main"
WINDOWS: Final = frozenset((BEFORE, ATTACK, BLOCK, END))


Moment = tuple[Game, int, int, int, int, int]


def moment(game: Game, announced: int) -> Moment:
    """The state of the game, apart from abilities announced since: each is an object on the stack and has a number."""
    version = -1 if game.effects_dirty else game.version
    return game, version, game.taps, game.event_count, game.next_id - announced, len(game.stack) - announced


class Autopilot:
    """Lands, curve, removal on the best target, attacks that survive the swing back, good blocks, Hunting.

    It decides nothing by chance and keeps nothing that a decision depends on, so the same position gets the
    same answer. It never looks into a library nor at a hidden hand. Each answer's principle is in `choice.reason`.
    """

    __slots__ = ("_announced", "_idle", "_memory")

    def __init__(self) -> None:
        # The turn and the number of cards held when the first main phase had nothing more to do: the second has
        # something only if that has changed. It saves questions and never changes an answer.
        self._idle = (-1, -1)
        # What was seen as an ability was chosen that may need targets, and when.
        self._announced: tuple[Moment, View] | None = None
        self._memory = Memory()

    awake = (frozenset((FIRST, SECOND, BLOCK)), WINDOWS)

    def wants_priority(self, game: Game, player: Player) -> bool:
        """Whether anything could be worth doing at this time (CR 117.3d)."""
        step = game.step
        if game.stack:
            return game.stack[-1].controller is not player and any(uses(o.card).counters for o in player.hand)
        if game.active is player:
            if step == FIRST:
                return True
            if step == SECOND:
                return self._idle != (game.turn, len(player.hand))
            return step == BLOCK and armed(game, player, step)
        return step in WINDOWS and armed(game, player, step)

    def choose(self, game: Game, choice: Choice) -> list[int]:
        """Answer by principle. Raises `IllegalChoice` only where no legal answer exists."""
        kind = choice.kind
        announced, self._announced = self._announced, None
        if kind == "mana":
            choice.reason = "sources that are least useful otherwise"
            return legal_answers.payment(game, choice)
        if kind == "targets" and announced is not None and announced[0] == moment(game, 1):
            return PICKS[kind](announced[1], choice)
        view = View(game, choice.player, self._memory)
        if kind == "priority":
            return self._act(view, choice)
        if kind == "attackers":
            return autopilot_attack.attack(view, choice)
        if kind == "blockers":
            return autopilot_attack.block(view, choice)
        pick = PICKS.get(kind)
        if pick is None:
            choice.reason = "the first option: the principles say nothing about it"
            return legal_answers.any_answer(game, choice)
        return pick(view, choice)

    def _act(self, view: View, choice: Choice) -> list[int]:
        game = view.game
        if game.stack:
            index, choice.reason = autopilot_turn.respond(view, choice)
        elif game.active is not view.me:
            index, choice.reason = autopilot_turn.their_turn(view, choice)
        elif game.step == "declare blockers":
            index, choice.reason = autopilot_tricks.trick(view, list(choice.options))
        else:
            index, choice.reason = autopilot_turn.main_phase(view, choice)
            if index == 0:
                self._idle = (game.turn, len(view.me.hand))
            elif choice.options[index].kind == "activate":
                self._announced = (moment(game, 0), view)
        return [index]
