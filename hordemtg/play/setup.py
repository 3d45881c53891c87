"""Setting up games: a Horde from its manifest against a Survivor's deck, or two decks under plain rules (H1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from hordemtg.cards.definition import CardDefinition
from hordemtg.cards.horde import DeckList, Difficulty, Directive, Manifest, Ruleset
from hordemtg.compiler.library import Library
from hordemtg.horde.game import HordeGame
from hordemtg.horde.pilot import DirectivePilot
from hordemtg.horde.victory import Proofs
from hordemtg.rules.choices import Pilot
from hordemtg.rules.game import Game
from hordemtg.script.diagnostics import Diagnostic, ScriptError, unknown_name

DIFFICULTIES: tuple[Difficulty, ...] = ("nightmare", "hard", "normal", "easy", "story")


@dataclass(frozen=True, slots=True)
class GameSpec:
    """Everything that decides a game but the answers of its players: with those it can be played again."""

    horde: str
    survivors: str = ""  # "" for the deck that the manifest names
    ruleset: str = ""  # "" for the manifest's own
    list_name: str = ""  # "" for the manifest's first list (H8.5)
    difficulty: str = ""  # "" for the ruleset's own number of preparation turns
    preparation: int | None = None  # overrides the difficulty
    seed: int = 1
    set_name: str = ""  # the set or kind of deck of the Survivor, for its change in preparation turns (H1.3)


@dataclass(frozen=True, slots=True)
class Table:
    """A `GameSpec` with its names bound to scripts, ready to deal any number of games."""

    spec: GameSpec
    manifest: Manifest
    ruleset: Ruleset
    main: DeckList
    deck: DeckList
    cards: Mapping[str, CardDefinition]  # the Horde's copies, with errata
    survivor_cards: Mapping[str, CardDefinition]
    directives: tuple[Directive, ...]
    preparation: int
    library: Library

    def deal(self, seed: int, survivor: Pilot) -> HordeGame:
        """A game that is about to begin: call `begin`, then `run`."""
        game = HordeGame(seed, self.ruleset, self.preparation, dict(self.library.tokens), dict(self.library.emblems))
        pilot = DirectivePilot(self.directives)
        game.seat(survivor, pilot)
        game.victory = Proofs(pilot)
        for count, name in self.deck.cards:
            for _ in range(count):
                game.add_card(game.survivor, self.survivor_cards[name])
        for count, name in self.main.cards:
            for _ in range(count):
                game.add_card(game.horde, self.cards[name])
        return game


def lay_table(library: Library, spec: GameSpec) -> Table:
    """Bind the names of the spec to scripts. Raises ScriptError naming what is unknown, with the nearest names."""
    manifest = library.horde(spec.horde)
    library = library.of(manifest)
    ruleset_name = spec.ruleset or manifest.ruleset
    if ruleset_name not in library.rulesets:
        raise unknown_name("ruleset", ruleset_name, list(library.rulesets))
    ruleset = library.rulesets[ruleset_name]
    if not ruleset.horde:
        raise ScriptError([Diagnostic("error", f"the ruleset `{ruleset_name}` is not for a game against a Horde")])
    manifest = replace(manifest, ruleset=ruleset_name)
    main = _list_of(manifest, spec.list_name)
    deck = library.deck(_deck_name(library, manifest, spec))
    cards = library.playing(manifest)
    missing = [name for _, name in main.cards if name not in cards]
    missing += [name for _, name in deck.cards if name not in library.cards]
    if missing:
        raise ScriptError([Diagnostic("error", f"there is no script for the card `{name}`") for name in missing])
    names = list(dict.fromkeys((*manifest.directives, *ruleset.directives)))
    unknown = [name for name in names if name not in library.directives]
    if unknown:
        raise unknown_name("directive", unknown[0], list(library.directives))
    directives = tuple(library.directives[name] for name in names)
    return Table(
        spec, manifest, ruleset, main, deck, cards, library.cards, directives, preparation_of(ruleset, spec), library
    )


def preparation_of(ruleset: Ruleset, spec: GameSpec) -> int:
    """How many turns the Survivor takes first (H1.3). Raises ScriptError for an unknown difficulty or set."""
    turns = ruleset.preparation if spec.preparation is None else spec.preparation
    if spec.difficulty and spec.preparation is None:
        by_name: dict[str, int] = {str(name): count for name, count in ruleset.difficulties}
        if spec.difficulty not in by_name:
            raise unknown_name("difficulty", spec.difficulty, list(by_name))
        turns = by_name[spec.difficulty]
    if spec.set_name:
        changes = dict(ruleset.set_modifiers)
        if spec.set_name not in changes:
            raise unknown_name("set", spec.set_name, list(changes))
        turns += changes[spec.set_name]
    return max(0, turns)


def _deck_name(library: Library, manifest: Manifest, spec: GameSpec) -> str:
    """The deck that is asked for, or the manifest's, or the only one there is."""
    named = spec.survivors or manifest.survivors
    if named or len(library.decks) == 1:
        return named or next(iter(library.decks))
    message = f"no deck is named, and the manifest of `{manifest.name}` names none for its opponents"
    raise ScriptError([Diagnostic("error", message, help=f"say `survivors:` in it: {', '.join(sorted(library.decks))}")])


def _list_of(manifest: Manifest, name: str) -> DeckList:
    if not name:
        return manifest.lists[0]
    for deck in manifest.lists:
        if deck.name == name:
            return deck
    raise unknown_name("list", name, [deck.name for deck in manifest.lists])


def plain_game(library: Library, seed: int, decks: tuple[DeckList, DeckList], pilots: tuple[Pilot, Pilot]) -> Game:
    """Two ordinary players with a deck each, about to begin: call `start([7, 7])`, then `run`."""
    game = Game(seed, dict(library.tokens), dict(library.emblems))
    for name, deck, pilot in zip(("A", "B"), decks, pilots, strict=True):
        player = game.add_player(name, pilot)
        for count, card in deck.cards:
            for _ in range(count):
                game.add_card(player, library.card(card))
    return game
