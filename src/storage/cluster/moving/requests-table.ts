/** Requests that were answered, as a cluster has them: one by one, and together in its rows. */
import { numberIn, textIn } from "#core/moving/moved-rows.ts";
import { requestsIn, requestsOfApps } from "#core/request-batch.ts";
import { recordColumns } from "../money/records.ts";
import type { ClusterTable } from "./cluster-table.ts";

/** What the newest row of an app says counts: what was moved is found until a node records the next, and says how many there may be. */
const REQUESTS_MAX = Number.MAX_SAFE_INTEGER;

/** How many requests of an app came after those of a row, and how many it may have. */
const COUNTED = `
  SELECT app, id, count, answers,
    coalesce(sum(count) OVER (PARTITION BY app ORDER BY id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::bigint AS newer,
    first_value(requests_max) OVER (PARTITION BY app ORDER BY id DESC) AS requests_max
  FROM request_batches WHERE EXISTS (SELECT FROM apps WHERE apps.app = request_batches.app)`;

export const requestsTable: ClusterTable = {
  select: `SELECT app, answers, count + newer - requests_max AS floor FROM (${COUNTED}) AS counted
    WHERE newer < requests_max ORDER BY app, id`,
  estimate: "SELECT coalesce(sum(count - expired), 0)::bigint AS rows FROM request_batches",
  fetchedMax: 32,
  asRead: (row) =>
    requestsIn(textIn(row, "answers"), numberIn(row, "floor")).map(({ requestId, createdAt, answered }) => ({
      app: textIn(row, "app"),
      request_id: requestId,
      created_at: createdAt,
      answered,
    })),
  written: (rows) => {
    const records = requestsOfApps(rows).map((ofApp) => ({ ...ofApp, requestsMax: REQUESTS_MAX, account: null }));
    const { apps, counts, requestsMax, begunAt, endedAt, answers, namedIn, namedIds } = recordColumns(records);
    const values = [apps, counts, requestsMax, begunAt, endedAt, answers, namedIn, namedIds];
    return [{ text: "SELECT record_requests($1, $2, $3, $4, $5, $6, $7, $8)", values }];
  },
};
