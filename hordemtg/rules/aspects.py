"""Which aspects of objects a part of a card reads and a change writes, to know what may depend on what (CR 613.8a).

An aspect is a word such as ``power``, or one with a value: ``subtypes:Zombie``.
The value ``*`` stands for any.
"""

from __future__ import annotations

from typing import Any, Final

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.values import BASIC_LAND_TYPES

# An effect of a static ability exists only while its source has the ability.
EXISTENCE: Final = "source abilities:*"

Aspects = frozenset[str]


def read(parts: list[Any]) -> Aspects:
    """The aspects that the nodes of a definition read."""
    return frozenset(aspect for part in parts for aspect in _read(part))


def _read(node: Any) -> tuple[str, ...]:
    match node:
        case t.IsType("permanent"):
            return ("card types:*",)
        case t.IsType(name):
            return (f"card types:{name}",)
        case t.IsSubtype(name):
            return (f"subtypes:{name}",)
        case t.IsSupertype(name):
            return (f"supertypes:{name}",)
        case t.IsColor() | t.SharesColor():
            return ("colors:*",)
        case t.HasKeyword(name):
            return (f"keywords:{name}",)
        case t.HasStatus("enchanted"):
            return ("subtypes:Aura",)
        case t.HasStatus("equipped"):
            return ("subtypes:Equipment",)
        case t.HasStatus("modified"):
            return ("subtypes:Aura", "subtypes:Equipment")
        case t.Measures(measure) | t.MeasureOf(measure) | t.Greatest(measure):
            return ("power:*",) if measure != "mana value" else ()
        case t.KindsAmong("card types"):
            return ("card types:*",)
        case t.KindsAmong("colors"):
            return ("colors:*",)
        case t.KindsAmong():
            return tuple(f"subtypes:{name}" for name in BASIC_LAND_TYPES)
        case _:
            return ()


def written(node: e.Change) -> Aspects:
    """The aspects that a change writes."""
    match node:
        case e.AddTypes(types, subtypes, supertypes):
            return frozenset(
                [f"card types:{x}" for x in types]
                + [f"subtypes:{x}" for x in subtypes]
                + [f"supertypes:{x}" for x in supertypes]
            )
        case e.SetTypes(types, subtypes):
            found = {"card types:*", "subtypes:*"} if types else {"subtypes:*"}
            if any(x in BASIC_LAND_TYPES for x in subtypes):
                found.add(EXISTENCE)
            return frozenset(found)
        case e.SetColors():
            return frozenset({"colors:*"})
        case e.LoseAbilities():
            return frozenset({"keywords:*", EXISTENCE})
        case e.GrantAbility(ability):
            name = getattr(ability, "name", "")
            return frozenset({f"keywords:{name}"}) if name else frozenset()
        case e.LoseKeyword(name):
            return frozenset({f"keywords:{name}"})
        case e.SetPT() | e.ModifyPT() | e.SwitchPT():
            return frozenset({"power:*"})
        case _:
            return frozenset()


def meet(reads: Aspects, writes: Aspects) -> bool:
    """Whether something is read that is written.

    >>> meet(frozenset({"subtypes:Elf"}), frozenset({"subtypes:*"}))
    True
    >>> meet(frozenset({"subtypes:Elf"}), frozenset({"subtypes:Goblin"}))
    False
    """
    if not reads or not writes:
        return False
    if not reads.isdisjoint(writes):
        return True
    kinds_read, kinds_written = _any_of(reads), _any_of(writes)
    return any(x.partition(":")[0] in kinds_written for x in reads) or any(
        x.partition(":")[0] in kinds_read for x in writes
    )


def _any_of(found: Aspects) -> set[str]:
    return {kind for kind, _, value in (x.partition(":") for x in found) if value == "*"}
