"""Events: what happens to a game, as values that triggers, traces and replays read (CR 603.2, 614.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hordemtg.cards.values import Zone
from hordemtg.rules.native import mypyc_attr

if TYPE_CHECKING:
    from hordemtg.rules.objects import GameObject, Player, StackEntry


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class Event:
    """One thing that happens. What the fields mean for each kind stands beside `KINDS`."""

    __slots__ = (
        "amount",
        "cause",
        "combat",
        "controller",
        "counters",
        "entry",
        "from_zone",
        "kind",
        "new",
        "number",
        "object",
        "other",
        "player",
        "position",
        "rule",
        "source",
        "tapped",
        "text",
        "to_zone",
        "verb",
    )

    def __init__(
        self,
        kind: str,
        rule: str,
        object: GameObject | None = None,  # the rules' word: an object of the game
        player: Player | None = None,
        amount: int = 0,
        source: GameObject | None = None,
        other: GameObject | None = None,
        to_zone: Zone | None = None,
        verb: str = "",
        text: str = "",
    ) -> None:
        self.kind = kind
        self.rule = rule
        self.object = object
        self.player = player
        self.amount = amount
        self.source = source
        self.other = other
        self.from_zone: Zone | None = object.zone if object is not None else None
        self.to_zone = to_zone
        self.verb = verb
        self.text = text
        self.position: str = "top"
        self.tapped = False
        self.controller: Player | None = None
        self.counters: dict[str, int] | None = None
        self.combat = False
        self.new: GameObject | None = None
        self.entry: StackEntry | None = None  # the spell or ability on the stack that it is about
        self.number = 0
        self.cause = 0

    def copy(self) -> Event:
        """The same event as a new value, not yet numbered."""
        new = Event(self.kind, self.rule, self.object, self.player, self.amount, self.source, self.other, self.to_zone)
        new.verb, new.text, new.position, new.tapped = self.verb, self.text, self.position, self.tapped
        new.from_zone, new.controller, new.combat = self.from_zone, self.controller, self.combat
        new.counters = dict(self.counters) if self.counters else None
        return new


KINDS: Final[dict[str, str]] = {
    "move": "object goes to to_zone as `new`; verb says why (destroy, sacrifice, discard, draw, mill, resolve, ...)",
    "enter token": "a token is created; new is it",
    "draw": "player draws a card",
    "discard": "player discards object",
    "mill": "player mills amount cards",
    "damage": "source deals amount to object or player",
    "gain life": "player gains amount",
    "lose life": "player loses amount",
    "destroy": "object is destroyed",
    "sacrifice": "player sacrifices object",
    "tap": "object becomes tapped",
    "untap": "object becomes untapped",
    "counters put": "amount counters of the kind `text` on object or player",
    "counters removed": "amount counters of the kind `text` from object",
    "copy": "player puts a copy of a spell, which is object, on the stack",
    "copy ability": "player puts a copy of an ability of object on the stack",
    "create": "player creates amount tokens named `text`",
    "mana": "player gets mana `text`",
    "cast": "player has cast object",
    "play land": "player plays object",
    "activate": "player has activated an ability of object",
    "trigger": "an ability of object has triggered",
    "target": "object or player becomes a target of source",
    "resolve": "the top of the stack resolves",
    "counter": "object is countered by source",
    "no effect": "a spell or ability does not resolve: all its targets are illegal, or its condition is false",
    "attacks": "object attacks player (or the planeswalker other)",
    "attack declared": "player attacks with amount creatures",
    "blocks": "object blocks other",
    "becomes blocked": "object becomes blocked",
    "becomes blocked by": "object becomes blocked by other",
    "attacks unblocked": "object is not blocked",
    "fight": "object fights other",
    "step begins": "the step `text` of player's turn begins",
    "turn begins": "player's turn begins",
    "shuffle": "player shuffles their library",
    "reveal": "player reveals object",
    "coin": "player wins (amount 1) or loses (0) a coin flip",
    "attach": "object becomes attached to other",
    "unattach": "object becomes unattached from other",
    "continuous": "a continuous effect begins on object or player",
    "ends": "a continuous effect ends",
    "control": "player gains control of object",
    "regenerate": "object regenerates",
    "prevent": "amount damage is prevented",
    "replace": "an effect replaces an event",
    "lose game": "player loses the game",
    "win game": "player wins the game",
    "draw game": "the game is a draw",
    "choice": "player has chosen",
    "chance": "chance has decided",
    "stage": "the game enters the stage `text`",
    "note": "what the rules did besides",
}
