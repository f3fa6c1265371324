/** The operator's commands about what sets are taught. */
import { AppError, invalid } from "../errors.ts";
import { everyItem } from "../every-item.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { TaughtSet } from "../ports/taught-case-store.ts";
import type { TaughtCase } from "../teaching/taught-case.ts";
import { taughtCallIn, taughtInputIn, taughtJson } from "../teaching/taught-json.ts";
import type { Principal } from "../tenant.ts";
import type { Arguments } from "./arguments.ts";
import type { OperatorCommand, OperatorOptions } from "./command.ts";

export const TEACHING_COMMANDS: readonly (readonly [string, OperatorCommand])[] = [
  [
    "teach",
    {
      takes: ["app_id", "signature", "query", "language", "tool", "parameters", "calls", "label"],
      records: ["app_id", "signature", "case_id"],
      run: teach,
    },
  ],
  [
    "case.import",
    { takes: ["app_id", "signature", "cases"], records: ["app_id", "signature", "cases"], run: teachMany },
  ],
  ["case.list", { takes: ["app_id", "signature"], records: ["app_id", "signature"], run: showCases }],
  [
    "case.remove",
    { takes: ["app_id", "signature", "case_id"], records: ["app_id", "signature", "case_id"], run: unteach },
  ],
];

async function teach({ tenants, teaching }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const app = await tenants.showApp(args.app());
  const kind = args.has("label") ? "classification_set" : "toolset";
  const taught = await teaching.teach(
    { app: app.id },
    { kind, signature: args.text("signature") },
    {
      query: args.text("query"),
      ...(args.has("language") && { language: args.text("language") }),
      ...(args.has("tool") && { tool: args.text("tool") }),
      ...(args.has("parameters") && { parameters: args.object("parameters") }),
      ...(args.has("calls") && { calls: args.list("calls").map(taughtCallIn) }),
      ...(args.has("label") && { label: args.text("label") }),
    },
  );
  return caseJson(taught);
}

/**
 * Each of the cases, as `teach` takes it; those that the set could never answer are told, by their position, and the others taught. A test case
 * may name a tool alone, and is half an answer where that takes parameters.
 */
async function teachMany({ tenants, teaching }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const { id: app } = await tenants.showApp(args.app());
  const signature = args.text("signature");
  const refused: JsonObject[] = [];
  const cases = args.list("cases");
  await Promise.all(
    cases.map(async (sent, position) => {
      const input = taughtInputIn(sent);
      const kind = input.label === undefined ? "toolset" : "classification_set";
      try {
        const taking = await teaching.takingParameters({ app }, signature, toolsAlone(sent));
        if (taking !== null)
          throw invalid("parameters", `"${taking}" takes some: write them, or {} where none is said`);
        await teaching.teach({ app }, { kind, signature }, input);
      } catch (failure) {
        // What is no case is; that there is no such set, or that the disk is full, is so for all of them.
        if (!(failure instanceof AppError) || !REFUSALS.has(failure.code)) throw failure;
        refused.push({ position, message: failure.message });
      }
    }),
  );
  return { taught: cases.length - refused.length, refused };
}

/** Tools of the case without parameters. */
function toolsAlone(sent: JsonValue): readonly string[] {
  const { calls = [], ...one } = isJsonObject(sent) ? sent : {};
  const named = [one, ...(Array.isArray(calls) ? calls : [])].filter(isJsonObject);
  return named.flatMap(({ tool, parameters }) => (typeof tool === "string" && parameters === undefined ? [tool] : []));
}

const REFUSALS: ReadonlySet<string> = new Set(["bad_request", "validation_error"]);

/** All of them, whichever kind of set the signature names; of both where there are two. */
async function showCases({ tenants, teaching }: OperatorOptions, args: Arguments): Promise<JsonValue> {
  const app = await tenants.showApp(args.app());
  const found = await eachKind(args.text("signature"), (set) =>
    everyItem((page) => teaching.list({ app: app.id }, set, page)),
  );
  return found.flat().map(caseJson);
}

/** Returns what is gone. */
async function unteach({ tenants, teaching }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const { id: app } = await tenants.showApp(args.app());
  const id = args.text("case_id");
  const gone = await eachKind(args.text("signature"), async (set) => {
    const taught = await caseIn({ app }, set, id, teaching);
    await teaching.remove({ app }, set, id);
    return taught;
  });
  return gone[0] ?? { case_id: id };
}

/** Null for one that is not there, and where what is stored is damaged: to remove it is the way out of that. */
async function caseIn(
  owner: Pick<Principal, "app">,
  set: TaughtSet,
  id: string,
  teaching: OperatorOptions["teaching"],
): Promise<JsonObject | null> {
  try {
    const taught = await everyItem((page) => teaching.list(owner, set, page));
    const found = taught.find((one) => one.id === id);
    return found ? caseJson(found) : null;
  } catch (failure) {
    if (failure instanceof AppError && failure.code === "service_unavailable") return null;
    throw failure;
  }
}

/** What the work gives of each kind of set that has it. Throws the last `not_found` where none has. */
async function eachKind<Result>(
  signature: string,
  work: (set: TaughtSet) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let missing: unknown = null;
  for (const kind of ["toolset", "classification_set"] as const) {
    try {
      results.push(await work({ kind, signature }));
    } catch (failure) {
      if (!(failure instanceof AppError && failure.code === "not_found")) throw failure;
      missing ??= failure;
    }
  }
  if (results.length === 0) throw missing;
  return results;
}

/** As a line of a file of test cases, with its id. */
function caseJson(taught: TaughtCase): JsonObject {
  return { case_id: taught.id, ...taughtJson(taught), taught_at: new Date(taught.taughtAt).toISOString() };
}
