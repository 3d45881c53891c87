"""Files of drafts: a card a file, never over a file that says something else."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hordemtg.script.files import stem, write_whole


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a file: `written`, `unchanged`, or `kept` because another script stands there."""

    path: Path
    what: str


def file_name(name: str) -> str:
    """The file for the script of a card of this name."""
    return f"{stem(name)}.card"


def write(folder: Path, name: str, text: str, force: bool = False) -> Written:
    """Write the script of a card into the folder, unless another stands there and `force` is not given."""
    path = folder / file_name(name)
    if path.exists() and not force and path.read_bytes() != text.encode("utf-8"):
        return Written(path, "kept")
    folder.mkdir(parents=True, exist_ok=True)
    return Written(path, "written" if write_whole(path, text) else "unchanged")
