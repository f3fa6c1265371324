/** Which tools a query means, by words in common, by meaning and by examples. */
import { LIMITS } from "../limits.ts";
import { sigmoid } from "../vectors.ts";
import { ANY_WEIGHTS, CHOICE_WEIGHTS, SHARPNESS } from "./fitted-weights.ts";
import type { SearchedSet } from "./tool-index.ts";
import { searchWords } from "./tool-words.ts";
import { type QueryWords, wordId } from "./worded-tools.ts";

/** The least that a tool whose vector is not there yet is held to be like a query; it is held to be as like as the nearest that has one. */
const UNKNOWN_SIMILARITY = 0.3;
/** Of the first so many the confidences are shared out. */
const COMPARED_TOOLS = 10;
/** An example that is so near is given as the reason. */
const EXAMPLE_MIN = 0.5;

/** What speaks for a tool. */
export interface Features {
  /** BM25 of the words in common. */
  readonly words: number;
  /** 0–1: the share of the query's words, rare ones counting more, that the tool has, that its name has, and that are options of it. */
  readonly covered: number;
  readonly named: number;
  readonly optional: number;
  /** Cosine similarity of the query and what the tool does, or its nearest example; −1 to 1. */
  readonly meaning: number;
  /** Logarithm of the number of its words, each by its weight. */
  readonly length: number;
  readonly takesNothing: number;
}

export type ChoiceWeights = { readonly [Feature in keyof Features]: number };

export interface RankedTool {
  readonly set: SearchedSet;
  /** Its position in the set. */
  readonly tool: number;
  readonly features: Features;
  readonly score: number;
  /** 0–1: the probability that it is meant. */
  readonly confidence: number;
  /** Words of the query that it has, as stems. */
  readonly words: readonly string[];
  /** The position of its nearest example, where that is near. */
  readonly example: number | null;
}

export interface Ranking {
  /** The likeliest first. */
  readonly tools: readonly RankedTool[];
  /** 0–1: the probability that none of all tools is meant. */
  readonly none: number;
}

/** A query, and what it is compared with. `similarities`: by row, see `ToolIndex`. */
export interface Compared {
  readonly query: string;
  readonly sets: readonly SearchedSet[];
  readonly similarities: Float32Array;
}

/** The best of some tools, and what they were found by. */
interface Found extends Compared {
  readonly words: QueryWords;
  readonly best: readonly Scored[];
}

/** A tool by its place: how good it is, and what of it is known by then. */
interface Scored {
  readonly set: number;
  readonly tool: number;
  readonly score: number;
  readonly features: Features;
}

/**
 * In steps, two for each set. At most `count` tools. `weights`: others than those that were fitted are for fitting, and to measure one
 * kind of evidence alone.
 */
export function* ranking(
  compared: Compared,
  count: number,
  weights: ChoiceWeights = CHOICE_WEIGHTS,
): Generator<void, Ranking> {
  const { best, ...found } = yield* foundBy(compared, count, weights);
  return rankingOf(
    best.map((scored) => ({ ...scored, found })),
    toolsIn(compared.sets),
    count,
  );
}

/**
 * So much less a score counts by what was said than by its gloss: two texts in another language are alike for that language. Chosen on
 * the half of docs/measurements/tool-search.md that was looked at.
 */
const SAID_HANDICAP = 2;

/**
 * As `ranking`, of what was said in another language. `gloss`: it in English, and the tools in English. `said`: the words themselves, and
 * the tools of which something is in another language, too. A tool is as good as the better of both finds it.
 */
export function* rankingOfBoth(gloss: Compared, said: Compared, count: number): Generator<void, Ranking> {
  const [english, own] = [yield* foundBy(gloss, count, CHOICE_WEIGHTS), yield* foundBy(said, count, CHOICE_WEIGHTS)];
  const best = new Map<string, FoundScored>();
  for (const [found, handicap] of [[english, 0] as const, [own, SAID_HANDICAP] as const])
    for (const scored of found.best) {
      const key = `${found.sets[scored.set]?.signature} ${scored.tool}`;
      const score = scored.score - handicap;
      if (score > (best.get(key)?.score ?? Number.NEGATIVE_INFINITY)) best.set(key, { ...scored, score, found });
    }
  const inOrder = [...best.values()].sort((one, other) => other.score - one.score);
  return rankingOf(inOrder, toolsIn(gloss.sets), count);
}

function* foundBy(
  { query, sets, similarities }: Compared,
  count: number,
  weights: ChoiceWeights,
): Generator<void, Found> {
  const words = yield* lookedUp(query, sets);
  const rarity = words.rarities.reduce((sum, each) => sum + each, 0) || 1;
  const unknown = unknownIn(sets, similarities);
  const best = new BestScored(Math.max(count, COMPARED_TOOLS));
  for (let own = 0; own < sets.length; own += 1) {
    const set = sets[own] as SearchedSet;
    set.words.share(words, own, scratch);
    set.rows.meanings(similarities, unknown, scratch.meaning);
    offer(set, own, rarity, weights, best);
    yield;
  }
  return { query, sets, similarities, words, best: best.found };
}

function* lookedUp(query: string, sets: readonly SearchedSet[]): Generator<void, QueryWords> {
  const words = [...new Set(searchWords(query))];
  const ids = words.map(wordId);
  const places = new Int32Array(sets.length * words.length);
  const having = new Uint32Array(words.length);
  let length = 0;
  for (let own = 0; own < sets.length; own += 1) {
    const { words: inSet } = sets[own] as SearchedSet;
    length += inSet.length;
    for (let word = 0; word < ids.length; word += 1) {
      const place = inSet.find(ids[word] as number);
      places[own * ids.length + word] = place;
      (having[word] as number) += inSet.countOf(place);
    }
    yield;
  }
  const total = toolsIn(sets);
  const rarities = Float64Array.from(having, (count) => Math.log(1 + (total - count + 0.5) / (count + 0.5)));
  return { words, places, rarities, meanLength: length / Math.max(1, total) || 1 };
}

/** Of one set at a time, and read before the next step. */
const scratch = {
  words: new Float32Array(LIMITS.toolsMax),
  covered: new Float32Array(LIMITS.toolsMax),
  named: new Float32Array(LIMITS.toolsMax),
  optional: new Float32Array(LIMITS.toolsMax),
  meaning: new Float64Array(LIMITS.toolsMax),
};

/** Offers the tools of a set of which all that speaks for them is written. */
function offer(set: SearchedSet, own: number, rarity: number, weights: ChoiceWeights, best: BestScored): void {
  const { logLengths, takesNothing } = set.words;
  for (let tool = 0; tool < set.size; tool += 1) {
    const score =
      weights.words * (scratch.words[tool] as number) +
      (weights.covered * (scratch.covered[tool] as number)) / rarity +
      (weights.named * (scratch.named[tool] as number)) / rarity +
      (weights.optional * (scratch.optional[tool] as number)) / rarity +
      weights.meaning * (scratch.meaning[tool] as number) +
      weights.length * (logLengths[tool] as number) +
      weights.takesNothing * (takesNothing[tool] as number);
    // An object for each of 20,000 tools would take longer than all else.
    if (score <= best.least) continue;
    const features = {
      words: scratch.words[tool] as number,
      covered: (scratch.covered[tool] as number) / rarity,
      named: (scratch.named[tool] as number) / rarity,
      optional: (scratch.optional[tool] as number) / rarity,
      meaning: scratch.meaning[tool] as number,
      length: logLengths[tool] as number,
      takesNothing: takesNothing[tool] as number,
    };
    best.offer({ set: own, tool, score, features });
  }
}

/** How like the query a tool is held to be that has no vector yet. */
function unknownIn(sets: readonly SearchedSet[], similarities: Float32Array): number {
  // Mostly nobody asks: to look at 80,000 rows takes half a millisecond.
  if (sets.every(({ rows }) => rows.isWhole)) return UNKNOWN_SIMILARITY;
  // Of these sets: other rows may be of tools that nobody looks for, or of some that were deleted.
  return sets.reduce((most, { rows }) => Math.max(most, rows.nearest(similarities)), UNKNOWN_SIMILARITY);
}

/** 0–1: that any of so many tools is meant, by what speaks for the first: among more tools it is nearer, meant or not. */
function anyOf({ covered, meaning, named }: Features, tools: number): number {
  const { bias, ...weights } = ANY_WEIGHTS;
  const spoken = weights.covered * covered + weights.meaning * meaning + weights.named * named;
  return sigmoid(bias + spoken + weights.tools * Math.log(tools));
}

interface FoundScored extends Scored {
  readonly found: Omit<Found, "best">;
}

/** `best`: in order. `searched`: how many tools there are. */
function rankingOf(best: readonly FoundScored[], searched: number, count: number): Ranking {
  const [first] = best;
  if (!first) return { tools: [], none: 1 };
  const any = anyOf(first.features, searched);
  const shares = best.map(({ score }) => Math.exp(SHARPNESS * (score - first.score)));
  const all = shares.slice(0, COMPARED_TOOLS).reduce((sum, share) => sum + share, 0);
  const tools = best.slice(0, count).map(({ set: own, tool, score, features, found }, at): RankedTool => {
    const { words, places } = found.words;
    const set = found.sets[own] as SearchedSet;
    const has = (word: number) => set.words.has(places[own * words.length + word] as number, tool);
    return {
      set,
      tool,
      features,
      score,
      confidence: (any * (shares[at] ?? 0)) / all,
      words: words.filter((_, word) => has(word)),
      example: set.rows.nearestExample(tool, found.similarities, EXAMPLE_MIN),
    };
  });
  return { tools, none: 1 - any };
}

/** How many tools sets have together. */
export function toolsIn(sets: readonly SearchedSet[]): number {
  return sets.reduce((sum, { size }) => sum + size, 0);
}

/** The best so many, the best first; of equal ones those that came first. */
class BestScored {
  readonly #count: number;
  readonly found: Scored[] = [];
  /** What an offer has to be above. */
  least = Number.NEGATIVE_INFINITY;

  constructor(count: number) {
    this.#count = count;
  }

  offer(one: Scored): void {
    const { found } = this;
    if (one.score <= this.least) return;
    let at = found.length;
    while (at > 0 && (found[at - 1] as Scored).score < one.score) at -= 1;
    found.splice(at, 0, one);
    if (found.length > this.#count) found.pop();
    if (found.length === this.#count) this.least = (found.at(-1) as Scored).score;
  }
}
