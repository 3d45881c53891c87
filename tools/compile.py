"""The engine compiled: the same games, played some four times as fast.

    python tools/compile.py                   compile and install into the environment of this Python
    python tools/compile.py --wheel FOLDER    only write the wheel into a folder
    python tools/compile.py --to FOLDER       only make a folder that holds the compiled package, for PYTHONPATH
    python tools/compile.py --check           only ask whether the source can be compiled

It needs a C compiler and `pip install 'hordemtg[compiled]'`, which brings mypyc, and takes a few minutes. The source
stays as it is, and so does the ordinary installation, which is plain Python: the wheel that `pip` makes of the
source is compiled after it was made, and keeps its Python files. `hordemtg --version` says which of the two it is.

With GCC it compiles twice: what is made first counts in some games how often each branch is taken, and the second is
laid out by those counts. Other compilers compile once.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import copy
import hashlib
import importlib
import importlib.util
import io
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

HOT = ("cards/*.py", "rules/*.py", "rules/effects/*.py", "horde/*.py", "play/autopilot*.py", "play/legal_answers.py")
"""What a game spends its time in, and the definitions of cards, so that compiled code knows what it reads."""

PLAIN = ("rules/native.py", "rules/chance.py", "horde/branching.py")
"""Of those, what stays Python: chance is also the base of classes that are not compiled."""

GROUP = "hordemtg_engine"
"""All modules go into one library beside the package: calls between them are then plain calls in C."""

LEVEL = "2"
"""How hard the C compiler tries."""

OWN = ("-fno-semantic-interposition", "-fvisibility=hidden")
"""For compilers that understand it: the library may count on its own functions being its own."""

COUNT = ("-fprofile-generate", "-fprofile-update=single")
LAY_OUT = ("-fprofile-use", "-fprofile-correction")
"""For GCC: make what counts the branches taken, and make use of the counts, which lie beside the object files."""

GAMES = {"zombies": 6, "goblins": 3, "eldrazi": 2}
"""How many games are counted at each difficulty; their seeds are not those of `bench.py`."""


class CannotCompile(Exception):
    """Why there will be no compiled engine, in words for the user."""


def main(arguments: list[str]) -> int:
    """Do what is asked for; 0 when it is done, 1 when something is missing or does not compile."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--wheel", type=Path, metavar="FOLDER", help="only write the wheel into this folder")
    wanted.add_argument("--to", type=Path, metavar="FOLDER", help="only make this folder, for PYTHONPATH")
    wanted.add_argument("--check", action="store_true", help="only ask whether the source can be compiled")
    options = parser.parse_args(arguments)
    try:
        if options.check:
            _require("mypy", "mypyc")
            return _report(import_checker().problems(ROOT, hot(ROOT / "hordemtg")))
        _make(options.wheel, options.to)
    except CannotCompile as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def hot(package: Path) -> list[str]:
    """The files to compile, as paths from the folder that the package is in."""
    found = {file for pattern in HOT for file in package.glob(pattern)} - {package / name for name in PLAIN}
    return [file.relative_to(package.parent).as_posix() for file in sorted(found) if file.name != "__init__.py"]


def import_checker() -> Any:
    """The module `compilable`, which needs mypyc."""
    return importlib.import_module("compilable")


def _report(problems: list[str]) -> int:
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems" if problems else "the source can be compiled")
    return 1 if problems else 0


# ---------------------------------------------------------------- what it needs


def _require(*modules: str) -> None:
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if missing:
        raise CannotCompile(
            f"{' and '.join(missing)} {'are' if len(missing) > 1 else 'is'} missing: "
            f"`{Path(sys.executable).name} -m pip install '{ROOT}[compiled]'` brings what is needed"
        )


def _require_c() -> None:
    """Raise `CannotCompile` when there is no C compiler, or when it does not find Python's own header."""
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    if sys.platform != "win32" and shutil.which(command[0]) is None:
        raise CannotCompile(f"there is no C compiler: install `{command[0]}`, or name another one in CC")
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if not header.is_file():
        raise CannotCompile(f"Python's headers are missing ({header}): install the development files of this Python")


# ---------------------------------------------------------------- the road from source to wheel


def _make(wheels: Path | None, target: Path | None) -> None:
    _require("mypy", "mypyc", "setuptools")
    _require_c()
    if target is not None and target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise CannotCompile(f"{target} is not an empty folder")
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="hordemtg-") as name:
        work = Path(name)
        plain = plain_wheel(work / "plain")
        tree = work / "tree"
        with zipfile.ZipFile(plain) as archive:
            archive.extractall(tree)
        compile_in(tree)
        if target is not None:
            shutil.copytree(tree, target, dirs_exist_ok=True)
            done = f"{target} holds the compiled engine: PYTHONPATH={target} uses it"
        else:
            made = pack(tree, wheels or work, plain.name)
            if wheels is None:
                _pip("install", "--quiet", "--force-reinstall", "--no-deps", str(made))
            done = f"installed into {sys.prefix}" if wheels is None else f"wrote {made}"
    print(f"{done} ({time.monotonic() - start:.0f} s)")


def plain_wheel(folder: Path) -> Path:
    """The wheel of plain Python, made as every installation makes it."""
    _pip("wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    (wheel,) = folder.glob("*.whl")
    return wheel


def _pip(*arguments: str) -> None:
    if subprocess.run([sys.executable, "-m", "pip", *arguments], check=False).returncode:
        raise CannotCompile(f"`pip {arguments[0]}` failed")


def compile_in(tree: Path) -> None:
    """Compile the hot modules of the package in this folder; its Python files stay beside the compiled ones."""
    files = hot(tree / "hordemtg")
    counts = _can_count()
    print(f"compiling {len(files)} modules{', twice' if counts else ''}; this takes a few minutes", flush=True)
    said = io.StringIO()
    with contextlib.chdir(tree):
        try:
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                modules = importlib.import_module("mypyc.build").mypycify(
                    ["--strict", "--cache-dir=.mypy_cache", *files],
                    opt_level=LEVEL, debug_level="0", multi_file=True, group_name=GROUP,
                )  # fmt: skip
                if counts:
                    _build(modules, *COUNT)
                    _practise(tree)
                _build(modules, *(LAY_OUT if counts else ()))
        except SystemExit as error:
            raise CannotCompile(f"the source does not compile:\n{said.getvalue()}{error}") from None
    for left in ("build", ".mypy_cache"):
        shutil.rmtree(tree / left, ignore_errors=True)


def _can_count() -> bool:
    """Whether this is a GCC that lays out code by counts; Clang wants a tool of its own between the two passes."""
    if sys.platform == "win32":
        return False
    command = [*(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split(), "--version"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return "Free Software Foundation" in answer


def _build(modules: list[Any], *options: str) -> None:
    """Compile the C files of the modules, and link them, with these options of GCC for both."""
    setuptools = importlib.import_module("setuptools")
    modules = [copy.copy(module) for module in modules]
    for module in modules:  # nobody has written that code, so nobody wants warnings about it
        usual = ["/w"] if sys.platform == "win32" else ["-w", *OWN]
        module.extra_compile_args = [*module.extra_compile_args, *usual, *options]
        module.extra_link_args = list(options)
    setuptools.setup(
        name="hordemtg",
        ext_modules=modules,
        cmdclass={"build_ext": _side_by_side()},
        script_args=["--quiet", "build_ext", "--inplace", "--force"],
    )


def _side_by_side() -> Any:
    """The command of setuptools that compiles an extension, with as many files at a time as there are cores."""
    command = importlib.import_module("setuptools.command.build_ext").build_ext
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

    def build_extensions(self: Any) -> None:
        compile_files = self.compiler.compile

        def compile_together(sources: list[str], **options: Any) -> list[str]:
            with ThreadPoolExecutor(cores) as pool:
                made = pool.map(lambda source: compile_files([source], **options), sources)
                return [file for files in made for file in files]

        self.compiler.compile = compile_together
        command.build_extensions(self)

    return type("build_ext", (command,), {"build_extensions": build_extensions})


def _practise(tree: Path) -> None:
    """Play some games of every Horde with the package in this folder."""
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    for horde, games in GAMES.items():
        command = [sys.executable, str(ROOT / "tools" / "win_rates.py"), horde, f"--seeds={games}", "--first=1001"]
        played = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if played.returncode:
            raise CannotCompile(f"the compiled engine does not play {horde}:\n{played.stdout}{played.stderr}")


def pack(tree: Path, folder: Path, plain_name: str) -> Path:
    """Make a wheel of the folder, for this Python on this kind of machine, and give its path."""
    name, version = plain_name.split("-")[:2]
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    described = tree / f"{name}-{version}.dist-info"
    lines = (described / "WHEEL").read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if not line.startswith(("Root-Is-Purelib:", "Tag:"))]
    text = "\n".join([*(line for line in lines if line), "Root-Is-Purelib: false", f"Tag: {tag}", ""])
    (described / "WHEEL").write_text(text, encoding="utf-8")
    record = described / "RECORD"
    record.unlink()
    rows = [f"{record.relative_to(tree).as_posix()},,"]
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / f"{name}-{version}-{tag}.whl"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(file for file in tree.rglob("*") if file.is_file()):
            content, inside = file.read_bytes(), file.relative_to(tree).as_posix()
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            rows.append(f"{inside},sha256={digest},{len(content)}")
            archive.writestr(inside, content)
        archive.writestr(record.relative_to(tree).as_posix(), "\n".join([*rows, ""]))
    return made


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
