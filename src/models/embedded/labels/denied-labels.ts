/** "This is not urgent" and a class of that name: the words of a label, said to be what it is not. */
import { ENGLISH } from "#core/english/english.ts";
import { contentWords, humanised } from "../name-words.ts";

const { deniedLabel: DENIED, negatedLabel: NEGATED } = ENGLISH.polarity;
/** So many letters in common, and the shorter of two words but one: "cancel" and "cancellation". */
const STEM_LETTERS_MIN = 5;
/** Of a longer text one denial says too little. In UTF-16 code units. */
const TEXT_UNITS_MAX = 300;

/** The positions of the labels that the text denies, and says nowhere else. None where all are. */
export function deniedLabels(text: string, labels: readonly string[]): readonly number[] {
  if (text.length > TEXT_UNITS_MAX) return [];
  const stretches = [...text.replaceAll("’", "'").matchAll(DENIED)].map(({ groups }) => groups?.what ?? "");
  if (stretches.length === 0) return [];
  const denied = contentWords(stretches.join(" "));
  const rest = contentWords(stretches.reduce((left, stretch) => left.replace(stretch, " "), text));
  const found = labels.flatMap((label, at) => {
    const words = contentWords(label);
    const isIn = (said: readonly string[]) => words.every((word) => said.some((other) => areOfOneStem(word, other)));
    return words.length > 0 && !NEGATED.test(humanised(label)) && isIn(denied) && !isIn(rest) ? [at] : [];
  });
  return found.length === labels.length ? [] : found;
}

function areOfOneStem(one: string, other: string): boolean {
  if (one === other) return true;
  let common = 0;
  while (common < one.length && one[common] === other[common]) common += 1;
  return common >= STEM_LETTERS_MIN && common >= Math.min(one.length, other.length) - 1;
}
