/** The operator's commands about tests that were made, and the cases for another. */
import { AppError } from "../errors.ts";
import { everyItem } from "../every-item.ts";
import type { WrittenCase } from "../examination/case-file.ts";
import { runComparisonJson, runHeadJson, runJson } from "../examination/run-json.ts";
import type { JsonValue } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { AskedSets } from "../ports/request-store.ts";
import { taughtJson } from "../teaching/taught-json.ts";
import type { AppId } from "../tenant.ts";
import type { Arguments } from "./arguments.ts";
import { kindIn } from "./asking-commands.ts";
import type { OperatorCommand, OperatorOptions } from "./command.ts";

export const RUN_COMMANDS: readonly (readonly [string, OperatorCommand])[] = [
  ["test.cases", { takes: ["app_id", "sets", "kind", "text"], records: ["app_id", "sets"], run: readCases }],
  [
    "test.history",
    { takes: ["app_id", "sets", "kind", "limit", "after"], records: ["app_id", "sets"], run: showHistory },
  ],
  ["test.show", { takes: ["app_id", "run_id"], records: ["app_id", "run_id"], run: showRun }],
  ["test.compare", { takes: ["app_id", "first", "second"], records: ["app_id", "first", "second"], run: compareRuns }],
];

/** Of the text of a file, in every form that a test takes; without one, what the sets were taught. */
async function readCases({ tenants, teaching }: OperatorOptions, args: Arguments): Promise<JsonValue> {
  const { id: app } = await tenants.showApp(args.app());
  const signatures = args.texts("sets");
  if (args.has("text")) {
    // Knows the formats of a dozen other programs, which no start waits for.
    const { casesIn } = await import("../examination/case-file.ts");
    const { cases, notes } = casesIn(args.text("text"), signatures);
    return { cases: cases.map((written) => ({ ...written })), notes };
  }
  const cases = await ofTheFirstKind(args, (sets) => taughtCases(teaching, app, sets));
  return { cases: cases.map((written) => ({ ...written })), notes: [] };
}

/** What is right for the sets. A case that they share is one. */
async function taughtCases(
  teaching: OperatorOptions["teaching"],
  app: AppId,
  { kind, signatures }: AskedSets,
): Promise<readonly WrittenCase[]> {
  const found = new Map<string, WrittenCase>();
  for (const signature of signatures) {
    const taught = await everyItem((page) => teaching.list({ app }, { kind, signature }, page));
    for (const one of taught) {
      const json = taughtJson(one);
      found.set(JSON.stringify(json), { json, place: one.id });
    }
  }
  return [...found.values()];
}

/** Newest first, a page of them, as `{runs, next}`. */
async function showHistory({ tenants, testRuns }: OperatorOptions, args: Arguments): Promise<JsonValue> {
  const { id: app } = await tenants.showApp(args.app());
  const limit = args.has("limit") ? args.number("limit") : LIMITS.testRunsPerSetMax;
  const page = { limit, after: args.has("after") ? args.number("after") : null };
  const { items, next } = await ofTheFirstKind(args, (sets) => testRuns.list(app, sets, page));
  return { runs: items.map(runHeadJson), next };
}

async function showRun({ tenants, testRuns }: OperatorOptions, args: Arguments): Promise<JsonValue> {
  const { id: app } = await tenants.showApp(args.app());
  return runJson(await testRuns.find(app, args.text("run_id")));
}

async function compareRuns({ tenants, testRuns }: OperatorOptions, args: Arguments): Promise<JsonValue> {
  const { id: app } = await tenants.showApp(args.app());
  return runComparisonJson(await testRuns.compare(app, args.text("first"), args.text("second")));
}

/** Of the sets of the kind that is named; without one of toolsets where there is the first, else of a classification set. */
async function ofTheFirstKind<Result>(args: Arguments, work: (sets: AskedSets) => Promise<Result>): Promise<Result> {
  const signatures = args.texts("sets");
  const kind = kindIn(args);
  if (kind !== null) return work({ kind, signatures });
  try {
    return await work({ kind: "toolset", signatures });
  } catch (failure) {
    if (!(failure instanceof AppError && failure.code === "not_found")) throw failure;
    return work({ kind: "classification_set", signatures }).catch((other: unknown) => {
      throw other instanceof AppError && other.code === "not_found" ? failure : other;
    });
  }
}
