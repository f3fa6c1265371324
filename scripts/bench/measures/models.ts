/**
 * What an answer costs that needs the embedded networks. The base is what cannot be left out: embedding the same texts, by the
 * same networks in this process, with nothing around it. A faster network therefore makes these ratios larger; that it does not
 * get slower is a measure of its own, whose base is arithmetic that never changes.
 */
import { exampleOf, labelOf } from "../learning-texts.ts";
import type { Measure, Sides } from "../measure.ts";
import { cpuStopwatch } from "../process-usage.ts";
import type { Answering, Stage } from "../stage.ts";
import { ownersQuery, ownersTools, weather, weatherQuery } from "./samples.ts";

/** Questions of one turn: short, so that both sides meet the same neighbours. */
const TURN = 8;
const WARM_UP_TURNS = 30;
const CLASSES = 150;
const EXAMPLES = 3;
const LABELS = "bench-labels-v1";
/** Answers of the model. */
const LEARNED_WITHIN = 20;
const LEARNING_MS_MAX = 60_000;
const NO_CACHE = { "cache-control": "no-store" };

interface Metadata {
  readonly metadata: { readonly source: string };
}

/** CPU milliseconds of all threads of the process, for each of `TURN` questions. */
async function cpuMsEach(pid: number, work: (turnAt: number) => Promise<unknown>, from: number): Promise<number> {
  const elapsedMs = cpuStopwatch(pid);
  for (let index = 0; index < TURN; index += 1) await work(from + index);
  return elapsedMs() / TURN;
}

/** The two sides are asked the same texts; no text comes twice. */
async function inTurns(
  server: Answering,
  ask: (number: number) => Promise<unknown>,
  embed: (number: number) => Promise<unknown>,
): Promise<Sides> {
  const [asked, embedded] = [numbers(), numbers()];
  const sides = {
    ours: () => cpuMsEach(server.pid, ask, asked()),
    base: () => cpuMsEach(process.pid, embed, embedded()),
  };
  for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) {
    await sides.ours();
    await sides.base();
  }
  return sides;
}

/** Where each turn begins. */
function numbers(): () => number {
  let next = -TURN;
  return () => {
    next += TURN;
    return next;
  };
}

async function answeredBy(wanted: string, reply: Promise<Response>): Promise<void> {
  const response = await reply;
  if (!response.ok) throw new Error(`answered ${response.status} ${await response.text()}`);
  const { metadata } = (await response.json()) as Metadata;
  if (metadata.source !== wanted)
    throw new Error(`answered by ${metadata.source}, not by ${wanted}: nothing to measure`);
}

async function made(reply: Promise<Response>): Promise<void> {
  const response = await reply;
  if (response.status !== 201) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
}

async function openSemanticHit(stage: Stage): Promise<Sides> {
  const [server, { embedder }] = [await stage.server(), await stage.models()];
  await made(server.post("/v1/toolsets", weather));
  const ask = (number: number) =>
    server.post("/v1/resolve", { query: weatherQuery(number), toolsets: [weather.signature] });
  const known = await untilKnown(ask);
  return inTurns(
    server,
    (number) => answeredBy("semantic_cache", ask(known + number)),
    (number) => embedder.embed([weatherQuery(known + number)]),
  );
}

/** The first number from which on the cache answers: it has learned the wording behind an answer of the model. */
async function untilKnown(ask: (number: number) => Promise<Response>): Promise<number> {
  for (let number = 0; number < LEARNED_WITHIN; number += 1) {
    const { metadata } = (await (await ask(number)).json()) as Metadata;
    if (metadata.source === "semantic_cache") return number + 1;
    await Bun.sleep(100);
  }
  throw new Error(`after ${LEARNED_WITHIN} answers the cache knows none of them in other words`);
}

const openResolve = (tools: number) => async (stage: Stage) => {
  const [server, { embedder }] = [await stage.server(), await stage.models()];
  const signature = `bench-${tools}-tools-v1`;
  await made(server.post("/v1/toolsets", { signature, name: signature, tools: ownersTools(tools) }));
  return inTurns(
    server,
    (number) =>
      answeredBy(
        "model",
        server.post("/v1/resolve", { query: ownersQuery(tools, number), toolsets: [signature] }, NO_CACHE),
      ),
    (number) => embedder.embed([ownersQuery(tools, number)]),
  );
};

async function openClassify(stage: Stage): Promise<Sides> {
  const [server, { labelEmbedder }] = [await stage.server(), await stage.models()];
  const classes = Array.from({ length: CLASSES }, (_, position) => ({
    label: labelOf(position),
    examples: Array.from({ length: EXAMPLES }, (_, index) => exampleOf(1, position, index)),
  }));
  await made(server.post("/v1/classification-sets", { signature: LABELS, name: LABELS, classes }));
  await untilLearned(server);
  const textOf = (number: number) => exampleOf(2, number % CLASSES, Math.floor(number / CLASSES));
  return inTurns(
    server,
    (number) =>
      answeredBy("model", server.post("/v1/classify", { data: textOf(number), classification_set: LABELS }, NO_CACHE)),
    (number) => labelEmbedder.embed([textOf(number)]),
  );
}

async function untilLearned({ get }: Answering): Promise<void> {
  const deadline = performance.now() + LEARNING_MS_MAX;
  while (performance.now() < deadline) {
    const { learning } = (await (await get(`/v1/classification-sets/${LABELS}`)).json()) as { learning: unknown };
    if (learning === null) return;
    await Bun.sleep(100);
  }
  throw new Error(`${LABELS} is not learned after ${LEARNING_MS_MAX} ms`);
}

async function openEmbedding(stage: Stage): Promise<Sides> {
  const { embedder } = await stage.models();
  const next = numbers();
  const sides = {
    ours: () => cpuMsEach(process.pid, (number) => embedder.embed([ownersQuery(1, number)]), next()),
    base: () => cpuMsEach(process.pid, async () => arithmetic(), 0),
  };
  for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) {
    await sides.ours();
    await sides.base();
  }
  return sides;
}

/** As much as the weights of the network: read through once for an embedding, from wherever the caches left them. */
const READ = new Uint8Array(23 * 1_024 * 1_024).map((_, index) => index);

/** Products and sums over so many bytes by code that comes with the runtime, which no change of ours makes faster. */
function arithmetic(): void {
  Bun.hash.wyhash(READ);
}

const about = { unit: "CPU ms", comparedOn: "machine", inGate: false, rounds: 31 } as const;

export const MODELS: readonly Measure[] = [
  { name: "semantic hit", base: "its embedding", ...about, open: openSemanticHit },
  { name: "resolve, 8 tools of 5 to 10 parameters", base: "an embedding", ...about, open: openResolve(8) },
  { name: "resolve, 128 tools of 5 to 10 parameters", base: "an embedding", ...about, open: openResolve(128) },
  { name: `classify, ${CLASSES} classes with examples`, base: "its embeddings", ...about, open: openClassify },
  { name: "embedding", base: "arithmetic", ...about, open: openEmbedding },
];
