"""Setting up games: a Horde from its manifest against a Survivor's deck, or two decks under plain rules (H1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    command: tuple[DeckList, ...] = ()  # the Horde's decks for the command zone

    def deal(self, seed: int, survivor: Pilot) -> HordeGame:
        """A game that is about to begin: call `begin`, then `run`."""
        game = HordeGame(seed, self.ruleset, self.preparation, dict(self.library.tokens), dict(self.library.emblems))
        pilot = DirectivePilot(self.directives)
        game.seat(survivor, pilot)
        game.victory = Proofs(pilot)
        for count, name in self.deck.cards:
            for _ in range(count):
                game.add_card(game.survivor, self.survivor_cards[name])
        names = [name for count, name in self.main.cards for _ in range(count)]
        if 0 < self.ruleset.deck_size < len(names):
            names = game.chance.some_of(names, self.ruleset.deck_size)
        for name in names:
            game.add_card(game.horde, self.cards[name])
        lay_command(game, self.command, self.cards)
        return game


def lay_table(library: Library, spec: GameSpec) -> Table:
    """Bind the names of the spec to scripts. Raises ScriptError naming what is unknown, with the nearest names."""
    manifest = library.horde(spec.horde)
    library = library.of(manifest)
    ruleset = ruleset_of(library, manifest, spec.ruleset)
    manifest = replace(manifest, ruleset=ruleset.name)
    main = list_of(manifest, spec.list_name)
    command = tuple(found for found in manifest.lists if found.zone == "command")
    deck = library.deck(_deck_name(library, manifest, spec))
    cards = library.playing(manifest)
    missing = [name for found in (main, *command) for _, name in found.cards if name not in cards]
    missing += [name for _, name in deck.cards if name not in library.cards]
    if missing:
        raise ScriptError([Diagnostic("error", f"there is no script for the card `{name}`") for name in missing])
    names = list(dict.fromkeys((*manifest.directives, *ruleset.directives)))
    unknown = [name for name in names if name not in library.directives]
    if unknown:
        raise unknown_name("directive", unknown[0], list(library.directives))
    directives = tuple(library.directives[name] for name in names)
    return Table(
        spec, manifest, ruleset, main, deck, cards, library.cards, directives, preparation_of(ruleset, spec), library,
        command,
    )  # fmt: skip


def ruleset_of(library: Library, manifest: Manifest, name: str = "") -> Ruleset:
    """The ruleset of that name, or the Horde's own, with what its manifest adds. Raises ScriptError."""
    name = name or manifest.ruleset
    if name not in library.rulesets:
        raise unknown_name("ruleset", name, list(library.rulesets))
    ruleset = library.rulesets[name]
    if not ruleset.horde:
        raise ScriptError([Diagnostic("error", f"the ruleset `{name}` is not for a game against a Horde")])
    return with_emblems(ruleset, manifest)


def with_emblems(ruleset: Ruleset, manifest: Manifest) -> Ruleset:
    """The ruleset with the emblems that the Horde's manifest adds: its own, and the Survivors', from the start on."""
    return replace(
        ruleset,
        horde_emblems=(*ruleset.horde_emblems, *manifest.horde_emblems),
        survivor_emblems=(*ruleset.survivor_emblems, *(("preparation", name) for name in manifest.survivor_emblems)),
    )


def lay_command(game: HordeGame, lists: Sequence[DeckList], cards: Mapping[str, CardDefinition]) -> None:
    """Lay the Horde's decks for the command zone: shuffled, the card that begins on top last (H10.1)."""
    for deck in lists:
        names = [name for count, name in deck.cards for _ in range(count)]
        if deck.top:
            names.remove(deck.top)
        game.chance.shuffle(names)
        for name in [*names, *([deck.top] if deck.top else [])]:
            game.add_card(game.horde, cards[name], "command")


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
    help_ = f"say `survivors:` in it: {', '.join(sorted(library.decks))}"
    raise ScriptError([Diagnostic("error", message, help=help_)])


def list_of(manifest: Manifest, name: str) -> DeckList:
    """The Horde's list of that name for its library, or the first (H8.5). Raises ScriptError."""
    lists = [deck for deck in manifest.lists if deck.zone == "library"]
    if not name:
        return lists[0]
    for deck in lists:
        if deck.name == name:
            return deck
    raise unknown_name("list", name, [deck.name for deck in lists])


def plain_game(library: Library, seed: int, decks: tuple[DeckList, DeckList], pilots: tuple[Pilot, Pilot]) -> Game:
    """Two ordinary players with a deck each, about to begin: call `start([7, 7])`, then `run`."""
    game = Game(seed, dict(library.tokens), dict(library.emblems))
    for name, deck, pilot in zip(("A", "B"), decks, pilots, strict=True):
        player = game.add_player(name, pilot)
        for count, card in deck.cards:
            for _ in range(count):
                game.add_card(player, library.card(card))
    return game
