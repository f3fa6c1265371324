"""A client of Dragoman: sentences in, tool calls and labels out.

`Dragoman` waits for each answer, `AsyncDragoman` is for `async` code. The types of bodies and answers are in
`dragoman_client.types`.
"""

from ._answers import etag_of, request_id_of
from ._async.batch_lines import AsyncBatchLines
from ._async.client import AsyncDragoman
from ._async.listing import AsyncListing
from ._clock import AsyncClock, Clock
from ._options import Options
from ._sync.batch_lines import BatchLines
from ._sync.client import Dragoman
from ._sync.listing import Listing
from .errors import (
    AnswerError,
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    BadGatewayError,
    BadRequestError,
    ClassLimitReachedError,
    ConflictError,
    DragomanError,
    ForbiddenError,
    InternalError,
    LlmProcessingError,
    MethodNotAllowedError,
    NotFoundError,
    PayloadTooLargeError,
    PaymentRequiredError,
    PreconditionFailedError,
    ServiceUnavailableError,
    ToolLimitReachedError,
    TooManyRequestsError,
    UnauthorizedError,
    ValidationError,
)

__all__ = [
    "AnswerError",
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
    "AsyncBatchLines",
    "AsyncClock",
    "AsyncDragoman",
    "AsyncListing",
    "BadGatewayError",
    "BadRequestError",
    "BatchLines",
    "ClassLimitReachedError",
    "Clock",
    "ConflictError",
    "Dragoman",
    "DragomanError",
    "ForbiddenError",
    "InternalError",
    "Listing",
    "LlmProcessingError",
    "MethodNotAllowedError",
    "NotFoundError",
    "Options",
    "PayloadTooLargeError",
    "PaymentRequiredError",
    "PreconditionFailedError",
    "ServiceUnavailableError",
    "ToolLimitReachedError",
    "TooManyRequestsError",
    "UnauthorizedError",
    "ValidationError",
    "etag_of",
    "request_id_of",
]
