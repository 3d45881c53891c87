"""The open documents: by the address that the editor gives them, with places counted as scripts and as editors do."""

from __future__ import annotations

import re
from bisect import bisect_right
from pathlib import Path

from lsprotocol import types as lsp
from pygls import uris
from pygls.workspace import PositionCodec, TextDocument, Workspace

END = re.compile(r"\r\n|\r|\n")  # what ends a line for editors; other separators of Unicode do not


class ScriptDocument(TextDocument):
    """A text whose places are counted in two ways.

    Scripts count lines and characters from 1, and a line ends with a line feed. Editors count both from 0, the
    characters in the units that were agreed on (UTF-16), and a carriage return alone ends a line too.
    """

    def __init__(self, item: lsp.TextDocumentItem, codec: PositionCodec) -> None:
        super().__init__(item.uri, item.text, item.version, item.language_id, position_codec=codec)
        self._measured = ""
        self._rows = [0]  # where the lines of a script begin
        self._lines = [0]  # where those of the editor do

    def apply_change(self, change: lsp.TextDocumentContentChangeEvent) -> None:
        """Another text, or other characters in a range; what is beyond the end of a line is its end."""
        if not isinstance(change, lsp.TextDocumentContentChangePartial):
            self._source = change.text
            return
        text = self.source
        first, last = sorted((self._offset(change.range.start), self._offset(change.range.end)))
        self._source = text[:first] + change.text + text[last:]

    def place(self, at: lsp.Position) -> tuple[int, int]:
        """The line and the character, from 1, of an editor's place."""
        offset = self._offset(at)
        row = bisect_right(self._rows, offset)
        return row, offset - self._rows[row - 1] + 1

    def range(self, line: int, column: int, length: int) -> lsp.Range:
        """So many characters from a place of a script on, as the editor counts them."""
        self._measure()
        start = self._rows[min(max(1, line), len(self._rows)) - 1] + max(0, column - 1)
        return lsp.Range(self._position(start), self._position(start + length))

    @property
    def whole(self) -> lsp.Range:
        """From the first character to behind the last."""
        self._measure()
        return lsp.Range(lsp.Position(0, 0), self._position(len(self.source)))

    def row(self, line: int) -> str:
        """The text of a script's line."""
        self._measure()
        if not 0 < line <= len(self._rows):
            return ""
        stop = self._rows[line] if line < len(self._rows) else len(self.source)
        return self.source[self._rows[line - 1] : stop].rstrip("\r\n")

    def _measure(self) -> None:
        text = self.source
        if text is not self._measured:
            self._measured = text
            self._lines = [0, *(match.end() for match in END.finditer(text))]
            self._rows = [0, *(match.end() for match in re.finditer("\n", text))]

    def _offset(self, at: lsp.Position) -> int:
        self._measure()
        text = self.source
        if at.line >= len(self._lines):
            return len(text)
        start = self._lines[at.line]
        stop = self._lines[at.line + 1] if at.line + 1 < len(self._lines) else len(text)
        line = text[start:stop].rstrip("\r\n")
        units = 0
        for index, character in enumerate("" if line.isascii() else line):
            units += self.position_codec.client_num_units(character)
            if units > at.character:
                return start + index
        return start + min(at.character, len(line))

    def _position(self, offset: int) -> lsp.Position:
        offset = min(offset, len(self.source))
        line = bisect_right(self._lines, offset) - 1
        return lsp.Position(line, self.position_codec.client_num_units(self.source[self._lines[line] : offset]))


class Documents(Workspace):
    """The open documents by their addresses as the editor writes them, escapes and all."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace.root_uri, position_encoding=workspace.position_encoding)
        self.opened: dict[str, ScriptDocument] = {}

    @property
    def text_documents(self) -> dict[str, TextDocument]:
        return dict(self.opened)

    def put_text_document(self, text_document: lsp.TextDocumentItem, notebook_uri: str | None = None) -> None:
        self.opened[text_document.uri] = ScriptDocument(text_document, self.position_codec)

    def update_text_document(
        self, text_doc: lsp.VersionedTextDocumentIdentifier, change: lsp.TextDocumentContentChangeEvent
    ) -> None:
        document = self.opened.get(text_doc.uri)
        if document is not None:
            document.apply_change(change)
            document.version = text_doc.version

    def remove_text_document(self, doc_uri: str) -> None:
        self.opened.pop(doc_uri, None)

    def closed(self, uri: str, text: str) -> ScriptDocument:
        """A text that no editor holds."""
        return ScriptDocument(lsp.TextDocumentItem(uri, "", 0, text), self.position_codec)


def file_of(uri: str) -> str:
    """The path of a file; of a text without one, the name that the editor gives it."""
    if uri.startswith("file:"):
        try:
            path = uris.to_fs_path(uri.replace(";", "%3B"))
            return str(Path(path).resolve()) if path else uri
        except (ValueError, OSError, RuntimeError):  # a path that no system has, a loop of links
            return uri
    return uri


def uri_of(file: str) -> str:
    return uris.from_fs_path(file) or file
