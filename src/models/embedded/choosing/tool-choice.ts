/** Which tool a query means, and how sure that is. */

import type { JointReader, JointReading, ReadableTool } from "../networks/joint-model.ts";
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
}

/** Tools that get a reading of the joint model at most, after shared words and meaning sorted all of them. */
const READ_MAX = 2;
/**
 * What counts how much for one of several tools, beside a similarity of 1: fitted as the choice among 1,170 offers of two to
 * eight tools to queries that no measured set has (scripts/train/none), each source counting the same. Words in common are
 * left at more than the fit says: among dozens of tools, which it has not, they tell more.
 */
const WEIGHTS = { similarity: 10, words: 0.5, relevance: 0.22, coverage: 1.07, required: 0.4, explained: 1.59 };
/**
 * What a tool that takes nothing is held to explain, beside tools that take something: were it 1, "remove the plum cake recipe"
 * would go to the tool that removes them all.
 */
const EXPLAINED_BY_NOTHING = 0.6;
/**
 * So far ahead before reading, the first stays first: no reading put the second ahead of it in these offers, nor in 817 queries
 * of BFCL and SNIPS with several tools, of which this spares 79 % the second reading.
 */
const BEYOND_DOUBT = 1.5;

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

/** What a tool loses that the query does not call for: then one that can tell comes before it. */
const UNCALLED_FOR = 1.8;

interface Candidate {
  readonly tool: number;
  /** By the query alone: shared words and meaning. */
  readonly alike: number;
  /** As in `Fit`. */
  readonly isUncalledFor: boolean;
  /** As in `Fit`. */
  readonly ahead: number;
  readonly nearest: number;
  /** 0–1: how much of what is near to the query speaks for this tool rather than for another. */
  readonly share: number;
}

interface ReadCandidate {
  readonly candidate: Candidate;
  readonly reading: JointReading;
  readonly fit: Fit;
  /** What words, meaning, examples and the reading say together. */
  readonly total: number;
}

export class ToolChooser {
  readonly #joint: JointReader;
  readonly #similarity: ToolSimilarity;

  constructor(joint: JointReader, similarity: ToolSimilarity) {
    this.#joint = joint;
    this.#similarity = similarity;
  }

  /** The tool that fits best, whether well or badly; null without tools. */
  choose(query: string, tools: readonly ReadableTool[], votes: ExampleVotes): ChosenTool | null {
    const [first, second] = this.#candidates(query, tools, votes);
    if (!first) return null;
    const one = this.#read(query, tools, first);
    if (!second || sortingScore(first) - sortingScore(second) >= BEYOND_DOUBT) return chosen(one);
    const other = this.#read(query, tools, second);
    return chosen(other.total > one.total ? other : one);
  }

  #read(query: string, tools: readonly ReadableTool[], candidate: Candidate): ReadCandidate {
    const tool = tools[candidate.tool] as ReadableTool;
    const reading = this.#joint.read(query, tool);
    const { isUncalledFor, ahead, nearest } = candidate;
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
      tools: tools.length,
    };
    return { candidate, reading, fit, total: sortingScore(candidate) + readingScore(fit, tool) };
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
        const said = WEIGHTS.words * (words[tool] ?? 0) + WEIGHTS.similarity * similarity;
        const alike = said - (isUncalledFor ? UNCALLED_FOR : 0);
        return {
          tool,
          alike,
          isUncalledFor,
          ahead: aheadOfOthers(similarities, order),
          nearest,
          share: shares[order] ?? 0,
        };
      })
      .sort((a, b) => sortingScore(b) - sortingScore(a))
      .slice(0, READ_MAX);
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

function chosen({ candidate: { tool }, reading, fit }: ReadCandidate): ChosenTool {
  return { tool, reading, confidence: confidenceOf(fit), fit };
}

/** The confidence in a chosen tool once a reading with more text before the query states more of what it takes. */
export function confidenceWith(chosen: ChosenTool, reading: JointReading): number {
  const given = Math.max(chosen.fit.given, surestGiven(reading));
  return confidenceOf({ ...chosen.fit, given });
}

/** An example that means the same outweighs everything else; nearer than that one, the nearest wins. */
function sortingScore({ alike, nearest, share }: Candidate): number {
  return alike + SHARE_WEIGHT * share + (nearest >= EXAMPLE_SAME ? 1_000 * nearest : 0);
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

function readingScore({ relevance, coverage, required, explained }: Fit, { parameters }: ReadableTool): number {
  return (
    WEIGHTS.relevance * relevance +
    WEIGHTS.coverage * coverage +
    WEIGHTS.required * required +
    WEIGHTS.explained * (parameters.length === 0 ? EXPLAINED_BY_NOTHING : explained)
  );
}
