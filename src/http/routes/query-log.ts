import { AppError } from "#core/errors.ts";
import { beforeIn, logStateJson, missesJson, rowIdIn, rowJson } from "#core/query-log/log-json.ts";
import { ROWS_LOOKED_AT_MAX } from "#core/query-log/misses.ts";
import { cursorOf, pageRequestOf } from "../request/paging.ts";
import { appRoute, appRouteWithBody, ok, paramOf, type Route } from "../route.ts";
import { MissList, QueryLogBody, QueryLogRow, QueryLogState, RemovedRows } from "../schemas/logged-questions.ts";
import { pageOf } from "../schemas/shared-fields.ts";
import type { Services } from "../services.ts";

const COST = "manage";
const TAG = "Query log";
const STATE = "/v1/query-log";
const ENTRIES = "/v1/query-log/entries";

const reading = {
  tag: TAG,
  summary: "See whether questions are logged",
  success: { status: 200, schema: QueryLogState },
  refuses: ["service_unavailable"],
} as const;
const setting = {
  tag: TAG,
  summary: "Turn the log of questions on or off",
  description:
    "It is off until somebody turns it on. What is left out stays as it is, or is 30 days, 10,000 rows, redacted. Turned off, what is in it stays until it is deleted.",
  success: { status: 200, schema: QueryLogState },
  refuses: ["bad_request", "validation_error", "service_unavailable"],
} as const;
const listing = {
  tag: TAG,
  summary: "List what was logged",
  description: "Newest first, a page at a time. The same question with the same answer is one row, which counts.",
  success: { status: 200, schema: pageOf(QueryLogRow) },
  refuses: ["validation_error", "service_unavailable"],
} as const;
const emptying = {
  tag: TAG,
  summary: "Delete what was logged",
  description:
    "All of it, or what was last asked before a moment. When it answers, no file of the log holds a byte of it.",
  success: { status: 200, schema: RemovedRows },
  refuses: ["validation_error", "service_unavailable"],
} as const;
const deleting = {
  tag: TAG,
  summary: "Delete one row of the log",
  description: "When it answers, no file of the log holds a byte of it.",
  success: { status: 204, schema: null },
  refuses: ["bad_request", "not_found", "service_unavailable"],
} as const;
const queueing = {
  tag: TAG,
  summary: "List what is most worth a look",
  description: `Of the log: answers that were said to be wrong or that a model contradicted later, unsure ones, those with a close runner-up or without a required parameter, and \`none\`. Sentences that nearly say the same are one, and counted. What is taught, or said to be right, leaves the list, and so does what is of a set that is gone. Of the ${ROWS_LOOKED_AT_MAX} most doubtful rows the first \`limit\` are given, 1–100, 50 where left out; there is no further page: those that were taken make way for the next.`,
  success: { status: 200, schema: MissList },
  refuses: ["validation_error", "service_unavailable"],
} as const;

/** The log that an app may have of its questions, and what of it is worth a look. */
export function queryLogRoutes({ queryLog, missQueue }: Services): readonly Route[] {
  return [
    appRoute({ path: STATE, cost: COST, method: "GET", describes: reading }, async ({ principal }) => {
      const state = await queryLog.state(principal);
      return ok(() => logStateJson(state));
    }),
    appRouteWithBody(
      { path: STATE, cost: COST, method: "PUT", body: QueryLogBody, describes: setting },
      async ({ principal, body }) => {
        const state = await queryLog.configure(principal, body);
        return ok(() => logStateJson(state));
      },
    ),
    appRoute({ path: ENTRIES, cost: COST, method: "GET", describes: listing }, async ({ principal, query }) => {
      const { items, next } = await queryLog.list(principal, pageRequestOf(query));
      return ok(() => ({ data: items.map(rowJson), next_cursor: cursorOf(next) }));
    }),
    appRoute({ path: ENTRIES, cost: COST, method: "DELETE", describes: emptying }, async ({ principal, query }) => {
      const before = query.get("before");
      const removed = await queryLog.remove(principal, before === null ? "all" : { before: beforeIn(before) });
      return ok(() => ({ removed }));
    }),
    appRoute({ path: `${ENTRIES}/:entry`, cost: COST, method: "DELETE", describes: deleting }, async (call) => {
      const name = paramOf(call, "entry");
      const id = rowIdIn(name);
      if (id === null) throw new AppError("not_found", `there is no row "${name}" in the log`);
      await queryLog.remove(call.principal, { ids: [id] });
      return { status: 204, body: null };
    }),
    appRoute(
      { path: "/v1/misses", cost: COST, method: "GET", describes: queueing },
      async ({ principal, query, signal }) => {
        const { limit } = pageRequestOf(query);
        const found = await missQueue.find(principal, limit, signal);
        return ok(() => missesJson(found));
      },
    ),
  ];
}
