import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { BatchMetadata } from "#http/schemas/batch-request.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { held, until } from "./held-model.ts";
import { openRaw } from "./raw.ts";
import { getWeather } from "./samples.ts";

/** Of the test kit. */
const CONCURRENCY_MAX = 4;
const quick = { type: "resolve-quick", body: { query: "weather", tools: [getWeather] } };
const batchOf = (count: number, item: object = quick) => ({
  requests: Array.from({ length: count }, (_, index) => ({ id: String(index), ...item })),
});

describe("POST /v1/batch, as lines", () => {
  let server: TestApp;
  let owner: Tenant;
  beforeAll(async () => {
    server = await openTestApp();
  });
  afterAll(() => server.close());

  const send = (body: object, headers: Readonly<Record<string, string>> = {}, signal?: AbortSignal) =>
    fetch(`${server.url}/v1/batch`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${owner.token}`,
        "Content-Type": "application/json",
        Accept: "application/json;q=0.5, application/x-ndjson",
        ...headers,
      },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
  const linesIn = (text: string) => {
    expect(text).toEndWith("\n");
    return text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  };

  test("a line for each result in the order asked, then one with the totals (decisions, batch)", async () => {
    owner = await server.tenant();
    const before = await owner.balance();
    const { requests } = batchOf(5);
    const reply = await send({ requests: [...requests, { id: "wrong", type: "nope", body: {} }] });
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("application/x-ndjson");
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.headers.get("x-ratelimit-remaining")).not.toBeNull();
    const lines = linesIn(await reply.text());
    expect(lines.slice(0, -1).map(({ id }) => id)).toEqual(["0", "1", "2", "3", "4", "wrong"]);
    const { metadata } = lines.at(-1);
    expect([...Value.Errors(BatchMetadata, metadata)]).toEqual([]);
    expect(metadata).toMatchObject({ requests_used: 5, requests_remaining: before - 5, succeeded: 5, failed: 1 });
    expect(await owner.balance()).toBe(before - 5);
  });

  test("a result goes out while the next ones are still worked on, at most four at once (decisions, batch)", async () => {
    owner = await server.tenant();
    const rest = Promise.withResolvers<void>();
    let [begun, open, most] = [0, 0, 0];
    server.model.before = async () => {
      begun += 1;
      open += 1;
      most = Math.max(most, open);
      if (begun > 1) await rest.promise;
      open -= 1;
    };
    const { body } = await send(batchOf(20));
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(JSON.parse((await reader?.read())?.value ?? "")).toMatchObject({ id: "0", status: 200 });
    await until(async () => begun > CONCURRENCY_MAX);
    // Time for one too many.
    await Bun.sleep(20);
    expect({ begun, most }).toEqual({ begun: 1 + CONCURRENCY_MAX, most: CONCURRENCY_MAX });
    rest.resolve();
    let text = "";
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
    server.model.before = async () => {};
    expect(linesIn(text)).toHaveLength(20);
  });

  test("a client that does not read slows the work down (decisions, batch)", async () => {
    owner = await server.tenant();
    // Each result is about 200 KB, 20 MB together: far more than any buffer between here and there.
    const label = "l".repeat(120);
    const data = Array(600).fill("x").join(" and ");
    const large = { type: "classify", body: { data, classes: [{ label }], enable_extraction: true } };
    const body = JSON.stringify(batchOf(100, large));
    const calls = server.model.calls;
    const paused = Bun.connect({
      hostname: "127.0.0.1",
      port: server.app.server.port,
      socket: { data: (socket) => void socket.pause() },
    });
    const socket = await paused;
    socket.write(
      `POST /v1/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\nAccept: application/x-ndjson\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    for (let sent = 0; sent < body.length; ) {
      sent += socket.write(body.slice(sent));
      await Bun.sleep(1);
    }
    const begun = () => server.model.calls - calls;
    await until(async () => begun() > 0);
    for (let last = -1; last !== begun(); await Bun.sleep(150)) last = begun();
    expect(begun()).toBeLessThan(90);
    socket.end();
    socket.terminate();
  });

  test("a client that goes away stops the work, and what was not done is not charged (decisions, batch)", async () => {
    owner = await server.tenant();
    const before = await owner.balance();
    const [first, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let begun = 0;
    let aborted = 0;
    server.model.before = async (signal) => {
      begun += 1;
      if (begun === 1) return first.resolve();
      signal.addEventListener("abort", () => {
        aborted += 1;
        others.resolve();
      });
      await others.promise;
      signal.throwIfAborted();
    };
    const leaving = new AbortController();
    const { body } = await send(batchOf(50), {}, leaving.signal);
    const reader = body?.getReader();
    await reader?.read();
    await until(async () => begun === 1 + CONCURRENCY_MAX);
    leaving.abort();
    await reader?.read().catch(() => {});
    await until(async () => aborted === CONCURRENCY_MAX);
    await Bun.sleep(20);
    server.model.before = async () => {};
    expect({ begun, charged: before - (await owner.balance()) }).toEqual({ begun: 1 + CONCURRENCY_MAX, charged: 1 });
    expect(server.logs).toEqual([]);
    // Nothing is held back either: all that is left can be spent.
    expect((await owner.request("POST", "/v1/batch", batchOf(1))).json.metadata.requests_remaining).toBe(before - 2);
  });

  test("a batch that nobody waits for is stopped as well (decisions, batch)", async () => {
    owner = await server.tenant();
    const before = await owner.balance();
    const model = held(server);
    const body = JSON.stringify(batchOf(50));
    const raw = await openRaw(server.app.server.port);
    raw.write(
      `POST /v1/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    const calls = server.model.calls;
    await model.reached(CONCURRENCY_MAX);
    raw.close();
    await model.aborted();
    model.answer();
    await Bun.sleep(30);
    expect(server.model.calls - calls).toBeLessThanOrEqual(CONCURRENCY_MAX);
    expect(await owner.balance()).toBe(before);
  });

  test("under a key the lines are kept and given again (decisions, idempotency)", async () => {
    owner = await server.tenant();
    const key = { "Idempotency-Key": "lines" };
    const one = await (await send(batchOf(3), key)).text();
    const [balance, calls] = [await owner.balance(), server.model.calls];
    const again = await send(batchOf(3), { ...key, Accept: "application/json" });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.headers.get("content-type")).toBe("application/x-ndjson");
    expect(await again.text()).toBe(one);
    expect({ balance: await owner.balance(), calls: server.model.calls }).toEqual({ balance, calls });
  });

  test("under a key what was done before the client went away is not done again (decisions, idempotency)", async () => {
    owner = await server.tenant();
    const before = await owner.balance();
    const key = { "Idempotency-Key": "interrupted" };
    const requests = Array.from({ length: 10 }, (_, index) => {
      return { ...quick, id: String(index), body: { ...quick.body, query: `weather ${index}` } };
    });
    let begun = 0;
    const calls = server.model.calls;
    // The first two of the batch, whichever comes first: behind one that is not answered no more are begun than may be at once.
    server.model.before = async (signal, said) => {
      begun += 1;
      if (!/ [01]$/.test(said))
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    };
    const leaving = new AbortController();
    const { body } = await send({ requests }, { ...key, "X-Request-Id": "first" }, leaving.signal);
    const reader = body?.getReader();
    await reader?.read();
    await until(async () => before - (await owner.balance()) === 2 && begun === 2 + CONCURRENCY_MAX);
    leaving.abort();
    await reader?.read().catch(() => {});
    server.model.before = async () => {};
    const retried = await send({ requests }, { ...key, "X-Request-Id": "second" });
    expect(retried.headers.get("idempotency-replayed")).toBeNull();
    const lines = linesIn(await retried.text());
    expect(lines.slice(0, -1).map(({ status }) => status)).toEqual(Array(10).fill(200));
    // Feedback finds each item under the request that had it done.
    expect(lines.slice(0, -1).map(({ request_id }) => request_id)).toEqual(
      requests.map(({ id }) => (Number(id) < 2 ? `first.${id}` : `second.${id}`)),
    );
    expect(lines.at(-1).metadata).toMatchObject({ requests_used: 10, requests_remaining: before - 10 });
    expect({ charged: before - (await owner.balance()), answered: server.model.calls - calls - (begun - 2) }).toEqual({
      charged: 10,
      answered: 10,
    });
  });

  test("what refuses the batch as a whole is no line but an error object (section 7)", async () => {
    owner = await server.tenant();
    const reply = await send({ requests: [] });
    expect({ status: reply.status, type: reply.headers.get("content-type") }).toEqual({
      status: 400,
      type: "application/json",
    });
    expect(((await reply.json()) as { error: string }).error).toBe("validation_error");
  });
});
