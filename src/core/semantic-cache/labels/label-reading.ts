/** A text beside a known one: what the rules of labels look at. */
import { differenceOf } from "./label-features.ts";
import { areComplements } from "./opposite-judgements.ts";
import type { ReadText } from "./read-text.ts";

/** A word that the one text says "not" of, and the word by which the other says the same without a "not". */
export type Complements = readonly [negated: string, other: string];

export interface LabelReading {
  readonly asked: ReadText;
  readonly known: ReadText;
  /** Words that only the text has that is asked for. */
  readonly more: readonly string[];
  /** Words that only the known text has. */
  readonly left: readonly string[];
  readonly complements: readonly Complements[];
}

export function labelReading(asked: ReadText, known: ReadText): LabelReading {
  const { asked: more, left } = differenceOf(asked.words, known.words);
  const complements = [...complementsOf(asked, more, left), ...complementsOf(known, left, more)];
  return { asked, known, more, left, complements };
}

/** What one text says with a "not" and a word that only it has, and the other with a word that only that one has. */
function complementsOf(
  { negations }: ReadText,
  own: readonly string[],
  others: readonly string[],
): readonly Complements[] {
  return negations.flatMap(({ of }): readonly Complements[] => {
    const other = own.includes(of) ? others.find((one) => areComplements(of, one)) : undefined;
    return other === undefined ? [] : [[of, other]];
  });
}
