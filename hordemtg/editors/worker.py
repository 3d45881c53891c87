"""Work beside the loop that answers the editor: one piece after the other, and none that nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any


class Worker:
    """A thread of its own, which ends with the program even in the middle of its work."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[tuple[asyncio.Future[Any], Callable[[], Any]]] = SimpleQueue()
        self._thread: Thread | None = None

    async def do(self, work: Callable[[], Any]) -> Any:
        """The result of the work, when its turn comes. Raises what the work raises."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.put((future, work))
        if self._thread is None:
            self._thread = Thread(target=self._run, name="checks", daemon=True)
            self._thread.start()
        return await future

    def _run(self) -> None:
        while True:
            future, work = self._waiting.get()
            if future.cancelled():
                continue
            try:
                result, error = work(), None
            except Exception as failed:
                result, error = None, failed
            with suppress(RuntimeError):  # the loop has ended meanwhile
                future.get_loop().call_soon_threadsafe(_settle, future, result, error)


def _settle(future: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)
