"""Manifests that do not add up: lists, and rules for cards that are in none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hordemtg.authoring.linted import Linted, in_manifest, with_tokens
from hordemtg.authoring.lints.casting import possible
from hordemtg.cards.horde import ActivateDirective, CastDirective, DeckList, Directive, OfferDirective
from hordemtg.compiler.library import MANIFEST
from hordemtg.script.diagnostics import Diagnostic


def size(deck: DeckList) -> int:
    """How many cards a list has."""
    return sum(count for count, _ in deck.cards)


def uneven_lists(horde: Linted) -> Iterator[Diagnostic]:
    """Lists for the library that are not as large as the first, or smaller than what the ruleset deals of them."""
    first, *others = horde.libraries
    for deck in others:
        if size(deck) != size(first):
            message = f"the list `{deck.name}` has {size(deck)} cards, `{first.name}` has {size(first)}"
            yield in_manifest(horde, message, f"{deck.name}:")
    wanted = horde.ruleset.deck_size
    for deck in horde.libraries:
        if size(deck) < wanted:
            message = (
                f"the ruleset `{horde.ruleset.name}` plays with {wanted} cards, the list `{deck.name}` has {size(deck)}"
            )
            yield in_manifest(horde, message, f"{deck.name}:")


def idle_rule(horde: Linted) -> Iterator[Diagnostic]:
    """Errata and directives of the manifest about cards that no list holds, nor any card creates."""
    created = set(horde.library.tokens)
    for name in horde.manifest.errata:
        card = horde.library.errata[name].card
        if card not in horde.cards and card not in created:
            yield in_manifest(horde, f"the erratum `{name}` is about {card}, which no list holds", name)
    by_name = {d.name: d for d in horde.directives}
    for name in horde.manifest.directives:
        what = _idle(horde, by_name[name])
        if what:
            yield in_manifest(horde, f"the directive `{name}` is about {what}", name)


def _idle(horde: Linted, directive: Directive) -> str:
    """What the directive is about, when nothing of the kind can be there; or ""."""
    cards = with_tokens(horde.library, horde.cards.values())
    match directive:
        case ActivateDirective(card=name) if all(card.name != name for card in cards):
            return f"{name}, which no list holds"
        case OfferDirective(what=what) if not possible(what, cards):
            return "creatures of a kind that no list holds"
        case CastDirective() if all(deck.zone != "command" for deck in horde.manifest.lists):
            return "the command zone, and no list is for that"
        case _:
            return ""


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
            yield in_manifest(horde, message, f"{deck.name}:")
