/** Which tool a query means, and how sure that is. */

import type { JointReader, JointReading, ReadableTool } from "../networks/joint-model.ts";
import { RANKED_MAX, type ToolRank, type ToolRanker } from "../networks/ranking-model.ts";
import { sentenceInWords } from "../read-back/call-words.ts";
import { bm25, coverage, namedShare } from "./bm25.ts";
import { asksHowThingsAre, isDeed } from "./deeds.ts";
import { explainedShare } from "./explained.ts";
import { saysDeed } from "./same-deeds.ts";
import { confidenceOf, type Fit } from "./tool-fit.ts";
import { COMPARED_MAX, type ToolSimilarity } from "./tool-similarity.ts";

/** What examples say. Tools by position. */
export interface ExampleVotes {
  /** Of every tool with an example near the query: the cosine similarity to the best of them, −1 to 1. */
  readonly nearest: ReadonlyMap<number, number>;
  /** The tools that have examples, whether one is near or not. */
  readonly taught: ReadonlySet<number>;
}

export const NO_VOTES: ExampleVotes = { nearest: new Map(), taught: new Set() };

export interface ChosenTool {
  /** Position among the tools. */
  readonly tool: number;
  readonly reading: JointReading;
  /** 0–1: the probability that it is meant, and not none. */
  readonly confidence: number;
  readonly fit: Fit;
  /** The tool that comes next; null where no other comes near. */
  readonly next: NextTool | null;
}

export interface NextTool {
  /** Position among the tools. */
  readonly tool: number;
  /** 0–1: how much likelier the chosen one is of the two; 0 is a tie. */
  readonly margin: number;
}

/**
 * What counts how much before anything is read, beside a similarity of 10: which tools are read, and in which order. Words in common are
 * left at more than a fit says: among dozens of tools, which no fit had, they tell more.
 */
const BEFORE_READING = { similarity: 10, words: 0.6, uncalledFor: -1.9, ofChoice: 0.6 };
/**
 * The same with the readings: what scripts/train/ranking/choice.ts prints, rounded, each source counting the same. With a quarter of the
 * texts kept back in turn, the right tool of all that an owner has is chosen for 84 % of 1,500 requests to trades that no network knows,
 * and for 88 and 95 % of 326 and 355 to owners that were written for the rule of "none". Without the ranker it were 82, 86 and 93 %.
 */
const READ = {
  similarity: 8.3,
  words: 0.3,
  uncalledFor: -1,
  ofChoice: 0.34,
  relevance: 0.34,
  coverage: -0.37,
  required: 0.73,
  explained: 2.65,
  deed: 0.05,
};
/**
 * What a tool that takes nothing is held to explain, beside tools that take something: were it 1, "remove the plum cake recipe"
 * would go to the tool that removes them all.
 */
const EXPLAINED_BY_NOTHING = 0.18;
/** Tools that get a reading of the joint model at most. */
const READ_MAX = 3;
/**
 * What is so far behind the first before reading is not read: in those requests it changes the choice in fewer than one of a hundred, and
 * spares half of the readings.
 */
const BEYOND_DOUBT = 2;

/**
 * What is so far behind the likeliest is not even ranked: of 992 requests to trades that no network knows, each beside all tools of
 * its trade, three fewer get the right tool, and 4.5 tools are ranked in the mean.
 */
const RANKED_WITHIN = 3;

/** An example this near means the same as the query. */
const EXAMPLE_SAME = 0.9;
/** How much nearer something must be to count e times as much. */
const NEARER = 0.1;
/**
 * So much farther from a query is the description of the tool that it means than an example of that tool would be. With
 * it, tools without examples keep their own: fitted on utterances of HWU64 to 51 tools, seven at a time, with 3 to 35
 * examples for some of them. SNIPS, which the fit never saw, says the same.
 */
const DESCRIPTION_AS_EXAMPLE = 0.17;
const SHARE_WEIGHT = 6;

/** What the ranker says of a tool that it had no room for. */
const UNRANKED: ToolRank = { ofChoice: Math.log(0.01), asked: 0 };

interface Candidate {
  readonly tool: number;
  /** To the query in meaning, −1 to 1. */
  readonly similarity: number;
  /** BM25 of the words in common. */
  readonly words: number;
  /** As in `Fit`. */
  readonly isUncalledFor: boolean;
  /** As in `Fit`. */
  readonly ahead: number;
  readonly nearest: number;
  /** 0–1: how much of what is near to the query speaks for this tool rather than for another. */
  readonly share: number;
}

type RankedCandidate = Candidate & ToolRank;

interface ReadCandidate {
  readonly candidate: RankedCandidate;
  readonly reading: JointReading;
  readonly fit: Fit;
  /** What words, meaning, examples and the reading say together. */
  readonly total: number;
}

export interface ToolChooserParts {
  readonly joint: JointReader;
  readonly ranker: ToolRanker;
  readonly similarity: ToolSimilarity;
}

export class ToolChooser {
  readonly #joint: JointReader;
  readonly #ranker: ToolRanker;
  readonly #similarity: ToolSimilarity;

  constructor({ joint, ranker, similarity }: ToolChooserParts) {
    this.#joint = joint;
    this.#ranker = ranker;
    this.#similarity = similarity;
  }

  /** The tool that fits best, whether well or badly; null without tools. `before`: earlier sentences, the oldest first. */
  choose(
    query: string,
    tools: readonly ReadableTool[],
    votes: ExampleVotes,
    before: readonly string[] = [],
  ): ChosenTool | null {
    const ranked = this.ranked(query, tools, votes, before);
    const read = inDoubt(ranked).map((candidate) => this.read(query, tools, candidate));
    const [first, ...others] = read;
    if (!first) return null;
    const best = others.reduce((top, other) => (other.total > top.total ? other : top), first);
    return { ...chosen(best), next: nextTo(best, read, ranked) };
  }

  /** The position that `choose` gives, for less: the joint model reads nothing where the tool is beyond doubt. */
  tool(query: string, tools: readonly ReadableTool[], votes: ExampleVotes): number | null {
    if (tools.length <= 1) return tools.length === 0 ? null : 0;
    const [first, ...others] = inDoubt(this.ranked(query, tools, votes));
    if (!first) return null;
    return others.length === 0 ? first.tool : (this.choose(query, tools, votes)?.tool ?? null);
  }

  /** Those that the ranker was asked about, the likeliest first. */
  ranked(
    query: string,
    tools: readonly ReadableTool[],
    votes: ExampleVotes,
    before: readonly string[] = [],
  ): readonly RankedCandidate[] {
    const candidates = this.#candidates(query, tools, votes);
    const offered = candidates.flatMap(({ tool }) => tools[tool] ?? []);
    const ranks = this.#ranker.rank(sentenceInWords(query, before), offered);
    return candidates
      .map((candidate, at) => ({ ...candidate, ...(ranks[at] ?? UNRANKED) }))
      .sort((one, other) => scoreBefore(other) - scoreBefore(one));
  }

  /** With what the joint model makes of it. */
  read(query: string, tools: readonly ReadableTool[], candidate: RankedCandidate): ReadCandidate {
    const tool = tools[candidate.tool] as ReadableTool;
    const reading = this.#joint.read(query, tool);
    const { isUncalledFor, ahead, nearest, asked } = candidate;
    const { relevance } = reading;
    const words = { coverage: coverage(query, tool), named: namedShare(query, tool) };
    const said = { required: statedOfRequired(reading), given: surestGiven(reading) };
    const explained = explainedShare(query, tool, reading);
    const isDeedSaid = saysDeed(query, tool);
    const fit = {
      relevance,
      ...words,
      ...said,
      explained,
      isUncalledFor,
      isDeedSaid,
      ahead,
      nearest,
      asked,
      tools: tools.length,
    };
    return { candidate, reading, fit, total: scoreWith(candidate, fit, tool) };
  }

  #candidates(query: string, tools: readonly ReadableTool[], votes: ExampleVotes): readonly Candidate[] {
    const words = tools.length > 1 ? bm25(query, tools) : [0];
    const compared = [...words.keys()].sort((a, b) => (words[b] ?? 0) - (words[a] ?? 0)).slice(0, COMPARED_MAX);
    // An example may speak for a tool that shares no word with the query.
    const considered = [...new Set([...compared, ...votes.nearest.keys()])].filter((index) => index < tools.length);
    // However near an only tool is, it is ahead of nothing.
    const similarities =
      tools.length > 1
        ? this.#similarity.of(
            query,
            considered.flatMap((index) => tools[index] ?? []),
          )
        : [0];
    const wantsToKnow = asksHowThingsAre(query);
    const shares = sharesOf(considered, similarities, votes);
    return considered
      .map((tool, order) => {
        const nearest = votes.nearest.get(tool) ?? 0;
        const similarity = similarities[order] ?? 0;
        const isUncalledFor = wantsToKnow && isDeed(tools[tool] as ReadableTool);
        return {
          tool,
          similarity,
          words: words[tool] ?? 0,
          isUncalledFor,
          ahead: aheadOfOthers(similarities, order),
          nearest,
          share: shares[order] ?? 0,
        };
      })
      .sort((one, other) => scoreAlike(other, BEFORE_READING) - scoreAlike(one, BEFORE_READING))
      .filter((candidate, _, [first = candidate]) => {
        const behind = scoreAlike(first, BEFORE_READING) - scoreAlike(candidate, BEFORE_READING);
        return behind < RANKED_WITHIN;
      })
      .slice(0, RANKED_MAX);
  }
}

/**
 * Everything near to the query, shared out among the tools in their order: the best example of each tool that has any, the
 * description of each that has none. An example is mostly nearer than a description, even one of the wrong tool: weighed
 * without this, examples of some tools would take queries away from all others. All 0 where no example is near.
 */
function sharesOf(
  tools: readonly number[],
  similarities: readonly number[],
  { nearest, taught }: ExampleVotes,
): readonly number[] {
  if (nearest.size === 0) return tools.map(() => 0);
  const weights = tools.map((tool, order) => {
    const example = nearest.get(tool);
    if (example !== undefined) return Math.exp(example / NEARER);
    return taught.has(tool) ? 0 : Math.exp(((similarities[order] ?? 0) + DESCRIPTION_AS_EXAMPLE) / NEARER);
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / all);
}

/** Those of the ranked that are to be read, the likeliest first. */
function inDoubt([first, ...others]: readonly RankedCandidate[]): readonly RankedCandidate[] {
  if (!first) return [];
  const near = others.filter((other) => scoreBefore(first) - scoreBefore(other) < BEYOND_DOUBT);
  return [first, ...near].slice(0, READ_MAX);
}

function chosen({ candidate: { tool }, reading, fit }: ReadCandidate): Omit<ChosenTool, "next"> {
  return { tool, reading, confidence: confidenceOf(fit), fit };
}

/** Of those that were read, or where one alone was, of the ranked. */
function nextTo(
  best: ReadCandidate,
  read: readonly ReadCandidate[],
  [first, second]: readonly RankedCandidate[],
): NextTool | null {
  const others = read.filter((other) => other !== best);
  const [next, ...rest] = others;
  if (next) {
    const { candidate, total } = rest.reduce((top, other) => (other.total > top.total ? other : top), next);
    return { tool: candidate.tool, margin: marginOf(best.total - total) };
  }
  return first && second ? { tool: second.tool, margin: marginOf(scoreBefore(first) - scoreBefore(second)) } : null;
}

/** The scores are log-odds: of two the likelier has 1 / (1 + e^-ahead), and the other one the rest. */
function marginOf(ahead: number): number {
  return Math.tanh(Math.max(0, ahead) / 2);
}

/** The confidence in a chosen tool once a reading with more text before the query states more of what it takes. */
export function confidenceWith(chosen: ChosenTool, reading: JointReading): number {
  const given = Math.max(chosen.fit.given, surestGiven(reading));
  return confidenceOf({ ...chosen.fit, given });
}

type WeightsAlike = Pick<typeof READ, "similarity" | "words" | "uncalledFor">;

/** An example that means the same outweighs everything else; nearer than that one, the nearest wins. */
function scoreAlike({ similarity, words, isUncalledFor, nearest, share }: Candidate, weights: WeightsAlike): number {
  const alike = weights.words * words + weights.similarity * similarity + weights.uncalledFor * Number(isUncalledFor);
  return alike + SHARE_WEIGHT * share + (nearest >= EXAMPLE_SAME ? 1_000 * nearest : 0);
}

function scoreBefore(candidate: RankedCandidate): number {
  return scoreAlike(candidate, BEFORE_READING) + BEFORE_READING.ofChoice * candidate.ofChoice;
}

function scoreWith(candidate: RankedCandidate, fit: Fit, { parameters }: ReadableTool): number {
  const { relevance, coverage, required, isDeedSaid } = fit;
  const explained = parameters.length === 0 ? EXPLAINED_BY_NOTHING : fit.explained;
  return (
    scoreAlike(candidate, READ) +
    READ.ofChoice * candidate.ofChoice +
    READ.relevance * relevance +
    READ.coverage * coverage +
    READ.required * required +
    READ.explained * explained +
    READ.deed * Number(isDeedSaid)
  );
}

/** How much nearer one is than the nearest of the others; 0 without any. */
function aheadOfOthers(similarities: readonly number[], at: number): number {
  const others = similarities.filter((_, other) => other !== at);
  return others.length === 0 ? 0 : (similarities[at] ?? 0) - Math.max(...others);
}

function statedOfRequired(reading: JointReading): number {
  const required = reading.parameters.filter(({ parameter }) => parameter.isRequired);
  const stated = required.reduce((sum, parameter) => sum + parameter.stated, 0);
  return required.length === 0 ? 1 : stated / required.length;
}

function surestGiven({ parameters }: JointReading): number {
  const isAnyRequired = parameters.some(({ parameter }) => parameter.isRequired);
  return isAnyRequired ? Math.max(...parameters.map(({ stated }) => stated)) : 1;
}
