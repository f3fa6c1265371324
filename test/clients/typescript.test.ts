/** The TypeScript client before the whole server: what it sends, how often, and what it says when that fails. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { inspect } from "node:util";
import {
  type ApiConnectionError,
  ApiTimeoutError,
  type Clock,
  Dragoman,
  DragomanError,
  type DragomanOptions,
  etagOf,
  NotFoundError,
  PreconditionFailedError,
  requestIdOf,
  UnauthorizedError,
  ValidationError,
} from "../../clients/typescript/src/index.ts";
import { clientOperations } from "../../scripts/clients/document.ts";
import { weather } from "../http/samples.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";

/** Longer than a token lives, in milliseconds. */
const TOKEN_IS_OVER = 901_000;
const ask = { query: 'weather in "Berlin"', toolsets: ["weather-v1"] };
let server: TestApp;
let owner: Tenant;

beforeAll(async () => {
  server = await openTestApp();
  owner = await server.tenant();
  await owner.request("POST", "/v1/toolsets", weather);
});
afterAll(() => server.close());

/** Sleeps no time, and says for how long it was to sleep. */
function quickClock(): Clock & { readonly slept: number[] } {
  const slept: number[] = [];
  return {
    slept,
    now: () => server.clock.now(),
    random: () => 0.5,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      slept.push(ms);
    },
  };
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
}

/** A client whose requests are seen, and may be answered by somebody else: `between` may reach the server, or not. */
function watched(
  between: (go: () => Promise<Response>, sent: Sent, place: number) => Promise<Response> = (go) => go(),
  options: Partial<DragomanOptions> = {},
) {
  const sent: Sent[] = [];
  const clock = quickClock();
  const spy = async (url: string, init: RequestInit) => {
    const one = { method: init.method ?? "", url, headers: new Headers(init.headers as Record<string, string>) };
    if (!one.url.endsWith("/v1/auth")) sent.push(one);
    else exchanges.push(one);
    const place = sent.length - 1;
    return one.url.endsWith("/v1/auth") ? fetch(url, init) : between(() => fetch(url, init), one, place);
  };
  const exchanges: Sent[] = [];
  const client = new Dragoman({
    baseUrl: server.url,
    apiKey: owner.apiKey,
    clock,
    fetch: spy,
    ...options,
  });
  return { client, sent, exchanges, slept: clock.slept };
}

// biome-ignore lint/suspicious/noExplicitAny: what a test expects of a failure is what it asserts
const failureOf = (call: PromiseLike<unknown>): Promise<any> =>
  Promise.resolve(call).then(
    () => expect.unreachable(),
    (failure) => failure,
  );
const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });
const refusal = (status: number, error: string) => ({ error, message: "as told", code: status });

describe("operations", () => {
  /** Every method of the client and of what hangs on it. */
  function methodsOf(target: object): readonly (() => unknown)[] {
    const own = Object.getOwnPropertyNames(Object.getPrototypeOf(target)).filter((name) => name !== "constructor");
    const parts = Object.values(target).filter((part) => typeof part === "object" && part !== null);
    const calls = own.map((name) => () => Reflect.apply(Reflect.get(target, name), target, ["a", "b", "c"]));
    return [...calls, ...parts.flatMap(methodsOf)];
  }
  /** What a method gives is waited for, or its first item is. */
  async function use(given: unknown): Promise<void> {
    if (given instanceof Promise) await given;
    else for await (const _ of given as AsyncIterable<unknown>) break;
  }

  test("are all there, and no others are called", async () => {
    const called = new Set<string>(["POST /v1/auth"]);
    const templates = clientOperations().map((operation) => {
      const pattern = new RegExp(`^${operation.replace(/\{\w+\}/g, "[abc]")}$`);
      return { operation, pattern };
    });
    const { client } = watched(async (_, { method, url }) => {
      const path = `${method} ${new URL(url).pathname}`;
      // `entries` is a word of a path, and no parameter of one.
      called.add(templates.find(({ pattern }) => pattern.test(path))?.operation ?? `unknown: ${path}`);
      return answer(200, { data: [], next_cursor: null });
    });
    for (const method of methodsOf(client)) await use(method()).catch(() => undefined);
    expect(templates.length).toBeGreaterThan(50);
    expect([...called].sort()).toEqual(templates.map(({ operation }) => operation).sort());
  });

  test("keep a path in its place", async () => {
    const { client, sent } = watched(async () => answer(200, {}));
    await client.personas.retrieve("a/b?c");
    expect(sent[0]?.url).toEndWith("/v1/personas/a%2Fb%3Fc");
    for (const name of ["", ".", ".."]) expect(() => client.toolsets.delete(name)).toThrow(DragomanError);
    expect(sent).toHaveLength(1);
  });

  test("answer as the contract says, with the request's id and the resource's version", async () => {
    const { client } = watched();
    const answered = await client.resolve(ask, { requestId: "mine-1", explainsCache: true });
    expect(answered.resolved).toEqual({ tool: "get_weather", parameters: { city: "Berlin", unit: "celsius" } });
    expect(answered.metadata.explain?.why).toBeString();
    expect(requestIdOf(answered)).toBe("mine-1");
    const feedback = await client.feedback({ request_id: requestIdOf(answered) ?? "", correct: true });
    expect(feedback.request_id).toBe("mine-1");
    const set = await client.toolsets.retrieve("weather-v1");
    const { name, tools } = set;
    await client.toolsets.replace("weather-v1", { name, tools }, { ifMatch: etagOf(set) ?? "" });
    const stale = client.toolsets.replace("weather-v1", { name: "Late", tools }, { ifMatch: etagOf(set) ?? "" });
    expect(await failureOf(stale)).toBeInstanceOf(PreconditionFailedError);
  });
});

describe("tokens", () => {
  test("are asked for once, however many calls there are, and renewed before they end", async () => {
    const { client, exchanges, sent } = watched();
    const together = () => Promise.all(Array.from({ length: 100 }, () => client.resolve(ask)));
    await together();
    expect(exchanges).toHaveLength(1);
    // 60 s before its end it is still good, and renewed all the same.
    server.clock.advance(850_000);
    await together();
    expect({ exchanges: exchanges.length, sent: sent.length }).toEqual({ exchanges: 2, sent: 200 });
  });

  test("that the server refuses are renewed once for all that were refused", async () => {
    // A client whose clock stands still does not see them end.
    const clock = { ...quickClock(), now: () => 0 };
    const { client, exchanges } = watched(undefined, { clock });
    await client.resolve(ask);
    server.clock.advance(TOKEN_IS_OVER);
    const all = await Promise.all(Array.from({ length: 100 }, () => client.resolve(ask)));
    expect(all.map(({ resolved }) => resolved.parameters.city)).toEqual(Array(100).fill("Berlin"));
    expect(exchanges).toHaveLength(2);
  });

  test("that cannot be had fail all that wait by one asking, and the next call asks anew", async () => {
    const { client, exchanges, sent } = watched(undefined, { apiKey: "dgm_nobody" });
    const all = await Promise.allSettled(Array.from({ length: 100 }, () => client.resolve(ask)));
    expect(all.every((one) => one.status === "rejected" && one.reason instanceof UnauthorizedError)).toBe(true);
    expect(exchanges).toHaveLength(1);
    await failureOf(client.resolve(ask));
    expect({ exchanges: exchanges.length, sent: sent.length }).toEqual({ exchanges: 2, sent: 0 });
  });

  test("may come from elsewhere", async () => {
    let asked = 0;
    const accessToken = async () => {
      asked += 1;
      return (await server.request("POST", "/v1/auth", { api_key: owner.apiKey })).json.access_token as string;
    };
    const { client } = watched(undefined, { apiKey: undefined, accessToken });
    await client.resolve(ask);
    server.clock.advance(TOKEN_IS_OVER);
    await client.resolve(ask);
    expect(asked).toBe(2);
  });

  test("of one call are given up by the one that aborts, and by no other", async () => {
    const gate = Promise.withResolvers<string>();
    const { client } = watched(undefined, { apiKey: undefined, accessToken: () => gate.promise });
    const controller = new AbortController();
    const left = client.resolve(ask, { signal: controller.signal });
    const stays = client.resolve(ask);
    controller.abort(new Error("typed on"));
    expect(await failureOf(left)).toEqual(new Error("typed on"));
    gate.resolve((await server.request("POST", "/v1/auth", { api_key: owner.apiKey })).json.access_token);
    expect((await stays).resolved.tool).toBe("get_weather");
  });
});

describe("a call that failed", () => {
  test("and whose answer got lost is repeated under its key, and charged once", async () => {
    const { client, sent, slept } = watched(async (go, _, place) => {
      const response = await go();
      if (place < 2) throw new TypeError("fetch failed");
      return response;
    });
    const before = await owner.balance();
    const { metadata } = await client.resolveRespond(ask);
    expect({ used: metadata.requests_used, charged: before - (await owner.balance()) }).toEqual({
      used: 2,
      charged: 2,
    });
    const keys = sent.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toEqual(Array(3).fill(keys[0]));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    // Twice as long each time, of which a half is left to chance.
    expect(slept).toEqual([375, 750]);
  });

  test("has a key of its own each time, or the one that it is given", async () => {
    const { client, sent } = watched();
    await client.resolve(ask);
    await client.resolve(ask);
    await client.resolve(ask, { idempotencyKey: "order-4711" });
    const keys = sent.map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe("order-4711");
  });

  test.each([
    ["GET", (client: Dragoman) => client.toolsets.retrieve("weather-v1")],
    ["PUT", (client: Dragoman) => client.aliases.replace("live", { signature: "weather-v1" })],
    ["DELETE", (client: Dragoman) => client.toolsets.delete("not-there-v1")],
  ])("and may have been charged is not repeated where no key protects it: %s", async (_, call) => {
    const lost = watched(async (go) => {
      await go();
      throw new TypeError("fetch failed");
    });
    const failure: ApiConnectionError = await failureOf(call(lost.client));
    expect({ failure: failure.name, sent: lost.sent.length }).toEqual({ failure: "ApiConnectionError", sent: 1 });
    const proxy = watched(async () => answer(502, "<html>bad gateway</html>"));
    expect(await failureOf(call(proxy.client))).toMatchObject({ code: "bad_gateway", isOfServer: false });
    expect(proxy.sent).toHaveLength(1);
    // What never left, and what the server itself refused, was not charged.
    const unsent = watched(async () => {
      throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
    });
    await failureOf(call(unsent.client));
    const refused = watched(async () => answer(503, refusal(503, "service_unavailable")));
    await failureOf(call(refused.client));
    expect([unsent.sent.length, refused.sent.length]).toEqual([3, 3]);
  });

  test.each([429, 500, 502, 503])("with %d is tried again, as often as it may be", async (status) => {
    const { client, sent } = watched(async (go, _, place) => (place < 2 ? answer(status, refusal(status, "x")) : go()));
    expect((await client.resolve(ask)).resolved.tool).toBe("get_weather");
    expect(sent).toHaveLength(3);
    const never = watched(async () => answer(status, refusal(status, "x")));
    expect(await failureOf(never.client.resolve(ask))).toMatchObject({ status });
    expect(await failureOf(never.client.resolve(ask, { retriesMax: 0 }))).toMatchObject({ status });
    expect(never.sent).toHaveLength(3 + 1);
  });

  test.each([400, 402, 403, 404, 409, 412, 413])("with %d is not: it needs a mending", async (status) => {
    const { client, sent } = watched(async () => answer(status, refusal(status, "x")));
    expect(await failureOf(client.resolve(ask))).toMatchObject({ status });
    expect(sent).toHaveLength(1);
  });

  test("waits as long as the server says, and not for longer than a minute", async () => {
    const told = (seconds: string) =>
      watched(async (go, _, place) =>
        place === 0 ? answer(429, refusal(429, "too_many_requests"), { "retry-after": seconds }) : go(),
      );
    const short = told("7");
    await short.client.resolve(ask);
    expect(short.slept).toEqual([7_250]);
    const dated = told(new Date(server.clock.now() + 9_000).toUTCString());
    await dated.client.resolve(ask);
    expect(dated.slept).toEqual([9_000 - (server.clock.now() % 1_000) + 250]);
    const long = told("61");
    expect(await failureOf(long.client.resolve(ask))).toMatchObject({
      code: "too_many_requests",
      retryAfterSeconds: 61,
    });
    expect(long.slept).toEqual([]);
  });

  test("takes no longer than it may, silent or slow", async () => {
    using silent = Bun.serve({ port: 0, fetch: () => new Promise<Response>(() => undefined) });
    const forever = () =>
      new ReadableStream({
        pull: async (controller) => {
          controller.enqueue(new Uint8Array([32]));
          await Bun.sleep(5);
        },
      });
    using slow = Bun.serve({ port: 0, fetch: () => new Response(forever()) });
    for (const { url } of [silent, slow]) {
      const options = {
        baseUrl: String(url),
        apiKey: undefined,
        accessToken: async () => "t",
        timeoutMs: 60,
        retriesMax: 1,
      };
      const { client, sent } = watched(undefined, options);
      expect(await failureOf(client.resolve(ask))).toBeInstanceOf(ApiTimeoutError);
      expect(sent).toHaveLength(2);
    }
  });

  test("rejects with the signal's reason when it is aborted, also between attempts", async () => {
    const controller = new AbortController();
    const { client, sent } = watched(async () => {
      controller.abort();
      return answer(503, refusal(503, "service_unavailable"));
    });
    const failure = await failureOf(client.resolve(ask, { signal: controller.signal }));
    expect(failure).toBe(controller.signal.reason);
    expect(sent).toHaveLength(1);
    expect(await failureOf(client.resolve(ask, { signal: AbortSignal.abort("before") }))).toBe("before");
    expect(sent).toHaveLength(1);
  });
});

describe("errors", () => {
  test("say what, where and of which request", async () => {
    const { client } = watched();
    const unknown = await failureOf(client.resolve({ ...ask, toolsets: ["nope"] }, { requestId: "mine-2" }));
    expect(unknown).toBeInstanceOf(NotFoundError);
    expect(unknown).toMatchObject({ status: 404, code: "not_found", requestId: "mine-2", name: "NotFoundError" });
    expect(String(unknown)).toMatch(/^NotFoundError: 404 not_found: .*nope.* \(request mine-2\)$/);
    const long = await failureOf(client.resolve({ ...ask, query: "a".repeat(612) }));
    expect(long).toBeInstanceOf(ValidationError);
    expect((long as ValidationError).details.query).toContain("612/500 characters");
  });

  test("and clients show neither key nor token, however they are printed", async () => {
    const secret = "dgm_secretsecret_key";
    const clients = [
      new Dragoman({ baseUrl: server.url, apiKey: secret }),
      new Dragoman({ baseUrl: "http://127.0.0.1:9", apiKey: secret, retriesMax: 0 }),
      new Dragoman({ baseUrl: server.url, accessToken: async () => `${secret}\n` }),
      new Dragoman({ baseUrl: server.url, accessToken: async () => secret, retriesMax: 0 }),
    ];
    for (const client of clients) {
      const failure = await failureOf(client.resolve(ask));
      const printed = [String(failure), inspect(failure, { depth: 9 }), Bun.inspect(failure), JSON.stringify(failure)];
      const shown = [inspect(client, { depth: 9, showHidden: true }), Bun.inspect(client), JSON.stringify(client)];
      expect(printed.concat(shown).filter((text) => text.includes("secretsecret"))).toEqual([]);
    }
    for (const baseUrl of [`http://user:${secret}@localhost`, `ftp://${secret}`, secret]) {
      expect(() => new Dragoman({ baseUrl, apiKey: "k" })).toThrow(/^baseUrl is no http or https address[^_]*$/);
    }
  });

  test("keep a key out of pages, and want one way in", () => {
    expect(() => new Dragoman({ baseUrl: server.url })).toThrow("either apiKey or accessToken");
    expect(() => new Dragoman({ baseUrl: server.url, apiKey: "k", accessToken: async () => "t" })).toThrow("either");
    Object.defineProperty(globalThis, "document", { value: {}, configurable: true });
    try {
      expect(() => new Dragoman({ baseUrl: server.url, apiKey: "k" })).toThrow("whoever opens it");
      expect(new Dragoman({ baseUrl: server.url, accessToken: async () => "t" })).toBeDefined();
    } finally {
      Reflect.deleteProperty(globalThis, "document");
    }
  });

  test("of what is no Dragoman say so", async () => {
    const { client } = watched(async () => answer(200, "<html>welcome</html>"));
    expect(String(await failureOf(client.resolve(ask)))).toContain("the answer is no JSON");
  });
});

test("lists give every item, a page at a time", async () => {
  const own = await server.tenant();
  const { client, sent } = watched(undefined, { apiKey: own.apiKey });
  for (const name of ["a", "b", "c", "d", "e"]) await client.banks.create({ name });
  sent.length = 0;
  expect((await Array.fromAsync(client.banks.list({ limit: 2 }))).map(({ name }) => name)).toEqual([..."abcde"]);
  expect(sent).toHaveLength(3);
  const page = await client.banks.list({ limit: 2 }).page();
  const rest = client.banks.list({ limit: 2, cursor: page.next_cursor ?? "" });
  for await (const { name } of rest) {
    expect(name).toBe("c");
    break;
  }
  expect(sent).toHaveLength(3 + 2);
});

describe("a batch", () => {
  const requests = ["Berlin", "Bonn", "Ulm"].map((city) => ({
    id: city,
    type: "resolve",
    body: { query: `weather in "${city}"`, toolsets: ["weather-v1"] },
  }));
  const ids = ["Berlin", "Bonn", "Ulm"];

  test("answers each in its place", async () => {
    const { client } = watched();
    const { results, metadata } = await client.batch({ requests: [...requests, { type: "nonsense", body: {} }] });
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
    expect(metadata).toMatchObject({ succeeded: 3, failed: 1 });
  });

  test("comes line by line", async () => {
    const { client } = watched();
    const lines = client.batchLines({ requests });
    expect(lines.metadata).toBeNull();
    const results = await Array.fromAsync(lines);
    expect(results.map(({ id }) => id)).toEqual(ids);
    expect(lines.metadata).toMatchObject({ succeeded: 3, failed: 0 });
  });

  test.each([1, 40, 900])(
    "that breaks off after %d bytes goes on, gives nothing twice and is charged once",
    async (cut) => {
      const { client, sent } = watched(async (go, _, place) => {
        const response = await go();
        return place === 0 ? new Response((await response.text()).slice(0, cut)) : response;
      });
      const before = await owner.balance();
      const lines = client.batchLines({ requests });
      expect((await Array.fromAsync(lines)).map(({ id }) => id)).toEqual(ids);
      expect(lines.metadata).toMatchObject({ succeeded: 3 });
      expect({ sent: sent.length, charged: before - (await owner.balance()) }).toEqual({ sent: 2, charged: 3 });
    },
  );

  test("that is left early is no longer read", async () => {
    const cancelled = Promise.withResolvers<void>();
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('{"id":"a","status":200,"body":{}}\n')),
      cancel: () => cancelled.resolve(),
    });
    const { client } = watched(async () => new Response(endless));
    for await (const { id } of client.batchLines({ requests })) {
      expect(id).toBe("a");
      break;
    }
    await cancelled.promise;
  });
});
