"""The noun side of the language: players, filters, objects, amounts and conditions as frozen trees.

Each algebra is closed: combining two filters gives a filter. References are
bound when a script is compiled: a `Slot` names what the trigger or an earlier
step of the same ability has put there, so a dangling "it" cannot reach a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hordemtg.cards.values import Zone

# ---------------------------------------------------------------- players


@dataclass(frozen=True, slots=True)
class You:
    """The controller of the ability or spell (CR 109.5)."""


@dataclass(frozen=True, slots=True)
class Opponents:
    """Each opponent of the ability's controller (CR 102.2)."""


@dataclass(frozen=True, slots=True)
class EachPlayer:
    """All players in turn order from the active player (CR 101.4)."""


@dataclass(frozen=True, slots=True)
class ActivePlayer:
    """The player whose turn it is (CR 102.1)."""


@dataclass(frozen=True, slots=True)
class DefendingPlayer:
    """The player that `of` is attacking or was attacking (CR 508.5)."""

    of: Objects


@dataclass(frozen=True, slots=True)
class PlayerTarget:
    """The players among the targets chosen for the ability's target number `index` (from 0)."""

    index: int


@dataclass(frozen=True, slots=True)
class PlayerSlot:
    """A player that the event or an earlier step put in the slot, such as `event.player`."""

    name: str


@dataclass(frozen=True, slots=True)
class ControllerOf:
    of: Objects


@dataclass(frozen=True, slots=True)
class OwnerOf:
    of: Objects


Players = (
    You | Opponents | EachPlayer | ActivePlayer | DefendingPlayer | PlayerTarget | PlayerSlot | ControllerOf | OwnerOf
)

# ---------------------------------------------------------------- filters


@dataclass(frozen=True, slots=True)
class Anything:
    """Fits every object."""


@dataclass(frozen=True, slots=True)
class IsType:
    """Has the card type (CR 205.2), such as ``creature``; ``permanent`` stands for any permanent type."""

    name: str


@dataclass(frozen=True, slots=True)
class IsSupertype:
    name: str


@dataclass(frozen=True, slots=True)
class IsSubtype:
    name: str


@dataclass(frozen=True, slots=True)
class IsColor:
    """Has the colour; ``colorless``, ``multicolored`` and ``monocolored`` count how many it has (CR 105.2)."""

    name: str


@dataclass(frozen=True, slots=True)
class SharesColor:
    """Has a colour that one of the objects has (CR 105.2)."""

    of: Objects


@dataclass(frozen=True, slots=True)
class IsToken:
    """Is a token (CR 111.1), or a token card of a Horde deck (H4.1)."""


@dataclass(frozen=True, slots=True)
class IsCard:
    """Is a card: no token, no copy of a spell (CR 108.2b), but a token card of a Horde deck (H4.1)."""


@dataclass(frozen=True, slots=True)
class IsNamed:
    name: str


@dataclass(frozen=True, slots=True)
class HasKeyword:
    """Has the keyword ability now (CR 702)."""

    name: str


@dataclass(frozen=True, slots=True)
class HasCounter:
    """Has at least so many counters of the kind; the empty kind means any counter (CR 122)."""

    kind: str
    least: int = 1


@dataclass(frozen=True, slots=True)
class HasStatus:
    """Is in the state the word says."""

    word: Literal[
        "tapped", "untapped", "attacking", "blocking", "blocked", "unblocked", "enchanted", "equipped", "modified"
    ]


@dataclass(frozen=True, slots=True)
class HasHistory:
    """Something that happened to it this turn."""

    word: Literal[
        "entered this turn",
        "attacked this turn",
        "blocked this turn",
        "was dealt damage this turn",
        "came under your control since your last upkeep",
    ]


@dataclass(frozen=True, slots=True)
class Targets:
    """Is a spell one of whose targets fits, and is in that zone if one is named (CR 115.9b)."""

    filter: Filter
    zone: Zone | None = None


@dataclass(frozen=True, slots=True)
class SharesName:
    """Has the same name as one of the objects has or last had; what has no name shares none (CR 201.2a)."""

    of: Objects


@dataclass(frozen=True, slots=True)
class IsOneOf:
    """Is among the objects that `what` names: `this`, a target, a slot."""

    what: Objects


@dataclass(frozen=True, slots=True)
class Relates:
    """Stands in the relation to one of the objects `to`: ``blocking`` it, ``blocked by`` it, ``attached to`` it."""

    relation: Literal["blocking", "blocked by", "attached to"]
    to: Objects


@dataclass(frozen=True, slots=True)
class ControlledBy:
    who: Players


@dataclass(frozen=True, slots=True)
class OwnedBy:
    who: Players


Measure = Literal["power", "toughness", "mana value", "total power and toughness"]
Comparison = Literal["=", "<", "<=", ">", ">=", "!="]


@dataclass(frozen=True, slots=True)
class Measures:
    """Its measure compares so with the amount: power <= 2."""

    measure: Measure
    comparison: Comparison
    amount: Amount


@dataclass(frozen=True, slots=True)
class Not:
    part: Filter


@dataclass(frozen=True, slots=True)
class AllOf:
    parts: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    parts: tuple[Filter, ...]


Filter = (
    Anything
    | IsType
    | IsSupertype
    | IsSubtype
    | IsColor
    | SharesColor
    | IsToken
    | IsCard
    | IsNamed
    | HasKeyword
    | HasCounter
    | HasStatus
    | HasHistory
    | IsOneOf
    | SharesName
    | Targets
    | Relates
    | ControlledBy
    | OwnedBy
    | Measures
    | Not
    | AllOf
    | AnyOf
)

# ---------------------------------------------------------------- groups and objects


@dataclass(frozen=True, slots=True)
class Group:
    """The objects in a zone that fit the filter.

    `owner` restricts zones that each player has of their own (CR 400.1); None
    means every player's. The battlefield asks for control, so it uses
    `ControlledBy` in the filter instead.
    """

    filter: Filter
    zone: Zone = "battlefield"
    owner: Players | None = None


@dataclass(frozen=True, slots=True)
class This:
    """The object the ability is on, or the spell itself (CR 201.5)."""


@dataclass(frozen=True, slots=True)
class Target:
    """The objects among the targets chosen for the ability's target number `index` (from 0)."""

    index: int


@dataclass(frozen=True, slots=True)
class Slot:
    """Objects that the event (`event.object`, `event.other`) or an earlier step put in the slot."""

    name: str


@dataclass(frozen=True, slots=True)
class Each:
    """Every object of the group."""

    group: Group


@dataclass(frozen=True, slots=True)
class Chosen:
    """From `minimum` to `maximum` objects of the group, chosen on resolution by `chooser`, or at random."""

    group: Group
    minimum: Amount
    maximum: Amount
    chooser: Players
    at_random: bool = False


@dataclass(frozen=True, slots=True)
class TopOfLibrary:
    """The top `amount` cards of each player's library."""

    who: Players
    amount: Amount


@dataclass(frozen=True, slots=True)
class Host:
    """The permanent that this is attached to: enchanted creature, equipped creature (CR 301.5, 303.4)."""


@dataclass(frozen=True, slots=True)
class Several:
    """The objects of all the parts together."""

    parts: tuple[Objects, ...]


Objects = This | Target | Slot | Each | Chosen | TopOfLibrary | Host | Several

# ---------------------------------------------------------------- amounts


@dataclass(frozen=True, slots=True)
class Number:
    value: int


@dataclass(frozen=True, slots=True)
class X:
    """The value chosen for X (CR 107.3)."""


@dataclass(frozen=True, slots=True)
class Count:
    """How many objects."""

    what: Objects


@dataclass(frozen=True, slots=True)
class CountPlayers:
    who: Players


@dataclass(frozen=True, slots=True)
class MeasureOf:
    """The measure of the objects, added up; last-known information where one has left (CR 608.2h)."""

    measure: Measure
    of: Objects


@dataclass(frozen=True, slots=True)
class Greatest:
    """The greatest measure among the objects, 0 when there is none."""

    measure: Measure
    of: Objects


@dataclass(frozen=True, slots=True)
class Devotion:
    """The mana symbols of a color among the mana costs of permanents the player controls (CR 700.5)."""

    color: str
    who: Players


@dataclass(frozen=True, slots=True)
class TimesThisTurn:
    """How often something of the kind of event happened to or by the player this turn."""

    event: str
    who: Players


@dataclass(frozen=True, slots=True)
class CastThisTurn:
    """How many spells that fit, as they were on the stack, the player cast this turn."""

    filter: Filter
    who: Players


@dataclass(frozen=True, slots=True)
class ManaSpent:
    """How much mana was spent to cast the spell, or the spell that became this (CR 601.2h, 400.7d).

    `what` narrows it to mana of a symbol, such as ``W``; ``colors`` counts the colors of it.
    """

    of: Objects
    what: Literal["", "colors", "W", "U", "B", "R", "G", "C"] = ""


@dataclass(frozen=True, slots=True)
class TimesPaid:
    """How often the keyword's additional cost was paid for this spell, or the one that became this (CR 601.2b)."""

    keyword: str


@dataclass(frozen=True, slots=True)
class SpellsBefore:
    """How many other spells were cast before this one in the turn in which it was cast (CR 702.40a)."""


@dataclass(frozen=True, slots=True)
class CountersOn:
    kind: str
    of: Objects


@dataclass(frozen=True, slots=True)
class LifeOf:
    who: Players


@dataclass(frozen=True, slots=True)
class KindsAmong:
    """How many different card types, colours or basic land types the objects show (CR 205.2, 305.6)."""

    what: Literal["card types", "colors", "basic land types"]
    of: Objects


@dataclass(frozen=True, slots=True)
class EventAmount:
    """How much the event or the earlier step in the slot did: "that much", "that many"."""

    name: str = "event"


@dataclass(frozen=True, slots=True)
class Plus:
    parts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class Times:
    factor: int
    part: Amount


@dataclass(frozen=True, slots=True)
class Half:
    """Half, rounded as it says (CR 107.1a)."""

    part: Amount
    rounded: Literal["up", "down"]


Amount = (
    Number
    | X
    | Count
    | CountPlayers
    | MeasureOf
    | Greatest
    | CountersOn
    | Devotion
    | TimesThisTurn
    | CastThisTurn
    | ManaSpent
    | TimesPaid
    | SpellsBefore
    | LifeOf
    | KindsAmong
    | EventAmount
    | Plus
    | Times
    | Half
)

# ---------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class Compare:
    left: Amount
    comparison: Comparison
    right: Amount


@dataclass(frozen=True, slots=True)
class Matches:
    """There are objects and each of them fits the filter (last-known information where one has left)."""

    what: Objects
    filter: Filter


@dataclass(frozen=True, slots=True)
class WasKicked:
    """The spell, or the permanent it became, was kicked (CR 702.33d); with the kicker of this index."""

    index: int = 0


@dataclass(frozen=True, slots=True)
class Done:
    """The earlier step did what it says: "if you do" (CR 608.2c-d)."""

    slot: str


@dataclass(frozen=True, slots=True)
class Happened:
    """Something of the kind happened this turn."""

    event: str
    who: Players


@dataclass(frozen=True, slots=True)
class DuringTurnOf:
    who: Players


@dataclass(frozen=True, slots=True)
class InStep:
    """It is this step or phase now: ``combat``, ``declare blockers``, ``main``."""

    name: str


@dataclass(frozen=True, slots=True)
class Negation:
    part: Condition


@dataclass(frozen=True, slots=True)
class Every:
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Either:
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class SomePlayer:
    """The condition holds of one of the players at least, who is in the slot `as_slot` meanwhile: "a player has"."""

    who: Players
    as_slot: str
    part: Condition


Condition = (
    Compare | Matches | WasKicked | Done | Happened | DuringTurnOf | InStep | Negation | Every | Either | SomePlayer
)
