"""Where the grammar and the built-in card scripts are: in a checkout, or inside the installed package."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def folder(name: str) -> Path:
    """The folder `grammar` or `cardscripts`. Raises FileNotFoundError when the installation lacks it."""
    for candidate in (PACKAGE / "_data" / name, PACKAGE.parent / name):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"this installation of hordemtg has no folder {name}")
