"""`hordemtg check`: Hordes by name and by folder, and again whenever a file changes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
import workbench

from hordemtg.authoring.checking import Checked, check, watch
from hordemtg.cli import main

IDLE = 'card "Idle Archer"\n  cost {B}\n  type creature Orc\n  stats 1/1\n  Shoot = {T}: draw a card\n'


def test_a_horde_by_name_is_looked_at_as_a_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "zombies", "--survivors", "dmu-bg-midrange"]) == 0
    captured = capsys.readouterr()
    assert captured.err.count("(unused-ability)") == 3  # H8.6: the Stitchwings' return and the Bat's haste stay unused
    assert "0 errors, 3 warnings" in captured.out


def test_without_a_horde_nothing_is_doubted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 0
    assert "0 errors, 0 warnings" in capsys.readouterr().out


def test_a_folder_and_its_manifest_are_the_same(tmp_path: Path) -> None:
    at = workbench.horde(tmp_path / "archers", IDLE, "Idle Archer: 1, Zombie: 2")
    for name in (str(at), str(at / "deck.yaml"), str(tmp_path)):
        (found,) = check([name]).diagnostics
        assert "unused-ability" in found.message and found.line == 5


def test_a_horde_with_errors_shows_them_alone(tmp_path: Path) -> None:
    at = workbench.horde(tmp_path / "archers", IDLE, "Idle Archer: 1, Nobody: 2")
    (found,) = check([str(at)]).diagnostics
    assert found.severity == "error" and "Nobody" in found.message


def test_a_horde_with_a_faulty_clause_is_not_doubted_yet(tmp_path: Path) -> None:
    at = workbench.horde(tmp_path / "archers", IDLE + "  explode\n", "Idle Archer: 1, Zombie: 2")
    (found,) = check([str(at)]).diagnostics
    assert found.severity == "error" and "explode" in found.message


def test_an_unknown_name_and_a_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "zombis"]) == 1
    assert "did you mean `zombies`?" in capsys.readouterr().err
    assert main(["check", "no/such/file.card"]) == 1
    assert "there is no such file or folder" in capsys.readouterr().err


def test_an_unknown_deck(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "zombies", "--survivors", "nobody"]) == 1
    assert "unknown deck `nobody`" in capsys.readouterr().err


def test_warnings_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "zombies", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["severity"] for each in found] == ["warning"] * 3


# ---------------------------------------------------------------- watching


class Enough(KeyboardInterrupt):
    """The author presses Ctrl-C."""


def watched(at: Path, *changes: Callable[[], object]) -> list[list[str]]:
    """What is told at the beginning and after each change of the files."""
    told: list[list[str]] = [[]]
    left = list(changes)
    looks = []

    def look() -> Checked:
        looks.append(1)
        library = workbench.Library.load([*workbench.BUILT_IN, at], scenarios=())
        return Checked(library, tuple(library.diagnostics))

    def pause() -> None:
        if not left:
            raise Enough
        told.append([])
        left.pop(0)()

    with pytest.raises(Enough):
        watch(look, [at], lambda line: told[-1].append(line), pause)
    told.append([str(len(looks))])
    return told


def test_only_what_changed_is_told(tmp_path: Path) -> None:
    at = workbench.horde(tmp_path / "night", "")
    bad = at / "bad.card"

    def write(text: str) -> Callable[[], object]:
        return lambda: (bad.write_text(text, encoding="utf-8"), os.utime(bad, ns=(len(text), len(text))))

    script = 'card "Bad"\n  type artifact\n  explode\n'
    first, broken, same, moved, repaired, looks = watched(
        at,
        write(script),
        lambda: None,
        write("# a remark\n" + script),
        write('card "Bad"\n  type artifact\n'),
    )
    assert first == ["0 errors, 0 warnings"]
    assert "unknown word `explode`" in broken[0] and broken[-1] == "1 error, 0 warnings"
    assert same == []
    assert moved == ["1 error, 0 warnings"]  # the same mistake a line further down is no news
    assert repaired[0].startswith("no longer: error: unknown word `explode`") and repaired[1] == "0 errors, 0 warnings"
    assert looks == ["4"]


def test_files_that_come_and_go(tmp_path: Path) -> None:
    at = workbench.horde(tmp_path / "night", "")
    _, gone, back, _ = watched(
        at,
        lambda: os.rename(at / "grunt.card", tmp_path / "grunt"),
        lambda: os.rename(tmp_path / "grunt", at / "grunt.card"),
    )
    assert "there is no script for the card `Grunt`" in gone[0]
    assert back[0].startswith("no longer: ")


def test_ctrl_c_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from hordemtg.authoring import checking

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(checking, "watch", interrupted)
    assert main(["check", "--watch"]) == 0
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")


def test_a_folder_that_comes_later_is_watched_and_what_cannot_be_read_is_no_end(tmp_path: Path) -> None:
    at = tmp_path / "night"
    refused = [False]

    def look() -> Checked:
        if refused[0]:
            raise PermissionError(13, "Permission denied", str(at))
        library = workbench.Library.load([*workbench.BUILT_IN, *([at] if at.exists() else [])], scenarios=())
        return Checked(library, tuple(library.diagnostics))

    def make() -> None:
        workbench.horde(at, "")
        (at / "bad.card").write_text('card "Bad"\n  type artifact\n  explode\n', encoding="utf-8")

    def refuse() -> None:
        refused[0] = True
        os.utime(at / "bad.card", ns=(1, 1))

    def allow() -> None:
        refused[0] = False
        os.utime(at / "bad.card", ns=(2, 2))

    told: list[str] = []
    changes = [make, refuse, allow]

    def pause() -> None:
        if not changes:
            raise Enough
        told.append("---")
        changes.pop(0)()

    with pytest.raises(Enough):
        watch(look, [at], told.append, pause)
    _, made, gone, back = "\n".join(told).split("---\n")
    assert "unknown word `explode`" in made
    assert "this file cannot be read: permission denied" in gone
    assert "unknown word `explode`" in back and "no longer: error: this file cannot be read" in back


def test_what_is_named_is_checked_or_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck, other, empty = tmp_path / "my-list.txt", tmp_path / "notes.md", tmp_path / "empty"
    deck.write_text("4 Nobody at All\n", encoding="utf-8")
    other.write_text("notes\n", encoding="utf-8")
    empty.mkdir()
    assert main(["check", str(deck)]) == 1
    assert "there is no script for the card `Nobody at All`" in capsys.readouterr().err
    assert main(["check", str(other)]) == 1
    assert "this is no script, manifest or deck list" in capsys.readouterr().err
    assert main(["check", str(empty)]) == 0
    assert "there is nothing to check in this folder" in capsys.readouterr().err
    assert main(["check", ""]) == 1
    assert "names no file" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["check", "--watch", "--json"])


def test_a_manifest_is_shown_at_the_name_that_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = workbench.horde(tmp_path / "night", "", cards="Grunt: 2, Gruntt: 3")
    assert main(["check", str(at)]) == 1
    told = capsys.readouterr().err
    assert "deck.yaml:6:5\n" in told and "6 |     Gruntt: 3\n  |     ^^^^^^" in told


def test_a_file_in_another_encoding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "old.card").write_bytes('card "Kröte"\n  cost {G}\n'.encode("latin-1"))
    assert main(["check", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert "this file is not text in UTF-8: it holds the byte 0xf6" in told and "old.card:1\n" in told


def test_lines_are_counted_as_the_parser_counts_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "odd.card").write_text('# a\u2028b\x0cc\ncard "Bad"\n  type artifact\n  explode\n', encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 1
    assert "4 |   explode\n  |   ^^^^^^^" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["remove Nothing", "replace Shoot: Shoot = whn this enters: draw a card"])
def test_what_is_faulty_is_not_called_missing(tmp_path: Path, line: str) -> None:
    scripts = f'{IDLE}\nerrata "Quick" of "Idle Archer"\n  rule H9.1\n  provenance stated\n  {line}\n'
    at = workbench.horde(tmp_path / "night", scripts, more="errata:\n  - Quick\n")
    (found,) = check([str(at)]).diagnostics
    assert "there is no script" not in found.message
