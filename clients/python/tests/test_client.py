"""The client without `async`, before a server that is not there: what it sends, how often, and what it says of failures."""

from __future__ import annotations

import json
import os
import pprint
import re
import socket
import threading
import time
import traceback
import unittest
from concurrent.futures import ThreadPoolExecutor

import httpx
from kit import ANSWER, ASK, SECRET, Endless, Server, lines, methods_of, refusal

import dragoman_client
from dragoman_client import ApiConnectionError, ApiError, ApiTimeoutError, Dragoman, DragomanError, request_id_of

PAGES = {"data": [], "next_cursor": None}


class Operations(unittest.TestCase):
    def test_are_all_there_and_no_others_are_called(self) -> None:
        documented = json.loads(os.environ["OPERATIONS"])
        patterns = {operation: re.sub(r"\{\w+\}", "[abc]", operation) for operation in documented}
        server = Server(lambda request, place: httpx.Response(200, json=PAGES))
        for method in methods_of(server.client()):
            given = method()
            if hasattr(given, "__iter__") and not isinstance(given, dict):
                try:
                    next(iter(given), None)
                except DragomanError:
                    pass  # No line of a batch.
        called = {"POST /v1/auth"} if server.exchanges else set()
        for request in server.sent:
            path = f"{request.method} {request.url.path}"
            called |= {next((name for name, pattern in patterns.items() if re.fullmatch(pattern, path)), path)}
        self.assertGreater(len(documented), 50)
        self.assertEqual(sorted(called), sorted(documented))

    def test_keep_a_path_in_its_place(self) -> None:
        server = Server()
        server.client().personas.retrieve("a/b?c")
        self.assertEqual(server.sent[0].url.raw_path, b"/v1/personas/a%2Fb%3Fc")
        for name in ("", ".", ".."):
            with self.assertRaises(DragomanError):
                server.client().toolsets.delete(name)
        self.assertEqual(len(server.sent), 1)


class Tokens(unittest.TestCase):
    def test_are_asked_for_once_by_a_hundred_threads_and_renewed_before_they_end(self) -> None:
        server = Server()
        client = server.client()
        with ThreadPoolExecutor(100) as threads:
            for expected in (1, 2):
                list(threads.map(lambda _: client.resolve(**ASK), range(100)))
                self.assertEqual(server.exchanges, expected)
                server.clock.seconds += 850

    def test_that_the_server_refuses_are_renewed_once_for_all(self) -> None:
        old = threading.Barrier(50)

        def handler(request: httpx.Request, place: int) -> httpx.Response:
            if request.headers["authorization"] == "Bearer token-1":
                old.wait(10)
                return refusal(401, "unauthorized")
            return httpx.Response(200, json=ANSWER)

        server = Server(handler)
        client = server.client()
        with ThreadPoolExecutor(50) as threads:
            list(threads.map(lambda _: client.resolve(**ASK), range(50)))
        self.assertEqual(server.exchanges, 2)


class Failures(unittest.TestCase):
    def test_are_repeated_under_the_same_key(self) -> None:
        def handler(request: httpx.Request, place: int) -> httpx.Response:
            if place < 2:
                raise httpx.ReadError("connection reset")
            return httpx.Response(200, json=ANSWER)

        server = Server(handler)
        client = server.client()
        self.assertEqual(client.resolve(**ASK), ANSWER)
        client.resolve(**ASK)
        keys = server.keys()
        self.assertEqual([len(keys), len(set(keys[:3])), len(set(keys))], [4, 1, 2])
        self.assertEqual(server.clock.slept, [0.375, 0.75])

    def test_that_may_have_been_charged_are_not_repeated_without_a_key(self) -> None:
        def lost(request: httpx.Request, place: int) -> httpx.Response:
            raise httpx.ReadError("connection reset")

        def unsent(request: httpx.Request, place: int) -> httpx.Response:
            raise httpx.ConnectError("refused")

        calls = [
            lambda client: client.toolsets.retrieve("a"),
            lambda client: client.aliases.replace("a", signature="b"),
            lambda client: client.banks.delete("a"),
        ]
        cases = [
            (lost, 1),
            (lambda request, place: httpx.Response(502, text="<html>"), 1),
            (unsent, 3),
            (lambda request, place: refusal(503, "service_unavailable"), 3),
        ]
        for call in calls:
            for handler, attempts in cases:
                server = Server(handler)
                with self.assertRaises(DragomanError):
                    call(server.client())
                self.assertEqual(len(server.sent), attempts)

    def test_wait_as_the_server_says_but_not_for_more_than_a_minute(self) -> None:
        for seconds, slept in (("7", [7.25]), ("61", [])):
            server = Server(
                lambda request, place, seconds=seconds: (
                    refusal(429, "too_many_requests", {"retry-after": seconds})
                    if place == 0
                    else httpx.Response(200, json=ANSWER)
                )
            )
            try:
                server.client().resolve(**ASK)
            except dragoman_client.TooManyRequestsError as failure:
                self.assertEqual(failure.retry_after, 61)
            self.assertEqual(server.clock.slept, slept)

    def test_have_a_class_for_each_code(self) -> None:
        for code, kind in dragoman_client.errors.CLASSES.items():
            server = Server(lambda request, place, code=code: refusal(499, code, {"x-request-id": "mine-1"}))
            with self.assertRaises(kind) as caught:
                server.client().resolve(**ASK)
            self.assertEqual(str(caught.exception), f"499 {code}: as told (request mine-1)")
        newer = Server(lambda request, place: refusal(499, "of_a_newer_server"))
        with self.assertRaises(ApiError):
            newer.client().resolve(**ASK)

    def test_take_no_longer_than_they_may(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            client = Dragoman(base_url=url, access_token=lambda: "t", timeout=0.05, retries_max=1)
            began = time.monotonic()
            with self.assertRaises(ApiTimeoutError):
                client.resolve(**ASK)
            self.assertLess(time.monotonic() - began, 5)

    def test_and_clients_show_neither_key_nor_token(self) -> None:
        def lost(request: httpx.Request, place: int) -> httpx.Response:
            raise httpx.ReadError("connection reset", request=request)

        clients = [
            Server(lost).client(retries_max=0),
            Server(lambda request, place: refusal(403, "forbidden")).client(api_key=None, access_token=lambda: SECRET),
            Server().client(api_key=None, access_token=lambda: f"{SECRET}\n"),
            Dragoman(base_url="http://127.0.0.1:9", api_key=SECRET, retries_max=0),
        ]
        for client in clients:
            with self.assertRaises(DragomanError) as caught:
                client.resolve(**ASK)
            failure = caught.exception
            printed = [str(failure), repr(failure), pprint.pformat(vars(failure)), repr(client), str(failure.args)]
            printed += traceback.format_exception(failure)
            self.assertEqual([text for text in printed if "secretsecret" in text], [])
        for url in (f"http://user:{SECRET}@localhost", f"ftp://{SECRET}", SECRET):
            with self.assertRaisesRegex(DragomanError, "^base_url is no http or https address[^_]*$"):
                Dragoman(base_url=url, api_key="k")

    def test_of_what_is_no_dragoman_say_so(self) -> None:
        with self.assertRaisesRegex(DragomanError, "no JSON"):
            Server(lambda request, place: httpx.Response(200, text="<html>")).client().resolve(**ASK)
        with self.assertRaisesRegex(DragomanError, "either api_key or access_token"):
            Dragoman(base_url="http://localhost")


class Misuse(unittest.TestCase):
    """Is told before anything is sent, and never tried again."""

    def assert_told(self, message: str, **options: object) -> None:
        server = Server()
        with self.assertRaisesRegex(DragomanError, message):
            server.client().resolve(**ASK, options=options)
        self.assertEqual([server.sent, server.clock.slept], [[], []])

    def test_of_limits(self) -> None:
        for timeout in (0, -1, float("nan"), float("inf"), 1e12, None, "5"):
            self.assert_told("^timeout is .*: give more than 0", timeout=timeout)
            if timeout is not None:
                with self.assertRaisesRegex(DragomanError, "^timeout is"):
                    Server().client(timeout=timeout)
        for retries_max in (-1, 1.5, None):
            self.assert_told("^retries_max is .*: give a whole number", retries_max=retries_max)
            with self.assertRaisesRegex(DragomanError, "^retries_max is"):
                Server().client(retries_max=retries_max)

    def test_of_headers(self) -> None:
        for text in ("a\nb", "über", None):
            self.assert_told("^idempotency_key is no text that a header takes", idempotency_key=text)
            self.assert_told("^if_match is no text that a header takes", if_match=text)

    def test_of_paths_and_addresses(self) -> None:
        with self.assertRaisesRegex(DragomanError, "^None is no signature$"):
            Server().client().toolsets.retrieve(None)  # type: ignore[arg-type]
        with self.assertRaisesRegex(DragomanError, "^base_url ends in /v1"):
            Dragoman(base_url="http://dragoman.test/v1/", api_key="k")
        Dragoman(base_url="http://dragoman.test/dragoman/v1", api_key="k").close()
        moved = Server(lambda request, place: httpx.Response(301, headers={"location": "https://dragoman.test/"}))
        with self.assertRaisesRegex(DragomanError, "^POST http://dragoman.test/v1/resolve: the answer is a redirect"):
            moved.client().resolve(**ASK)
        self.assertEqual(len(moved.sent), 1)

    def test_of_tokens(self) -> None:
        for given, message in (({"access_token": "t"}, "without expires_in"), ({}, "is none"), (None, "is none")):
            server = Server()
            with self.assertRaisesRegex(DragomanError, message):
                server.client(api_key=None, access_token=lambda given=given: given).resolve(**ASK)
            self.assertEqual(server.sent, [])

    def test_of_a_server_that_is_away(self) -> None:
        with self.assertRaises(ApiConnectionError) as caught:
            Dragoman(base_url="http://127.0.0.1:9", api_key="k", retries_max=0).alive()
        self.assertRegex(
            str(caught.exception), "^GET http://127.0.0.1:9/livez: no answer came: ConnectError: .*refused.*right\\?$"
        )

    def test_of_a_body_whose_refusal_got_lost(self) -> None:
        def lost(request: httpx.Request, place: int) -> httpx.Response:
            raise httpx.ReadError("connection reset")

        for letters, is_told in ((2_000_000, True), (100, False)):
            with self.assertRaises(ApiConnectionError) as caught:
                Server(lost).client().resolve(query="a" * letters, toolsets=[])
            self.assertEqual("a server takes 1048576 unless" in str(caught.exception), is_told)


class Lists(unittest.TestCase):
    def test_give_every_item_a_page_at_a_time(self) -> None:
        def handler(request: httpx.Request, place: int) -> httpx.Response:
            self.assertEqual(request.url.params.get("limit"), "2")
            cursor = request.url.params.get("cursor")
            rest = {"data": [{"name": "c"}], "next_cursor": None}
            return httpx.Response(
                200, json=rest if cursor else {"data": [{"name": "a"}, {"name": "b"}], "next_cursor": "N"}
            )

        server = Server(handler)
        listing = server.client().banks.list(limit=2)
        self.assertEqual([bank["name"] for bank in listing], ["a", "b", "c"])
        self.assertEqual(listing.page()["next_cursor"], "N")
        self.assertEqual(len(server.sent), 3)


class Batches(unittest.TestCase):
    def test_that_break_off_go_on_and_give_nothing_twice(self) -> None:
        results = [{"id": str(place), "status": 200, "body": {}} for place in range(3)]
        whole = lines(*results, {"metadata": {"succeeded": 3}})
        for cut in (1, 60, len(whole) - 1):
            server = Server(
                lambda request, place, cut=cut: httpx.Response(200, content=whole[: cut if place == 0 else None])
            )
            batch = server.client().batch_lines(requests=[])
            self.assertEqual(list(batch), results)
            self.assertEqual(batch.metadata, {"succeeded": 3})
            self.assertEqual(len(server.sent), 2)
            self.assertEqual(len(set(server.keys())), 1)

    def test_that_are_left_early_are_no_longer_read(self) -> None:
        body = Endless()
        # Held, as by whoever wants its metadata.
        batch = Server(lambda request, place: httpx.Response(200, stream=body)).client().batch_lines(requests=[])
        for _ in batch:
            break
        self.assertTrue(body.is_closed)


class Lost(httpx.BaseTransport):
    """Does what it is asked, and loses the first answer."""

    def __init__(self) -> None:
        self.real = httpx.HTTPTransport()
        self.lost = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self.real.handle_request(request)
        if request.url.path != "/v1/resolve" or self.lost:
            return response
        self.lost += 1
        response.read()
        raise httpx.ReadError("connection reset")


class BeforeTheExecutable(unittest.TestCase):
    def test_an_answer_that_got_lost_is_charged_once(self) -> None:
        lost = Lost()
        url, key = os.environ["SERVER_URL"], os.environ["API_KEY"]
        client = Dragoman(base_url=url, api_key=key, http_client=httpx.Client(transport=lost))
        tools = [{"name": "get_weather", "description": "Get the weather forecast of a city"}]
        client.toolsets.create(signature="lost-v1", name="Lost", tools=tools)
        before = client.resolve_quick(query="weather", tools=tools)["metadata"]["requests_remaining"]
        answer = client.resolve(query="weather", toolsets=["lost-v1"], options={"request_id": "mine-1"})
        self.assertEqual([lost.lost, request_id_of(answer)], [1, "mine-1"])
        self.assertEqual(
            client.resolve_quick(query="weather", tools=tools)["metadata"]["requests_remaining"], before - 2
        )
        self.assertIsInstance(answer["metadata"]["confidence"], float)
        client.toolsets.delete("lost-v1")
        client.close()
        with self.assertRaises(ApiConnectionError):
            Dragoman(base_url="http://127.0.0.1:9", api_key=key, retries_max=0).alive()


if __name__ == "__main__":
    unittest.main()
