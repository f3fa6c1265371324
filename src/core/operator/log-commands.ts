/** The operator's commands about the logs that apps have of their questions. */
import { AppError, invalid } from "../errors.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { LogSelection } from "../ports/query-log-store.ts";
import { beforeIn, logStateJson, missesJson, rowIdIn, rowJson } from "../query-log/log-json.ts";
import { loggedCases } from "../query-log/logged-cases.ts";
import { ROWS_LOOKED_AT_MAX } from "../query-log/misses.ts";
import type { Arguments } from "./arguments.ts";
import type { OperatorCommand, OperatorOptions } from "./command.ts";

/** How many rows are shown at once. */
const ROWS = { byDefault: LIMITS.pageItemsDefault, max: LIMITS.pageItemsMax };

export const LOG_COMMANDS: readonly (readonly [string, OperatorCommand])[] = [
  [
    "log.on",
    { takes: ["app_id", "days", "rows", "redact"], records: ["app_id", "days", "rows", "redact"], run: turnOn },
  ],
  ["log.off", { takes: ["app_id"], records: ["app_id"], run: turnOff }],
  ["log.show", { takes: ["app_id", "limit"], records: ["app_id"], run: show }],
  [
    "log.delete",
    {
      takes: ["app_id", "row_id", "row_ids", "before"],
      records: ["app_id", "row_id", "row_ids", "before", "removed"],
      run: empty,
    },
  ],
  ["log.cases", { takes: ["app_id", "signature", "kind", "after"], records: ["app_id", "signature"], run: showCases }],
  ["log.misses", { takes: ["app_id", "limit"], records: ["app_id"], run: showMisses }],
];

async function turnOn({ tenants, queryLog }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const { id: app } = await tenants.showApp(args.app());
  const state = await queryLog.configure(
    { app },
    {
      enabled: true,
      ...(args.has("days") && { days: args.number("days") }),
      ...(args.has("rows") && { rows: args.number("rows") }),
      ...(args.has("redact") && { redact: args.flag("redact") }),
    },
  );
  return { app_id: app, ...logStateJson(state) };
}

async function turnOff({ tenants, queryLog }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const { id: app } = await tenants.showApp(args.app());
  return { app_id: app, ...logStateJson(await queryLog.configure({ app }, { enabled: false })) };
}

/** Its state, and the newest rows. */
async function show({ tenants, queryLog }: OperatorOptions, args: Arguments): Promise<JsonValue> {
  const { id: app } = await tenants.showApp(args.app());
  const { items } = await queryLog.list({ app }, { limit: args.limit(ROWS), after: null });
  return { app_id: app, ...logStateJson(await queryLog.state({ app })), entries: items.map(rowJson) } as JsonObject;
}

/** A row or several, what is older than a moment, or all. */
async function empty({ tenants, queryLog }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const { id: app } = await tenants.showApp(args.app());
  return { app_id: app, removed: await queryLog.remove({ app }, selectionIn(args)) };
}

async function showMisses({ tenants, missQueue }: OperatorOptions, args: Arguments): Promise<JsonValue> {
  const { id: app } = await tenants.showApp(args.app());
  return missesJson(await missQueue.find({ app }, args.limit(ROWS))) as JsonObject;
}

/** Some of what was asked of a set, as cases, and where the others go on. */
async function showCases({ tenants, queryLog }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const { id: app } = await tenants.showApp(args.app());
  const kind = args.text("kind") === "toolset" ? "toolset" : "classification_set";
  const after = args.has("after") ? args.number("after") : null;
  const { cases, next } = await loggedCases(queryLog, { app }, { kind, signature: args.text("signature") }, after);
  return {
    app_id: app,
    cases: cases.map(({ row, times, isRight, json }) => ({ row: `row_${row}`, times, isRight, json })),
    next,
  };
}

function selectionIn(args: Arguments): LogSelection {
  const [given, ...more] = ["row_id", "row_ids", "before"].filter((name) => args.has(name));
  if (more.length > 0) throw invalid(`${more[0]}`, `stands beside \`${given}\`: send one of them`);
  if (given === undefined) return "all";
  if (given === "before") return { before: beforeIn(args.text("before")) };
  const names = given === "row_id" ? [args.text("row_id")] : args.texts("row_ids");
  if (names.length < 1 || names.length > ROWS_LOOKED_AT_MAX) {
    throw invalid("row_ids", `must name 1 to ${ROWS_LOOKED_AT_MAX} rows`);
  }
  return { ids: names.map(namedRow) };
}

function namedRow(name: string): number {
  const id = rowIdIn(name);
  if (id === null) throw new AppError("not_found", `there is no row "${name}" in the log`);
  return id;
}
