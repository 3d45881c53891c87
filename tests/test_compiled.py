"""The engine can be compiled (`tools/compile.py`), and nothing in it depends on what compiled code does not keep."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("mypyc")

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import compilable  # noqa: E402
import compile as compiling  # noqa: E402

HOT = compiling.hot(ROOT / "hordemtg")


def test_the_engine_can_be_compiled() -> None:
    assert len(HOT) > 50
    assert compilable.problems(ROOT, HOT) == []


def test_what_copies_of_a_game_make_anew_is_declared_so() -> None:
    from hordemtg.rules.characteristics import Characteristics
    from hordemtg.rules.copying import STATEFUL
    from hordemtg.rules.objects import GameObject

    for kind in (*STATEFUL, GameObject, Characteristics):
        text = (ROOT / f"{kind.__module__.replace('.', '/')}.py").read_text(encoding="utf-8")
        declared = f"@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)\nclass {kind.__name__}:"
        assert declared in text, f"{kind.__name__}: see hordemtg/rules/native.py"


def test_what_is_the_same_object_in_python_only_is_found(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(
        '''
from typing import NamedTuple

class Named(NamedTuple):
    number: int

def others(entries: list[tuple[str, int]], first: tuple[str, int] | None) -> list[tuple[str, int]]:
    entry = entries[0]
    if first is not None and first is entry:
        return []
    return [x for x in entries if x is not entry]

def place(number: int, texts: list[str], named: Named) -> bool:
    return id(number) == id(texts) or texts is texts or named is named
'''
    )
    found = compilable.problems(tmp_path, ["wrong.py"])
    assert [line.split(":")[1] for line in found] == ["9", "11", "14"], found


def test_what_does_not_compile_is_found(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("class Numbers(list[int]):\n    pass\n")
    (found,) = compilable.problems(tmp_path, ["wrong.py"])
    assert "wrong.py:1: error: Inheriting from most builtin types is unimplemented" in found


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert compiling.main(["--to", "nowhere"]) == 1
    assert "there is no C compiler: install `no-such-compiler`" in capsys.readouterr().err
    monkeypatch.setattr(compiling.importlib.util, "find_spec", lambda name: None)
    assert compiling.main([]) == 1
    assert "mypy and mypyc and setuptools are missing" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize("counts", [True, False])
def test_modules_go_into_one_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, counts: bool) -> None:
    if counts and not compiling._can_count():
        pytest.skip("not GCC")
    rules = tmp_path / "hordemtg" / "rules"
    rules.mkdir(parents=True)
    for folder in (rules.parent, rules):
        (folder / "__init__.py").write_text("")
    (rules / "one.py").write_text("def twice(number: int) -> int:\n    return number * 2\n")
    (rules / "two.py").write_text(
        "from hordemtg.rules.one import twice\n\n\ndef four(number: int) -> int:\n    return twice(twice(number))\n"
    )
    ask = "from hordemtg.rules import one, two; print(two.four(3), one.__file__)"
    answers: list[str] = []

    def practise(tree: Path) -> None:
        command = [sys.executable, "-c", ask]
        answers.append(subprocess.check_output(command, cwd=tree, env={**os.environ, "PYTHONPATH": ""}, text=True))
        counted.extend(tree.rglob("*.gcda"))

    counted: list[Path] = []
    monkeypatch.setattr(compiling, "_can_count", lambda: counts)
    monkeypatch.setattr(compiling, "_practise", practise)
    compiling.compile_in(tmp_path)
    assert len(counted) > 2 if counts else not counted
    practise(tmp_path)
    for answer in answers:
        result, file = answer.split()
        assert result == "12"
        assert file.endswith((".so", ".pyd")) and Path(file).is_relative_to(tmp_path)
    assert len(answers) == 1 + counts
    assert len(list(tmp_path.glob("hordemtg_engine__mypyc.*"))) == 1
    assert not (tmp_path / "build").exists()


def test_a_wheel_of_what_was_compiled(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    described = tree / "some-1.0.dist-info"
    described.mkdir(parents=True)
    (described / "WHEEL").write_text("Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    (described / "RECORD").write_text("stale,,\n")
    (tree / "some.so").write_bytes(b"compiled")
    wheel = compiling.pack(tree, tmp_path, "some-1.0-py3-none-any.whl")
    tag = wheel.name.removeprefix("some-1.0-").removesuffix(".whl")
    assert tag.startswith(f"cp3{sys.version_info.minor}-cp3{sys.version_info.minor}-")
    with zipfile.ZipFile(wheel) as archive:
        about = archive.read("some-1.0.dist-info/WHEEL").decode().splitlines()
        assert about == ["Wheel-Version: 1.0", "Root-Is-Purelib: false", f"Tag: {tag}"]
        rows = archive.read("some-1.0.dist-info/RECORD").decode().splitlines()
    assert sorted(row.split(",")[0] for row in rows) == [
        "some-1.0.dist-info/RECORD", "some-1.0.dist-info/WHEEL", "some.so",
    ]  # fmt: skip
