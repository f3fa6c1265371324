/** The requests of one app that were written in one commit, as they stand in a row. */
import type { JsonObject } from "./json.ts";
import { type MovedRow, numberIn, textIn } from "./moving/moved-rows.ts";
import type { AnsweredRequest } from "./ports/request-store.ts";
import type { AppId, Instant } from "./tenant.ts";

/** A request that waits for a commit: what it shares with others as text, so that nobody changes it meanwhile. */
export interface RecordedRequest {
  readonly requestId: string;
  readonly createdAt: Instant;
  /** The answer and all that goes with it, as a JSON object without its closing brace. */
  readonly answered: string;
}

interface AnswerInBatch extends Omit<AnsweredRequest, "asked" | "createdAt" | "entry" | "requestId"> {
  /** Left out in rows of an older version. */
  readonly asked?: AnsweredRequest["asked"];
  readonly partition: string | null;
  readonly key: string | null;
  readonly requests: readonly RequestInBatch[] | readonly (number | string)[];
  /** What the numbers of a flat list are counted from; null in rows where each request is a list of its own. */
  readonly since?: readonly [position: number, at: Instant] | null;
}

type RequestInBatch = readonly [requestId: string, position: number, at: Instant];

export interface BatchRow {
  readonly answers: string;
  /** When the first and the last of them were answered. */
  readonly begunAt: Instant;
  readonly endedAt: Instant;
}

/** A request as a row has it. */
export interface FoundRequest {
  readonly request: AnsweredRequest;
  readonly position: number;
}

/** A version 7 UUID, as the server gives one to whoever brings none. Its first 48 bits are milliseconds since 1970. */
const TIMED_ID = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** How long a request may take whose id stands in no index: what memory answers takes less, and whoever looks reads few rows. */
const ANSWERED_WITHIN_MS = 250;
/** From the first to the last request of a row. */
const ROW_MS_MAX = 1_000;
/** Whoever looks for one of them has all read: milliseconds, where each has a large answer of its own. */
const ROW_REQUESTS_MAX = 256;

/** Whether the request is found by the time in its id. A client may choose ids that look like it, with any time in them. */
export function isFoundByTime({ requestId, createdAt }: Pick<RecordedRequest, "createdAt" | "requestId">): boolean {
  const madeAt = timeOf(requestId);
  return madeAt !== null && createdAt >= madeAt && createdAt - madeAt <= ANSWERED_WITHIN_MS;
}

/** Between which instants the row of such a request ended, and by when it had begun; null for an id without a time. */
export function timesOfRow(requestId: string): { from: Instant; to: Instant; begunBy: Instant } | null {
  const madeAt = timeOf(requestId);
  if (madeAt === null) return null;
  const begunBy = madeAt + ANSWERED_WITHIN_MS;
  return { from: madeAt, to: begunBy + ROW_MS_MAX, begunBy };
}

function timeOf(requestId: string): Instant | null {
  const [, high, low] = TIMED_ID.exec(requestId) ?? [];
  return high === undefined ? null : Number.parseInt(`${high}${low}`, 16);
}

/** As they come into rows: in their order, each row's within a second, and not too many. */
export function rowsOf(requests: readonly RecordedRequest[]): readonly (readonly RecordedRequest[])[] {
  const rows: RecordedRequest[][] = [];
  let [from, to] = [0, 0];
  for (const request of requests) {
    const row = rows.at(-1);
    from = Math.min(from, request.createdAt);
    to = Math.max(to, request.createdAt);
    if (row && to - from <= ROW_MS_MAX && row.length < ROW_REQUESTS_MAX) row.push(request);
    else {
      rows.push([request]);
      [from, to] = [request.createdAt, request.createdAt];
    }
  }
  return rows;
}

export function recorded({ requestId, createdAt, ...trace }: AnsweredRequest): RecordedRequest {
  return { requestId, createdAt, answered: answeredOf(trace) };
}

export function answeredOf(trace: Omit<AnsweredRequest, "createdAt" | "requestId">): string {
  const { entry, text, answer, reuse, asked } = trace;
  const { partition, key } = entry ?? { partition: null, key: null };
  return JSON.stringify({ partition, key, text, answer, reuse, asked }).slice(0, -1);
}

/** Requests that are moved, app by app as they follow each other. */
export function requestsOfApps(
  rows: readonly MovedRow[],
): readonly { readonly app: AppId; readonly requests: readonly RecordedRequest[] }[] {
  const all: { app: AppId; requests: RecordedRequest[] }[] = [];
  for (const row of rows) {
    const app = textIn(row, "app") as AppId;
    const request = {
      requestId: textIn(row, "request_id"),
      createdAt: numberIn(row, "created_at"),
      answered: textIn(row, "answered"),
    };
    const last = all.at(-1);
    if (last?.app === app) last.requests.push(request);
    else all.push({ app, requests: [request] });
  }
  return all;
}

/** Equal answers stand there once. `position`: of the first; the others follow. */
export function batchOf(requests: readonly RecordedRequest[], position: number): BatchRow {
  const groups = new Map<string, (number | string)[]>();
  let [begunAt, endedAt] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const { createdAt: firstAt = 0 } = requests[0] ?? {};
  requests.forEach(({ requestId, createdAt: at, answered }, index) => {
    const group = groups.get(answered);
    if (group) group.push(requestId, index, at - firstAt);
    else groups.set(answered, [requestId, index, at - firstAt]);
    begunAt = Math.min(begunAt, at);
    endedAt = Math.max(endedAt, at);
  });
  const since = `"since":[${position},${firstAt}]`;
  const answers = [...groups].map(([answered, group]) => `${answered},${since},"requests":${JSON.stringify(group)}}`);
  return { answers: `[${answers.join(",")}]`, begunAt, endedAt };
}

/** The newest request of this id above the floor; null where the text has it only by the way. */
export function requestIn(answers: string, requestId: string, floor: number): FoundRequest | null {
  let newest: FoundRequest | null = null;
  for (const inBatch of JSON.parse(answers) as readonly AnswerInBatch[]) {
    const { partition, key, text, answer, reuse, asked = null } = inBatch;
    for (const [id, position, createdAt] of requestsOf(inBatch)) {
      if (id !== requestId || position <= floor || (newest && newest.position > position)) continue;
      const entry = partition === null || key === null ? null : { partition, key };
      newest = { position, request: { requestId, entry, text, answer, reuse, asked, createdAt } };
    }
  }
  return newest;
}

/** All requests above the floor, in their order. */
export function requestsIn(answers: string, floor: number): readonly RecordedRequest[] {
  return (JSON.parse(answers) as readonly AnswerInBatch[])
    .flatMap((inBatch) => {
      const { partition, key, text, answer, reuse, asked = null } = inBatch;
      const entry = partition === null || key === null ? null : { partition, key };
      const answered = answeredOf({ entry, text, answer, reuse, asked });
      return requestsOf(inBatch).map(([requestId, position, createdAt]) => ({
        position,
        request: { requestId, createdAt, answered },
      }));
    })
    .filter(({ position }) => position > floor)
    .sort((one, other) => one.position - other.position)
    .map(({ request }) => request);
}

function requestsOf({ since, requests }: AnswerInBatch): readonly RequestInBatch[] {
  if (!since) return requests as readonly RequestInBatch[];
  const [position, at] = since;
  return Array.from({ length: requests.length / 3 }, (_, index) => {
    const [id, further, later] = requests.slice(3 * index) as [string, number, number];
    return [id, position + further, at + later];
  });
}

/** What of the batch was answered at `before` or later; null for nothing. `gone`: how many requests above the floor were not. */
export function youngerIn(
  answers: string,
  before: Instant,
  floor: number,
): { readonly row: BatchRow | null; readonly gone: number } {
  const there = (JSON.parse(answers) as readonly (AnswerInBatch & JsonObject)[]).map((answer) => ({
    ...answer,
    since: null,
    requests: requestsOf(answer).filter(([, position]) => position > floor),
  }));
  const young = there
    .map((answer) => ({ ...answer, requests: answer.requests.filter(([, , at]) => at >= before) }))
    .filter(({ requests }) => requests.length > 0);
  const times = young.flatMap(({ requests }) => requests.map(([, , at]) => at));
  const gone = there.reduce((sum, { requests }) => sum + requests.length, 0) - times.length;
  if (times.length === 0) return { row: null, gone };
  return { row: { answers: JSON.stringify(young), begunAt: Math.min(...times), endedAt: Math.max(...times) }, gone };
}
