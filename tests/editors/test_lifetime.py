"""The server from its first message to its end: what is answered when, what it says, how it goes away."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from client import LONG, Client

pytest.importorskip("pygls")

PLACE = {"textDocument": {"uri": "file:///x.card"}, "position": {"line": 0, "character": 0}}


def test_no_request_stays_without_an_answer(tmp_path: Path) -> None:
    client = Client(tmp_path)
    assert client.answer("textDocument/hover", PLACE)["error"]["code"] == -32002
    client.initialize()
    assert client.answer("initialize", {"processId": None, "capabilities": {}})["error"]["code"] == -32600
    client.ask("shutdown", None)
    for method in ("textDocument/hover", "shutdown"):
        assert client.answer(method, PLACE)["error"]["code"] == -32600
    client.notify("exit", None)
    assert client.process.wait(timeout=LONG) == 0
    assert client.errors() == ""


def test_what_goes_wrong_is_told_in_a_line(tmp_path: Path) -> None:
    client = Client(tmp_path)
    client.initialize()
    for body in (b"{", b"{}", b"[" * 100_000, b'{"jsonrpc":"2.0","method":"\xff"}'):
        client.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    client.notify("$/cancelRequest", {})
    answer = client.answer("workspace/executeCommand", {"command": "cook"})
    assert "data" not in answer["error"] or not answer["error"]["data"]
    assert client.close() == 0
    told = client.errors().splitlines()
    assert told and all(row.startswith("hordemtg lsp: ") for row in told), told


@pytest.mark.parametrize("name", [b"content-length: ", b"Content-Length:", b"CONTENT-LENGTH :\t"])
def test_a_header_may_be_spelled_otherwise(tmp_path: Path, name: bytes) -> None:
    client = Client(tmp_path)
    body = b'{"jsonrpc":"2.0","id":99,"method":"shutdown"}'
    client.raw(name + b"%d\r\n\r\n" % len(body) + body)
    assert client._messages.get(timeout=LONG)["id"] == 99
    client.notify("exit", None)
    assert client.process.wait(timeout=LONG) == 0


@pytest.mark.parametrize("length", [b"9" * 12, b"9" * 30, b"9" * 4000])
def test_a_length_that_nobody_can_mean_is_the_end(tmp_path: Path, length: bytes) -> None:
    client = Client(tmp_path)
    client.initialize()
    client.raw(b"Content-Length: " + length + b"\r\n\r\n{}")
    assert client.process.wait(timeout=LONG) == 1
    assert len(client.errors().splitlines()) == 1


@pytest.mark.parametrize("farewell", ["exit", "end"])
def test_it_ends_in_the_middle_of_a_check(tmp_path: Path, farewell: str) -> None:
    client = Client(tmp_path)
    client.initialize()
    faulty = 'card "Reed Ox"\n  cost {G}\n  type creature Ox\n  stats 1/1\n  flyng\n'
    client.open((tmp_path / "long.card").as_uri(), faulty * 2000)
    time.sleep(0.5)
    begun = time.monotonic()
    if farewell == "exit":
        client.notify("exit", None)
    else:
        assert client.process.stdin is not None
        client.process.stdin.close()
    assert client.process.wait(timeout=LONG) == 1
    assert time.monotonic() - begun < 4


# ---------------------------------------------------------------- one file and the others

CARD = 'card "Moss Ox"\n  cost {G}\n  type creature Ox\n  stats 1/1\n  when this dies: create a Calf token\n'
TOKEN = "token Calf\n  color green\n  type creature Ox\n  stats 1/1\n"
MANIFEST = "name: oxen\nruleset: Limited Horde 2.1\nlists:\n  default:\n    Moss Ox: 4\n    Calf: 20\n"


@pytest.fixture
def oxen(tmp_path: Path) -> Path:
    folder = tmp_path / "my oxen"
    folder.mkdir()
    for name, text in (("ox.card", CARD), ("calf.token", TOKEN), ("deck.yaml", MANIFEST)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def messages(found: list[dict[str, Any]]) -> list[str]:
    return [each["message"].split("\n")[0] for each in found]


def test_other_open_files_are_told_what_an_unsaved_one_changes(tmp_path: Path, oxen: Path) -> None:
    client = Client(tmp_path)
    client.initialize()
    card, token = (oxen / "ox.card").as_uri(), (oxen / "calf.token").as_uri()
    client.open(card, CARD)
    assert client.diagnostics(card) == []
    client.open(token, TOKEN)
    assert client.diagnostics(token) == []
    client.change(token, 2, TOKEN.replace("Calf", "Foal"))
    assert client.diagnostics(token) == []
    assert messages(client.diagnostics(card)) == ["unknown token `Calf`"]
    client.notify("textDocument/didClose", {"textDocument": {"uri": token}})  # and not saved
    assert client.diagnostics(card) == []
    (oxen / "calf.token").unlink()
    client.open((oxen / "new.token").as_uri(), TOKEN)  # nowhere but in the editor
    client.change(card, 2, CARD + "\n")
    assert client.diagnostics(card, 2) == []
    assert client.close() == 0 and client.errors() == ""


def test_files_that_change_on_the_disk_are_watched(tmp_path: Path, oxen: Path) -> None:
    client = Client(tmp_path)
    client.initialize(didChangeWatchedFiles={"dynamicRegistration": True})
    wanted = client.asked("client/registerCapability")
    globs = [each["globPattern"] for each in wanted["params"]["registrations"][0]["registerOptions"]["watchers"]]
    assert "**/*.card" in globs and "**/deck.yaml" in globs
    client.send({"jsonrpc": "2.0", "id": wanted["id"], "result": None})
    card, token = (oxen / "ox.card").as_uri(), oxen / "calf.token"
    client.open(card, CARD)
    assert client.diagnostics(card) == []
    token.unlink()
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": token.as_uri(), "type": 3}]})
    assert messages(client.diagnostics(card)) == ["unknown token `Calf`"]
    assert client.close() == 0 and client.errors() == ""
