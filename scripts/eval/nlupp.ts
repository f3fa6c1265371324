/** NLU++ over HTTP: several intents in one text, learned from one fold of twenty and tested on the others. */
import type { ApiClient } from "./api-client.ts";
import { inDigestOrder, type NluppDomain, type NluppText } from "./data-sets.ts";
import { type Classified, classify, type Labelled, refusedWith, registerLabels } from "./labels.ts";
import { f1Line, shareLine } from "./line.ts";
import { type Outcome, refusalsOf } from "./outcome.ts";
import { CONCURRENCY, inParallel } from "./parallel.ts";
import type { Progress } from "./progress.ts";
import { countsOf } from "./slot-scoring.ts";

const FOLDS = 20;
const NO_LABEL = "none";

export interface NluppSizes {
  /** How many of the twenty folds are learned from, each in a set of its own; their tests count together. */
  readonly folds: number;
  /** For each fold. */
  readonly testsMax: number;
}

export async function evaluateNlupp(
  client: ApiClient,
  domain: NluppDomain,
  { folds, testsMax }: NluppSizes,
  progress: Progress,
): Promise<Outcome> {
  const part = `NLU++ ${domain.name}, 1 fold of ${FOLDS}`;
  const tested: NluppText[] = [];
  const results: Classified[] = [];
  for (let fold = 0; fold < folds; fold += 1) {
    const { classes, rest } = foldOf(domain, fold);
    const taken = rest.slice(0, testsMax);
    const signature = `nlupp-${domain.name}-${fold}-v1`;
    const set = { part, signature, classes, allowNone: true, enableExtraction: true };
    const refused = await registerLabels(client, set, progress);
    const answers = await inParallel(
      taken,
      CONCURRENCY,
      async ({ text }) => (refused === null ? classify(client, signature, text) : refusedWith(refused)),
      (done) => progress.show(`${part}, ${fold + 1}/${folds}`, done, taken.length),
    );
    tested.push(...taken);
    results.push(...answers);
  }
  return nluppOutcome(part, tested, results);
}

/** The classes with the fold's texts as examples of all their intents, and the texts of the other folds. */
export function foldOf(
  { intents, texts }: Pick<NluppDomain, "intents" | "texts">,
  fold: number,
): { readonly classes: readonly Labelled[]; readonly rest: readonly NluppText[] } {
  const ordered = inDigestOrder(texts);
  const learned = ordered.filter((_, index) => index % FOLDS === fold);
  const classes = Object.entries(intents).map(([label, description]) => {
    const examples = learned.filter((text) => text.intents.includes(label)).map(({ text }) => text);
    return { label, description, ...(examples.length > 0 && { examples }) };
  });
  return { classes, rest: ordered.filter((_, index) => index % FOLDS !== fold) };
}

/** What was answered for any part of a text, against all that it means. */
export function nluppOutcome(part: string, tested: readonly NluppText[], results: readonly Classified[]): Outcome {
  const counts = tested.map(({ intents }, index) => {
    const labels = results[index]?.labels ?? [];
    return countsOf(new Set(intents), new Set(labels.map(({ label }) => label).filter((label) => label !== NO_LABEL)));
  });
  return {
    lines: [
      f1Line(part, "multi-intent F1", counts),
      shareLine(
        part,
        "all intents right",
        counts.map(({ spurious, missed }) => spurious === 0 && missed === 0),
      ),
    ],
    verdicts: [],
    answers: [],
    refused: refusalsOf(part, results),
  };
}
