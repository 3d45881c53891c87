"""The rules that a Horde is played by, one by one: their words, who says so, and where a script says it (H1 to H11)."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from hordemtg.cards.definition import Authority, Provenance
from hordemtg.cards.horde import Manifest, Ruleset
from hordemtg.cards.values import Place
from hordemtg.compiler import expand
from hordemtg.compiler.library import MANIFEST, Library
from hordemtg.play.setup import ruleset_of
from hordemtg.script.diagnostics import unknown_name
from hordemtg.script.resources import folder

T = TypeVar("T")
Kind = Literal["horde", "ruleset", "emblem", "keyword", "errata", "directive"]

AUTHORITY = re.compile(r"\s*\[[^\]]*\]$")
ABOUT = ("rule", "source", "provenance", "reason")
SOURCED = ("stated", "inferred")  # the source of the whole is that of these lines


@dataclass(frozen=True, slots=True)
class Row:
    """One rule in force: its number, its script's own words, who says so, and where it stands."""

    kind: Kind
    name: str  # of the ruleset, emblem, keyword, erratum or directive
    rule: str
    words: str
    provenance: Provenance
    source: str
    reason: str
    file: str
    line: int

    def to_json(self) -> dict[str, Any]:
        """The row as plain data for programs."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Sheet:
    """All rules in force for a Horde."""

    title: str
    ruleset: str
    rows: tuple[Row, ...]

    def to_json(self) -> dict[str, Any]:
        """The sheet as plain data for programs."""
        return {"horde": self.title, "ruleset": self.ruleset, "rules": [row.to_json() for row in self.rows]}


def sheet(library: Library, horde: str, ruleset: str = "") -> Sheet:
    """The rules that the Horde is played by, by its own or another ruleset. Raises ScriptError for unknown names."""
    manifest = library.horde(horde)
    library = library.of(manifest)
    found = ruleset_of(library, manifest, ruleset)
    made = _Maker(library.texts, found.authority.source, _is_built_in(_file_of_source(library, found.name)))
    rows = [_horde(manifest), *made.ruleset(found)]
    rows += made.emblems_and_keywords(library, found, replace(manifest, ruleset=found.name))
    for name in dict.fromkeys((*found.errata, *manifest.errata)):
        erratum = _known("erratum", name, library.errata)
        rows.append(made.row("errata", f"{name} ({erratum.card})", erratum.authority, erratum.place))
    for name in dict.fromkeys((*manifest.directives, *found.directives)):
        directive = _known("directive", name, library.directives)
        rows.append(made.row("directive", name, directive.authority, directive.place))
    return Sheet(manifest.title, found.name, tuple(rows))


def _file_of_source(library: Library, ruleset: str) -> str:
    """The file of the ruleset that says what it is taken from: of this, or of what it is a variant of."""
    found = library.declaration("ruleset", ruleset)
    bases = [line.nodes[0].leaves[0].text.strip('"') for line in found.node.nodes if line.node("variant_of")]
    if bases and not any(line.kind == "source" for line in found.node.nodes):
        return _file_of_source(library, bases[0])
    return found.file


def _is_built_in(file: str) -> bool:
    return Path(file).is_relative_to(folder("cardscripts"))


def _horde(manifest: Manifest) -> Row:
    """What the manifest says of its own lists."""
    sizes = [f"{deck.name} ({sum(count for count, _ in deck.cards)} cards)" for deck in manifest.lists]
    said = manifest.authority
    words = f"lists: {', '.join(sizes)}"
    file = str(Path(manifest.folder) / MANIFEST)
    return Row("horde", manifest.name, said.rule, words, said.provenance, said.source, said.reason, file, 1)


@dataclass(frozen=True, slots=True)
class _Maker:
    texts: Mapping[str, str]
    source: str  # what the whole ruleset is taken from
    built_in: bool  # whether a script of the project says so, which knows nothing of those of others

    def ruleset(self, found: Ruleset) -> Iterator[Row]:
        """The ruleset's own sentences."""
        for (words, said), place in zip(found.authorities, found.places, strict=True):
            yield self._row("ruleset", found.name, said, place, self._sentence(place) or words)

    def emblems_and_keywords(self, library: Library, found: Ruleset, manifest: Manifest) -> Iterator[Row]:
        """The lines of the emblems in force, then the keywords of scripts that they or the Horde's cards have."""
        names = [*found.horde_emblems, *(name for _, name in found.survivor_emblems)]
        keywords: list[str] = []
        for name in dict.fromkeys(names):
            emblem = _known("emblem", name, library.emblems)
            seen: set[Place] = set()
            for ability, said in zip(emblem.abilities, emblem.authorities, strict=True):
                keywords += [each for each in expand.uses(ability) if each in library.keywords]
                if ability.place not in seen:
                    seen.add(ability.place)
                    yield self._row("emblem", name, said, ability.place, self._sentence(ability.place))
        cards = library.playing(manifest)
        for name in dict.fromkeys(name for deck in manifest.lists for _, name in deck.cards):
            keywords += [each for each in expand.uses(cards.get(name)) if each in library.keywords]
        for name in dict.fromkeys(keywords):
            keyword = library.keywords[name]
            yield self.row("keyword", name, keyword.authority, keyword.place)

    def row(self, kind: Kind, name: str, said: Authority, place: Place) -> Row:
        """The row of a whole declaration."""
        return self._row(kind, name, said, place, "; ".join(self._body(place)))

    def _row(self, kind: Kind, name: str, said: Authority, place: Place, words: str) -> Row:
        home = _is_built_in(place.file) == self.built_in  # what others add, the source cannot have stated
        taken = said.provenance in SOURCED and (home or said.provenance != "stated")
        source = said.source or (self.source if taken else "")
        return Row(kind, name, said.rule, words, said.provenance, source, said.reason, place.file, place.line)

    def _lines(self, file: str) -> list[str]:
        return self.texts.get(file, "").splitlines()

    def _sentence(self, place: Place) -> str:
        """The line that stands there, with those that continue it, without its authority."""
        lines = self._lines(place.file)[place.line - 1 :]
        return _joined(lines)[0] if lines else ""

    def _body(self, place: Place) -> list[str]:
        """What a declaration says, line by line, without what it says about itself."""
        lines = self._lines(place.file)[place.line :]
        body: list[str] = []
        for line in lines:
            if _bare(line) and not line[0].isspace():
                break
            body.append(line)
        return [words for words in _joined(body) if words.split(" ")[0] not in ABOUT]


def _joined(lines: Sequence[str]) -> list[str]:
    """The lines with those that continue them, up to a line that is indented less than the first."""
    made: list[str] = []
    first = -1
    for line in lines:
        bare = _bare(line)
        if not bare:
            continue
        indent = len(line) - len(line.lstrip())
        if first < 0:
            first = indent
        if indent < first:
            break
        if indent > first:
            made[-1] += f" {bare}"
        else:
            made.append(bare)
    return [AUTHORITY.sub("", words) for words in made]


def _bare(line: str) -> str:
    """The line without its comment."""
    quoted = False
    for i, character in enumerate(line):
        quoted ^= character == '"'
        if character == "#" and not quoted:
            return line[:i].strip()
    return line.strip()


def _known(what: str, name: str, table: Mapping[str, T]) -> T:
    """What the name means. Raises ScriptError when no script that can be used declares it."""
    if name not in table:
        raise unknown_name(what, name, table)
    return table[name]


# ---------------------------------------------------------------- for readers


def told(found: Sheet) -> Iterator[str]:
    """The sheet as lines: number, how sure it is, the words; below, where they stand and who says so."""
    counts = Counter(row.provenance for row in found.rows)
    sums = ", ".join(f"{counts[each]} {each}" for each in get_args(Provenance) if counts[each])
    yield f"{found.title}, by the ruleset {found.ruleset}: {len(found.rows)} rules ({sums})"
    width = max(len(row.rule) for row in found.rows)
    above = ("", "")
    for row in found.rows:
        of_many = row.kind in ("ruleset", "emblem")
        group = (row.kind, row.name if of_many else "")
        if group != above:
            yield ""
            yield f'{row.kind} "{row.name}"' if of_many else f"{row.kind}"
            above = group
        words = row.words if of_many else f"{row.name}: {row.words}"
        yield f"  {row.rule:<{width}}  {row.provenance:<13}  {words}"
        notes = [f"{_shown(row.file)}:{row.line}", *(note for note in (row.source, row.reason) if note)]
        yield f"  {'':<{width}}  {'':<13}  {'; '.join(notes)}"


def _shown(file: str) -> str:
    """The file from where the reader is, if it is below."""
    here = os.getcwd() + os.sep
    return file.removeprefix(here)
