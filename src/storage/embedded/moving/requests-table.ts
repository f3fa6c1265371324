/** Requests that were answered, as a data folder has them: one by one, and together in its rows. */
import type { Database } from "bun:sqlite";
import {
  batchOf,
  isFoundByTime,
  type RecordedRequest,
  requestsIn,
  requestsOfApps,
  rowsOf,
} from "#core/request-batch.ts";
import { sumOfRequestBatch } from "../row-sums.ts";
import type { FolderTable } from "./folder-table.ts";

interface BatchRow {
  readonly app: string;
  readonly answers: string;
  /** Of the app's newest row. */
  readonly floor: number;
}

/** The newest row of each app. */
const NEWEST = "SELECT app, max(position) AS position, floor FROM request_batches GROUP BY app";

export const requestsTable: FolderTable = {
  estimate: `SELECT ifnull(sum(position - floor), 0) AS rows FROM (${NEWEST})`,
  *rows(database) {
    using all = database.prepare<BatchRow, []>(`
      SELECT request_batches.app, answers, newest.floor
      FROM request_batches JOIN (${NEWEST}) AS newest ON newest.app = request_batches.app
      ORDER BY request_batches.app, request_batches.position`);
    for (const { app, answers, floor } of all.iterate()) {
      for (const { requestId, createdAt, answered } of requestsIn(answers, floor)) {
        yield { app, request_id: requestId, created_at: createdAt, answered };
      }
    }
  },
  write(database, rows) {
    for (const { app, requests } of requestsOfApps(rows)) {
      for (const ofRow of rowsOf(requests)) writeRow(database, app, ofRow);
    }
  },
};

function writeRow(database: Database, app: string, requests: readonly RecordedRequest[]): void {
  const before =
    database
      .query<{ position: number | null }, [string]>(
        "SELECT max(position) AS position FROM request_batches WHERE app = ?",
      )
      .get(app)?.position ?? 0;
  const { answers, begunAt, endedAt } = batchOf(requests, before + 1);
  const position = before + requests.length;
  // All of them count until the next one is recorded, which says how many the app may have.
  const row = { app, position, floor: 0, begun_at: begunAt, answers };
  const insert = database.query<{ id: number }, [string, number, number, number, number, string, number]>(`
    INSERT INTO request_batches (app, position, floor, begun_at, ended_at, answers, sum)
    VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`);
  const batch = insert.get(app, position, row.floor, begunAt, endedAt, answers, sumOfRequestBatch(row));
  const name = database.query<null, [string, string, number]>(
    "INSERT OR IGNORE INTO request_ids (app, request_id, batch) VALUES (?, ?, ?)",
  );
  for (const request of requests) {
    if (batch && !isFoundByTime(request)) name.run(app, request.requestId, batch.id);
  }
}
