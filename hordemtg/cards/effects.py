"""The verb side of the language: costs, events, effects and changes as frozen trees.

Effects are the instructions of a resolving spell or ability (CR 608.2). Every
effect may store what it did in a slot, which later steps read ("that
creature", "if you do").
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from hordemtg.cards.costs import (
    Cost as Cost,
)
from hordemtg.cards.costs import (
    CostPart as CostPart,
)
from hordemtg.cards.costs import (
    DiscardSome as DiscardSome,
)
from hordemtg.cards.costs import (
    DiscardThis as DiscardThis,
)
from hordemtg.cards.costs import (
    ExileSome as ExileSome,
)
from hordemtg.cards.costs import (
    ExileThis as ExileThis,
)
from hordemtg.cards.costs import (
    PayLife as PayLife,
)
from hordemtg.cards.costs import (
    PayMana as PayMana,
)
from hordemtg.cards.costs import (
    RemoveCounters as RemoveCounters,
)
from hordemtg.cards.costs import (
    ReturnSome as ReturnSome,
)
from hordemtg.cards.costs import (
    RevealSome as RevealSome,
)
from hordemtg.cards.costs import (
    SacrificeSome as SacrificeSome,
)
from hordemtg.cards.costs import (
    SacrificeThis as SacrificeThis,
)
from hordemtg.cards.costs import (
    TapSome as TapSome,
)
from hordemtg.cards.costs import (
    TapThis as TapThis,
)
from hordemtg.cards.costs import (
    UntapThis as UntapThis,
)
from hordemtg.cards.restrictions import PLAYER_RULES, RESTRICTIONS
from hordemtg.cards.terms import Amount, Condition, Filter, Group, Number, Objects, Players, You
from hordemtg.cards.values import NO_COST, Color, Place, Zone

if TYPE_CHECKING:
    from hordemtg.cards.abilities import Ability
    from hordemtg.cards.definition import CardDefinition

Duration = Literal[
    "until end of turn", "until end of combat", "until your next turn", "while this is here", "while you control this",
    "until the end of your next turn", "until your next end step", "while it is exiled", "for good",
    "through the next untap step",
]  # fmt: skip
Joint = Literal[".", ",", "then"]

# ---------------------------------------------------------------- events (CR 603.1-2, 614.1)


@dataclass(frozen=True, slots=True)
class EventPattern:
    """A kind of event and what must be true of its parts.

    `subject` is the object it happens to or that does it, `other` the second
    object (what it blocks, the source of damage), `who` the player concerned.
    For `kind` see `EVENT_KINDS`. A subject of None fits anything.
    """

    kind: str
    subject: Filter | None = None
    other: Filter | None = None
    who: Players | None = None
    step: str = ""  # kind "step begins": upkeep, draw, beginning of combat, end of combat, end, first main, ...
    from_zone: Zone | None = None
    to_zone: Zone | None = None
    combat: bool | None = None  # kind "damage": combat damage only, noncombat only, or any
    state: Condition | None = None  # kind "state": a state trigger (CR 603.8)
    of: Literal["", "spell", "ability"] = ""  # kind "target": of a spell or an ability only
    counter: str = ""  # kind "counters put": of that kind only
    together: bool = False  # "one or more": once for all that happens at the same time (CR 603.2c)
    whole: bool = False  # kind "damage": once for all damage that is dealt to one receiver at the same time


EVENT_KINDS: Final[dict[str, str]] = {
    # kind: what `subject`, `other` and `who` are
    "enters": "the permanent that enters the battlefield; who: its controller",
    "dies": "what goes from the battlefield to a graveyard; who: its last controller",
    "leaves": "the permanent that leaves the battlefield; who: its last controller",
    "zone change": "the object that moves, from_zone, to_zone; who: its owner",
    "attacks": "the attacking creature; other: a planeswalker attacked; who: the defending player",
    "attack declared": "who: the attacking player, once a combat with at least one attacker",
    "blocks": "the blocking creature; other: the attacker",
    "becomes blocked": "the attacking creature; once however many block it (CR 509.3c)",
    "becomes blocked by": "the attacking creature; other: each blocker (CR 509.3d)",
    "attacks unblocked": "the attacking creature that nothing blocked (CR 509.3g)",
    "damage": "the creature or planeswalker dealt damage, or who: the player dealt damage; other: the source",
    "cast": "the spell; who: its caster",
    "cast or copy": "the spell or its copy; who: its player",
    "copy": "the copy of a spell; who: its controller",
    "play land": "the land; who: its player",
    "activate": "the source; who: its activator",
    "cycle": "the card that was discarded for its cycling, as it is now; who: its player (CR 702.29c)",
    "draw": "the card; who: the player that draws",
    "discard": "the card; who: its player",
    "mill": "the card; who: its player",
    "gain life": "who: the player",
    "lose life": "who: the player",
    "create": "who: the player that creates tokens",
    "sacrifice": "the permanent; who: its controller",
    "destroy": "the permanent",
    "exile": "the object exiled",
    "tap": "the permanent", "untap": "the permanent",
    "counters put": "the permanent", "counters removed": "the permanent",
    "target": "the object or who: the player that becomes a target; other: the spell or source",
    "counter": "the spell countered",
    "coin": "who: the player that flips; won",
    "fight": "the creature; other: the one it fights",
    "step begins": "who: the active player; step",
    "state": "a state trigger: its condition becomes true (CR 603.8)",
    "attach": "the attachment; other: what it becomes attached to",
    "lose game": "who: the player",
}  # fmt: skip

# ---------------------------------------------------------------- changes of continuous effects (CR 611, 613)


@dataclass(frozen=True, slots=True)
class GainControl:
    """Layer 2: the player gains control."""

    who: Players


@dataclass(frozen=True, slots=True)
class AddTypes:
    """Layer 4: is also of these types (CR 205.1b)."""

    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetTypes:
    """Layer 4: becomes these types and loses the others of that sort (CR 205.1a, 305.7)."""

    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetColors:
    """Layer 5: becomes exactly these colours; none means colorless."""

    colors: tuple[Color, ...] = ()
    additional: bool = False


@dataclass(frozen=True, slots=True)
class GrantAbility:
    """Layer 6: has the ability (keywords are abilities)."""

    ability: Ability


@dataclass(frozen=True, slots=True)
class LoseKeyword:
    """Layer 6: loses the keyword; `forever` also says it can't have it (CR 613.1f)."""

    name: str
    cannot_have: bool = False


@dataclass(frozen=True, slots=True)
class LoseAbilities:
    """Layer 6: loses all abilities."""


@dataclass(frozen=True, slots=True)
class SetPT:
    """Layer 7a for a characteristic-defining ability, else 7b: base power and toughness."""

    power: Amount | None
    toughness: Amount | None


@dataclass(frozen=True, slots=True)
class ModifyPT:
    """Layer 7c: gets +power/+toughness."""

    power: Amount
    toughness: Amount


@dataclass(frozen=True, slots=True)
class SwitchPT:
    """Layer 7d: switches power and toughness."""


@dataclass(frozen=True, slots=True)
class Restrict:
    """A rule about what the objects may, must or cannot do (CR 613.11, 508.1c-d, 509.1b-c).

    `word` is a row of `RESTRICTIONS`; `filter` narrows the other side, `amount`
    counts ("except by two or more"), `cost` is what must be paid.
    """

    word: str
    filter: Filter | None = None
    amount: int = 0
    cost: Cost = ()


Change = (
    GainControl
    | AddTypes
    | SetTypes
    | SetColors
    | GrantAbility
    | LoseKeyword
    | LoseAbilities
    | SetPT
    | ModifyPT
    | SwitchPT
    | Restrict
)

# ---------------------------------------------------------------- effects (CR 608, 701)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What all effects have: a slot for their result, how they join the step before, their place."""

    slot: str = ""
    joint: Joint = "."
    place: Place = field(default=Place(), compare=False)


Steps = tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class DealDamage(Effect):
    """`source` deals `amount` damage to each of the objects and players (CR 120)."""

    source: Objects
    amount: Amount
    to: Objects | None = None
    to_players: Players | None = None
    divided: bool = False  # the amount is divided among the targets as announced (CR 601.2d)


@dataclass(frozen=True, slots=True)
class GainLife(Effect):
    who: Players
    amount: Amount


@dataclass(frozen=True, slots=True)
class LoseLife(Effect):
    who: Players
    amount: Amount


@dataclass(frozen=True, slots=True)
class SetLife(Effect):
    who: Players
    amount: Amount


@dataclass(frozen=True, slots=True)
class GivePoison(Effect):
    who: Players
    amount: Amount


@dataclass(frozen=True, slots=True)
class DrawCards(Effect):
    who: Players
    amount: Amount


@dataclass(frozen=True, slots=True)
class DiscardCards(Effect):
    """Each player discards `amount` cards that fit: their choice, at random, or chosen by another (CR 701.8)."""

    who: Players
    amount: Amount | None  # None: the whole hand
    filter: Filter | None = None
    at_random: bool = False
    chooser: Players | None = None


@dataclass(frozen=True, slots=True)
class DiscardObjects(Effect):
    """The cards are discarded by their owners."""

    what: Objects


@dataclass(frozen=True, slots=True)
class MillCards(Effect):
    who: Players
    amount: Amount


@dataclass(frozen=True, slots=True)
class CreateTokens(Effect):
    """The players create tokens declared under that name (CR 111, 701.6), changed as it says.

    `form` is the token that the spell or ability describes itself (CR 111.3), so that no script declares it.
    """

    who: Players
    amount: Amount
    token: str
    tapped: bool = False
    attacking: bool = False
    changes: tuple[Change, ...] = ()
    form: CardDefinition | None = None


@dataclass(frozen=True, slots=True)
class Destroy(Effect):
    what: Objects
    regenerate: bool = True


@dataclass(frozen=True, slots=True)
class SacrificeEffect(Effect):
    """The players sacrifice the objects; `Chosen` objects are chosen by each player among their own (CR 701.17)."""

    who: Players
    what: Objects


@dataclass(frozen=True, slots=True)
class MoveObjects(Effect):
    """Put objects into a zone: exile, return to hand or battlefield, put on a library (CR 400, 701.11).

    `until_leaves` brings exiled objects back when this leaves the battlefield (CR 610.3).
    """

    what: Objects
    to: Zone
    position: Literal["top", "bottom", "shuffled"] = "top"
    tapped: bool = False
    under: Players | None = None  # controller on the battlefield; None: the owner
    counters: tuple[tuple[str, int], ...] = ()
    until_leaves: bool = False
    verb: Literal["exile", "return", "put"] = "put"


@dataclass(frozen=True, slots=True)
class TapObjects(Effect):
    what: Objects


@dataclass(frozen=True, slots=True)
class UntapObjects(Effect):
    what: Objects


@dataclass(frozen=True, slots=True)
class CounterSpell(Effect):
    """Counter the spells or abilities; `exile` them instead of the graveyard if it says so (CR 701.5)."""

    what: Objects
    exile: bool = False


@dataclass(frozen=True, slots=True)
class PutCounters(Effect):
    what: Objects
    kind: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class RemoveCountersFrom(Effect):
    """Remove up to `amount` counters; done only if all could be removed."""

    what: Objects
    kind: str
    amount: Amount | None  # None: all


@dataclass(frozen=True, slots=True)
class Fight(Effect):
    """Two creatures fight (CR 701.12)."""

    one: Objects
    other: Objects


@dataclass(frozen=True, slots=True)
class Alter(Effect):
    """A continuous effect on these objects, or on a player, for a time (CR 611.2).

    `Each` objects are locked in when it begins if any characteristic or controller changes (CR 611.2c).
    """

    what: Objects
    changes: tuple[Change, ...]
    duration: Duration


@dataclass(frozen=True, slots=True)
class AlterPlayers(Effect):
    """A rule about players for a time; `word` is a row of `PLAYER_RULES`."""

    who: Players
    word: str
    duration: Duration


@dataclass(frozen=True, slots=True)
class SpendOn:
    """What mana may be spent on only: to cast spells that fit, to activate abilities of what fits (CR 106.6)."""

    spells: Filter | None = None
    abilities: Filter | None = None


@dataclass(frozen=True, slots=True)
class AddMana(Effect):
    """Add mana to a player's pool (CR 106.4).

    Each entry of `options` is a choice of symbols, such as ``(("B",), ("G",))``;
    `any_color` offers the five colours (`one_color`: all of the amount is of one colour).
    """

    who: Players
    options: tuple[tuple[str, ...], ...] = ()
    any_color: bool = False
    amount: Amount = Number(1)
    only: SpendOn | None = None


@dataclass(frozen=True, slots=True)
class ShuffleLibrary(Effect):
    who: Players


@dataclass(frozen=True, slots=True)
class SearchLibrary(Effect):
    """The player puts up to `amount` fitting cards of their library into a zone, then shuffles (CR 701.19)."""

    who: Players
    filter: Filter
    amount: Amount
    to: Zone
    tapped: bool = False
    reveal: bool = True


@dataclass(frozen=True, slots=True)
class Scry(Effect):
    who: Players
    amount: Amount


@dataclass(frozen=True, slots=True)
class Surveil(Effect):
    who: Players
    amount: Amount


@dataclass(frozen=True, slots=True)
class LookAt(Effect):
    """The player looks at the cards, or reveals them to all (CR 701.16); the slot holds them."""

    who: Players
    what: Objects
    reveals: bool


@dataclass(frozen=True, slots=True)
class ArrangeLibrary(Effect):
    """The cards go to the top or the bottom of the library they are in, which is no change of zones (CR 401.4)."""

    who: Players  # who says in which order
    what: Objects
    position: Literal["top", "bottom"]
    at_random: bool


@dataclass(frozen=True, slots=True)
class ChooseKind(Effect):
    """The player chooses a color or a basic land type; the steps of the chosen one happen (CR 608.2d, 105.4)."""

    who: Players
    options: tuple[tuple[str, Steps], ...]


@dataclass(frozen=True, slots=True)
class Proliferate(Effect):
    """The player gives each permanent and player they choose another counter of each kind there (CR 701.27)."""

    who: Players


@dataclass(frozen=True, slots=True)
class RevealHand(Effect):
    who: Players


@dataclass(frozen=True, slots=True)
class FlipCoin(Effect):
    """The player calls and flips a coin (CR 705)."""

    who: Players
    won: Steps
    lost: Steps = ()


@dataclass(frozen=True, slots=True)
class If(Effect):
    condition: Condition
    then: Steps
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class May(Effect):
    """The player may have the steps happen (CR 608.2d)."""

    who: Players
    steps: Steps


@dataclass(frozen=True, slots=True)
class UnlessPaid(Effect):
    """The steps happen unless the player pays the cost (CR 118.12a)."""

    who: Players
    cost: Cost
    steps: Steps


@dataclass(frozen=True, slots=True)
class IfPaid(Effect):
    """The player may pay the cost; if they do, the steps happen (CR 118.12)."""

    who: Players
    cost: Cost
    steps: Steps
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class ForEach(Effect):
    """The steps once for each object, which is in the slot `as_slot` meanwhile."""

    what: Objects
    as_slot: str
    steps: Steps


@dataclass(frozen=True, slots=True)
class ForEachPlayer(Effect):
    """The steps once for each player in turn order, who is in the slot `as_slot` meanwhile (CR 101.4)."""

    who: Players
    as_slot: str
    steps: Steps


@dataclass(frozen=True, slots=True)
class Repeat(Effect):
    """The steps so many times, at most 1000 (the language has no unbounded loop)."""

    amount: Amount
    steps: Steps


@dataclass(frozen=True, slots=True)
class Choose(Effect):
    """A player chooses objects and they are in the slot; nothing else happens (CR 608.2d)."""

    who: Players
    what: Objects


@dataclass(frozen=True, slots=True)
class Later(Effect):
    """Create a delayed triggered ability (CR 603.7); or a reflexive one with `at_once` (CR 603.12).

    `this_turn`: it ends with the turn if it has not triggered by then, or has, where its word is "whenever".
    """

    ability: Ability
    at_once: bool = False
    this_turn: bool = False


@dataclass(frozen=True, slots=True)
class AttachTo(Effect):
    what: Objects
    to: Objects


@dataclass(frozen=True, slots=True)
class PreventDamage(Effect):
    """Prevent the next `amount` damage (None: all) that would be dealt to these, by these, this turn (CR 615)."""

    to: Objects | None
    to_players: Players | None
    amount: Amount | None
    combat_only: bool = False
    by: Objects | None = None


@dataclass(frozen=True, slots=True)
class Regenerate(Effect):
    """The next time it would be destroyed this turn, it isn't (CR 701.15)."""

    what: Objects


@dataclass(frozen=True, slots=True)
class ExileInstead(Effect):
    """If the objects would die this turn, or ever leave the battlefield, they are exiled instead (CR 614.1a)."""

    what: Objects
    when: Literal["dies", "leaves"]


@dataclass(frozen=True, slots=True)
class LoseGame(Effect):
    who: Players


@dataclass(frozen=True, slots=True)
class WinGame(Effect):
    who: Players


@dataclass(frozen=True, slots=True)
class GetEmblem(Effect):
    """The player gets the emblem declared under that name (CR 114)."""

    who: Players
    emblem: str


@dataclass(frozen=True, slots=True)
class CastCards(Effect):
    """The player casts the cards now, without paying their mana cost if `free` (CR 608.2g, 118.9)."""

    who: Players
    what: Objects
    free: bool = True
    may: bool = True


@dataclass(frozen=True, slots=True)
class AllowPlay(Effect):
    """The player may play the cards from where they are for a time, as cards of their hand are played (CR 601.3).

    `only_cast`: lands are not played so (CR 305.9).
    """

    who: Players
    what: Objects
    duration: Duration
    only_cast: bool = False


__all__ = [name for name in dir() if not name.startswith("_")]
_ = (Group, You, NO_COST, PLAYER_RULES, RESTRICTIONS)
