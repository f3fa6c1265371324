/**
 * Whether an app can tell by the time of an answer what another app has asked: `bun scripts/bench/isolation.ts [SENTENCES]`.
 * One app asks half of the sentences, by lot; then the other one asks all of them, in an order by lot. Its times for those that
 * the first one knows are held against the rest. The chance that one of the former is the faster is 0.5 where there is nothing
 * to see.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, waitUntilReady } from "../dragoman-process.ts";
import { newAccessToken, writeSettings } from "../eval/api-client.ts";
import { Chance } from "../eval/cache/chance.ts";
import { percentile } from "../eval/statistics.ts";

const SENTENCES = Number(process.argv[2] ?? 1_200);
const SEED = 7;
const WARM_UP = 100;
/** Two-sided, of a normal distribution. */
const CERTAIN_95 = 1.96;

const SIGNATURE = "orders-v1";
const text = { type: "string" };
const TOOLSET = {
  signature: SIGNATURE,
  name: "Orders",
  tools: [
    {
      name: "find_order",
      description: "Find an order of a customer",
      parameters: { type: "object", properties: { customer: text } },
    },
    {
      name: "cancel_order",
      description: "Cancel an order",
      parameters: { type: "object", properties: { item: text, city: text } },
    },
  ],
};
const VERBS = ["find", "cancel", "look up", "show me", "call off", "where is"];
const ITEMS = ["chairs", "lamps", "books", "tyres", "candles", "printers", "carpets", "kettles"];
const CITIES = ["Rome", "Oslo", "Bern", "Lima", "Cork", "Graz", "Nice", "Turin"];

const sentences = (count: number, from: number) =>
  Array.from({ length: count }, (_, at) => {
    const number = from + at;
    const pick = (all: readonly string[], by: number) => all[Math.floor(number / by) % all.length];
    return `${pick(VERBS, 1)} the order of ${1000 + number} ${pick(ITEMS, 6)} to ${pick(CITIES, 48)}`;
  });

const dataDir = mkdtempSync(join(tmpdir(), "dragoman-isolation-"));
writeSettings(dataDir);
const server = await startServer({ dataDir, timeoutMs: 30_000 });
try {
  await waitUntilReady(server);
  const [first, second] = [await appOn(server.url), await appOn(server.url)];
  for (const app of [first, second]) for (const sentence of sentences(WARM_UP, SENTENCES)) await app(sentence);
  const chance = new Chance(SEED);
  const all = chance.shuffled(sentences(SENTENCES, 0));
  const known = new Set(all.slice(0, SENTENCES / 2));
  for (const sentence of known) await first(sentence);
  const order = chance.shuffled(all);
  await compare("the other app", second, order, known);
  // Where there is something to see, it is seen: the first app is given its own answers again.
  await compare("the app itself", first, order, known);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Asks all sentences, and prints whether those known to the first app are answered sooner. */
async function compare(
  who: string,
  app: (sentence: string) => Promise<number>,
  order: readonly string[],
  known: ReadonlySet<string>,
): Promise<void> {
  const took = { known: [] as number[], unknown: [] as number[] };
  for (const sentence of order) took[known.has(sentence) ? "known" : "unknown"].push(await app(sentence));
  for (const [what, times] of Object.entries(took)) {
    const [p50, p95] = [50, 95].map((percent) => percentile(times, percent)?.toFixed(2));
    console.log(`${who}: ${times.length} sentences ${what} to the first, p50 ${p50} ms, p95 ${p95} ms`);
  }
  const { share, within } = fasterShare(took.known, took.unknown);
  console.log(`${who}: a known one is the faster in ${share.toFixed(3)} ± ${within.toFixed(3)} of all pairs`);
}

/** A new app on the server. Resolves a sentence and returns how many milliseconds that took. */
async function appOn(url: string): Promise<(sentence: string) => Promise<number>> {
  const token = await newAccessToken(url, dataDir);
  const post = async (path: string, body: unknown) => {
    const startedAt = performance.now();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${response.status}`);
    return performance.now() - startedAt;
  };
  await post("/v1/toolsets", TOOLSET);
  return (query) => post("/v1/resolve", { query, toolsets: [SIGNATURE] });
}

/** Mann and Whitney's statistic as a share, with the half-width of its 95 % interval where both are of one distribution. */
function fasterShare(
  one: readonly number[],
  other: readonly number[],
): { readonly share: number; readonly within: number } {
  let wins = 0;
  for (const a of one) for (const b of other) wins += a < b ? 1 : a === b ? 0.5 : 0;
  const pairs = one.length * other.length;
  return { share: wins / pairs, within: CERTAIN_95 * Math.sqrt((one.length + other.length + 1) / (12 * pairs)) };
}
