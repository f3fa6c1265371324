# Made from _async by scripts/clients/generate.ts: change the module there and run it again.
from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator
from typing import Any

import httpx

from .._answers import Answer
from .._calls import Call, failure_of
from .._clock import Clock, time_limit
from .._retries import Attempts
from ..errors import AnswerError, ApiConnectionError, ApiError, DragomanError, api_error_of
from ..types import TokenAnswer
from .access_token import AccessToken


class Transport:
    """Sends calls: with a token, under a key, again where that helps, and never longer than they may take."""

    def __init__(
        self,
        *,
        base_url: str,
        ask_token: Callable[[Transport], TokenAnswer | str],
        http_client: httpx.Client | None,
        clock: Clock,
        timeout: float | None,
        retries_max: int,
    ):
        self._base_url = base_url
        self._token = AccessToken(lambda: ask_token(self), clock)
        self._is_owned = http_client is None
        self._http = httpx.Client() if http_client is None else http_client
        self._clock = clock
        self._timeout = timeout
        self._retries_max = retries_max

    def close(self) -> None:
        """Closes the connections, unless they are those of a client that was given."""
        if self._is_owned:
            self._http.close()

    def json(self, call: Call) -> Any:
        """The answer's JSON; None where it has no body."""
        series = _Series(call, self._token, self._clock, self._retries_max)
        while True:
            headers = series.headers()
            try:
                return self._answer(call, headers)
            except DragomanError as failure:
                wait = series.seconds_after(failure)
            self._clock.sleep(wait)

    def lines(self, call: Call, is_last: Callable[[Any], bool]) -> Generator[Any, None]:
        """The lines of an answer.

        One that breaks off is asked for again under the same key, and goes on behind what was given: a repeated answer has
        the same lines. `is_last` knows the line without which the answer is not whole.
        """
        series = _Series(call, self._token, self._clock, self._retries_max)
        given = 0
        while True:
            headers = series.headers()
            reading = self._pieces(call, headers)
            try:
                place = 0
                rest = b""
                for piece in reading:
                    *whole, rest = (rest + piece).split(b"\n")
                    for line in filter(None, whole):
                        place += 1
                        if place <= given:
                            continue
                        given = place
                        value = _parsed(line)
                        yield value
                        if is_last(value):
                            return
                raise ApiConnectionError("the answer ended before its last line", False)
            except DragomanError as failure:
                wait = series.seconds_after(failure)
            finally:
                reading.close()
            self._clock.sleep(wait)

    def _answer(self, call: Call, headers: dict[str, str]) -> Any:
        timeout = self._timeout_of(call)
        ends_at = time.monotonic() + timeout
        try:
            with time_limit(timeout):
                with self._http.stream(**self._request(call, headers, timeout)) as response:
                    body = b""
                    for piece in response.iter_bytes():
                        body += piece
                        if time.monotonic() > ends_at:
                            raise TimeoutError
        except (httpx.HTTPError, httpx.StreamError, TimeoutError) as failure:
            raise failure_of(failure, call, self._where(call), timeout) from None
        if not response.is_success:
            raise self._refusal(call, response, body)
        if body == b"":
            return None
        answer = _parsed(body)
        return Answer(answer, response.headers) if isinstance(answer, dict) else answer

    def _pieces(self, call: Call, headers: dict[str, str]) -> Generator[bytes, None]:
        """Of the body, as they come. Each may take as long as a whole answer."""
        timeout = self._timeout_of(call)
        try:
            with self._http.stream(**self._request(call, headers, timeout)) as response:
                if not response.is_success:
                    raise self._refusal(call, response, response.read())
                for piece in response.iter_bytes():
                    yield piece
        except (httpx.HTTPError, httpx.StreamError) as failure:
            raise failure_of(failure, call, self._where(call), timeout) from None

    def _where(self, call: Call) -> str:
        return f"{call.method} {self._base_url}{call.path}"

    def _refusal(self, call: Call, response: httpx.Response, body: bytes) -> DragomanError:
        if response.is_redirect:
            message = f"{self._where(call)}: the answer is a redirect: give the client the address that it leads to"
            return AnswerError(message)
        return api_error_of(response.status_code, response.headers, body, self._clock.now())

    def _timeout_of(self, call: Call) -> float:
        own = call.timeout if self._timeout is None else self._timeout
        return call.options.get("timeout", own)

    def _request(self, call: Call, headers: dict[str, str], timeout: float) -> dict[str, Any]:
        return {
            "method": call.method,
            "url": self._base_url + call.path,
            "params": dict(call.query) or None,
            "json": call.body,
            "headers": headers,
            "timeout": timeout,
            # Neither the token nor the key is any other server's business.
            "follow_redirects": False,
        }


class _Series:
    """The attempts at one call, which have their headers in common."""

    def __init__(self, call: Call, token: AccessToken, clock: Clock, retries_max: int):
        self._is_open = call.is_open
        self._headers = call.headers()
        self._token = token
        self._used: str | None = None
        self._is_renewed = False
        self._attempts = Attempts(clock.random, call.method == "POST", call.options.get("retries_max", retries_max))

    def headers(self) -> dict[str, str]:
        if self._is_open:
            return self._headers
        self._used = self._token.get()
        return {**self._headers, "Authorization": f"Bearer {self._used}"}

    def seconds_after(self, failure: DragomanError) -> float:
        """How long to wait before the next attempt. Raises the failure where there is to be none."""
        is_ended = isinstance(failure, ApiError) and failure.status == 401
        if is_ended and self._used is not None and not self._is_renewed:
            self._is_renewed = True
            self._token.drop(self._used)
            return 0
        return self._attempts.seconds_after(failure)


def _parsed(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        message = "the answer is no JSON: see what stands between here and the server"
        raise AnswerError(message) from None
