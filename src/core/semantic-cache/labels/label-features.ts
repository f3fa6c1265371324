/** What speaks for a text having the label of its neighbours. */
import type { Features } from "../calls/candidates.ts";
import { isNegation, POLARITY } from "../words/word-lists.ts";
import { type Runs, runsOf, spellingLikeness } from "./spelling.ts";

/** A text as it is compared. */
export interface ReadText {
  /** As `speltOf` gives it. */
  readonly spelt: string;
  /** Each once. */
  readonly words: readonly string[];
  /** How many of its words say "not". */
  readonly negations: number;
  /** Whether other words may share its label: it is plain English. */
  readonly isOpen: boolean;
}

export interface LabelledText extends ReadText {
  readonly id: number;
  /** Position of the class; null for `none`. */
  readonly class: number | null;
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

/** A neighbour, and how near it is in each way. */
interface Compared extends NearText {
  readonly runs: Runs;
  /** 0–1: share of letters in a row. */
  readonly spelling: number;
  /** Meaning and spelling together. */
  readonly match: number;
}

/** Neighbours whose labels are compared. */
const VOTERS = 8;
/** How far ahead a class without a rival is taken to be. */
const LEAD_MAX = 0.4;
/** What the spelling counts beside the cosine, as measured. */
const SPELLING_WEIGHT = 0.5;
/** Distances are taken from a little above the best there is: their logarithm has an end. */
const COSINE_END = 1.03;
const MATCH_END = 1.55;

/** One for each class among the neighbours, `none` too. `weightOf`: how much a word tells texts apart. */
export function labelFeatures(
  asked: ReadText,
  near: readonly NearText[],
  weightOf: (word: string) => number,
): readonly LabelEvidence[] {
  const runs = runsOf(asked.spelt);
  const compared = near.map((one): Compared => {
    const own = runsOf(one.text.spelt);
    const spelling = spellingLikeness(runs, own);
    return { ...one, runs: own, spelling, match: one.similarity + SPELLING_WEIGHT * spelling };
  });
  const classes = [...new Set(near.map(({ text }) => text.class))];
  return classes.flatMap((position) => {
    const own = compared.filter(({ text }) => text.class === position);
    const [nearest] = own;
    if (!nearest) return [];
    const others = compared.filter(({ text }) => text.class !== position);
    const difference = differenceOf(asked.words, nearest.text.words);
    const features = {
      ...leadsOf(own, others),
      ...votesOf(position, compared, classes.length),
      ...wordFeatures(asked.words, nearest.text.words, difference, weightOf),
    };
    const leftover = [...difference.asked, ...difference.left];
    return [{ nearest, leftover, features: { ...features, ...retoldFeatures(features) } }];
  });
}

/** How near the class is, and how far ahead of the others. */
function leadsOf(own: readonly Compared[], others: readonly Compared[]) {
  const most = (of: readonly Compared[], value: (one: Compared) => number) =>
    of.reduce((sum, one) => Math.max(sum, value(one)), Number.NEGATIVE_INFINITY);
  const leadOf = (value: (one: Compared) => number) => Math.min(LEAD_MAX, most(own, value) - most(others, value));
  const similarity = most(own, (one) => one.similarity);
  const lead = leadOf((one) => one.similarity);
  const spelling = most(own, (one) => one.spelling);
  const spellingLead = leadOf((one) => one.spelling);
  const match = most(own, (one) => one.match);
  const matchLead = leadOf((one) => one.match);
  const twin = twinOf(own, others);
  return {
    similarity,
    distance: Math.log(COSINE_END - Math.min(1, similarity)),
    lead,
    sharpLead: Math.tanh(lead * 20),
    leadOfDistance: Math.log((COSINE_END - Math.min(1, similarity - lead)) / (COSINE_END - Math.min(1, similarity))),
    similarityAndLead: similarity * Math.tanh(lead * 20),
    spelling,
    spellingLead,
    sharpSpellingLead: Math.tanh(spellingLead * 20),
    match,
    matchDistance: Math.log(MATCH_END - Math.min(1.5, match)),
    matchLead,
    steadyMatchLead: Math.tanh(matchLead * 8),
    sharpMatchLead: Math.tanh(matchLead * 20),
    leadOfMatchDistance: Math.log((MATCH_END - Math.min(1.5, match - matchLead)) / (MATCH_END - Math.min(1.5, match))),
    matchAndLead: match * Math.tanh(matchLead * 20),
    isBoth: Number(lead > 0 && spellingLead > 0),
    twin,
    twinAhead: twin - spelling,
  };
}

/** How alike the best text of the class and the best of the others are spelt: between twins, one word decides. */
function twinOf(own: readonly Compared[], others: readonly Compared[]): number {
  const bestOf = (some: readonly Compared[]) =>
    some.reduce<Compared | null>((best, one) => (best && best.match >= one.match ? best : one), null);
  const [first, rival] = [bestOf(own), bestOf(others)];
  return first && rival ? spellingLikeness(first.runs, rival.runs) : 0;
}

function votesOf(position: number | null, compared: readonly Compared[], classes: number) {
  const votes = compared.slice(0, VOTERS);
  const own = votes.filter(({ text }) => text.class === position);
  const weight = (of: readonly NearText[]) => of.reduce((sum, one) => sum + one.similarity ** 4, 0);
  return {
    agreement: weight(own) / weight(votes),
    supporters: Math.log1p(own.length),
    classes: Math.log(classes),
  };
}

function wordFeatures(
  words: readonly string[],
  known: readonly string[],
  { asked, left }: Difference,
  weightOf: (word: string) => number,
) {
  const leftover = [...asked, ...left];
  const rarest = (of: readonly string[]) => of.reduce((most, word) => Math.max(most, weightOf(word)), 0);
  return {
    asked: asked.length,
    left: left.length,
    rarestAsked: rarest(asked),
    rarestLeft: rarest(left),
    length: Math.log(words.length + 1),
    isNegatedOnce: Number(words.some(isNegation) !== known.some(isNegation)),
    turning: leftover.filter((word) => POLARITY.has(word)).length,
    numbers: leftover.filter((word) => /\d/.test(word)).length,
  };
}

/** From about this match and logarithm of words on, a text is another one told again, not just one of the same kind. */
const RETOLD_MATCH = 1.05;
const RETOLD_LENGTH = 2.4;

/** What a lead and all else say where a long text is told again: more than between short ones of one kind. */
function retoldFeatures(features: { readonly match: number; readonly length: number } & Features): Features {
  const retold = risen(12 * (features.match - RETOLD_MATCH)) * risen(5 * (features.length - RETOLD_LENGTH));
  const weighed = RETOLD.map((name) => [`${name}Retold`, retold * (features[name] ?? 0)] as const);
  return { retold, ...Object.fromEntries(weighed) };
}
const RETOLD = [
  "matchLead",
  "sharpMatchLead",
  "leadOfMatchDistance",
  "lead",
  "sharpLead",
  "spellingLead",
  "similarity",
  "match",
  "twin",
  "twinAhead",
  "agreement",
  "supporters",
  "asked",
  "left",
  "rarestAsked",
  "rarestLeft",
] as const;

/** From 0 to 1, half at 0. */
function risen(value: number): number {
  return 1 / (1 + Math.exp(-value));
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
