/** What speaks for a text having the label of its neighbours. */
import type { Features } from "../calls/candidates.ts";
import { POLARITY } from "../words/word-lists.ts";
import type { ReadText } from "./read-text.ts";
import { type RoughVector, roughCosine } from "./rough-vectors.ts";
import { type Runs, runsOf, spellingLikeness } from "./spelling.ts";

export interface LabelledText extends ReadText {
  readonly id: number;
  /** Position of the class; null for `none`. */
  readonly class: number | null;
  readonly vector: RoughVector;
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

/** How much a stem tells texts apart: little when it stands in many. */
export type WeightOf = (stem: string) => number;

/** A neighbour, and how near it is in each way, 0–1. */
interface Compared extends NearText {
  readonly runs: Runs;
  /** Share of letters in a row. */
  readonly spelling: number;
  /** Share of the weight of all stems that both have. */
  readonly shared: number;
  /** Share of pairs of stems next to each other. */
  readonly order: number;
  /** All of it together. */
  readonly match: number;
}

/** Neighbours whose labels are compared. */
const VOTERS = 8;
/** How far ahead a class without a rival is taken to be. */
const LEAD_MAX = 0.4;
/**
 * What else counts beside the cosine, and how steeply a better match is likelier: a conditional logit of which text was told
 * again, fitted on descriptions of tools (`descriptions` in scripts/train/cache).
 */
const SPELLING_WEIGHT = 0.25;
const SHARED_WEIGHT = 0.1;
const LENGTH_WEIGHT = 0.15;
const MISSING_WEIGHT = 0.12;
const SHARPNESS = 17;

/** One for each class among the neighbours, `none` too. */
export function labelFeatures(
  asked: ReadText,
  near: readonly NearText[],
  weightOf: WeightOf,
): readonly LabelEvidence[] {
  const runs = runsOf(asked.spelt);
  const compared = near.map((one) => comparedWith(asked, runs, one, weightOf));
  const classes = [...new Set(near.map(({ text }) => text.class))];
  const highest = Math.max(...compared.map(({ match }) => match));
  const likelihood = (some: readonly Compared[]) =>
    some.reduce((most, { match }) => Math.max(most, Math.exp(SHARPNESS * (match - highest))), 0);
  const total = classes.reduce<number>(
    (sum, position) => sum + likelihood(compared.filter(({ text }) => text.class === position)),
    0,
  );
  return classes.flatMap((position) => {
    const own = compared.filter(({ text }) => text.class === position);
    const others = compared.filter(({ text }) => text.class !== position);
    const [nearest] = own;
    if (!nearest) return [];
    const difference = differenceOf(asked.words, nearest.text.words);
    const features = {
      ...leadsOf(own, others),
      ...rivalFeatures(asked, own, others, weightOf),
      ...borderFeatures(nearest, others),
      ...votesOf(position, compared, classes.length),
      ...wordFeatures(asked, nearest.text, weightOf),
      posterior: likelihood(own) / total,
      words: Math.log(asked.words.length + 1),
    };
    return [{ nearest, leftover: [...difference.asked, ...difference.left], features }];
  });
}

function comparedWith(asked: ReadText, runs: Runs, { text, similarity }: NearText, weightOf: WeightOf): Compared {
  const own = runsOf(text.spelt);
  const spelling = spellingLikeness(runs, own);
  const shared = sharedWeight(asked.stems, text.stems, weightOf);
  const length = Math.abs(lengthened(asked, text));
  const match =
    similarity +
    SPELLING_WEIGHT * spelling +
    SHARED_WEIGHT * shared -
    LENGTH_WEIGHT * length -
    MISSING_WEIGHT * missingShare(text.stems, asked.stems, weightOf);
  return { text, similarity, runs: own, spelling, shared, order: sameOrder(asked.stems, text.stems), match };
}

/** How near the class is, and how far ahead of the others, in each way. */
function leadsOf(own: readonly Compared[], others: readonly Compared[]): Features {
  const most = (of: readonly Compared[], way: Way) =>
    of.reduce((sum, one) => Math.max(sum, one[way]), Number.NEGATIVE_INFINITY);
  return Object.fromEntries(
    WAYS.flatMap((way) => {
      const value = most(own, way);
      return [
        [way, value],
        [`${way}Lead`, Math.min(LEAD_MAX, value - most(others, way))],
      ];
    }),
  );
}
const WAYS = ["similarity", "spelling", "shared", "order", "match"] as const;
type Way = (typeof WAYS)[number];

/** Beside the best text of the other classes: how alike the two are, and what speaks for the one or the other. */
function rivalFeatures(
  { stems, names }: ReadText,
  own: readonly Compared[],
  others: readonly Compared[],
  weightOf: WeightOf,
): Features {
  const [first, rival] = [bestOf(own), bestOf(others)];
  if (!first || !rival)
    return { hasRival: 0, twin: 0, twinAhead: -(first?.spelling ?? 0), favour: 0, onlyOwn: 0, onlyRival: 0 };
  const weigh = (of: ReadText, than: ReadText) =>
    stems.reduce((sum, stem) => sum + (of.stems.includes(stem) && !than.stems.includes(stem) ? weightOf(stem) : 0), 0);
  const [onlyOwn, onlyRival] = [weigh(first.text, rival.text), weigh(rival.text, first.text)];
  const twin = spellingLikeness(first.runs, rival.runs);
  const named = ({ text }: Compared) => names.filter((name) => text.names.includes(name)).length;
  return {
    hasRival: 1,
    twin,
    twinAhead: twin - first.spelling,
    favour: onlyOwn - onlyRival,
    onlyOwn,
    onlyRival,
    namedAhead: named(first) - named(rival),
  };
}

/** Two texts that are nearly one have a border between them all the same. */
const SQUARED_DISTANCE_MIN = 1e-3;

/**
 * Where the query lies among known texts: nearer to this one than to any of another class says little where those lie just as
 * near to it.
 */
function borderFeatures(nearest: NearText, others: readonly NearText[]): Features {
  let crowding = 0;
  let border = 1;
  for (const { text, similarity } of others) {
    const likeness = roughCosine(nearest.text.vector, text.vector);
    crowding = Math.max(crowding, likeness);
    const distance = Math.sqrt(Math.max(SQUARED_DISTANCE_MIN, 2 - 2 * likeness));
    border = Math.min(border, (nearest.similarity - similarity) / distance);
  }
  return { crowding, nearerThanOthers: nearest.similarity - crowding, border };
}

function bestOf(some: readonly Compared[]): Compared | null {
  return some.reduce<Compared | null>((best, one) => (best && best.match >= one.match ? best : one), null);
}

function votesOf(position: number | null, compared: readonly Compared[], classes: number): Features {
  const votes = compared.slice(0, VOTERS);
  const own = votes.filter(({ text }) => text.class === position);
  const weight = (of: readonly NearText[]) => of.reduce((sum, one) => sum + one.similarity ** 4, 0);
  return { agreement: weight(own) / weight(votes), supporters: own.length, classes };
}

function wordFeatures(asked: ReadText, known: ReadText, weightOf: WeightOf): Features {
  const more = differenceOf(asked.stems, known.stems);
  const rarest = (of: readonly string[]) => of.reduce((most, stem) => Math.max(most, weightOf(stem)), 0);
  const weight = (of: readonly string[]) => of.reduce((sum, stem) => sum + weightOf(stem), 0);
  const names = differenceOf(asked.names, known.names);
  const words = differenceOf(asked.words, known.words);
  const leftover = [...words.asked, ...words.left];
  return {
    askedLeft: weight(more.asked),
    knownLeft: weight(more.left),
    askedLeftShare: missingShare(asked.stems, known.stems, weightOf),
    knownLeftShare: missingShare(known.stems, asked.stems, weightOf),
    rarestAsked: rarest(more.asked),
    rarestLeft: rarest(more.left),
    namesAsked: names.asked.length,
    namesLeft: names.left.length,
    longer: lengthened(asked, known),
    negations: asked.negations.length,
    turning: leftover.filter((word) => POLARITY.has(word)).length,
    numbers: leftover.filter((word) => /\d/.test(word)).length,
  };
}

/** Words that only one side has. */
export interface Difference {
  readonly asked: readonly string[];
  readonly left: readonly string[];
}

export function differenceOf(words: readonly string[], known: readonly string[]): Difference {
  return {
    asked: words.filter((word) => !known.includes(word)),
    left: known.filter((word) => !words.includes(word)),
  };
}

function sharedWeight(one: readonly string[], other: readonly string[], weightOf: WeightOf): number {
  let both = 0;
  let all = 0;
  for (const stem of one) {
    const weight = weightOf(stem);
    all += weight;
    if (other.includes(stem)) both += 2 * weight;
  }
  for (const stem of other) all += weightOf(stem);
  return all === 0 ? 0 : both / all;
}

/** The share of the weight of one's stems that the other lacks, 0–1. */
function missingShare(one: readonly string[], other: readonly string[], weightOf: WeightOf): number {
  let missing = 0;
  let all = 0;
  for (const stem of one) {
    const weight = weightOf(stem);
    all += weight;
    if (!other.includes(stem)) missing += weight;
  }
  return all === 0 ? 0 : missing / all;
}

/** The logarithm of how many times as many words one has. */
function lengthened(one: ReadText, other: ReadText): number {
  return Math.log((one.words.length + 1) / (other.words.length + 1));
}

function sameOrder(one: readonly string[], other: readonly string[]): number {
  if (one.length < 2 || other.length < 2) return 0;
  const pairs = new Set(other.slice(1).map((stem, at) => `${other[at]} ${stem}`));
  const both = one.slice(1).filter((stem, at) => pairs.has(`${one[at]} ${stem}`)).length;
  return both / Math.sqrt((one.length - 1) * (other.length - 1));
}
