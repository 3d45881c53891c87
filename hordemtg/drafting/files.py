"""Files of drafts: a card a file, written atomically, never over a file that says something else."""

from __future__ import annotations

import os
import re
import tempfile
import unicodedata
from dataclasses import dataclass
from pathlib import Path

LONGEST_NAME = 100
RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))})


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a file: `written`, `unchanged`, or `kept` because another script stands there."""

    path: Path
    what: str


def file_name(name: str) -> str:
    """The file for a card of this name: small letters, digits and underscores, so that it is a name everywhere.

    >>> file_name("Élan the Bog-Walker's Oath")
    'elan_the_bog_walkers_oath.card'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "_", plain.lower().replace("'", "")).strip("_")[:LONGEST_NAME] or "card"
    return f"{words}_.card" if words in RESERVED else f"{words}.card"


def write(folder: Path, name: str, text: str, force: bool = False) -> Written:
    """Write the script of a card into the folder, unless another stands there and `force` is not given."""
    path = folder / file_name(name)
    data = text.encode("utf-8")
    if path.exists():
        if path.read_bytes() == data:
            return Written(path, "unchanged")
        if not force:
            return Written(path, "kept")
    folder.mkdir(parents=True, exist_ok=True)
    _replace(path, data)
    return Written(path, "written")


def _replace(path: Path, data: bytes) -> None:
    """Put the bytes into the file in one step: whoever reads it sees the old or the new, whatever happens."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, path.stat().st_mode & 0o777 if path.exists() else 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
