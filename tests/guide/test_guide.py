"""The guide for authors tells the truth: scripts compile, the Horde plays, scenarios pass, messages are as told."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from hordemtg.compiler.library import Library, standard_folders
from hordemtg.play.testing import played
from hordemtg.script import format as form
from hordemtg.script import upgrades
from hordemtg.script.diagnostics import Diagnostic

ROOT = Path(__file__).resolve().parent.parent.parent
GUIDE = (ROOT / "cardscripts" / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\S+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[str]:
    return [text for found, text in BLOCK.findall(GUIDE) if found == kind]


@pytest.fixture(scope="module")
def horde(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The guide's Horde as an author has it: a folder with a file for each block."""
    folder = tmp_path_factory.mktemp("guide") / "hyenas"
    folder.mkdir()
    (folder / "deck.yaml").write_text(blocks("yaml")[0], encoding="utf-8")
    for kind, suffix in (("script", "horde"), ("scenario", "scenario")):
        for number, text in enumerate(blocks(kind)):
            (folder / f"{number:02}.{suffix}").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def library(horde: Path) -> Library:
    return Library.load([*standard_folders(), horde], scenarios=[horde])


def test_it_has_examples_of_every_kind(library: Library) -> None:
    assert {kind for kind, _ in BLOCK.findall(GUIDE)} == {"script", "scenario", "wrong", "yaml"}
    kinds = {line.split()[0] for text in blocks("script") for line in text.splitlines() if line[:1].isalpha()}
    assert kinds == {"card", "token", "keyword", "errata", "directive", "ruleset", "emblem", "language"}
    assert "hyenas" in library.manifests


def test_its_scripts_compile(library: Library) -> None:
    assert [str(found) for found in library.diagnostics] == []


def test_its_examples_have_their_form() -> None:
    for text in [*blocks("script"), *blocks("scenario")]:
        assert form.formatted(text) == text


def test_its_scenarios_pass(library: Library, horde: Path) -> None:
    found = [s for s in library.all_scenarios() if Path(s.place.file).parent == horde]
    assert len(found) == sum(text.count("scenario ") for text in blocks("scenario"))
    for scenario in found:
        result = played(scenario, library)
        assert result.passed, result.text()


def test_its_horde_can_be_played(horde: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from hordemtg import cli

    for seed in ("1", "2", "3"):
        assert cli.main(["run", str(horde), "--seed", seed, "--detail", "brief"]) == 0
        assert capsys.readouterr().out


@pytest.mark.parametrize("text", blocks("wrong"))
def test_its_messages_are_those_that_authors_get(text: str) -> None:
    expected = {
        number: line.split("#!")[1].strip() for number, line in enumerate(text.splitlines(), start=1) if "#!" in line
    }
    found = Library.load([], texts={"wrong": text}).diagnostics
    assert {d.line: said(d) for d in found} == expected
    assert len(found) == len(expected)


def said(diagnostic: Diagnostic) -> str:
    tail = f" (did you mean {diagnostic.suggestion}?)" if diagnostic.suggestion else ""
    return diagnostic.message + tail


def test_its_version_is_the_current_one() -> None:
    assert re.findall(r"^language (\d+)$", GUIDE, re.MULTILINE) == [str(upgrades.CURRENT)]


def test_its_commands_exist() -> None:
    from hordemtg import cli

    parser = cli.build_parser()
    choices = next(action.choices for action in parser._actions if isinstance(action.choices, dict))
    told = set(re.findall(r"(?:^    |`)hordemtg (\w+)", GUIDE, re.MULTILINE))
    assert told <= set(choices)


def test_a_copied_horde_is_a_horde_of_its_own(horde: Path, tmp_path: Path) -> None:
    shutil.copytree(horde, tmp_path / "copy")
    assert Library.load([*standard_folders(), tmp_path], scenarios=[]).errors == []
