/** What speaks for and against some words being a value of a parameter. */
import { isNumber } from "../words/canonical-numbers.ts";
import { POLARITY } from "../words/word-lists.ts";
import type { Element, Template } from "./entries.ts";
import { nameOf, type ToolLexicon } from "./lexicon.ts";

export interface ValueEvidence {
  /** How often the whole value was this parameter's, and another's. */
  readonly own: number;
  readonly others: number;
  /** Words that stand around values and never in one of this parameter. */
  readonly suspicious: number;
  /** Words that are typical of other parameters. */
  readonly foreign: number;
  /** First or last words that stand around values and never at the edge of one of this parameter. */
  readonly edges: number;
  /** Words that turn the meaning and were never in a value of this parameter. */
  readonly polarity: number;
  /** Words more than in the longest known value. */
  readonly excess: number;
  /** Logarithm of the share of this parameter among those seen between these neighbours, and of how many those are. */
  readonly purity: number;
  readonly placeSeen: number;
  /** Share of the words that are known of this parameter. */
  readonly known: number;
  /** Logarithm of the share of values that have, or have not, digits as this one. */
  readonly shape: number;
  /** Share of answers whose value did not stand in the sentence. */
  readonly ungrounded: number;
}

/** A number can be of no other kind. */
export const NUMBER_EVIDENCE: ValueEvidence = {
  own: 6,
  others: 0,
  suspicious: 0,
  foreign: 0,
  edges: 0,
  polarity: 0,
  excess: 0,
  purity: 0,
  placeSeen: 2,
  known: 1,
  shape: 0,
  ungrounded: 0,
};

const EDGE_SEEN_MIN = 3;

/** What the words say by themselves: equal for all templates of the tool. */
export type WordEvidence = Omit<ValueEvidence, "placeSeen" | "purity">;

export function wordEvidenceOf(
  words: readonly string[],
  parameter: string,
  lexicon: ToolLexicon,
  anchorsOfAll: (word: string) => number,
): WordEvidence {
  const of = lexicon.parameter(parameter);
  const whole = words.join(" ");
  let others = 0;
  for (const [name, other] of lexicon.parameters()) if (name !== parameter) others += other.values.of(whole);
  const count = (test: (word: string) => boolean) => words.reduce((sum, word) => sum + (test(word) ? 1 : 0), 0);
  const elsewhere = (word: string) => lexicon.valueWords.of(word) - of.words.of(word);
  const isStrangeEdge = (word: string, edges: { of(word: string): number }) =>
    anchorsOfAll(word) >= EDGE_SEEN_MIN && edges.of(word) === 0;
  const hasDigits = words.some(isNumber);
  return {
    own: of.values.of(whole),
    others,
    suspicious: count((word) => lexicon.anchors.of(word) > 0 && of.words.of(word) === 0),
    foreign: count((word) => elsewhere(word) > 2 * of.words.of(word)),
    edges:
      Number(isStrangeEdge(words[0] ?? "", of.firstWords)) + Number(isStrangeEdge(words.at(-1) ?? "", of.lastWords)),
    polarity: count((word) => POLARITY.has(word) && of.words.of(word) === 0),
    excess: of.grounded > 0 ? Math.max(0, words.length - of.longest) : 1,
    known: count((word) => of.words.of(word) > 0) / words.length,
    shape: Math.log(((hasDigits ? of.withDigits : of.grounded - of.withDigits) + 0.5) / (of.grounded + 1)),
    ungrounded: of.ungrounded / (of.ungrounded + of.grounded + 1),
  };
}

/** What the neighbours of a slot say about its parameter. */
export function placeEvidenceOf(
  parameter: string,
  { elements }: Template,
  at: number,
  lexicon: ToolLexicon,
): Pick<ValueEvidence, "placeSeen" | "purity"> {
  const place = placeOf(elements, at, lexicon);
  return {
    purity: Math.log(((place?.of(parameter) ?? 0) + 0.5) / ((place?.total ?? 0) + 1)),
    placeSeen: Math.log1p(place?.total ?? 0),
  };
}

function placeOf(elements: readonly Element[], at: number, lexicon: ToolLexicon) {
  return lexicon.placeOf(nameOf(elements[at - 1], "^"), nameOf(elements[at + 1], "$"));
}
