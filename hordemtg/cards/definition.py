"""What a script declares: cards, tokens, keywords, emblems, errata."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hordemtg.cards.abilities import Ability
from hordemtg.cards.terms import Amount
from hordemtg.cards.values import NO_COST, Color, ManaCost, Place

Provenance = Literal["stated", "second-hand", "inferred", "reconstructed"]


@dataclass(frozen=True, slots=True)
class Authority:
    """Who says so: a rule's number, the source in words, and how sure it is."""

    rule: str = ""
    source: str = ""
    provenance: Provenance = "stated"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CardDefinition:
    """A card or token as its script gives it (CR 109.3, 200-209). `token` marks a `token` declaration."""

    name: str
    cost: ManaCost | None  # None: no mana cost (CR 202.1b)
    colors: frozenset[Color]
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    power: Amount | None = None
    toughness: Amount | None = None
    abilities: tuple[Ability, ...] = ()
    token: bool = False
    place: Place = Place()
    errata: tuple[str, ...] = ()  # the names of errata applied to it

    @property
    def mana_cost(self) -> ManaCost:
        return self.cost if self.cost is not None else NO_COST


@dataclass(frozen=True, slots=True)
class KeywordDefinition:
    """An ability that a script names, such as Hunting; `parameter` says if it takes a number."""

    name: str
    abilities: tuple[Ability, ...]
    parameter: bool = False
    authority: Authority = Authority()
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class EmblemDefinition:
    """An object in the command zone that has only abilities (CR 114)."""

    name: str
    abilities: tuple[Ability, ...]
    authorities: tuple[Authority, ...] = ()  # one for each ability, in order
    place: Place = Place()
    variant_of: str = ""  # the emblem whose other lines it takes over


@dataclass(frozen=True, slots=True)
class ErratumDefinition:
    """A change of one card's script (the clause `clause`) that a Horde or ruleset may name."""

    name: str
    card: str
    result: CardDefinition
    changed: tuple[str, ...]  # labels of the clauses that differ from the printed script
    authority: Authority = Authority()
    place: Place = Place()
