"""The language server through its protocol: a process, pipes, JSON-RPC."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from client import ROOT, Client

pytest.importorskip("pygls")

MANIFEST = """name: oxen
title: Oxen
ruleset: Limited Horde 2.1
survivors: dmu-bg-midrange
errata:
  - Moss Ox is quick
directives:
  - Oxen stamp
lists:
  default:
    Moss Ox: 4 # they are many
    Calf: 20
"""
CARDS = """card "Moss Ox"
  cost {2}{G}
  type creature Ox
  stats 3/3
  trample
  Stamp = {G}: this gets +1/+0 until end of turn
  when this enters: create a Calf token

token Calf
  color green
  type creature Ox
  stats 1/1
"""
RULES = """errata "Moss Ox is quick" of "Moss Ox"
  rule H9.1
  provenance reconstructed
  replace Stamp: Stamp = {G}: this gains haste until end of turn

directive "Oxen stamp"
  rule H9.4
  provenance reconstructed
  in your second main phase: activate Stamp of "Moss Ox"

keyword Herd
  rule H9.1
  provenance reconstructed
  other Oxen you control get +1/+1
"""
SCENE = """scenario "stamp"
  plain
  A battlefield: Forest, "Moss Ox" as ox
  A's turn
    A activates Stamp of ox
    resolve
    expect ox 4/3
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("oxen")
    for name, text in (("deck.yaml", MANIFEST), ("oxen.card", CARDS), ("rules.horde", RULES), ("ox.scenario", SCENE)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def opened(client: Client, file: Path, text: str | None = None) -> str:
    uri = file.as_uri()
    client.open(uri, file.read_text(encoding="utf-8") if text is None else text)
    return uri


def place(text: str, what: str, inside: int = 1, nth: int = 0) -> tuple[int, int]:
    """The line and character, from 0, of a piece of the text."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(what, at + 1)
    before = text[: at + inside].split("\n")
    return len(before) - 1, len(before[-1].encode("utf-16-le")) // 2


def labels(result: Any) -> list[str]:
    return [item["label"] for item in result["items"]]


def test_it_says_what_it_can_do(tmp_path: Path) -> None:
    made = Client(tmp_path)
    result = made.initialize()
    can = result["capabilities"]
    for each in ("completionProvider", "hoverProvider", "definitionProvider", "documentSymbolProvider"):
        assert can[each]
    assert can["documentFormattingProvider"] and can["positionEncoding"] == "utf-16"
    assert result["serverInfo"]["name"] == "hordemtg"
    assert made.close() == 0


def test_a_script_without_fault_has_no_diagnostics(client: Client, folder: Path) -> None:
    for name in ("deck.yaml", "oxen.card", "rules.horde", "ox.scenario"):
        uri = opened(client, folder / name)
        assert client.diagnostics(uri) == []


def test_errors_are_told_while_the_text_is_written(client: Client, folder: Path) -> None:
    uri = opened(client, folder / "new.card", 'card "Reed Ox"\n  cost {G}\n  type creature Ox\n  stats 1/1\n  flyng\n')
    (found,) = client.diagnostics(uri, 1)
    assert "unknown word `flyng`" in found["message"] and "did you mean `flying`?" in found["message"]
    assert found["range"] == {"start": {"line": 4, "character": 2}, "end": {"line": 4, "character": 7}}
    assert found["severity"] == 1 and found["source"] == "hordemtg"
    client.change(uri, 2, 'card "Reed Ox"\n  cost {G}\n  type creature Ox\n  stats 1/1\n  flying\n')
    assert client.diagnostics(uri, 2) == []
    client.change(uri, 3, 'card "Reed Ox"\n  cost {G}\n  type creature Ox\n  stats 1/1\n  create a Foal token\n')
    assert client.diagnostics(uri, 3), "what a word means is checked too"


def test_only_the_last_of_quick_changes_is_checked(client: Client, folder: Path) -> None:
    uri = opened(client, folder / "quick.card", "")
    assert client.diagnostics(uri, 1) == []
    for version in range(2, 30):
        client.change(uri, version, "nonsense\n" * version)
    assert client.diagnostics(uri, 29)
    assert not any(n for n in client._notes if n.get("params", {}).get("uri") == uri)


def test_what_an_open_file_declares_is_known_in_the_others(client: Client, folder: Path) -> None:
    rules = opened(client, folder / "rules.horde")
    assert client.diagnostics(rules) == []
    card = opened(client, folder / "oxen.card", CARDS.replace("Stamp =", "Trample ="))
    client.notify("textDocument/didSave", {"textDocument": {"uri": card}})
    found = client.diagnostics(rules)
    assert found and all("Stamp" in each["message"] for each in found)
    client.notify("textDocument/didClose", {"textDocument": {"uri": card}})
    client.change(rules, 2, RULES)
    assert client.diagnostics(rules, 2) == []


def test_a_manifest_is_checked(client: Client, folder: Path) -> None:
    uri = opened(client, folder / "deck.yaml")
    client.change(uri, 11, MANIFEST.replace("Calf: 20", "Calv: 20"))
    (found,) = client.diagnostics(uri, 11)
    assert "`Calv`" in found["message"] and "Calf" in found["message"]
    row = MANIFEST.split("\n").index("    Calf: 20")  # as it is in the editor, not on the disk
    assert found["range"] == {"start": {"line": row, "character": 4}, "end": {"line": row, "character": 8}}
    client.change(uri, 12, "name: [\n")
    assert "YAML" in client.diagnostics(uri, 12)[0]["message"]
    client.change(uri, 13, MANIFEST)
    assert client.diagnostics(uri, 13) == []


def test_positions_count_utf16(client: Client, folder: Path) -> None:
    text = 'card "Ox 🐂🐂"\n  cost {G}\n  type creature Ox\n  stats 1/1\n  when this enters: draw a crd # 🐂\n'
    uri = opened(client, folder / "wide.card", text)
    (found,) = client.diagnostics(uri, 1)
    assert found["range"]["start"] == {"line": 4, "character": 27}
    other = 'errata "🐂🐂" of "Moss Ox"\n  rule H9.1\n  provenance stated\n  remove Stamp\n'
    uri = opened(client, folder / "wide.horde", other)
    client.diagnostics(uri)
    line, character = place(other, "Moss")
    assert character == 19
    hover = client.ask("textDocument/hover", client.at(uri, line, character))
    assert hover["range"]["start"]["character"] == 18 and hover["range"]["end"]["character"] == 25
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


@pytest.mark.parametrize(
    ("typed", "offered", "refused"),
    [
        ("  fl", ["flying", "flash"], ["creature", "vigilance"]),
        ("  when this ", ["enters", "dies", "attacks"], ["enter", "flying", "destroy"]),
        ("  whenever you ", ["draw", "cast"], ["draws"]),
        ("  destroy target ", ["creature", "land", "attacking"], ["enters", "creatures"]),
        ("  destroy all ", ["creatures", "lands"], ["creature"]),
        ("  target creature gets +1/+1 until end ", ["until end of turn"], ["creature"]),
        ("  create 2 Ca", ["Calf"], ["creature"]),
        ("  create a Calf token. it ", ["gains", "gets"], ["gain"]),
        ('  this has "{T}: dr', ["draw"], ["flying"]),
        ('  this has "{', [], ["flying"]),
        ("  type creature O", ["Ox", "Ooze"], ["Elf"]),
        ("  # fl", [], ["flying"]),
        ("  flying xyzzy ", [], ["flying"]),
    ],
)
def test_what_fits_is_completed(
    client: Client, folder: Path, typed: str, offered: list[str], refused: list[str]
) -> None:
    text = 'card "Reed Ox"\n  cost {G}\n  type creature Ox\n  stats 1/1\n' + typed
    uri = opened(client, folder / "typing.card", text)
    found = labels(client.ask("textDocument/completion", client.at(uri, 4, len(typed))))
    assert set(offered) <= set(found)
    assert not set(refused) & set(found)
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


@pytest.mark.parametrize(
    ("name", "text", "offered", "refused"),
    [
        ("x.horde", "ca", ["card"], ["creature"]),
        ("x.horde", 'errata "X" of "Mo', ["Moss Ox"], ["Oxen stamp"]),
        ("x.horde", 'errata "X" of "Moss Ox"\n  replace ', ["Stamp"], ["Raise"]),
        ("x.horde", 'directive "X"\n  choosing a target to ', ["a target to harm"], ["creature"]),
        ("x.horde", 'ruleset "X"\n  variant of ', ['"Limited Horde 2.1"'], ['"Moss Ox"']),
        ("x.horde", 'ruleset "X"\n  directive "Ox', ["Oxen stamp"], ["Moss Ox"]),
        ("x.scenario", 'scenario "X"\n  A battlefield: "Moss Ox" as ox\n  A\'s turn\n    attack: ', ["ox"], ["flying"]),
        ("x.scenario", 'scenario "X"\n  A battlefield: "Mo', ["Moss Ox"], ["Oxen stamp"]),
        ("deck.yaml", MANIFEST + "    Mos", ["Moss Ox"], ["Oxen stamp"]),
        ("deck.yaml", MANIFEST + "directives:\n  - O", ["Oxen stamp"], ["Moss Ox"]),
    ],
)
def test_names_are_completed(
    client: Client, folder: Path, name: str, text: str, offered: list[str], refused: list[str]
) -> None:
    uri = opened(client, folder / name, text)
    rows = text.split("\n")
    found = labels(client.ask("textDocument/completion", client.at(uri, len(rows) - 1, len(rows[-1]))))
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert set(offered) <= set(found)
    assert not set(refused) & set(found)


def test_a_chosen_completion_replaces_what_is_typed_of_the_phrase(client: Client, folder: Path) -> None:
    text = 'card "Reed 🐂"\n  cost {G}\n  type instant\n  target creature gets +1/+1 until end of t'
    uri = opened(client, folder / "typing.card", text)
    result = client.ask("textDocument/completion", client.at(uri, 3, len(text.split("\n")[3])))
    item = next(each for each in result["items"] if each["label"] == "until end of turn")
    assert item["textEdit"]["range"]["start"]["character"] == text.split("\n")[3].index("until")
    assert item["detail"] == "CR 514.2"
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


@pytest.mark.parametrize(
    ("name", "text", "what", "told"),
    [
        ("oxen.card", CARDS, "trample", ["**trample**", "CR 702.19"]),
        ("oxen.card", CARDS, "until end", ["CR 514.2"]),
        ("oxen.card", CARDS, "Moss Ox", ["Moss Ox {2}{G}", "Trample", "When", "3/3"]),
        ("oxen.card", CARDS, "Calf token", ["Calf", "1/1"]),
        ("rules.horde", RULES, "Moss Ox is quick", ["Moss Ox with this erratum", "gains haste"]),
        ("rules.horde", RULES, "Oxen stamp", ["activate Stamp of"]),
        ("ox.scenario", SCENE, "Moss Ox", ["Trample"]),
        ("deck.yaml", MANIFEST, "Moss Ox: 4", ["Trample"]),
        ("deck.yaml", MANIFEST, "Oxen stamp", ["activate Stamp of"]),
    ],
)
def test_hover(client: Client, folder: Path, name: str, text: str, what: str, told: list[str]) -> None:
    uri = opened(client, folder / name, text)
    hover = client.ask("textDocument/hover", client.at(uri, *place(text, what)))
    value = hover["contents"]["value"]
    assert [each for each in told if each not in value.replace("\\", "")] == []
    assert client.ask("textDocument/hover", client.at(uri, 900, 0)) is None


@pytest.mark.parametrize(
    ("name", "text", "what", "file", "line"),
    [
        ("rules.horde", RULES, '"Moss Ox"\n  rule', "oxen.card", 0),
        ("rules.horde", RULES, "Stamp: Stamp", "oxen.card", 5),
        ("rules.horde", RULES, 'Stamp of "Moss', "oxen.card", 5),
        ("oxen.card", CARDS, "Calf token", "oxen.card", 8),
        ("deck.yaml", MANIFEST, "Calf: 20", "oxen.card", 8),
        ("deck.yaml", MANIFEST, "Moss Ox is quick", "rules.horde", 0),
        ("deck.yaml", MANIFEST, "Oxen stamp", "rules.horde", 5),
        ("deck.yaml", MANIFEST, "Limited Horde", "limited_2_1.horde", 2),
        ("ox.scenario", SCENE, "ox\n    resolve", "ox.scenario", 2),
        ("ox.scenario", SCENE, "Moss Ox", "oxen.card", 0),
    ],
)
def test_go_to_definition(client: Client, folder: Path, name: str, text: str, what: str, file: str, line: int) -> None:
    uri = opened(client, folder / name, text)
    found = client.ask("textDocument/definition", client.at(uri, *place(text, what)))
    assert found["uri"].endswith(f"/{file}")
    assert found["range"]["start"]["line"] == line


def test_a_keyword_of_the_author_is_found(client: Client, folder: Path) -> None:
    text = 'card "Lead Ox"\n  cost {G}\n  type creature Ox\n  stats 1/1\n  Herd\n'
    uri = opened(client, folder / "lead.card", text)
    client.diagnostics(uri)
    at = client.at(uri, 4, 3)
    assert client.ask("textDocument/definition", at)["range"]["start"]["line"] == 10
    assert "other Oxen you control" in client.ask("textDocument/hover", at)["contents"]["value"]
    assert client.ask("textDocument/definition", client.at(uri, 2, 3)) is None


def test_document_symbols(client: Client, folder: Path) -> None:
    uri = opened(client, folder / "oxen.card")
    found = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert [(each["name"], each["detail"]) for each in found] == [("Moss Ox", "card"), ("Calf", "token")]
    assert [each["name"] for each in found[0]["children"]] == ["Stamp"]
    for each in found:
        assert each["range"]["start"]["line"] <= each["selectionRange"]["start"]["line"]
        assert each["range"]["end"]["line"] >= each["selectionRange"]["end"]["line"]


def test_formatting(client: Client, folder: Path) -> None:
    text = CARDS.replace("  ", "     ")
    uri = opened(client, folder / "ugly.card", text)
    options = {"textDocument": {"uri": uri}, "options": {"tabSize": 2, "insertSpaces": True}}
    (edit,) = client.ask("textDocument/formatting", options)
    assert edit["newText"] == CARDS
    assert edit["range"]["start"] == {"line": 0, "character": 0}
    assert edit["range"]["end"]["line"] >= text.count("\n")
    client.change(uri, 2, CARDS)
    assert client.ask("textDocument/formatting", options) == []
    client.change(uri, 3, text.replace("trample", "trampel"))
    assert client.ask("textDocument/formatting", options) == []
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def test_a_text_without_a_file_is_served_too(client: Client) -> None:
    uri = "untitled:Untitled-1"
    client.open(uri, 'card "Loose Ox"\n  cost {G}\n  type creature Ox\n  stats 1/1\n  flyng\n')
    (found,) = client.diagnostics(uri)
    assert "flyng" in found["message"]
    assert "flying" in labels(client.ask("textDocument/completion", client.at(uri, 4, 4)))


def test_a_script_of_the_project_itself(client: Client) -> None:
    file = ROOT / "cardscripts" / "zombies" / "rules.horde"
    text = file.read_text(encoding="utf-8")
    uri = opened(client, file)
    assert client.diagnostics(uri) == []
    found = client.ask("textDocument/definition", client.at(uri, *place(text, '"Graf Harvest"\n')))
    assert found["uri"].endswith("graf_harvest.card")
