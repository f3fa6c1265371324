/** Requests that were answered, as a turn writes them. */
import { batchOf, isFoundByTime, type RecordedRequest, rowsOf } from "#core/request-batch.ts";
import type { AppId } from "#core/tenant.ts";
import type { Value } from "../postgres.ts";

export interface RecordsOfApp {
  readonly app: AppId;
  /** How many the app may have. */
  readonly requestsMax: number;
  /** In the order of recording. */
  readonly requests: readonly RecordedRequest[];
  /** Whose answers from memory they are, from 1; null where they are written whatever is charged. */
  readonly account: number | null;
}

/** The last arguments of `turn`. */
export function recordValues(records: readonly RecordsOfApp[]): readonly Value[] {
  const rows = records.flatMap(({ requests, ...rest }) =>
    rowsOf(requests).map((ofRow) => ({ ...rest, ofRow, ...batchOf(ofRow, 1) })),
  );
  const named = rows.flatMap(({ ofRow }, at) =>
    ofRow.filter((request) => !isFoundByTime(request)).map(({ requestId }) => ({ requestId, place: at + 1 })),
  );
  return [
    rows.map(({ account }) => account),
    rows.map(({ app }) => app),
    rows.map(({ ofRow }) => ofRow.length),
    rows.map(({ requestsMax }) => requestsMax),
    rows.map(({ begunAt }) => begunAt),
    rows.map(({ endedAt }) => endedAt),
    rows.map(({ answers }) => answers),
    named.map(({ place }) => place),
    named.map(({ requestId }) => JSON.stringify(requestId)),
  ];
}
