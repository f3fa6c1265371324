/**
 * Requests per second on an exact-cache hit with 32 clients that each wait for their answer, in turns with `/livez`: what
 * HTTP itself costs on this machine, with this client beside it, at this moment.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, waitUntilReady } from "../dragoman-process.ts";
import { newAccessToken, writeSettings } from "../eval/api-client.ts";
import { percentile } from "../eval/statistics.ts";

const CLIENTS = 32;
const ROUNDS = 4;
const ROUND_MS = 2_000;

/** Milliseconds of every request of one round. */
async function round(send: () => Promise<Response>): Promise<readonly number[]> {
  const took: number[] = [];
  const endAt = performance.now() + ROUND_MS;
  const client = async () => {
    for (let now = performance.now(); now < endAt; ) {
      const response = await send();
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`answered ${response.status}`);
      const after = performance.now();
      took.push(after - now);
      now = after;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return took;
}

const dataDir = mkdtempSync(join(tmpdir(), "dragoman-throughput-"));
writeSettings(dataDir);
const server = await startServer({ dataDir });
try {
  await waitUntilReady(server);
  const token = await newAccessToken(server.url, dataDir);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const post = (path: string, body: unknown) =>
    fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const tools = [{ name: "lamp", description: "Switches a lamp", parameters: { type: "object", properties: {} } }];
  const made = await post("/v1/toolsets", { signature: "bench-v1", name: "Bench", tools });
  if (made.status !== 201) throw new Error(`POST /v1/toolsets: ${made.status} ${await made.text()}`);
  const resolve = () => post("/v1/resolve", { query: "switch the lamp on", toolsets: ["bench-v1"] });
  await (await resolve()).arrayBuffer();
  const { metadata } = (await (await resolve()).json()) as { readonly metadata: { readonly source: string } };
  if (metadata.source !== "exact_cache") throw new Error(`answered by ${metadata.source}: nothing to measure`);

  const series = { "/livez": () => fetch(`${server.url}/livez`), "exact cache": resolve };
  const took: Record<string, number[]> = {};
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const [name, send] of Object.entries(series)) took[name] = [...(took[name] ?? []), ...(await round(send))];
  }
  for (const [name, values] of Object.entries(took)) {
    const perSecond = values.length / ((ROUNDS * ROUND_MS) / 1000);
    const [p50, p99] = [50, 99].map((percent) => (percentile(values, percent) ?? Number.NaN).toFixed(2));
    console.log(`${name.padEnd(12)} ${perSecond.toFixed(0).padStart(7)} requests/s, p50 ${p50} ms, p99 ${p99} ms`);
  }
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
