"""The lock proves the scripts without text, store and network."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from hordemtg import cli
from hordemtg.compiler.library import Library
from hordemtg.oracle.store import Store
from hordemtg.script.diagnostics import ScriptError
from hordemtg.script.resources import folder
from hordemtg.wording import lock
from hordemtg.wording.scripts import Scribe
from hordemtg.wording.selection import wanted
from hordemtg.wording.write import WrittenCard

BUILT_IN = folder("cardscripts")


@pytest.fixture(scope="module")
def written() -> list[WrittenCard]:
    library = Library.standard()
    scribe = Scribe(library)
    return [scribe.write(name) for name in [*library.cards, *library.tokens]]


def run(*arguments: str) -> int:
    """`hordemtg oracle lock` with these arguments."""
    return cli.main(["oracle", "lock", *arguments])


# ---------------------------------------------------------------- the project's own scripts


def test_every_script_says_what_its_card_says(written: list[WrittenCard]) -> None:
    assert lock.faults(lock.read(BUILT_IN / lock.FILE), written) == []


def test_every_card_of_the_hordes_and_of_the_survivor_deck_is_proven() -> None:
    library, known = Library.standard(), lock.read(BUILT_IN / lock.FILE)
    names = ["zombies", "goblins", "eldrazi", "dmu-bg-midrange"]
    cards = [each.name for each in wanted(library, names)]
    assert len(cards) > 70
    assert not set(cards) & {*lock.unproven(known), *lock.reworded(known)}
    assert {(name, name in library.tokens) for name in cards} <= set(known)


def test_one_other_word_or_number_in_any_script_is_found(written: list[WrittenCard]) -> None:
    known = lock.read(BUILT_IN / lock.FILE)
    unproven = lock.unproven(known)
    for card in written:
        if card.name in unproven:
            continue
        assert lock.faults({(card.name, card.token): known[card.name, card.token]}, [card]) == []
        others = [replace(card, mana_cost=card.mana_cost + "{1}"), replace(card, stats="9/9")]
        others += [
            replace(
                card, lines=(*card.lines[:i], replace(line, text=line.text + " Draw a card."), *card.lines[i + 1 :])
            )
            for i, line in enumerate(card.lines)
        ]
        for other in others:
            assert lock.faults({(card.name, card.token): known[card.name, card.token]}, [other]) != []


def test_the_lock_holds_hashes_days_and_names_only() -> None:
    rows = (BUILT_IN / lock.FILE).read_text(encoding="utf-8").splitlines()
    names = {*Library.standard().cards, *Library.standard().tokens}
    for row in rows:
        if not row.startswith("#"):
            found = re.fullmatch(r"(?:[0-9a-f]{64}|unknown) (?:\d{4}-\d\d-\d\d|reworded) (?:card|token) (.+)", row)
            assert found is not None and found[1] in names


def test_checking_needs_no_store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HORDEMTG_CACHE", str(tmp_path / "none"))
    assert run("--check") == 0
    assert not (tmp_path / "none").exists()


# ---------------------------------------------------------------- scripts of an author


def test_the_lock_is_made_from_the_store_and_proves_the_scripts(
    scripts: Path, store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--folder", str(scripts), "--check") == 1
    assert "Clay Walker: not in the lock" in capsys.readouterr().out
    assert run("--folder", str(scripts)) == 0
    assert [str(each).split(" ", 1)[1] for each in lock.read(scripts / lock.FILE).values()] == [
        "2023-11-14 card Clay Walker",
        "2023-11-14 token Saproling",
        "2023-11-14 card Urgo, First of Clay",
    ]
    assert run("--folder", str(scripts), "--check") == 0
    before = (scripts / lock.FILE).stat()
    assert run("--folder", str(scripts)) == 0
    assert (scripts / lock.FILE).stat().st_mtime_ns == before.st_mtime_ns
    assert [each.name for each in scripts.iterdir()].count(lock.FILE) == len(list(scripts.glob("*lock*")))


def test_a_script_that_changes_is_told_by_the_lock(
    scripts: Path, store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--folder", str(scripts)) == 0
    file = scripts / "all.card"
    file.write_text(file.read_text(encoding="utf-8").replace("draw 2", "draw 3"), encoding="utf-8")
    capsys.readouterr()
    assert run("--folder", str(scripts), "--check") == 1
    assert "Clay Walker: the script does not say what its card says (text of 2023-11-14)" in capsys.readouterr().out


def test_a_card_that_the_store_lacks_keeps_its_entry(
    scripts: Path, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("--folder", str(scripts)) == 0
    before = (scripts / lock.FILE).read_bytes()
    monkeypatch.setenv("HORDEMTG_CACHE", str(tmp_path / "empty"))
    assert run("--folder", str(scripts)) == 1
    assert (scripts / lock.FILE).read_bytes() == before


def test_an_entry_without_script_is_told(scripts: Path, store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--folder", str(scripts)) == 0
    file = scripts / lock.FILE
    file.write_text(file.read_text(encoding="utf-8") + f"{'0' * 64} 2023-01-01 card Gone\n", encoding="utf-8")
    capsys.readouterr()
    assert run("--folder", str(scripts), "--check") == 1
    assert "Gone: in the lock, but there is no script for it" in capsys.readouterr().out


def test_a_card_that_no_store_had_is_marked_and_told(
    scripts: Path, store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    (scripts / "own.card").write_text('card "Nobody Prints This"\n  cost {1}\n  type artifact\n', encoding="utf-8")
    assert run("--folder", str(scripts)) == 1
    assert "not in the store: Nobody Prints This" in capsys.readouterr().out
    assert run("--folder", str(scripts), "--check") == 0
    assert "not proven, since the store never had their text: Nobody Prints This" in capsys.readouterr().out


def test_a_script_in_other_words_is_kept_as_it_is(
    scripts: Path, store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    file = scripts / "all.card"
    text = file.read_text(encoding="utf-8").replace("draw 2", "draw 3")
    file.write_text(text, encoding="utf-8")
    assert run("--folder", str(scripts), "--reworded", "Clay Walker", "Urgo, First of Clay") == 0
    rows = (scripts / lock.FILE).read_text(encoding="utf-8").splitlines()
    assert [row.split()[1] for row in rows if not row.startswith("#")] == ["reworded", "2023-11-14", "2023-11-14"]
    assert run("--folder", str(scripts)) == 0  # and stays so when the lock is renewed
    capsys.readouterr()
    assert run("--folder", str(scripts), "--check") == 0
    told = capsys.readouterr().out
    assert "not proven, since they say it in other words: Clay Walker" in told and "1 not proven" in told
    file.write_text(text.replace("draw 3", "draw 4"), encoding="utf-8")
    assert run("--folder", str(scripts), "--check") == 1
    assert "Clay Walker: the script, in other words than its card, is not the one" in capsys.readouterr().out
    assert run("--folder", str(scripts)) == 1  # another difference is not taken over by itself
    file.write_text(text.replace("draw 3", "draw 2"), encoding="utf-8")
    assert run("--folder", str(scripts)) == 0
    assert "reworded" not in (scripts / lock.FILE).read_text(encoding="utf-8")


@pytest.mark.parametrize("row", ["what", f"{'g' * 64} 2023-01-01 card Clay", f"{'0' * 64} yesterday card Clay"])
def test_a_damaged_lock_is_an_error_with_its_line(scripts: Path, store: Store, row: str) -> None:
    (scripts / lock.FILE).write_text(f"# a lock\n{row}\n", encoding="utf-8")
    with pytest.raises(ScriptError) as error:
        lock.read(scripts / lock.FILE)
    assert error.value.diagnostics[0].line == 2
    assert run("--folder", str(scripts), "--check") == 1


def test_a_lock_that_is_no_text_or_too_long_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / lock.FILE
    for data in (b"\xff\xfe", b"#" * (lock.MAX_BYTES + 1)):
        file.write_bytes(data)
        with pytest.raises(ScriptError):
            lock.read(file)


def test_a_folder_that_is_not_there_is_an_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run("--folder", str(tmp_path / "none")) == 1
    assert "there is no such folder" in capsys.readouterr().err
