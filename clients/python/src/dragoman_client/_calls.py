"""What a call is, before it has a token."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import httpx

from ._options import Options, check_limits, headers_of, new_key
from .errors import ApiConnectionError, ApiTimeoutError, DragomanError

AUTH_PATH = "/v1/auth"
#: Seconds that a resolve may take, as the contract recommends (section 8).
TIMEOUT = 30.0
#: The same of a batch, and of what asks as much of the server.
LONG_TIMEOUT = 60.0
#: Of a body, in bytes, unless the operator chose another (`limits.body_bytes_max`).
_BODY_BYTES_MAX = 1_048_576
#: What a header can carry, so that whoever refuses one does not print it.
_HEADER_TEXT = re.compile(r"[\x21-\x7e]+")


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    body: Mapping[str, Any] | None = None
    query: Mapping[str, str | int] = field(default_factory=dict)
    options: Options = field(default_factory=Options)
    #: Seconds that an attempt may take where neither the call nor the client says.
    timeout: float = TIMEOUT
    accept: str = "application/json"

    def __post_init__(self) -> None:
        said: Mapping[str, object] = {**self.options}
        check_limits(**{name: said[name] for name in ("timeout", "retries_max") if name in said})

    @property
    def is_open(self) -> bool:
        """Whether it takes no token."""
        return self.path == AUTH_PATH or not self.path.startswith("/v1/")

    def headers(self) -> dict[str, str]:
        """The same for every attempt: that is what makes a POST repeatable."""
        is_keyed = self.method == "POST" and self.path != AUTH_PATH
        return {
            "Accept": self.accept,
            **({"Idempotency-Key": new_key()} if is_keyed else {}),
            **headers_of(self.options),
        }


def filled(path: str, **places: str) -> str:
    """A path of the document with its parameters in their places."""
    for name, value in places.items():
        # Those are read as parts of the path itself, and would lead to another operation.
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise DragomanError(f"{value!r} is no {name}")
    return path.format(**{name: quote(value, safe="") for name, value in places.items()})


def base_url_in(given: str) -> str:
    """Without a `/` at its end. No message repeats the address: it may have a password in it."""
    try:
        url = httpx.URL(given)
    except (httpx.InvalidURL, TypeError):
        url = httpx.URL("")
    if url.scheme not in ("http", "https") or not url.host or url.userinfo or url.query:
        raise DragomanError("base_url is no http or https address without user, password and query")
    if url.path.rstrip("/") == "/v1":
        raise DragomanError("base_url ends in /v1, which is a part of each route already: leave it out")
    return str(url.copy_with(fragment=None)).rstrip("/")


def token_in(given: object) -> tuple[str, float]:
    """A token, and how many seconds it lives; infinitely many where that is not known."""
    token: object = given
    seconds: object = float("inf")
    if isinstance(given, dict):
        token, seconds = given.get("access_token"), given.get("expires_in")
    if not isinstance(token, str) or _HEADER_TEXT.fullmatch(token) is None:
        raise DragomanError("the access token that was given is none: it is a text of visible ASCII characters")
    if not isinstance(seconds, (int, float)) or not seconds > 0:
        raise DragomanError("the access token came without expires_in, the seconds that it lives: give the token alone")
    return token, float(seconds)


def failure_of(failure: Exception, call: Call, where: str, timeout: float) -> ApiConnectionError:
    """What is raised for what httpx raises: in our words, since its errors hold the request with its token."""
    was_never_sent = isinstance(failure, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
    if isinstance(failure, (httpx.TimeoutException, TimeoutError)):
        return ApiTimeoutError(f"{where}: no answer within {timeout:g} s", was_never_sent)
    reason = type(failure).__name__
    if was_never_sent:
        # The system's own words, which know nothing of the request.
        reason = f"{reason}: {failure}. Is the server running, and the address right?"
    elif call.body is not None and (size := len(json.dumps(call.body).encode())) > _BODY_BYTES_MAX:
        # A server that refuses it closes the connection, and with `async` its 413 is mostly lost then.
        reason = f"{reason}: the body has {size} bytes, and a server takes {_BODY_BYTES_MAX} unless its operator chose another"
    return ApiConnectionError(f"{where}: no answer came: {reason}", was_never_sent)
