from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from .._calls import Call
from ..types import BatchAnswerResult, BatchMetadata
from .transport import AsyncTransport


class AsyncBatchLines:
    """The results of a batch, each as soon as it and all before it are there. To be iterated once."""

    def __init__(self, transport: AsyncTransport, call: Call):
        self._lines = transport.lines(call, _is_of_the_whole)
        #: Of the whole batch; None until the last result was given.
        self.metadata: BatchMetadata | None = None

    async def __aiter__(self) -> AsyncIterator[BatchAnswerResult]:
        try:
            async for line in self._lines:
                if _is_of_the_whole(line):
                    self.metadata = line["metadata"]
                else:
                    yield line
        finally:
            # Whoever leaves early reads no more; without this the connection would stay as long as the batch is held.
            await self._lines.aclose()


def _is_of_the_whole(line: Any) -> bool:
    return isinstance(line, dict) and "metadata" in line and "status" not in line
