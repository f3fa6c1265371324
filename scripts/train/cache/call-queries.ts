/** What the cache makes of the sentences and probes of slot-swap, labelled with what the resolver would have said. */
import { UTC } from "#core/local-time.ts";
import type { IsWord } from "#core/reading/slips.ts";
import { readSchema } from "#core/schema/json-schema.ts";
import { callKey } from "#core/semantic-cache/calls/agreement.ts";
import type { CallCandidate } from "#core/semantic-cache/calls/candidates.ts";
import { KnownCalls } from "#core/semantic-cache/calls/known-calls.ts";
import { doubtfulTexts, ValueLikeness } from "#core/semantic-cache/calls/value-likeness.ts";
import type { FindNearest } from "#core/semantic-cache/knowledge.ts";
import { sameWordsOf } from "#core/semantic-cache/words/same-words.ts";
import type { Asked, SlotSwap } from "../../eval/cache/materials.ts";
import { NearestByScan, type SentenceVectors } from "./sentence-vectors.ts";

export interface LabelledCandidate extends CallCandidate {
  readonly isRight: boolean;
}

export interface CallQuery {
  readonly text: string;
  /** Queries that mean one call share a fold: none is judged by weights that were fitted on another. */
  readonly fold: number;
  readonly candidates: readonly LabelledCandidate[];
  /** Whether the values that a candidate of this score takes from the query look like those of their parameters. */
  readonly looksRight: (candidate: CallCandidate, score: number) => Promise<boolean>;
}

/** Each is judged by weights that were fitted on the others. */
export const CALL_FOLDS = 4;
const NOW = Date.parse("2026-03-10T12:00:00Z");
const NEIGHBOURS = 12;

/**
 * While the cache fills, what it would have said to each sentence is a query as well: such labels cost nothing in the product
 * either.
 */
export async function callQueries(
  { tools: defined, seeds, probes }: Pick<SlotSwap, "probes" | "seeds" | "tools">,
  vectors: SentenceVectors,
  isWord: IsWord,
): Promise<readonly CallQuery[]> {
  const index = new NearestByScan();
  const names = defined.map(({ name }) => name);
  const tools = defined.map((tool) => (tool.parameters ? { ...tool, parameters: readSchema(tool.parameters) } : tool));
  const findNearest: FindNearest = (vector, count) => index.nearest(vector, count);
  const known = new KnownCalls({ tools, findNearest, isWord, zone: UTC });
  const values = new ValueLikeness();
  const sameWords = new Set<string>();

  const ask = async ({ text, call }: Asked): Promise<CallQuery[]> => {
    if (sameWords.has(sameWordsOf(text).key)) return [];
    const right = call.tool === null ? null : callKey(names.indexOf(call.tool), call.parameters);
    const near = index.nearest(await vectors.of(text), NEIGHBOURS);
    const candidates = known.candidates(text, near, NOW).candidates.map((candidate) => ({
      ...candidate,
      isRight: callKey(candidate.tool, candidate.parameters) === right,
    }));
    const looksRight = (candidate: CallCandidate, score: number) => looksLikeItsOwn(candidate, score, values, vectors);
    return [{ text, fold: foldOf(right ?? text), candidates, looksRight }];
  };

  const queries: CallQuery[] = [];
  for (const [id, asked] of seeds.entries()) {
    queries.push(...(await ask(asked)));
    const { text, call } = asked;
    const tool = call.tool === null ? null : names.indexOf(call.tool);
    const vector = await vectors.of(text);
    const lesson = { tool, parameters: call.parameters, defaultsApplied: [] };
    known.add({ id, text, vector, answeredAt: NOW, ...lesson });
    values.learn({ kind: "call", dependsOnClock: false, ...lesson });
    index.add(id, vector);
    sameWords.add(sameWordsOf(text).key);
  }
  for (const asked of probes) queries.push(...(await ask(asked)));
  return queries;
}

async function looksLikeItsOwn(
  candidate: CallCandidate,
  score: number,
  values: ValueLikeness,
  vectors: SentenceVectors,
): Promise<boolean> {
  const { path, entry, tool, parameters, spans, unseenValues, leftoverWords } = candidate;
  if (unseenValues.length === 0) return true;
  const call = { tool, parameters };
  const proposal = {
    path,
    id: entry.id,
    similarity: 0,
    score,
    call,
    class: null,
    spans: spans(),
    unseenValues,
    leftoverWords,
  };
  const taken = new Map<string, Float32Array>();
  for (const text of values.unembedded(proposal)) taken.set(text, await vectors.of(text));
  values.take(taken);
  const own = new Map<string, Float32Array>();
  for (const text of doubtfulTexts(proposal)) own.set(text, await vectors.of(text));
  return values.looksRight(proposal, own);
}

function foldOf(text: string): number {
  return Number(Bun.hash.wyhash(text) % BigInt(CALL_FOLDS));
}
