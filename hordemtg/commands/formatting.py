"""`hordemtg fmt`: scripts in their one form, and in the current version of the language."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from hordemtg.commands.common import FAILED, Commands, many, print_diagnostics
from hordemtg.script.diagnostics import Diagnostic, ScriptError
from hordemtg.script.files import hidden, write_whole

SUFFIXES = (".card", ".token", ".horde", ".scenario")


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("fmt", help="bring scripts into their one form: blanks and line breaks, nothing else")
    parser.set_defaults(command=fmt)
    parser.add_argument("paths", metavar="PATH", nargs="*", type=Path, help="scripts or folders; none: this folder")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 when a script would change")
    parser.add_argument("--diff", action="store_true", help="write nothing; print what would change")
    parser.add_argument("--upgrade", action="store_true", help="bring scripts of an older language up first")


def fmt(options: argparse.Namespace) -> int:
    """`hordemtg fmt`: 1 when a script could not be read, or, with --check, would change."""
    changed, faulty, seen = 0, 0, 0
    for path in _scripts(options.paths or [Path(".")]):
        seen += 1
        try:
            before, after = _before_and_after(path, options.upgrade)
        except ScriptError as error:
            faulty += 1
            print_diagnostics(error.diagnostics, {str(path): _shown(path)})
            print(f"{path}: left as it is\n", file=sys.stderr)
            continue
        if before == after:
            continue
        changed += 1
        if options.diff:
            _print_diff(path, before, after)
        elif options.check:
            print(f"{path}: would change")
        else:
            try:
                write_whole(path, after)
            except OSError as error:  # the others can be written all the same
                changed, faulty = changed - 1, faulty + 1
                print(f"error: {path}: {(error.strerror or str(error)).lower()}", file=sys.stderr)
                continue
            print(f"{path}: changed")
    if not seen:
        print("error: there are no scripts here (.card, .token, .horde, .scenario)", file=sys.stderr)
        return FAILED
    dry = options.check or options.diff
    told = f"{changed} {'would change' if dry else 'changed'}"
    wrong = f", {faulty} left as {'it is' if faulty == 1 else 'they are'} because of errors" if faulty else ""
    print(f"{many(seen, 'script')}: {told}{wrong}", file=sys.stderr if options.diff else sys.stdout)
    return FAILED if faulty or (options.check and changed) else 0


def _scripts(paths: Sequence[Path]) -> Iterator[Path]:
    """The scripts among the paths and in the folders, each once. Raises ScriptError for what is no script."""
    seen: set[Path] = set()
    for path in paths:
        found: Iterable[Path] = [path]
        if path.is_dir():
            inside = (file for file in sorted(path.rglob("*")) if file.suffix in SUFFIXES and file.is_file())
            found = [file for file in inside if not hidden(file, path)]
        elif not path.exists():
            raise ScriptError([Diagnostic("error", "there is no such file or folder", str(path))])
        elif path.suffix not in SUFFIXES or not path.is_file():
            help_ = f"scripts end in {', '.join(SUFFIXES)}"
            raise ScriptError([Diagnostic("error", "this is no script", str(path), help=help_)])
        for file in found:
            real = file.resolve()
            if real not in seen:
                seen.add(real)
                yield file


def _before_and_after(path: Path, upgrade: bool) -> tuple[str, str]:
    """The script, and what it becomes. Raises ScriptError."""
    from hordemtg.script import format as form
    from hordemtg.script import limits

    try:
        if path.stat().st_size > limits.MAX_BYTES:
            message = f"a script may have at most {limits.MAX_BYTES // 1024} KiB"
            raise ScriptError([Diagnostic("error", message, str(path))])
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        message = f"this file cannot be read: {(error.strerror or str(error)).lower()}"
        raise ScriptError([Diagnostic("error", message, str(path))]) from error
    except UnicodeDecodeError as error:
        raise ScriptError([Diagnostic("error", f"this file is not UTF-8: {error}", str(path))]) from error
    name = str(path)
    return text, form.formatted(form.upgraded(text, name) if upgrade else text, name)


def _shown(path: Path) -> str:
    """The text of the script, to show the lines of its errors; of one that is too long or cannot be read, nothing."""
    from hordemtg.script import limits

    try:
        small = path.stat().st_size <= limits.MAX_BYTES
        return path.read_bytes().decode("utf-8", "replace") if small else ""
    except OSError:
        return ""


def _print_diff(path: Path, before: str, after: str) -> None:
    rows = difflib.unified_diff(before.splitlines(), after.splitlines(), str(path), f"{path} (formatted)", lineterm="")
    for row in rows:
        print(row)
