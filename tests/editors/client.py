"""An editor as the language server sees it: JSON-RPC in frames on the pipes of a process of its own."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
LONG = 20.0  # seconds: a busy machine is slow, a server that hangs never answers


class Client:
    """Starts the server, sends requests and notifications, keeps what comes back."""

    def __init__(self, home: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(home)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hordemtg", "lsp"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=(home / "errors.txt").open("wb"), env=environment,
            cwd=home,
        )  # fmt: skip
        self.home = home
        self._messages: queue.Queue[dict[str, Any]] = queue.Queue()
        self._notes: list[dict[str, Any]] = []
        self._count = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        out = self.process.stdout
        assert out is not None
        while True:
            length = 0
            while (row := out.readline().strip()) != b"":
                if row.lower().startswith(b"content-length:"):
                    length = int(row.split(b":")[1])
            if not length:
                return
            self._messages.put(json.loads(out.read(length)))

    def raw(self, data: bytes) -> None:
        """Bytes as they are."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: object) -> None:
        body = json.dumps(message).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method: str, params: object) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def answer(self, method: str, params: object) -> dict[str, Any]:
        """The whole answer to a request, error or result."""
        self._count += 1
        self.send({"jsonrpc": "2.0", "id": self._count, "method": method, "params": params})
        while True:
            message = self._messages.get(timeout=LONG)
            if message.get("id") == self._count and "method" not in message:
                return message
            self._notes.append(message)

    def ask(self, method: str, params: object) -> Any:
        """The result of a request."""
        answer = self.answer(method, params)
        assert "error" not in answer, answer["error"]
        return answer["result"]

    def errors(self) -> str:
        """What it has written on the error stream."""
        return (self.home / "errors.txt").read_text(encoding="utf-8")

    def asked(self, method: str) -> dict[str, Any]:
        """What the server asks the editor for, when it does."""
        while True:
            message = next((n for n in self._notes if n.get("method") == method and "id" in n), None)
            if message is not None:
                self._notes.remove(message)
                return message
            self._notes.append(self._messages.get(timeout=LONG))

    def initialize(self, encodings: list[str] | None = None, **workspace: Any) -> Any:
        general = {"positionEncodings": encodings} if encodings else {}
        capabilities = {"general": general, "workspace": workspace}
        params = {"processId": os.getpid(), "rootUri": None, "capabilities": capabilities}
        result = self.ask("initialize", params)
        self.notify("initialized", {})
        return result

    def open(self, uri: str, text: str) -> None:
        item = {"uri": uri, "languageId": "hordemtg", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, version: int, text: str) -> None:
        params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]}
        self.notify("textDocument/didChange", params)

    def diagnostics(self, uri: str, version: int | None = None) -> list[dict[str, Any]]:
        """What the server says is wrong with a file, when it says it."""
        while True:
            message = next((n for n in self._notes if _about(n, uri, version)), None)
            if message is not None:
                self._notes.remove(message)
                return list(message["params"]["diagnostics"])
            self._notes.append(self._messages.get(timeout=LONG))

    def said(self) -> int:
        """How many diagnostics wait that nobody has asked for."""
        return sum(1 for note in self._notes if note.get("method") == "textDocument/publishDiagnostics")

    def at(self, uri: str, line: int, character: int) -> dict[str, Any]:
        """A place, both numbers from 0."""
        return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}

    def close(self) -> int:
        """Say good-bye as an editor does; the server's exit code."""
        self.ask("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(timeout=LONG)


def _about(message: dict[str, Any], uri: str, version: int | None) -> bool:
    if message.get("method") != "textDocument/publishDiagnostics" or message["params"]["uri"] != uri:
        return False
    return version is None or message["params"].get("version") == version
