"""From a line of printed text to lines of script that may say the same: the parser and the compiler judge which.

The script language is that close to printed text that little is to be done:
reminder text goes, the card's own name becomes `this`, sentences begin with a
small letter, what stands before a dash becomes a label, and the comma that ends
a trigger becomes a colon. Which comma that is, is tried out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product

from hordemtg.cards.keywords import KEYWORDS
from hordemtg.cards.subtypes import subtype_of
from hordemtg.oracle.card import PrintedCard
from hordemtg.script.parser import vocabulary
from hordemtg.wording.bearer import is_ability_word

REMINDER = re.compile(r" ?\([^()]*\)")
LABEL = re.compile(r"([A-Z0-9][^—{}\"•:]{0,48}?) — (?=\S)")
CHAPTER = re.compile(r"[IVX]+(, [IVX]+)*")
QUOTED = re.compile(r'"([^"]*)"')
TRIGGER = re.compile(r"(when|whenever|at) ")
NAMED = re.compile(r"\bnamed ([A-Z][\w'’-]*(?:,? (?:(?:of|the|and|to|in|for|from|a|with|on) )*[A-Z][\w'’-]*)*)")
SENTENCE_START = re.compile(r"(?:^|(?<=[.:—] )|(?<=\" ))([A-Z][\w'’-]*)")
AFTER_SIGN = re.compile(r"(?:(?<=[,}] )|(?<=—))([A-Z][\w'’-]*)")
MOST_COMMAS = 6
MOST_CANDIDATES = 24


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line of a card's text: as printed, what script lines may say it, and whether it is a mode of the line above."""

    printed: str
    candidates: tuple[str, ...]
    mode: bool = False


def is_spell(card: PrintedCard) -> bool:
    """Whether its text is a spell's (CR 304, 307)."""
    return bool({"Instant", "Sorcery"} & set(card.types))


def lines_of(card: PrintedCard) -> list[PrintedLine]:
    """The lines of a card's text, without reminder text."""
    found: list[PrintedLine] = []
    names = _names(card)
    for row in card.text.split("\n"):
        printed = _without_reminder(row)
        if not printed:
            continue
        if printed.startswith("•"):
            found.append(PrintedLine(printed, tuple(candidates(printed[1:].strip(), card, names)), mode=True))
        else:
            found.append(PrintedLine(printed, tuple(candidates(printed, card, names))))
    return found


def _without_reminder(row: str) -> str:
    """The line without what stands in parentheses (CR 207.2)."""
    return REMINDER.sub("", row).strip()


# ---------------------------------------------------------------- the card's own name


def _names(card: PrintedCard) -> tuple[str, ...]:
    """What the card's text may call it, the longest first: its name, and for a legend the short forms (CR 201.5c)."""
    names = {card.name}
    if "Legendary" in card.supertypes:
        names.add(card.name.split(",")[0])
        for between in (" the ", " of "):
            names.add(card.name.split(",")[0].split(between)[0])
        first = card.name.split(",")[0].split()[0]
        if not _is_word(first) and subtype_of(first) is None and first[0].isupper() and first not in ("The", "A"):
            names.add(first)
    return tuple(sorted(names, key=len, reverse=True))


def _is_word(word: str) -> bool:
    """Whether the language has this word, in whatever inflection and case."""
    return vocabulary().base(word.lower()) in vocabulary().all_words


OWN_TYPES = ("creature", "land", "artifact", "enchantment", "planeswalker", "battle")
THIS = re.compile(
    r"\b([Tt])his (creature|land|artifact|enchantment|planeswalker|battle|permanent|token|[A-Z][a-z]+)\b(?!['’]s)"
)
THIS_POSSESSIVE = re.compile(r"\b([Tt])his [A-Z][a-z]+(?=['’]s)")


def _own_noun(card: PrintedCard) -> str:
    """What the card calls itself before a possessive: `this creature's power`."""
    types = {word.lower() for word in card.types}
    return "spell" if is_spell(card) else next((word for word in OWN_TYPES if word in types), "permanent")


def _with_this(text: str, card: PrintedCard, names: tuple[str, ...]) -> str:
    noun = _own_noun(card)
    for name in names:
        alone = " " not in name and _is_word(name)
        pattern = re.compile(rf"(?<![\w'’-]){re.escape(name)}(?![\w-])(['’]s)?")
        text = pattern.sub(partial(_called, text, alone, noun), text)
    text = THIS.sub(lambda m: f"{m[1]}his", text)
    return THIS_POSSESSIVE.sub(lambda m: f"{m[1]}his {noun}", text)


def _called(text: str, alone: bool, noun: str, match: re.Match[str]) -> str:
    """What stands for the card's name here."""
    before = text[: match.start()]
    if alone and (not before or before.endswith((". ", ": "))):
        return match[0]  # the card has the name of a verb, with which the sentence begins
    if before.endswith("named "):
        return match[0]
    return f"this {noun}'s" if match[1] else "this"


# ---------------------------------------------------------------- small letters


def _small(text: str) -> str:
    """The text with small letters where only a sentence's beginning made them capital."""
    text = SENTENCE_START.sub(lambda m: _decapitalised(m[1], begins=True), text)
    return AFTER_SIGN.sub(lambda m: _decapitalised(m[1], begins=False), text)


@lru_cache(maxsize=10_000)
def _decapitalised(word: str, begins: bool) -> str:
    """The word with a small letter unless it is a name; one that no list of names has is a word at a beginning."""
    small = word[0].lower() + word[1:]
    known = _is_word(re.sub(r"['’]s?$", "", word))
    if subtype_of(re.sub(r"['’]s?$", "", word)) is not None and not known:
        return word
    return small if known or begins else word


# ---------------------------------------------------------------- a line


def candidates(printed: str, card: PrintedCard, names: tuple[str, ...]) -> list[str]:
    """The script lines that may say what the printed line says, the likeliest first."""
    label, rest = _label(printed)
    pieces = rest.replace("−", "-").split('"')
    for index, piece in enumerate(pieces):
        # inside quotes `this creature` is the object that has the ability; the card's own name is not (CR 201.5a)
        pieces[index] = _with_this(piece, card, names if index % 2 == 0 else ())
    rest = '"'.join(pieces)
    rest = NAMED.sub(lambda m: f'named "{m[1]}"', rest)
    return [label + text for text in _ability(rest.removesuffix("."))][:MOST_CANDIDATES]


def _label(printed: str) -> tuple[str, str]:
    """An ability word or flavor word (CR 207.2c, 207.2d) as a label, and the rest of the line."""
    found = LABEL.match(printed)
    if found is None or CHAPTER.fullmatch(found[1]) or found[1].lower() in KEYWORDS or found[1].startswith("Choose "):
        return "", printed
    name, rest = found[1], printed[found.end() :]
    plain = all(re.fullmatch(r"[A-Z][\w'’-]*", word) for word in name.split())
    return f"{name if plain else chr(34) + name + chr(34)} {'=' if is_ability_word(name) else '—'} ", rest


def _ability(text: str) -> list[str]:
    """The readings of an ability's text: those of its quoted abilities, with a colon for each comma that may end
    its trigger."""
    parts: list[list[str]] = []
    position = 0
    for quote in QUOTED.finditer(text):
        parts.append([text[position : quote.start()]])
        inside = quote[1]
        if text[: quote.start()].endswith("named "):
            parts.append([quote[0]])
        else:
            parts.append([f'"{reading}"' for reading in _trigger(_small(inside.removesuffix(".")))][:4])
        position = quote.end()
    parts.append([text[position:]])
    made: list[str] = []
    for chosen in product(*parts):
        whole = "".join(_small(part) if not part.startswith('"') and (not n or part[:1] in " ,.")
                        else part for n, part in enumerate(chosen))  # fmt: skip
        made.extend(_trigger(_modes(whole)))
    return made


def _modes(text: str) -> str:
    """`Choose one —` without the dash before its bullets (CR 700.2)."""
    return re.sub(r"( or both| one| two| or more| up to two) —$", r"\1", text)


def _trigger(text: str) -> list[str]:
    """The text with a colon for the comma that ends what triggers, one reading for each such comma.

    An `if` directly behind what triggers belongs to it (CR 603.4), so its comma is none of them.
    """
    if TRIGGER.match(text) is None:
        return [text]
    outside = QUOTED.sub(lambda m: "_" * len(m[0]), text)
    commas = [m.start() for m in re.finditer(", ", outside)]
    end = outside.find(". ")
    first = [at for at in commas if not outside.startswith("if ", at + 2) and (end < 0 or at < end)]
    return [f"{text[:at]}:{text[at + 1 :]}" for at in first[:MOST_COMMAS]] or [text]
