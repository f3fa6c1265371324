"""What is different with `async`; all else is the same code, and test_client.py tries it."""

from __future__ import annotations

import asyncio
import time
import unittest

import httpx
from kit import ANSWER, ASK, Endless, Server, lines, refusal

from dragoman_client import ApiTimeoutError, AsyncDragoman, UnauthorizedError


class AsyncClient(unittest.IsolatedAsyncioTestCase):
    async def test_a_token_is_asked_for_once_by_a_hundred_tasks(self) -> None:
        server = Server()
        client = server.async_client()
        await asyncio.gather(*(client.resolve(**ASK) for _ in range(100)))
        self.assertEqual([server.exchanges, len(server.sent)], [1, 100])

    async def test_a_token_that_cannot_be_had_fails_all_that_wait_by_one_asking(self) -> None:
        asked = 0

        async def refuse() -> str:
            nonlocal asked
            asked += 1
            await asyncio.sleep(0.01)
            raise UnauthorizedError(401, "unauthorized", "no such key")

        client = Server().async_client(api_key=None, access_token=refuse)
        all_of_them = await asyncio.gather(*(client.resolve(**ASK) for _ in range(100)), return_exceptions=True)
        self.assertTrue(all(isinstance(one, UnauthorizedError) for one in all_of_them))
        self.assertEqual(asked, 1)
        with self.assertRaises(UnauthorizedError):
            await client.resolve(**ASK)
        self.assertEqual(asked, 2)

    async def test_whoever_asks_for_the_token_may_be_cancelled_and_the_others_get_one(self) -> None:
        asked = 0

        async def slowly() -> str:
            nonlocal asked
            asked += 1
            await asyncio.sleep(0.02)
            return "token"

        client = Server().async_client(api_key=None, access_token=slowly)
        first = asyncio.create_task(client.resolve(**ASK))
        await asyncio.sleep(0.005)
        second = asyncio.create_task(client.resolve(**ASK))
        await asyncio.sleep(0.005)
        first.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await first
        self.assertEqual(await second, ANSWER)
        self.assertEqual(asked, 2)

    async def test_a_cancelled_task_is_not_tried_again(self) -> None:
        server = Server()

        async def never(request: httpx.Request) -> httpx.Response:
            server.sent.append(request)
            await asyncio.sleep(60)
            raise AssertionError

        async def token() -> str:
            return "t"

        http = httpx.AsyncClient(transport=httpx.MockTransport(never))
        task = asyncio.create_task(
            server.async_client(http_client=http, api_key=None, access_token=token).resolve(**ASK)
        )
        await asyncio.sleep(0.01)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        self.assertEqual(len(server.sent), 1)

    async def test_an_answer_that_drips_takes_no_longer_than_it_may(self) -> None:
        async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                for letter in b"HTTP/1.1 200 OK\r\nx-slow: " + b"a" * 10_000:
                    writer.write(bytes([letter]))
                    await writer.drain()
                    await asyncio.sleep(0.01)
            except (ConnectionError, asyncio.CancelledError):
                pass  # Nobody reads any more.
            finally:
                writer.close()

        async def token() -> str:
            return "t"

        server = await asyncio.start_server(drip, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with AsyncDragoman(base_url=url, access_token=token, timeout=0.1, retries_max=0) as client:
            began = time.monotonic()
            with self.assertRaises(ApiTimeoutError):
                await client.resolve(**ASK)
            self.assertLess(time.monotonic() - began, 5)
        server.close()

    async def test_lists_and_batches_are_iterated(self) -> None:
        page = {"data": [{"name": "a"}], "next_cursor": None}
        client = Server(lambda request, place: httpx.Response(200, json=page)).async_client()
        self.assertEqual([bank["name"] async for bank in client.banks.list()], ["a"])
        result = {"id": "a", "status": 200, "body": {}}
        whole = lines(result, {"metadata": {"succeeded": 1}})
        batch = (
            Server(lambda request, place: httpx.Response(200, content=whole)).async_client().batch_lines(requests=[])
        )
        self.assertEqual([one async for one in batch], [result])
        self.assertEqual(batch.metadata, {"succeeded": 1})

    async def test_a_batch_that_is_left_early_or_cancelled_is_no_longer_read(self) -> None:
        body = Endless()
        client = Server(lambda request, place: httpx.Response(200, stream=body)).async_client()
        # Held, as by whoever wants its metadata.
        batch = client.batch_lines(requests=[])
        async for _ in batch:
            break
        await asyncio.sleep(0.01)
        self.assertTrue(body.is_closed)

        cancelled = Endless()
        client = Server(lambda request, place: httpx.Response(200, stream=cancelled)).async_client()
        batch = client.batch_lines(requests=[])

        async def read() -> None:
            async for _ in batch:
                pass

        task = asyncio.create_task(read())
        await asyncio.sleep(0.01)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        await asyncio.sleep(0.01)
        self.assertTrue(cancelled.is_closed)

    async def test_what_passes_is_tried_again(self) -> None:
        handler = lambda request, place: refusal(503, "x") if place < 2 else httpx.Response(200, json=ANSWER)  # noqa: E731
        server = Server(handler)
        self.assertEqual(await server.async_client().resolve(**ASK), ANSWER)
        self.assertEqual(server.clock.slept, [0.375, 0.75])


if __name__ == "__main__":
    unittest.main()
