"""The language server: the protocol on standard input and output, by pygls; what it says is in the other files here."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, BinaryIO, cast

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.workspace import Workspace

from hordemtg import __version__
from hordemtg.compiler.library import SCENARIO, SCRIPTS
from hordemtg.editors import completing, hovering, outline, things
from hordemtg.editors.analysis import LISTS, Analysis, analysed, is_script
from hordemtg.editors.documents import Documents, ScriptDocument, file_of, uri_of
from hordemtg.editors.wire import AnsweringProtocol, Frames, quiet_logs
from hordemtg.editors.worker import Worker
from hordemtg.script import format as form
from hordemtg.script import limits
from hordemtg.script.diagnostics import Diagnostic, ScriptError

PAUSE = 0.25  # seconds without a change before a text is checked
SOURCE = "hordemtg"
WATCHED = (*(f"**/*{suffix}" for suffix in sorted(SCRIPTS)), *(f"**/{name}" for name in LISTS))

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


class ScriptServer(LanguageServer):
    """Keeps what is known about the open files, and the checks that wait for the writer to pause."""

    def __init__(self) -> None:
        kind = lsp.TextDocumentSyncKind.Incremental
        super().__init__(SOURCE, __version__, text_document_sync_kind=kind, protocol_cls=AnsweringProtocol)
        self.protocol: AnsweringProtocol
        self.documents = Documents(Workspace(None))
        self.analyses: dict[str, Analysis] = {}
        self.told: dict[str, lsp.PublishDiagnosticsParams] = {}
        self.waiting: dict[str, asyncio.Task[None]] = {}
        self.worker = Worker()
        self.done = False

    def analysis(self, uri: str) -> Analysis:
        """The file as it stands now; the library around it may be of a moment ago. An error there changes nothing."""
        document = self.documents.opened[uri]
        known = self.analyses.get(uri)
        if known is None:
            known = self.analyses[uri] = self.analysed(document)()
        return replace(known, text=document.source)

    def analysed(self, document: ScriptDocument) -> Callable[[], Analysis]:
        """The reading of a document as it stands now, to be done at once or beside."""
        file, language = file_of(document.uri), document.language_id or ""
        return partial(analysed, file, document.source, self.texts(), language=language)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """A message that means nothing is logged; whoever writes a script is not told of it."""
        logging.getLogger(SOURCE).warning("%s", error)

    def has(self, params: Asked) -> bool:
        """Whether the file that a request is about is open: of others nothing is told."""
        return params.text_document.uri in self.documents.opened

    def texts(self) -> dict[str, str]:
        """The texts of all open files by their path."""
        return {file_of(uri): document.source for uri, document in self.documents.opened.items()}

    def check_later(self, uri: str, pause: float = PAUSE) -> None:
        """Check the file when nobody has changed it for a moment."""
        self.check_no_more(uri)
        self.waiting[uri] = asyncio.get_running_loop().create_task(self._check(uri, pause))

    def check_all(self) -> None:
        """Check all open files: something on the disk has changed."""
        for uri in self.documents.opened:
            self.check_later(uri)

    def watch_files(self) -> None:
        """Ask the editor to say when files change that it has not opened, if it can."""
        workspace = self.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace else None
        if watching is None or not watching.dynamic_registration:
            return
        options = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher(each) for each in WATCHED])
        wanted = lsp.Registration("files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        self.client_register_capability(lsp.RegistrationParams([wanted]))

    def check_no_more(self, uri: str) -> None:
        """Let a check be that waits or is done just now."""
        before = self.waiting.pop(uri, None)
        if before is not None:
            before.cancel()

    async def _check(self, uri: str, pause: float) -> None:
        await asyncio.sleep(pause)
        document = self.documents.opened.get(uri)
        if document is None:
            return
        try:
            found = await self.worker.do(self.analysed(document))
        except Exception:  # a fault of ours: the editor goes on with what it had
            logging.getLogger(SOURCE).exception("the check of %s failed", uri)
            return
        self.waiting.pop(uri, None)
        self.told.pop(uri, None)
        self.tell(document, found)
        for other in self.documents.opened.values():  # the same reading says what is wrong there
            if other is not document and found.is_part(file_of(other.uri), other.source):
                self.check_no_more(other.uri)
                self.tell(other, replace(found, file=file_of(other.uri), text=other.source))
        if not found.is_scenario:  # they are read for themselves, with what is here
            for scene in [u for u in self.documents.opened if found.is_beside(file_of(u)) and u.endswith(SCENARIO)]:
                self.check_later(scene)

    def tell(self, document: ScriptDocument, found: Analysis) -> None:
        """Keep what is known about the document now, and tell what is wrong with it, once."""
        self.analyses[document.uri] = found
        shown = [self.diagnostic(document, each) for each in found.diagnostics]
        told = lsp.PublishDiagnosticsParams(document.uri, shown, version=document.version)
        if self.told.get(document.uri) != told:
            self.told[document.uri] = told
            self.text_document_publish_diagnostics(told)

    def diagnostic(self, document: ScriptDocument, found: Diagnostic) -> lsp.Diagnostic:
        """A message of ours as the protocol has it."""
        told = found.message
        if found.suggestion:
            told += f"; did you mean `{found.suggestion}`?"
        if found.expected:
            told += f"\nIt can be: {', '.join(found.expected[:12])}."
        if found.help:
            told += f"\n{found.help}"
        severity = lsp.DiagnosticSeverity.Error if found.severity == "error" else lsp.DiagnosticSeverity.Warning
        length = max(1, min(found.length, len(document.row(found.line)) - found.column + 1))
        return lsp.Diagnostic(document.range(found.line, found.column, length), told, severity, source=SOURCE)

    def document_of(self, file: str, analysis: Analysis) -> ScriptDocument:
        """The open document of a file; of one that is not open, its text as it was read."""
        opened = next((each for uri, each in self.documents.opened.items() if file_of(uri) == file), None)
        return opened or self.documents.closed(uri_of(file), analysis.library.texts.get(file, ""))

    def place(self, params: AtPlace) -> tuple[Analysis, ScriptDocument, int, int]:
        """What a request is about: the file, and the line and character from 1."""
        document = self.documents.opened[params.text_document.uri]
        return self.analysis(document.uri), document, *document.place(params.position)


def made() -> ScriptServer:
    """A server with everything that it can do."""
    server = ScriptServer()

    @server.feature(lsp.INITIALIZE)
    def _begins(params: lsp.InitializeParams) -> None:
        server.documents = Documents(server.workspace)
        server.protocol.use(server.documents)

    @server.feature(lsp.SHUTDOWN)
    def _done(params: None) -> None:
        server.done = True

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def _opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.told.pop(params.text_document.uri, None)
        server.check_later(params.text_document.uri, 0)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def _changed(params: lsp.DidChangeTextDocumentParams) -> None:
        server.check_later(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def _saved(params: lsp.DidSaveTextDocumentParams) -> None:
        server.check_all()

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def _closed(params: lsp.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.analyses.pop(uri, None)
        server.told.pop(uri, None)
        server.check_no_more(uri)
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))
        server.check_all()  # what was not saved is no more

    @server.feature(lsp.INITIALIZED)
    def _watch(params: lsp.InitializedParams) -> None:
        server.watch_files()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def _files_changed(params: lsp.DidChangeWatchedFilesParams) -> None:
        server.check_all()

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
            text_edit=lsp.TextEdit(document.range(line, each.column, max(0, column - each.column)), each.text),
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
    where = document.range(thing.line, thing.column, thing.length)
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, told), where)


def definition(server: ScriptServer, params: lsp.DefinitionParams) -> lsp.Location | None:
    """Where the name at the place is declared."""
    analysis, asking, line, column = server.place(params)
    thing = things.thing_at(analysis, line, column)
    spot = things.spot_of(analysis, thing) if thing is not None else None
    if spot is None:
        return None
    document = asking if spot.file == analysis.file else server.document_of(spot.file, analysis)
    return lsp.Location(document.uri, document.range(spot.line, spot.column, spot.length))


def symbols(server: ScriptServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """The outline of a script."""
    document = server.documents.opened[params.text_document.uri]
    analysis = server.analysis(document.uri)
    return [_symbol(document, each) for each in outline.symbols(analysis)] if analysis.is_script else []


def _symbol(document: ScriptDocument, symbol: outline.Symbol) -> lsp.DocumentSymbol:
    first, last = symbol.lines
    name = document.range(symbol.at.line, symbol.at.column, symbol.at.length)
    whole = lsp.Range(document.range(first, 1, 0).start, document.range(last, 1, len(document.row(last))).end)
    return lsp.DocumentSymbol(
        symbol.name or "?", SYMBOL_KINDS[symbol.kind], whole, name, detail=symbol.kind,
        children=[_symbol(document, each) for each in symbol.inside],
    )  # fmt: skip


def formatting(server: ScriptServer, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    """The whole script in its one form; a script with errors stays as it is."""
    document = server.documents.opened[params.text_document.uri]
    file, text = file_of(document.uri), document.source
    if not is_script(file, document.language_id or "") or len(text) > limits.MAX_BYTES:
        return []
    try:
        after = form.formatted(text, file)
    except ScriptError:
        return []
    if after == text:
        return []
    return [lsp.TextEdit(document.whole, after)]


def serve() -> bool:
    """Serve one editor on standard input and output until it leaves; whether it said that it is done.

    Whatever else is printed meanwhile goes to the error stream: the protocol has the output for itself.
    """
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    quiet_logs()
    server = made()
    server.start_io(stdin=cast(BinaryIO, Frames(sys.stdin.buffer)), stdout=out)
    return server.done
