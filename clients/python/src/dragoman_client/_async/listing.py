from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Generic, TypeVar

from typing_extensions import TypedDict

from .._calls import Call
from .._options import Options
from .transport import AsyncTransport

Item = TypeVar("Item")


class Page(TypedDict, Generic[Item]):
    data: list[Item]
    next_cursor: str | None
    """None after the last page."""


class AsyncListing(Generic[Item]):
    """A list of the server.

    Iterated, it gives every item and asks for a page when it comes to it; each page is a call, and costs one.
    """

    def __init__(
        self, transport: AsyncTransport, path: str, limit: int | None, cursor: str | None, options: Options | None
    ):
        self._transport = transport
        self._call = Call("GET", path, query={} if limit is None else {"limit": limit}, options=options or {})
        self._cursor = cursor

    async def page(self) -> Page[Item]:
        """The first page alone."""
        return await self._page_at(self._cursor)

    async def __aiter__(self) -> AsyncIterator[Item]:
        cursor = self._cursor
        while True:
            page = await self._page_at(cursor)
            for item in page["data"]:
                yield item
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def _page_at(self, cursor: str | None) -> Page[Item]:
        query = self._call.query if cursor is None else {**self._call.query, "cursor": cursor}
        page: Page[Item] = await self._transport.json(replace(self._call, query=query))
        return page
