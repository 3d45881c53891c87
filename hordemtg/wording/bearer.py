"""What a card calls itself in its own text."""

from __future__ import annotations

import re
from dataclasses import dataclass

# subtypes that stand in place of the card type: "this Aura"
NAMED_SUBTYPES = (
    "Aura", "Equipment", "Fortification", "Vehicle", "Spacecraft", "Saga", "Class", "Case", "Room", "Siege",
)  # fmt: skip
# the first of the card's types in this order: an artifact creature calls itself "this creature"
TYPES = ("creature", "land", "planeswalker", "battle", "artifact", "enchantment")
ABILITY_WORDS = frozenset(
    "adamant|addendum|alliance|battalion|bloodrush|celebration|channel|chroma|cohort|constellation|converge|"
    "council's dilemma|coven|delirium|descend 4|descend 8|domain|eerie|eminence|enrage|fateful hour|fathomless descent|"
    "ferocious|flurry|formidable|grandeur|hellbent|heroic|imprint|inspired|join forces|kinship|landfall|lieutenant|"
    "magecraft|metalcraft|morbid|pack tactics|paradox|parley|radiance|raid|rally|renew|revolt|secret council|"
    "spell mastery|strive|survival|sweep|tempting offer|threshold|undergrowth|valiant|void|"
    "will of the council".split("|")
)  # CR 207.2c, and later ones
WITHIN = re.compile(r"\bthis\b(?! (?:turn|way|combat|spell|card|token|ability|mana|one|only))(?!')")


@dataclass(frozen=True, slots=True)
class Bearer:
    """The object a text is on: its name and types."""

    name: str
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    token: bool = False

    @property
    def called(self) -> str:
        """How the text says "this" (CR 201.5)."""
        if self.token:
            return "this token"
        if {"instant", "sorcery"} & set(self.types):
            return self.name
        if "legendary" in self.supertypes:
            return short_name(self.name)
        for subtype in NAMED_SUBTYPES:
            if subtype in self.subtypes:
                return f"this {subtype}"
        return next((f"this {type_}" for type_ in TYPES if type_ in self.types), "this permanent")


def short_name(name: str) -> str:
    """The name of a legendary permanent as its text has it: what stands before a comma (CR 201.5c)."""
    return name.split(",")[0]


def is_ability_word(label: str) -> bool:
    """Whether a label is an ability word, which is printed (CR 207.2c)."""
    return label.lower() in ABILITY_WORDS


def with_self(phrase: str, called: str) -> str:
    """A phrase of the language such as "blocked by this" with what the card calls itself."""
    return WITHIN.sub(called, phrase)
