/** Requests that were answered, as a turn writes them. */
import { batchOf, isFoundByTime, type RecordedRequest, rowsOf } from "#core/request-batch.ts";
import type { AppId } from "#core/tenant.ts";

export interface RecordsOfApp {
  readonly app: AppId;
  /** How many the app may have. */
  readonly requestsMax: number;
  /** In the order of recording. */
  readonly requests: readonly RecordedRequest[];
  /** Whose answers from memory they are, from 1; null where they are written whatever is charged. */
  readonly account: number | null;
}

export type RecordColumns = ReturnType<typeof recordColumns>;

/** The rows that they come into, column by column, and where those stand whose id does not say when they were made. */
export function recordColumns(records: readonly RecordsOfApp[]) {
  const rows = records.flatMap(({ requests, ...rest }) =>
    rowsOf(requests).map((ofRow) => ({ ...rest, ofRow, ...batchOf(ofRow, 1) })),
  );
  const named = rows.flatMap(({ ofRow }, at) =>
    ofRow.filter((request) => !isFoundByTime(request)).map(({ requestId }) => ({ requestId, place: at + 1 })),
  );
  return {
    accounts: rows.map(({ account }) => account),
    apps: rows.map(({ app }) => app),
    counts: rows.map(({ ofRow }) => ofRow.length),
    requestsMax: rows.map(({ requestsMax }) => requestsMax),
    begunAt: rows.map(({ begunAt }) => begunAt),
    endedAt: rows.map(({ endedAt }) => endedAt),
    answers: rows.map(({ answers }) => answers),
    namedIn: named.map(({ place }) => place),
    namedIds: named.map(({ requestId }) => JSON.stringify(requestId)),
  };
}
