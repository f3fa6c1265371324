/** Bad days of a model server: what the client is told, how long it takes, and that nothing is charged. */
import { afterEach, expect, test } from "bun:test";
import {
  type Answering,
  type FaultServer,
  openFaultServer,
  openRudeServer,
  said,
  streamed,
} from "../../fault-server.ts";
import { openTestApp, type TestApp } from "../../kit.ts";

const tools = [
  {
    name: "get_weather",
    description: "The weather in a city",
    parameters: { type: "object", properties: { city: { type: "string" }, days: { type: "integer" } } },
  },
];
const quick = { query: "weather in Rome", tools };
const TIMEOUT_MS = 600;
/** What a loaded machine may add. */
const SLACK_MS = 1_500;
const good = JSON.stringify({ call: { tool: "get_weather", parameters: { city: "Rome" } } });

let server: TestApp | undefined;
let faulty: { close(): void | Promise<void> } | undefined;
afterEach(async () => {
  await server?.close();
  await faulty?.close();
  server = undefined;
  faulty = undefined;
});

async function opened(baseUrl: string, settings: object = {}): Promise<TestApp> {
  server = await openTestApp({
    servedModel: { provider: "openai", baseUrl, name: "faulty", timeoutMs: TIMEOUT_MS, ...settings },
  });
  return server;
}

interface Fault {
  readonly name: string;
  readonly answer: Answering;
  readonly status: number;
  readonly error: string;
  readonly settings?: object;
  /** Questions that the model server gets. */
  readonly asked?: number;
  /** It takes the whole time there is. */
  readonly untilTimeout?: true;
}

async function* stalling() {
  yield '{"choices": [';
  await Bun.sleep(20_000);
}

async function* dripping() {
  yield "{";
  for (;;) {
    await Bun.sleep(50);
    yield " ";
  }
}

async function* endless() {
  for (;;) yield " ".repeat(65_536);
}

const error = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ error: { message: "the secret detail", type: "server_error" } }, { status, headers });
const gateway = { status: 502, error: "bad_gateway" } as const;
const nonsense = { status: 502, error: "llm_processing_error", asked: 2 } as const;
const call = (name: string, input: object) => ({ name, arguments: JSON.stringify(input) });

const FAULTS: readonly Fault[] = [
  { name: "no answer at all", answer: () => Bun.sleep(20_000).then(() => said("{}")), ...gateway, untilTimeout: true },
  { name: "a body that stalls", answer: () => streamed(stalling), ...gateway, untilTimeout: true },
  { name: "a body that drips", answer: () => streamed(dripping), ...gateway, untilTimeout: true },
  { name: "an endless body", answer: () => streamed(endless), ...gateway, settings: { timeoutMs: 10_000 } },
  {
    name: "more bytes than are read",
    answer: () => said("x".repeat(100_000)),
    ...gateway,
    settings: { responseBytesMax: 50_000 },
  },
  { name: "an error inside a 200", answer: () => Response.json({ error: { message: "boom" } }), ...gateway },
  { name: "half of its JSON", answer: () => new Response('{"choices": [{"mess'), ...gateway },
  {
    name: "HTML",
    answer: () => new Response("<html>hello</html>", { headers: { "Content-Type": "text/html" } }),
    ...gateway,
  },
  { name: "an empty body", answer: () => new Response(""), ...gateway },
  { name: "no choices", answer: () => Response.json({ id: "1", choices: [] }), ...gateway },
  { name: "500", answer: () => error(500), ...gateway },
  { name: "400", answer: () => error(400), ...gateway },
  { name: "401", answer: () => error(401), ...gateway },
  { name: "404", answer: () => error(404), ...gateway },
  { name: "a redirect", answer: () => new Response(null, { status: 307, headers: { Location: "/ok" } }), ...gateway },
  {
    name: "429 with a Retry-After beyond the deadline",
    answer: () => error(429, { "Retry-After": "30" }),
    ...gateway,
  },
  { name: "429 always", answer: () => error(429), ...gateway, asked: 2, settings: { timeoutMs: 5_000 } },
  { name: "503 always", answer: () => error(503), ...gateway, asked: 2, settings: { timeoutMs: 5_000 } },
  { name: "prose", answer: () => said("I would look up the weather in Rome."), ...nonsense },
  { name: "nothing", answer: () => said(""), ...nonsense },
  { name: "no content", answer: () => said(null), ...nonsense },
  { name: "an answer that was cut off", answer: () => said('{"call": {"to', { finish: "length" }), ...nonsense },
  { name: "a refusal", answer: () => said(null, { refusal: "I cannot help with that." }), ...nonsense },
  { name: "a filtered answer", answer: () => said("", { finish: "content_filter" }), ...nonsense },
  { name: "an unknown tool", answer: () => said('{"call": {"tool": "launch", "parameters": {}}}'), ...nonsense },
  {
    name: "a wrong type",
    answer: () => said('{"call": {"tool": "get_weather", "parameters": {"days": "some"}}}'),
    ...nonsense,
  },
  {
    name: "parameters that are none",
    answer: () => said('{"call": {"tool": "get_weather", "parameters": ["Rome"]}}'),
    ...nonsense,
  },
  {
    name: "a function that was not offered",
    answer: () => said(null, { calls: [call("launch", { city: "Rome" })] }),
    ...nonsense,
    settings: { mode: "tools" },
  },
];

test.each(FAULTS)("$name → $status $error", async ({ answer, status, error, asked = 1, settings, untilTimeout }) => {
  const upstream = openFaultServer(answer);
  faulty = upstream;
  const { tenant } = await opened(upstream.baseUrl, settings);
  const { request, balance } = await tenant("poor");
  const before = await balance();
  const startedMs = performance.now();
  const reply = await request("POST", "/v1/resolve-quick", quick);
  const tookMs = performance.now() - startedMs;
  expect({ status: reply.status, error: reply.json.error }).toEqual({ status, error });
  // What the model server said may hold anything; the client is told our own words.
  expect(reply.json.message).not.toContain("secret");
  expect(upstream.asked).toHaveLength(asked);
  expect(await balance()).toBe(before);
  expect(tookMs).toBeLessThan((untilTimeout ? TIMEOUT_MS : 1_000) + SLACK_MS);
  if (untilTimeout) expect(tookMs).toBeGreaterThan(TIMEOUT_MS - 50);
});

const HALF_AN_ANSWER = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
test.each([
  ["closed without an answer", (socket: { end(): void }) => socket.end()],
  ["reset", (socket: { resetAndDestroy(): void }) => socket.resetAndDestroy()],
  ["closed in the middle of an answer", (socket: { end(text: string): void }) => socket.end(HALF_AN_ANSWER)],
  ["answered with what is no HTTP", (socket: { end(text: string): void }) => socket.end("hello\r\n\r\n")],
])("a connection that is %s → 502 bad_gateway", async (_, receive) => {
  const rude = await openRudeServer(receive as Parameters<typeof openRudeServer>[0]);
  faulty = rude;
  const { tenant } = await opened(rude.baseUrl, { timeoutMs: 5_000 });
  const { request, balance } = await tenant("poor");
  const before = await balance();
  const reply = await request("POST", "/v1/resolve-quick", quick);
  expect({ status: reply.status, error: reply.json.error }).toEqual({ status: 502, error: "bad_gateway" });
  expect(await balance()).toBe(before);
});

test("nobody listens → 502 bad_gateway, at once", async () => {
  const gone = openFaultServer();
  await gone.close();
  const { tenant } = await opened(gone.baseUrl, { timeoutMs: 5_000 });
  const { request, balance } = await tenant("poor");
  const before = await balance();
  const startedMs = performance.now();
  const reply = await request("POST", "/v1/resolve-quick", quick);
  expect({ status: reply.status, error: reply.json.error }).toEqual({ status: 502, error: "bad_gateway" });
  expect(performance.now() - startedMs).toBeLessThan(SLACK_MS);
  expect(await balance()).toBe(before);
});

test("429 with a Retry-After that fits is waited for", async () => {
  const upstream = openFaultServer((_, count) => (count === 1 ? error(429, { "Retry-After": "1" }) : said(good)));
  faulty = upstream;
  const { tenant } = await opened(upstream.baseUrl, { timeoutMs: 5_000 });
  const { request } = await tenant();
  const startedMs = performance.now();
  const reply = await request("POST", "/v1/resolve-quick", quick);
  expect(reply.json.resolved).toEqual({ tool: "get_weather", parameters: { city: "Rome" } });
  expect(performance.now() - startedMs).toBeGreaterThan(1_000);
});

test("a client that goes away takes its question back from the model server", async () => {
  const upstream: FaultServer = openFaultServer(() => Bun.sleep(20_000).then(() => said(good)));
  faulty = upstream;
  const { url, tenant } = await opened(upstream.baseUrl, { timeoutMs: 60_000 });
  const { token, balance } = await tenant("poor");
  const before = await balance();
  const leaving = new AbortController();
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const body = JSON.stringify(quick);
  const reply = fetch(`${url}/v1/resolve-quick`, { method: "POST", headers, body, signal: leaving.signal });
  while (upstream.asked.length === 0) await Bun.sleep(5);
  leaving.abort();
  await expect(reply).rejects.toThrow();
  await upstream.hungUp;
  while ((await balance()) !== before) await Bun.sleep(5);
});

test("a server that fails again and again is left alone, and tried after a while", async () => {
  const upstream = openFaultServer(() => error(500));
  faulty = upstream;
  const { tenant, clock } = await opened(upstream.baseUrl);
  const { request } = await tenant();
  const statuses: number[] = [];
  for (let asked = 0; asked < 8; asked += 1) {
    statuses.push((await request("POST", "/v1/resolve-quick", quick)).status);
  }
  expect(statuses).toEqual(Array(8).fill(502));
  expect(upstream.asked).toHaveLength(5);
  upstream.answer = () => said(good);
  expect((await request("POST", "/v1/resolve-quick", quick)).status).toBe(502);
  clock.advance(1_000);
  expect((await request("POST", "/v1/resolve-quick", quick)).status).toBe(200);
  expect((await request("POST", "/v1/resolve-quick", quick)).status).toBe(200);
});

test("with the queue full the next one is 503 and comes back in 30 seconds", async () => {
  const gate = Promise.withResolvers<void>();
  const upstream = openFaultServer(() => gate.promise.then(() => said(good)));
  faulty = upstream;
  const { tenant, url } = await opened(upstream.baseUrl, { timeoutMs: 60_000, concurrencyMax: 1, queueMax: 1 });
  const { request, balance } = await tenant();
  const before = await balance();
  const running = request("POST", "/v1/resolve-quick", quick);
  while (upstream.asked.length === 0) await Bun.sleep(5);
  const waiting = request("POST", "/v1/resolve-quick", quick);
  const isInLine = async () =>
    /^dragoman_model_server_waiting\{.*\} 1$/m.test(await (await fetch(`${url}/metrics`)).text());
  while (!(await isInLine())) await Bun.sleep(5);
  const refused = await request("POST", "/v1/resolve-quick", quick);
  expect({ status: refused.status, error: refused.json.error }).toEqual({ status: 503, error: "service_unavailable" });
  expect(refused.headers.get("Retry-After")).toBe("30");
  gate.resolve();
  expect((await Promise.all([running, waiting])).map(({ status }) => status)).toEqual([200, 200]);
  expect(await balance()).toBe(before - 2);
});
