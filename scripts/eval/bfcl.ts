/** BFCL over HTTP: every list of functions becomes a toolset, every question a POST /v1/resolve. */

import { type AcceptedFields, acceptedFields } from "./accepted-fields.ts";
import type { ApiClient } from "./api-client.ts";
import { areAllCalls, type GroundTruth, scoreCall } from "./bfcl-scoring.ts";
import { type BfclPart, type BfclTest, functionsKey } from "./data-sets.ts";
import { conditional, type Line, shareLine } from "./line.ts";
import { type Outcome, refusalsOf, type SavedAnswer, together, type Verdict } from "./outcome.ts";
import { CONCURRENCY, inParallel } from "./parallel.ts";
import type { Progress } from "./progress.ts";
import { type Query, type Registered, type Resolved, register, resolve, without } from "./resolving.ts";

/** Exact calls, or none where none is wanted: what the confidence of a call speaks of. */
export const TOOL_CALLS = "tool calls";
/** The same answers by their tool, whatever its values. */
export const TOOLS_ALONE = "tools alone";

/** What one test gave. */
export interface CallResult {
  readonly right: boolean;
  /** Whether the tool was right, "none" included, whatever its parameters. */
  readonly rightTool: boolean;
  /** Right when parameters that the server filled from defaults are left out. */
  readonly rightWithoutDefaults: boolean;
  /** A call was made. */
  readonly answered: boolean;
  /** No tool fits, by the ground truth. */
  readonly nothingFits: boolean;
  readonly refused: string | null;
}

/** Lines for each part. At most `testsMax` tests of each. */
export async function evaluateBfcl(
  client: ApiClient,
  parts: readonly BfclPart[],
  testsMax: number,
  progress: Progress,
): Promise<Outcome> {
  const registered = new Map<string, Registered>();
  const outcomes: Outcome[] = [];
  const accepted = await acceptedFields(client);
  for (const { name, tests } of parts) {
    const taken = tests.slice(0, testsMax);
    await registerAll(client, taken, registered, (done, total) => progress.show(`${name}: toolsets`, done, total));
    const resolved = await inParallel(
      taken,
      CONCURRENCY,
      (test) => resolve(client, queryOf(test, accepted), registered.get(functionsKey(test.functions))),
      (done) => progress.show(name, done, taken.length),
    );
    const outcomeOf = taken.some(wantsSeveral) ? severalOutcome : bfclOutcome;
    outcomes.push(outcomeOf(`BFCL ${name}`, taken, resolved));
  }
  return together(outcomes);
}

function wantsSeveral({ groundTruth }: Pick<BfclTest, "groundTruth">): boolean {
  return groundTruth.length > 1;
}

/** Only who wants several calls asks for them: what is measured of single calls stays what it was. */
function queryOf({ query, context, groundTruth }: BfclTest, { callsMax }: AcceptedFields): Query {
  return {
    query,
    ...(context !== null && { context }),
    ...(wantsSeveral({ groundTruth }) && callsMax !== null && { calls_max: callsMax }),
  };
}

/**
 * Where several calls are wanted, all of them have to be exact, in any order, and nothing else called. A server that gives
 * one call only has none of these right.
 */
export function severalOutcome(part: string, tests: readonly Test[], resolved: readonly Resolved[]): Outcome {
  const results = tests.map(({ groundTruth, functions }, index) => {
    const { calls } = resolved[index] as Resolved;
    const wanted = groundTruth.flatMap((right) => Object.keys(right)).sort();
    const given = calls.map(({ tool }) => tool).sort();
    return { right: areAllCalls(calls, groundTruth, functions), rightTools: given.join() === wanted.join() };
  });
  return {
    lines: [
      shareLine(
        part,
        "all calls exact",
        results.map(({ right }) => right),
      ),
      shareLine(
        part,
        "all tools right",
        results.map(({ rightTools }) => rightTools),
      ),
    ],
    verdicts: [],
    answers: tests.map((test, index) =>
      savedAnswer(part, test, resolved[index] as Resolved, results[index]?.right ?? false),
    ),
    refused: refusalsOf(part, resolved),
  };
}

async function registerAll(
  client: ApiClient,
  tests: readonly BfclTest[],
  registered: Map<string, Registered>,
  report: (done: number, total: number) => void,
): Promise<void> {
  const lists = new Map(tests.map(({ functions }) => [functionsKey(functions), functions]));
  const fresh = [...lists].filter(([key]) => !registered.has(key));
  for (const [index, [key, tools]] of fresh.entries()) {
    registered.set(key, await register(client, `bfcl-${key.slice(0, 16)}-v1`, tools));
    report(index + 1, fresh.length);
  }
}

type Test = Pick<BfclTest, "functions" | "groundTruth" | "query">;

/** `resolved` are the answers to the tests, in their order. */
export function bfclOutcome(part: string, tests: readonly Test[], resolved: readonly Resolved[]): Outcome {
  const pairs = tests.map((test, index) => ({ test, answer: resolved[index] as Resolved }));
  const results = pairs.map(({ test, answer }) => callResultOf(test, answer));
  return {
    lines: bfclLines(part, results),
    verdicts: [
      ...verdictsOf(TOOL_CALLS, resolved, (index) => results[index]?.right === true),
      ...verdictsOf(TOOLS_ALONE, resolved, (index) => results[index]?.rightTool === true),
    ],
    answers: pairs.map(({ test, answer }, index) =>
      savedAnswer(part, test, answer, results[index]?.rightWithoutDefaults ?? false),
    ),
    refused: refusalsOf(part, resolved),
  };
}

/** Of what was answered. `isRight`: by the answer's position. */
export function verdictsOf(
  family: string,
  resolved: readonly Resolved[],
  isRight: (index: number) => boolean,
): readonly Verdict[] {
  return resolved.flatMap(({ confidence, refused }, index) =>
    refused === null ? [{ family, confidence, right: isRight(index) }] : [],
  );
}

/** Where no tool fits, whether none was called is all there is to say. */
export function bfclLines(part: string, results: readonly CallResult[]): readonly Line[] {
  if (results.every(({ nothingFits }) => nothingFits)) {
    return [
      shareLine(
        part,
        "no call",
        results.map(({ right }) => right),
      ),
    ];
  }
  const answered = results.filter((result) => result.answered);
  const line = (measure: string, among: readonly CallResult[], verdict: (result: CallResult) => boolean) =>
    shareLine(part, measure, among.map(verdict));
  return [
    line("exact call", results, ({ right }) => right),
    line("exact call without defaults", results, ({ rightWithoutDefaults }) => rightWithoutDefaults),
    line("right tool", results, ({ rightTool }) => rightTool),
    conditional(line("exact call among answered", answered, ({ right }) => right)),
    conditional(line("right tool among answered", answered, ({ rightTool }) => rightTool)),
  ];
}

export function callResultOf(test: Pick<BfclTest, "functions" | "groundTruth">, answer: Resolved): CallResult {
  const { call, defaultsApplied, refused } = answer;
  const wanted = toolIn(test.groundTruth);
  const common = { answered: call !== null, nothingFits: wanted === null, refused };
  if (refused !== null) return { right: false, rightTool: false, rightWithoutDefaults: false, ...common };
  const scored = (given: typeof call) => scoreCall(given, test.groundTruth, test.functions).correct;
  const plain = call && { tool: call.tool, parameters: without(call.parameters, defaultsApplied) };
  return {
    right: scored(call),
    rightTool: (call?.tool ?? null) === wanted,
    rightWithoutDefaults: scored(plain),
    ...common,
  };
}

/** The name of the right tool; null where none fits. */
export function toolIn(groundTruth: GroundTruth): string | null {
  return Object.keys(groundTruth[0] ?? {})[0] ?? null;
}

/** Parameters that the server filled from defaults are left out: they say nothing about the model. */
export function savedAnswer(part: string, test: Test, answer: Resolved, right: boolean): SavedAnswer {
  const { call, confidence, defaultsApplied, refused } = answer;
  const tool = toolIn(test.groundTruth);
  return {
    part,
    query: test.query,
    wanted: test.groundTruth,
    schema: test.functions.find(({ name }) => name === tool)?.parameters ?? null,
    given: call && { tool: call.tool, parameters: without(call.parameters, defaultsApplied) },
    refused,
    confidence,
    right,
  };
}
