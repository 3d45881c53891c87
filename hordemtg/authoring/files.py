"""Names of files, and writing files so that nothing is ever half there."""

from __future__ import annotations

import os
import re
import tempfile
import unicodedata
from pathlib import Path

LONGEST_NAME = 100
RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})


def stem(name: str) -> str:
    """A file's name for a card or Horde: small letters, digits and underscores, good on every system.

    >>> stem("Élan the Bog-Walker's Oath")
    'elan_the_bog_walkers_oath'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "_", plain.lower().replace("'", "")).strip("_")[:LONGEST_NAME] or "card"
    return f"{words}_" if words in RESERVED else words


def write(path: Path, data: bytes) -> bool:
    """Put the bytes into the file in one step, if they are not there already; whether they were not.

    Whoever reads the file sees the old or the new, whatever happens. Raises OSError.
    """
    try:
        if path.read_bytes() == data:
            return False
    except FileNotFoundError:
        pass
    handle, made = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(made, 0o644)
        os.replace(made, path)
    except BaseException:
        Path(made).unlink(missing_ok=True)
        raise
    return True
