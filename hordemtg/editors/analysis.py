"""What is known about an open file: its text, the library that it is part of, and what is wrong with it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar

from hordemtg.compiler import declarations
from hordemtg.compiler.library import KINDS, LOCAL, MANIFEST, SCENARIO, SCRIPTS, Library, Source, standard_folders
from hordemtg.script import parser
from hordemtg.script.diagnostics import Diagnostic
from hordemtg.script.tree import Node

DECK = "deck.txt"
LISTS = (MANIFEST, DECK)
LANGUAGE = "hordemtg"  # what editors call the language of scripts
MAX_BESIDE = 500  # so many scripts beside a loose file are read


class EditorLibrary(Library):
    """A library that remembers how each file reads: of many only the one that is written in changes."""

    known: ClassVar[dict[str, tuple[str, parser.ParseResult]]] = {}  # by file; of the texts that it had, only the last

    @staticmethod
    def parse(text: str, file: str = "") -> parser.ParseResult:
        known = EditorLibrary.known.get(file)
        if known is None or known[0] != text:
            known = EditorLibrary.known[file] = (text, parser.parse(text, file))
        return known[1]


@dataclass(frozen=True, slots=True)
class Analysis:
    """An open file as it stands, in the library that it is read with."""

    file: str
    text: str
    library: Library
    language: str = ""
    opened: Mapping[str, str] = field(default_factory=dict)  # what editors held in place of what is on the disk
    roots: tuple[Path, ...] = ()  # the folder of its Horde, or the files beside it

    @property
    def is_script(self) -> bool:
        return is_script(self.file, self.language)

    @property
    def is_deck(self) -> bool:
        return Path(self.file).name == DECK

    @property
    def is_list(self) -> bool:
        """Whether it is a manifest or a deck list."""
        return Path(self.file).name in LISTS

    @property
    def is_scenario(self) -> bool:
        return Path(self.file).suffix == SCENARIO

    def is_beside(self, file: str) -> bool:
        """Whether another file is of the same Horde, or lies beside this."""
        path = Path(file)
        return any(root == path or root in path.parents for root in self.roots)

    def is_part(self, file: str, text: str) -> bool:
        """Whether the library has been read with that text of another open file, so that it knows what is wrong there.

        Scenarios are read only for themselves.
        """
        known = Path(file).suffix in SCRIPTS - {SCENARIO} or Path(file).name in LISTS
        return known and self.opened.get(file) == text and self.is_beside(file)

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


def is_script(file: str, language: str = "") -> bool:
    """Whether this is a script, by its name, or, where the name does not say it, because the editor says so."""
    path = Path(file)
    return path.suffix in SCRIPTS or (language == LANGUAGE and path.name not in LISTS)


def analysed(file: str, text: str, opened: Mapping[str, str], language: str = "") -> Analysis:
    """Read the file with the library around it: the built-in scripts, those of its Horde, those beside it.

    `opened` are the texts, by file, that editors hold in place of what is on the disk. A script that has no path, or
    is called otherwise than scripts are, is read by itself; of what is no script at all nothing is read.
    """
    path = Path(file)
    if not path.is_absolute() or not (path.suffix in SCRIPTS or path.name in LISTS):
        texts = {file: text} if is_script(file, language) else {}
        return Analysis(file, text, EditorLibrary.load(standard_folders(), scenarios=(), texts=texts), language)
    scenarios = (path,) if path.suffix == SCENARIO else ()
    opened = {**opened, file: text}
    roots = _around(path, opened)
    there = [root for root in roots if os.path.exists(root)]  # which never raises
    found = Analysis(file, text, Library(), language, opened, tuple(roots))
    unsaved = {
        name: said
        for name, said in opened.items()
        if Path(name).suffix in (SCRIPTS if name == file else SCRIPTS - {SCENARIO})
        and not os.path.exists(name)
        and (name == file or found.is_beside(name))
    }
    paths = [*standard_folders(), *there]
    return replace(found, library=EditorLibrary.load(paths, scenarios=scenarios, opened=opened, texts=unsaved))


def _around(path: Path, opened: Iterable[str]) -> list[Path]:
    """The folder of the Horde that the file is in; else the scripts beside it, and no folder below.

    Files that are open count, also where they are not on the disk.
    """
    if any(folder in path.parents for folder in standard_folders()):
        return []
    horde = next((folder for folder in path.parents if os.path.isfile(folder / MANIFEST)), None)
    if horde is not None:
        return [horde]
    beside = {path, *(Path(each) for each in opened if Path(each).parent == path.parent)}
    with suppress(OSError):  # no folder, or none that may be read
        beside.update(path.parent.iterdir())
    scripts = sorted(each for each in beside if each.suffix in SCRIPTS or each == path)
    return [each for each in scripts if each == path or len(scripts) <= MAX_BESIDE]
