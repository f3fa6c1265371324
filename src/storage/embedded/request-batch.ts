/** The requests of one app that were written in one commit, as they stand in a row. */
import type { JsonObject } from "#core/json.ts";
import type { AnsweredRequest } from "#core/ports/storage.ts";
import type { Instant } from "#core/tenant.ts";

/** A request that waits for a commit: what it shares with others as text, so that nobody changes it meanwhile. */
export interface RecordedRequest {
  readonly requestId: string;
  readonly createdAt: Instant;
  /** The answer and all that goes with it, as a JSON object without its closing brace. */
  readonly answered: string;
}

interface AnswerInBatch extends Omit<AnsweredRequest, "createdAt" | "entry" | "requestId"> {
  readonly partition: string | null;
  readonly key: string | null;
  readonly requests: readonly (readonly [requestId: string, position: number, at: Instant])[];
}

export interface BatchRow {
  readonly answers: string;
  /** When the first of them was answered. */
  readonly begunAt: Instant;
}

export function recorded(request: AnsweredRequest): RecordedRequest {
  const { requestId, createdAt, entry, text, answer, reuse } = request;
  const { partition, key } = entry ?? { partition: null, key: null };
  return { requestId, createdAt, answered: JSON.stringify({ partition, key, text, answer, reuse }).slice(0, -1) };
}

/** Equal answers stand there once. `position`: of the first; the others follow. */
export function batchOf(requests: readonly RecordedRequest[], position: number): BatchRow {
  const groups = new Map<string, string[]>();
  let begunAt = Number.POSITIVE_INFINITY;
  requests.forEach(({ requestId, createdAt: at, answered }, index) => {
    const group = groups.get(answered) ?? [];
    if (group.length === 0) groups.set(answered, group);
    group.push(`[${JSON.stringify(requestId)},${position + index},${at}]`);
    begunAt = Math.min(begunAt, at);
  });
  const answers = [...groups].map(([answered, group]) => `${answered},"requests":[${group.join(",")}]}`);
  return { answers: `[${answers.join(",")}]`, begunAt };
}

/** The newest request of this id above the floor; null where the text has it only by the way. */
export function requestIn(answers: string, requestId: string, floor: number): AnsweredRequest | null {
  let newest: { readonly position: number; readonly request: AnsweredRequest } | null = null;
  for (const { partition, key, text, answer, reuse, requests } of JSON.parse(answers) as readonly AnswerInBatch[]) {
    for (const [id, position, createdAt] of requests) {
      if (id !== requestId || position <= floor || (newest && newest.position > position)) continue;
      const entry = partition === null || key === null ? null : { partition, key };
      newest = { position, request: { requestId, entry, text, answer, reuse, createdAt } };
    }
  }
  return newest?.request ?? null;
}

/** What of the batch was answered at `before` or later; null for nothing. `gone`: how many requests above the floor were not. */
export function youngerIn(
  answers: string,
  before: Instant,
  floor: number,
): { readonly row: BatchRow | null; readonly gone: number } {
  const there = (JSON.parse(answers) as readonly (AnswerInBatch & JsonObject)[]).map((answer) => ({
    ...answer,
    requests: answer.requests.filter(([, position]) => position > floor),
  }));
  const young = there
    .map((answer) => ({ ...answer, requests: answer.requests.filter(([, , at]) => at >= before) }))
    .filter(({ requests }) => requests.length > 0);
  const times = young.flatMap(({ requests }) => requests.map(([, , at]) => at));
  const gone = there.reduce((sum, { requests }) => sum + requests.length, 0) - times.length;
  if (times.length === 0) return { row: null, gone };
  return { row: { answers: JSON.stringify(young), begunAt: Math.min(...times) }, gone };
}
