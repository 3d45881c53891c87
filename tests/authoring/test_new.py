"""`hordemtg new`: a folder from a list, with what is known of each card, and nothing written over."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
import workbench

from hordemtg.authoring.known import Sources
from hordemtg.authoring.new import Plan, create, plan
from hordemtg.cli import main
from hordemtg.compiler import manifest
from hordemtg.compiler.library import Library
from hordemtg.play.decklists.listing import Entry, Listing
from hordemtg.script.diagnostics import ScriptError
from hordemtg.script.files import stem, write_whole


@dataclass(frozen=True)
class Card:
    """A printed card, invented."""

    name: str
    mana_cost: str = ""
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ("Creature",)
    subtypes: tuple[str, ...] = ()
    power: str | None = "1"
    toughness: str | None = "1"
    colors: tuple[str, ...] | None = ("B",)
    text: str = ""
    is_token: bool = False


STORE = {
    card.name: card
    for card in (
        Card("Bone Piper", "{2}{B}", subtypes=("Skeleton",), text="Invented words."),
        Card("Plain Ghoul", "{1}{B}", ("Legendary",), subtypes=("Zombie",)),
        Card("Half Known", "{B}", text="Invented words."),
        Card("Rat", subtypes=("Rat",), is_token=True),
        Card("Servo", types=("Artifact", "Creature"), subtypes=("Servo",), colors=(), is_token=True),
    )
}


def draft(card: Card) -> str:
    """A draft: whole for one card, with a clause that is not understood for the other."""
    head = f'card "{card.name}"\n  cost {card.mana_cost}\n  type creature Zombie\n  stats 1/1\n'
    return head + ('  unsupported "some clause"\n' if card.name == "Half Known" else "  menace\n")


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.load(workbench.BUILT_IN, scenarios=())


def planned(library: Library, *entries: Entry, sources: Sources[Card] | None = None, ruleset: str = "") -> Plan:
    listing = Listing("Graveyard Shift", tuple(entries))
    return plan(library, "Shift", listing, "shift.txt", ruleset, sources or Sources(STORE.get, draft))


def test_each_card_is_whole_partly_known_there_or_unknown(library: Library) -> None:
    made = planned(
        library, Entry(4, "Zombie"), Entry(2, "Plain Ghoul"), Entry(1, "Half Known"), Entry(1, "Nobody's Card")
    )
    states = {entry.name: entry.state for entry in made.entries}
    assert states == {"Zombie": "there", "Plain Ghoul": "whole", "Half Known": "partly", "Nobody's Card": "unknown"}
    assert [entry.count for entry in made.entries] == [4, 2, 1, 1]
    assert sorted(made.files) == ["CHECKLIST.md", "cards/half_known.card", "cards/plain_ghoul.card", "deck.yaml"]
    page = made.files["CHECKLIST.md"]
    assert "- [x] 4 Zombie: `tokens/zombie.token`" in page
    assert "- [ ] 1 Half Known: `cards/half_known.card`\n  - some clause" in page
    assert "- [ ] 1 Nobody's Card: no printed card of that name is known here" in page
    assert "8 cards of 4 names; 2 names have a whole script." in page


def test_without_a_draft_a_card_has_what_is_printed_above_its_text(library: Library) -> None:
    made = planned(library, Entry(1, "Bone Piper"), Entry(1, "Plain Ghoul"), sources=Sources(STORE.get))
    assert [(e.state, e.missing) for e in made.entries] == [("partly", ("the text is not written yet",)), ("whole", ())]
    assert made.files["cards/plain_ghoul.card"] == (
        'card "Plain Ghoul"\n  cost {1}{B}\n  type legendary creature Zombie\n  stats 1/1\n'
    )
    assert "Invented words" not in made.files["cards/bone_piper.card"]


def test_tokens_of_the_list_get_scripts_of_their_own(library: Library) -> None:
    made = planned(library, Entry(3, "Rat Token", "tokens"), Entry(1, "Rat", "tokens"), Entry(1, "Servo", "tokens"))
    assert [(e.name, e.count) for e in made.entries] == [("Rat", 4), ("Servo", 1)]
    assert made.files["tokens/rat.token"] == "token Rat\n  colors black\n  type creature Rat\n  stats 1/1\n"
    assert "colors colorless" in made.files["tokens/servo.token"]


def test_the_folder_can_be_played_at_once_when_all_is_known(library: Library, tmp_path: Path) -> None:
    made = planned(library, Entry(4, "Zombie"), Entry(2, "Plain Ghoul"), Entry(2, "Rat", "tokens"))
    create(made, tmp_path / "shift")
    found = Library.load([*workbench.BUILT_IN, tmp_path / "shift"], scenarios=())
    assert [str(d) for d in found.errors] == []
    horde = found.horde(str(tmp_path / "shift"))
    assert (horde.name, horde.title, horde.ruleset) == ("Shift", "Graveyard Shift", "Limited Horde 2.1")
    assert {name: n for n, name in horde.lists[0].cards} == {"Zombie": 4, "Plain Ghoul": 2, "Rat": 2}
    assert horde.authority.source == "the list shift.txt"


def test_names_that_yaml_would_misread_keep_their_letters(library: Library) -> None:
    names = ["Yes", "No: a Tale", "#1 Ghoul", "- Dash", "Null", "123", "Ib, Piper", 'The "Great" One', "Été"]
    made = planned(library, *(Entry(1, name) for name in names), sources=Sources())
    found: list[object] = []
    horde = manifest.manifest(made.files["deck.yaml"], "deck.yaml", found)  # type: ignore[arg-type]
    assert found == [] and horde is not None
    assert [name for _, name in horde.lists[0].cards] == names


def test_what_a_list_calls_itself_is_a_title_that_can_be_read(library: Library) -> None:
    for title, wanted in (("Night\u202e \x1b[2Jfall", "Night [2Jfall"), ("\u200b", "Shift")):
        made = plan(library, "Shift", Listing(title, (Entry(1, "Zombie"),)), os.fsdecode(b"\xff.txt"))
        found = manifest.manifest(made.files["deck.yaml"], "deck.yaml", [])
        assert found is not None and (found.title, found.authority.source) == (wanted, "the list .txt")


def test_what_is_not_of_the_library_is_told(library: Library) -> None:
    made = planned(library, Entry(4, "Zombie"), Entry(1, "Bone Piper", "sideboard"))
    assert "## Not of the library: left out\n\n- 1 Bone Piper" in made.files["CHECKLIST.md"]
    assert "Bone Piper" not in made.files["deck.yaml"]


def test_nothing_is_written_over(library: Library, tmp_path: Path) -> None:
    made = planned(library, Entry(4, "Zombie"))
    at = tmp_path / "shift"
    at.mkdir()
    (at / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ScriptError, match="nothing is written over"):
        create(made, at)
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["mine.txt", "shift"]


def test_a_failure_leaves_nothing_behind(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = planned(library, Entry(4, "Zombie"))

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "rename", fail)
    with pytest.raises(OSError, match="full"):
        create(made, tmp_path / "shift")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["", " ", "../up", "a/b", "a\\b", "C:", "x" * 81, ".hidden", "ends.", "new\nline", 'say "x"',
             "-rf", "con", "lpt1.old", "a\u202eb"]
)
def test_names_that_no_folder_can_have(library: Library, name: str) -> None:
    with pytest.raises(ScriptError, match="no Horde can be called"):
        plan(library, name, Listing("", (Entry(1, "Zombie"),)), "list.txt")


def test_an_unknown_ruleset_names_the_known_ones(library: Library) -> None:
    with pytest.raises(ScriptError, match="agro"):
        planned(library, Entry(1, "Zombie"), ruleset="agro")
    with pytest.raises(ScriptError, match="not for a game against a Horde"):
        planned(library, Entry(1, "Zombie"), ruleset="plain")


def test_two_cards_of_one_file_name_get_two_files(library: Library) -> None:
    store = {name: Card(name, "{B}", subtypes=("Rat",)) for name in ("Rat-Catcher", "Rat Catcher!")}
    made = planned(library, *(Entry(1, name) for name in store), sources=Sources(store.get))
    assert {"cards/rat_catcher.card", "cards/rat_catcher_2.card"} < set(made.files)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.txt").write_text("4 Zombie\n2 Walking Corpse\n", encoding="utf-8")
    assert main(["new", "night", "--from", "list.txt", "--ruleset", "aggro"]) == 0
    assert "2 with a whole script" in capsys.readouterr().out
    assert (tmp_path / "night" / "deck.yaml").is_file() and (tmp_path / "night" / "scenarios").is_dir()
    assert main(["check", "night"]) == 0
    assert main(["new", "night", "--from", "list.txt"]) == 1
    assert "nothing is written over" in capsys.readouterr().err
    assert main(["new", "other", "--from", "missing.txt"]) == 1
    assert main(["new", "zombies", "--from", "list.txt"]) == 1
    assert "there is a Horde called `zombies` already" in capsys.readouterr().err
    (tmp_path / "odd.txt").write_text("4 Zombie\n\x00\x01\n", encoding="utf-8")
    assert main(["new", "odd", "--from", "odd.txt"]) == 1
    assert not (tmp_path / "odd").exists()


def test_names_of_files() -> None:
    assert stem("Con") == "con_"
    assert stem("龍") == "card"
    assert len(stem("x" * 500)) <= 101


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
def test_a_file_is_written_only_when_it_changes(tmp_path: Path) -> None:
    file = tmp_path / "a.card"
    assert write_whole(file, b"one")
    before = file.stat().st_ino
    assert not write_whole(file, b"one")
    assert file.stat().st_ino == before
    assert write_whole(file, b"two") and file.read_bytes() == b"two"
    assert [p.name for p in tmp_path.iterdir()] == ["a.card"]


@pytest.mark.skipif(not hasattr(os, "chown"), reason="files have no owners here")
def test_a_file_stays_its_owners_and_keeps_its_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.card"
    file.write_bytes(b"one")
    file.chmod(0o640)
    given: list[tuple[int, int]] = []
    real = os.stat

    def stat(path: str | Path, **more: object) -> os.stat_result:
        found = list(real(path))
        if Path(path).name.startswith(".a.card"):
            found[4:6] = [found[4] + 1, found[5] + 1]  # as if somebody else had made the file beside it
        return os.stat_result(found)

    monkeypatch.setattr(os, "stat", stat)
    monkeypatch.setattr(os, "chown", lambda path, uid, gid: given.append((uid, gid)))
    assert write_whole(file, b"two")
    monkeypatch.undo()
    assert given == [(file.stat().st_uid, file.stat().st_gid)]
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_file_that_must_not_be_written_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.card"
    file.write_bytes(b"one")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(PermissionError, match="must not be written"):
        write_whole(file, b"two")
    assert file.read_bytes() == b"one" and [p.name for p in tmp_path.iterdir()] == ["a.card"]
