"""The printed card: its characteristics and its Oracle text (CR 108.1), from Scryfall's card objects."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hordemtg.oracle.errors import CardError
from hordemtg.oracle.names import LONGEST, halves

MAX_LINE = LONGEST
MAX_TEXT = 20_000
MAX_WORDS = 200
MAX_FACES = 8
MAX_PARTS = 500
COLORS = ("W", "U", "B", "R", "G")
SUPERTYPES = frozenset({"Basic", "Elite", "Host", "Legendary", "Ongoing", "Snow", "Token", "World"})
TOKEN_LAYOUTS = frozenset({"token", "double_faced_token"})
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
TWO_WORDS = "Time Lord"  # the one creature type of two words (CR 205.3b)


@dataclass(frozen=True, slots=True)
class Part:
    """Another object that belongs to a card: a token it makes, the other half of a meld pair."""

    id: str
    component: str
    name: str
    type_line: str = ""


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card, or one face of it, as printed and as its Oracle text stands today.

    A card of several faces has them in `faces`; then `text`, `mana_cost` and the rest may be empty here.
    `colors` is None where the source does not tell.
    """

    name: str
    mana_cost: str = ""
    type_line: str = ""
    text: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    keywords: tuple[str, ...] = ()
    colors: tuple[str, ...] | None = None
    color_identity: tuple[str, ...] = ()
    layout: str = "normal"
    faces: tuple[PrintedCard, ...] = ()
    oracle_id: str = ""  # the same in all printings
    id: str = ""  # of one printing
    set: str = ""
    collector_number: str = ""
    released: str = ""
    parts: tuple[Part, ...] = ()

    @classmethod
    def from_scryfall(cls, data: object) -> PrintedCard:
        """The card of a Scryfall card object. Unknown fields and layouts do not matter. Raises CardError."""
        return _card(data, "normal", depth=0)

    def to_json(self) -> dict[str, Any]:
        """The card under Scryfall's names of fields; `from_scryfall` reads it back."""
        made: dict[str, Any] = {
            "object": "card", "oracle_id": self.oracle_id, "id": self.id, "name": self.name, "layout": self.layout,
            "mana_cost": self.mana_cost, "type_line": self.type_line, "oracle_text": self.text, "power": self.power,
            "toughness": self.toughness, "loyalty": self.loyalty, "defense": self.defense,
            "colors": None if self.colors is None else list(self.colors),
            "color_identity": list(self.color_identity), "keywords": list(self.keywords), "set": self.set,
            "collector_number": self.collector_number, "released_at": self.released,
            "card_faces": [face.to_json() for face in self.faces],
            "all_parts": [{"id": part.id, "component": part.component, "name": part.name, "type_line": part.type_line}
                          for part in self.parts],
        }  # fmt: skip
        return {key: value for key, value in made.items() if value not in (None, "", []) or key == "colors"}

    @property
    def is_token(self) -> bool:
        """Whether this is a token, not a card (CR 111.1)."""
        return self.layout in TOKEN_LAYOUTS or self.type_line.startswith("Token ")

    @property
    def is_whole(self) -> bool:
        """Whether all faces are here: some sources tell only the front of a card with two."""
        return not halves(self.name) or len(self.faces) > 1

    @property
    def supertypes(self) -> tuple[str, ...]:
        """The supertypes of the type line (CR 205.4), `Token` left out."""
        return tuple(word for word in self._before_dash if word in SUPERTYPES and word != "Token")

    @property
    def types(self) -> tuple[str, ...]:
        """The card types of the type line (CR 205.2)."""
        return tuple(word for word in self._before_dash if word not in SUPERTYPES)

    @property
    def subtypes(self) -> tuple[str, ...]:
        """The subtypes of the type line (CR 205.3)."""
        after = self.type_line.partition("//")[0].partition("—")[2]
        if TWO_WORDS not in after:
            return tuple(after.split())
        return (*after.replace(TWO_WORDS, " ").split(), TWO_WORDS)

    @property
    def key(self) -> str:
        """What tells this card from all others, also tokens of one name from each other."""
        if self.oracle_id:
            return self.oracle_id
        if not self.is_token:
            return f"name:{self.name}"
        told = (self.type_line, self.power, self.toughness, self.text, self.colors)
        return f"token:{self.name}:{hashlib.sha256(repr(told).encode()).hexdigest()[:16]}"

    @property
    def _before_dash(self) -> list[str]:
        return self.type_line.partition("//")[0].partition("—")[0].split()


def _card(data: object, layout: str, depth: int) -> PrintedCard:
    if not isinstance(data, Mapping):
        raise CardError("this is no card: a card is an object with a name")
    if not depth and data.get("object", "card") != "card":
        raise CardError("this is no card: its `object` is something else")
    name = line_of(data, "name")
    if not name.strip():
        raise CardError("a card without a name")
    layout = line_of(data, "layout", name) or layout
    rows = list_of(data, "card_faces", MAX_FACES, name) if not depth else ()
    faces = tuple(_card(row, layout, depth + 1) for row in rows)
    return PrintedCard(
        name=name,
        mana_cost=line_of(data, "mana_cost", name),
        type_line=line_of(data, "type_line", name) or " // ".join(face.type_line for face in faces),
        text=text_of(data, "oracle_text", name),
        power=number_of(data, "power", name),
        toughness=number_of(data, "toughness", name),
        loyalty=number_of(data, "loyalty", name),
        defense=number_of(data, "defense", name),
        keywords=words_of(data, "keywords", name),
        colors=_colors(data, faces, name),
        color_identity=words_of(data, "color_identity", name),
        layout=layout,
        faces=faces,
        oracle_id=line_of(data, "oracle_id", name) or next((face.oracle_id for face in faces if face.oracle_id), ""),
        id=line_of(data, "id", name),
        set=line_of(data, "set", name),
        collector_number=line_of(data, "collector_number", name),
        released=line_of(data, "released_at", name),
        parts=tuple(_part(row, name) for row in list_of(data, "all_parts", MAX_PARTS, name)),
    )


def _colors(data: Mapping[str, Any], faces: tuple[PrintedCard, ...], name: str) -> tuple[str, ...] | None:
    """The colors told, in the order of WUBRG; of a two-sided card those of its front (CR 712.8a)."""
    if data.get("colors") is None:
        return faces[0].colors if faces else None
    told = words_of(data, "colors", name)
    return tuple(color for color in COLORS if color in told)


def _part(data: object, of: str) -> Part:
    if not isinstance(data, Mapping):
        raise CardError(f"{of}: an entry of `all_parts` is no object")
    return Part(*(line_of(data, key, of) for key in ("id", "component", "name", "type_line")))


# ---------------------------------------------------------------- fields of a file that anybody may have written


def text_of(data: Mapping[str, Any], key: str, of: str = "", longest: int = MAX_TEXT) -> str:
    """The text under the key; nothing when there is none. Raises CardError when it is no text a card can have."""
    value = data.get(key)
    if value is None or value == "":
        return ""
    where = f"{of}: " if of else ""
    if not isinstance(value, str):
        raise CardError(f"{where}`{key}` is no text")
    if len(value) > longest:
        raise CardError(f"{where}`{key}` has more than {longest} signs")
    value = value.replace("\r\n", "\n")
    if CONTROL.search(value):
        raise CardError(f"{where}`{key}` holds control characters")
    return value


def line_of(data: Mapping[str, Any], key: str, of: str = "") -> str:
    """The line under the key; nothing when there is none. Raises CardError."""
    value = data.get(key)
    if isinstance(value, str) and len(value) <= MAX_LINE and value.isprintable():
        return value
    value = text_of(data, key, of, MAX_LINE)
    if "\n" in value:
        raise CardError(f"{f'{of}: ' if of else ''}`{key}` has more than one line")
    return value


def number_of(data: Mapping[str, Any], key: str, of: str) -> str | None:
    """What is printed as power, toughness, loyalty or defense (`*`, `1+*`); None when nothing is. Raises CardError."""
    return line_of(data, key, of) or None


def list_of(data: Mapping[str, Any], key: str, most: int, of: str) -> tuple[Any, ...]:
    """The list under the key; nothing when there is none. Raises CardError."""
    value = data.get(key)
    if value is None:
        return ()
    if not isinstance(value, list):
        raise CardError(f"{of}: `{key}` is no list")
    if len(value) > most:
        raise CardError(f"{of}: `{key}` has more than {most} entries")
    return tuple(value)


def words_of(data: Mapping[str, Any], key: str, of: str) -> tuple[str, ...]:
    """The list of words under the key; nothing when there is none. Raises CardError."""
    words = list_of(data, key, MAX_WORDS, of)
    return tuple(line_of({key: word if word is not None else 0}, key, of) for word in words)
