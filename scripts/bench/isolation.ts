/**
 * Whether an app can tell by the time of an answer what another app has asked or has: `bun scripts/bench/isolation.ts
 * [SENTENCES]`. One app sends half of what there is, by lot; then the other one sends all of it, in an order by lot. Its times
 * for what the first one sent are held against the rest. The chance that one of the former is the faster is 0.5 where there is
 * nothing to see. Sent are sentences, toolsets to be kept, classes and tools that come with a request.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { percentile } from "#core/examination/statistics.ts";
import { startServer, waitUntilReady } from "../dragoman-process.ts";
import { newAccessToken, writeSettings } from "../eval/api-client.ts";
import { Chance } from "../eval/cache/chance.ts";

const SENTENCES = Number(process.argv[2] ?? 1_200);
const SEED = 7;
const WARM_UP = 100;
/** Of definitions: a third as many, since each takes longer. */
const DEFINITIONS = Math.ceil(SENTENCES / 3);
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

/** A new schema for each number: as large as a tool's with many parameters is. */
const definitionOf = (number: number) => ({
  name: `tool_${number}`,
  description: `Does what number ${number} says`,
  parameters: {
    type: "object",
    properties: Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [
        `field_${number}_${n}`,
        n % 3 === 0
          ? { type: "string", pattern: `^[a-z]{1,${n + 1}}-${number}$` }
          : { type: "integer", maximum: number + n },
      ]),
    ),
    required: [`field_${number}_0`],
  },
});
const classesOf = (number: number) =>
  Array.from({ length: 8 }, (_, n) => ({ label: `label ${number} ${n}`, description: `All about ${number * 8 + n}` }));

/** One way to send something that another app may have sent before. */
interface Trial {
  readonly what: string;
  readonly count: number;
  /** Sends the thing of that number. `round`: how often it was sent already, by anybody. */
  send(post: Post, number: number, round: number): Promise<number>;
}
/** Returns how many milliseconds the answer took. */
type Post = (path: string, body: unknown) => Promise<number>;

const TRIALS: readonly Trial[] = [
  {
    what: "sentences",
    count: SENTENCES,
    send: (post, number) => post("/v1/resolve", { query: sentences(1, number)[0] as string, toolsets: [SIGNATURE] }),
  },
  {
    what: "toolsets",
    count: DEFINITIONS,
    send: (post, number, round) =>
      post("/v1/toolsets", { signature: `kept-${number}-${round}`, name: "Kept", tools: [definitionOf(number)] }),
  },
  {
    what: "classes with the request",
    count: DEFINITIONS,
    send: (post, number) => post("/v1/classify", { data: "what is this about", classes: classesOf(number) }),
  },
  {
    what: "tools with the request",
    count: DEFINITIONS,
    send: (post, number) =>
      post("/v1/resolve-quick", {
        query: "what is this about",
        tools: [definitionOf(number), definitionOf(-number - 1)],
      }),
  },
];

const dataDir = mkdtempSync(join(tmpdir(), "dragoman-isolation-"));
writeSettings(dataDir);
const server = await startServer({ dataDir, timeoutMs: 30_000 });
try {
  await waitUntilReady(server);
  const [first, second] = [await appOn(server.url), await appOn(server.url)];
  for (const trial of TRIALS) await carryOut(trial, first, second);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function carryOut({ what, count, send }: Trial, first: Post, second: Post): Promise<void> {
  for (const [round, app] of [first, second].entries()) {
    for (let number = count; number < count + WARM_UP; number += 1) await send(app, number, round);
  }
  const chance = new Chance(SEED);
  const all = chance.shuffled(Array.from({ length: count }, (_, number) => number));
  const known = new Set(all.slice(0, count / 2));
  for (const number of known) await send(first, number, 0);
  const order = chance.shuffled(all);
  await compare(`${what}, the other app`, (number) => send(second, number, 1), order, known);
  // Where there is something to see, it is seen: the first app is given its own answers again.
  await compare(`${what}, the app itself`, (number) => send(first, number, 2), order, known);
}

/** Sends everything, and prints whether what is known to the first app is answered sooner. */
async function compare(
  who: string,
  send: (number: number) => Promise<number>,
  order: readonly number[],
  known: ReadonlySet<number>,
): Promise<void> {
  const took = { known: [] as number[], unknown: [] as number[] };
  for (const number of order) took[known.has(number) ? "known" : "unknown"].push(await send(number));
  for (const [what, times] of Object.entries(took)) {
    const [p50, p95] = [50, 95].map((percent) => percentile(times, percent)?.toFixed(2));
    console.log(`${who}: ${times.length} ${what} to the first, p50 ${p50} ms, p95 ${p95} ms`);
  }
  const { share, within } = fasterShare(took.known, took.unknown);
  console.log(`${who}: a known one is the faster in ${share.toFixed(3)} ± ${within.toFixed(3)} of all pairs`);
}

/** A new app on the server, with one toolset. */
async function appOn(url: string): Promise<Post> {
  const token = await newAccessToken(url, dataDir);
  const post: Post = async (path, body) => {
    const startedAt = performance.now();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
    return performance.now() - startedAt;
  };
  await post("/v1/toolsets", TOOLSET);
  return post;
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
