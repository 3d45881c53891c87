"""What several commands share: exit codes, the library of scripts, and how what is wrong with them is shown."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from hordemtg.script.diagnostics import Diagnostic, ScriptError, render

if TYPE_CHECKING:
    from hordemtg.compiler.library import Library

FAILED, USAGE = 1, 2

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def library_of(*paths: Path) -> Library:
    """The built-in scripts, the user's, and those of the paths."""
    from hordemtg.play.testing import library_for

    return library_for(paths)


def library_with(*names: str) -> Library:
    """The library with the scripts of each Horde or deck that is given as a path."""
    return library_of(*(Path(name) for name in names if name and Path(name).exists()))


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


def reader_left() -> int:
    """Nobody reads any more: say nothing else, as other commands do (and let the interpreter flush into nothing)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILED
