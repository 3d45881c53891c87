"""A built-in Horde's folder copied anywhere is a beginning for an author: its own scripts win, in it alone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hordemtg import cli
from hordemtg.cards import terms as t
from hordemtg.compiler.library import Library
from hordemtg.play.testing import library_for
from hordemtg.script.resources import folder

BUILT_IN = folder("cardscripts") / "zombies"
CARD = "cursed_minotaur"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    made = tmp_path / "mine"
    shutil.copytree(BUILT_IN, made)
    return made


def change(copy: Path) -> None:
    file = copy / "cards" / f"{CARD}.card"
    lines = [
        "  stats 7/7" if line.strip().startswith("stats") else line for line in file.read_text("utf-8").splitlines()
    ]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_a_copy_that_nobody_has_changed_has_no_errors(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", str(copy)]) == 0
    out, err = capsys.readouterr()
    assert "Hordes: 0 errors, 4 warnings" in out
    assert str(copy) in err and str(BUILT_IN) in err


def test_its_own_script_wins_with_a_warning_that_names_both(copy: Path) -> None:
    change(copy)
    library = library_for([copy])
    assert library.errors == []
    (found,) = [d for d in library.diagnostics if "stands in place of another" in d.message]
    assert found.severity == "warning"
    assert found.file == str(copy / "cards" / f"{CARD}.card")
    assert str(BUILT_IN / "cards" / f"{CARD}.card") in found.help


def test_its_cards_are_in_no_other_horde(copy: Path) -> None:
    change(copy)
    library = library_for([copy])
    name = next(n for n, c in Library.standard().cards.items() if c.place.file.endswith(f"{CARD}.card"))
    mine, other = library.horde(str(copy)), library.horde("zombies")
    assert library.of(mine).playing(mine)[name].power == t.Number(7)
    assert library.of(other).playing(other)[name].power != t.Number(7)
    assert library.cards[name].power != t.Number(7)


@pytest.mark.parametrize("path", [".", "deck.yaml"])
def test_it_is_played_by_its_path(copy: Path, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    change(copy)
    assert cli.main(["run", str(copy / path), "--detail", "brief", "--trace", str(copy / "trace")]) == 0
    assert cli.main(["replay", str(copy / "trace")]) == 0
    assert "the same game" in capsys.readouterr().out


@pytest.mark.parametrize("path", [".", "scenarios", "scenarios/smallpox.scenario"])
def test_its_scenarios_are_those_of_its_own_cards(copy: Path, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["test", str(copy / path)]) == 0
    assert " 0 failed" in capsys.readouterr().out


def test_two_declarations_in_one_horde_are_an_error_still(copy: Path) -> None:
    shutil.copy(copy / "cards" / f"{CARD}.card", copy / "cards" / "again.card")
    assert any("declared twice" in found.message for found in library_for([copy]).errors)


def test_a_horde_with_another_script_of_a_known_name_is_found_by_its_own_name(copy: Path) -> None:
    change(copy)
    manifest = copy / "deck.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("name: zombies", "name: my ghouls"), encoding="utf-8")
    library = library_for([copy])
    assert library.horde("my ghouls").folder == str(copy)
    assert library.horde("zombies").folder == str(BUILT_IN)
    assert {"my ghouls", "zombies"} <= set(library.hordes_by_name)
