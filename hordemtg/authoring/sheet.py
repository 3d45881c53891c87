"""What people need beside the table to play a Horde: set-up, turn, stages, directives, cards with their errata."""

from __future__ import annotations

from dataclasses import dataclass

from hordemtg.cards.abilities import StaticAbility
from hordemtg.cards.definition import CardDefinition
from hordemtg.cards.effects import SetPT
from hordemtg.cards.horde import Manifest, Ruleset
from hordemtg.cards.terms import Amount, Number
from hordemtg.compiler.library import Library
from hordemtg.play import rules_sheet
from hordemtg.play.rules_sheet import Row
from hordemtg.play.setup import list_of, ruleset_of


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the page: its words, a name before them, and a remark for whoever doubts them."""

    words: str
    name: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card of the list: how many, what is printed above its text, and what the Horde changes of it."""

    count: int
    name: str
    line: str
    errata: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The page."""

    title: str
    ruleset: str
    source: str
    size: int
    difficulties: tuple[tuple[str, int, bool], ...]  # name, turns, whether it is the usual one
    sets: tuple[tuple[str, int], ...]
    setup: tuple[Line, ...]
    stages: tuple[Line, ...]
    turn: tuple[Line, ...]
    always: tuple[Line, ...]
    hunting: tuple[Line, ...]
    acting: tuple[Line, ...]
    choosing: tuple[Line, ...]
    decks: tuple[tuple[str, tuple[CardRow, ...]], ...]


def sheet(library: Library, horde: str, ruleset: str = "", list_name: str = "") -> Sheet:
    """The page for the Horde, by its own or another ruleset. Raises ScriptError for unknown names."""
    manifest = library.horde(horde)
    library = library.of(manifest)
    found = ruleset_of(library, manifest, ruleset)
    rows = rules_sheet.sheet(library, horde, ruleset).rows
    main = list_of(manifest, list_name)
    decks = [(deck.name, deck) for deck in manifest.lists if deck is main or deck.zone == "command"]
    cards = library.playing(manifest)
    errata = _errata(library, found, manifest, rows)
    directives = [row for row in rows if row.kind == "directive"]
    of_horde = [row for row in rows if row.kind == "emblem" and row.name in found.horde_emblems]
    return Sheet(
        manifest.title, found.name, manifest.authority.source, sum(count for count, _ in main.cards),
        tuple((name, turns, turns == found.preparation) for name, turns in found.difficulties), found.set_modifiers,
        tuple(_line(row) for row in _of(rows, SETUP)), stages(found), tuple(_line(row) for row in _of(rows, TURN)),
        tuple(_line(row) for row in of_horde), _hunting(found, rows),
        tuple(_line(row, row.name) for row in directives if not row.words.startswith("choosing")),
        tuple(_line(row, row.name) for row in directives if row.words.startswith("choosing")),
        tuple((name, tuple(_card(count, cards[card], errata.get(card, ())) for count, card in deck.cards))
              for name, deck in decks),
    )  # fmt: skip


SETUP = ("each ", "survivors take", "the horde plays with")
TURN = ("reveal ", "always reveal", "cast revealed", "after the reveals", "surge ", "no surge", "the horde attacks")


def _of(rows: tuple[Row, ...], beginnings: tuple[str, ...]) -> list[Row]:
    """The ruleset's sentences that begin so."""
    return [row for row in rows if row.kind == "ruleset" and row.words.startswith(beginnings)]


def _line(row: Row, name: str = "") -> Line:
    certain = row.provenance == "stated"
    remark = "; ".join(part for part in ("" if certain else row.provenance, row.reason) if part)
    return Line(row.words.removeprefix(f"{name}: ") if name else row.words, name, remark)


def stages(ruleset: Ruleset) -> tuple[Line, ...]:
    """When each stage begins, and when the Horde is beaten (H1.2-H1.7)."""
    made = [
        Line(f"the Survivors take {ruleset.preparation} turns in a row", "Preparation"),
        Line("begins with the Horde's first turn; from now on turns alternate", "Assault"),
    ]
    if ruleset.surge:
        made.append(Line("begins with the Horde's upkeep once its graveyard and exile hold more cards than its library",
                         "Surge"))  # fmt: skip
    made.append(Line("begins when the Horde's library is empty; it does not lose for that", "Epilogue"))
    if ruleset.harmless_horde_loses:
        made.append(Line("its library is empty and it can never deal damage again", "The Horde is beaten"))
    if ruleset.bare_horde_loses:
        made.append(Line("its library and hand are empty and it controls no creatures", "The Horde is beaten"))
    return tuple(made)


def _hunting(ruleset: Ruleset, rows: tuple[Row, ...]) -> tuple[Line, ...]:
    """What the Survivors' creatures can do, from which stage on, and what its words mean (H7)."""
    made: list[Line] = []
    for since, name in ruleset.survivor_emblems:
        made += [Line(row.words, f"from the {since} on") for row in rows if (row.kind, row.name) == ("emblem", name)]
    return (*made, *(_line(row, row.name) for row in rows if row.kind == "keyword"))


def _errata(
    library: Library, ruleset: Ruleset, manifest: Manifest, rows: tuple[Row, ...]
) -> dict[str, tuple[Line, ...]]:
    """The errata in force by card."""
    words = {row.name: row for row in rows if row.kind == "errata"}
    found: dict[str, tuple[Line, ...]] = {}
    for name in dict.fromkeys((*ruleset.errata, *manifest.errata)):
        card = library.errata[name].card
        row = words[f"{name} ({card})"]
        found[card] = (*found.get(card, ()), Line(row.words, name, _line(row).remark))
    return found


def _card(count: int, card: CardDefinition, errata: tuple[Line, ...]) -> CardRow:
    words = [*card.supertypes, *card.types, *card.subtypes]
    parts = [str(card.cost) if card.cost is not None else "", " ".join(words), _size(card)]
    if card.token:
        parts.insert(0, f"{' and '.join(sorted(card.colors)) or 'colorless'} token")
    return CardRow(count, card.name, ", ".join(part for part in parts if part), errata)


def _size(card: CardDefinition) -> str:
    if card.power is None or card.toughness is None:
        return ""
    defined = [
        change
        for ability in card.abilities
        if isinstance(ability, StaticAbility) and ability.defines_characteristics
        for change in ability.changes
        if isinstance(change, SetPT)
    ]
    power = "*" if any(change.power is not None for change in defined) else _number(card.power)
    toughness = "*" if any(change.toughness is not None for change in defined) else _number(card.toughness)
    return f"{power}/{toughness}"


def _number(value: Amount) -> str:
    return str(value.value) if isinstance(value, Number) else "*"
