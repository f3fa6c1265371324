/** Labels over HTTP: one classification set for each plan, every text a POST /v1/classify. */
import type { Answer, ApiClient } from "./api-client.ts";
import { divide, inDigestOrder, type LabelledText } from "./data-sets.ts";
import { learned } from "./learned.ts";
import { shareLine } from "./line.ts";
import { type Outcome, refusalIn, refusalsOf, together } from "./outcome.ts";
import { CONCURRENCY, inParallel } from "./parallel.ts";
import type { Progress } from "./progress.ts";

/** With none, the label's own words are all there is. 50 is what the contract allows a class. */
const EXAMPLES_PER_CLASS = [0, 5, 10, 50];
const EXAMPLES_PER_CLASS_MAX = 50;
const OUT_OF_SCOPE = "oos";

interface Plan {
  readonly part: string;
  readonly signature: string;
  readonly classes: readonly Labelled[];
  readonly allowNone: boolean;
  /** What its confidences are calibrated with. */
  readonly family: string;
  /** By measure; they share the set. */
  readonly tested: Readonly<Record<string, readonly LabelledText[]>>;
}

/** Lines for each number of examples; texts labelled `oos` become lines of their own, with `none` allowed. */
export async function evaluateLabels(
  client: ApiClient,
  name: string,
  texts: readonly LabelledText[],
  testsMax: number,
  progress: Progress,
): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const plan of plansFor(name, texts, testsMax)) outcomes.push(await evaluate(client, plan, progress));
  return together(outcomes);
}

export function plansFor(name: string, texts: readonly LabelledText[], testsMax: number): readonly Plan[] {
  const inScope = texts.filter(({ label }) => label !== OUT_OF_SCOPE);
  const outOfScope = inDigestOrder(texts.filter(({ label }) => label === OUT_OF_SCOPE)).slice(0, testsMax);
  const { examples, tested } = divide(inScope, { examplesPerClassMax: EXAMPLES_PER_CLASS_MAX, testedMax: testsMax });
  const planOf = (count: number) => ({
    family: count === 0 ? "labels without examples" : "labels with examples",
    classes: [...examples].map(([label, all]) => (count === 0 ? { label } : { label, examples: all.slice(0, count) })),
  });
  const plain = EXAMPLES_PER_CLASS.map((count) => ({
    ...planOf(count),
    part: `${name}, ${count} examples`,
    signature: `${name}-${count}-v1`,
    allowNone: false,
    tested: { "right label": tested },
  }));
  if (outOfScope.length === 0) return plain;
  const withNone = [0, EXAMPLES_PER_CLASS_MAX].map((count) => ({
    ...planOf(count),
    part: `${name}, ${count} examples, none allowed`,
    signature: `${name}-${count}-none-v1`,
    allowNone: true,
    tested: {
      "right label in scope": tested,
      "none out of scope": outOfScope.map(({ text }) => ({ text, label: "none" })),
    },
  }));
  return [...plain, ...withNone];
}

async function evaluate(client: ApiClient, plan: Plan, progress: Progress): Promise<Outcome> {
  const refused = await registerLabels(client, plan, progress);
  const outcomes: Outcome[] = [];
  for (const [measure, tested] of Object.entries(plan.tested)) {
    const results = await inParallel(
      tested,
      CONCURRENCY,
      async ({ text }) => (refused === null ? classify(client, plan.signature, text) : refusedWith(refused)),
      (done) => progress.show(`${plan.part}, ${measure}`, done, tested.length),
    );
    outcomes.push(labelOutcome(plan, measure, tested, results));
  }
  return together(outcomes);
}

export interface Classified {
  /** In the order of the text; empty when refused. */
  readonly labels: readonly { readonly label: string; readonly confidence: number }[];
  readonly clientMs: number;
  readonly refused: string | null;
}

export function labelOutcome(
  { part, family }: Pick<Plan, "part" | "family">,
  measure: string,
  tested: readonly LabelledText[],
  results: readonly Classified[],
): Outcome {
  const rights = results.map(({ labels }, index) => labels[0]?.label === tested[index]?.label);
  return {
    lines: [shareLine(part, measure, rights)],
    verdicts: results.flatMap(({ labels }, index) =>
      labels.slice(0, 1).map(({ confidence }) => ({ family, confidence, right: rights[index] === true })),
    ),
    answers: [],
    refused: refusalsOf(part, results),
  };
}

export async function classify(client: ApiClient, signature: string, text: string): Promise<Classified> {
  return classifiedFrom(await client.post("/v1/classify", { data: text, classification_set: signature }));
}

export function classifiedFrom(answer: Answer): Classified {
  if (answer.status !== 200) return refusedWith(refusalIn(answer));
  const { classifications } = answer.body as unknown as { readonly classifications: Classified["labels"] };
  return { labels: classifications, clientMs: answer.clientMs, refused: null };
}

export function refusedWith(refused: string): Classified {
  return { labels: [], clientMs: 0, refused };
}

export interface Labelled {
  readonly label: string;
  readonly description?: string;
  readonly examples?: readonly string[];
}

export interface LabelSet {
  /** What it is called while it is learned. */
  readonly part: string;
  readonly signature: string;
  readonly classes: readonly Labelled[];
  readonly allowNone: boolean;
  readonly enableExtraction?: boolean;
}

/** Registers the set and waits until its examples are learned. The error's code when it is refused, else null. */
export async function registerLabels(client: ApiClient, set: LabelSet, progress: Progress): Promise<string | null> {
  const { signature, part, classes, allowNone, enableExtraction } = set;
  const made = await client.post("/v1/classification-sets", {
    signature,
    name: part,
    classes,
    ...(allowNone && { allow_none: true }),
    ...(enableExtraction && { enable_extraction: true }),
  });
  if (made.status !== 201) return refusalIn(made);
  await learned(client, `/v1/classification-sets/${signature}`, { part, progress });
  return null;
}
