"""The scripts of a library as the writer wants them: printed, or with errata."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from hordemtg.compiler import declarations
from hordemtg.compiler.library import KINDS, Library, Source
from hordemtg.script import parser
from hordemtg.script.diagnostics import Diagnostic, ScriptError
from hordemtg.script.surface import Surface
from hordemtg.wording.bearer import Bearer
from hordemtg.wording.creating import Tokens
from hordemtg.wording.write import Clause, Script, WrittenCard, token_forms, write, write_clause


class Scribe:
    """Writes the cards of one library."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._surfaces: dict[str, Surface] = {}
        self._lines: dict[str, list[int]] = {}
        self.tokens: Tokens = token_forms({name: self.script(name) for name in library.declared("token")})

    def _surface(self, file: str) -> Surface:
        if file not in self._surfaces:
            self._surfaces[file] = Surface(self.library.texts[file])
        return self._surfaces[file]

    def file_of(self, name: str) -> str:
        """The file in which a card or token is declared. Raises ScriptError."""
        return self._source(name).file

    def _source(self, name: str) -> Source:
        cards, tokens = self.library.declared("card"), self.library.declared("token")
        return self.library.declaration("token" if name in tokens and name not in cards else "card", name)

    def errors_of(self, name: str) -> tuple[Diagnostic, ...]:
        """What is wrong with the script of a card or token: what it cannot say it does not say, or only in print."""
        source = self._source(name)
        begin = source.node.line
        end = min((line for line in self._begins(source.file) if line > begin), default=sys.maxsize)
        return tuple(each for each in self.library.errors if each.file == source.file and begin <= each.line < end)

    def _begins(self, file: str) -> list[int]:
        """The lines on which the declarations of a file begin."""
        if not self._lines:
            for kind in KINDS:
                for name in self.library.declared(kind):
                    source = self.library.declaration(kind, name)
                    self._lines.setdefault(source.file, []).append(source.node.line)
        return self._lines.get(file, [])

    def script(self, name: str, errata: Sequence[str] = ()) -> Script:
        """The script of a card or token, with these errata applied. Raises ScriptError."""
        source = self._source(name)
        printed = Script.of(source.node, name, self._surface(source.file))
        if not errata:
            return printed
        patch = self.library.patched(name, errata)
        return Script(
            source.node,
            name,
            tuple(Clause(node, self._surface(sink.file)) for node, sink in patch.clauses),
            patch.types[0] if patch.types is not None else printed.types,
            patch.cost[0] if patch.cost is not None else printed.cost,
            frozenset(patch.no_mana),
        )

    def write(self, name: str, errata: Sequence[str] = ()) -> WrittenCard:
        """The card or token of that name as it is printed, or as errata have it. Raises ScriptError."""
        return write(self.script(name, errata), self.tokens)

    def abilities(self, kind: str, name: str) -> tuple[str, ...]:
        """What a keyword of the scripts stands for, or what an emblem says, as lines. Raises ScriptError."""
        source = self.library.declaration(kind, name)
        surface = self._surface(source.file)
        bearer = Bearer(name)
        return tuple(
            write_clause(Clause(node, surface), bearer, self.tokens)
            for node in source.node.nodes
            if node.kind == "clause"
        )


def write_text(text: str, tokens: Tokens | None = None) -> list[WrittenCard]:
    """The cards and tokens that a script declares, written. `tokens` are known besides those of the script.

    Raises ScriptError when the script cannot be read; what its words mean is not checked.
    """
    result = parser.parse(text)
    if result.diagnostics:
        raise ScriptError(result.diagnostics)
    surface = Surface(text)
    scripts = [
        Script.of(node, declarations.name_of(node), surface)
        for node in result.declarations
        if node.kind in ("card", "token")
    ]
    forms = {**(tokens or {}), **token_forms({each.name: each for each in scripts if each.node.kind == "token"})}
    return [write(each, forms) for each in scripts]
