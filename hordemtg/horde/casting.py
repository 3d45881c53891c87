"""Casting the revealed top card of the command zone by a directive (H10.4)."""

from __future__ import annotations

from collections.abc import Sequence

from hordemtg.cards.horde import CastDirective
from hordemtg.horde.game import HordeGame
from hordemtg.rules import total_cost
from hordemtg.rules.casting import Action
from hordemtg.rules.choices import Choice
from hordemtg.rules.compiled import RunAbility
from hordemtg.rules.objects import GameObject


class RunCast:
    """A directive to cast the revealed top card of the command zone, ready to be followed."""

    def __init__(self, node: CastDirective) -> None:
        self.node = node

    def possible(self, game: HordeGame) -> bool:
        """Whether the card could be cast now, for its mana cost or by emerge, at this time (CR 117.1a, 702.8)."""
        top = game.top_of_command(game.horde)
        if top is None or top.card.is_land or not (top.card.instant_speed or game.sorcery_time(game.horde)):
            return False
        if game.revealed_card(game.horde) is None:
            return False
        for method in self._methods(top):
            if game.can_cast(game.horde, top, method):
                return True
        return False

    def _methods(self, top: GameObject) -> list[RunAbility | None]:
        emerging: list[RunAbility | None] = [None]
        if self.node.emerge and top.card.alternatives:
            emerging += [x for x in top.card.alternatives if total_cost.is_emerge(x)]
        return emerging

    def pick(self, game: HordeGame, options: Sequence[Action]) -> int | None:
        """The number of the action that the directive wants: for the mana cost if possible, else by emerge."""
        top = game.revealed_card(game.horde)
        for method in self._methods(top) if top is not None else ():
            for i, action in enumerate(options):
                if action.kind == "cast" and action.object is top and action.ability is method:
                    return i
        return None

    @staticmethod
    def is_sacrifice(choice: Choice) -> bool:
        """Whether the choice is which creature is sacrificed for the emerge cost of such a card (CR 702.119c)."""
        source = choice.source
        if source is None or source.cast_details is None or not isinstance(choice.context, dict):
            return False
        return choice.purpose == "give up" and source.cast_details.from_zone == "command"
