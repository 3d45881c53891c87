"""The scripts of a library as the writer wants them: printed, or with errata."""

from __future__ import annotations

from collections.abc import Sequence

from hordemtg.compiler import declarations
from hordemtg.compiler.library import Library
from hordemtg.script import parser
from hordemtg.script.diagnostics import ScriptError
from hordemtg.script.surface import Surface
from hordemtg.wording.creating import Tokens
from hordemtg.wording.write import Clause, Script, WrittenCard, token_forms, write


class Scribe:
    """Writes the cards of one library."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._surfaces: dict[str, Surface] = {}
        self.tokens: Tokens = token_forms({name: self.script(name) for name in library.declared("token")})

    def _surface(self, file: str) -> Surface:
        if file not in self._surfaces:
            self._surfaces[file] = Surface(self.library.texts[file])
        return self._surfaces[file]

    def script(self, name: str, errata: Sequence[str] = ()) -> Script:
        """The script of a card or token, with these errata applied. Raises ScriptError."""
        known = self.library.declared("card")
        source = self.library.declaration("card" if name in known or not self._is_token(name) else "token", name)
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

    def _is_token(self, name: str) -> bool:
        return name in self.library.declared("token")

    def write(self, name: str, errata: Sequence[str] = ()) -> WrittenCard:
        """The card or token of that name as it is printed, or as errata have it. Raises ScriptError."""
        return write(self.script(name, errata), self.tokens)


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
