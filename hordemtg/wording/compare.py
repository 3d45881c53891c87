"""Comparing: what a script says beside what its card says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

from hordemtg.cards.keywords import KEYWORDS
from hordemtg.cards.values import COLORS
from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.store import Store
from hordemtg.wording import normal
from hordemtg.wording.bearer import ABILITY_WORDS
from hordemtg.wording.difference import Run, marked, runs
from hordemtg.wording.write import WrittenCard

State = Literal["equal", "different", "missing"]
LETTERS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
# keyword actions of the language that Scryfall lists among keywords (CR 701)
ACTIONS = {
    "Mill": re.compile(r"\bmills?\b", re.IGNORECASE),
    "Scry": re.compile(r"\bscry\b", re.IGNORECASE),
    "Surveil": re.compile(r"\bsurveil\b", re.IGNORECASE),
    "Fight": re.compile(r"\bfights?\b", re.IGNORECASE),
}


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which script and print differ: what, both as they are, and the words marked."""

    what: str
    printed: str
    script: str
    marked: tuple[Run, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"what": self.what, "printed": self.printed, "script": self.script, "marked": marked(self.marked)}


@dataclass(frozen=True, slots=True)
class Comparison:
    """A script beside its card; `printed` is None when the store lacks it.

    Then a token may still be told, by a printed card that creates one just like it.
    """

    written: WrittenCard
    printed: PrintedCard | None
    differences: tuple[Difference, ...] = ()
    told_by: str = ""

    @property
    def state(self) -> State:
        if self.printed is None:
            return "equal" if self.told_by else "missing"
        return "different" if self.differences else "equal"

    def to_json(self) -> dict[str, Any]:
        """The comparison as plain data for programs. It holds words of the printed text where they differ."""
        return {
            "name": self.written.name,
            "token": self.written.token,
            "state": self.state,
            "differences": [each.to_json() for each in self.differences],
        }


def compare(written: WrittenCard, store: Store) -> Comparison:
    """The script beside the card of its name in the store.

    There may be several: tokens are told by their characteristics only, and some decks have cards
    of their own under the name of another. Then it is the one with the fewest differences.
    """
    if written.token:
        candidates = store.tokens(written.name)
    else:
        found = (stored.card for stored in store.find(written.name) if not stored.card.is_token)
        candidates = tuple(face_of(card, written.name) for card in found)
    made = [Comparison(written, each, differences(written, each)) for each in candidates]
    return min(made, key=lambda each: len(each.differences), default=Comparison(written, None))


def face_of(card: PrintedCard, name: str) -> PrintedCard:
    """The face of that name, of a card with several."""
    return next((face for face in card.faces if face.name == name), card)


def of_written(written: WrittenCard) -> normal.Of:
    return normal.Of(written.name, "Legendary" in written.type_line, written.token)


def differences(written: WrittenCard, printed: PrintedCard) -> tuple[Difference, ...]:
    """In what the script and the card differ, after normalising."""
    found: list[Difference] = []
    for what, there, here in (
        ("name", printed.name, written.name),
        ("mana cost", normal.mana_cost(printed.mana_cost), normal.mana_cost(written.mana_cost)),
        ("types", normal.type_line(_without_token(printed.type_line)), _without_token(written.type_line)),
        ("power and toughness", _stats(printed), written.stats),
    ):
        if there != here:
            found.append(Difference(what, there, here, runs(there, here)))
    if written.token and printed.colors is not None:
        there, here = " ".join(printed.colors), " ".join(sorted(_letters(written.colors), key="WUBRG".index))
        if there != here:
            found.append(Difference("colors", there, here, runs(there, here)))
    text = _text_differences(written, printed)
    return (*found, *_keyword_differences(written, printed, bool(text)), *text)


def _without_token(words: str) -> str:
    return words.removeprefix("Token ")


def _stats(printed: PrintedCard) -> str:
    if printed.power is None and printed.toughness is None:
        return ""
    return f"{printed.power}/{printed.toughness}"


def _letters(colors: Sequence[str]) -> list[str]:
    return [LETTERS[color] for color in colors if color in COLORS]


# ---------------------------------------------------------------- text


def _text_differences(written: WrittenCard, printed: PrintedCard) -> list[Difference]:
    of = of_written(written)
    there, here = normal.lines(_text_of(printed), of), normal.lines(written.text, of)
    found: list[Difference] = []
    for kind, a, b, c, d in SequenceMatcher(None, there, here, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        for n in range(max(b - a, d - c)):
            one = there[a + n] if a + n < b else ""
            other = here[c + n] if c + n < d else ""
            found.append(Difference("text", one, other, runs(one, other)))
    return found


def _text_of(printed: PrintedCard) -> str:
    """The text; of a land, mana abilities that its basic types give it are reminder text already (CR 305.6)."""
    return printed.text


# ---------------------------------------------------------------- keywords


def keywords_of(written: WrittenCard) -> frozenset[str]:
    """The keywords that a card has by its script, as Scryfall lists them: those of its own lines, words, actions."""
    found: set[str] = set()
    for line in written.lines:
        label = line.text.partition(" — ")[0].lower()
        if label in ABILITY_WORDS:
            found.add(label.capitalize())
        found.update(_line_keywords(line.text))
    text = written.text
    found.update(name for name, pattern in ACTIONS.items() if pattern.search(text))
    return frozenset(found)


def _line_keywords(row: str) -> set[str]:
    """The keywords of a line that is a list of keywords: "Flying, ward {2}", "Enchant creature"."""
    if row.endswith((".", "—", '"')):
        return set()
    found: set[str] = set()
    for part in row.split(", "):
        words = part.lower().split()
        name = next((" ".join(words[:n]) for n in range(len(words), 0, -1) if " ".join(words[:n]) in KEYWORDS), "")
        if not name and words[:1] == ["enchant"]:
            name = "enchant"
        if name:
            found.add(name.capitalize())
    return found


def _keyword_differences(written: WrittenCard, printed: PrintedCard, text_differs: bool) -> list[Difference]:
    """Keywords that only one of them has. A source that tells none for a card of equal text does not tell them."""
    told = {word for word in printed.keywords if _is_comparable(word)}
    if not told and not text_differs:
        return []
    ours = {word for word in keywords_of(written) if _is_comparable(word)}
    if told == ours:
        return []
    there, here = ", ".join(sorted(told)), ", ".join(sorted(ours))
    return [Difference("keywords", there, here, runs(there, here))]


def _is_comparable(word: str) -> bool:
    lower = word.lower()
    return lower in KEYWORDS or lower == "enchant" or lower in ABILITY_WORDS or word in ACTIONS
