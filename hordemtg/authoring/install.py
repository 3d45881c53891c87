"""Installing a Horde from an archive that may come from anybody: read with limits, checked, then moved in place."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import struct
import tempfile
import time
import zipfile
import zlib
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path, PurePosixPath

from hordemtg.authoring.archive import (
    MOST_BYTES,
    MOST_DEPTH,
    MOST_FILES,
    README,
    bad_name,
    belongs,
    manifest_name,
    one_name,
    refuse_faulty,
)
from hordemtg.compiler.library import DECK, MANIFEST
from hordemtg.script import limits
from hordemtg.script.diagnostics import Diagnostic, ScriptError
from hordemtg.script.files import write_whole

LARGEST_ARCHIVE = MOST_BYTES + 1024 * 1024
ENCRYPTED = 0x1
# What reading a damaged archive can end in. ValueError: among others a name or date that is none.
DAMAGED = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, EOFError,
    OverflowError, IndexError, ValueError,
)  # fmt: skip
NO_ARCHIVE = "this is no archive of a Horde, or it is damaged"
UNFINISHED = "unfinished-"
A_DAY = 24 * 60 * 60
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@dataclass(frozen=True, slots=True)
class Installed:
    """What was installed: the Horde's name, its folder, and where the one is now that stood there before."""

    name: str
    folder: Path
    kept: Path | None = None


def user_folder() -> Path:
    """The user's own folder of scripts, which every library reads."""
    import platformdirs

    return Path(platformdirs.user_data_dir("hordemtg")) / "cardscripts"


def install(file: Path, into: Path, force: bool = False) -> Installed:
    """Install the Horde of an archive below `into`. With `force`, an installed one of its name makes place for it.

    Nothing is there until all of it is, and has been checked; what was there is kept beside, for its author may have
    changed it. Raises ScriptError and OSError.
    """
    name, files = read(file)
    waiting = into.parent / "installing"
    waiting.mkdir(parents=True, exist_ok=True)
    _clear(waiting)
    into.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=waiting))
    try:
        made = work / name
        for path, data in files.items():
            (made / path).parent.mkdir(parents=True, exist_ok=True)
            write_whole(made / path, data)
        refuse_faulty(made)
        if manifest_name(made) != name:
            raise _refused(file, f"its folder is called `{name}`, its manifest says `{manifest_name(made)}`")
        return Installed(name, into / name, _put(made, into / name, into.parent / "replaced", force))
    except ScriptError as error:
        raise ScriptError([_without(d, work, file) for d in error.diagnostics]) from error
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _put(made: Path, at: Path, replaced: Path, force: bool) -> Path | None:
    """Move the folder in place; what is there goes into the folder `replaced`. Where it is then, if anything was."""
    if not os.path.lexists(at):
        _move(made, at)
        return None
    if not force:
        raise _installed_already(at)
    replaced.mkdir(exist_ok=True)
    names = (at.name if n == 1 else f"{at.name}-{n}" for n in count(1))
    kept = next(replaced / name for name in names if not os.path.lexists(replaced / name))
    os.rename(at, kept)
    try:
        _move(made, at)
    except BaseException:
        with suppress(OSError):  # what cannot go back stays where it is kept
            os.rename(kept, at)
        raise
    return kept


def _move(made: Path, at: Path) -> None:
    """Move the folder to where nothing is. Raises ScriptError when another install was quicker."""
    try:
        os.rename(made, at)
    except OSError as error:
        if error.errno in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR):
            raise _installed_already(at) from error
        raise


def _installed_already(at: Path) -> ScriptError:
    help_ = "--force puts this one in its place, and keeps that one beside"
    return ScriptError([Diagnostic("error", f"a Horde called `{at.name}` is installed already", str(at), help=help_)])


def _clear(waiting: Path) -> None:
    """Take away what installs left that were ended from outside: nobody has written there since yesterday."""
    for left in waiting.iterdir():
        with suppress(OSError):
            if left.name.startswith(UNFINISHED) and time.time() - left.stat().st_mtime > A_DAY:
                shutil.rmtree(left)


def _without(found: Diagnostic, work: Path, file: Path) -> Diagnostic:
    """The diagnostic with the place in the archive instead of where it was unpacked."""
    if not found.file or not Path(found.file).is_relative_to(work):
        return found
    return replace(found, file=f"{file}: {Path(found.file).relative_to(work).as_posix()}")


# ---------------------------------------------------------------- reading an archive


def read(file: Path) -> tuple[str, dict[str, bytes]]:
    """The Horde's name and its files, by their path in its folder. Raises ScriptError for what cannot be trusted."""
    try:
        if file.exists() and not file.is_file():  # a pipe or device may be read without end
            raise _refused(file, NO_ARCHIVE)
        if file.stat().st_size > LARGEST_ARCHIVE:
            raise _refused(file, f"an archive may have at most {LARGEST_ARCHIVE // 1024**2} MiB")
        with zipfile.ZipFile(file) as archive:
            return _read(archive, file)
    except DAMAGED as error:
        raise _refused(file, NO_ARCHIVE) from error
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        raise _refused(file, NO_ARCHIVE) from error  # it sends its reader to a place before its own beginning


def _read(archive: zipfile.ZipFile, file: Path) -> tuple[str, dict[str, bytes]]:
    entries = archive.infolist()
    if len(entries) > MOST_FILES:
        raise _refused(file, f"a Horde may have at most {MOST_FILES} files")
    tops: set[str] = set()
    seen: dict[str, str] = {}
    files: dict[str, bytes] = {}
    folders: set[PurePosixPath] = set()
    left = MOST_BYTES
    for entry in entries:
        path = _path(entry, file)
        tops.add(path.parts[0])
        if entry.is_dir():
            folders.add(path)
            continue
        folders.update(path.parents)
        inside = PurePosixPath(*path.parts[1:])
        if len(path.parts) < 2 or not belongs(inside):
            others = f"scripts, scenarios, {DECK}, {MANIFEST} and {README} do"
            raise _refused(file, f"`{path}` does not belong into a Horde: {others}")
        alike = one_name(inside)
        if alike in seen:
            raise _refused(file, f"`{seen[alike]}` and `{inside}` are one file on some systems")
        seen[alike] = str(inside)
        data = _data(archive, entry, file, min(left, limits.MAX_BYTES))
        left -= len(data)
        files[str(inside)] = data
    both = next((inside for inside in files for top in tops if PurePosixPath(top, inside) in folders), None)
    if both is not None:
        raise _refused(file, f"`{both}` is a file and a folder")
    if len(tops) != 1 or MANIFEST not in files:
        raise _refused(file, f"an archive holds one folder, and in it {MANIFEST}")
    return tops.pop(), files


def _path(entry: zipfile.ZipInfo, file: Path) -> PurePosixPath:
    """The name of an entry as a path that stays in its folder. Raises ScriptError for any other, and for links."""
    name = entry.orig_filename
    shown = name if name.isprintable() and len(name) < 200 else repr(name)[:80]
    mode = entry.external_attr >> 16
    if entry.flag_bits & ENCRYPTED or entry.compress_type not in PACKINGS:
        raise _refused(file, f"`{shown}` is encrypted or packed in a way that is not read here")
    if mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise _refused(file, f"`{shown}` is a link or no file at all")
    parts = name.removesuffix("/").split("/")
    why = next((why for why in map(bad_name, parts) if why), "")
    if why or len(parts) > MOST_DEPTH + 1:
        raise _refused(file, f"the name `{shown}` is not allowed: {why or 'it is nested too deep'}")
    if entry.is_dir() and entry.file_size:
        raise _refused(file, f"`{shown}` is a folder with something in it that is no file")
    return PurePosixPath(*parts)


def _data(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, file: Path, most: int) -> bytes:
    """The bytes of an entry, never more than `most`, whatever the archive says of their number. Raises ScriptError."""
    with archive.open(entry) as stream:
        data = stream.read(most + 1)
        if len(data) > most:
            kib = limits.MAX_BYTES // 1024
            raise _refused(file, f"a file may have at most {kib} KiB, and all together {MOST_BYTES // 1024**2} MiB")
        stream.read(1)  # at the end its checksum is compared
    return data


def _refused(file: Path, message: str) -> ScriptError:
    return ScriptError([Diagnostic("error", message, str(file))])
