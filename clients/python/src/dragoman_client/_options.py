from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Literal

from typing_extensions import TypedDict


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


def headers_of(options: Options) -> dict[str, str]:
    """The headers that options stand for."""
    said: Mapping[str, object] = {**options}
    headers = {header: str(said[name]) for name, header in _HEADERS.items() if name in said}
    return {**headers, "X-Dragoman-Explain": "cache"} if options.get("explains_cache") else headers


def new_key() -> str:
    """128 bits by chance."""
    return secrets.token_hex(16)
