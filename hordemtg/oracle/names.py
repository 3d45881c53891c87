"""Names of cards as people type them: case, accents and punctuation do not matter."""

from __future__ import annotations

import re
import unicodedata

JOINT = " // "  # between the two halves of a card's name (one name has `//` in it, without spaces)
LONGEST = 500
NO_LETTER = re.compile(r"[^0-9a-z]+")
LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th"})


def fold(name: str) -> str:
    """The name in lower case, without accents, only letters and digits.

    A name that has neither letters nor digits keeps its signs, so that it stays a name.

    >>> fold("Bjørn's Æther-Élan"), fold("_____")
    ('bjornsaetherelan', '_____')
    """
    if name.isascii():
        folded = NO_LETTER.sub("", name.lower())
    else:
        plain = unicodedata.normalize("NFKD", name.casefold()).translate(LETTERS)
        folded = "".join(sign for sign in plain if sign.isalnum())
    return folded or "".join(name.split())


def is_name(name: str) -> bool:
    """Whether a card can have that name: one that none can have makes Scryfall refuse all that are asked for with it.

    >>> is_name("Dusty"), is_name(" "), is_name("Du\x1bsty")
    (True, False, False)
    """
    return len(name) <= LONGEST and name.isprintable() and bool(fold(name))


def plain(text: str, longest: int = LONGEST) -> str:
    """Text of strangers as one line that no terminal takes for orders."""
    return "".join(sign if sign.isprintable() else " " for sign in text[:longest])


def halves(name: str) -> tuple[str, ...]:
    """The names of a card's halves; none when it has one name only.

    >>> halves("Dusty // Dawny"), halves("Dusty")
    (('Dusty', 'Dawny'), ())
    """
    parts = tuple(part.strip() for part in name.split(JOINT))
    return parts if len(parts) > 1 and all(parts) else ()


def folded_names(name: str) -> dict[str, bool]:
    """Every folded name that finds a card, and whether it is the whole name.

    >>> folded_names("Dusty // Dawny")
    {'dusty': False, 'dawny': False, 'dustydawny': True}
    """
    whole = fold(name)
    return {fold(half): False for half in halves(name)} | {whole: True}
