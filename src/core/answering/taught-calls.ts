/** What an owner taught, as the answer to a query: to the same words as it stands, to others where the rules of reuse allow it. */
import type { JsonObject } from "../json.ts";
import { type LocalTime, wallClockOf } from "../local-time.ts";
import { withoutSynonyms } from "../schema/synonyms.ts";
import type { CacheHit } from "../semantic-cache/finding.ts";
import type { Proposal } from "../semantic-cache/knowledge.ts";
import { sameWordsOf } from "../semantic-cache/words/same-words.ts";
import type { CaseBook, PlacedCase, TaughtBy } from "../teaching/case-book.ts";
import { countedFrom } from "../teaching/counted-days.ts";
import type { TaughtCall } from "../teaching/taught-case.ts";
import { NO_TOOL } from "../toolset.ts";
import type { CallQuestion } from "./call-reuse.ts";
import { evidenceOf } from "./evidence.ts";
import { type ListedParameters, listedParameters } from "./listed-values.ts";
import { derivedAnswer, NO_CALL, NO_LISTS, type Offered, type ResolvedAnswer, type SureCall } from "./resolved-call.ts";
import { wordsForAll } from "./several-calls.ts";
import { checkParameters } from "./tool-call.ts";
import { callableOf } from "./tool-choice.ts";

/** Who answered, where no model was asked. */
export const TAUGHT = "taught";

export interface TaughtAnswer {
  readonly answer: ResolvedAnswer;
  readonly by: TaughtBy;
}

/**
 * The answer to the query's very words; null where none was taught, or where it holds for another day: then what is taught is read
 * again, as for other words.
 */
export function taughtForWords(question: CallQuestion): TaughtAnswer | null {
  const placed = question.cases?.same(sameWordsOf(question.sentence));
  if (!placed || !isAllowed(question, placed)) return null;
  const { localNow, sentence } = question;
  if (placed.dependsOnClock && dayOf({ ...localNow, at: countedFrom(placed.taught) }) !== dayOf(localNow)) return null;
  return {
    answer: answerOf(question, placed, { query: sentence, now: localNow }),
    by: { case: placed.taught.id, similarity: 1 },
  };
}

/** The answer to other words for what was taught; null where none can be shown to be right. `vector`: of the query. */
export function taughtForOthers(question: CallQuestion, book: CaseBook, vector: Float32Array): TaughtAnswer | null {
  const { sentence, now, offered, request, persona, localNow } = question;
  const found = book.consider(sentence, vector, now);
  if (!found) return null;
  const { proposal, placed } = found;
  if (!isSure(proposal) || !isAllowed(question, placed)) return null;
  const { text: query } = placed.taught;
  const asTaught = answerOf(question, placed, { query, now: { ...localNow, at: countedFrom(placed.taught) } });
  const { tool, parameters } = proposal.call ?? { tool: -1, parameters: {} };
  const used = [{ kind: "example", query, tool, parameters, similarity: 1 } as const];
  const answer = derivedAnswer(proposal, asTaught, offered, { request, persona, now: localNow, used });
  return answer && { answer, by: { case: placed.taught.id, similarity: proposal.similarity } };
}

/** Whether a case that is nearer than what the cache's answer was made from says another tool. */
export function isContradicted(
  { similarity, answer }: CacheHit<ResolvedAnswer>,
  book: CaseBook,
  vector: Float32Array,
): boolean {
  const [nearest] = book.nearest(vector, 1);
  if (!nearest || nearest.similarity <= similarity) return false;
  const { right } = nearest.placed.taught;
  return right.kind === "calls" && (right.calls[0]?.tool ?? NO_TOOL) !== answer.tool;
}

/**
 * Chosen on what five trades' requests are in other words, 432 of them, and on as many sentences that are close in words and mean
 * something else (`scripts/eval/teaching.ts`): docs/measurements/teaching.md has what each lets through.
 */
const SCORE_MIN = 0.9;
const SIMILARITY_MIN = { call: 0.7, none: 0.8 };

function isSure({ path, score, similarity, unseenValues }: Proposal): boolean {
  const similarityMin = path === "none" ? SIMILARITY_MIN.none : SIMILARITY_MIN.call;
  return score >= SCORE_MIN && similarity >= similarityMin && unseenValues.length === 0;
}

/** Whether the request leaves it open to be answered so, and the value lists still have what was taught. */
function isAllowed(
  { tools, offered, request: { toolChoice } }: CallQuestion,
  { taught, positions }: PlacedCase,
): boolean {
  const { right, text } = taught;
  const calls = right.kind === "calls" ? right.calls : [];
  const hasUnlisted = calls.some(({ parameters }, index) => {
    const offer = offered[positions[index] ?? -1];
    return offer !== undefined && asListed(offer, parameters, text).unfilled.length > 0;
  });
  if (hasUnlisted) return false;
  if (positions.length === 0) return !toolChoice.mustCall;
  const callable = callableOf(tools, toolChoice);
  return positions.every((position) => callable.includes(position));
}

/** As the owner taught it, whatever the reader of values would make of the query. What no word of it says is the owner's. */
function answerOf(
  { offered, request, persona }: CallQuestion,
  { taught: { right, text: sentence }, positions }: PlacedCase,
  { query, now }: { readonly query: string; readonly now: LocalTime },
): ResolvedAnswer {
  const taught: readonly TaughtCall[] = right.kind === "calls" ? right.calls : [];
  const calls = taught.slice(0, request.callsMax).map(({ parameters }, index): SureCall => {
    const offer = offered[positions[index] ?? -1] as Offered;
    const { tool, toolset } = offer;
    const { missing, ...checked } = checkParameters(tool, asListed(offer, parameters, sentence).parameters);
    const memories = [{ text: sentence, parameters }];
    const sources = { query, context: null, history: [], answered: [], memories, spans: {}, now };
    const evidence = evidenceOf(checked.parameters, tool.parameters, checked.defaultsApplied, sources);
    const named = { tool: tool.name, toolsetPosition: toolset };
    return { ...named, ...checked, missingParameters: missing, evidence, confidence: 1 };
  });
  const [first = { ...NO_CALL, confidence: 1 }, ...others] = calls;
  const more = calls.length < taught.length;
  const toolAt = (index: number) => offered[positions[index] ?? -1]?.tool ?? null;
  const text = persona && wordsForAll(calls, toolAt, { persona, occasion: now });
  return {
    query,
    model: TAUGHT,
    usedBanks: [],
    ...first,
    text: text,
    wordsBy: text === null ? null : "server",
    ...(others.length > 0 && { others }),
    ...(more && { more }),
  };
}

/** The values as the schema and the lists have them, for whatever words the owner wrote. */
function asListed({ tool, lists = NO_LISTS }: Offered, parameters: JsonObject, sentence: string): ListedParameters {
  const meant = tool.parameters ? withoutSynonyms(parameters, tool.parameters) : parameters;
  return listedParameters(tool, meant, lists, sentence);
}

const DAY_MS = 86_400_000;

/** Of the wall clock there, counted from any beginning. */
export function dayOf(time: LocalTime): number {
  return Math.floor(wallClockOf(time).getTime() / DAY_MS);
}
