import { checkParametersSize } from "../bank.ts";
import { AppError, invalid } from "../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { Clock } from "../ports/clock.ts";
import type { AnsweredRequest, AskedSets, RequestStore } from "../ports/request-store.ts";
import type { QueryLog } from "../query-log/query-log.ts";
import type { Found } from "../semantic-cache/finding.ts";
import type { CachedAnswers } from "../semantic-cache/keeping/cached-answers.ts";
import type { Question } from "../semantic-cache/question.ts";
import type { Banks } from "../sets/banks.ts";
import type { TaughtCall, TaughtCase, TaughtInput } from "../teaching/taught-case.ts";
import type { Teaching } from "../teaching/teaching.ts";
import type { Principal } from "../tenant.ts";
import { checkedText } from "../text.ts";
import { NO_TOOL } from "../toolset.ts";

export interface FeedbackRequest {
  readonly requestId: string;
  readonly correct: boolean;
  /** What the answer should have been. */
  readonly tool?: string;
  readonly parameters?: JsonObject;
  readonly calls?: readonly TaughtCall[];
  readonly label?: string;
  /**
   * Whether the sets that were asked are taught what is right. Left out, a correction is, unless it is a bank's, and a right answer is
   * not. A wrong one without a correction has nothing to teach.
   */
  readonly teach?: boolean;
  /** The bank that is to learn from it. */
  readonly bank?: string;
}

export interface FeedbackOutcome {
  /** Whether an answer left the cache. */
  readonly dropped: boolean;
  /** The memory that the bank gained; null when it gained none. */
  readonly memory: string | null;
  /** The case that the set was taught; null when it was taught none. */
  readonly taught: string | null;
}

/** What an answer leaves behind, to be found again by its request's id. */
export type Trace = Pick<AnsweredRequest, "answer" | "asked" | "entry" | "reuse" | "text">;

/** `found`: null where the cache was not in it. `answer`: what was given, as people read it. */
export function traceOf(
  found: Found<JsonObject, Question> | null,
  text: string,
  answer: JsonObject,
  asked: AskedSets | null,
): Trace {
  return {
    asked,
    entry: found && { partition: found.question.partition.digest, key: found.key },
    text,
    answer,
    reuse: found?.hit?.origin ?? null,
  };
}

export interface FeedbackOptions {
  readonly requests: RequestStore;
  readonly cache: Pick<CachedAnswers, "correct">;
  readonly banks: Banks;
  readonly teaching: Pick<Teaching, "teachAsked">;
  readonly queryLog: Pick<QueryLog, "judge">;
  readonly clock: Clock;
  readonly requestsPerAppMax: number;
}

/** What clients say of the answers that they got. */
export class Feedback {
  readonly #options: FeedbackOptions;

  constructor(options: FeedbackOptions) {
    this.#options = options;
  }

  /** Remembers what was answered, until feedback comes or it grows old. */
  record(principal: Principal, requestId: string, trace: Trace): Promise<void> {
    const { requests, clock, requestsPerAppMax } = this.#options;
    return requests.record(principal.app, { requestId, ...trace, createdAt: clock.now() }, requestsPerAppMax);
  }

  /**
   * A wrong answer leaves the cache, and the sets that were asked are taught the right one, as is the bank; a right answer is one to
   * learn as it is. Throws `not_found` for an unknown request or bank, `validation_error` for a correction that contradicts itself
   * or that the sets could not give.
   */
  async give(principal: Principal, request: FeedbackRequest): Promise<FeedbackOutcome> {
    const { requests, cache, banks } = this.#options;
    checkConsistent(request);
    checkSize(request);
    const answered = await requests.find(principal.app, request.requestId);
    if (!answered) {
      throw new AppError("not_found", `there is no answered request "${request.requestId}", or it is too long ago`);
    }
    const example = exampleOf(request, answered);
    // What does not exist, or fit, is found out first: then nothing has changed.
    if (request.bank !== undefined && example) await banks.registry.find(principal.app, request.bank);
    const taught = await this.#teach(principal, request, answered);
    const memory =
      request.bank === undefined || !example ? null : await banks.addMemory(principal, request.bank, example);
    const { entry, text: sentence, reuse } = answered;
    const isWrong = !request.correct && entry !== null;
    if (isWrong) await cache.correct(principal.app, entry, { sentence, reuse, expected: expectedIn(request) });
    await this.#options.queryLog.judge(principal.app, { answered, correct: request.correct });
    return { dropped: isWrong, memory: memory?.id ?? null, taught: taught?.id ?? null };
  }

  async #teach(
    principal: Principal,
    request: FeedbackRequest,
    { asked, text: query, answer }: AnsweredRequest,
  ): Promise<TaughtCase | null> {
    const right = request.correct ? rightAnswerIn(answer) : correctionIn(request);
    const { teach, correct, bank } = request;
    // What a bank learns is meant for those who name it, not for everybody.
    const isMeant = teach ?? (!correct && right !== null && bank === undefined);
    if (!isMeant) return null;
    if (!right) throw invalid("teach", "needs what is right: `tool` with `parameters`, `calls` or `label`");
    if (asked) return this.#options.teaching.teachAsked(principal, asked, { query, ...right });
    if (teach === undefined) return null;
    throw invalid("teach", "is for questions to registered sets, without history and context");
  }
}

function checkConsistent({ correct, tool, parameters, calls, label, bank }: FeedbackRequest): void {
  if (correct && [tool, parameters, calls, label].some((given) => given !== undefined)) {
    throw invalid(
      "correct",
      "is true, so there is nothing to correct: leave out `tool`, `parameters`, `calls` and `label`",
    );
  }
  if (calls !== undefined && (tool !== undefined || parameters !== undefined))
    throw invalid("calls", "are all that is right: leave out `tool` and `parameters`");
  if (calls !== undefined && bank !== undefined) throw invalid("bank", "learns one call, not several");
  if (calls !== undefined && label !== undefined)
    throw invalid("label", "is for a classification, `calls` for a resolution");
  if (parameters !== undefined && tool === undefined) throw invalid("parameters", "need the `tool` that they are for");
  if (label !== undefined && tool !== undefined)
    throw invalid("label", "is for a classification, `tool` for a resolution");
  if (label !== undefined && bank !== undefined) throw invalid("bank", "learns tool calls, no labels");
  if (bank !== undefined && !correct && tool === undefined)
    throw invalid("bank", "can learn only with the right `tool`");
}

/** A correction is kept with the mistake: it may be as large as an answer, and not as large as a body. */
function checkSize({ tool, parameters, calls = [], label }: FeedbackRequest): void {
  for (const call of calls) checkSize({ requestId: "", correct: false, ...call });
  if (tool !== undefined) checkedText("tool", tool, { min: 1, max: LIMITS.nameCharactersMax });
  if (label !== undefined) checkedText("label", label, { min: 1, max: LIMITS.labelCharactersMax });
  if (parameters !== undefined) checkParametersSize(parameters);
}

/** What the answer should have been; null where the correction does not say. */
function expectedIn({ tool, parameters = {}, calls, label }: FeedbackRequest): JsonObject | null {
  if (calls !== undefined) return { calls: calls.map((call) => ({ ...call })) };
  if (tool !== undefined) return { tool, parameters };
  return label === undefined ? null : { label };
}

/** What the sets are taught; null where the correction does not say. */
function correctionIn({ tool, parameters, calls, label }: FeedbackRequest): Omit<TaughtInput, "query"> | null {
  if (calls !== undefined) return { calls };
  if (tool !== undefined) return { tool, parameters };
  return label === undefined ? null : { label };
}

/** An answer that was right, as it stands in its trace; null where it is of several labels, or leaves something open. */
function rightAnswerIn({ tool, parameters, calls, more, labels }: JsonObject): Omit<TaughtInput, "query"> | null {
  if (Array.isArray(labels)) return labels.length === 1 ? { label: String(labels[0]) } : null;
  if (more === true) return null;
  if (Array.isArray(calls)) return { calls: calls.flatMap((call: JsonValue) => callIn(call) ?? []) };
  return typeof tool === "string" && isJsonObject(parameters) ? { tool, parameters } : null;
}

function callIn(call: JsonValue): TaughtCall | null {
  if (!isJsonObject(call) || typeof call.tool !== "string" || !isJsonObject(call.parameters)) return null;
  return { tool: call.tool, parameters: call.parameters };
}

/** What there is to learn: the correction, or the answer itself when it was right and was a tool call. */
function exampleOf(request: FeedbackRequest, { text, answer }: AnsweredRequest) {
  const { tool, parameters } = request.correct ? answer : { tool: request.tool, parameters: request.parameters ?? {} };
  if (typeof tool !== "string" || !isJsonObject(parameters) || tool === NO_TOOL) return null;
  return { query: text, tool, parameters };
}
