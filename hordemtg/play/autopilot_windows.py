"""When a card's owner could want priority for it: steps by what it does, worked out once for each card (CR 117.1)."""

from __future__ import annotations

from typing import Final

from hordemtg.cards import effects as e
from hordemtg.play.autopilot_value import is_pump
from hordemtg.rules.compiled import CompiledCard, RunAbility, RunBody, RunTarget
from hordemtg.rules.game import Game
from hordemtg.rules.objects import Player

NONE: Final[frozenset[str]] = frozenset()
BEFORE, ATTACK, BLOCK, END = "beginning of combat", "declare attackers", "declare blockers", "end"
HARM: Final = ("harm", "damage", "steal")


class Uses:
    """The steps in which the card in hand, or on the battlefield, could be of use outside its owner's main phases."""

    __slots__ = ("counters", "held", "there")

    def __init__(self, card: CompiledCard) -> None:
        body = card.spell[0].body if card.spell else None
        self.counters = body is not None and any(x.zone == "stack" for x in _targets(body))
        self.held: frozenset[str] = NONE
        if card.instant_speed and not card.is_land:
            self.held = steps_for(body) if body is not None else frozenset((ATTACK, END))
        self.there: frozenset[str] = NONE
        for ability in card.activated:
            steps = ability_steps(ability)
            if ability.zone == "hand":
                self.held |= steps
            else:
                self.there |= steps


def ability_steps(ability: RunAbility) -> frozenset[str]:
    """When the activated ability could be of use at instant speed."""
    if ability.mana_options is not None or ability.sorcery_speed or ability.any_opponent or ability.body is None:
        return NONE
    return steps_for(ability.body)


def steps_for(body: RunBody) -> frozenset[str]:
    """When what the body does is done best: tapping before attacks, harm after them, pumps after blocks."""
    if not body.modes and is_pump(body.node):
        return frozenset((BLOCK,))
    if any(isinstance(step, e.TapObjects) for step in body.node.steps):
        return frozenset((BEFORE,))
    return frozenset((ATTACK,)) if harms(body) else frozenset((END,))


def harms(body: RunBody) -> bool:
    """Whether it aims at something to harm it."""
    return any(p in HARM for p in (*body.purposes, *(p for m in body.modes for p in m.purposes)))


def _targets(body: RunBody) -> list[RunTarget]:
    return [*body.targets, *(x for m in body.modes for x in m.targets)]


_uses: Final[dict[CompiledCard, Uses]] = {}


def uses(card: CompiledCard) -> Uses:
    """When the card could be of use."""
    known = _uses.get(card)
    if known is None:
        known = _uses[card] = Uses(card)
    return known


def armed(game: Game, player: Player, step: str) -> bool:
    """Whether the player has something for the step, and as many permanents untapped as it costs mana."""
    untapped = -1
    for o in player.hand:
        if step in (_uses.get(o.card) or uses(o.card)).held:
            if untapped < 0:
                untapped = _untapped(game, player)
            if o.card.base.mana_value <= untapped or o.card.alternatives or o.card.cost_changes:
                return True
    for o in game.battlefield:
        if o.card.acts and o.controller is player and step in (_uses.get(o.card) or uses(o.card)).there:
            if untapped < 0:
                untapped = _untapped(game, player)
            for ability in o.card.activated:
                if step in ability_steps(ability) and ability.cost is not None:
                    if ability.cost.mana.mana_value <= untapped:
                        return True
    return False


def _untapped(game: Game, player: Player) -> int:
    return len([o for o in game.battlefield if o.controller is player and not o.tapped])
