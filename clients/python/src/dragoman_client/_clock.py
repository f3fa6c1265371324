"""Time and chance, which tests put others in place of; and what waiting is with `async` and without."""

from __future__ import annotations

import random
import threading
import time
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

import anyio


class AsyncClock(Protocol):
    def now(self) -> float:
        """Seconds since 1970."""

    def random(self) -> float:
        """From 0, below 1."""

    async def sleep(self, seconds: float) -> None: ...


class Clock(Protocol):
    def now(self) -> float:
        """Seconds since 1970."""

    def random(self) -> float:
        """From 0, below 1."""

    def sleep(self, seconds: float) -> None: ...


class AsyncSystemClock:
    now = staticmethod(time.time)
    random = staticmethod(random.random)
    sleep = staticmethod(anyio.sleep)


class SystemClock:
    now = staticmethod(time.time)
    random = staticmethod(random.random)
    sleep = staticmethod(time.sleep)


AsyncLock = anyio.Lock
Lock = threading.Lock


def async_time_limit(seconds: float) -> AbstractContextManager[object]:
    """Ends what is awaited within by a `TimeoutError`."""
    return anyio.fail_after(seconds)


def time_limit(_seconds: float) -> AbstractContextManager[object]:
    """Nothing can end a thread that reads: there each read has an end of its own."""
    return nullcontext()
