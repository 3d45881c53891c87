"""Whether a line of script is one: the parser and the compiler say, in the company of the card's other lines."""

from __future__ import annotations

from dataclasses import dataclass

from hordemtg.cards.definition import CardDefinition
from hordemtg.compiler import declarations
from hordemtg.compiler.library import Library
from hordemtg.compiler.scope import Names, Sink
from hordemtg.script import parser
from hordemtg.script.diagnostics import Diagnostic
from hordemtg.wording.creating import Tokens
from hordemtg.wording.scripts import Scribe

HEADS = {False: 'card "X"\n  type creature\n  stats 1/1\n', True: 'card "X"\n  type sorcery\n'}
BULLETED = "  choose one\n    - {}\n    - draw a card\n"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with a line, None when nothing is; and whether it is at least a sentence of the language."""

    fault: Diagnostic | None
    parses: bool


class Judge:
    """Judges lines and cards with the tokens, keywords and emblems of a library; remembers lines it has seen."""

    def __init__(self, library: Library) -> None:
        self.names: Names = library.names
        self.tokens: Tokens = Scribe(library).tokens
        self._seen: dict[tuple[str, bool, bool], Verdict] = {}

    def line(self, text: str, spell: bool, mode: bool = False, modal: bool = False) -> Verdict:
        """The verdict on a line that stands alone on a card; `modal` when bullets stand below it."""
        key = (text, spell, mode) if not modal else (text + "\n    - draw a card\n    - you gain 1 life", spell, mode)
        if key not in self._seen:
            self._seen[key] = self._judge(key[0], spell, mode)
        return self._seen[key]

    def _judge(self, text: str, spell: bool, mode: bool) -> Verdict:
        body = BULLETED.format(text) if mode else f"  {text}\n"
        head = HEADS[spell or mode]
        result = parser.parse(head + body)
        if result.diagnostics:
            return Verdict(result.diagnostics[0], False)
        _, found = self._compiled(result)
        return Verdict(found[0] if found else None, True)

    def card(self, text: str) -> tuple[CardDefinition | None, tuple[Diagnostic, ...]]:
        """The definition that the script of a card gives, and all that is wrong with it."""
        result = parser.parse(text)
        if result.diagnostics:
            return None, result.diagnostics
        made, found = self._compiled(result)
        return made, tuple(found)

    def _compiled(self, result: parser.ParseResult) -> tuple[CardDefinition | None, list[Diagnostic]]:
        sink = Sink("")
        made = None
        for node in result.declarations:
            made = declarations.card(node, self.names, sink)
        return made, sink.found
