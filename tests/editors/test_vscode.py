"""The folder for Visual Studio Code: valid files that fit together, a grammar of today's words that colours scripts."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import textmate  # noqa: E402

from hordemtg.compiler.library import SCRIPTS  # noqa: E402
from hordemtg.script import parser  # noqa: E402

FOLDER = ROOT / "tools" / "vscode"
GRAMMAR = json.loads((FOLDER / "syntaxes" / "hordemtg.tmLanguage.json").read_text(encoding="utf-8"))


def rules(part: Any = GRAMMAR) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        if part.keys() & {"match", "begin", "include"}:
            yield part
        for value in part.values():
            yield from rules(value)
    elif isinstance(part, list):
        for value in part:
            yield from rules(value)


def scope_at(line: str, text: str) -> str:
    """The first rule of the grammar that takes this part of a line for its own, as an editor goes through it."""
    position = 0
    while position < len(line):
        best: tuple[int, re.Match[str], dict[str, Any]] | None = None
        for rule in flat(GRAMMAR["patterns"]):
            found = re.compile(rule.get("match", rule.get("begin", ""))).search(line, position)
            if found is not None and found.end() > found.start() and (best is None or found.start() < best[0]):
                best = (found.start(), found, rule)
        if best is None:
            return ""
        _, found, rule = best
        for number, capture in rule.get("captures", {}).items():
            if found[int(number)] == text and "name" in capture:
                return str(capture["name"])
        if found[0] == text:
            return str(rule.get("name", ""))
        position = found.end()
    return ""


def flat(patterns: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for rule in patterns:
        if "include" in rule:
            part = GRAMMAR["repository"][rule["include"][1:]]
            yield from flat(part["patterns"] if "match" not in part and "begin" not in part else [part])
        else:
            yield rule


def test_the_grammar_is_current() -> None:
    assert textmate.main(["--check"]) == 0, "python tools/textmate.py"


def test_a_grammar_that_is_not_current_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(textmate, "TARGET", tmp_path / "there" / "x.json")
    assert textmate.main(["--check"]) == 1
    assert textmate.main([]) == 0 and textmate.main(["--check"]) == 0


def test_every_pattern_compiles_and_every_part_exists() -> None:
    found = list(rules())
    assert len(found) > 12
    for rule in found:
        for key in ("match", "begin", "end"):
            if key in rule:
                re.compile(rule[key])
        if "include" in rule:
            assert rule["include"][1:] in GRAMMAR["repository"]


@pytest.mark.parametrize(
    ("line", "text", "scope"),
    [
        ('card "Moss Ox" # grazes', "card", "storage.type"),
        ('card "Moss Ox" # grazes', '"Moss Ox"', "entity.name.class"),
        ('card "Moss Ox" # grazes', "# grazes", "comment.line.number-sign"),
        ("  cost {2}{G}", "{2}{G}", "constant.character.mana"),
        ("  cost {2}{G}", "cost", "keyword.other.line"),
        ("  type creature Ox", "creature", "support.type"),
        ("  type creature Ox", "Ox", "entity.name.type"),
        ("  stats 2/2", "2/2", "constant.numeric"),
        ("  first strike, flying", "first strike", "support.function.keyword-ability"),
        ("  whenever this attacks: draw a card", "whenever", "keyword.control"),
        ("  when this dies: destroys all creatures", "creatures", "support.type"),
        ("  when this dies: destroy all creatures", "destroy", "keyword.other.verb"),
        ("  Stamp = {G}: this gets +1/+0 until end of turn", "Stamp", "entity.name.label"),
        ("  Stamp = {G}: this gets +1/+0 until end of turn", "until end of turn", "keyword.control.condition"),
        ("  this can't be blocked", "can't be blocked", "keyword.control.condition"),
        ("  no surge [H11.1 stated]", "[H11.1 stated]", "constant.other.authority"),
    ],
)
def test_words_have_their_colours(line: str, text: str, scope: str) -> None:
    assert scope_at(line, text) == scope


def test_every_keyword_of_the_language_is_coloured_as_one() -> None:
    wrong = [
        word
        for word in parser.vocabulary().words_of["KEYWORD"]
        if scope_at(f"  {word}", word) != "support.function.keyword-ability"
    ]
    assert wrong == []


def test_every_word_of_the_language_has_a_colour_and_others_have_none() -> None:
    words = [word for word in parser.vocabulary().all_words if word[0].isalpha()]
    owners = {each: each.removesuffix("'s").removesuffix("'") for each in words}  # the sign itself has none
    bare = [each for each, plain in owners.items() if not scope_at(f"  {each} ", each) and not scope_at(each, plain)]
    assert len(words) > 500 and bare == []
    assert scope_at("  destroy all craetures", "craetures") == scope_at("  flyng", "flyng") == ""


def test_the_files_of_the_extension_fit_together() -> None:
    package = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    (language,) = package["contributes"]["languages"]
    (grammar,) = package["contributes"]["grammars"]
    assert set(language["extensions"]) == set(SCRIPTS)
    assert grammar["language"] == language["id"]
    assert grammar["scopeName"] == GRAMMAR["scopeName"]
    for file in (package["main"], language["configuration"], grammar["path"]):
        assert (FOLDER / file).is_file()
    assert "vscode-languageclient" in package["dependencies"]
    configuration = json.loads((FOLDER / language["configuration"]).read_text(encoding="utf-8"))
    assert configuration["comments"]["lineComment"] == "#"
    re.compile(configuration["wordPattern"])
    for pattern in configuration["indentationRules"].values():
        re.compile(pattern)


def test_the_extension_starts_the_command_that_there_is() -> None:
    text = (FOLDER / "extension.js").read_text(encoding="utf-8")
    package = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    assert '["lsp"]' in text and package["contributes"]["configuration"]["properties"]["hordemtg.command"]
    if shutil.which("node"):
        assert subprocess.run(["node", "--check", str(FOLDER / "extension.js")], check=False).returncode == 0
