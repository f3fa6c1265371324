/** What speaks for a text having the label of its neighbours. */
import type { Features } from "../calls/candidates.ts";
import { isNegation, POLARITY } from "../words/word-lists.ts";

export interface LabelledText {
  readonly id: number;
  /** Position of the class; null for `none`. */
  readonly class: number | null;
  /** Each once. */
  readonly words: readonly string[];
  readonly isOpen: boolean;
}

export interface NearText {
  readonly text: LabelledText;
  readonly similarity: number;
}

export interface LabelEvidence {
  /** The nearest text of the class. */
  readonly nearest: NearText;
  readonly features: Features;
  /** Words that only one of the two texts has. */
  readonly leftover: readonly string[];
}

/** Neighbours whose labels are compared. */
const VOTERS = 8;
/** How far ahead a class without a rival is taken to be. */
const LEAD_MAX = 0.4;

/** One for each class among the neighbours, `none` too. `weightOf`: how much a word tells texts apart. */
export function labelFeatures(
  words: readonly string[],
  near: readonly NearText[],
  weightOf: (word: string) => number,
): readonly LabelEvidence[] {
  const overlaps = near.map(({ text }) => overlapOf(words, text.words, weightOf));
  const classes = [...new Set(near.map(({ text }) => text.class))];
  const best = (of: readonly number[], test: (at: number) => boolean) =>
    of.reduce((most, value, at) => (test(at) ? Math.max(most, value) : most), Number.NEGATIVE_INFINITY);
  const similarities = near.map(({ similarity }) => similarity);
  const votes = near.slice(0, VOTERS);
  return classes.flatMap((position) => {
    const isOwn = (at: number) => near[at]?.text.class === position;
    const isOther = (at: number) => !isOwn(at);
    const nearest = near.find(({ text }) => text.class === position);
    if (!nearest) return [];
    const similarity = nearest.similarity;
    const lead = Math.min(LEAD_MAX, similarity - best(similarities, isOther));
    const overlap = best(overlaps, isOwn);
    const overlapLead = Math.min(LEAD_MAX, overlap - best(overlaps, isOther));
    const own = votes.filter(({ text }) => text.class === position);
    const weight = (of: readonly NearText[]) => of.reduce((sum, one) => sum + one.similarity ** 4, 0);
    const { asked, left } = differenceOf(words, nearest.text.words);
    const missed = (of: readonly string[]) => of.reduce((most, word) => Math.max(most, weightOf(word)), 0);
    return [
      {
        nearest,
        leftover: [...asked, ...left],
        features: {
          similarity,
          distance: Math.log(1.02 - Math.min(1, similarity)),
          lead,
          sharpLead: Math.tanh(lead * 20),
          overlap,
          overlapLead,
          sharpOverlapLead: Math.tanh(overlapLead * 10),
          agreement: weight(own) / weight(votes),
          supporters: Math.log1p(own.length),
          classes: Math.log(classes.length),
          asked: asked.length,
          left: left.length,
          rarestAsked: missed(asked),
          rarestLeft: missed(left),
          length: Math.log(words.length + 1),
          similarityAndLead: similarity * Math.tanh(lead * 20),
          isBoth: Number(lead > 0 && overlapLead > 0),
          isNegatedOnce: Number(words.some(isNegation) !== nearest.text.words.some(isNegation)),
          turning: [...asked, ...left].filter((word) => POLARITY.has(word)).length,
          numbers: [...asked, ...left].filter((word) => /\d/.test(word)).length,
        },
      },
    ];
  });
}

/** Words that only one side has. */
export function differenceOf(words: readonly string[], known: readonly string[]) {
  return {
    asked: words.filter((word) => !known.includes(word)),
    left: known.filter((word) => !words.includes(word)),
  };
}

/** Share of the weight of all words of both texts that is in words of both; 0–1. */
function overlapOf(words: readonly string[], known: readonly string[], weightOf: (word: string) => number): number {
  let both = 0;
  let all = 0;
  for (const word of new Set([...words, ...known])) {
    const weight = weightOf(word);
    all += weight;
    if (words.includes(word) && known.includes(word)) both += weight;
  }
  return all === 0 ? 0 : both / all;
}
