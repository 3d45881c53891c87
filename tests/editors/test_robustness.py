"""Whatever an editor sends, the server answers what comes next."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "hostile"))

from client import ROOT, Client
from mutations import ODD

pytest.importorskip("pygls")

OPTIONS = {"tabSize": 2, "insertSpaces": True}
REQUESTS = ("completion", "hover", "definition", "documentSymbol", "formatting")


def alive(client: Client, tmp_path: Path) -> bool:
    uri = (tmp_path / "alive.card").as_uri()
    client.open(uri, "  fl")
    client.diagnostics(uri, 1)
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    return client.ask("textDocument/hover", client.at(uri, 0, 0)) is None


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b"null", b'"text"', b'{"jsonrpc":"2.0"}', b'{"id":[],"method":7}', b"\xff\xfe\x00", b"{}" * 9]
)
def test_bodies_that_are_no_messages(client: Client, tmp_path: Path, body: bytes) -> None:
    client.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    assert alive(client, tmp_path)


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("textDocument/hover", {}),
        ("textDocument/hover", {"textDocument": {"uri": 5}, "position": {"line": "a"}}),
        ("textDocument/completion", {"textDocument": {"uri": "file:///"}, "position": {"line": -1, "character": -5}}),
        ("textDocument/definition", {"textDocument": {"uri": ""}, "position": {"line": 10**12, "character": 10**12}}),
        ("textDocument/formatting", {"textDocument": {"uri": "file:///nowhere.card"}, "options": {}}),
        ("textDocument/documentSymbol", None),
        ("no/such/method", {"a": 1}),
    ],
)
def test_requests_that_mean_nothing(client: Client, tmp_path: Path, method: str, params: object) -> None:
    answer = client.answer(method, params)
    assert "error" in answer or "result" in answer
    assert alive(client, tmp_path)


def test_notifications_that_mean_nothing(client: Client, tmp_path: Path) -> None:
    client.notify("textDocument/didOpen", {"textDocument": {}})
    document = {"uri": "file:///x.card", "version": 1}
    client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": 3})
    client.notify("textDocument/didClose", {"textDocument": {"uri": "file:///never/opened.card"}})
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    assert alive(client, tmp_path)


@pytest.mark.parametrize("seed", range(4))
def test_spoiled_scripts_are_answered_everywhere(client: Client, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    files = sorted((ROOT / "cardscripts").rglob("*.horde")) + sorted((ROOT / "cardscripts").rglob("*.scenario"))[:10]
    text = chance.choice(files).read_text(encoding="utf-8")[:3000]
    suffix = chance.choice((".card", ".horde", ".scenario"))
    uri = (tmp_path / f"spoiled{suffix}").as_uri()
    client.open(uri, text)
    for version in range(2, 14):
        at = chance.randrange(len(text))
        odd = chance.choice([each for each in ODD if not any("\ud800" <= c <= "\udfff" for c in each)])
        text = text[:at] + odd + text[at + chance.randint(0, 9) :]
        client.change(uri, version, text)
        rows = text.split("\n")
        line = chance.randrange(len(rows))
        where = {**client.at(uri, line, chance.randrange(len(rows[line]) + 2)), "options": OPTIONS}
        for request in REQUESTS:
            answer = client.answer(f"textDocument/{request}", where)
            assert "error" not in answer, (request, where["position"], answer["error"])
    client.diagnostics(uri, 13)


def test_a_huge_text_is_refused_in_words(client: Client, tmp_path: Path) -> None:
    uri = (tmp_path / "huge.card").as_uri()
    client.open(uri, 'card "Ox"\n' + "  flying\n" * 40_000)
    (found,) = client.diagnostics(uri, 1)
    assert "at most" in found["message"]
    assert client.ask("textDocument/completion", client.at(uri, 20_000, 3))["items"] == []


def test_an_editor_that_goes_away_ends_the_server(tmp_path: Path) -> None:
    made = Client(tmp_path)
    made.initialize()
    assert made.process.stdin is not None
    made.process.stdin.close()
    assert made.process.wait(timeout=60) is not None


def test_a_long_scenario_is_completed_while_it_is_typed(client: Client, tmp_path: Path) -> None:
    uri = (tmp_path / "long.scenario").as_uri()
    client.open(uri, 'scenario "A"\n  plain\n' + "  A battlefield: Forest as wood\n" * 3000)
    assert client.ask("textDocument/completion", client.at(uri, 3002, 2)) is not None
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
