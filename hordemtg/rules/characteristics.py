"""Characteristics of objects (CR 109.3) and the values printed on a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hordemtg.cards.effects import Restrict
from hordemtg.cards.values import NO_COST, ManaCost
from hordemtg.rules.native import mypyc_attr

if TYPE_CHECKING:
    from hordemtg.rules.compiled import Keyword, RunAbility
    from hordemtg.rules.layers import Continuous


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class Characteristics:
    """What an object is at the moment. Shared while nothing changes it: never modify one you did not copy."""

    __slots__ = (
        "abilities",
        "cannot_have",
        "colors",
        "keywords",
        "lost_in",
        "mana_cost",
        "mana_value",
        "name",
        "power",
        "restrictions",
        "subtypes",
        "supertypes",
        "toughness",
        "types",
    )

    def __init__(
        self,
        name: str = "",
        mana_cost: ManaCost = NO_COST,
        mana_value: int = 0,
        colors: frozenset[str] = frozenset(),
        supertypes: frozenset[str] = frozenset(),
        types: frozenset[str] = frozenset(),
        subtypes: frozenset[str] = frozenset(),
        power: int = 0,
        toughness: int = 0,
        keywords: dict[str, tuple[Keyword, ...]] | None = None,
        abilities: tuple[RunAbility, ...] = (),
    ) -> None:
        self.name = name
        self.mana_cost = mana_cost
        self.mana_value = mana_value
        self.colors = colors
        self.supertypes = supertypes
        self.types = types
        self.subtypes = subtypes
        self.power = power
        self.toughness = toughness
        self.keywords: dict[str, tuple[Keyword, ...]] = keywords if keywords is not None else {}
        self.abilities = abilities
        self.restrictions: tuple[tuple[Restrict, Continuous], ...] = ()
        self.cannot_have: frozenset[str] = frozenset()
        self.lost_in = ""  # the layer in which its printed abilities were lost, if they were

    def copy(self) -> Characteristics:
        """A copy that may be changed (its keyword table too)."""
        new = Characteristics.__new__(Characteristics)
        new.name = self.name
        new.mana_cost = self.mana_cost
        new.mana_value = self.mana_value
        new.colors = self.colors
        new.supertypes = self.supertypes
        new.types = self.types
        new.subtypes = self.subtypes
        new.power = self.power
        new.toughness = self.toughness
        new.keywords = self.keywords
        new.abilities = self.abilities
        new.restrictions = self.restrictions
        new.cannot_have = self.cannot_have
        new.lost_in = self.lost_in
        return new
