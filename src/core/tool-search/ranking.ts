/** Which tools a query means, by words in common, by meaning and by examples. */
import { LIMITS } from "../limits.ts";
import { sigmoid } from "../vectors.ts";
import { ANY_WEIGHTS, CHOICE_WEIGHTS, SHARPNESS } from "./fitted-weights.ts";
import { NO_ROW, type SearchedSet, type SearchedTool } from "./tool-index.ts";
import { searchWords } from "./tool-words.ts";
import { wordId } from "./worded-tools.ts";

/** Of BM25: how soon a word that comes again says nothing more, and how much the length of a text counts. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
/** So much farther from a query is the description of the tool that it means than an example of that tool would be: docs/explanation/embedded-model.md. */
const DESCRIPTION_AS_EXAMPLE = 0.17;
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
  /** 0–1: the share of the query's words, rare ones counting more, that the tool has, and that its name has. */
  readonly covered: number;
  readonly named: number;
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

interface QueryWord {
  readonly word: string;
  readonly id: number;
  /** How rare it is among all tools; set when they are counted. */
  rarity: number;
}

/** A tool by its place: how good it is, and what of it is known by then. */
interface Scored {
  readonly set: number;
  readonly tool: number;
  readonly score: number;
  readonly features: Features;
}

/**
 * In steps, some for each set. `similarities`: by row, see `ToolIndex`. At most `count` tools. `weights`: others than those that were
 * fitted are for fitting, and to measure one kind of evidence alone.
 */
export function* ranking(
  query: string,
  sets: readonly SearchedSet[],
  similarities: Float32Array,
  count: number,
  weights: ChoiceWeights = CHOICE_WEIGHTS,
): Generator<void, Ranking> {
  const words = [...new Set(searchWords(query))].map((word): QueryWord => ({ word, id: wordId(word), rarity: 0 }));
  const found = sets.map((set) => words.map(({ id }) => set.words.find(id)));
  const total = toolsIn(sets);
  const lengths = sets.reduce((sum, set) => sum + sumOf(set.words.lengths), 0);
  const meanLength = lengths / Math.max(1, total) || 1;
  for (const [at, word] of words.entries()) {
    const having = sets.reduce((sum, set, own) => sum + set.words.countOf(found[own]?.[at] ?? -1), 0);
    word.rarity = Math.log(1 + (total - having + 0.5) / (having + 0.5));
  }
  yield;
  const best = new BestScored(Math.max(count, COMPARED_TOOLS));
  const unknown = similarities.reduce((most, each) => Math.max(most, each), UNKNOWN_SIMILARITY);
  const rarities = words.reduce((sum, { rarity }) => sum + rarity, 0) || 1;
  for (const [own, set] of sets.entries()) {
    const shared = sharedWords(set, words, found[own] ?? [], meanLength);
    for (let tool = 0; tool < set.tools.length; tool += 1) {
      const meaning = meaningOf(set.tools[tool] as SearchedTool, similarities, unknown);
      const length = Math.log(1 + (set.words.lengths[tool] as number));
      const score =
        weights.words * (shared.words[tool] as number) +
        (weights.covered * (shared.covered[tool] as number)) / rarities +
        (weights.named * (shared.named[tool] as number)) / rarities +
        weights.meaning * meaning +
        weights.length * length +
        (set.words.takesNothing[tool] ? weights.takesNothing : 0);
      // An object for each of 20,000 tools would take longer than all else.
      if (score <= best.least) continue;
      const features = {
        words: shared.words[tool] as number,
        covered: (shared.covered[tool] as number) / rarities,
        named: (shared.named[tool] as number) / rarities,
        meaning,
        length,
        takesNothing: Number(set.words.takesNothing[tool]),
      };
      best.offer({ set: own, tool, score, features });
    }
    yield;
  }
  return rankingOf(best.found, sets, words, found, similarities, count);
}

/** Of one set at a time, and read before the next step. */
const scratch = {
  words: new Float32Array(LIMITS.toolsMax),
  covered: new Float32Array(LIMITS.toolsMax),
  named: new Float32Array(LIMITS.toolsMax),
};

/** By tool of the set: BM25, and the rarities of the query's words that it has, and that its name has. */
function sharedWords(set: SearchedSet, words: readonly QueryWord[], found: readonly number[], meanLength: number) {
  const shared = { words: scratch.words.fill(0), covered: scratch.covered.fill(0), named: scratch.named.fill(0) };
  for (const [at, { rarity }] of words.entries()) {
    set.words.each(found[at] ?? -1, (tool, weight, isInName) => {
      const long = (set.words.lengths[tool] as number) / meanLength;
      const damping = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * long);
      (shared.words[tool] as number) += (rarity * weight * (SATURATION + 1)) / (weight + damping);
      (shared.covered[tool] as number) += rarity;
      if (isInName) (shared.named[tool] as number) += rarity;
    });
  }
  return shared;
}

/** `unknown`: of a tool that has no vector yet. Its words decide whether it comes before those that have. */
function meaningOf(tool: SearchedTool, similarities: Float32Array, unknown: number): number {
  const own = tool.row === NO_ROW ? unknown : (similarities[tool.row] ?? unknown);
  if (tool.exampleRows.length === 0) return own;
  return Math.max(own, nearestExample(tool, similarities).similarity - DESCRIPTION_AS_EXAMPLE);
}

function nearestExample({ exampleRows }: SearchedTool, similarities: Float32Array) {
  let nearest = { similarity: -1, example: 0 };
  for (const [example, row] of exampleRows.entries()) {
    const similarity = row === NO_ROW ? -1 : (similarities[row] ?? -1);
    if (similarity > nearest.similarity) nearest = { similarity, example };
  }
  return nearest;
}

/** 0–1: that any of so many tools is meant, by what speaks for the first: among more tools it is nearer, meant or not. */
function anyOf({ covered, meaning, named }: Features, tools: number): number {
  const { bias, ...weights } = ANY_WEIGHTS;
  const spoken = weights.covered * covered + weights.meaning * meaning + weights.named * named;
  return sigmoid(bias + spoken + weights.tools * Math.log(tools));
}

function rankingOf(
  best: readonly Scored[],
  sets: readonly SearchedSet[],
  words: readonly QueryWord[],
  found: readonly (readonly number[])[],
  similarities: Float32Array,
  count: number,
): Ranking {
  const [first] = best;
  if (!first) return { tools: [], none: 1 };
  const any = anyOf(first.features, toolsIn(sets));
  const shares = best.map(({ score }) => Math.exp(SHARPNESS * (score - first.score)));
  const all = shares.slice(0, COMPARED_TOOLS).reduce((sum, share) => sum + share, 0);
  const tools = best.slice(0, count).map(({ set: own, tool, score, features }, at): RankedTool => {
    const set = sets[own] as SearchedSet;
    const nearest = nearestExample(set.tools[tool] as SearchedTool, similarities);
    return {
      set,
      tool,
      features,
      score,
      confidence: (any * (shares[at] ?? 0)) / all,
      words: words.flatMap(({ word }, index) => (has(set, found[own]?.[index] ?? -1, tool) ? [word] : [])),
      example: nearest.similarity >= EXAMPLE_MIN ? nearest.example : null,
    };
  });
  return { tools, none: 1 - any };
}

function has(set: SearchedSet, found: number, tool: number): boolean {
  let isThere = false;
  set.words.each(found, (each) => {
    isThere ||= each === tool;
  });
  return isThere;
}

/** How many tools sets have together. */
export function toolsIn(sets: readonly SearchedSet[]): number {
  return sets.reduce((sum, { tools }) => sum + tools.length, 0);
}

function sumOf(numbers: Float32Array): number {
  let sum = 0;
  for (const each of numbers) sum += each;
  return sum;
}

/** The best so many, the best first; of equal ones those that came first. */
class BestScored {
  readonly #count: number;
  readonly found: Scored[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  /** What an offer has to be above. */
  get least(): number {
    return this.found.length < this.#count ? Number.NEGATIVE_INFINITY : (this.found.at(-1) as Scored).score;
  }

  offer(one: Scored): void {
    const { found } = this;
    if (one.score <= this.least) return;
    let at = found.length;
    while (at > 0 && (found[at - 1] as Scored).score < one.score) at -= 1;
    found.splice(at, 0, one);
    if (found.length > this.#count) found.pop();
  }
}
