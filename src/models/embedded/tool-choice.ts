/** Which tool a query means, and how sure that is. */
import { bm25, coverage } from "./bm25.ts";
import { type JointReader, type JointReading, type ReadableTool, sigmoid } from "./joint-model.ts";
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
  /** How far it is ahead of the next tool, or would be if that one were read; infinite without one. */
  readonly margin: number;
  readonly fit: Fit;
  /** Similarity of the nearest of its examples; 0 without any. */
  readonly nearest: number;
}

/** Tools that get a reading of the joint model at most, after shared words and meaning sorted all of them. */
const READ_MAX = 2;
const SIMILARITY_WEIGHT = 10;
const READING_WEIGHT = 0.3;
/**
 * So far ahead before reading, the first stays first: no reading put the second ahead of it in 865 queries of BFCL and SNIPS
 * with several tools, of which this spares 74 % the second reading.
 */
const BEYOND_DOUBT = 2;
/** What the reading of a second tool scores in the middle where the first is beyond doubt. */
const READING_OF_SECOND = 3;

/** An example this near means the same as the query. */
const EXAMPLE_SAME = 0.9;
const EXAMPLE_CONFIDENCE = 5;
/** How much nearer something must be to count e times as much. */
const NEARER = 0.1;
/**
 * So much farther from a query is the description of the tool that it means than an example of that tool would be. With
 * it, tools without examples keep their own: fitted on utterances of HWU64 to 51 tools, seven at a time, with 3 to 35
 * examples for some of them. SNIPS, which the fit never saw, says the same.
 */
const DESCRIPTION_AS_EXAMPLE = 0.17;
const SHARE_WEIGHT = 8;

/**
 * A logistic regression over all development parts of BFCL, each weighing the same, told whether the chosen tool was
 * right; five-fold cross-validation gave the same figures as the fit. The words that the tool shares hardly count:
 * people ask for things in words of their own. Afterwards the constant was lowered, since a call that nobody meant costs its
 * caller more than being asked back, and all of it stretched until answers of BFCL and SNIPS were as often right as they said.
 */
const FIT = { relevance: 0.2, coverage: 0.76, required: 4.3, similarity: 7.8, rivals: 1.04, constant: -7.4 } as const;
/** The best of many tools is the right one more often than an only tool is; beyond these, more change nothing. */
const RIVALS_MAX = 8;

export interface Fit {
  /** Log-odds by the joint model. */
  readonly relevance: number;
  /** 0–1: the query's words that the tool has. */
  readonly coverage: number;
  /** 0–1: how far the query states the required parameters. */
  readonly required: number;
  /** −1 to 1: in meaning, to the tool or to the best of its examples. */
  readonly similarity: number;
  /** Tools to choose from, this one included. */
  readonly tools: number;
}

interface Candidate {
  readonly tool: number;
  /** By the query alone: shared words and meaning. */
  readonly alike: number;
  readonly similarity: number;
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
    if (!second) return chosen(one, Number.NEGATIVE_INFINITY);
    if (sortingScore(first) - sortingScore(second) >= BEYOND_DOUBT)
      return chosen(one, sortingScore(second) + READING_WEIGHT * READING_OF_SECOND);
    const other = this.#read(query, tools, second);
    return other.total > one.total ? chosen(other, one.total) : chosen(one, other.total);
  }

  #read(query: string, tools: readonly ReadableTool[], candidate: Candidate): ReadCandidate {
    const tool = tools[candidate.tool] as ReadableTool;
    const reading = this.#joint.read(query, tool);
    const fit = { ...fitOf(query, tool, reading, candidate), tools: tools.length };
    return { candidate, reading, fit, total: sortingScore(candidate) + READING_WEIGHT * readingScore(fit) };
  }

  #candidates(query: string, tools: readonly ReadableTool[], votes: ExampleVotes): readonly Candidate[] {
    const words = tools.length > 1 ? bm25(query, tools) : [0];
    const compared = [...words.keys()].sort((a, b) => (words[b] ?? 0) - (words[a] ?? 0)).slice(0, COMPARED_MAX);
    // An example may speak for a tool that shares no word with the query.
    const considered = [...new Set([...compared, ...votes.nearest.keys()])].filter((index) => index < tools.length);
    const similarities = this.#similarity.of(
      query,
      considered.flatMap((index) => tools[index] ?? []),
    );
    const shares = sharesOf(considered, similarities, votes);
    return considered
      .map((tool, order) => {
        const nearest = votes.nearest.get(tool) ?? 0;
        const similarity = similarities[order] ?? 0;
        const alike = (words[tool] ?? 0) + SIMILARITY_WEIGHT * similarity;
        return { tool, alike, similarity: Math.max(similarity, nearest), nearest, share: shares[order] ?? 0 };
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

/** `next`: the total of the tool that comes after it. */
function chosen({ candidate: { tool, nearest }, reading, fit, total }: ReadCandidate, next: number): ChosenTool {
  return { tool, reading, confidence: confidenceOf(fit, nearest), margin: total - next, fit, nearest };
}

/** The confidence in a chosen tool once a reading with more text before the query states more of what it requires. */
export function confidenceWith(chosen: ChosenTool, reading: JointReading): number {
  const required = Math.max(chosen.fit.required, statedOfRequired(reading));
  return confidenceOf({ ...chosen.fit, required }, chosen.nearest);
}

/** An example that means the same outweighs everything else; nearer than that one, the nearest wins. */
function sortingScore({ alike, nearest, share }: Candidate): number {
  return alike + SHARE_WEIGHT * share + (nearest >= EXAMPLE_SAME ? 1_000 * nearest : 0);
}

function fitOf(
  query: string,
  tool: ReadableTool,
  reading: JointReading,
  { similarity }: Candidate,
): Omit<Fit, "tools"> {
  const required = statedOfRequired(reading);
  return { relevance: reading.relevance, coverage: coverage(query, tool), required, similarity };
}

function statedOfRequired(reading: JointReading): number {
  const required = reading.parameters.filter(({ parameter }) => parameter.isRequired);
  const stated = required.reduce((sum, parameter) => sum + parameter.stated, 0);
  return required.length === 0 ? 1 : stated / required.length;
}

function readingScore(fit: Fit): number {
  return fit.relevance + 4 * fit.coverage + 3 * fit.required;
}

function confidenceOf(fit: Fit, nearest: number): number {
  const logOdds =
    FIT.relevance * fit.relevance +
    FIT.coverage * fit.coverage +
    FIT.required * fit.required +
    FIT.similarity * fit.similarity +
    FIT.rivals * Math.log(Math.min(RIVALS_MAX, fit.tools)) +
    FIT.constant;
  return sigmoid(logOdds + (nearest >= EXAMPLE_SAME ? EXAMPLE_CONFIDENCE : 0));
}
