"""Manifests of Hordes (YAML) and deck lists of Survivors (lines of counts and names)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hordemtg.cards.definition import Authority
from hordemtg.cards.horde import DeckList, Manifest
from hordemtg.script.diagnostics import Diagnostic, nearest, unreadable

MAX_BYTES = 64 * 1024
MAX_LINE_LENGTH = 2_000
MAX_DEPTH = 20
MAX_COUNT = 1000
MAX_CARDS = 5000
KEYS = (
    "name", "title", "ruleset", "survivors", "lists", "errata", "directives",
    "horde emblems", "survivor emblems", "stand-ins", "authority",
)  # fmt: skip
NOTHING = ("", "~", "null")  # what YAML has for no value
REFUSED = {"anchor": "anchors and aliases", "tag": "tags", "version": "directives", "tags": "directives"}
QUOTED = "a name with signs such as `: `, ` #`, `@` or `&` in it stands in quotes; blocks are indented by blanks"
ZONES = ("library", "command")
PROVENANCES = ("stated", "second-hand", "inferred", "reconstructed")
COUNT = re.compile(r"0|[1-9][0-9]{0,5}")
DECK_LINE = re.compile(r"(?P<count>\d+)x?\s+(?P<name>\S.*?)\s*")


@dataclass(slots=True)
class _Reader:
    """Reads one YAML document; keeps what is wrong with it."""

    file: str
    found: list[Diagnostic]

    def error(self, message: str, where: Any = None, key: Any = None, help_: str = "", suggestion: str = "") -> None:
        line, column = _position(where, key)
        length = len(str(key)) if key is not None else 1
        self.found.append(Diagnostic("error", message, self.file, line, column, length, help_, suggestion=suggestion))


def place_of(text: str, name: str) -> tuple[int, int]:
    """The line and column of a name in the text of a manifest or deck, both 0 when it is not there."""
    entry = re.compile(rf"(?:^|[\s\"'\[,])({re.escape(name)})[\"']?\s*(?:[:,\]#]|$)")
    for number, row in enumerate(text.split("\n"), start=1):
        found = entry.search(row)
        if found is not None:
            return number, found.start(1) + 1
    return 0, 0


def _position(where: Any, key: Any) -> tuple[int, int]:
    marks = getattr(where, "lc", None)
    if marks is None:
        return 1, 1
    try:
        line, column = marks.key(key) if isinstance(where, Mapping) else marks.item(key)
    except (KeyError, TypeError, AttributeError):
        line, column = marks.line, marks.col
    return line + 1, column + 1


def load_yaml(text: str, file: str, found: list[Diagnostic]) -> Any:
    """The document, with the places of its keys; None when it cannot be read.

    Whatever stands there is text as it is written: `2011-01-01`, `1.50`, `yes` and `0o17` are names like others.
    Anchors, tags and directives, which make text mean something else, are refused.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError
    from ruamel.yaml.resolver import VersionedResolver

    class AsWritten(VersionedResolver):
        def resolve(self, kind: Any, value: Any, implicit: Any) -> Any:
            as_text = isinstance(implicit, tuple) and implicit[0] and value not in NOTHING
            return super().resolve(kind, value, (False, True) if as_text else implicit)

    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        found.append(Diagnostic("error", f"a manifest may have at most {MAX_BYTES // 1024} KiB", file))
        return None
    fault = _shape(text)
    if fault is not None:
        found.append(Diagnostic("error", fault[1], file, fault[0], 1))
        return None
    yaml = YAML(typ="rt")
    yaml.allow_duplicate_keys = False
    yaml.Resolver = AsWritten
    try:
        for event in yaml.parse(text):
            what = next((what for sign, what in REFUSED.items() if getattr(event, sign, None)), "")
            if what:
                mark = event.start_mark
                found.append(Diagnostic("error", f"{what} are not allowed here", file, mark.line + 1, mark.column + 1))
                return None
        return yaml.load(text)
    except MarkedYAMLError as error:
        problem = error.problem_mark
        line, column = (problem.line + 1, problem.column + 1) if problem is not None else (1, 1)
        message = f"this is not YAML: {error.problem or error.context}"
        found.append(Diagnostic("error", message, file, line, column, help=QUOTED))
    except RecursionError:
        found.append(Diagnostic("error", "blocks are nested too deep", file, 1, 1))
    except (YAMLError, ValueError) as error:
        found.append(Diagnostic("error", f"this is not YAML: {str(error).splitlines()[0]}", file, 1, 1, help=QUOTED))
    return None


def _shape(text: str) -> tuple[int, str] | None:
    """A line and what is wrong with it, when it would keep a reader of YAML busy for hours."""
    depth = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > MAX_LINE_LENGTH:
            return number, f"a line may have at most {MAX_LINE_LENGTH} characters"
        for character in line:
            depth += (character in "[{") - (character in "]}")
            if depth > MAX_DEPTH:
                return number, f"brackets are nested deeper than {MAX_DEPTH}"
    return None


def _text_of(path: Path, found: list[Diagnostic]) -> str | None:
    """The text of a file, however long it says it is; None and a diagnostic when it is none, or too long."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) <= MAX_BYTES:
            return data.decode("utf-8")
        found.append(Diagnostic("error", f"a manifest or deck may have at most {MAX_BYTES // 1024} KiB", str(path)))
    except (OSError, UnicodeDecodeError) as error:
        found.append(unreadable(error, str(path)))
    return None


def read_manifest(path: Path, found: list[Diagnostic]) -> Manifest | None:
    """The manifest in a file; None and diagnostics when it cannot be used. Names are checked by the library."""
    text = _text_of(path, found)
    if text is None:
        return None
    return manifest(text, str(path), found)


def manifest(text: str, file: str, found: list[Diagnostic]) -> Manifest | None:
    """The manifest that a YAML text gives."""
    before = len(found)
    reader = _Reader(file, found)
    document = load_yaml(text, file, found)
    if document is None:
        if len(found) == before:
            reader.error("the manifest is empty")
        return None
    if not isinstance(document, Mapping):
        reader.error("a manifest is a mapping of names to values", document)
        return None
    for key in document:
        if key not in KEYS:
            reader.error(
                f"unknown entry `{key}`", document, key, f"it can be: {', '.join(KEYS)}", nearest(str(key), KEYS)
            )
    name = _text(document, "name", reader, required=True)
    lists = _lists(document, reader)
    made = Manifest(
        name,
        _text(document, "title", reader) or name,
        _text(document, "ruleset", reader, required=True),
        lists,
        _names(document, "errata", reader),
        _names(document, "directives", reader),
        _authority(document, reader),
        str(Path(file).parent),
        _text(document, "survivors", reader),
        _names(document, "horde emblems", reader),
        _names(document, "survivor emblems", reader),
        _stand_ins(document, lists, reader),
    )
    return made if len(found) == before else None


def _text(document: Any, key: str, reader: _Reader, *, required: bool = False) -> str:
    value = document.get(key)
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if required and (value is None or value == ""):
        reader.error(f"the entry `{key}` is missing", document)
    elif value is not None and (not isinstance(value, str) or (value and not text)):
        reader.error(f"`{key}` is a name", document, key)
    elif not text.isprintable():
        reader.error(f"`{key}` has a sign in it that cannot be printed", document, key)
    return text


def _names(document: Any, key: str, reader: _Reader) -> tuple[str, ...]:
    value = document.get(key)
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(each, str) and each.strip() for each in value):
        reader.error(f"`{key}` is a list of names", document, key)
        return ()
    seen: set[str] = set()
    for index, each in enumerate(value):
        if each in seen:
            reader.error(f"`{each}` is listed twice", value, index)
        seen.add(str(each))
    return tuple(str(each) for each in value)


def _stand_ins(document: Any, lists: tuple[DeckList, ...], reader: _Reader) -> tuple[tuple[str, str], ...]:
    """Tokens of the lists, and the cards that stand for them where a list can hold no tokens (H11.3)."""
    value = document.get("stand-ins")
    if value is None:
        return ()
    if not isinstance(value, Mapping):
        reader.error("`stand-ins` is a mapping of tokens to the cards that stand for them", document, "stand-ins")
        return ()
    listed = {name for deck in lists for _, name in deck.cards}
    made: list[tuple[str, str]] = []
    for token, card in value.items():
        if not isinstance(card, str) or not card or COUNT.fullmatch(card):
            reader.error(f"what stands for {token} is the name of a card", value, token)
        elif token not in listed:
            near = nearest(str(token), listed)
            reader.error(f"no list has a `{token}` to stand in for", value, token, suggestion=near)
        else:
            made.append((str(token), card))
    return tuple(made)


def _authority(document: Any, reader: _Reader) -> Authority:
    value = document.get("authority")
    if value is None:
        return Authority()
    if not isinstance(value, Mapping):
        reader.error("`authority` says rule, source, provenance, reason", document, "authority")
        return Authority()
    known = ("rule", "source", "provenance", "reason")
    for key in value:
        if key not in known:
            reader.error(
                f"unknown entry `{key}`", value, key, f"it can be: {', '.join(known)}", nearest(str(key), known)
            )
    texts = {key: _text(value, key, reader) for key in known}
    provenance = texts["provenance"] or "stated"
    if provenance not in PROVENANCES:
        reader.error(f"unknown provenance `{provenance}`", value, "provenance", f"it can be: {', '.join(PROVENANCES)}",
                     nearest(provenance, PROVENANCES))  # fmt: skip
        provenance = "stated"
    return Authority(
        texts["rule"],
        texts["source"],
        provenance,  # type: ignore[arg-type]
        texts["reason"],
    )


def _lists(document: Any, reader: _Reader) -> tuple[DeckList, ...]:
    value = document.get("lists")
    if not isinstance(value, Mapping) or not value:
        reader.error("`lists` names at least one list of cards", document, "lists" if "lists" in document else None)
        return ()
    made: dict[str, DeckList] = {}
    for name, cards in value.items():
        if not _is_name(name):
            reader.error("a list has a name that can be printed", value, name)
            continue
        if not isinstance(cards, Mapping):
            reader.error(f"the list `{name}` is a mapping of card names to counts", value, name)
            continue
        made[str(name)] = _list(str(name), cards, made, reader)
    if made and all(found.zone != "library" for found in made.values()):
        reader.error("`lists` names at least one list for the library", document, "lists")
    return tuple(made.values())


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()


def _list(name: str, cards: Any, before: Mapping[str, DeckList], reader: _Reader) -> DeckList:
    counts: dict[str, int] = {}
    zone, top = "library", ""
    before_it = len(reader.found)
    base = cards.get("based on")
    if base is not None:
        if str(base) in before:
            counts = {card: count for count, card in before[str(base)].cards}
        else:
            reader.error(f"no list `{base}` stands above", cards, "based on", suggestion=nearest(str(base), before))
    for card, count in cards.items():
        if card == "based on":
            continue
        if card == "zone":
            zone = str(count)
            if zone not in ZONES:
                reader.error(f"a list cannot be for `{zone}`", cards, card, f"it can be: {', '.join(ZONES)}")
            continue
        if card == "top":
            top = str(count)
            continue
        if not _is_name(card):
            reader.error("a line of a list is a card's name and its count", cards, card)
            continue
        if not isinstance(count, str) or not COUNT.fullmatch(count) or int(count) > MAX_COUNT:
            reader.error(f"the count of {card} is a whole number up to {MAX_COUNT}", cards, card)
            continue
        counts[str(card)] = int(count)
    if not any(counts.values()) and len(reader.found) == before_it:
        reader.error(f"the list `{name}` holds no cards", cards)
    if sum(counts.values()) > MAX_CARDS:
        reader.error(f"a list may have at most {MAX_CARDS} cards", cards)
    if top and not counts.get(top):
        reader.error(f"the list has no `{top}` to be on top", cards, "top", suggestion=nearest(top, counts))
    if top and zone == "library":
        reader.error("a library is shuffled: no card of it begins on top", cards, "top")
    return DeckList(name, tuple((count, card) for card, count in counts.items() if count), zone, top)


def read_deck(path: Path, found: list[Diagnostic]) -> DeckList | None:
    """The deck list in a text file of lines `COUNT NAME`; None and diagnostics when it cannot be used."""
    text = _text_of(path, found)
    if text is None:
        return None
    name = path.parent.name if path.stem == "deck" else path.stem
    return deck(text, name, str(path), found)


def deck(text: str, name: str, file: str, found: list[Diagnostic]) -> DeckList | None:
    """The deck list that a text gives."""
    before = len(found)
    if len(text) > MAX_BYTES:
        found.append(Diagnostic("error", f"a deck list may have at most {MAX_BYTES // 1024} KiB", file))
        return None
    counts: dict[str, int] = {}
    for number, row in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        line = row.split("#")[0].strip()
        if not line:
            continue
        match = DECK_LINE.fullmatch(line)
        if match is None:
            message, help_ = "a line of a deck list is a count and a name", "3 Forest"
            found.append(Diagnostic("error", message, file, number, 1, len(row), help_))
            continue
        digits = match["count"]
        if len(digits) > 4 or not 0 < int(digits) <= MAX_COUNT:
            found.append(Diagnostic("error", f"a count is from 1 to {MAX_COUNT}", file, number, 1, len(digits)))
            continue
        counts[match["name"]] = counts.get(match["name"], 0) + int(digits)
    if not counts and len(found) == before:
        found.append(Diagnostic("error", "this deck list is empty", file))
    if sum(counts.values()) > MAX_CARDS:
        found.append(Diagnostic("error", f"a deck may have at most {MAX_CARDS} cards", file))
    return DeckList(name, tuple((count, card) for card, count in counts.items())) if len(found) == before else None
