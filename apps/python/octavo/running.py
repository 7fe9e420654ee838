"""Calls that run beside the caller: on a thread of their own, or for asyncio."""

from __future__ import annotations

import atexit
import queue
import threading
import weakref
from typing import Any, Callable, Generic, Iterator, TypeVar

from . import _engine

_PATIENCE = 0.5  # seconds

# Calls that are running: ended before the interpreter goes.
_running: weakref.WeakSet[Run[Any, Any]] = weakref.WeakSet()


def _stop_all() -> None:
    for run in list(_running):
        run.close()


atexit.register(_stop_all)

T = TypeVar("T")
R = TypeVar("R")


class Run(Generic[T, R]):
    """An iterator over what a call gives away while it runs, and its result.

    Ends the call when it is closed, left as a context, or thrown away. Also an asynchronous iterator.
    """

    def __init__(self, call: Callable[[Callable[[T], None], Any], R]) -> None:
        """`call(give, cancel)` runs at once on another thread."""
        self._cancel = _engine.engine().CancelFlag()
        self._given: queue.SimpleQueue[tuple[bool, Any]] = queue.SimpleQueue()
        self._outcome: list[tuple[Any, BaseException | None]] = []
        self._drained = False
        # No reference to this object: its thread must not keep it from being thrown away.
        self._thread = threading.Thread(target=_work, args=(call, self._given, self._cancel, self._outcome),
                                        daemon=True, name="octavo")  # fmt: skip
        self._thread.start()
        _running.add(self)

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        if self._drained:
            raise StopIteration
        try:
            last, value = self._given.get()
        except BaseException:  # Ctrl-C: people have their prompt again though a step may take longer
            self._cancel.set()
            self._drained = True
            self._thread.join(_PATIENCE)
            raise
        if not last:
            return value
        self._drained = True
        self._finish()
        raise StopIteration

    def __aiter__(self) -> Run[T, R]:
        return self

    async def __anext__(self) -> T:
        import asyncio

        # StopIteration cannot pass through a future.
        ended = object()
        try:
            value = await asyncio.get_running_loop().run_in_executor(None, lambda: next(self, ended))
        except asyncio.CancelledError:
            self._cancel.set()
            raise
        if value is ended:
            raise StopAsyncIteration
        return value  # type: ignore[return-value]

    def result(self) -> R:
        """Waits for the end; raises what the call raised."""
        for _ in self:
            pass
        self._finish()
        return self._outcome[0][0]

    def _finish(self) -> None:
        self._thread.join()
        failure = self._outcome[0][1]
        if failure is not None:
            raise failure

    def close(self) -> None:
        """Stops the call, within about a second, and waits for it."""
        self._cancel.set()
        self._drained = True
        self._thread.join()

    def __enter__(self) -> Run[T, R]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        cancel = getattr(self, "_cancel", None)
        if cancel is not None:
            cancel.set()


def _work(call: Callable[..., Any], given: queue.SimpleQueue[Any], cancel: Any, outcome: list[Any]) -> None:
    try:
        outcome.append((call(lambda value: given.put((False, value)), cancel), None))
    except BaseException as failure:  # raised where the result is asked for
        outcome.append((None, failure))
    given.put((True, None))


async def in_background(call: Callable[[Any], R]) -> R:
    """Awaits call(cancel) on a thread. When the task is cancelled, so is the call, and its end is waited for."""
    import asyncio

    cancel = _engine.engine().CancelFlag()
    future = asyncio.get_running_loop().run_in_executor(None, call, cancel)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        cancel.set()
        await asyncio.wait([future])
        future.exception()  # looked at, so that nothing is said about it
        raise
