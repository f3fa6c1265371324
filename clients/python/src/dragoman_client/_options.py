from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from typing import Literal

from typing_extensions import TypedDict

from .errors import DragomanError


class Options(TypedDict, total=False):
    """What may be said with a call, beside what it is about."""

    timeout: float
    """Seconds that one attempt may take; the client's own where it is left out."""
    retries_max: int
    """How often a call that failed is made again; the client's own where it is left out."""
    request_id: str
    """Your own `X-Request-Id`, which feedback and the server's log name the call by."""
    idempotency_key: str
    """Of a POST: your own key, for a call that is made again after this program has ended. Each call makes one otherwise."""
    if_match: str
    """Of a change: the `etag_of` what was read last. `PreconditionFailedError` when the resource has changed since."""
    cache_control: Literal["no-store", "no-cache"]
    """Of a question: whether the cache may answer, and keep the answer."""
    explains_cache: bool
    """Of a question: `metadata.explain` says why the cache did or did not answer."""


_HEADERS: Mapping[str, str] = {
    "request_id": "X-Request-Id",
    "idempotency_key": "Idempotency-Key",
    "if_match": "If-Match",
    "cache_control": "Cache-Control",
}


#: httpx refuses other characters with errors that are not ours, or that read as if the connection had failed.
_HEADER_TEXT = re.compile(r"[\x20-\x7e]*")


def headers_of(options: Options) -> dict[str, str]:
    """The headers that options stand for. Raises DragomanError where one is no text of ASCII characters."""
    said: Mapping[str, object] = {**options}
    headers: dict[str, str] = {}
    for name, header in _HEADERS.items():
        if name not in said:
            continue
        text = said[name]
        if not isinstance(text, str) or _HEADER_TEXT.fullmatch(text) is None:
            raise DragomanError(f"{name} is no text that a header takes: give ASCII characters, or leave it out")
        headers[header] = text
    return {**headers, "X-Dragoman-Explain": "cache"} if options.get("explains_cache") else headers


#: Seconds; sockets take no more on every system.
_TIMEOUT_MAX = 2_147_483


def check_limits(*, timeout: object = 1, retries_max: object = 0) -> None:
    """Raises DragomanError for what is no time, or no number of times."""
    if not isinstance(timeout, (int, float)) or not 0 < timeout <= _TIMEOUT_MAX:
        raise DragomanError(f"timeout is {timeout!r}: give more than 0 and at most {_TIMEOUT_MAX} seconds")
    if not isinstance(retries_max, int) or retries_max < 0:
        raise DragomanError(f"retries_max is {retries_max!r}: give a whole number from 0")


def new_key() -> str:
    """128 bits by chance."""
    return secrets.token_hex(16)
