"""Writing a user's file: whole or not at all, and only when it says something else than before."""

from __future__ import annotations

import errno
import os
import tempfile
from contextlib import suppress
from pathlib import Path

MOST_OF_NAME = 60  # in the name of the file beside it, which is longer than its own


def write_whole(path: Path, text: str) -> bool:
    """Put the text in the file; whether it was another before. The file is never half written. Raises OSError."""
    data = text.encode("utf-8")
    target = Path(os.path.realpath(path))  # a link stays a link
    if target.exists():
        if not target.is_file():  # a device or pipe may be read without end, and must not be replaced
            raise OSError(errno.EINVAL, "this is no file", str(path))
        if target.stat().st_size == len(data) and target.read_bytes() == data:
            return False
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:MOST_OF_NAME]}.", dir=target.parent)
    except OSError as error:  # of the user's file, not of the one beside it
        raise type(error)(error.errno, error.strerror, str(path)) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    return True


def _umask() -> int:
    """The permissions that new files do not get here."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
