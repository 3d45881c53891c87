"""What is known about an open file: its text, the library that it is part of, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from hordemtg.compiler import declarations
from hordemtg.compiler.library import KINDS, LOCAL, MANIFEST, SCENARIO, SCRIPTS, Library, Source, standard_folders
from hordemtg.script import parser
from hordemtg.script.diagnostics import Diagnostic
from hordemtg.script.tree import Node

DECK = "deck.txt"
MAX_BESIDE = 500  # so many scripts beside a loose file are read


class EditorLibrary(Library):
    """A library that remembers how texts read: of many files only the one that is written in changes."""

    parse = staticmethod(lru_cache(maxsize=4096)(parser.parse))


@dataclass(frozen=True, slots=True)
class Analysis:
    """An open file as it stands, in the library that it is read with."""

    file: str
    text: str
    library: Library

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with this file."""
        return [found for found in self.library.diagnostics if found.file == self.file]

    @property
    def declarations(self) -> tuple[Node, ...]:
        """What this file declares, as far as it can be read."""
        return self.library.parse(self.text, self.file).declarations

    @property
    def own(self) -> Library:
        """The library that names in this file are looked up in: that of its Horde, if it has one of its own."""
        return self.library.at(self.file)

    def declared(self, kinds: Iterable[str] = KINDS) -> Iterable[tuple[str, str]]:
        """The kinds and names of what is declared."""
        return [(kind, name) for kind in kinds for name in self.own.declared(kind)]

    def declaration(self, kind: str, name: str) -> Source | None:
        """The declaration of that kind and name, if there is one."""
        return self.own.declaration(kind, name) if name in self.own.declared(kind) else None

    def declared_beside(self, kind: str, name: str) -> Node | None:
        """The declaration that scenarios of this file have for themselves, of that kind and name."""
        if not self.file.endswith(SCENARIO) or kind not in LOCAL:
            return None
        for outer in self.declarations:
            for node in (outer, *(outer.nodes if outer.kind == "scenario" else ())):
                if node.kind == kind and declarations.name_of(node) == name:
                    return node
        return None


def analysed(file: str, text: str, opened: Mapping[str, str]) -> Analysis:
    """Read the file with the library around it: the built-in scripts, those of its Horde, those beside it.

    `opened` are the texts, by file, that editors hold in place of what is on the disk. A file without a path, or one
    that is neither script nor manifest, is read by itself.
    """
    path = Path(file)
    if not path.is_absolute() or not (path.suffix in SCRIPTS or path.name in (MANIFEST, DECK)):
        return Analysis(file, text, EditorLibrary.load(standard_folders(), scenarios=(), texts={file: text}))
    scenarios = (path,) if path.suffix == SCENARIO else ()
    paths = [*standard_folders(), *_around(path)]
    texts = {**opened, file: text}
    library = EditorLibrary.load(paths, scenarios=scenarios, opened=texts)
    if file not in library.texts and path.suffix in SCRIPTS:  # not on the disk yet
        library = EditorLibrary.load(paths, scenarios=scenarios, opened=texts, texts={file: text})
    return Analysis(file, text, library)


def _around(path: Path) -> list[Path]:
    """The folder of the Horde that the file is in; else the scripts beside it, and no folder below."""
    if any(folder in path.parents for folder in standard_folders()):
        return []
    horde = next((folder for folder in path.parents if (folder / MANIFEST).is_file()), None)
    if horde is not None:
        return [horde]
    try:
        beside = sorted(each for each in path.parent.iterdir() if each.suffix in SCRIPTS or each == path)
    except OSError:
        return []
    return [each for each in beside if each == path or len(beside) <= MAX_BESIDE]
