/** What the cache makes of sentences that no tool fits, among others of the same field that tools are called for. */
import { UTC } from "#core/local-time.ts";
import type { IsWord } from "#core/reading/slips.ts";
import { readSchema } from "#core/schema/json-schema.ts";
import { KnownCalls } from "#core/semantic-cache/calls/known-calls.ts";
import type { NoneCandidate } from "#core/semantic-cache/calls/none-candidates.ts";
import type { FindNearest } from "#core/semantic-cache/knowledge.ts";
import { sameWordsOf } from "#core/semantic-cache/words/same-words.ts";
import type { Tool } from "#core/toolset.ts";
import { Chance } from "../../eval/cache/chance.ts";
import type { Asked, SlotSwap } from "../../eval/cache/materials.ts";
import { NO_CALL } from "../../eval/cache/sentence.ts";
import type { Labelled } from "./label-texts.ts";
import { NearestByScan, type SentenceVectors } from "./sentence-vectors.ts";

export interface NoneQuery {
  readonly source: string;
  readonly text: string;
  readonly features: NoneCandidate["features"];
  /** Whether no tool fits it. */
  readonly isRight: boolean;
}

/** Sentences of one app in the order in which they come, and the tools that they may be for. */
export interface Partition {
  readonly source: string;
  readonly tools: readonly Tool[];
  readonly asked: readonly Asked[];
}

/** Shares of the labels of a set that are tools; of a text with another label, none. */
const TOOL_SHARES = [0.1, 0.25, 0.4, 0.55, 0.7, 0.85] as const;
const TEXTS_PER_PARTITION = 1_500;
const PARTITIONS_PER_SHARE = 2;
const NOW = Date.parse("2026-03-10T12:00:00Z");
const NEIGHBOURS = 12;

/** Some labels stand for tools without parameters, the others for what their owner does not do: neighbours in meaning. */
export function labelPartitions(name: string, lines: readonly Labelled[]): readonly Partition[] {
  const labels = [...new Set(lines.map(({ label }) => label))].sort();
  const places = TOOL_SHARES.flatMap((share) => Array.from({ length: PARTITIONS_PER_SHARE }, () => share));
  return places.map((share, seed) => {
    const chance = new Chance(900 + seed);
    const chosen = chance
      .shuffled(labels.filter((label) => label !== "oos"))
      .slice(0, Math.ceil(share * labels.length));
    const tools = chosen.map((label) => ({ name: label, description: label }) as Tool);
    const texts = chance.shuffled(lines).slice(0, TEXTS_PER_PARTITION);
    return { source: `${name}/${share}/${seed}`, tools, asked: texts.map(askedFrom(new Set(chosen))) };
  });
}

function askedFrom(tools: ReadonlySet<string>): (line: Labelled, at: number) => Asked {
  return ({ text, label }, at) => {
    return { id: `n${at}`, text, call: tools.has(label) ? { tool: label, parameters: {} } : NO_CALL };
  };
}

/** Real calls, and sentences of other fields. */
export function swapPartition({ tools, stream }: Pick<SlotSwap, "stream" | "tools">, seed: number): Partition {
  return { source: `slot-swap/${seed}`, tools, asked: stream };
}

/** Each sentence is asked before its answer is known. */
export async function noneQueries(
  { source, tools: defined, asked }: Partition,
  vectors: SentenceVectors,
  isWord: IsWord,
): Promise<readonly NoneQuery[]> {
  const index = new NearestByScan();
  const names = new Map(defined.map(({ name }, at) => [name, at]));
  const tools = defined.map((tool) => (tool.parameters ? { ...tool, parameters: readSchema(tool.parameters) } : tool));
  const findNearest: FindNearest = (vector, count) => index.nearest(vector, count);
  const known = new KnownCalls({ tools, findNearest, isWord, zone: UTC });
  const sameWords = new Set<string>();
  const queries: NoneQuery[] = [];
  for (const [id, { text, call }] of asked.entries()) {
    const { key } = sameWordsOf(text);
    if (sameWords.has(key)) continue;
    sameWords.add(key);
    const vector = await vectors.of(text);
    const { none } = known.candidates(text, index.nearest(vector, NEIGHBOURS), NOW);
    if (none) queries.push({ source, text, features: none.features, isRight: call.tool === null });
    const tool = call.tool === null ? null : (names.get(call.tool) ?? null);
    known.add({ id, text, vector, answeredAt: NOW, tool, parameters: call.parameters, defaultsApplied: [] });
    index.add(id, vector);
  }
  return queries;
}
