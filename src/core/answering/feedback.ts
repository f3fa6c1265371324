import { checkParametersSize } from "../bank.ts";
import { AppError, invalid } from "../errors.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { Clock } from "../ports/clock.ts";
import type { AnsweredRequest, RequestStore } from "../ports/storage.ts";
import type { Found } from "../semantic-cache/finding.ts";
import type { CachedAnswers } from "../semantic-cache/keeping/cached-answers.ts";
import type { Question } from "../semantic-cache/question.ts";
import type { Banks } from "../sets/banks.ts";
import type { Principal } from "../tenant.ts";
import { checkedText } from "../text.ts";

export interface FeedbackRequest {
  readonly requestId: string;
  readonly correct: boolean;
  /** What the answer should have been. */
  readonly tool?: string;
  readonly parameters?: JsonObject;
  readonly label?: string;
  /** The bank that is to learn from it. */
  readonly bank?: string;
}

export interface FeedbackOutcome {
  /** Whether an answer left the cache. */
  readonly dropped: boolean;
  /** The memory that the bank gained; null when it gained none. */
  readonly memory: string | null;
}

/** What an answer leaves behind, to be found again by its request's id. */
export type Trace = Pick<AnsweredRequest, "answer" | "entry" | "reuse" | "text">;

/** `found`: null where the cache was not in it. `answer`: what was given, as people read it. */
export function traceOf(found: Found<JsonObject, Question> | null, text: string, answer: JsonObject): Trace {
  return {
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
   * A wrong answer leaves the cache, and the bank learns the right one; a right answer is one to learn as it is.
   * Throws `not_found` for an unknown request or bank, `validation_error` for a correction that contradicts itself.
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
    // The bank first: when it does not exist, nothing may have changed.
    const memory =
      request.bank === undefined || !example ? null : await banks.addMemory(principal, request.bank, example);
    const { entry, text: sentence, reuse } = answered;
    const isWrong = !request.correct && entry !== null;
    if (isWrong) await cache.correct(principal.app, entry, { sentence, reuse, expected: expectedIn(request) });
    return { dropped: isWrong, memory: memory?.id ?? null };
  }
}

function checkConsistent({ correct, tool, parameters, label, bank }: FeedbackRequest): void {
  if (correct && (tool !== undefined || parameters !== undefined || label !== undefined)) {
    throw invalid("correct", "is true, so there is nothing to correct: leave out `tool`, `parameters` and `label`");
  }
  if (parameters !== undefined && tool === undefined) throw invalid("parameters", "need the `tool` that they are for");
  if (label !== undefined && tool !== undefined)
    throw invalid("label", "is for a classification, `tool` for a resolution");
  if (label !== undefined && bank !== undefined) throw invalid("bank", "learns tool calls, no labels");
  if (bank !== undefined && !correct && tool === undefined)
    throw invalid("bank", "can learn only with the right `tool`");
}

/** A correction is kept with the mistake: it may be as large as an answer, and not as large as a body. */
function checkSize({ tool, parameters, label }: FeedbackRequest): void {
  if (tool !== undefined) checkedText("tool", tool, { min: 1, max: LIMITS.nameCharactersMax });
  if (label !== undefined) checkedText("label", label, { min: 1, max: LIMITS.labelCharactersMax });
  if (parameters !== undefined) checkParametersSize(parameters);
}

/** What the answer should have been; null where the correction does not say. */
function expectedIn({ tool, parameters = {}, label }: FeedbackRequest): JsonObject | null {
  if (tool !== undefined) return { tool, parameters };
  return label === undefined ? null : { label };
}

/** What there is to learn: the correction, or the answer itself when it was right and was a tool call. */
function exampleOf(request: FeedbackRequest, { text, answer }: AnsweredRequest) {
  const { tool, parameters } = request.correct ? answer : { tool: request.tool, parameters: request.parameters ?? {} };
  if (typeof tool !== "string" || !isJsonObject(parameters)) return null;
  return { query: text, tool, parameters };
}
