from __future__ import annotations

import json
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

import httpx

from .._answers import Answer
from .._calls import Call, failure_of
from .._clock import AsyncClock, async_time_limit
from .._retries import Attempts
from ..errors import AnswerError, ApiConnectionError, ApiError, DragomanError, api_error_of
from ..types import TokenAnswer
from .access_token import AsyncAccessToken


class AsyncTransport:
    """Sends calls: with a token, under a key, again where that helps, and never longer than they may take."""

    def __init__(
        self,
        *,
        base_url: str,
        ask_token: Callable[[AsyncTransport], Awaitable[TokenAnswer | str]],
        http_client: httpx.AsyncClient | None,
        clock: AsyncClock,
        timeout: float | None,
        retries_max: int,
    ):
        self._base_url = base_url
        self._token = AsyncAccessToken(lambda: ask_token(self), clock)
        self._is_owned = http_client is None
        self._http = httpx.AsyncClient() if http_client is None else http_client
        self._clock = clock
        self._timeout = timeout
        self._retries_max = retries_max

    async def aclose(self) -> None:
        """Closes the connections, unless they are those of a client that was given."""
        if self._is_owned:
            await self._http.aclose()

    async def json(self, call: Call) -> Any:
        """The answer's JSON; None where it has no body."""
        series = _AsyncSeries(call, self._token, self._clock, self._retries_max)
        while True:
            headers = await series.headers()
            try:
                return await self._answer(call, headers)
            except DragomanError as failure:
                wait = series.seconds_after(failure)
            await self._clock.sleep(wait)

    async def lines(self, call: Call, is_last: Callable[[Any], bool]) -> AsyncGenerator[Any, None]:
        """The lines of an answer.

        One that breaks off is asked for again under the same key, and goes on behind what was given: a repeated answer has
        the same lines. `is_last` knows the line without which the answer is not whole.
        """
        series = _AsyncSeries(call, self._token, self._clock, self._retries_max)
        given = 0
        while True:
            headers = await series.headers()
            reading = self._pieces(call, headers)
            try:
                place = 0
                rest = b""
                async for piece in reading:
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
                await reading.aclose()
            await self._clock.sleep(wait)

    async def _answer(self, call: Call, headers: dict[str, str]) -> Any:
        timeout = self._timeout_of(call)
        ends_at = time.monotonic() + timeout
        try:
            with async_time_limit(timeout):
                async with self._http.stream(**self._request(call, headers, timeout)) as response:
                    body = b""
                    async for piece in response.aiter_bytes():
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

    async def _pieces(self, call: Call, headers: dict[str, str]) -> AsyncGenerator[bytes, None]:
        """Of the body, as they come. Each may take as long as a whole answer."""
        timeout = self._timeout_of(call)
        try:
            async with self._http.stream(**self._request(call, headers, timeout)) as response:
                if not response.is_success:
                    raise self._refusal(call, response, await response.aread())
                async for piece in response.aiter_bytes():
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


class _AsyncSeries:
    """The attempts at one call, which have their headers in common."""

    def __init__(self, call: Call, token: AsyncAccessToken, clock: AsyncClock, retries_max: int):
        self._is_open = call.is_open
        self._headers = call.headers()
        self._token = token
        self._used: str | None = None
        self._is_renewed = False
        self._attempts = Attempts(clock.random, call.method == "POST", call.options.get("retries_max", retries_max))

    async def headers(self) -> dict[str, str]:
        if self._is_open:
            return self._headers
        self._used = await self._token.get()
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
