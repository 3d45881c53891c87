"""Manifests that do not add up: lists, and rules for cards that are in none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hordemtg.authoring.linted import Linted
from hordemtg.cards.horde import ActivateDirective, DeckList
from hordemtg.compiler.library import MANIFEST
from hordemtg.script.diagnostics import Diagnostic


def size(deck: DeckList) -> int:
    """How many cards a list has."""
    return sum(count for count, _ in deck.cards)


def _in_manifest(horde: Linted, message: str, sought: str, help_: str = "") -> Diagnostic:
    """A warning at the first line of the manifest that has the words."""
    try:
        lines = Path(horde.file).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        lines = []
    line = next((n for n, text in enumerate(lines, start=1) if sought in text.split("#")[0]), 1)
    return Diagnostic("warning", message, horde.file, line, 1, help=help_)


def uneven_lists(horde: Linted) -> Iterator[Diagnostic]:
    """Lists for the library that are not as large as the first, or smaller than what the ruleset deals of them."""
    first, *others = horde.libraries
    for deck in others:
        if size(deck) != size(first):
            message = f"the list `{deck.name}` has {size(deck)} cards, `{first.name}` has {size(first)}"
            yield _in_manifest(horde, message, f"{deck.name}:")
    wanted = horde.ruleset.deck_size
    for deck in horde.libraries:
        if size(deck) < wanted:
            message = (
                f"the ruleset `{horde.ruleset.name}` plays with {wanted} cards, the list `{deck.name}` has {size(deck)}"
            )
            yield _in_manifest(horde, message, f"{deck.name}:")


def idle_rule(horde: Linted) -> Iterator[Diagnostic]:
    """Errata and directives of the manifest about cards that no list holds, nor any card creates."""
    created = set(horde.library.tokens)
    for name in horde.manifest.errata:
        card = horde.library.errata[name].card
        if card not in horde.cards and card not in created:
            yield _in_manifest(horde, f"the erratum `{name}` is about {card}, which no list holds", name)
    by_name = {d.name: d for d in horde.directives}
    for name in horde.manifest.directives:
        directive = by_name[name]
        if isinstance(directive, ActivateDirective) and directive.card not in horde.cards:
            yield _in_manifest(horde, f"the directive `{name}` is about {directive.card}, which no list holds", name)


def unnamed_rule(horde: Linted) -> Iterator[Diagnostic]:
    """Errata or directives in the Horde's own folder, of which its manifest names none.

    Where it names some, the others may be meant for another way to play.
    """
    library, own = horde.library, Path(horde.manifest.folder)
    named = {name for ruleset in library.rulesets.values() for name in (*ruleset.errata, *ruleset.directives)}
    if not horde.manifest.errata:
        yield from _unnamed("erratum", "errata", library.errata, own, named)
    if not horde.manifest.directives:
        yield from _unnamed("directive", "directives", library.directives, own, named)


def _unnamed(what: str, key: str, known: Mapping[str, Any], own: Path, named: set[str]) -> Iterator[Diagnostic]:
    for name, rule in known.items():
        if name not in named and own in Path(rule.place.file).parents:
            message = f"nothing names the {what} `{name}`, so that it never holds"
            help_ = f"put it under `{key}:` in {MANIFEST}"
            yield Diagnostic("warning", message, rule.place.file, rule.place.line, 1, help=help_)


def no_token(horde: Linted) -> Iterator[Diagnostic]:
    """Without tokens each turn's first card ends the reveals."""
    reveals = horde.ruleset.reveals
    if reveals is None or not reveals.until_nontoken:
        return
    for deck in horde.libraries:
        if deck.cards and not any(horde.cards[name].token for _, name in deck.cards):
            message = f"the list `{deck.name}` holds no tokens, so that each turn reveals a single card"
            yield _in_manifest(horde, message, f"{deck.name}:")
