from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Answer(dict[str, Any]):
    """What the server answered, which is as the contract has it, with what it came with beside it."""

    __slots__ = ("etag", "request_id")

    def __init__(self, content: Mapping[str, Any], headers: Mapping[str, str]):
        super().__init__(content)
        self.request_id = headers.get("x-request-id")
        self.etag = headers.get("etag")


def request_id_of(answer: object) -> str | None:
    """The id of the call that this is the answer of, which feedback names; None for what is no answer of this client."""
    return answer.request_id if isinstance(answer, Answer) else None


def etag_of(answer: object) -> str | None:
    """The version of the resource that this is, for `if_match`; None for what has none."""
    return answer.etag if isinstance(answer, Answer) else None
