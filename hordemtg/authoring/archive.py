"""A Horde as one archive: which files are in it, and the same bytes wherever it is made."""

from __future__ import annotations

import unicodedata
import zipfile
from io import BytesIO
from pathlib import Path, PurePosixPath

from hordemtg.compiler import manifest
from hordemtg.compiler.library import DECK, MANIFEST, SCRIPTS, Library
from hordemtg.script import limits
from hordemtg.script.diagnostics import Diagnostic, ScriptError
from hordemtg.script.files import ARCHIVE, RESERVED, hidden, refuse_other, write_whole
from hordemtg.script.resources import folder

README = "README.md"
MOST_FILES = 2_000
MOST_BYTES = 16 * 1024 * 1024  # of all files together
MOST_DEPTH = 4  # folders below the Horde's own
DATE = (1980, 1, 1, 0, 0, 0)
REGULAR = 0o100644


def belongs(path: PurePosixPath) -> bool:
    """Whether an archive holds such a file: scripts, scenarios, decks, the manifest and the README."""
    return path.suffix in SCRIPTS or path.name == DECK or str(path) in (MANIFEST, README)


def pack(at: Path) -> bytes:
    """The archive of the Horde in that folder, byte for byte the same wherever and whenever it is made.

    Raises ScriptError when the folder holds no Horde, its scripts are wrong, or they need others outside of it.
    """
    refuse_faulty(at)
    name = manifest_name(at)
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for path, data in contents(at).items():
            entry = zipfile.ZipInfo(f"{name}/{path}", DATE)
            entry.create_system = 3
            entry.external_attr = REGULAR << 16
            archive.writestr(entry, data)
    return stream.getvalue()


def pack_to(at: Path, to: Path) -> bool:
    """Write the archive; whether the file had not been the same before. Raises ScriptError and OSError.

    No file but another archive is written over.
    """
    refuse_other(to, ARCHIVE)
    return write_whole(to, pack(at))


def contents(at: Path) -> dict[str, bytes]:
    """The files of a Horde's folder that an archive holds, by name and in order. Raises ScriptError."""
    found: dict[str, bytes] = {}
    alike: dict[str, PurePosixPath] = {}
    total = 0
    for path in sorted(at.rglob("*"), key=lambda each: each.relative_to(at).as_posix()):
        inside = PurePosixPath(path.relative_to(at).as_posix())
        if hidden(path, at):
            continue
        if path.is_symlink() and (belongs(inside) or path.is_dir()):
            raise _refused(path, "links are not packed: put the file itself here")
        if not path.is_file() or not belongs(inside):
            continue
        for why in filter(None, map(bad_name, inside.parts)):
            raise _refused(path, f"this name cannot be packed: {why}")
        other = alike.setdefault(one_name(inside), inside)
        if other != inside:
            raise _refused(path, f"`{other}` and `{inside}` are one file on some systems")
        if len(inside.parts) > MOST_DEPTH:
            raise _refused(path, f"folders are nested deeper than {MOST_DEPTH}")
        if path.stat().st_size > limits.MAX_BYTES:
            raise _refused(path, f"a file may have at most {limits.MAX_BYTES // 1024} KiB")
        data = path.read_bytes()
        total += len(data)
        if len(found) >= MOST_FILES or total > MOST_BYTES:
            raise _refused(at, f"a Horde may have at most {MOST_FILES} files and {MOST_BYTES // 1024**2} MiB")
        found[str(inside)] = data
    return found


def refuse_faulty(at: Path) -> None:
    """Raise ScriptError unless the folder's Horde stands with the built-in scripts and its own alone."""
    if not (at / MANIFEST).is_file():
        raise ScriptError([Diagnostic("error", f"there is no Horde here: no {MANIFEST}", str(at))])
    library = Library.load([folder("cardscripts"), at], scenarios=(at,))
    wrong = [d for d in library.errors if not d.file or at in Path(d.file).parents]
    if wrong:
        raise ScriptError(wrong)


def manifest_name(at: Path) -> str:
    """The name of the Horde in the folder, which is the name of its folder in an archive. Raises ScriptError."""
    problems: list[Diagnostic] = []
    made = manifest.read_manifest(at / MANIFEST, problems)
    if made is None:
        raise ScriptError(problems)
    why = bad_name(made.name)
    if why:
        raise ScriptError(
            [Diagnostic("error", f"the name `{made.name:.60}` cannot be a folder's: {why}", str(at / MANIFEST))]
        )
    return made.name


FORBIDDEN = frozenset('<>:"|?*\\/')
MOST_OF_NAME = 240  # bytes; systems allow 255


def bad_name(part: str) -> str:
    """Why a part of a path cannot be a name on every system, or "".

    >>> bad_name("..")
    'it begins or ends with a dot or a space'
    >>> bad_name("Zombies of 2011")
    ''
    """
    if not part or len(part) > 120 or len(part.encode("utf-8", "surrogatepass")) > MOST_OF_NAME:
        return f"it is empty or longer than 120 letters or {MOST_OF_NAME} bytes"
    if part.strip(". ") != part:
        return "it begins or ends with a dot or a space"
    if any(character in FORBIDDEN or not character.isprintable() for character in part):
        return "it has a sign in it that not every system allows"
    if unicodedata.normalize("NFKC", part.split(".")[0]).casefold().strip() in RESERVED:
        return "some systems keep that name for themselves"
    return ""


def one_name(path: PurePosixPath) -> str:
    """What is the same for names that are one file on some systems: there case and coding of letters are nothing."""
    return unicodedata.normalize("NFKC", str(path)).casefold()


def _refused(path: Path, message: str) -> ScriptError:
    return ScriptError([Diagnostic("error", message, str(path))])
