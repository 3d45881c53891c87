"""A bar for what takes long, drawn on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hordemtg.commands.common import drawing

Progress = Callable[[int, int], None]  # how much is done, of how much


@contextmanager
def progress_bar(label: str) -> Iterator[Progress]:
    """A bar on the error stream, moved by calling it; nothing is drawn when that is no terminal."""
    if not sys.stderr.isatty():
        yield lambda done, of_all: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"))
    console = Console(stderr=True)
    with drawing(sys.stderr), Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, of_all: bar.update(task, completed=done, total=max(of_all, 1))
