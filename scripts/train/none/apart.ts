/** The check that nothing of a measured set is fitted on, as `Measured` of ../records.py has it for training. */

import { join } from "node:path";
import { readBfcl, readLabelled, readNlupp, readSnips } from "../../eval/data-sets.ts";
import { readEveryday } from "../../eval/everyday-data.ts";

/** Queries that share this many words in a row with a measured text are left out; shorter ones, that are the same. */
const OVERLAP_WORDS = 8;

/** Whether a text stands apart from the measured sets beside the training data. */
export function apartFrom(folder: string): (text: string) => boolean {
  const texts = [
    ...readBfcl(folder).flatMap(({ tests }) => tests.map(({ query }) => query)),
    ...readSnips(folder).map(({ text }) => text),
    ...["banking77", "clinc150"].flatMap((name) => readLabelled(join(folder, `${name}.jsonl`)).map(({ text }) => text)),
    ...readEveryday(join(folder, "everyday")).flatMap(({ cases }) => cases.map(({ query }) => query)),
    ...["banking", "hotels"].flatMap((name) => readNlupp(folder, name).texts.map(({ text }) => text)),
  ];
  const measured = new Set(texts.flatMap(gramsOf));
  return (text) => !gramsOf(text).some((gram) => measured.has(gram));
}

/** All runs of so many words; of a shorter text, the text itself. */
function gramsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (words.length < OVERLAP_WORDS) return [words.join(" ")];
  return words.slice(OVERLAP_WORDS - 1).map((_, at) => words.slice(at, at + OVERLAP_WORDS).join(" "));
}
