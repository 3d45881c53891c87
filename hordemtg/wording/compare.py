"""Comparing: what a script says beside what its card says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

from hordemtg.cards.keywords import KEYWORDS
from hordemtg.cards.values import COLORS
from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.names import halves
from hordemtg.oracle.store import Store
from hordemtg.wording import normal
from hordemtg.wording.bearer import ABILITY_WORDS
from hordemtg.wording.difference import Run, marked, runs
from hordemtg.wording.write import WrittenCard

State = Literal["equal", "different", "missing"]
COLORLESS = "colorless"
NO_CARDS = frozenset({"art_series"})  # of these layouts nothing is played
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

    Then a token may still be told, by a printed card that creates one just like it. `whole` is the
    name of the whole card when the script is only of one of its halves.
    """

    written: WrittenCard
    printed: PrintedCard | None
    differences: tuple[Difference, ...] = ()
    told_by: str = ""
    whole: str = ""

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
    candidates: list[tuple[PrintedCard, str]] = []
    for stored in store.find(written.name):
        if stored.card.is_token == written.token and stored.card.layout not in NO_CARDS:
            face = face_of(stored.card, written.name)
            candidates.append((face, stored.card.name if is_half(stored.card, face) else ""))
    made = [Comparison(written, each, differences(written, each, whole), "", whole) for each, whole in candidates]
    return min(made, key=lambda each: len(each.differences), default=Comparison(written, None))


def face_of(card: PrintedCard, name: str) -> PrintedCard:
    """The face of that name, of a card with several."""
    return next((face for face in card.faces if face.name == name), card)


def is_half(card: PrintedCard, face: PrintedCard) -> bool:
    """Whether the card has another half beside this face: some cards are printed with the same face on both sides."""
    return face is not card and any(half != face.name for half in halves(card.name))


def of_written(written: WrittenCard) -> normal.Of:
    return normal.Of(written.name, "Legendary" in written.type_line, written.token)


def differences(written: WrittenCard, printed: PrintedCard, whole: str = "") -> tuple[Difference, ...]:
    """In what the script and the card differ, after normalising; `whole` names the card that is more than this half.

    A half alone is no card: no script says yet what the other is.
    """
    found: list[Difference] = []
    for what, there, here in (
        ("halves", whole, written.name if whole else ""),
        ("name", printed.name, written.name),
        ("mana cost", normal.mana_cost(printed.mana_cost), normal.mana_cost(written.mana_cost)),
        ("types", normal.type_line(_without_token(printed.type_line)), _without_token(written.type_line)),
        ("power and toughness", _stats(printed), written.stats),
        ("loyalty", printed.loyalty or "", ""),
        ("defense", printed.defense or "", ""),
        ("colors", *_both_colors(written, printed)),
    ):
        if there != here:
            found.append(Difference(what, there, here, runs(there, here)))
    text = _text_differences(written, printed)
    return (*found, *_keyword_differences(written, printed), *text)


def _without_token(words: str) -> str:
    return words.removeprefix("Token ")


def _stats(printed: PrintedCard) -> str:
    if printed.power is None and printed.toughness is None:
        return ""
    return f"{printed.power}/{printed.toughness}"


# ---------------------------------------------------------------- colors


def colors_of(written: WrittenCard) -> tuple[str, ...]:
    """The colors that a script gives, as letters: by its `color` line, or by its cost (CR 202.2, 105.2)."""
    if written.token or written.has_color_line:
        told = {LETTERS[color] for color in written.colors if color in COLORS}
        return tuple(letter for letter in LETTERS.values() if letter in told and not _is_devoid(written.text))
    return colors_by_cost(written.mana_cost, written.text)


def colors_by_cost(cost: str, text: str) -> tuple[str, ...]:
    """The colors of a mana cost; none with devoid (CR 702.114)."""
    return () if _is_devoid(text) else tuple(letter for letter in LETTERS.values() if letter in cost)


def printed_colors(printed: PrintedCard) -> tuple[str, ...] | None:
    """The colors of a printed card; None where neither the source nor a mana cost tells them."""
    if printed.colors is None and printed.mana_cost:
        return colors_by_cost(printed.mana_cost, printed.text)
    return printed.colors


def _both_colors(written: WrittenCard, printed: PrintedCard) -> tuple[str, str]:
    there, here = printed_colors(printed), colors_of(written)
    return " ".join(here if there is None else there) or COLORLESS, " ".join(here) or COLORLESS


def _is_devoid(text: str) -> bool:
    return any(
        "devoid" in {word.lower() for word in _line_keywords(normal.without_reminder(row))} for row in text.split("\n")
    )


# ---------------------------------------------------------------- text


def _text_differences(written: WrittenCard, printed: PrintedCard) -> list[Difference]:
    of = of_written(written)
    there, here = normal.lines(printed.text, of), normal.lines(written.text, of)
    found: list[Difference] = []
    for kind, a, b, c, d in SequenceMatcher(None, there, here, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        for n in range(max(b - a, d - c)):
            one = there[a + n] if a + n < b else ""
            other = here[c + n] if c + n < d else ""
            found.append(Difference("text", one, other, runs(one, other)))
    return found


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


def _keyword_differences(written: WrittenCard, printed: PrintedCard) -> list[Difference]:
    """Keywords that only one of them has. Not every source tells them; what the text has is compared in any case."""
    told = {word for word in printed.keywords if _is_comparable(word)}
    if not told:
        return []
    ours = {word for word in keywords_of(written) if _is_comparable(word)}
    if told == ours:
        return []
    there, here = ", ".join(sorted(told)), ", ".join(sorted(ours))
    return [Difference("keywords", there, here, runs(there, here))]


def _is_comparable(word: str) -> bool:
    lower = word.lower()
    return lower in KEYWORDS or lower == "enchant" or lower in ABILITY_WORDS or word in ACTIONS
