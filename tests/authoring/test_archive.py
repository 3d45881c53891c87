"""`hordemtg pack` and `install`: the same bytes everywhere, and archives of strangers that can do no harm."""

from __future__ import annotations

import os
import random
import stat
import zipfile
from pathlib import Path

import pytest
import workbench

from hordemtg.authoring.archive import contents, pack, pack_to
from hordemtg.authoring.install import install, read
from hordemtg.cli import main
from hordemtg.script.diagnostics import ScriptError

SCENARIO = 'scenario "a Grunt is small"\n  plain\n  A battlefield: Grunt\n  A\'s turn\n    expect Grunt 2/2\n'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with a Horde, its scenarios and a README, and things that are nobody's business."""
    at = workbench.horde(tmp_path / "night", "")
    (at / "scenarios").mkdir()
    (at / "scenarios" / "grunt.scenario").write_text(SCENARIO, encoding="utf-8")
    (at / "README.md").write_text("# Night\n", encoding="utf-8")
    (at / "notes.txt").write_text("private", encoding="utf-8")
    (at / "CHECKLIST.md").write_text("- [ ] all of it", encoding="utf-8")
    (at / ".git").mkdir()
    (at / ".git" / "config.card").write_text("private", encoding="utf-8")
    return at


INSIDE = ["README.md", "deck.yaml", "grunt.card", "own.horde", "scenarios/grunt.scenario"]


def test_only_what_belongs_is_packed(home: Path) -> None:
    assert sorted(contents(home)) == INSIDE


def test_the_archive_is_the_same_wherever_and_whenever(home: Path, tmp_path: Path) -> None:
    first = pack(home)
    other = tmp_path / "elsewhere" / "copy"
    other.parent.mkdir()
    os.rename(home, other)
    for n, file in enumerate(sorted(other.rglob("*"))):
        os.utime(file, (1_000_000 * n, 1_000_000 * n))
        file.chmod(0o755 if n % 2 or file.is_dir() else 0o600)
    assert pack(other) == first
    assert str(tmp_path).encode() not in first


def test_what_is_packed_is_installed_and_packs_the_same(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "night.zip"
    file.write_bytes(pack(home))
    done = install(file, tmp_path / "data" / "cardscripts")
    assert (done.name, done.kept) == ("night", None)
    assert done.folder == tmp_path / "data" / "cardscripts" / "night"
    assert sorted(contents(done.folder)) == INSIDE
    assert pack(done.folder) == file.read_bytes()
    assert list((tmp_path / "data" / "installing").iterdir()) == []


def test_a_horde_that_needs_scripts_from_elsewhere_is_not_packed(tmp_path: Path) -> None:
    at = workbench.horde(tmp_path / "lame", "", "Grunt: 1, Stranger: 2")
    with pytest.raises(ScriptError, match="Stranger"):
        pack(at)


def test_links_are_not_packed(home: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.card").write_text("secret", encoding="utf-8")
    (home / ".git" / "elsewhere").symlink_to(tmp_path)
    (home / "notes").symlink_to(tmp_path / "secret.card")
    assert sorted(contents(home)) == INSIDE, "what is not packed may be a link"
    (home / "linked.card").symlink_to(tmp_path / "secret.card")
    with pytest.raises(ScriptError, match="links"):
        contents(home)
    (home / "linked.card").unlink()
    (home / "linked").symlink_to(tmp_path)
    with pytest.raises(ScriptError, match="links"):
        contents(home)


def test_a_link_where_the_author_stands_is_no_link_in_the_horde(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "scenarios").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert sorted(contents(home)) == INSIDE


@pytest.mark.parametrize(
    "names", [["a.card", "A.card"], ["who?.card"], ["con.card"], [os.fsdecode(b"\xff.card")]], ids=ascii
)
def test_what_could_not_be_installed_is_not_packed(home: Path, names: list[str]) -> None:
    for name in names:
        (home / name).write_text("", encoding="utf-8")
    with pytest.raises(ScriptError, match=r"one file on some systems|cannot be packed"):
        contents(home)


def test_the_deck_that_the_manifest_names_is_packed(home: Path, tmp_path: Path) -> None:
    (home / "mine").mkdir()
    (home / "mine" / "deck.txt").write_text("40 Forest\n", encoding="utf-8")
    manifest = home / "deck.yaml"
    manifest.write_text(manifest.read_text().replace("lists:", "survivors: mine\nlists:"), encoding="utf-8")
    file = tmp_path / "night.zip"
    file.write_bytes(pack(home))
    done = install(file, tmp_path / "data" / "cardscripts")
    assert pack(done.folder) == file.read_bytes()
    assert workbench.read(done.folder).decks["mine"].cards == ((40, "Forest"),)
    (home / "mine" / "deck.txt").unlink()
    with pytest.raises(ScriptError, match="there is no deck `mine`"):
        pack(home)


# ---------------------------------------------------------------- installing over another


def archive(tmp_path: Path, name: str = "night", power: int = 2) -> Path:
    at = workbench.horde(tmp_path / f"made{power}" / name, "")
    script = at / "grunt.card"
    script.write_text(script.read_text().replace("2/2", f"{power}/2"), encoding="utf-8")
    file = tmp_path / f"{name}{power}.zip"
    file.write_bytes(pack(at))
    return file


def test_an_installed_horde_stays_unless_it_is_forced(tmp_path: Path) -> None:
    into = tmp_path / "data" / "cardscripts"
    install(archive(tmp_path, power=2), into)
    with pytest.raises(ScriptError, match="installed already"):
        install(archive(tmp_path, power=3), into)
    assert "2/2" in (into / "night" / "grunt.card").read_text()
    (into / "night" / "my notes.txt").write_text("mine", encoding="utf-8")
    kept = install(archive(tmp_path, power=4), into, force=True).kept
    assert kept == tmp_path / "data" / "replaced" / "night"
    assert "2/2" in (kept / "grunt.card").read_text() and (kept / "my notes.txt").read_text() == "mine"
    assert "4/2" in (into / "night" / "grunt.card").read_text()
    assert [p.name for p in into.iterdir()] == ["night"]
    again = install(archive(tmp_path, power=5), into, force=True).kept
    assert again == kept.with_name("night-2") and "4/2" in (again / "grunt.card").read_text()


def test_when_the_last_step_fails_the_old_one_is_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    into = tmp_path / "data" / "cardscripts"
    install(archive(tmp_path, power=2), into)
    new = archive(tmp_path, power=3)
    rename, calls = os.rename, []

    def second_fails(one: object, other: object) -> None:
        calls.append(one)
        if len(calls) == 2:
            raise OSError("no more")
        rename(one, other)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "rename", second_fails)
    with pytest.raises(OSError, match="no more"):
        install(new, into, force=True)
    assert "2/2" in (into / "night" / "grunt.card").read_text()


CALLS = ("rename", "replace", "mkdir", "fsync", "chmod", "open", "rmdir", "unlink")


@pytest.mark.parametrize("problem", [OSError(28, "no space left"), KeyboardInterrupt()], ids=["full", "stopped"])
@pytest.mark.parametrize("force", [True, False], ids=["over another", "new"])
def test_whatever_fails_nothing_is_lost_nor_half_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: BaseException, force: bool
) -> None:
    """Each call of the system fails in turn, and all that come after it with a full disk."""
    old, new = archive(tmp_path, power=2), archive(tmp_path, power=3)
    monkeypatch.setattr("hordemtg.authoring.install.refuse_faulty", lambda at: None)
    packed = {2: read(old)[1], 3: read(new)[1]}
    ended = 0
    for moment in range(200):
        into = tmp_path / str(moment) / "cardscripts"
        if force:
            install(old, into)
        calls = 0
        with monkeypatch.context() as patched:

            def failing(name: str, moment: int = moment) -> object:
                real = getattr(os, name)

                def call(*given: object, **more: object) -> object:
                    nonlocal calls
                    calls += 1
                    if calls == moment + 1 or (calls > moment and isinstance(problem, OSError)):
                        raise problem
                    return real(*given, **more)

                return call

            for name in CALLS:
                patched.setattr(os, name, failing(name))
            try:
                install(new, into, force)
            except (OSError, KeyboardInterrupt):
                ended += 1
        there = [contents(at) for at in (into / "night", into.parent / "replaced" / "night") if at.exists()]
        assert all(found in packed.values() for found in there)
        assert not force or packed[2] in there
        if calls <= moment:
            break
    assert ended > 10


def test_a_killed_install_leaves_nothing_for_long(tmp_path: Path) -> None:
    left, young = (tmp_path / "data" / "installing" / f"unfinished-{n}" for n in range(2))
    for folder in (left, young):
        (folder / "night").mkdir(parents=True)
    os.utime(left, (0, 0))
    install(archive(tmp_path), tmp_path / "data" / "cardscripts")
    assert [young] == list(young.parent.iterdir())


def test_of_two_installs_at_once_one_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    into = tmp_path / "data" / "cardscripts"
    one, other = archive(tmp_path, power=2), archive(tmp_path, power=3)
    monkeypatch.setattr("hordemtg.authoring.install.manifest_name", lambda at: _meanwhile())

    def _meanwhile() -> str:
        monkeypatch.undo()
        install(other, into)
        return "night"

    with pytest.raises(ScriptError, match="installed already"):
        install(one, into)
    assert "3/2" in (into / "night" / "grunt.card").read_text()


def test_a_link_to_the_author_s_own_folder_is_moved_not_followed(tmp_path: Path) -> None:
    into, mine = tmp_path / "data" / "cardscripts", workbench.horde(tmp_path / "mine" / "night", "")
    into.mkdir(parents=True)
    (into / "night").symlink_to(mine)
    before = contents(mine)
    kept = install(archive(tmp_path, power=3), into, force=True).kept
    assert kept is not None and kept.is_symlink() and contents(mine) == before
    assert not (into / "night").is_symlink()


# ---------------------------------------------------------------- archives that are none

MANIFEST = "name: night\nruleset: Limited Horde 2.1\nlists:\n  default:\n    Zombie: 4\n"


def made(tmp_path: Path, files: dict[str, str | bytes], modes: dict[str, int] | None = None) -> Path:
    """An archive with exactly these names, whatever they are."""
    file = tmp_path / "strange.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, data in files.items():
            entry = zipfile.ZipInfo("x")
            entry.filename = entry.orig_filename = name
            entry.external_attr = (modes or {}).get(name, 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            zipped.writestr(entry, data)
    return file


BAD_NAMES = [
    "../out.card", "night/../../out.card", "/etc/out.card", "night//out.card", "night/./out.card", "C:/out.card",
    "night\\..\\out.card", "night/con.card", "night/out.card.", "night/ out.card", "night/a\nb.card", "night/a:b.card",
    "night/1/2/3/4/5.card", "night/run.py", "night/run.sh", "night/cards", "out.card", "other/out.card",
    "night/notes.md", "night/sub/deck.yaml", "night/.card", "night/" + "x" * 130 + ".card", "night/deck.yaml/a.card",
    "night/" + "\N{MUSICAL SYMBOL G CLEF}" * 100 + ".card", "night/com\N{SUPERSCRIPT ONE}.card", "night/con .card",
    "night/CONIN$.card",
]  # fmt: skip


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_name_that_leaves_its_folder_or_does_not_belong(tmp_path: Path, name: str) -> None:
    file = made(tmp_path, {"night/deck.yaml": MANIFEST, name: 'card "Out"\n  type artifact\n'})
    with pytest.raises(ScriptError):
        install(file, tmp_path / "data" / "cardscripts")
    assert not (tmp_path / "data").exists()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["strange.zip"]


def test_a_name_of_a_file_and_a_folder(tmp_path: Path) -> None:
    for other in ("night/a.card/", "night/a.card/b.card"):
        file = made(tmp_path, {"night/deck.yaml": MANIFEST, other: "", "night/a.card": ""})
        with pytest.raises(ScriptError, match=r"`a\.card` is a file and a folder"):
            read(file)


@pytest.mark.parametrize("device", ["pipe", "/dev/zero"])
def test_a_pipe_or_device_is_not_waited_for(tmp_path: Path, device: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ScriptError, match="no archive of a Horde"):
        read(tmp_path / device)


def test_only_another_archive_is_packed_over(home: Path, tmp_path: Path) -> None:
    before = contents(home)
    with pytest.raises(FileExistsError, match="another kind of file"):
        pack_to(home, home / "grunt.card")
    assert contents(home) == before
    (tmp_path / "empty.zip").touch()
    assert pack_to(home, tmp_path / "empty.zip") and not pack_to(home, tmp_path / "empty.zip")


def test_a_folder_of_its_own_is_allowed(tmp_path: Path) -> None:
    file = made(tmp_path, {"night/": "", "night/deck.yaml": MANIFEST, "night/cards/": ""})
    assert read(file) == ("night", {"deck.yaml": MANIFEST.encode()})


def test_a_link_is_refused(tmp_path: Path) -> None:
    file = made(
        tmp_path, {"night/deck.yaml": MANIFEST, "night/a.card": "/etc/passwd"}, {"night/a.card": stat.S_IFLNK | 0o777}
    )
    with pytest.raises(ScriptError, match="link"):
        read(file)


def test_names_that_differ_by_case_alone(tmp_path: Path) -> None:
    file = made(tmp_path, {"night/deck.yaml": MANIFEST, "night/a.card": "", "night/A.card": ""})
    with pytest.raises(ScriptError, match="one file on some systems"):
        read(file)


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    file = made(tmp_path, {"night/deck.yaml": MANIFEST, "night/big.card": b"\0" * (64 * 1024 * 1024)})
    assert file.stat().st_size < 100_000
    with pytest.raises(ScriptError, match="256 KiB"):
        read(file)


def test_many_small_files_are_a_bomb_too(tmp_path: Path) -> None:
    file = made(tmp_path, {"night/deck.yaml": MANIFEST, **{f"night/{n}.card": b"\0" * 200_000 for n in range(100)}})
    with pytest.raises(ScriptError, match="16 MiB"):
        read(file)
    file = made(tmp_path, {f"night/{n}.card": "" for n in range(2_001)})
    with pytest.raises(ScriptError, match="2000 files"):
        read(file)


def test_a_header_that_lies_about_the_size(tmp_path: Path) -> None:
    file = made(tmp_path, {"night/deck.yaml": MANIFEST, "night/big.card": b"\0" * 5_000_000})
    data = file.read_bytes()
    lie = data.replace((5_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert lie != data
    file.write_bytes(lie)
    with pytest.raises(ScriptError):
        read(file)


@pytest.mark.parametrize("cut", [0, 1, 10, 100, -1, -30])
def test_a_damaged_archive(tmp_path: Path, cut: int) -> None:
    file = made(tmp_path, {"night/deck.yaml": MANIFEST})
    file.write_bytes(file.read_bytes()[:cut])
    with pytest.raises(ScriptError, match="no archive of a Horde, or it is damaged"):
        read(file)


def test_a_flipped_bit_is_noticed(tmp_path: Path) -> None:
    file = archive(tmp_path)
    data = bytearray(file.read_bytes())
    at = data.index(b"stats 2/2")
    data[at] ^= 1
    file.write_bytes(bytes(data))
    with pytest.raises(ScriptError, match="damaged"):
        read(file)


@pytest.mark.parametrize("seed", range(40))
def test_a_mangled_archive_ends_in_words(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    scripts = {f"night/{n}.card": f'card "Card {n}"\n  type artifact\n' * 9 for n in range(3)}
    whole = made(tmp_path, {"night/deck.yaml": MANIFEST, **scripts}).read_bytes()
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(dice.randrange(1, 6)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        if dice.random() < 0.3:
            at = dice.randrange(len(data))
            del data[at : at + dice.randrange(40)]
        file = tmp_path / "mangled.zip"
        file.write_bytes(bytes(data))
        try:
            _, files = read(file)
        except ScriptError as error:
            assert len(str(error)) < 1000
        else:  # what was hit does not matter: a date, a comment
            assert sum(map(len, files.values())) < 10_000


FAULTY = {
    "no manifest": {"night/a.card": 'card "A"\n  type artifact\n'},
    "another name": {"night/deck.yaml": MANIFEST.replace("night", "day")},
    "a script that is wrong": {"night/deck.yaml": MANIFEST, "night/a.card": 'card "A"\n  type artifact\n  explode\n'},
    "a card that is missing": {"night/deck.yaml": MANIFEST.replace("Zombie", "Nobody")},
    "a manifest that is none": {"night/deck.yaml": "&a [*a, *a]"},
    "no text at all": {"night/deck.yaml": MANIFEST, "night/a.card": b"\xff\xfe\x00"},
}  # fmt: skip


@pytest.mark.parametrize("case", FAULTY)
def test_what_is_wrong_inside_is_said_before_it_is_installed(tmp_path: Path, case: str) -> None:
    with pytest.raises(ScriptError) as caught:
        install(made(tmp_path, FAULTY[case]), tmp_path / "data" / "cardscripts")  # type: ignore[arg-type]
    assert not (tmp_path / "data" / "cardscripts" / "night").exists()
    assert all(str(tmp_path / "data") not in str(d) for d in caught.value.diagnostics)


def test_an_installed_horde_may_have_scripts_of_its_own_for_known_names(tmp_path: Path) -> None:
    at = workbench.horde(
        tmp_path / "made" / "night", "token Zombie\n  colors black\n  type creature Zombie\n  stats 3/3\n"
    )
    file = tmp_path / "night.zip"
    file.write_bytes(pack(at))
    done = install(file, tmp_path / "data" / "cardscripts")
    library = workbench.read(done.folder)
    horde = library.horde("night") if "night" in library.manifests else library.horde(str(done.folder))
    assert str(library.of(horde).tokens["Zombie"].power) == "Number(value=3)"
    assert str(library.tokens["Zombie"].power) == "Number(value=2)"


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    workbench.horde(tmp_path / "night", "")
    assert main(["pack", "night"]) == 0
    assert main(["pack", "night"]) == 0
    assert capsys.readouterr().out.splitlines() == ["night.zip: night", "night.zip: the same as before"]
    assert main(["install", "night.zip"]) == 0
    assert main(["install", "night.zip"]) == 1
    assert "--force" in capsys.readouterr().err
    assert main(["install", "night.zip", "--force"]) == 0
    assert main(["rules", "night"]) == 0
    assert main(["install", "missing.zip"]) == 1
    assert main(["pack", "nobody"]) == 1
