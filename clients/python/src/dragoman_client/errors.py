"""What a call can fail with. No message, and no `repr`, has a key or a token in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any


class DragomanError(Exception):
    """Whatever this client raises of its own."""


class ApiConnectionError(DragomanError):
    """No answer came: the server cannot be reached, or the connection broke."""

    def __init__(self, message: str, was_never_sent: bool):
        super().__init__(message)
        #: Whether the request certainly never reached the server, so that nothing was done or charged.
        self.was_never_sent = was_never_sent


class ApiTimeoutError(ApiConnectionError):
    """No answer came within the time-out. The server may have done, and charged, the call all the same."""


class AnswerError(DragomanError):
    """An answer that is none of Dragoman's: something between here and the server wrote it."""


class ApiError(DragomanError):
    """The server refused the call. Each code has a class of its own below."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        details: Mapping[str, str] | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        is_of_server: bool = True,
    ):
        request = "" if request_id is None else f" (request {request_id})"
        super().__init__(f"{status} {code}: {message}{request}")
        self.status = status
        #: Machine-readable; the codes are in the reference of errors.
        self.code = code
        #: With `validation_error`: what is wrong, by field.
        self.details: Mapping[str, str] = details or {}
        #: Names the call in the server's log.
        self.request_id = request_id
        #: After how many seconds trying again makes sense, where the server said so.
        self.retry_after = retry_after
        #: Whether Dragoman itself answered, and not a proxy before it. What it refuses is not charged.
        self.is_of_server = is_of_server


class BadRequestError(ApiError):
    pass


class ValidationError(ApiError):
    pass


class ToolLimitReachedError(ApiError):
    pass


class ClassLimitReachedError(ApiError):
    pass


class UnauthorizedError(ApiError):
    pass


class PaymentRequiredError(ApiError):
    pass


class ForbiddenError(ApiError):
    pass


class NotFoundError(ApiError):
    pass


class MethodNotAllowedError(ApiError):
    pass


class ConflictError(ApiError):
    pass


class PreconditionFailedError(ApiError):
    pass


class PayloadTooLargeError(ApiError):
    pass


class TooManyRequestsError(ApiError):
    pass


class InternalError(ApiError):
    pass


class LlmProcessingError(ApiError):
    pass


class BadGatewayError(ApiError):
    pass


class ServiceUnavailableError(ApiError):
    pass


#: By the code that the server gives. A code of a newer server is an `ApiError`.
CLASSES: Mapping[str, type[ApiError]] = {
    "bad_request": BadRequestError,
    "validation_error": ValidationError,
    "tool_limit_reached": ToolLimitReachedError,
    "class_limit_reached": ClassLimitReachedError,
    "unauthorized": UnauthorizedError,
    "payment_required": PaymentRequiredError,
    "forbidden": ForbiddenError,
    "not_found": NotFoundError,
    "method_not_allowed": MethodNotAllowedError,
    "conflict": ConflictError,
    "precondition_failed": PreconditionFailedError,
    "payload_too_large": PayloadTooLargeError,
    "too_many_requests": TooManyRequestsError,
    "internal_error": InternalError,
    "llm_processing_error": LlmProcessingError,
    "bad_gateway": BadGatewayError,
    "service_unavailable": ServiceUnavailableError,
}

#: What proxies answer in place of the server, by the code that the server would have given.
_CODES_OF_PROXIES = {
    400: "bad_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    413: "payload_too_large",
    429: "too_many_requests",
    500: "internal_error",
    502: "bad_gateway",
    503: "service_unavailable",
}


def api_error_of(status: int, headers: Mapping[str, str], body: bytes, now: float) -> ApiError:
    """The error for an answer that is none of the 2xx. Of its body only an error object of the contract is quoted."""
    said = _error_object_in(body)
    code = said["error"] if said else _CODES_OF_PROXIES.get(status, "unknown_error")
    unknown = "the answer is none of Dragoman's: see what stands between here and the server"
    return CLASSES.get(code, ApiError)(
        status,
        code,
        said["message"] if said else unknown,
        details=said.get("details") if said else None,
        request_id=headers.get("x-request-id"),
        retry_after=_seconds_in(headers.get("retry-after"), now),
        is_of_server=said is not None,
    )


def _error_object_in(body: bytes) -> dict[str, Any] | None:
    try:
        said = json.loads(body)
    except ValueError:
        return None
    is_one = isinstance(said, dict) and isinstance(said.get("error"), str) and isinstance(said.get("message"), str)
    return said if is_one else None


def _seconds_in(retry_after: str | None, now: float) -> float | None:
    """Of a `Retry-After`: seconds or, from some proxies, a date."""
    if retry_after is None:
        return None
    if retry_after.isdecimal():
        return float(retry_after)
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - now)
    except (TypeError, ValueError):
        return None
