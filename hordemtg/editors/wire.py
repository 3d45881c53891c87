"""Between the pipe and pygls: frames in any lawful spelling, an answer to every request, faults told in one line."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path
from typing import Any, BinaryIO

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol
from pygls.workspace import Workspace

LONGEST_HEADER = 4096
LONGEST_MESSAGE = 64 * 1024 * 1024  # bytes; a longer one is no text of ours
LONGEST_TOLD = 300


class Frames:
    """The bytes of the editor for pygls, which knows one spelling of `Content-Length` only."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        """The next line of a header; a length that nobody can mean is the end."""
        row = self._stream.readline(LONGEST_HEADER)
        name, _, value = row.partition(b":")
        digits = value.strip()
        if name.strip().lower() != b"content-length" or not digits.isdigit():
            return row
        if len(digits) > len(str(LONGEST_MESSAGE)) or int(digits) > LONGEST_MESSAGE:
            logging.getLogger("hordemtg").error("a message of %s bytes: nothing more is read", digits.decode()[:20])
            return b""
        return b"Content-Length: %d\r\n" % int(digits)

    def read(self, size: int) -> bytes:
        return self._stream.read(size)


class AnsweringProtocol(LanguageServerProtocol):
    """Answers every request, whatever its parameters or its time: an editor would wait for ever."""

    def use(self, workspace: Workspace) -> None:
        """Keep the open documents there from now on."""
        self._workspace = workspace

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "method" in data and isinstance(data.get("id"), int | str):
                self._send_response(data["id"], error=error.to_response_error())
            raise

    def handle_message(self, message: Any) -> None:
        method = getattr(message, "method", "")
        if not hasattr(message, "jsonrpc"):
            raise ValueError("this is no message of JSON-RPC 2.0")
        refused = self._refused(method)
        if refused is None:
            super().handle_message(message)
        elif hasattr(message, "id"):
            self._send_response(message.id, error=refused)

    def _refused(self, method: str) -> lsp.ResponseError | None:
        """Why a message cannot be heard now, if so."""
        if self._workspace is None and method not in (lsp.INITIALIZE, lsp.SHUTDOWN, lsp.EXIT):
            return lsp.ResponseError(lsp.ErrorCodes.ServerNotInitialized, "the first request is `initialize`")
        if self._workspace is not None and method == lsp.INITIALIZE:
            return lsp.ResponseError(lsp.ErrorCodes.InvalidRequest, "the server is initialized already")
        if self._shutdown and method != lsp.EXIT:
            return lsp.ResponseError(lsp.ErrorCodes.InvalidRequest, "the server is shut down")
        return None

    def _send_response(self, msg_id: Any, result: Any = None, error: lsp.ResponseError | None = None) -> None:
        """An answer; pygls puts tracebacks into its errors, which are of no use to an editor."""
        if error is not None:
            error = lsp.ResponseError(error.code, error.message)
        super()._send_response(msg_id, result, error)


class OneLine(logging.Formatter):
    """What is logged as one line: an editor shows it to whoever writes a script."""

    def format(self, record: logging.LogRecord) -> str:
        told = record.getMessage().strip().split("\n")[0]
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            frames = traceback.extract_tb(error.__traceback__)
            where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
            told += f": {type(error).__name__}: {str(error).strip().split(chr(10))[0]}{where}"
        return f"hordemtg lsp: {told[:LONGEST_TOLD]}"


def quiet_logs() -> None:
    """Only our own words go to the error stream, line by line; what pygls logs is told by `report_server_error`."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine())
    logger = logging.getLogger("hordemtg")
    logger.handlers[:] = [handler]
    logger.propagate = False
    for name in ("pygls", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
