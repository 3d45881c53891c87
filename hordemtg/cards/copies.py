"""Copying as frozen trees: copies of objects, and what is different about them (CR 707)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hordemtg.cards.effects import Duration, Effect
from hordemtg.cards.terms import Amount, Objects, Players
from hordemtg.cards.values import Color

if TYPE_CHECKING:
    from hordemtg.cards.abilities import Ability


@dataclass(frozen=True, slots=True)
class Exceptions:
    """What is different about a copy; all of it becomes copiable values (CR 707.9).

    `types`, `subtypes` and `supertypes` are had in addition to those copied; `only_subtypes` and `colors` take the
    place of those of their sort. `this_ability` is the ability that makes the copy. `counters` are no
    characteristics: an object that enters as the copy has them (CR 707.9e).
    """

    stats: tuple[Amount, Amount] | None = None
    colors: tuple[Color, ...] | None = None
    more_colors: tuple[Color, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    only_subtypes: tuple[str, ...] = ()
    without: tuple[str, ...] = ()  # supertypes that it does not have
    name: str = ""
    own_name: bool = False  # that of what becomes or makes the copy
    no_mana_cost: bool = False
    abilities: tuple[Ability, ...] = ()
    this_ability: bool = False
    counters: tuple[tuple[str, int], ...] = ()


NONE: Final = Exceptions()


@dataclass(frozen=True, slots=True)
class CreateCopies(Effect):
    """The players create tokens that are copies: `amount` of each of the objects (CR 707.2, 111.3)."""

    who: Players
    amount: Amount
    of: Objects
    but: Exceptions = NONE
    tapped: bool = False
    attacking: bool = False
    cards: bool = False  # "that card": what it is as a card, not what it was a copy of


@dataclass(frozen=True, slots=True)
class BecomeCopy(Effect):
    """The objects become copies of the object for a time (CR 707.4, layer 1)."""

    what: Objects
    of: Objects
    but: Exceptions
    duration: Duration
    cards: bool = False


@dataclass(frozen=True, slots=True)
class CopyOnStack(Effect):
    """The players copy each of the spells and abilities so many times (CR 707.10).

    With `new_targets` they may choose others for each copy (CR 707.10c).
    """

    who: Players
    what: Objects
    amount: Amount
    new_targets: bool = False
