/** What is given of an answer: to these words, in this request. */
import type { JsonObject } from "../json.ts";
import type { AliasUse } from "../ports/alias-tally-store.ts";
import type { AnswerSource } from "../ports/observer.ts";
import type { AskedSets } from "../ports/request-store.ts";
import type { Explanation } from "../semantic-cache/explanation.ts";
import type { Found, Likeness, Repeat } from "../semantic-cache/finding.ts";
import { sayingLanguage } from "../spoken-language/asked-in.ts";
import type { TaughtBy } from "../teaching/case-book.ts";
import { NO_TOOL } from "../toolset.ts";
import type { NamedRunnerUp } from "./afresh.ts";
import type { CallQuestion } from "./call-reuse.ts";
import type { EvidenceMap } from "./evidence.ts";
import { evidenceAsSent, evidenceMoved } from "./evidence-offsets.ts";
import { type Trace, traceOf } from "./feedback.ts";
import type { CheckedRequest } from "./resolve-request.ts";
import type { ResolvedAnswer } from "./resolved-call.ts";
import { callsIn, withoutUnsure } from "./several-calls.ts";
import { type Unfilled, unfilledIn, unfilledMoved } from "./unfilled.ts";

export interface ToolCall {
  /** `none` when no tool fits. */
  readonly tool: string;
  readonly parameters: JsonObject;
}

/** One of the calls of an answer that may have several. */
export interface GivenCall extends ToolCall {
  readonly confidence: number;
  readonly evidence: EvidenceMap;
  readonly missingParameters: readonly string[];
  readonly defaultsApplied: readonly string[];
  /** What was said and cannot be had, its places those of the checked query; left out where there is none. */
  readonly unfilled?: readonly Unfilled[];
}

/** A tool call, and all that is known about how it came to be. */
export interface Resolution {
  readonly resolved: ToolCall;
  /** The answer in words; null where none was asked for. */
  readonly text: string | null;
  readonly source: AnswerSource;
  /** Present when an owner taught the answer. */
  readonly taught: TaughtBy | null;
  /** Present when the cache answered. */
  readonly cache: Likeness | null;
  /** Present when the same request may be answered so again. */
  readonly repeat: Repeat | null;
  /** Why the cache did or did not answer; null where nobody asked. */
  readonly explanation: Explanation | null;
  /** The signature of the toolset that the tool is from; null for inline tools and for `none`. */
  readonly toolset: string | null;
  readonly confidence: number;
  /** The model that answered, or had answered when the entry was made. */
  readonly model: string;
  readonly missingParameters: readonly string[];
  readonly defaultsApplied: readonly string[];
  /** What was said and cannot be had, with offsets as the evidence has them. */
  readonly unfilled: readonly Unfilled[];
  /** Offsets in code points of the texts as they were sent. */
  readonly evidence: EvidenceMap;
  /** What the query is in, by ISO 639, or `und`. */
  readonly language: string;
  /** What aliases that the request named stood for. */
  readonly aliases: readonly AliasUse[];
  /** The banks whose memories were put to use. */
  readonly usedBanks: readonly string[];
  /** All calls, the one that is `resolved` first; null where only one was asked for. */
  readonly calls: readonly GivenCall[] | null;
  /** The query asks for more than is answered. */
  readonly more: boolean;
  /** What came next; null where no model was asked, or it does not tell. */
  readonly runnerUp: NamedRunnerUp | null;
  readonly trace: Trace;
}

/** What else there is to know of a request and how it was answered. */
export interface Around extends Pick<CallQuestion, "toolsets" | "persona"> {
  readonly sent: { readonly query: string; readonly context?: string };
  readonly request: CheckedRequest;
  readonly aliases: readonly AliasUse[];
  readonly explanation: Explanation | null;
  readonly taught: TaughtBy | null;
  readonly runnerUp?: NamedRunnerUp | null;
}

/** Whom the right answer would teach: nobody where something was said before, which has its part in it. */
function askedOf({ request, toolsets }: Pick<Around, "request" | "toolsets">): AskedSets | null {
  const isAlone = request.history.length === 0 && request.context === null;
  const signatures = toolsets.map(({ signature }) => signature);
  return isAlone && signatures.length > 0 ? { kind: "toolset", signatures, ...sayingLanguage(request) } : null;
}

/** Whoever learns from an answer looks for a tool in it, and finds one where that is the whole answer. */
function answerTraced(calls: readonly ToolCall[], more: boolean): JsonObject {
  const named = calls.map(({ tool, parameters }) => ({ tool, parameters }));
  if (named.length > 1 || more) return { calls: named, ...(more && { more }) };
  return named[0] ?? { tool: NO_TOOL, parameters: {} };
}

function isWithheld(answer: ResolvedAnswer, given: ResolvedAnswer): boolean {
  return given.tool === NO_TOOL && answer.tool !== NO_TOOL;
}

/** What is too unsure to be given is what comes next to none. */
function withheldIn({ tool: name, confidence }: ResolvedAnswer): NamedRunnerUp {
  return { name, margin: Math.max(0, 1 - 2 * confidence) };
}

/** `found`: null where the cache was not in it. */
export function resolutionOf(
  answer: ResolvedAnswer,
  found: Found<ResolvedAnswer, CallQuestion> | null,
  around: Around,
): Resolution {
  const hit = found?.hit ?? null;
  const { request, toolsets, persona, taught } = around;
  const given = withoutUnsure(answer, request, toolsets, persona);
  const { tool, toolsetPosition, parameters, query, wordsBy: _, others: _others, more = false, ...known } = given;
  const { unfilled = [], ...rest } = known;
  // The same words may be written with other white space than when the entry was made.
  const isAsThen = query === request.query;
  const unfilledHere = isAsThen ? unfilled : unfilledMoved(unfilled, query, request.query);
  const sent = (evidence: EvidenceMap) => {
    const here = isAsThen ? evidence : evidenceMoved(evidence, query, request.query);
    return evidenceAsSent(here, around.sent, request);
  };
  const calls = callsIn(given).map((call) => ({ ...call, evidence: sent(call.evidence) }));
  return {
    ...rest,
    resolved: { tool, parameters },
    calls: request.callsMax > 1 ? calls : null,
    more,
    runnerUp: isWithheld(answer, given) ? withheldIn(answer) : (around.runnerUp ?? null),
    source: taught ? "taught" : (hit?.source ?? "model"),
    taught,
    cache: hit && { similarity: hit.similarity, ageSeconds: hit.ageSeconds, reused: hit.reused },
    repeat: hit?.repeat ?? null,
    explanation: around.explanation,
    language: request.language,
    aliases: around.aliases,
    toolset: toolsetPosition === null ? null : (toolsets[toolsetPosition]?.signature ?? null),
    evidence: calls[0]?.evidence ?? {},
    unfilled: unfilledIn(unfilledHere, (places) => evidenceAsSent(places, around.sent, request)),
    trace: traceOf(found, request.query, answerTraced(calls, more), askedOf(around)),
  };
}
