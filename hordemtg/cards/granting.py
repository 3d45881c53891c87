"""Which abilities an effect can give to an object, and which costs to attack or block there are (CR 113.10, 508.1h)."""

from __future__ import annotations

from typing import Final

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e

# They work before an object is on the battlefield, or define its characteristics: an effect would give them in vain.
ONLY_ON_A_CARD: Final = frozenset(
    {"changeling", "convoke", "cycling", "delve", "devoid", "emerge", "flash", "flashback", "improvise", "kicker"}
    | {"casualty", "conspire", "demonstrate", "offspring", "replicate", "squad", "storm"}  # on a spell
)


def why_not_granted(ability: a.Ability) -> str:
    """Why an effect cannot give the ability, in the words of a message, or "".

    >>> why_not_granted(a.KeywordAbility("flying"))
    ''
    >>> why_not_granted(a.KeywordAbility("changeling"))
    'effects that give changeling are not supported'
    """
    match ability:
        case a.KeywordAbility(name=name) if name in ONLY_ON_A_CARD:
            return f"effects that give {name} are not supported"
        case a.KeywordAbility(stands_for=parts):
            return next((why for part in parts if (why := why_not_granted(part))), "")
        case a.ActivatedAbility() | a.TriggeredAbility():
            return ""
        case a.StaticAbility():
            return "effects that give static abilities are not supported, only keywords, activated and triggered ones"
        case _:
            return "effects that give such an ability are not supported, only keywords, activated and triggered ones"


def why_not_restricted(rule: e.Restrict) -> str:
    """Why there cannot be such a rule, or ""."""
    if rule.word in ("attack tax", "block tax") and not all(isinstance(part, e.PayMana) for part in rule.cost):
        return "costs to attack or block other than mana are not supported"
    return ""
