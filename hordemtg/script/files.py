"""A user's files: names good everywhere; written whole or not at all, and only when they say something else."""

from __future__ import annotations

import errno
import os
import re
import tempfile
import unicodedata
from contextlib import suppress
from pathlib import Path

LONGEST_NAME = 100
RESERVED = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
)
MOST_OF_NAME = 60  # in the name of the file beside it, which is longer than its own


def stem(name: str) -> str:
    """A file's name for a card or Horde: small letters, digits and underscores, good on every system.

    >>> stem("Élan the Bog-Walker's Oath")
    'elan_the_bog_walkers_oath'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "_", plain.lower().replace("'", "")).strip("_")[:LONGEST_NAME] or "card"
    return f"{words}_" if words in RESERVED else words


def hidden(path: Path, root: Path) -> bool:
    """Whether something of the path below the root begins with a dot: what systems and editors keep for themselves."""
    return any(part.startswith(".") for part in path.parts[len(root.parts) :])


def write_whole(path: Path, content: str | bytes) -> bool:
    """Put the content in the file; whether it was another before. The file is never half written. Raises OSError."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    target = Path(os.path.realpath(path))  # a link stays a link
    if target.exists():
        if not target.is_file():  # a device or pipe may be read without end, and must not be replaced
            raise OSError(errno.EINVAL, "this is no file", str(path))
        if target.stat().st_size == len(data) and target.read_bytes() == data:
            return False
        if not os.access(target, os.W_OK):  # a file put in its place would not ask
            raise PermissionError(errno.EACCES, "this file must not be written", str(path))
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:MOST_OF_NAME]}.", dir=target.parent)
    except OSError as error:  # of the user's file, not of the one beside it
        raise type(error)(error.errno, error.strerror, str(path)) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _give_to_owner(name, target)
        os.chmod(name, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(name)
        if isinstance(error, OSError):
            raise type(error)(error.errno, error.strerror or str(error), str(path)) from error
        raise
    return True


PAGE, ARCHIVE = b"<!DOCTYPE html>", b"PK"


def refuse_other(path: Path, beginning: bytes) -> None:
    """Raise FileExistsError when a file is there that does not begin so: it would be lost. An empty one is not."""
    if not path.is_file():
        return
    with path.open("rb") as file:
        found = file.read(len(beginning))
    if found and found != beginning:
        raise FileExistsError(errno.EEXIST, "another kind of file is there, and is not written over", str(path))


def _give_to_owner(name: str, target: Path) -> None:
    """Let the new file be of whom the old one is, where that is allowed."""
    if target.exists() and hasattr(os, "chown"):
        old, new = target.stat(), os.stat(name)
        if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
            with suppress(OSError):
                os.chown(name, old.st_uid, old.st_gid)


def _umask() -> int:
    """The permissions that new files do not get here."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
