# Made from _async by scripts/clients/generate.ts: change the module there and run it again.
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._calls import Call
from ..types import BatchAnswerResult, BatchMetadata
from .transport import Transport


class BatchLines:
    """The results of a batch, each as soon as it and all before it are there. To be iterated once."""

    def __init__(self, transport: Transport, call: Call):
        self._lines = transport.lines(call, _is_of_the_whole)
        #: Of the whole batch; None until the last result was given.
        self.metadata: BatchMetadata | None = None

    def __iter__(self) -> Iterator[BatchAnswerResult]:
        try:
            for line in self._lines:
                if _is_of_the_whole(line):
                    self.metadata = line["metadata"]
                else:
                    yield line
        finally:
            # Whoever leaves early reads no more; without this the connection would stay as long as the batch is held.
            self._lines.close()


def _is_of_the_whole(line: Any) -> bool:
    return isinstance(line, dict) and "metadata" in line and "status" not in line
