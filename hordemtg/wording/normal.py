"""Normalising: one form for old and new templating, so that only what a card says counts.

Reminder text goes (CR 207.2a). Each rule below puts a wording of earlier years in
the form of today, or two forms of today in one. A text is normalised with the card
it stands on, since "this creature" and the card's own name are one thing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hordemtg.wording.bearer import NAMED_SUBTYPES, short_name

SELF = "~"
NAMED_IN_QUOTES = "~~"  # the card's own name in an ability that others are given: not the object that has it
REMINDER = re.compile(r" ?\([^()]*\)")
NAMED = re.compile(r"\bnamed [^.,;:\"()]*$")  # behind it, brackets are of a name
NESTED = 3  # so deep reminder text may stand in reminder text
SPACES = re.compile(r"[ \t\u00a0]+")
SIGNS = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "−": "-", "‑": "-"})
WHAT_I_AM = "|".join(
    ["creature", "land", "artifact", "enchantment", "planeswalker", "battle", "permanent", "token", *NAMED_SUBTYPES]
)
THIS = re.compile(rf"\bthis (?:{WHAT_I_AM})\b(?! card| spell)", re.IGNORECASE)
BEGINNING = re.compile(r"(?:^|(?<=[.:] )|(?<=^• ))[a-z]")
SOME = "(?:an?|another|one|two|three) "  # begins a second thing, not a second verb
FROM_HERE = r"from (?:your|a|any|its owner's) graveyard|from your hand"

# what earlier years said, and what is said today
TODAY: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(old, re.IGNORECASE), new)
    for old, new in (
        (r"\b(enters?|entered|entering) the battlefield\b", r"\1"),
        (r"\b((?:a|another|one or more|each)(?: [\w'-]+){1,12}?) (enters?) under your control\b", r"\1 you control \2"),
        (r"\bconverted mana cost\b", "mana value"),
        (r"\bto your mana pool\b", ""),
        (r"\b([Aa])ctivate this ability only\b", r"\1ctivate only"),
        (r"\bany time you could cast a sorcery\b", "as a sorcery"),
        (r"\b[Tt]his ability triggers only once each turn\b", "This ability triggers only once each turn"),
        (r"\bhis or her\b", "their"),
        (r"\bhim or her\b", "them"),
        (r"\bhe or she\b", "they"),
        (r"\bput the top card of your library into your graveyard\b", "mill a card"),
        (r"\bput the top (\w+) cards of your library into your graveyard\b", r"mill \1 cards"),
        (r"\bputs the top (\w+) cards of their library into their graveyard\b", r"mills \1 cards"),
        (
            r"\b[Ll]ook at the top card of your library\. You may put (?:that card|it) into your graveyard\b",
            "surveil 1",
        ),
        (r"^\[([+-]?[\dX]+)\]:", r"\1:"),
        # CR 700.4; "your graveyard" is that of the owner, so it says something else
        (r"\b(creatures?(?: you control)?) is put into a graveyard from the battlefield\b", r"\1 dies"),
        (r"\b(creatures?(?: you control)?) are put into a graveyard from the battlefield\b", r"\1 die"),
        (r"\bshuffle your library\b", "shuffle"),
        (r"\bshuffles their library\b", "shuffles"),
        (rf"\b(sacrifices? (?:(?! and (?!{SOME})|[.,;:]).){{0,100}}?) of their choice\b", r"\1"),
        (r"\bTribal\b", "Kindred"),
        (r"\bremoved from the game\b", "exiled"),
        (r"\bremove ([^.,;:]{1,100}?) from the game\b", r"exile \1"),
        (r"\bis unblockable\b", "can't be blocked"),
    )
)


# "create a token. It has ..."
ITS_ABILITIES = re.compile(r"\b(token(?=\. It has)|tokens(?=\. They have))\. (?:It has|They have) (?=[a-z\"])")
TOKEN = re.compile(r"\btokens?\b")


@dataclass(frozen=True, slots=True)
class Of:
    """The card a text stands on."""

    name: str
    legendary: bool = False
    token: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """What its text calls it, the longest first; a token's name is that of its kind, so it does not count."""
        if self.token:
            return ()
        found = {self.name}
        if self.legendary:
            found |= {short_name(self.name), re.split(r",| the | of ", self.name)[0]}
        return tuple(sorted((name for name in found if name), key=len, reverse=True))


def lines(text: str, of: Of) -> tuple[str, ...]:
    """The lines of a card's text in normal form, those that hold only reminder text left out."""
    found = (line(row, of) for row in text.split("\n"))
    return tuple(row for row in found if row)


def line(row: str, of: Of) -> str:
    """A line of a card's text in normal form."""
    return tidy(_with_today(_with_self(without_reminder(row), of)))


def without_reminder(row: str) -> str:
    """The line without reminder text, its signs plain."""
    row = row.translate(SIGNS)
    for _ in range(NESTED):
        row = REMINDER.sub(lambda found: found[0] if NAMED.search(found.string[: found.start()]) else "", row)
    return row.strip()


def _with_self(row: str, of: Of) -> str:
    """One sign for whatever the card calls itself; in quotes it means the object that has the ability."""
    parts = row.split('"')
    for index, part in enumerate(parts):
        quoted = index % 2 == 1
        for name in of.names:
            part = re.sub(rf"(?<![\w'-]){re.escape(name)}(?![\w-])", NAMED_IN_QUOTES if quoted else SELF, part)
        part = THIS.sub(SELF, part)
        if not quoted:
            # "return [name] from your graveyard" is "return this card" today (CR 109.2a)
            part = re.sub(rf"\bthis card(?= (?:{FROM_HERE}))", SELF, part)
        parts[index] = part
    return '"'.join(parts)


def _with_today(row: str) -> str:
    for old, new in TODAY:
        row = old.sub(new, row)
    return ITS_ABILITIES.sub(_with_abilities, row)


def _with_abilities(found: re.Match[str]) -> str:
    """ "a token with ...", unless the sentence has other tokens, which then have the abilities too."""
    sentence = found.string[: found.start()].rpartition(". ")[2]
    return found[0] if TOKEN.search(sentence) else f"{found[1]} with "


def tidy(row: str) -> str:
    """One space between words, none before signs; a sentence begins with a capital letter whatever it began with."""
    row = re.sub(r"(?<=\w)—$", " —", SPACES.sub(" ", row).strip())
    row = re.sub(r" ([.,])", r"\1", row)
    return BEGINNING.sub(lambda found: found[0].upper(), row)


def type_line(words: str) -> str:
    """A type line in normal form: `Tribal` is `Kindred` (CR 308, 205.1)."""
    words = words.translate(SIGNS).replace("Tribal", "Kindred").replace(" - ", " — ")
    return SPACES.sub(" ", words).strip()


def mana_cost(cost: str | None) -> str:
    """A mana cost in normal form."""
    return (cost or "").replace(" ", "")
