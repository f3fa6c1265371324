"""Servers that are not there, and a clock that takes no time."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx

from dragoman_client import AsyncDragoman, Dragoman

SECRET = "dgm_secretsecret_key"
ASK: dict[str, Any] = {"query": "weather in Berlin", "toolsets": ["weather-v1"]}
ANSWER = {"resolved": {"tool": "get_weather", "parameters": {}}, "metadata": {}}
Handler = Callable[[httpx.Request, int], httpx.Response]


class QuickClock:
    """Sleeps no time, and says for how long it was to sleep."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.seconds

    def random(self) -> float:
        return 0.5

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


class AsyncQuickClock(QuickClock):
    async def sleep(self, seconds: float) -> None:  # type: ignore[override]
        self.slept.append(seconds)
        await asyncio.sleep(0)


class Server:
    """Answers as `handler` says, which gets each request but the exchanges, and its place among them from 0."""

    def __init__(self, handler: Handler = lambda request, place: httpx.Response(200, json=ANSWER)):
        self.handler = handler
        self.sent: list[httpx.Request] = []
        self.exchanges = 0
        self.clock = QuickClock()

    def answer(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/v1/auth":
            self.exchanges += 1
            token = {"access_token": f"token-{self.exchanges}", "token_type": "Bearer", "expires_in": 900}
            return httpx.Response(200, json=token)
        self.sent.append(request)
        return self.handler(request, len(self.sent) - 1)

    async def answer_later(self, request: httpx.Request) -> httpx.Response:
        await asyncio.sleep(0.001)
        return self.answer(request)

    def client(self, **options: Any) -> Dragoman:
        http = httpx.Client(transport=httpx.MockTransport(self.answer))
        given = {"base_url": "http://dragoman.test", "api_key": SECRET, "clock": self.clock, "http_client": http}
        return Dragoman(**{**given, **options})

    def async_client(self, **options: Any) -> AsyncDragoman:
        self.clock = AsyncQuickClock()
        http = httpx.AsyncClient(transport=httpx.MockTransport(self.answer_later))
        given = {"base_url": "http://dragoman.test", "api_key": SECRET, "clock": self.clock, "http_client": http}
        return AsyncDragoman(**{**given, **options})

    def keys(self) -> list[str]:
        return [request.headers["idempotency-key"] for request in self.sent]


class Endless(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A batch in lines that never ends, and knows whether it is still read."""

    def __init__(self) -> None:
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        while True:
            yield lines({"id": "a", "status": 200, "body": {}})

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            yield lines({"id": "a", "status": 200, "body": {}})
            await asyncio.sleep(0)

    def close(self) -> None:
        self.is_closed = True

    async def aclose(self) -> None:
        self.is_closed = True


def refusal(status: int, code: str, headers: dict[str, str] | None = None) -> httpx.Response:
    return httpx.Response(status, json={"error": code, "message": "as told", "code": status}, headers=headers)


def methods_of(target: object) -> list[Callable[[], Any]]:
    """Every method of a client and of what hangs on it, called with made-up names."""
    found = []
    for name, method in inspect.getmembers(target, inspect.ismethod):
        if name.startswith("_") or name in ("close", "aclose"):
            continue
        wanted = [
            parameter
            for parameter in inspect.signature(method).parameters.values()
            if parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD
        ]
        found.append(lambda method=method, wanted=wanted: method(*"abc"[: len(wanted)]))
    for name, part in vars(target).items():
        if not name.startswith("_"):
            found += methods_of(part)
    return found


def lines(*values: object) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)
