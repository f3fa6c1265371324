from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import TracebackType

import httpx
from typing_extensions import Self, Unpack

from .. import types
from .._calls import AUTH_PATH, LONG_TIMEOUT, Call, base_url_in
from .._clock import AsyncClock, AsyncSystemClock
from .._options import Options, check_limits
from ..errors import DragomanError
from .batch_lines import AsyncBatchLines
from .resources import (
    AsyncAliases,
    AsyncBanks,
    AsyncBundles,
    AsyncClassificationSets,
    AsyncPersonas,
    AsyncQueryLog,
    AsyncResource,
    AsyncToolsets,
    AsyncValueLists,
)
from .transport import AsyncTransport

_RETRIES_MAX = 2


class AsyncDragoman(AsyncResource):
    """A client of one app. Calls may be made at the same time.

    Every call raises an `ApiError` for what the server refuses, an `ApiConnectionError` where no answer comes, and an
    `ApiTimeoutError` where it takes too long.
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str | None = None,
        access_token: Callable[[], Awaitable[types.TokenAnswer | str]] | None = None,
        timeout: float | None = None,
        retries_max: int = _RETRIES_MAX,
        http_client: httpx.AsyncClient | None = None,
        clock: AsyncClock | None = None,
    ):
        """Give either the app's API key, which is exchanged for access tokens, or what gives such a token when one is needed.

        `timeout`: seconds that one attempt may take; left out, 30, and 60 for batches, tests, comparisons and bundles.
        `retries_max`: how often a call that failed is made again where that may help and does no harm.
        Raises DragomanError where the address is none, a limit is none, or not exactly one of key and token is given.
        """
        if (api_key is None) == (access_token is None):
            raise DragomanError("give the client either api_key or access_token")
        check_limits(retries_max=retries_max, **({} if timeout is None else {"timeout": timeout}))

        async def exchange(transport: AsyncTransport) -> types.TokenAnswer | str:
            if access_token is not None:
                return await access_token()
            answer: types.TokenAnswer = await transport.json(Call("POST", AUTH_PATH, {"api_key": api_key}))
            return answer

        transport = AsyncTransport(
            base_url=base_url_in(base_url),
            ask_token=exchange,
            http_client=http_client,
            clock=clock or AsyncSystemClock(),
            timeout=timeout,
            retries_max=retries_max,
        )
        super().__init__(transport)
        self.toolsets = AsyncToolsets(transport)
        self.classification_sets = AsyncClassificationSets(transport)
        self.aliases = AsyncAliases(transport)
        self.banks = AsyncBanks(transport)
        self.personas = AsyncPersonas(transport)
        self.value_lists = AsyncValueLists(transport)
        self.query_log = AsyncQueryLog(transport)
        self.bundles = AsyncBundles(transport)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections, unless they are those of an `http_client` that was given."""
        await self._transport.aclose()

    async def resolve(
        self, *, options: Options | None = None, **body: Unpack[types.ResolveBody]
    ) -> types.ResolutionAnswer:
        """Turns a sentence into a call of a tool. The tool is `none` where none fits."""
        return await self._call("POST", "/v1/resolve", body=body, options=options)

    async def resolve_quick(
        self, *, options: Options | None = None, **body: Unpack[types.ResolveQuickBody]
    ) -> types.ResolutionAnswer:
        """The same with tools that come along: never from the cache."""
        return await self._call("POST", "/v1/resolve-quick", body=body, options=options)

    async def resolve_respond(
        self, *, options: Options | None = None, **body: Unpack[types.ResolveRespondBody]
    ) -> types.RespondAnswer:
        """The same with an answer in words. Costs 2."""
        return await self._call("POST", "/v1/resolve-respond", body=body, options=options)

    async def search_tools(
        self, *, options: Options | None = None, **body: Unpack[types.ToolSearchBody]
    ) -> types.ToolSearchAnswer:
        """Finds those of up to 20,000 tools that a sentence means, the likeliest first, and whether none does."""
        return await self._call("POST", "/v1/search-tools", body=body, options=options)

    async def classify(
        self, *, options: Options | None = None, **body: Unpack[types.ClassifyBody]
    ) -> types.ClassificationAnswer:
        """Gives a text, or each part of it, a label."""
        return await self._call("POST", "/v1/classify", body=body, options=options)

    async def batch(self, *, options: Options | None = None, **body: Unpack[types.BatchBody]) -> types.BatchAnswer:
        """Up to 100 questions in one call. Each result has a status of its own: one that failed raises nothing."""
        return await self._call("POST", "/v1/batch", body=body, options=options, timeout=LONG_TIMEOUT)

    def batch_lines(self, *, options: Options | None = None, **body: Unpack[types.BatchBody]) -> AsyncBatchLines:
        """The same, each result as soon as it is there: to be iterated."""
        call = Call(
            "POST",
            "/v1/batch",
            {**body},
            options=options or {},
            timeout=LONG_TIMEOUT,
            accept="application/x-ndjson",
        )
        return AsyncBatchLines(self._transport, call)

    async def feedback(
        self, *, options: Options | None = None, **body: Unpack[types.FeedbackBody]
    ) -> types.FeedbackAnswer:
        """Says whether an answer was right, and what it should have been. `request_id_of` an answer is its `request_id`."""
        return await self._call("POST", "/v1/feedback", body=body, options=options)

    async def misses(self, *, limit: int | None = None, options: Options | None = None) -> types.GetMissesAnswer:
        """What was answered and is worth a look. `limit`: 1–100."""
        query: dict[str, str | int] = {} if limit is None else {"limit": limit}
        return await self._call("GET", "/v1/misses", query=query, options=options)

    async def alive(self, *, options: Options | None = None) -> types.HealthAnswer:
        """Whether the process lives."""
        return await self._call("GET", "/livez", options=options)

    async def ready(self, *, options: Options | None = None) -> types.HealthAnswer:
        """Whether the server can answer. Raises a `ServiceUnavailableError` while it cannot."""
        return await self._call("GET", "/readyz", options=options)
