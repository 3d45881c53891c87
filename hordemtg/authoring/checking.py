"""Checking scripts, and whole Hordes among them, once or again whenever a file changes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hordemtg.authoring.linted import linted
from hordemtg.authoring.lints import lint
from hordemtg.compiler.library import MANIFEST, SCRIPTS, Library
from hordemtg.play.testing import library_for
from hordemtg.script.diagnostics import Diagnostic, ScriptError, render, unreadable

DECK, LIST = "deck.txt", ".txt"
KNOWN = f"scripts end in {', '.join(sorted(SCRIPTS))}; a manifest is called {MANIFEST}; a deck list ends in {LIST}"
PAUSE = 0.4  # seconds between two looks at the files
WATCHED = frozenset({*SCRIPTS, ".yaml", ".txt"})


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check has found."""

    library: Library
    diagnostics: tuple[Diagnostic, ...]

    @property
    def errors(self) -> int:
        return sum(d.severity == "error" for d in self.diagnostics)

    @property
    def warnings(self) -> int:
        return len(self.diagnostics) - self.errors


def check(names: Sequence[str], survivors: str = "") -> Checked:
    """What is wrong with all scripts and those of the paths, and what is doubtful in the Hordes among the names."""
    if "" in names:
        raise ScriptError([Diagnostic("error", "a name with nothing in it names no file, folder or Horde")])
    paths = [Path(name) for name in (*names, survivors) if name and Path(name).exists()]
    library = library_for([*paths, *(Path(name) for name in names if not Path(name).exists() and not _is_name(name))])
    found = [*library.diagnostics, *_of_others(library, paths)]
    wanted = [name for name in names if not Path(name).exists() and _is_name(name)]
    for name in wanted:
        if name not in library.hordes_by_name:
            found += _no_such(library, name)
    hordes = [name for name in wanted if name in library.hordes_by_name] + hordes_below(library, paths)
    for horde in dict.fromkeys(hordes):
        if _faulty(library, horde):
            continue  # what is doubtful waits until what is wrong is put right
        try:
            found += lint(linted(library, horde, survivors))
        except ScriptError as error:  # an error of the Horde's own is told already; others are not
            found += [d for d in error.diagnostics if not any(d.message in each.message for each in found)]
    return Checked(library, tuple(found))


def _of_others(library: Library, paths: Sequence[Path]) -> list[Diagnostic]:
    """What is wrong with named files that are no scripts, so deck lists; and folders that hold nothing to check."""
    found: list[Diagnostic] = []
    for path in paths:
        if path.is_dir():
            if not any(each.suffix in SCRIPTS or each.name in (MANIFEST, DECK) for each in path.rglob("*")):
                found.append(Diagnostic("warning", "there is nothing to check in this folder", str(path), help=KNOWN))
        elif path.suffix == LIST and path.name != DECK:
            try:
                library.deck(str(path))
            except ScriptError as error:
                found += error.diagnostics
        elif path.suffix not in SCRIPTS and path.name not in (MANIFEST, DECK):
            found.append(Diagnostic("error", "this is no script, manifest or deck list", str(path), help=KNOWN))
    return found


def _faulty(library: Library, horde: str) -> bool:
    """Whether there is an error in one of the Horde's own files."""
    try:
        folder = Path(library.horde(horde).folder)
    except ScriptError:
        return True
    return any(folder in Path(d.file).parents for d in library.errors if d.file)


def _is_name(name: str) -> bool:
    """Whether this looks like a Horde's name and not like a path that is not there."""
    return name != "" and "/" not in name and "\\" not in name and not Path(name).suffix


def _no_such(library: Library, name: str) -> list[Diagnostic]:
    try:
        library.horde(name)
    except ScriptError as error:
        return [Diagnostic("error", f"there is no file, folder or Horde `{name}`", help=d.help, suggestion=d.suggestion)
                for d in error.diagnostics]  # fmt: skip
    return []


def hordes_below(library: Library, paths: Iterable[Path]) -> list[str]:
    """The folders of the Hordes that lie in these folders, or are these."""
    roots = [path.resolve().parent if path.name == MANIFEST else path.resolve() for path in paths]
    folders = [folder for root in roots if root.is_dir() for folder in sorted(root.rglob(MANIFEST))]
    return [str(file.parent) for file in folders]


# ---------------------------------------------------------------- watching

Stamps = dict[str, tuple[int, int]]


def stamps(roots: Iterable[Path]) -> Stamps:
    """When each script, manifest and deck below the folders was changed, and its size."""
    found: Stamps = {}
    for root in roots:
        with suppress(OSError):  # it is not there, or may not be read
            found[str(root)] = _stamp(root)
            for path in root.rglob("*"):
                if path.suffix in WATCHED:
                    with suppress(OSError):  # it has just gone
                        found[str(path)] = _stamp(path)
    return found


def _stamp(path: Path) -> tuple[int, int]:
    about = path.stat()
    return about.st_mtime_ns, about.st_size


def watch(
    look: Callable[[], Checked],
    roots: Sequence[Path],
    tell: Callable[[str], None],
    pause: Callable[[], None] = lambda: time.sleep(PAUSE),
) -> None:
    """Check, and check again whenever a file changes; tell what has come and what is gone, until KeyboardInterrupt."""
    seen = stamps(roots)
    before = _looked(look)
    for line in _told(Counter(), before):
        tell(line)
    while True:
        pause()
        now = stamps(roots)
        if now == seen:
            continue
        seen = now
        after = _looked(look)
        for line in _told(_keys(before), after):
            tell(line)
        before = after


def _looked(look: Callable[[], Checked]) -> Checked:
    """What a look finds; that something cannot be read now may be over at the next."""
    try:
        return look()
    except OSError as error:
        return Checked(Library(), (unreadable(error, str(error.filename or "")),))


Key = tuple[str, str, str, str]


def _keys(checked: Checked) -> Counter[Key]:
    """What is wrong, by the words and the line it is about, wherever in the file that line has moved."""
    return Counter(_key(checked, d) for d in checked.diagnostics)


def _key(checked: Checked, found: Diagnostic) -> Key:
    lines = checked.library.texts.get(found.file, "").split("\n")
    line = lines[found.line - 1].strip() if 0 < found.line <= len(lines) else ""
    return found.severity, found.message, found.file, line


def _told(before: Counter[Key], after: Checked) -> Iterator[str]:
    """What has come, what is gone, and how much is left."""
    known = before.copy()
    for found in after.diagnostics:
        key = _key(after, found)
        if known[key]:
            known[key] -= 1
        else:
            yield render(found, after.library.texts.get(found.file))
    for (severity, message, file, _), count in known.items():
        if count:
            yield f"no longer: {severity}: {message} ({file})"
    yield f"{_many(after.errors, 'error')}, {_many(after.warnings, 'warning')}"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
