"""Open documents: their addresses, their lines as editors count them, changes in the middle of a text."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from client import Client

pytest.importorskip("pygls")

from lsprotocol import types as lsp
from pygls.workspace import PositionCodec

from hordemtg.editors.documents import ScriptDocument, file_of

FAULTY = 'card "Reed Ox"\n  cost {G}\n  type creature Ox\n  stats 1/1\n  flyng\n'


@pytest.mark.parametrize(
    ("uri", "language"),
    [
        ("file:///nowhere/my%20oxen/reed%20ox.card", "hordemtg"),
        ("file:///nowhere/%C3%A9l%C3%A9/a%23b%25.card", "plaintext"),
        ("file:///c%3A/oxen/reed.card", "hordemtg"),
        ("file:///nowhere/a;b.card", "hordemtg"),
        ("file:///nowhere/%00.card", "hordemtg"),
        ("file:///nowhere/" + "long" * 80 + ".card", "hordemtg"),
        ("untitled:Untitled-1", "hordemtg"),
        ("git:/nowhere/reed.card?%7B%22ref%22%3A%22%22%7D", "hordemtg"),
    ],
)
def test_every_address_is_served(client: Client, uri: str, language: str) -> None:
    item = {"uri": uri, "languageId": language, "version": 1, "text": FAULTY}
    client.notify("textDocument/didOpen", {"textDocument": item})
    (found,) = client.diagnostics(uri, 1)
    assert "flyng" in found["message"]
    assert client.ask("textDocument/completion", client.at(uri, 4, 4))["items"]
    assert "202.1" in client.ask("textDocument/hover", client.at(uri, 1, 4))["contents"]["value"]
    assert client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})[0]["name"] == "Reed Ox"
    client.change(uri, 2, FAULTY.replace("flyng", "flying"))
    assert client.diagnostics(uri, 2) == []
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


@pytest.mark.parametrize("name", ["hello.py", "mydeck.yaml", "settings.yaml", "notes.txt"])
def test_texts_of_other_languages_are_left_alone(client: Client, tmp_path: Path, name: str) -> None:
    uri = (tmp_path / name).as_uri()
    client.notify(
        "textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "other", "version": 1, "text": FAULTY}}
    )
    assert client.diagnostics(uri, 1) == []
    assert client.ask("textDocument/completion", client.at(uri, 4, 4))["items"] == []
    assert client.ask("textDocument/hover", client.at(uri, 1, 4)) is None
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def test_a_loop_of_links_has_no_path(tmp_path: Path) -> None:
    (tmp_path / "loop.card").symlink_to(tmp_path / "loop.card")
    assert file_of((tmp_path / "loop.card").as_uri()).endswith("loop.card")


# ---------------------------------------------------------------- lines and units

PIECES = ["a", " ", "\n", "\n", "\r\n", "\r", "🐂", "é", "\u2028", "\x0b", "\x0c", "\x85", '"', "e\u0301"]


def document(text: str) -> ScriptDocument:
    return ScriptDocument(lsp.TextDocumentItem("untitled:x", "hordemtg", 1, text), PositionCodec("utf-16"))


def editor_lines(text: str) -> list[str]:
    """The lines of a text as the protocol has them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@pytest.mark.parametrize("seed", range(300))
def test_a_change_falls_where_the_editor_means_it(seed: int) -> None:
    chance = random.Random(seed)

    def some(most: int) -> str:
        return "".join(chance.choice(PIECES) for _ in range(chance.randrange(most)))

    text, new = some(40), some(5)
    first, last = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
    inside = any(text[at - 1 : at + 1] == "\r\n" for at in (first, last))
    if inside:
        return
    made = document(text)
    places = []
    for offset in (first, last):
        before = editor_lines(text[:offset])
        places.append(lsp.Position(len(before) - 1, len(before[-1].encode("utf-16-le")) // 2))
    made.apply_change(lsp.TextDocumentContentChangePartial(lsp.Range(*places), new))
    assert made.source == text[:first] + new + text[last:]
    line, column = document(text).place(places[0])
    rows = text[:first].split("\n")
    assert (line, column) == (len(rows), len(rows[-1]) + 1)
    there = document(text).range(line, column, last - first)
    assert (there.start, there.end) == tuple(places)


def test_places_beyond_the_end_are_the_end() -> None:
    made = document("ab\ncd")
    made.apply_change(lsp.TextDocumentContentChangePartial(lsp.Range(lsp.Position(0, 99), lsp.Position(0, 99)), "!"))
    made.apply_change(lsp.TextDocumentContentChangePartial(lsp.Range(lsp.Position(1, 99), lsp.Position(99, 0)), "?"))
    assert made.source == "ab!\ncd?"
    made.apply_change(lsp.TextDocumentContentChangePartial(lsp.Range(lsp.Position(1, 0), lsp.Position(0, 0)), ""))
    assert made.source == "cd?"
    assert made.range(99, 99, 5) == lsp.Range(lsp.Position(0, 3), lsp.Position(0, 3))


def test_a_long_line_is_measured_at_once() -> None:
    made = document('card "Ox"\n' + "x" * 2_000_000)
    assert made.place(lsp.Position(1, 1_999_999)) == (2, 2_000_000)


def test_only_the_last_reading_of_a_file_is_kept(tmp_path: Path) -> None:
    from hordemtg.editors.analysis import EditorLibrary, analysed

    file = str(tmp_path / "ox.card")
    before = len(EditorLibrary.known)
    sizes = []
    for version in range(5):
        text = f'card "Ox {version}"\n  cost {{G}}\n  type creature Ox\n  stats 1/1\n'
        found = analysed(file, text, {})
        assert [name for _, name in found.declared(("card",)) if name.startswith("Ox ")] == [f"Ox {version}"]
        sizes.append(len(EditorLibrary.known) - before)
    assert sizes[0] == sizes[-1]
    assert EditorLibrary.parse(text, file) is EditorLibrary.parse(text, file)
