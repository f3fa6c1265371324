/** BFCL over HTTP: every list of functions becomes a toolset, every question a POST /v1/resolve. */
import type { JsonObject } from "#core/json.ts";
import type { Answer, ApiClient } from "./api-client.ts";
import { type GroundTruth, scoreCall } from "./bfcl-scoring.ts";
import { type BfclPart, type BfclTest, functionsKey } from "./data-sets.ts";
import type { Progress } from "./progress.ts";
import { inParallel, type Result, type Row, refusalIn, refusedResult, rowOf } from "./row.ts";

export const CONCURRENCY = 2;

/** What became of a list of functions: the signature it is registered under, or why it is not. */
type Registered = { readonly signature: string } | { readonly refused: string };

/** A row for each part. At most `testsMax` tests of each. */
export async function evaluateBfcl(
  client: ApiClient,
  parts: readonly BfclPart[],
  testsMax: number,
  progress: Progress,
): Promise<readonly Row[]> {
  const registered = new Map<string, Registered>();
  const rows: Row[] = [];
  for (const { name, tests } of parts) {
    const taken = tests.slice(0, testsMax);
    await register(client, taken, registered, (done, total) => progress.show(`${name}: toolsets`, done, total));
    const results = await inParallel(
      taken,
      CONCURRENCY,
      (test) => resolve(client, test, registered.get(functionsKey(test.functions))),
      (done) => progress.show(name, done, taken.length),
    );
    rows.push(rowOf(name, results));
  }
  return rows;
}

async function register(
  client: ApiClient,
  tests: readonly BfclTest[],
  registered: Map<string, Registered>,
  report: (done: number, total: number) => void,
): Promise<void> {
  const lists = new Map(tests.map(({ functions }) => [functionsKey(functions), functions]));
  const fresh = [...lists].filter(([key]) => !registered.has(key));
  for (const [index, [key, tools]] of fresh.entries()) {
    const signature = `bfcl-${key.slice(0, 16)}-v1`;
    const answer = await client.post("/v1/toolsets", { signature, name: "BFCL", tools });
    registered.set(key, answer.status === 201 ? { signature } : { refused: refusalIn(answer) });
    report(index + 1, fresh.length);
  }
}

async function resolve(client: ApiClient, test: BfclTest, toolset: Registered | undefined): Promise<Result> {
  if (!toolset || "refused" in toolset) return refusedResult(toolset?.refused ?? "not_registered", "tools");
  const context = test.context === null ? {} : { context: test.context };
  const answer = await client.post("/v1/resolve", { query: test.query, toolsets: [toolset.signature], ...context });
  return resultOf(test, answer);
}

interface Resolution {
  readonly resolved: { readonly tool: string; readonly parameters: JsonObject };
  readonly metadata: { readonly latency_ms: number; readonly defaults_applied?: readonly string[] };
}

export function resultOf(test: Pick<BfclTest, "functions" | "groundTruth">, answer: Answer): Result {
  if (answer.status !== 200) return refusedResult(refusalIn(answer), "tools");
  const { resolved, metadata } = answer.body as unknown as Resolution;
  const right = (parameters: JsonObject) => {
    const call = resolved.tool === "none" ? null : { tool: resolved.tool, parameters };
    return scoreCall(call, test.groundTruth, test.functions).correct;
  };
  return {
    right: right(resolved.parameters),
    rightTool: resolved.tool === toolIn(test.groundTruth),
    rightWithoutDefaults: right(without(resolved.parameters, metadata.defaults_applied ?? [])),
    clientMs: answer.clientMs,
    serverMs: metadata.latency_ms,
    refused: null,
  };
}

function toolIn(groundTruth: GroundTruth): string {
  return Object.keys(groundTruth[0] ?? {})[0] ?? "none";
}

/** The parameters but for those at the given paths, as in `address.city`. */
export function without(parameters: JsonObject, paths: readonly string[]): JsonObject {
  const copy = structuredClone(parameters) as Record<string, unknown>;
  for (const path of paths) {
    const names = path.split(".");
    const last = names.pop() as string;
    let holder: Record<string, unknown> | undefined = copy;
    for (const name of names) holder = holder?.[name] as Record<string, unknown> | undefined;
    if (holder) delete holder[last];
  }
  return copy as JsonObject;
}
