"""What is doubtful in a whole Horde: each lint a function with a name, which gives warnings with their places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from hordemtg.authoring.linted import Linted
from hordemtg.authoring.lints import casting, creating, deciding, facing, listing, refilling
from hordemtg.script.diagnostics import Diagnostic

Warnings = Callable[[Linted], Iterator[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Lint:
    """One lint: the name that stands behind its warnings, and what it is about in a sentence."""

    name: str
    about: str
    find: Warnings


LINTS: tuple[Lint, ...] = (
    Lint("missing-kind", "A card creates tokens of a kind that no list holds: none can come back from the graveyard.",
         creating.missing_kind),
    Lint("unused-ability", "No directive activates the ability, so that the Horde never will.",
         deciding.unused_ability),
    Lint("never-cast", "The card asks for something that the Horde never has, so that it is never cast.",
         casting.never_cast),
    Lint("stalled-reveal", "The card needs a target or a sacrifice that may not be there: it goes back on top, and the"
         " turn's reveals are over.", casting.stalled_reveal),
    Lint("refilled-library", "The card puts cards into the Horde's own library, so that the game may not come to an"
         " end.", refilling.refilled_library),
    Lint("uneven-lists", "Two lists for the library are of different size, or smaller than the ruleset asks for.",
         listing.uneven_lists),
    Lint("idle-rule", "An erratum or a directive is about a card that no list holds.", listing.idle_rule),
    Lint("unnamed-rule", "Errata or directives lie in the Horde's folder, and its `deck.yaml` names none of them.",
         listing.unnamed_rule),
    Lint("no-token", "The ruleset reveals until a card that is no token, and the list holds no tokens.",
         listing.no_token),
    Lint("idle-survivor-card", "A card of the Survivor's deck does nothing against this Horde.",
         facing.idle_survivor_card),
)  # fmt: skip


def lint(horde: Linted) -> list[Diagnostic]:
    """All warnings about the Horde, in the order of the lints; the name of its lint stands behind each."""
    return [
        replace(found, message=f"{found.message} ({each.name})")
        for each in LINTS
        for found in dict.fromkeys(each.find(horde))
    ]
