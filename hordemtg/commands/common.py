"""What several commands share: exit codes, the library of scripts, and how what is wrong with them is shown."""

from __future__ import annotations

import argparse
import codecs
import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, TypeAlias

from hordemtg.script.diagnostics import Diagnostic, ScriptError, render

if TYPE_CHECKING:
    from hordemtg.compiler.library import Library

FAILED, USAGE = 1, 2
ESCAPES = "hordemtg-escapes"

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def library_of(*paths: Path) -> Library:
    """The built-in scripts, the user's, and those of the paths."""
    from hordemtg.play.testing import library_for

    return library_for(paths)


def library_with(*names: str) -> Library:
    """The library with the scripts of each Horde or deck that is given as a path.

    Where a name is that of a Horde and of a folder here with another, says which of them is meant.
    """
    from hordemtg.compiler.library import MANIFEST

    library = library_of(*(Path(name) for name in names if name and Path(name).exists()))
    for name in dict.fromkeys(names):
        known = library.hordes_by_name.get(name)
        if known is not None and (Path(name) / MANIFEST).is_file() and not Path(known.folder).samefile(name):
            print(f"note: `{name}` is the Horde in {known.folder}; the one in the folder here is `{name}{os.sep}`",
                  file=sys.stderr)  # fmt: skip
    return library


def with_texts(library: Library, work: Callable[[], int]) -> int:
    """Do the work; what is wrong with scripts is shown with their lines."""
    try:
        return work()
    except ScriptError as error:
        print_diagnostics(error.diagnostics, library.texts)
        return FAILED


def print_diagnostics(diagnostics: Iterable[Diagnostic], texts: Mapping[str, str]) -> None:
    """Every diagnostic with the line it is about, on the error stream."""
    for n, found in enumerate(diagnostics):
        if n:
            print(file=sys.stderr)
        print(render(found, texts.get(found.file)), file=sys.stderr)


def many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def count(text: str) -> int:
    """A number from 0 on, as an argument."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise argparse.ArgumentTypeError(f"{text!r:.40} is not a number from 0 on")
    return int(text)


def ready_streams() -> None:
    """Letters that a terminal or pipe cannot take are written as escapes; what has no stream is written nowhere."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ESCAPES)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """Letters that cannot be written, as JSON escapes them."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{letters[at : at + 4]}" for at in range(0, len(letters), 4)), error.end


codecs.register_error(ESCAPES, _escaped)

# What a terminal obeys instead of showing it: controls, and what turns the direction of writing.
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def harmless(text: str) -> str:
    """The text with escapes for what a terminal would obey: names and lines may come from anybody.

    >>> print(harmless("\\x1b[2J"))
    \\u001b[2J
    """
    return OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def guard_streams() -> None:
    """From now on nothing that is printed moves a terminal."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and "write" not in vars(stream):
            vars(stream)["write"] = _guarded(stream.write)


def _guarded(write: Callable[[str], int]) -> Callable[[str], int]:
    return lambda text: write(harmless(text))


@contextmanager
def drawing(stream: TextIO) -> Iterator[None]:
    """Here the program itself moves the terminal, and prints nothing else."""
    guard = vars(stream).pop("write", None)
    try:
        yield
    finally:
        if guard is not None:
            vars(stream)["write"] = guard


def reader_left() -> int:
    """Nobody reads any more: say nothing else, as other commands do (and let the interpreter flush into nothing)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILED
