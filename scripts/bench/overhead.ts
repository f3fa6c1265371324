/**
 * What a query to a model server takes longer than the same question asked of it directly: through our path from a query to
 * a checked call (tools to prompt and schema, queue, breaker, guarded fetch, reading, checking), for which there is a bar,
 * and through the whole executable, which adds HTTP and the ledger's commits to the disk. Beside it a bare server passes the
 * question on (`overhead-hop.ts`): what a second hop costs whoever makes it. The model server is a fake that answers at once.
 *
 * All ways send the same bytes to it over kept connections, with the cache off, in turns at one fixed rate whatever the
 * answers take, so that busy neighbours meet each of them alike; the direct way is a bare `fetch` in the same process. What
 * is measured comes after a warm-up, since a server is seldom in its first seconds. What is added is the difference of the
 * percentiles in each tenth of the time, and of the ten the median: one burst of a busy neighbour, which may fall on either,
 * does not decide. CPU time hardly knows neighbours, and is measured in turns as well. Linux only, for the executable's.
 *
 *     bun scripts/bench/overhead.ts [REQUESTS-PER-SECOND [SECONDS]]
 */
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { percentile } from "#core/examination/statistics.ts";
import { inUtc } from "#core/local-time.ts";
import { Secret } from "#core/secret.ts";
import { openServedModel } from "#models/language/index.ts";
import { type RunningServer, startServer, waitUntilReady } from "../dragoman-process.ts";
import { newAccessToken, writeSettings } from "../eval/api-client.ts";
import { addedAt, cpuMsEach, openLoop, type Send } from "./overhead-load.ts";
import { cpuStopwatch } from "./process-usage.ts";

/** Milliseconds that may be added. */
const ADDED_P50_MAX = 0.35;
const ADDED_P99_MAX = 0.94;
const WARM_UP = 3_000;
/** Calls in a row one way before it is another's turn, and how often, for the CPU time. */
const BLOCK = 50;
const BLOCKS = 40;
/** Of the time that is measured. */
const PARTS = 10;

const TOOLS = ["lamp", "heating", "blind", "door"].map((thing) => ({
  name: `set_${thing}`,
  description: `Controls a ${thing}`,
  parameters: { type: "object", properties: { room: { type: "string" } }, required: ["room"] },
}));

async function answered(response: Response): Promise<Response> {
  const body = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return new Response(body);
}

/** Our path by itself. */
function callThrough(baseUrl: string): Send {
  const { model } = openServedModel({
    provider: "openai",
    baseUrl,
    executable: "",
    arguments: [],
    path: "",
    contextTokens: 2_048,
    threads: 1,
    runtimeDir: "",
    name: "fake",
    apiKey: new Secret(""),
    apiKeyHeader: "",
    mode: "schema",
    concurrencyMax: 64,
    queueMax: 256,
    toolsMax: 32,
    responseBytesMax: 1_000_000,
    outputTokensMax: 4_096,
    inputPrice: 0,
    cachedInputPrice: 0,
    outputPrice: 0,
    timeoutMs: 20_000,
    allow: [],
    // With so few tools all are shown, and none is embedded.
    embedder: { id: "none", dimensions: 0, embed: () => Promise.reject(new Error("nothing is embedded here")) },
    monotonicMs: () => performance.now(),
    log: console.error,
  });
  const rest = { context: null, history: [], memories: [], persona: null, findSimilar: async () => [] };
  return (index) =>
    model.call({ ...rest, query: queryOf(index), tools: TOOLS, now: inUtc(Date.now()) }, new AbortController().signal);
}

function queryOf(index: number): string {
  return `the lamp in the kitchen, ${index}`;
}

function sendThrough(server: RunningServer, token: string): (path: string, body: unknown) => Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "cache-control": "no-store",
  };
  return (path, body) => fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function portOf({ stdout }: Pick<Bun.Subprocess<"ignore", "pipe", "inherit">, "stdout">): Promise<number> {
  for await (const chunk of stdout) return Number(new TextDecoder().decode(chunk));
  throw new Error("a server of the benchmark did not start");
}

/** How a bare server passes the question on. */
async function throughHop(
  hop: Pick<Bun.Subprocess<"ignore", "pipe", "inherit">, "stdout">,
  headers: Readonly<Record<string, string>>,
): Promise<Send> {
  const url = `http://127.0.0.1:${await portOf(hop)}`;
  return async (index) =>
    answered(await fetch(url, { method: "POST", headers, body: JSON.stringify({ query: queryOf(index) }) }));
}

const [perSecond = 200, seconds = 30] = process.argv.slice(2).map(Number);
const dataDir = mkdtempSync(join(tmpdir(), "dragoman-overhead-"));
const upstream = Bun.spawn([process.execPath, join(import.meta.dir, "overhead-upstream.ts")], {
  stdio: ["ignore", "pipe", "inherit"],
});
let server: RunningServer | undefined;
let hop: Bun.Subprocess | undefined;
try {
  const baseUrl = `http://127.0.0.1:${await portOf(upstream)}/v1`;
  writeSettings(dataDir);
  appendFileSync(
    join(dataDir, "dragoman.toml"),
    `[model]\nprovider = "openai"\nbase_url = "${baseUrl}"\nmode = "schema"\n`,
  );
  server = await startServer({ dataDir });
  await waitUntilReady(server);
  const post = sendThrough(server, await newAccessToken(server.url, dataDir));
  const made = await post("/v1/toolsets", { signature: "bench-v1", name: "Bench", tools: TOOLS });
  if (made.status !== 201) throw new Error(`POST /v1/toolsets: ${made.status} ${await made.text()}`);
  const executable: Send = async (index) =>
    answered(await post("/v1/resolve", { query: queryOf(index), toolsets: ["bench-v1"] }));
  const path = callThrough(baseUrl);
  await path(0);
  const question = await (await fetch(`${baseUrl}/asked`)).text();
  const headers = { "content-type": "application/json" };
  const directly: Send = async () =>
    answered(await fetch(`${baseUrl}/chat/completions`, { method: "POST", headers, body: question }));

  const passing = Bun.spawn(
    [process.execPath, join(import.meta.dir, "overhead-hop.ts"), `${baseUrl}/chat/completions`],
    {
      stdio: [new Blob([question]), "pipe", "inherit"],
    },
  );
  hop = passing;
  const series = [directly, path, await throughHop(passing, headers), executable];
  await openLoop(series, perSecond, WARM_UP / perSecond);
  const elapsedCpuMs = cpuStopwatch(server.pid);
  const [direct = [], ours = [], passed = [], whole = []] = await openLoop(series, perSecond, seconds);
  const cpuMs = elapsedCpuMs() / whole.length;
  for (const [name, took] of Object.entries({
    directly: direct,
    "our path": ours,
    "bare hop": passed,
    executable: whole,
  })) {
    const [p50, p99] = [50, 99].map((percent) => (percentile(took, percent) ?? Number.NaN).toFixed(2));
    console.log(`${name.padEnd(11)} n ${took.length}, p50 ${p50} ms, p99 ${p99} ms`);
  }
  const [directCpu = 0, ourCpu = 0] = await cpuMsEach([directly, path], BLOCK, BLOCKS);
  console.log(
    `CPU ms for each: directly ${directCpu.toFixed(3)}, our path ${ourCpu.toFixed(3)}, the executable ${cpuMs.toFixed(2)}`,
  );
  const added = (percent: number, took = ours) => addedAt(percent, direct, took, PARTS);
  for (const [name, took] of Object.entries({ "a bare hop": passed, "the executable": whole }))
    console.log(`${name} adds p50 ${added(50, took).toFixed(2)} ms, p99 ${added(99, took).toFixed(2)} ms`);
  const [p50, p99] = [added(50), added(99)];
  console.log(
    `our path adds p50 ${p50.toFixed(2)} ms (at most ${ADDED_P50_MAX}), p99 ${p99.toFixed(2)} ms (${ADDED_P99_MAX})`,
  );
  process.exitCode = p50 <= ADDED_P50_MAX && p99 <= ADDED_P99_MAX ? 0 : 1;
} finally {
  await server?.stop();
  hop?.kill();
  upstream.kill();
  rmSync(dataDir, { recursive: true, force: true });
}
