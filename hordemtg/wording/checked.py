"""All that can be said of cards: each script beside its print, and each erratum beside the clauses it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from hordemtg.compiler.library import Library
from hordemtg.oracle.store import Store
from hordemtg.script.diagnostics import Diagnostic
from hordemtg.wording import changes
from hordemtg.wording.compare import Comparison, compare
from hordemtg.wording.scripts import Scribe
from hordemtg.wording.selection import Wanted
from hordemtg.wording.told import told_by
from hordemtg.wording.write import WrittenCard


@dataclass(frozen=True, slots=True)
class Checked:
    """A card beside its print; with errata in force, the result and what they do beyond what they name.

    `errors` is what is wrong with the script: whatever it says in print, it does not do that.
    """

    comparison: Comparison
    errata: tuple[str, ...] = ()
    result: WrittenCard | None = None
    faults: tuple[str, ...] = ()
    errors: tuple[Diagnostic, ...] = ()

    @property
    def state(self) -> Literal["equal", "different", "missing", "faulty"]:
        """How the script stands beside the print; a script with errors is never equal to it."""
        return "faulty" if self.errors else self.comparison.state

    @property
    def well(self) -> bool:
        return self.state == "equal" and not self.faults

    def to_json(self) -> dict[str, Any]:
        """As plain data for programs."""
        return {
            **self.comparison.to_json(),
            "state": self.state,
            "errata": list(self.errata),
            "faults": list(self.faults),
            "errors": [each.to_json() for each in self.errors],
        }


def check(wanted: Sequence[Wanted], store: Store) -> list[Checked]:
    """The cards in order, each compared and its errata checked. Raises ScriptError and OracleError."""
    scribes: dict[int, Scribe] = {}
    found: list[Checked] = []
    for each in wanted:
        scribe = scribes.setdefault(id(each.library), Scribe(each.library))
        comparison = compare(scribe.write(each.name), store)
        found.append(replace(_with_errata(comparison, each, scribe), errors=scribe.errors_of(each.name)))
    return _with_told(found, wanted, scribes, store)


def _with_errata(comparison: Comparison, wanted: Wanted, scribe: Scribe) -> Checked:
    if not wanted.errata:
        return Checked(comparison)
    result = scribe.write(wanted.name, wanted.errata)
    faults = changes.faults(comparison.written, result, named_by(wanted.library, wanted.errata))
    return Checked(comparison, wanted.errata, result, tuple(faults))


def named_by(library: Library, errata: Sequence[str]) -> list[str]:
    """The clauses that the errata name."""
    return [name for erratum in errata for name in library.errata[erratum].changed]


def _with_told(
    found: list[Checked], wanted: Sequence[Wanted], scribes: dict[int, Scribe], store: Store
) -> list[Checked]:
    """Tokens that the store lacks are looked for in the texts of the cards that create them."""
    missing = {
        each.comparison.written.name: scribes[id(one.library)].tokens[each.comparison.written.name]
        for each, one in zip(found, wanted, strict=True)
        if each.comparison.state == "missing" and each.comparison.written.token
    }
    if not missing:
        return found
    told = told_by(list(missing.values()), (stored.card for stored in store.all()))
    return [
        replace(each, comparison=replace(each.comparison, told_by=told.get(each.comparison.written.name, "")))
        if each.comparison.state == "missing" and each.comparison.written.token
        else each
        for each in found
    ]
