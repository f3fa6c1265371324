/** Classes as the networks read them, and the words that tell what a text in another language means. */
import type { Class } from "#core/classification-set.ts";
import { glossed, type SetWords } from "#core/glossing/glosser.ts";
import { languageOf } from "#core/spoken-language/detection.ts";
import { turn } from "#core/turn.ts";
import { humanised } from "../name-words.ts";
import { glossedInSteps, inTurns } from "./gloss-steps.ts";
import { type GlossedLanguage, glossaryOf, isGlossed, openedFor } from "./glossaries.ts";
import { NO_SET, WeighedWords } from "./set-words.ts";

interface ReadClasses {
  readonly classes: readonly Class[];
  readonly words: SetWords;
  /** What most of their examples are in; null where there are none. */
  readonly exampleLanguage: string | null;
}

const WEIGHTS = { label: 3, description: 1.5 };
/** More examples tell no more of the language. */
const EXAMPLES_READ_MAX = 12;

/** A definition is the same list of classes for as long as it is held. */
const known = new WeakMap<readonly Class[], ReadClasses>();

export async function classesInEnglish(classes: readonly Class[]): Promise<ReadClasses> {
  const read = known.get(classes) ?? (await readClasses(classes));
  known.set(classes, read);
  return read;
}

async function readClasses(classes: readonly Class[]): Promise<ReadClasses> {
  const language = languageOf(
    classes.map(({ label, description = "" }) => `${humanised(label)}. ${description}`).join(". "),
  );
  const english = isGlossed(language) ? await glossedClasses(classes, language) : classes;
  const words = english.flatMap(({ label, description = "" }) => [
    { text: label, weight: WEIGHTS.label },
    { text: description, weight: WEIGHTS.description },
  ]);
  const examples = classes.flatMap((one) => one.examples ?? []).slice(0, EXAMPLES_READ_MAX);
  return {
    classes: english,
    words: new WeighedWords(words),
    exampleLanguage: examples.length === 0 ? null : languageOf(examples.join(". ")),
  };
}

async function glossedClasses(classes: readonly Class[], language: GlossedLanguage): Promise<readonly Class[]> {
  await openedFor(language);
  await turn();
  return inTurns(inEnglish(classes, (text) => glossed(text, glossaryOf(language).ofLabels, NO_SET).text));
}

function* inEnglish(classes: readonly Class[], english: (text: string) => string): Generator<void, readonly Class[]> {
  const read: Class[] = [];
  for (const one of classes) {
    const label = english(humanised(one.label).toLowerCase());
    const description = one.description === undefined ? null : yield* glossedInSteps(one.description, english);
    read.push({ ...one, label, ...(description !== null && { description }) });
  }
  return read;
}
