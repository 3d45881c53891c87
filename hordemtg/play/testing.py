"""Running scenario files: which passed, what failed and why, and which clauses of the cards they exercised."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hordemtg.cards.abilities import Ability, KeywordAbility
from hordemtg.cards.definition import CardDefinition, EmblemDefinition
from hordemtg.cards.scenario import Scenario
from hordemtg.compiler.library import MANIFEST, Library, standard_folders
from hordemtg.play.scenarios import Coverage, Result, play
from hordemtg.script.diagnostics import Diagnostic, ScriptError, render

SUFFIX = ".scenario"

Definition = CardDefinition | EmblemDefinition


def library_for(paths: Sequence[Path]) -> Library:
    """The built-in scripts and those of the paths, with the scenarios of the paths only."""
    built_in = [folder.resolve() for folder in standard_folders()]
    resolved = [path.resolve() for path in paths]
    more = [path for path in map(_whole, resolved) if not any(path == b or b in path.parents for b in built_in)]
    outer = [path for path in more if not any(other in path.parents for other in more)]
    inside = [b for b in built_in if not any(b == path or path in b.parents for path in outer)]
    return Library.load([*inside, *dict.fromkeys(outer)], scenarios=resolved)


def _whole(path: Path) -> Path:
    """The folder of the Horde in which the path is, so that its cards are known; or the path."""
    return next((folder for folder in (path, *path.parents) if (folder / MANIFEST).is_file()), path)


def below(file: str, paths: Sequence[Path]) -> bool:
    """Whether the file is one of the paths or in a folder among them."""
    resolved = Path(file).resolve()
    return any(resolved == path.resolve() or path.resolve() in resolved.parents for path in paths)


def scenarios_of(library: Library, paths: Sequence[Path]) -> list[Scenario]:
    """The scenarios of the files, in the order of file and line."""
    found = [x for x in library.all_scenarios() if below(x.place.file, paths)]
    return sorted(found, key=lambda x: (x.place.file, x.place.line))


def errors_of(library: Library, paths: Sequence[Path]) -> list[Diagnostic]:
    """What is wrong with the scripts below the paths."""
    return [d for d in library.diagnostics if d.severity == "error" and d.file and below(d.file, paths)]


def broken(scenario: Scenario, library: Library) -> bool:
    """Whether something in the scenario's own lines does not compile: what is left of it is not played."""
    file, start = scenario.place.file, scenario.place.line
    later = [x.place.line for x in library.all_scenarios() if x.place.file == file and x.place.line > start]
    end = min(later, default=10**9)
    return any(d.severity == "error" and d.file == file and start <= d.line < end for d in library.diagnostics)


def played(scenario: Scenario, library: Library, coverage: Coverage | None = None) -> Result:
    """The scenario's result; an error of the engine becomes a failure that names it."""
    try:
        return play(scenario, library, coverage)
    except ScriptError as error:
        return Result(scenario, str(error), scenario.place)
    except Exception as error:
        # One scenario must not keep the others from being played; the failure tells of it.
        return Result(scenario, f"the engine broke down: {type(error).__name__}: {error}", scenario.place)


def run_tests(
    paths: Sequence[Path],
    coverage: bool = False,
    write: Callable[[str], object] = print,
    library: Library | None = None,
) -> int:
    """Play all scenarios below the paths and write what failed. 0 when all passed, else 1.

    With `coverage`, also which clauses of which cards acted.
    """
    missing = [path for path in paths if not path.exists()]
    for path in missing:
        write(f"there is no file or folder {path}")
    if missing:
        return 1
    library = library or library_for(paths)
    errors = errors_of(library, paths)
    for diagnostic in errors:
        write(render(diagnostic, library.texts.get(diagnostic.file)))
        write("")
    found = [x for x in scenarios_of(library, paths) if not broken(x, library)]
    if not found and not errors:
        write(f"there are no scenarios in {', '.join(map(str, paths))}")
        return 1
    acted: Coverage = set()
    failed = 0
    for scenario in found:
        result = played(scenario, library, acted if coverage else None)
        if not result.passed:
            failed += 1
            write(result.text())
            write("")
    if coverage:
        for line in report(covered(found, library, acted)):
            write(line)
    unplayed = len(scenarios_of(library, paths)) - len(found)
    wrong = f", {len(errors)} errors in scripts" if errors else ""
    wrong += f", {unplayed} not played because of them" if unplayed else ""
    write(f"{len(found) - failed} passed, {failed} failed{wrong}")
    return 1 if failed or errors else 0


# ---------------------------------------------------------------- coverage


@dataclass(frozen=True, slots=True)
class Covered:
    """A card and those of its clauses that acted, and those that did not."""

    name: str
    acted: tuple[Ability, ...]
    idle: tuple[Ability, ...]
    inline: bool = False  # declared by a scenario itself

    @property
    def total(self) -> int:
        """How many clauses the card has."""
        return len(self.acted) + len(self.idle)


def covered(scenarios: Iterable[Scenario], library: Library, acted: Coverage) -> list[Covered]:
    """For every card, token and emblem with clauses, which of them acted.

    A clause that an erratum leaves as it is counts for the card, whichever text acted.
    """
    own = _texts(library)
    inline: dict[str, list[Definition]] = {}
    for scenario in scenarios:
        inside: tuple[Definition, ...] = (*scenario.cards, *scenario.emblems)
        for definition in inside:
            inline.setdefault(definition.name, []).append(definition)
        for erratum in scenario.errata:
            own.setdefault(erratum.card, []).append(erratum.result)
    found = [_covered(name, texts, acted, False) for name, texts in own.items()]
    found += [_covered(name, texts[:1], acted, True) for name, texts in inline.items() if name not in own]
    return sorted((x for x in found if x.total), key=lambda x: (x.inline, x.name))


def _texts(library: Library) -> dict[str, list[Definition]]:
    """The texts of each card: as printed, and as the Hordes' errata make it."""
    texts: dict[str, list[Definition]] = {}
    groups: list[Mapping[str, Definition]] = [library.cards, library.tokens, library.emblems]
    groups += [library.playing(manifest) for manifest in library.manifests.values()]
    for group in groups:
        for name, definition in group.items():
            if isinstance(definition, EmblemDefinition) and definition.variant_of:
                name = definition.variant_of
            known = texts.setdefault(name, [])
            if definition not in known:
                known.append(definition)
    return texts


def title_of(definition: Definition) -> str:
    """The name under which a game counts the clauses of this text (`CompiledCard.title`)."""
    errata = definition.errata if isinstance(definition, CardDefinition) else ()
    return f"{definition.name} ({', '.join(errata)})" if errata else definition.name


def _covered(name: str, texts: Sequence[Definition], acted: Coverage, inline: bool) -> Covered:
    clauses: dict[Ability, bool] = {}
    for definition in texts:
        title = title_of(definition)
        for i, clause in enumerate(definition.abilities):
            clauses[clause] = clauses.get(clause, False) or (title, i) in acted
    did = tuple(clause for clause, yes in clauses.items() if yes)
    return Covered(name, did, tuple(clause for clause, yes in clauses.items() if not yes), inline)


def report(cards: Sequence[Covered]) -> list[str]:
    """A line for each card of the library with clauses: how many acted, and which did not."""
    lines: list[str] = []
    own = [card for card in cards if not card.inline]
    for card in own:
        idle = "; ".join(_clause(clause) for clause in card.idle)
        lines.append(f"{len(card.acted):>3} of {card.total:<3} {card.name}" + (f"  not: {idle}" if idle else ""))
    acted, total = sum(len(card.acted) for card in own), sum(card.total for card in own)
    lines.append(f"{acted} of {total} clauses exercised")
    return lines


def _clause(clause: Ability) -> str:
    """A clause by its label, keyword or kind, and the line where it stands."""
    if clause.label:
        name = clause.label
    elif isinstance(clause, KeywordAbility):
        name = clause.name
    else:
        name = "".join(f" {c.lower()}" if c.isupper() else c for c in type(clause).__name__).strip()
    return f"{name} (line {clause.place.line})" if clause.place.line else name
