/** The whole measurement of the cache: drives the executable, counts, and puts plain cosine beside it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { percentile } from "#core/examination/statistics.ts";
import { runDragoman } from "../../dragoman-process.ts";
import { Progress } from "../progress.ts";
import { COSINES, cosineProbes, cosineStream, type Vectors } from "./cosine.ts";
import { embedded } from "./embedding.ts";
import type { Asked, SlotSwap } from "./materials.ts";
import {
  isWrongHit,
  pairTexts,
  type Replies,
  readPairs,
  runPairs,
  runSlotSwap,
  runStream,
  type SlotSwapRun,
} from "./measuring.ts";
import { Oracle } from "./oracle.ts";
import { wrongAgainstHits } from "./picture.ts";
import { type CacheReport, type CosineFigures, cacheMarkdown, type HitLatency } from "./report.ts";
import { probeTallies, type Served, streamTally, tallyOf } from "./score.ts";
import { slotSwap } from "./slot-swap.ts";

export interface CacheOptions {
  readonly data: string;
  readonly seed: number;
  /** The first is what the figures are of, the others are for the curve. */
  readonly errorBounds: readonly number[];
  readonly out: string;
}

/** GPTCache's figures are at thresholds of its owner's choice, so ours are at bounds that an owner of such texts may set. */
const BOUNDS_OF_PAIRS = [0.02, 0.05, 0.1];

/** Measures, writes the table as Markdown and JSON with the picture and the wrong hits beside it, and returns the table. */
export async function measureCache(options: CacheOptions): Promise<string> {
  const startedAt = performance.now();
  const built = slotSwap(options.data, options.seed);
  const pairs = readPairs(options.data);
  const [errorBound = 0] = options.errorBounds;
  const progress = new Progress();
  const oracle = new Oracle();
  try {
    const run = await runSlotSwap(oracle, built, options.errorBounds, progress);
    const streamed = await runStream(oracle, built, errorBound, progress);
    const pairsServed = await runPairs(oracle, pairs, [errorBound, ...BOUNDS_OF_PAIRS], progress);
    const probed = run.probes.get(errorBound) ?? new Map();
    const { origins, similar } = pairTexts(pairs);
    const texts = [...built.seeds, ...built.probes, ...built.stream, ...origins, ...similar].map(({ text }) => text);
    const vectors = await embedded(texts, progress);
    const { stdout } = await runDragoman(["version"]);
    const report: CacheReport = {
      measuredAt: new Date().toISOString(),
      binary: stdout.trim().split("\n")[0] ?? "",
      cores: availableParallelism(),
      tookSeconds: Math.round((performance.now() - startedAt) / 1_000),
      seed: options.seed,
      errorBound,
      sizes: {
        seeds: built.seeds.length,
        seedsMissed: run.seedsMissed,
        probes: built.probes.length,
        stream: built.stream.length,
      },
      probes: probeTallies(built.probes, probed),
      stream: streamTally(built.stream, streamed),
      streamSources: sourcesOf(built.stream, streamed),
      pairs: [...pairsServed].map(([bound, replies]) => ({ errorBound: bound, tally: tallyOf(similar, replies) })),
      curve: [...run.probes].map(([bound, replies]) => {
        const { all, reword } = probeTallies(built.probes, replies);
        return { errorBound: bound, all, reword };
      }),
      cosine: cosineFigures(built, origins, similar, vectors),
      latency: latencyOf(probed),
    };
    write(options.out, report, wrongHits(built, run, probed, streamed));
    return cacheMarkdown(report);
  } finally {
    await oracle.close();
  }
}

function cosineFigures(
  { seeds, probes, stream }: SlotSwap,
  origins: readonly Asked[],
  similar: readonly Asked[],
  vectors: Vectors,
): readonly CosineFigures[] {
  const probed = cosineProbes(seeds, probes, vectors, COSINES);
  const paired = cosineProbes(origins, similar, vectors, COSINES);
  return COSINES.map((threshold) => ({
    threshold,
    probes: probeTallies(probes, probed.get(threshold) ?? new Map()),
    stream: streamTally(stream, cosineStream(stream, vectors, threshold)),
    pairs: tallyOf(similar, paired.get(threshold) ?? new Map()),
  }));
}

function sourcesOf(asked: readonly Asked[], served: ReadonlyMap<string, Served>): CacheReport["streamSources"] {
  const hits = asked.filter(({ id }) => served.get(id)?.call != null);
  const bySource = Map.groupBy(hits, ({ id }) => served.get(id)?.source ?? "");
  return Object.fromEntries([...bySource].map(([source, some]) => [source, tallyOf(some, served)]));
}

function latencyOf(replies: Replies): readonly HitLatency[] {
  const bySource = Map.groupBy(replies.values(), ({ source }) =>
    source === "refused" ? "miss, until the model refused" : source,
  );
  return [...bySource].map(([source, some]) => {
    const took = some.map(({ clientMs }) => clientMs);
    return { source, n: took.length, p50Ms: percentile(took, 50) ?? 0, p95Ms: percentile(took, 95) ?? 0 };
  });
}

/** Each hit that was wrong, as it was wanted and as it came, with the cache's own reasons: what there is to learn from. */
function wrongHits({ probes, stream }: SlotSwap, { explanations }: SlotSwapRun, probed: Replies, streamed: Replies) {
  const wrong = (asked: readonly Asked[], replies: Replies) =>
    asked
      .filter((one) => isWrongHit(one, replies.get(one.id)))
      .map((one) => ({ ...one, given: replies.get(one.id)?.call, explanation: explanations.get(one.id) ?? null }));
  return [...wrong(probes, probed), ...wrong(stream, streamed)];
}

function write(out: string, report: CacheReport, wrong: readonly object[]): void {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "cache.json"), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(out, "cache.md"), cacheMarkdown(report));
  writeFileSync(join(out, "cache.svg"), wrongAgainstHits(report));
  writeFileSync(join(out, "cache-wrong.jsonl"), wrong.map((one) => `${JSON.stringify(one)}\n`).join(""));
}
