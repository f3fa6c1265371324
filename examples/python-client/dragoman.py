"""A client of Dragoman: it exchanges its API key for a token when it first asks, and again when the token has ended."""

import json
import urllib.error
import urllib.request


class DragomanError(Exception):
    """What the server refused, with its code from docs/reference/errors.md."""

    def __init__(self, status: int, code: str, message: str):
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code


class Dragoman:
    """For one thread at a time."""

    def __init__(self, url: str, api_key: str, timeout_seconds: float = 30):
        self._url = url
        self._api_key = api_key
        self._timeout_seconds = timeout_seconds
        self._token: str | None = None

    def resolve(self, query: str, toolsets: list[str]) -> tuple[str, dict, list[str]]:
        """The tool, which is `none` where none fits, its parameters, and those that are required and not in the query."""
        answer = self.request("POST", "/v1/resolve", {"query": query, "toolsets": toolsets})
        call = answer["resolved"]
        return call["tool"], call["parameters"], answer["metadata"]["missing_parameters"]

    def request(self, method: str, path: str, body: dict | None = None):
        """Any route of docs/reference/api.md. Raises DragomanError, or URLError where no server answers."""
        if self._token is None:
            self._token = self._exchange()
        try:
            return self._send(method, path, body, self._token)
        except DragomanError as refused:
            if refused.status != 401:
                raise
        self._token = None
        self._token = self._exchange()
        return self._send(method, path, body, self._token)

    def _exchange(self) -> str:
        return self._send("POST", "/v1/auth", {"api_key": self._api_key})["access_token"]

    def _send(self, method: str, path: str, body: dict | None = None, token: str | None = None):
        headers = {"content-type": "application/json"}
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self._timeout_seconds) as reply:
                text = reply.read()
        except urllib.error.HTTPError as failure:
            error = json.loads(failure.read())
            raise DragomanError(failure.code, error["error"], error["message"]) from None
        return json.loads(text) if text else None
