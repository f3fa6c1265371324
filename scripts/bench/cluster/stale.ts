/**
 * Whether a node ever answers by a toolset that another has replaced: `bun scripts/bench/cluster/stale.ts [PAIRS]`, after `bun run build`.
 * Three executables on one Postgres. A pair is a PUT to a node by lot, and when that is acknowledged a question to a node by lot, in the same bytes
 * every time: the nodes have answers to them in memory, of each content that the set has had. Exit status 1 where one is stale.
 */
import { newAccessToken } from "../../eval/api-client.ts";
import { lamp } from "../measures/samples.ts";
import { clusterSettings, startDurablePostgres, startNode } from "./sides.ts";

const PAIRS = Number(process.argv[2] ?? 100_000);
const NODES = 3;
/** Each with a client that does one pair after the other. */
const APPS = 8;
const SAID_EVERY = 5_000;
/** What the set is replaced by: an answer tells by a default which of them it is of. Each is answered from memory once it was asked. */
const CONTENTS = Array.from({ length: 12 }, (_, content) => {
  const parameters = { type: "object", properties: { content: { type: "integer", default: content } } };
  return { name: "Lamp", tools: lamp.tools.map((tool) => ({ ...tool, parameters })) };
});
const SIGNATURE = "replaced-v1";
const QUESTION = { query: "switch the lamp on", toolsets: [SIGNATURE] };

await using closing = new AsyncDisposableStack();
const postgres = await startDurablePostgres(closing);
const { nodeUrl } = await postgres.createDatabase("stale");
const nodes = await Promise.all(Array.from({ length: NODES }, () => startNode(closing, clusterSettings(nodeUrl))));

const byLot = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)] as Item;

async function ofApp(): Promise<() => Promise<{ readonly expected: number; readonly told: unknown }>> {
  const [first] = nodes as [(typeof nodes)[0]];
  const headers = {
    authorization: `Bearer ${await newAccessToken(first.url, first.dataDir)}`,
    "content-type": "application/json",
  };
  const send = async (method: string, path: string, body: unknown) => {
    const response = await fetch(byLot(nodes).url + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { readonly resolved?: { readonly parameters: { readonly content?: number } } };
  };
  // While some set has a content, what was answered from it is kept.
  for (const [number, content] of CONTENTS.entries()) {
    await send("POST", "/v1/toolsets", { signature: `kept-${number}-v1`, ...content });
  }
  await send("POST", "/v1/toolsets", { signature: SIGNATURE, ...byLot(CONTENTS) });
  return async () => {
    const expected = Math.floor(Math.random() * CONTENTS.length);
    await send("PUT", `/v1/toolsets/${SIGNATURE}`, CONTENTS[expected]);
    const { resolved } = await send("POST", "/v1/resolve", QUESTION);
    return { expected, told: resolved?.parameters.content };
  };
}

const apps = [];
for (let app = 0; app < APPS; app += 1) apps.push(await ofApp());
const startedAt = performance.now();
let [left, stale] = [PAIRS, 0];
await Promise.all(
  apps.map(async (pair) => {
    while (left > 0) {
      left -= 1;
      if (left % SAID_EVERY === 0) console.log(`${PAIRS - left} pairs asked for, ${stale} stale`);
      const { expected, told } = await pair();
      if (told === expected) continue;
      stale += 1;
      console.log(`stale: content ${told}, where ${expected} was acknowledged`);
    }
  }),
);
const seconds = (performance.now() - startedAt) / 1_000;
console.log(
  `${stale} stale answers in ${PAIRS} pairs over ${NODES} nodes and ${APPS} apps, in ${seconds.toFixed(0)} s`,
);
process.exitCode = stale === 0 ? 0 : 1;
