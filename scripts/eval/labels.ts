/** Labels over HTTP: one classification set for each row, every text a POST /v1/classify. */
import type { Answer, ApiClient } from "./api-client.ts";
import { CONCURRENCY } from "./bfcl.ts";
import { divide, inDigestOrder, type LabelledText } from "./data-sets.ts";
import type { Progress } from "./progress.ts";
import { inParallel, type Result, type Row, refusalIn, refusedResult, rowOf } from "./row.ts";

/** With none, the label's own words are all there is. 50 is what the contract allows a class. */
const EXAMPLES_PER_CLASS = [0, 5, 10, 50];
const EXAMPLES_PER_CLASS_MAX = 50;
const OUT_OF_SCOPE = "oos";
const LEARNING_MS_MAX = 30 * 60_000;

interface Plan {
  readonly part: string;
  readonly signature: string;
  readonly classes: readonly { readonly label: string; readonly examples?: readonly string[] }[];
  readonly allowNone: boolean;
  /** Each becomes a row; they share the set. */
  readonly tested: Readonly<Record<string, readonly LabelledText[]>>;
}

/** A row for each number of examples; texts labelled `oos` become rows of their own, with `none` allowed. */
export async function evaluateLabels(
  client: ApiClient,
  name: string,
  texts: readonly LabelledText[],
  testsMax: number,
  progress: Progress,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const plan of plansFor(name, texts, testsMax)) rows.push(...(await evaluate(client, plan, progress)));
  return rows;
}

export function plansFor(name: string, texts: readonly LabelledText[], testsMax: number): readonly Plan[] {
  const inScope = texts.filter(({ label }) => label !== OUT_OF_SCOPE);
  const outOfScope = inDigestOrder(texts.filter(({ label }) => label === OUT_OF_SCOPE)).slice(0, testsMax);
  const { examples, tested } = divide(inScope, { examplesPerClassMax: EXAMPLES_PER_CLASS_MAX, testedMax: testsMax });
  const classesWith = (count: number) =>
    [...examples].map(([label, all]) => (count === 0 ? { label } : { label, examples: all.slice(0, count) }));
  const plain = EXAMPLES_PER_CLASS.map((count) => ({
    part: `${name}, ${count} examples`,
    signature: `${name}-${count}-v1`,
    classes: classesWith(count),
    allowNone: false,
    tested: { "": tested },
  }));
  if (outOfScope.length === 0) return plain;
  const withNone = [0, EXAMPLES_PER_CLASS_MAX].map((count) => ({
    part: `${name}, ${count} examples, none allowed`,
    signature: `${name}-${count}-none-v1`,
    classes: classesWith(count),
    allowNone: true,
    tested: { ", in scope": tested, ", out of scope": outOfScope.map(({ text }) => ({ text, label: "none" })) },
  }));
  return [...plain, ...withNone];
}

async function evaluate(client: ApiClient, plan: Plan, progress: Progress): Promise<readonly Row[]> {
  const { signature, classes, allowNone } = plan;
  const body = { signature, name: plan.part, classes, ...(allowNone ? { allow_none: true } : {}) };
  const made = await client.post("/v1/classification-sets", body);
  const refused = made.status === 201 ? null : refusalIn(made);
  if (refused === null) await learned(client, plan, progress);
  const rows: Row[] = [];
  for (const [suffix, tested] of Object.entries(plan.tested)) {
    const part = plan.part + suffix;
    const results = await inParallel(
      tested,
      CONCURRENCY,
      async (test) => {
        if (refused !== null) return refusedResult(refused, "labels");
        return resultOf(test, await client.post("/v1/classify", { data: test.text, classification_set: signature }));
      },
      (done) => progress.show(part, done, tested.length),
    );
    rows.push(rowOf(part, results));
  }
  return rows;
}

interface Learning {
  readonly learning: { readonly done: number; readonly total: number } | null;
}

async function learned(client: ApiClient, plan: Plan, progress: Progress): Promise<void> {
  const deadline = performance.now() + LEARNING_MS_MAX;
  for (;;) {
    const answer = await client.get(`/v1/classification-sets/${plan.signature}`);
    if (answer.status !== 200) throw new Error(`GET ${plan.signature}: ${refusalIn(answer)}`);
    const { learning } = answer.body as unknown as Learning;
    if (learning === null) return;
    progress.show(`${plan.part}: learning`, learning.done, learning.total);
    if (performance.now() > deadline)
      throw new Error(`${plan.part}: not learned within ${LEARNING_MS_MAX / 60_000} minutes`);
    await Bun.sleep(250);
  }
}

interface Classification {
  readonly classifications: readonly { readonly label: string }[];
  readonly metadata: { readonly latency_ms: number };
}

export function resultOf(test: LabelledText, answer: Answer): Result {
  if (answer.status !== 200) return refusedResult(refusalIn(answer), "labels");
  const { classifications, metadata } = answer.body as unknown as Classification;
  return {
    right: classifications[0]?.label === test.label,
    rightTool: null,
    rightWithoutDefaults: null,
    clientMs: answer.clientMs,
    serverMs: metadata.latency_ms,
    refused: null,
  };
}
