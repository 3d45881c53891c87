"""Which cards an author means: a card or token by name, all of a Horde, all of a deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hordemtg.compiler.library import MANIFEST, SCRIPTS, Library
from hordemtg.script.diagnostics import Diagnostic, ScriptError, unknown_name


@dataclass(frozen=True, slots=True)
class Wanted:
    """A card of a library, and the errata that are in force where it was asked for."""

    name: str
    library: Library
    errata: tuple[str, ...] = ()


def wanted(library: Library, names: Sequence[str], errata: str = "") -> list[Wanted]:
    """The cards that the names mean, each once, in order. Raises ScriptError for a name that nothing has.

    The cards of a Horde come with the errata in force there; `errata` names a Horde whose errata hold for all.
    """
    found: dict[tuple[str, int], Wanted] = {}
    for name in names or sorted(library.manifests):
        for each in _cards(library, name):
            if errata:
                each = _with_errata_of(library, errata, each.name)
            found.setdefault((each.name, id(each.library)), each)
    return list(found.values())


def _cards(library: Library, name: str) -> list[Wanted]:
    if name in library.cards or name in library.tokens:
        return [Wanted(name, library)]
    if _is_horde(library, name):
        own = library.of(library.horde(name))
        manifest = library.horde(name)
        cards = dict.fromkeys(card for deck in manifest.lists for _, card in deck.cards)
        cards.update(dict.fromkeys(each.name for each in declared_in(library, Path(manifest.folder))))
        return [_with_errata_of(library, name, card) for card in cards if card in own.cards or card in own.tokens]
    if _holds_scripts(Path(name)):
        found = declared_in(library, Path(name))
        if not found:
            raise ScriptError([Diagnostic("error", "there are no scripts of cards or tokens here", name)])
        return found
    if name in library.decks or Path(name).is_file() or (Path(name) / "deck.txt").is_file():
        return [Wanted(card, library) for _, card in library.deck(name).cards]
    known = [*library.cards, *library.tokens, *library.hordes_by_name, *library.decks]
    raise unknown_name("card, Horde or deck", name, known)


def _is_horde(library: Library, name: str) -> bool:
    path = Path(name)
    return name in library.hordes_by_name or path.name == MANIFEST or (path / MANIFEST).is_file()


def _holds_scripts(path: Path) -> bool:
    """Whether this is a file of scripts, or a folder that is neither a Horde's nor a deck's."""
    if path.is_dir():
        return not (path / "deck.txt").is_file()
    return path.suffix in SCRIPTS and path.is_file()


def _with_errata_of(library: Library, horde: str, card: str) -> Wanted:
    manifest = library.horde(horde)
    own = library.of(manifest)
    return Wanted(card, own, errata_in_force(own, manifest.ruleset, manifest.errata, card))


def errata_in_force(library: Library, ruleset: str, listed: Sequence[str], card: str) -> tuple[str, ...]:
    """The errata of a card that are in force: those of the ruleset, then the Horde's own."""
    found = library.rulesets.get(ruleset)
    names = dict.fromkeys([*(found.errata if found is not None else ()), *listed])
    return tuple(name for name in names if name in library.errata and library.errata[name].card == card)


def errors_below(library: Library, place: Path) -> list[Diagnostic]:
    """What is wrong with the scripts, manifests and decks in a folder."""
    return [each for each in library.errors if each.file and is_below(each.file, place)]


def errors_of(library: Library, names: Sequence[str]) -> list[Diagnostic]:
    """What is wrong in the folders of those names that are Hordes, files or folders: cards or errata may be lost."""
    places = [
        Path(library.horde(name).folder) if _is_horde(library, name) else Path(name)
        for name in names
        if _is_horde(library, name) or _holds_scripts(Path(name))
    ]
    return [each for place in places for each in errors_below(library, place)]


def declared_in(library: Library, place: Path) -> list[Wanted]:
    """All cards and tokens whose scripts stand in a file or below a folder, by name."""
    found: list[Wanted] = []
    for each in library.libraries:
        for kind in ("card", "token"):
            for name in each.declared(kind):
                file = each.declaration(kind, name).file
                if is_below(file, place) and library.at(file) is each:
                    found.append(Wanted(name, each))
    return sorted(found, key=lambda each: each.name)


def is_below(file: str, place: Path) -> bool:
    """Whether the file is this one or in this folder, be it by a link."""
    return any(place.resolve() in (path, *path.parents) for path in (Path(file).absolute(), Path(file).resolve()))
