/** Queries in other languages: what is understood, and whether what is not becomes "none" instead of a guess. */
import type { JsonValue } from "#core/json.ts";
import type { ApiClient } from "./api-client.ts";
import { callResultOf, savedAnswer } from "./bfcl.ts";
import { type BfclTest, linesOf } from "./data-sets.ts";
import { asKind, conditional, shareLine } from "./line.ts";
import { type Outcome, refusalsOf, together } from "./outcome.ts";
import { CONCURRENCY, inParallel } from "./parallel.ts";
import type { Progress } from "./progress.ts";
import { type Registered, type Resolved, register, resolve } from "./resolving.ts";

/** Under this an answer says of itself that it is not sure. */
const SURE_MIN = 0.5;

export interface LanguageTest extends Pick<BfclTest, "functions" | "groundTruth" | "query"> {
  /** As in "de". */
  readonly lang: string;
  readonly toolset: string;
}

export interface LanguageLine {
  readonly toolset: string;
  /** A line with tools names them for the lines after it. */
  readonly tools?: BfclTest["functions"];
  readonly lang?: string;
  readonly query?: string;
  /** The right call, with the allowed values of each parameter; `""` among them: it may be missing. Null: none fits. */
  readonly gold?: Readonly<Record<string, Readonly<Record<string, JsonValue>>>> | null;
}

export function readLanguages(path: string): readonly LanguageTest[] {
  return languageTests(linesOf<LanguageLine>(path));
}

/** Throws for a query without language or gold, and for a toolset that no line before gave tools to. */
export function languageTests(lines: readonly LanguageLine[]): readonly LanguageTest[] {
  const toolsets = new Map<string, BfclTest["functions"]>();
  return lines.flatMap(({ toolset, tools, lang, query, gold }, index) => {
    if (tools !== undefined) {
      toolsets.set(toolset, tools);
      return [];
    }
    const functions = toolsets.get(toolset);
    if (lang === undefined || query === undefined || gold === undefined)
      throw new Error(`languages, line ${index + 1}: expected lang, query and gold`);
    if (!functions) throw new Error(`languages, line ${index + 1}: no line before it gives the tools of "${toolset}"`);
    return [{ lang, query, toolset, functions, groundTruth: gold === null ? [] : [gold] }];
  });
}

export async function evaluateLanguages(
  client: ApiClient,
  tests: readonly LanguageTest[],
  progress: Progress,
  set = "language",
): Promise<Outcome> {
  const registered = new Map<string, Registered>();
  for (const { toolset, functions } of tests) {
    if (registered.has(toolset)) continue;
    registered.set(toolset, await register(client, `languages-${toolset}-v1`, functions));
  }
  const outcomes: Outcome[] = [];
  for (const [lang, own] of Map.groupBy(tests, (test) => test.lang)) {
    const resolved = await inParallel(
      own,
      CONCURRENCY,
      ({ query, toolset }) => resolve(client, { query }, registered.get(toolset)),
      (done) => progress.show(`${set} ${lang}`, done, own.length),
    );
    outcomes.push(languageOutcome(`${set} ${lang}`, own, resolved));
  }
  return together(outcomes);
}

export function languageOutcome(part: string, tests: readonly LanguageTest[], resolved: readonly Resolved[]): Outcome {
  const results = tests.map((test, index) => {
    const answer = resolved[index] as Resolved;
    return { ...callResultOf(test, answer), confidence: answer.confidence, test, answer };
  });
  const wrong = results.filter(({ rightTool }) => !rightTool);
  const line = (measure: string, among: typeof results, verdict: (result: (typeof results)[number]) => boolean) =>
    shareLine(part, measure, among.map(verdict));
  return {
    lines: [
      line("exact call", results, ({ right }) => right),
      line("right tool", results, ({ rightTool }) => rightTool),
      asKind(
        "error",
        line("another tool", results, ({ rightTool, answered }) => answered && !rightTool),
      ),
      conditional(line("none where the tool is not right", wrong, ({ answered }) => !answered)),
      conditional(
        line("confidence under 0.5 where the tool is not right", wrong, ({ confidence }) => confidence < SURE_MIN),
      ),
    ],
    verdicts: [],
    answers: results.map(({ test, answer, rightWithoutDefaults }) =>
      savedAnswer(part, test, answer, rightWithoutDefaults),
    ),
    refused: refusalsOf(part, resolved),
  };
}
