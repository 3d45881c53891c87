"""What costs are made of (CR 118, 602.1a), as frozen trees."""

from __future__ import annotations

from dataclasses import dataclass

from hordemtg.cards.terms import Amount, Filter, Number
from hordemtg.cards.values import ManaCost, Zone


@dataclass(frozen=True, slots=True)
class PayMana:
    mana: ManaCost


@dataclass(frozen=True, slots=True)
class TapThis:
    """{T} (CR 107.5, 302.6)."""


@dataclass(frozen=True, slots=True)
class UntapThis:
    """{Q} (CR 107.6)."""


@dataclass(frozen=True, slots=True)
class PayLife:
    amount: Amount


@dataclass(frozen=True, slots=True)
class SacrificeThis:
    pass


@dataclass(frozen=True, slots=True)
class SacrificeSome:
    filter: Filter
    amount: Amount = Number(1)


@dataclass(frozen=True, slots=True)
class DiscardThis:
    pass


@dataclass(frozen=True, slots=True)
class DiscardSome:
    filter: Filter
    amount: Amount = Number(1)
    at_random: bool = False


@dataclass(frozen=True, slots=True)
class RevealSome:
    """Reveal so many cards of the payer's hand (CR 701.16)."""

    filter: Filter
    amount: Amount = Number(1)


@dataclass(frozen=True, slots=True)
class ExileThis:
    pass


@dataclass(frozen=True, slots=True)
class ExileSome:
    """Exile so many cards of the payer's own zone; from the battlefield, permanents they control."""

    filter: Filter
    zone: Zone
    amount: Amount = Number(1)


@dataclass(frozen=True, slots=True)
class TapSome:
    """Tap so many untapped permanents you control; summoning sickness does not matter (CR 302.6)."""

    filter: Filter
    amount: Amount = Number(1)
    power: int = 0  # any number of them, with so much power together (CR 702.122a)


@dataclass(frozen=True, slots=True)
class ReturnSome:
    """Return so many permanents you control to their owner's hand."""

    filter: Filter
    amount: Amount = Number(1)


@dataclass(frozen=True, slots=True)
class RemoveCounters:
    """Remove counters from this."""

    kind: str
    amount: Amount = Number(1)


CostPart = (
    PayMana
    | TapThis
    | UntapThis
    | PayLife
    | SacrificeThis
    | SacrificeSome
    | DiscardThis
    | DiscardSome
    | ExileThis
    | ExileSome
    | TapSome
    | ReturnSome
    | RemoveCounters
    | RevealSome
)
Cost = tuple[CostPart, ...]
