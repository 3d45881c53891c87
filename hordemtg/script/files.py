"""Files of authors, written so that nothing is ever lost."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Put this in the place of the file's content: all of it, or, whatever happens, none. Raises OSError.

    A link is followed, and the file keeps its permissions.
    """
    path = path.resolve()
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, name)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
