"""Tokens that no source has: what the cards of the list say of those that they create (CR 111.3)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hordemtg.authoring.known import COLORS
from hordemtg.cards.keywords import KEYWORDS
from hordemtg.cards.subtypes import subtype_of
from hordemtg.cards.values import CARD_TYPES, SUPERTYPES

COLOR = "|".join([*COLORS.values(), "colorless"])
LISTED = re.compile(r", and | and |, ")
LONGEST_LIST = 80


def described(name: str, texts: Iterable[str]) -> str:
    """The script of the token of that name as all the texts describe it; empty when none does, or they differ."""
    pattern = _pattern(name)
    found = {_script(name, match) for text in texts if name in text for match in pattern.finditer(text)}
    return found.pop() if len(found) == 1 else ""


def _pattern(name: str) -> re.Pattern[str]:
    """ "2/2 green Wolf creature token with reach": what stands behind it may say more, and is then no description."""
    types = "|".join(sorted({*SUPERTYPES, *CARD_TYPES}))
    return re.compile(
        rf"(?<![\w/])(?P<stats>\d+/\d+) (?P<colors>(?:{COLOR})(?:(?:, and |, | and )(?:{COLOR}))*) "
        rf"{re.escape(name)} (?P<types>(?:(?:{types}) )*creature) tokens?\b"
        rf"(?: with (?P<keywords>[a-z, ]{{1,{LONGEST_LIST}}}?))?"
        r"(?:$|[.,\n]| for | that | where | tapped)(?P<more> (?:It|They|Those) )?"
    )


def _script(name: str, match: re.Match[str]) -> str:
    """The script, empty when the text says more of the token than a script is made of here."""
    keywords = LISTED.split(match["keywords"]) if match["keywords"] else []
    known = all(word in KEYWORDS for word in keywords) and all(subtype_of(word) == word for word in name.split())
    if not known or match["more"]:
        return ""
    lines = [f"token {name}", f"  color {match['colors']}", f"  type {match['types']} {name}"]
    lines.append(f"  stats {match['stats']}")
    return "\n".join([*lines, *([f"  {', '.join(keywords)}"] if keywords else [])]) + "\n"
