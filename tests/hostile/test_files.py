"""Hostile manifests, deck lists and traces: every one ends in a message."""

# ruff: noqa: E501

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mutations import spoil

from hordemtg import cli
from hordemtg.compiler import manifest
from hordemtg.compiler.library import Library
from hordemtg.play.replay import replay
from hordemtg.script.diagnostics import Diagnostic, ScriptError
from hordemtg.script.resources import folder
from hordemtg.trace.log import DETAILS, tell
from hordemtg.trace.read import read
from hordemtg.trace.recorder import TraceError

CARDS = folder("cardscripts")
GOOD = (CARDS / "zombies" / "deck.yaml").read_text(encoding="utf-8")
DECK = (CARDS / "survivors" / "dmu-bg-midrange" / "deck.txt").read_text(encoding="utf-8")
LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{b}: &{b} [{', '.join(['*' + a] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)
MANIFESTS = [
    "", "null", "[]", "42", "- a\n- b", "name: zombies", "name: [a]\nruleset: {b: c}\nlists: 5", LAUGHS, "a: &a\n  b: *a\n",
    "name: x\nname: y\nruleset: plain\nlists: {a: {Zombie: 1}}", "!!python/object/apply:os.system ['true']",
    "name: !!python/name:os.system x\nruleset: plain\nlists: {a: {Zombie: 1}}", "name: x\nruleset: y\nlists: {a: {Zombie: -1}}",
    "name: x\nruleset: y\nlists: {a: {Zombie: 1e99}}", "name: x\nruleset: y\nlists: {a: {Zombie: .nan}}",
    "name: x\nruleset: y\nlists: {a: {Zombie: " + "9" * 6000 + "}}", "name: x\nruleset: y\nlists: {a: {Zombie: true}}",
    "name: x\nruleset: y\nlists: {a: {[1, 2]: 3}}", "name: x\nruleset: y\nlists: {a: {? {b: c} : 3}}",
    "name: x\nruleset: y\nlists: {a: {based on: a}}", "name: x\nruleset: y\nlists: {a: {based on: [a]}}",
    "[" * 20_000, "{" * 20_000, "a: " * 20_000, "- " * 20_000, "? " * 3_000, "name: \0", "\t: x", "%YAML 9.9\n---\na: b",
    "---\na: b\n---\nc: d\n", "name: 2020-01-01\nruleset: 0x1F\nlists: {1: {2: 3}}", "x" * 300_000, "name: 'unclosed", "<<: *x\n",
    "<<: [1, 2]\nname: x", "name: x\nruleset: y\nlists: {a: {Zombie: 1}}\nauthority: [rule]", "name: x\nruleset: y\nerrata: {a: b}\nlists: {}",
    "name: x\nruleset: y\ndirectives: [1, [2], {3: 4}]\nlists: {a: {Zombie: 1}}", "name: x\nruleset: y\nlists: {a: {Zombie: 2024-99-99}}",
    "name: x\nruleset: y\nlists: {a: {Zombie: 1:30:99}}", "name: !!int x", "name: !!timestamp x", "name: !!float x", "name: !!binary '='",
    "name: !!set {a, b}\nruleset: y", "name: !!omap [a]", "name: 0b\nruleset: 0o9\nlists: {a: {Zombie: 0b2}}",
]  # fmt: skip


@pytest.mark.parametrize("text", MANIFESTS, ids=lambda text: repr(text[:40]))
def test_manifests_made_to_hurt(text: str) -> None:
    found: list[Diagnostic] = []
    made = manifest.manifest(text, "deck.yaml", found)
    assert found or made is not None
    assert (made is None) == bool(found)


LISTED = "name: n\nruleset: r\nlists:\n  default:\n    Zombie: 4\n"


@pytest.mark.parametrize(
    "name", ["true", "no", "2011", "0o17", "017", "1_000", "1.50", "1e3", "2011-10-12", "1:30", "'~'", ".inf", "=", "<<"]
)
def test_a_name_is_what_is_written(name: str) -> None:
    """YAML would have a truth, a number or a date of it, and read another name."""
    found: list[Diagnostic] = []
    text = LISTED.replace("name: n", f"name: {name}") + f"    {name}: 1\nerrata: [{name}]\nauthority:\n  source: {name}\n"
    made = manifest.manifest(text, "deck.yaml", found)
    plain = name.strip("'")
    assert made is not None and not found
    assert (made.name, made.errata, made.authority.source) == (plain, (plain,), plain)
    assert made.lists[0].cards == ((4, "Zombie"), (1, plain))


WRONG = {
    "tags are not allowed": LISTED.replace("4", "!!int '4'"), "tags are not allowed ": "!mine\n" + LISTED,
    "directives are not allowed": "%YAML 1.1\n---\n" + LISTED, "directives are not allowed ": "%TAG ! tag:x:\n---\n" + LISTED,
    "unknown entry `<<`": LISTED + "<<: {title: hello}\n", "the count of << is": LISTED + "    <<: {Ghoul: 3}\n",
    "`name` is a name": LISTED.replace("name: n", "name: ' '"), "`name` is missing": LISTED.replace("name: n", "name: ''"),
    "`title` has a sign in it": 'title: "\\e[2J"\n' + LISTED, "`source` has a sign": LISTED + 'authority: {source: "\\ud800"}\n',
    "`source` is a name": LISTED + "authority: {source: [a, b]}\n", "a card's name and its count": LISTED + "    ~: 1\n",
    "a card's name and its count ": LISTED + "    ? [a]\n    : 1\n", "a name that can be printed": LISTED + "  ~: {Zombie: 1}\n",
    'duplicate key "1"': LISTED + "    1: 1\n    '1': 2\n", "the list `default` holds no cards": LISTED.replace("4", "0"),
    "the list `b` holds no cards": LISTED + "  b: {based on: default, Zombie: 0}\n", "`errata` is a list": LISTED + "errata: ['']\n",
    "blocks are nested too deep": "".join(" " * n + "a:\n" for n in range(300)), "whole number up to": LISTED.replace("4", "010"),
    "stands in quotes": LISTED + "    @a: 1\n", "stands in quotes ": LISTED + "    A #1 Fan: 1\n",
}  # fmt: skip


@pytest.mark.parametrize("message", WRONG)
def test_what_is_wrong_with_a_manifest_is_said(message: str) -> None:
    found: list[Diagnostic] = []
    assert manifest.manifest(WRONG[message], "deck.yaml", found) is None
    assert len(found) == 1 and message.strip() in f"{found[0].message} {found[0].help}"


def test_a_long_list_of_names_is_read_at_once() -> None:
    found: list[Diagnostic] = []
    text = LISTED + "errata: [" + ",\n".join(f"e{n}" for n in range(8_000)) + "]\n"
    start = time.process_time()
    made = manifest.manifest(text, "deck.yaml", found)
    assert made is not None and len(made.errata) == 8_000
    assert time.process_time() - start < 8


@pytest.mark.parametrize("reader", [manifest.read_manifest, manifest.read_deck])
def test_a_file_that_is_too_long_is_not_read_to_its_end(
    reader: Callable[[Path, list[Diagnostic]], object], tmp_path: Path
) -> None:
    """It has no bytes on the disk, and would have a great many in memory."""
    file = tmp_path / "deck.yaml"
    with file.open("wb") as long:
        long.truncate(1 << 40)
    found: list[Diagnostic] = []
    assert reader(file, found) is None
    assert "at most 64 KiB" in found[0].message


def test_what_may_not_be_looked_at_does_not_keep_the_rest_from_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.card").write_text('card "A"\n  type artifact\n', encoding="utf-8")
    (tmp_path / "b.card").write_text("", encoding="utf-8")
    is_file = Path.is_file

    def forbidden(path: Path) -> bool:
        if path.name == "b.card":
            raise PermissionError(13, "Permission denied", str(path))
        return is_file(path)

    monkeypatch.setattr(Path, "is_file", forbidden)
    assert list(Library.load([tmp_path]).cards) == ["A"]


def test_spoiled_manifests() -> None:
    for seed in range(150):
        found: list[Diagnostic] = []
        made = manifest.manifest(spoil([GOOD], seed), "deck.yaml", found)
        assert (made is None) == bool(found), seed


def test_spoiled_manifests_in_a_library(tmp_path: Path) -> None:
    for seed in range(6):
        (tmp_path / "deck.yaml").write_text(spoil([GOOD], seed), encoding="utf-8", errors="replace")
        assert Library.load([tmp_path]).diagnostics


DECKS = ["", "\0", "x", "0 Forest", "-1 Forest", "99999999999 Forest", "9" * 6000 + " Forest", "1 " + "A" * 100_000, "٣ Forest",
         "1000 Forest\n" * 6, "1 Forest\n" * 30_000, "x" * 300_000, "# nothing\n", "²  Forest", "1 Forest\r\n2 Swamp\r\n", "\ufeff1 Forest"]  # fmt: skip


@pytest.mark.parametrize("text", DECKS, ids=lambda text: repr(text[:24]))
def test_deck_lists_made_to_hurt(text: str) -> None:
    found: list[Diagnostic] = []
    made = manifest.deck(text, "x", "deck.txt", found)
    assert (made is None) == bool(found)


def test_deck_lists_of_editors() -> None:
    found: list[Diagnostic] = []
    made = manifest.deck("\ufeff1 Forest\r\n2 Swamp\r\n", "x", "deck.txt", found)
    assert made is not None and made.cards == ((1, "Forest"), (2, "Swamp"))


def test_spoiled_deck_lists() -> None:
    for seed in range(200):
        found: list[Diagnostic] = []
        made = manifest.deck(spoil([DECK], seed), "x", "deck.txt", found)
        assert (made is None) == bool(found), seed


# ---------------------------------------------------------------- traces


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of a short recorded game."""
    path = tmp_path_factory.mktemp("trace") / "game.jsonl"
    assert (
        cli.main(["run", "zombies", "--seed", "2", "--preparation", "1", "--detail", "brief", "--trace", str(path)])
        == 0
    )
    return path.read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.standard()


def outcome(library: Library, path: Path, text: str) -> str:
    """What comes of reading, telling and replaying it: a message, or where the games part, or "the same"."""
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    try:
        found = read(path)
        for detail in DETAILS:
            assert all(isinstance(line, str) for line in tell(found.header, found.records, found.result, detail))
        parting = replay(library, found).parting
        return str(parting) if parting is not None else "the same"
    except (TraceError, ScriptError) as error:
        assert str(error)
        return str(error)


JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 10**18, 10**300, 1.5, float("inf"), "", "x" * 1000, [], [[]], [None], {}, {"a": 1}, [-1], [10**18], ["x"], [True],
)  # fmt: skip


def changed_value(lines: list[str], chance: random.Random) -> str:
    """One field of one line, or of the header, has a value that does not belong there, or is gone."""
    n = chance.choice((0, 0, len(lines) - 1, *range(len(lines))))
    record = json.loads(lines[n])
    inner = record.get("result", record)
    name = chance.choice([*inner, "unheard of"])
    if chance.random() < 0.2:
        inner.pop(name, None)
    else:
        inner[name] = chance.choice(JUNK)
    return "\n".join([*lines[:n], json.dumps(record), *lines[n + 1 :]])


def changed_order(lines: list[str], chance: random.Random) -> str:
    """Lines are missing, doubled or swapped."""
    a, b = sorted((chance.randrange(len(lines)), chance.randrange(len(lines))))
    return "\n".join(chance.choice((lines[:a] + lines[b:], lines[:b] + lines[a:], [*lines[a:], *lines[:a]])))


def changed_answer(lines: list[str], chance: random.Random) -> str:
    """A forged answer."""
    choices = [n for n, line in enumerate(lines) if '"kind":"choice"' in line]
    n = chance.choice(choices)
    record = json.loads(lines[n])
    record["answer"] = chance.choice(([], [0, 0], [-1], [10**18], [1], [2], list(range(500))))
    return "\n".join([*lines[:n], json.dumps(record), *lines[n + 1 :]])


def changed_text(lines: list[str], chance: random.Random) -> str:
    """The text is spoiled."""
    return spoil(["\n".join(lines[:60])], chance.randrange(10**6))


@pytest.mark.parametrize("change", [changed_value, changed_order, changed_answer, changed_text])
def test_spoiled_traces(
    library: Library, trace: list[str], tmp_path: Path, change: Callable[[list[str], random.Random], str]
) -> None:
    for seed in range(25):
        assert outcome(library, tmp_path / "t", change(trace, random.Random(seed)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("{}", "is not the header of a trace"),
        ("[" * 100_000, "is not JSON"),
        ('{"hordemtg trace": 2}', "has version 2"),
        ('{"hordemtg trace": true}', "version"),
        ('{"hordemtg trace": 1}', "does not say how to set up"),
        ('{"hordemtg trace": 1, "seed": ' + "9" * 5000 + "}", "is not JSON"),
        (
            '{"hordemtg trace": 1}\n{"number": 1, "turn": 1, "step": "x", "active": "y", "kind": "never heard"}',
            '"rule" should be',
        ),
        ("x" * 2_000_000, "longer than"),
    ],
    ids=lambda text: repr(text[:30]),
)
def test_traces_made_to_hurt(library: Library, tmp_path: Path, text: str, message: str) -> None:
    assert message in outcome(library, tmp_path / "t", text)


@pytest.mark.parametrize(
    "header", [{"seed": 10**400}, {"seed": -1}, {"preparation": 10**12}, {"preparation": -5}, {"horde": "../../etc"}, {"horde": "\0"},
               {"horde": "x" * 5000}, {"decks": {"Survivor": "\0"}}, {"list": "none"}, {"difficulty": "none"}]
)  # fmt: skip
def test_forged_headers(
    trace: list[str], tmp_path: Path, header: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "forged"
    path.write_text("\n".join([json.dumps({**json.loads(trace[0]), **header}), *trace[1:]]), encoding="utf-8")
    assert cli.main(["replay", str(path)]) in (0, 1)
    assert "Traceback" not in capsys.readouterr().err
