/** Which tool a query means, and how sure that is. */
import { bm25, coverage } from "./bm25.ts";
import { type JointReader, type JointReading, type ReadableTool, sigmoid } from "./joint-model.ts";
import { COMPARED_MAX, type ToolSimilarity } from "./tool-similarity.ts";

/** What the examples near a query say for a tool. */
export interface Vote {
  /** Cosine similarity of the query to the best of them, −1 to 1. */
  readonly nearest: number;
  /**
   * −1 to 0: how much of what is near is of this tool, less the most that is of any tool. 0 for a tool without examples:
   * those of others say nothing against it.
   */
  readonly lead: number;
}

/** By position of the tool. */
export type ExampleVotes = ReadonlyMap<number, Vote>;

const NO_VOTE: Vote = { nearest: 0, lead: 0 };

export interface ChosenTool {
  /** Position among the tools. */
  readonly tool: number;
  readonly reading: JointReading;
  /** 0–1: the probability that it is meant, and not none. */
  readonly confidence: number;
  /** How far it is ahead of the next tool; infinite without one. */
  readonly margin: number;
  readonly fit: Fit;
  readonly vote: Vote;
}

/** Tools that get a reading of the joint model, after shared words and meaning sorted all of them. */
const READ_MAX = 2;
const SIMILARITY_WEIGHT = 10;
const READING_WEIGHT = 0.3;

/** An example this near means the same as the query. */
const EXAMPLE_SAME = 0.9;
/** Examples under this say nothing. */
const EXAMPLE_NEAR = 0.45;
const EXAMPLE_WEIGHT = 10;
/** Many examples that are a little near say together which of their tools is meant; tools without any are not put back. */
const EXAMPLE_RELATED = 0.2;
const LEAD_WEIGHT = 25;
const EXAMPLE_CONFIDENCE = 5;

/**
 * A logistic regression over all development parts of BFCL, each weighing the same, told whether the chosen tool was
 * right; five-fold cross-validation gave the same figures as the fit. The words that the tool shares hardly count:
 * people ask for things in words of their own.
 */
const FIT = { relevance: 0.14, coverage: 0.54, required: 3.1, similarity: 5.6, rivals: 0.74, constant: -4.75 } as const;
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
  readonly words: number;
  readonly similarity: number;
  readonly vote: Vote;
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
    const read = this.#candidates(query, tools, votes).flatMap((candidate) => {
      const tool = tools[candidate.tool];
      if (!tool) return [];
      const reading = this.#joint.read(query, tool);
      const fit = { ...fitOf(query, tool, reading, candidate), tools: tools.length };
      return [{ candidate, reading, fit, total: sortingScore(candidate) + READING_WEIGHT * readingScore(fit) }];
    });
    read.sort((a, b) => b.total - a.total);
    const [best, next] = read;
    if (!best) return null;
    const { reading, fit, candidate } = best;
    const { tool, vote } = candidate;
    const margin = next ? best.total - next.total : Number.POSITIVE_INFINITY;
    return { tool, reading, confidence: confidenceOf(fit, vote), margin, fit, vote };
  }

  #candidates(query: string, tools: readonly ReadableTool[], votes: ExampleVotes): readonly Candidate[] {
    const words = tools.length > 1 ? bm25(query, tools) : [0];
    const compared = [...words.keys()].sort((a, b) => (words[b] ?? 0) - (words[a] ?? 0)).slice(0, COMPARED_MAX);
    // An example may speak for a tool that shares no word with the query.
    const considered = [...new Set([...compared, ...votes.keys()])].filter((index) => index < tools.length);
    const similarities = this.#similarity.of(
      query,
      considered.flatMap((index) => tools[index] ?? []),
    );
    return considered
      .map((tool, order) => {
        const vote = votes.get(tool) ?? NO_VOTE;
        return { tool, words: words[tool] ?? 0, similarity: Math.max(similarities[order] ?? 0, vote.nearest), vote };
      })
      .sort((a, b) => sortingScore(b) - sortingScore(a))
      .slice(0, READ_MAX);
  }
}

/** The confidence in a chosen tool once a reading with more text before the query states more of what it requires. */
export function confidenceWith(chosen: ChosenTool, reading: JointReading): number {
  const required = Math.max(chosen.fit.required, statedOfRequired(reading));
  return confidenceOf({ ...chosen.fit, required }, chosen.vote);
}

function sortingScore({ words, similarity, vote }: Candidate): number {
  return words + SIMILARITY_WEIGHT * similarity + voteWeight(vote);
}

/** An example that means the same outweighs everything else; nearer than that one, the nearest wins. */
function voteWeight({ nearest, lead }: Vote): number {
  if (nearest >= EXAMPLE_SAME) return 1_000 * nearest;
  const near = Math.max(0, nearest - EXAMPLE_NEAR) / (EXAMPLE_SAME - EXAMPLE_NEAR);
  const related = Math.max(0, nearest - EXAMPLE_RELATED) / (EXAMPLE_SAME - EXAMPLE_RELATED);
  return EXAMPLE_WEIGHT * near ** 2 + LEAD_WEIGHT * related * lead;
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

function confidenceOf(fit: Fit, { nearest }: Vote): number {
  const logOdds =
    FIT.relevance * fit.relevance +
    FIT.coverage * fit.coverage +
    FIT.required * fit.required +
    FIT.similarity * fit.similarity +
    FIT.rivals * Math.log(Math.min(RIVALS_MAX, fit.tools)) +
    FIT.constant;
  return sigmoid(logOdds + (nearest >= EXAMPLE_SAME ? EXAMPLE_CONFIDENCE : 0));
}
