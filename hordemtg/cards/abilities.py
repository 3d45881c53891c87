"""Abilities of the four kinds (CR 113.3) and what surrounds casting, as frozen trees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hordemtg.cards.copies import NONE as NO_EXCEPTIONS
from hordemtg.cards.copies import Exceptions
from hordemtg.cards.effects import Change, Cost, EventPattern, Steps
from hordemtg.cards.terms import Amount, Condition, Filter, Group, Number, Objects, Players
from hordemtg.cards.values import ManaCost, Place, Zone


@dataclass(frozen=True, slots=True)
class TargetSpec:
    """One instance of the word "target" (CR 115).

    `group` says which objects, `players` which players may be chosen (None: none).
    `condition` is asked while casting: a target that is only chosen when kicked (CR 601.2c, 702.33e).
    `different_from` are the numbers of earlier targets that must be other objects ("another target").
    """

    group: Group | None
    players: Players | None = None
    minimum: int = 1
    maximum: Amount = Number(1)
    exactly: bool = False  # as many as the greatest number, which is not fixed: "X target creatures"
    condition: Condition | None = None
    different_from: tuple[int, ...] = ()
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class Mode:
    """One bullet of a modal spell or ability (CR 700.2); `label` is its name if it has one."""

    steps: Steps
    targets: tuple[TargetSpec, ...] = ()
    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class Body:
    """What a spell or ability does: its targets and steps, or its modes.

    Target numbers of a mode count from 0 within the mode.
    """

    steps: Steps = ()
    targets: tuple[TargetSpec, ...] = ()
    modes: tuple[Mode, ...] = ()
    choose_minimum: int = 1
    choose_maximum: int = 1
    divides: Amount | None = None  # to divide among the targets when cast (CR 601.2d)


@dataclass(frozen=True, slots=True)
class SpellAbility:
    """What an instant or sorcery does when it resolves (CR 113.3a)."""

    body: Body
    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class Reduction:
    """The ability costs so much less generic mana to activate (CR 602.2b, 601.2f) while the condition holds."""

    amount: Amount
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class ActivatedAbility:
    """Cost: effect (CR 113.3b, 602). `zone` is where it can be activated."""

    cost: Cost
    body: Body
    zone: Zone = "battlefield"
    sorcery_speed: bool = False
    per_turn: int = 0  # at most so often each turn; 0: no limit
    condition: Condition | None = None  # activate only if
    any_opponent: bool = False  # "any opponent may activate this ability" (CR 602.1b) instead of its controller
    mana_for: Zone | None = None  # its mana is spent only to cast the top card of that zone (CR 106.6)
    reductions: tuple[Reduction, ...] = ()
    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class TriggeredAbility:
    """When, whenever, at (CR 113.3c, 603). Several events make one ability ("enters or dies")."""

    events: tuple[EventPattern, ...]
    body: Body
    condition: Condition | None = None  # the intervening if (CR 603.4)
    zone: Zone = "battlefield"  # where it functions (CR 113.6)
    per_turn: int = 0
    once: str = ""  # the step that is done only once each turn (CR 603.2i)
    optional: bool = False
    word: Literal["when", "whenever", "at"] = "whenever"
    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class StaticAbility:
    """A continuous effect of the object while its condition holds (CR 113.3d, 604, 611.3).

    `affects` is `This`, `Host`, or `Each` of a group; `rules` are `PLAYER_RULES` rows for `players`.
    """

    affects: Objects | None = None
    changes: tuple[Change, ...] = ()
    players: Players | None = None
    rules: tuple[str, ...] = ()
    condition: Condition | None = None
    zone: Zone = "battlefield"
    defines_characteristics: bool = False  # CR 604.3
    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class KeywordAbility:
    """A keyword ability (CR 702) by its lower-case name, or one that a `keyword` script defines.

    `number` for "annihilator 2", `cost` for "kicker {B}", "equip {2}" and the like,
    `filter` for "protection from red", "enchant creature".
    """

    name: str
    number: int = 0
    cost: Cost = ()
    filter: Filter | None = None
    stands_for: tuple[Ability, ...] = ()  # what a `keyword` script says it means
    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class EntersWith:
    """This enters tapped, or with counters (CR 614.1c, 614.12)."""

    tapped: bool = False
    counters: str = ""
    amount: Amount = Number(0)
    condition: Condition | None = None
    unless: Cost = ()  # what its controller may pay as it enters, so that nothing of this happens (CR 614.12a)
    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class EntersAsCopy:
    """This may enter the battlefield as a copy of one of the objects of the group (CR 614.1c, 707.5)."""

    of: Group
    but: Exceptions = NO_EXCEPTIONS
    tapped: bool = False  # when it enters as a copy
    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class Replacement:
    """If the event would happen, the steps happen instead (CR 614.1a); no steps: it is prevented or skipped.

    `amount_factor` and `amount_added` change how much instead of replacing: doubling, "plus 1" (CR 614.1).
    `to_zone` sends a zone change elsewhere instead: "exile it instead", "on top of its owner's library instead".
    """

    event: EventPattern
    steps: Steps = ()
    to_zone: Zone | None = None
    position: Literal["top", "bottom"] = "top"
    amount_factor: int = 1
    amount_added: int = 0
    enters_tapped: bool = False
    prevents: bool = False  # it prevents damage (CR 615.5); the steps follow, once for damage dealt at the same time
    condition: Condition | None = None
    may: Players | None = None  # who decides whether it does ("you may gain 3 life instead"); None: nobody
    zone: Zone = "battlefield"
    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class CostChange:
    """Spells that fit cost more or less generic mana to cast (CR 601.2f). `own`: only this spell itself."""

    spells: Filter | None
    who: Players | None
    mana: ManaCost
    increase: bool
    per: Amount | None = None  # for each
    condition: Condition | None = None
    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class AdditionalCost:
    """As an additional cost to cast this spell (CR 601.2b, 118.8): each entry of `options` is one way to pay it."""

    options: tuple[Cost, ...]
    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class AlternativeCost:
    """You may pay this rather than the spell's mana cost (CR 118.9)."""

    cost: Cost
    condition: Condition | None = None
    zone: Zone = "hand"  # flashback: graveyard
    flash: bool = False  # so it is cast any time its player could cast an instant (CR 601.3b)
    name: str = ""  # the keyword that gives it: flashback, emerge
    exile_after: bool = False
    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A clause the language does not cover yet, named in words: `check` refuses it."""

    text: str
    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class PerAmount:
    """For every `per` of a running total, the steps happen at once, without the stack (H7.4, H7.5).

    `of` says what is added up: damage dealt to you and life you lose, or life
    you would gain (which is then not gained). What is left over is dropped at `until`.
    """

    of: Literal["damage or life lost", "life gained"]
    per: int
    steps: Steps
    until: Literal["cleanup", "end of step"]
    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class CastAtOnce:
    """You play each card you draw at once, without paying its mana cost, as though it had flash (H3.1, H3.2).

    A card that cannot be played goes back on top of the library.
    """

    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class HandFromLibrary:
    """While an opponent's effect concerns your hand, the top `amount` cards of your library are it (H3.4)."""

    amount: int
    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class TokenCards:
    """Tokens of your deck are cards in all zones; creating one returns it from your graveyard (H4.1-H4.3)."""

    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class TokensCease:
    """Tokens of your deck are cards in your library and on the stack only; elsewhere CR 111.7 is true of them."""

    label: str = ""
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class EndlessMana:
    """You have the mana for every cost (CR 118.3): it is paid without a source of mana."""

    label: str = ""
    place: Place = field(default=Place(), compare=False)


Ability = (
    SpellAbility
    | ActivatedAbility
    | TriggeredAbility
    | StaticAbility
    | KeywordAbility
    | EntersWith
    | EntersAsCopy
    | Replacement
    | CostChange
    | AdditionalCost
    | AlternativeCost
    | Unsupported
    | PerAmount
    | CastAtOnce
    | HandFromLibrary
    | TokenCards
    | TokensCease
    | EndlessMana
)
