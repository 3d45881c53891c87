"""The language server: the protocol on standard input and output, by pygls; what it says is in the other files here."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.workspace import TextDocument

from hordemtg import __version__
from hordemtg.compiler.library import MANIFEST, SCRIPTS
from hordemtg.editors import completing, hovering, outline, things
from hordemtg.editors.analysis import DECK, Analysis, analysed
from hordemtg.script import format as form
from hordemtg.script import limits
from hordemtg.script.diagnostics import Diagnostic, ScriptError

PAUSE = 0.25  # seconds without a change before a text is checked
SOURCE = "hordemtg"

SYMBOL_KINDS = {
    "card": lsp.SymbolKind.Class, "token": lsp.SymbolKind.Class, "keyword": lsp.SymbolKind.Interface,
    "emblem": lsp.SymbolKind.Object, "errata": lsp.SymbolKind.Property, "directive": lsp.SymbolKind.Event,
    "ruleset": lsp.SymbolKind.Namespace, "scenario": lsp.SymbolKind.Function, "label": lsp.SymbolKind.Method,
}  # fmt: skip
COMPLETION_KINDS = {
    "word": lsp.CompletionItemKind.Keyword, "verb": lsp.CompletionItemKind.Function,
    "keyword": lsp.CompletionItemKind.Interface, "name": lsp.CompletionItemKind.Class,
    "subtype": lsp.CompletionItemKind.EnumMember, "alias": lsp.CompletionItemKind.Variable,
    "label": lsp.CompletionItemKind.Method,
}  # fmt: skip


AtPlace = lsp.CompletionParams | lsp.HoverParams | lsp.DefinitionParams
Asked = AtPlace | lsp.DocumentSymbolParams | lsp.DocumentFormattingParams


class AnsweringProtocol(LanguageServerProtocol):
    """Answers requests whose parameters mean nothing too: an editor that waits for an answer would wait for ever."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "method" in data and isinstance(data.get("id"), int | str):
                self._send_response(data["id"], error=error.to_response_error())
            raise


class ScriptServer(LanguageServer):
    """Keeps what is known about the open files, and the checks that wait for the writer to pause."""

    def __init__(self) -> None:
        kind = lsp.TextDocumentSyncKind.Incremental
        super().__init__(SOURCE, __version__, text_document_sync_kind=kind, protocol_cls=AnsweringProtocol)
        self.analyses: dict[str, Analysis] = {}
        self.waiting: dict[str, asyncio.Task[None]] = {}
        self.done = False

    def analysis(self, uri: str) -> Analysis:
        """The file as it stands now; the library around it may be of a moment ago. An error there changes nothing."""
        document = self.workspace.get_text_document(uri)
        known = self.analyses.get(uri)
        if known is None:
            known = self.analyses[uri] = analysed(file_of(uri), document.source, self.opened())
        return Analysis(known.file, document.source, known.library)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """A message that means nothing is logged; whoever writes a script is not told of it."""
        logging.getLogger(SOURCE).warning("%s", error)

    def has(self, params: Asked) -> bool:
        """Whether the file that a request is about is open: of others nothing is told."""
        return params.text_document.uri in self.workspace.text_documents

    def opened(self) -> dict[str, str]:
        """The texts of all open files by their path."""
        return {file_of(uri): document.source for uri, document in self.workspace.text_documents.items()}

    def check_later(self, uri: str, pause: float = PAUSE) -> None:
        """Check the file when nobody has changed it for a moment."""
        before = self.waiting.pop(uri, None)
        if before is not None:
            before.cancel()
        self.waiting[uri] = asyncio.get_running_loop().create_task(self._check(uri, pause))

    async def _check(self, uri: str, pause: float) -> None:
        await asyncio.sleep(pause)
        if uri not in self.workspace.text_documents:
            return
        document = self.workspace.get_text_document(uri)
        text, version = document.source, document.version
        try:
            found = await asyncio.to_thread(analysed, file_of(uri), text, self.opened())
        except Exception:  # a fault of ours: the editor goes on with what it had
            logging.getLogger(SOURCE).exception("the check of %s failed", uri)
            return
        if uri not in self.workspace.text_documents:
            return
        self.analyses[uri] = found
        rows = text.split("\n")
        shown = [self.diagnostic(document, rows, each) for each in found.diagnostics]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, shown, version=version))

    def diagnostic(self, document: TextDocument, rows: Sequence[str], found: Diagnostic) -> lsp.Diagnostic:
        """A message of ours as the protocol has it."""
        told = found.message
        if found.suggestion:
            told += f"; did you mean `{found.suggestion}`?"
        if found.expected:
            told += f"\nIt can be: {', '.join(found.expected[:12])}."
        if found.help:
            told += f"\n{found.help}"
        severity = lsp.DiagnosticSeverity.Error if found.severity == "error" else lsp.DiagnosticSeverity.Warning
        row = rows[found.line - 1] if 0 < found.line <= len(rows) else ""
        length = max(1, min(found.length, len(row) - found.column + 1))
        return lsp.Diagnostic(self.range(document, found.line, found.column, length), told, severity, source=SOURCE)

    def range(self, document: TextDocument, line: int, column: int, length: int) -> lsp.Range:
        """Our places count lines and characters from 1; the client's from 0, in the units it asked for (UTF-16)."""
        start = lsp.Position(max(0, line - 1), max(0, column - 1))
        end = lsp.Position(start.line, start.character + length)
        return document.position_codec.range_to_client_units(document.lines, lsp.Range(start, end))

    def place(self, params: AtPlace) -> tuple[Analysis, TextDocument, int, int]:
        """What a request is about: the file, and the line and character from 1."""
        document = self.workspace.get_text_document(params.text_document.uri)
        at = document.position_codec.position_from_client_units(document.lines, params.position)
        return self.analysis(params.text_document.uri), document, at.line + 1, at.character + 1


def file_of(uri: str) -> str:
    """The path of a file; of a text without one, the name that the editor gives it."""
    path = uris.to_fs_path(uri) if uri.startswith("file:") else None
    return str(Path(path).resolve()) if path else uri


def uri_of(file: str) -> str:
    return uris.from_fs_path(file) or file


def made() -> ScriptServer:
    """A server with everything that it can do."""
    server = ScriptServer()

    @server.feature(lsp.SHUTDOWN)
    def _done(params: None) -> None:
        server.done = True

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def _opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.check_later(params.text_document.uri, 0)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def _changed(params: lsp.DidChangeTextDocumentParams) -> None:
        server.check_later(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def _saved(params: lsp.DidSaveTextDocumentParams) -> None:
        for uri in server.workspace.text_documents:
            server.check_later(uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def _closed(params: lsp.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.analyses.pop(uri, None)
        task = server.waiting.pop(uri, None)
        if task is not None:
            task.cancel()
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=['"', " ", "-"]))
    def _complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        return complete(server, params) if server.has(params) else lsp.CompletionList(False, [])

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def _hover(params: lsp.HoverParams) -> lsp.Hover | None:
        return hover(server, params) if server.has(params) else None

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def _definition(params: lsp.DefinitionParams) -> lsp.Location | None:
        return definition(server, params) if server.has(params) else None

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def _symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return symbols(server, params) if server.has(params) else []

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def _format(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        return formatting(server, params) if server.has(params) else []

    return server


def complete(server: ScriptServer, params: lsp.CompletionParams) -> lsp.CompletionList:
    """The words and names that fit at the place."""
    analysis, document, line, column = server.place(params)
    found = completing.proposals(analysis, line, column)
    items = [
        lsp.CompletionItem(
            each.text,
            kind=COMPLETION_KINDS[each.kind],
            detail=each.detail or None,
            documentation=each.documentation or None,
            sort_text=f"{number:04}",
            filter_text=each.text,
            text_edit=lsp.TextEdit(server.range(document, line, each.column, max(0, column - each.column)), each.text),
        )
        for number, each in enumerate(found)
    ]
    return lsp.CompletionList(is_incomplete=len(items) >= completing.MOST, items=items)


def hover(server: ScriptServer, params: lsp.HoverParams) -> lsp.Hover | None:
    """The written card, the keyword's rule, the word's meaning."""
    analysis, document, line, column = server.place(params)
    thing = things.thing_at(analysis, line, column)
    told = hovering.told(analysis, thing) if thing is not None else ""
    if thing is None or not told:
        return None
    where = server.range(document, thing.line, thing.column, thing.length)
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, told), where)


def definition(server: ScriptServer, params: lsp.DefinitionParams) -> lsp.Location | None:
    """Where the name at the place is declared."""
    analysis, _, line, column = server.place(params)
    thing = things.thing_at(analysis, line, column)
    spot = things.spot_of(analysis, thing) if thing is not None else None
    if spot is None:
        return None
    uri = params.text_document.uri if spot.file == analysis.file else uri_of(spot.file)
    document = server.workspace.get_text_document(uri)
    return lsp.Location(uri, server.range(document, spot.line, spot.column, spot.length))


def symbols(server: ScriptServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """The outline of a script."""
    uri = params.text_document.uri
    document = server.workspace.get_text_document(uri)
    if not file_of(uri).endswith(tuple(SCRIPTS)):
        return []
    return [_symbol(server, document, each) for each in outline.symbols(server.analysis(uri))]


def _symbol(server: ScriptServer, document: TextDocument, symbol: outline.Symbol) -> lsp.DocumentSymbol:
    first, last = symbol.lines
    name = server.range(document, symbol.at.line, symbol.at.column, symbol.at.length)
    end = lsp.Position(last - 1, len(document.lines[last - 1].rstrip("\r\n")) if last <= len(document.lines) else 0)
    whole = lsp.Range(lsp.Position(first - 1, 0), document.position_codec.position_to_client_units(document.lines, end))
    return lsp.DocumentSymbol(
        symbol.name or "?", SYMBOL_KINDS[symbol.kind], whole, name, detail=symbol.kind,
        children=[_symbol(server, document, each) for each in symbol.inside],
    )  # fmt: skip


def formatting(server: ScriptServer, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    """The whole script in its one form; a script with errors stays as it is."""
    document = server.workspace.get_text_document(params.text_document.uri)
    file, text = file_of(params.text_document.uri), document.source
    if file.endswith((MANIFEST, DECK)) or len(text) > limits.MAX_BYTES:
        return []
    try:
        after = form.formatted(text, file)
    except ScriptError:
        return []
    if after == text:
        return []
    return [lsp.TextEdit(lsp.Range(lsp.Position(0, 0), lsp.Position(len(document.lines) + 1, 0)), after)]


def serve() -> bool:
    """Serve one editor on standard input and output until it leaves; whether it said that it is done.

    Whatever else is printed meanwhile goes to the error stream: the protocol has the output for itself.
    """
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    server = made()
    server.start_io(stdout=out)
    return server.done
