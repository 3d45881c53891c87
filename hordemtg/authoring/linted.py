"""A Horde as its lints see it: lists, cards with their errata, the ruleset's emblems, the directives in force."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition
from hordemtg.cards.horde import DeckList, Directive, Manifest, Ruleset
from hordemtg.cards.values import Place
from hordemtg.compiler.library import MANIFEST, Library
from hordemtg.play.setup import ruleset_of
from hordemtg.rules import keywords
from hordemtg.rules.terms import walk
from hordemtg.script.diagnostics import Diagnostic, ScriptError, unknown_name


@dataclass(frozen=True, slots=True)
class Linted:
    """A Horde with its names bound to scripts; `survivors` is the deck that will face it, if one is named."""

    library: Library
    manifest: Manifest
    ruleset: Ruleset
    cards: Mapping[str, CardDefinition]  # by name, with errata: those of its lists
    emblem: tuple[a.Ability, ...]  # all abilities of the Horde's emblems
    directives: tuple[Directive, ...]
    survivors: DeckList | None = None
    survivor_cards: Mapping[str, CardDefinition] | None = None

    @property
    def file(self) -> str:
        """The manifest's file."""
        return f"{self.manifest.folder}/{MANIFEST}"

    @property
    def libraries(self) -> list[DeckList]:
        """The lists for its library, the default first."""
        return [deck for deck in self.manifest.lists if deck.zone == "library"]

    def says(self, kind: type[Any]) -> bool:
        """Whether one of the Horde's emblems has an ability of that class."""
        return any(isinstance(ability, kind) for ability in self.emblem)

    def rules(self) -> frozenset[str]:
        """The rules about players that the Horde's emblems give it, rows of `PLAYER_RULES`."""
        found = [ability.rules for ability in self.emblem if isinstance(ability, a.StaticAbility)]
        return frozenset(word for rules in found for word in rules)

    @property
    def keeps_a_hand(self) -> bool:
        """Whether a card can stay in its hand: nothing plays what it draws at once or sends it elsewhere."""
        return not (self.says(a.CastAtOnce) or "can't draw cards" in self.rules()) and not self.hand_to_library

    @property
    def hand_to_library(self) -> bool:
        """Whether a card that would be put into its hand goes to its library instead (H3.5)."""
        return any(
            isinstance(ability, a.Replacement)
            and (ability.event.kind, ability.event.to_zone, ability.to_zone) == ("zone change", "hand", "library")
            for ability in self.emblem
        )


def linted(library: Library, horde: str, survivors: str = "") -> Linted:
    """The Horde of that name or folder. Raises ScriptError when it cannot be set up: then there is more to do first."""
    manifest = library.horde(horde)
    library = library.of(manifest)
    ruleset = ruleset_of(library, manifest)
    known = library.playing(manifest)
    names = list(dict.fromkeys(name for deck in manifest.lists for _, name in deck.cards))
    missing = [name for name in names if name not in known]
    if missing:
        raise ScriptError([Diagnostic("error", f"there is no script for the card `{name}`") for name in missing])
    directives = list(dict.fromkeys((*manifest.directives, *ruleset.directives)))
    unknown = [name for name in directives if name not in library.directives]
    if unknown:
        raise unknown_name("directive", unknown[0], library.directives)
    deck = library.deck(survivors) if survivors else None
    emblem = [x for name in ruleset.horde_emblems for x in library.emblems[name].abilities]
    return Linted(
        library, manifest, ruleset, {name: known[name] for name in names}, tuple(emblem),
        tuple(library.directives[name] for name in directives), deck, library.cards if deck is not None else None,
    )  # fmt: skip


# ---------------------------------------------------------------- what lints ask of cards


def abilities(card: CardDefinition) -> Iterator[tuple[a.Ability, a.Ability]]:
    """Each ability with the clause that it comes from: a keyword brings those that it stands for (CR 702.1)."""
    for clause in card.abilities:
        yield clause, clause
        if isinstance(clause, a.KeywordAbility):
            for meaning in keywords.stands_for(clause):
                yield clause, meaning


def effects(node: Any, kind: type[Any]) -> Iterator[Any]:
    """All effects of that class in the tree."""
    return (part for part in walk(node) if isinstance(part, kind))


def with_tokens(library: Library, cards: Iterable[CardDefinition]) -> list[CardDefinition]:
    """The cards, the tokens that they create, and those that these create."""
    found = list(cards)
    for card in found:  # it grows meanwhile
        for _, ability in abilities(card):
            for part in effects(ability, e.CreateTokens):
                token = part.form or library.tokens.get(part.token)
                if token is not None and token not in found:
                    found.append(token)
    return found


def in_manifest(horde: Linted, message: str, sought: str, help_: str = "") -> Diagnostic:
    """A warning at the first line of the manifest that has the words."""
    try:
        lines = Path(horde.file).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        lines = []
    line = next((n for n, text in enumerate(lines, start=1) if sought in text.split("#")[0]), 1)
    return Diagnostic("warning", message, horde.file, line, 1, help=help_)


def bodies(ability: a.Ability) -> list[a.Body | a.Mode]:
    """What it does, mode by mode; empty for what is no spell, activated or triggered ability."""
    body = getattr(ability, "body", None)
    if not isinstance(body, a.Body):
        return []
    return list(body.modes) if body.modes else [body]


def only_opponents(found: t.Filter | None) -> bool:
    """Whether the filter fits nothing that its controller controls or owns."""
    if isinstance(found, t.AllOf):
        return any(only_opponents(part) for part in found.parts)
    return found in (t.ControlledBy(t.Opponents()), t.OwnedBy(t.Opponents()), t.Not(t.ControlledBy(t.You())))


def warning(message: str, card: CardDefinition, place: Place = Place(), help_: str = "") -> Diagnostic:
    """A warning at the clause, or at the card where the clause has no place of its own."""
    at = place if place.line else card.place
    return Diagnostic("warning", f"{card.name}: {message}", at.file, at.line, max(1, at.column), help=help_)


def called(clause: a.Ability) -> str:
    """A clause by its label, or by what it is."""
    if clause.label:
        return f"`{clause.label}`"
    if isinstance(clause, a.KeywordAbility):
        return f"`{clause.name}`"
    return "this ability"
