/** The three measurements over HTTP: slot-swap, the stream from cold, and pairs that mean the same. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "#core/json.ts";
import { CONCURRENCY, inParallel } from "../parallel.ts";
import type { Progress } from "../progress.ts";
import type { Asked, SlotSwap } from "./materials.ts";
import type { Oracle, RightAnswer } from "./oracle.ts";
import type { Served } from "./score.ts";
import { callKey, plain } from "./sentence.ts";
import { type Reply, ServedFolder } from "./served.ts";

export type Replies = ReadonlyMap<string, Reply>;

export interface SlotSwapRun {
  /** Seeds that were answered otherwise than the oracle said, or not at all: they teach nothing, or something else. */
  readonly seedsMissed: number;
  /** What the probes got, by error bound. */
  readonly probes: ReadonlyMap<number, Replies>;
  /** Why the wrong hits under the first bound were given. */
  readonly explanations: ReadonlyMap<string, JsonObject>;
}

/** Whether the cache answered, and something else than is right. */
export function isWrongHit({ call }: Asked, reply: Served | undefined): boolean {
  return reply?.call != null && callKey(reply.call) !== callKey(call);
}

function rightAnswers(asked: readonly Asked[]): readonly (readonly [string, RightAnswer])[] {
  return asked.map(({ text, call }) => [text, { call }] as const);
}

/** Fills a cache with the seeds, then looks the probes up under each bound. What the oracle refuses teaches nothing. */
export async function runSlotSwap(
  oracle: Oracle,
  { tools, seeds, probes }: SlotSwap,
  bounds: readonly number[],
  progress: Pick<Progress, "show">,
): Promise<SlotSwapRun> {
  const folder = new ServedFolder(oracle);
  try {
    await folder.serve(bounds[0] ?? 0);
    const toolsets = await folder.register(tools);
    oracle.know(rightAnswers(seeds));
    const answered = await inParallel(
      seeds,
      CONCURRENCY,
      ({ text }) => folder.teach(text, toolsets),
      (done) => progress.show("slot-swap: seeds", done, seeds.length),
    );
    oracle.know([]);
    const missed = seeds.filter(({ call }, index) => {
      const answer = answered[index]?.answer ?? null;
      return answer === null || callKey(answer) !== callKey(call);
    });
    const replies = new Map<number, Replies>();
    const explanations = new Map<string, JsonObject>();
    for (const [index, bound] of bounds.entries()) {
      if (index > 0) await folder.serve(bound);
      await folder.learned(() => folder.resolve(UNANSWERED, toolsets));
      const show = (done: number) => progress.show(`slot-swap: probes at ${bound}`, done, probes.length);
      const got = await inTurn(probes, ({ text }) => folder.resolve(text, toolsets), show);
      replies.set(bound, got);
      for (const probe of index > 0 ? [] : probes.filter((one) => isWrongHit(one, got.get(one.id))))
        explanations.set(probe.id, (await folder.explain(probe.text, toolsets)) ?? {});
    }
    return { seedsMissed: missed.length, probes: replies, explanations };
  } finally {
    await folder.remove();
  }
}

/** One after the other: each answer is known when the next text comes. */
export async function runStream(
  oracle: Oracle,
  { tools, stream }: SlotSwap,
  bound: number,
  progress: Pick<Progress, "show">,
): Promise<Replies> {
  const folder = new ServedFolder(oracle);
  try {
    await folder.serve(bound);
    const toolsets = await folder.register(tools);
    oracle.know(rightAnswers(stream));
    const show = (done: number) => progress.show("stream", done, stream.length);
    return await inTurn(stream, ({ text }) => folder.resolve(text, toolsets), show);
  } finally {
    await folder.remove();
  }
}

async function inTurn<Item extends { readonly id: string }>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Reply>,
  show: (done: number) => void,
): Promise<Replies> {
  const replies = new Map<string, Reply>();
  for (const item of items) {
    replies.set(item.id, await ask(item));
    show(replies.size);
  }
  return replies;
}

export interface Pair {
  readonly origin: string;
  readonly similar: string;
}

/** None where the folder has no such file. */
export function readPairs(dataDir: string): readonly Pair[] {
  const path = join(dataDir, "gptcache_mock_pairs.json");
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as readonly Pair[]) : [];
}

/** What the oracle refuses. */
const UNANSWERED = "?";
const LABELS_MAX = 500;

/**
 * The pairs as texts of one classification set: every `origin` is known, every `similar` is looked up among all of them.
 * A set has 500 labels at most, so that two origins far from each other in the file share a label; equal origins always do.
 */
export function pairTexts(pairs: readonly Pair[]): {
  readonly origins: readonly Asked[];
  readonly similar: readonly Asked[];
} {
  const places = new Map<string, number>();
  for (const [index, { origin }] of pairs.entries()) if (!places.has(plain(origin))) places.set(plain(origin), index);
  const asked = (kind: keyof Pair) =>
    pairs.map((pair, index) => {
      const call = { tool: `text-${(places.get(plain(pair.origin)) ?? index) % LABELS_MAX}`, parameters: {} };
      return { id: `${kind}-${index}`, text: pair[kind], call };
    });
  return { origins: asked("origin"), similar: asked("similar") };
}

/** What the paraphrases got, by error bound. */
export async function runPairs(
  oracle: Oracle,
  pairs: readonly Pair[],
  bounds: readonly number[],
  progress: Pick<Progress, "show">,
): Promise<ReadonlyMap<number, Replies>> {
  const { origins, similar } = pairTexts(pairs);
  const replies = new Map<number, Replies>();
  if (pairs.length === 0) return replies;
  const folder = new ServedFolder(oracle);
  const labels = [...new Set(origins.map(({ call }) => call.tool ?? ""))];
  try {
    await folder.serve(bounds[0] ?? 0);
    await folder.registerLabels("pairs", labels);
    oracle.know(origins.map(({ text, call }) => [text, { label: call.tool ?? "" }] as const));
    const teach = ({ text }: Asked) => folder.teachLabel(text, "pairs");
    await inTurn(origins, teach, (done) => progress.show("pairs: origins", done, origins.length));
    oracle.know([]);
    for (const [index, bound] of bounds.entries()) {
      if (index > 0) await folder.serve(bound);
      await folder.learned(() => folder.classify(UNANSWERED, "pairs"));
      const show = (done: number) => progress.show(`pairs: similar at ${bound}`, done, similar.length);
      replies.set(bound, await inTurn(similar, ({ text }) => folder.classify(text, "pairs"), show));
    }
    return replies;
  } finally {
    await folder.remove();
  }
}
