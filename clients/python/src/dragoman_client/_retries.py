"""When a call that failed is made again, by the contract's rules, and after how long."""

from __future__ import annotations

from collections.abc import Callable

from .errors import ApiConnectionError, ApiError, DragomanError

#: As the contract has it (section 7, rule 3).
_PASSING_STATUSES = (429, 500, 502, 503)
#: A proxy waited for the server in vain.
_GATEWAY_TIMEOUT = 504
_FIRST_WAIT_SECONDS = 0.5
_WAIT_SECONDS_MAX = 8.0
#: The longest that the server's `Retry-After` is waited for: its windows are minutes. What asks for more is raised at once.
RETRY_AFTER_SECONDS_MAX = 60.0


class Attempts:
    """The attempts at one call."""

    def __init__(self, random: Callable[[], float], is_repeatable: bool, retries_max: int):
        """`is_repeatable`: whether doing the call twice does and costs no more than once."""
        self._random = random
        self._is_repeatable = is_repeatable
        self._retries_max = retries_max
        self._made = 0

    def seconds_after(self, failure: DragomanError) -> float:
        """How long to wait before the next attempt. Raises the failure where there is to be none."""
        asked = (failure.retry_after or 0.0) if isinstance(failure, ApiError) else 0.0
        if self._made >= self._retries_max or asked > RETRY_AFTER_SECONDS_MAX or not self._may_pass(failure):
            raise failure
        backoff = min(_WAIT_SECONDS_MAX, _FIRST_WAIT_SECONDS * 2**self._made)
        self._made += 1
        # Spread, so that all who were refused together do not come back together.
        if asked > 0:
            return asked + self._random() * _FIRST_WAIT_SECONDS
        return backoff * (0.5 + self._random() / 2)

    def _may_pass(self, failure: DragomanError) -> bool:
        """A call that may have been done, and charged, is made again only where that does no harm."""
        if isinstance(failure, ApiConnectionError):
            return self._is_repeatable or failure.was_never_sent
        if not isinstance(failure, ApiError):
            return False
        is_passing = failure.status in _PASSING_STATUSES
        if self._is_repeatable:
            return is_passing or failure.status == _GATEWAY_TIMEOUT
        return is_passing and failure.is_of_server
