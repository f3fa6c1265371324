# Made from _async by scripts/clients/generate.ts: change the module there and run it again.
from __future__ import annotations

from collections.abc import Callable

from .._calls import token_in
from .._clock import Clock, Lock
from ..errors import DragomanError
from ..types import TokenAnswer

#: How long before its end a token is renewed, or a tenth of its life where that is less.
_RENEWED_SECONDS_BEFORE = 60.0


class AccessToken:
    """The token that calls carry. Asked for once, however many calls wait for it, and renewed before it ends."""

    def __init__(self, ask: Callable[[], TokenAnswer | str], clock: Clock):
        self._ask = ask
        self._clock = clock
        self._lock = Lock()
        self._token: str | None = None
        self._renewed_at = 0.0
        #: How often it was asked in vain, and what that failed with.
        self._failures = 0
        self._failure: DragomanError | None = None

    def get(self) -> str:
        """Raises, for all that wait, what the asking failed with; the next call asks anew."""
        failures = self._failures
        token = self._fresh()
        if token is not None:
            return token
        with self._lock:
            token = self._fresh()
            if token is not None:
                return token
            if self._failures != failures and self._failure is not None:
                raise self._failure.with_traceback(None)
            return self._renew()

    def drop(self, token: str) -> None:
        """The server refused this token. Another that came meanwhile stays."""
        if self._token == token:
            self._token = None

    def _fresh(self) -> str | None:
        return self._token if self._clock.now() < self._renewed_at else None

    def _renew(self) -> str:
        asked_at = self._clock.now()
        try:
            token, seconds = token_in(self._ask())
        except DragomanError as failure:
            self._failures += 1
            self._failure = failure
            raise
        self._renewed_at = asked_at + seconds - min(_RENEWED_SECONDS_BEFORE, seconds / 10)
        self._token = token
        return token
