import type { JsonObject } from "../json.ts";
import type { AnswerStore } from "../ports/answers.ts";
import type { Path } from "./known-answer.ts";
import type { Partition } from "./partition.ts";
import { wordsOf } from "./rules/table.ts";
import type { Search, Why } from "./search.ts";
import { errorOf, intervalOf } from "./trust/standing.ts";

/** Why the cache did or did not answer. */
export interface Explanation {
  readonly answered: boolean;
  readonly why: Why | "not asked" | "same words";
  /** The answered sentence that is nearest; null when none was looked at. */
  readonly nearest: { readonly sentence: string; readonly similarity: number } | null;
  /** What would be given, or was; null when there was nothing. */
  readonly proposal: {
    readonly path: Path;
    readonly sentence: string;
    readonly similarity: number;
    readonly score: number;
    readonly leftoverWords: readonly string[];
    readonly bound: {
      /** Of all that is answered, or of this score and higher. */
      readonly error: number;
      readonly interval: readonly [number, number];
      readonly limit: number;
      readonly observed: number;
      readonly wrong: number;
    };
  } | null;
  /** Rules that forbade a proposal. */
  readonly refused: readonly { readonly path: Path; readonly rule: string; readonly sentence: string }[];
}

/** Refusals shown; the nearest say most. */
const REFUSED_MAX = 12;

/** Looked up only when somebody asks. Sentences that are gone meanwhile are left out. */
export async function explanationOf(
  answers: AnswerStore,
  partition: Partition,
  why: Explanation["why"],
  search: Search<JsonObject> | null,
): Promise<Explanation> {
  const sentenceOf = async (id: number) => (await answers.read(partition.app, partition.digest, id))?.sentence ?? null;
  const considered = search?.considered ?? null;
  const candidate = search?.candidate ?? null;
  const nearest = considered?.nearest ?? null;
  const nearestSentence = nearest && (await sentenceOf(nearest.id));
  const refused = await Promise.all(
    (considered?.refused ?? []).slice(0, REFUSED_MAX).map(async ({ id, path, rule }) => {
      const sentence = await sentenceOf(id);
      return sentence === null ? [] : [{ path, rule: wordsOf(rule), sentence }];
    }),
  );
  return {
    answered: why === "same words" || why === "other words",
    why,
    nearest: nearest && nearestSentence !== null ? { sentence: nearestSentence, similarity: nearest.similarity } : null,
    proposal: candidate && {
      path: candidate.proposal.path,
      sentence: candidate.known.sentence,
      similarity: candidate.proposal.similarity,
      score: candidate.proposal.score,
      leftoverWords: candidate.proposal.leftoverWords,
      bound: {
        error: errorOf(candidate.verdict.tail),
        interval: intervalOf(candidate.verdict.tail),
        limit: candidate.verdict.limit,
        observed: candidate.verdict.tail.own.observed,
        wrong: candidate.verdict.tail.own.wrong,
      },
    },
    refused: refused.flat(),
  };
}

/** As the API and the command line give it. */
export function explanationJson({ answered, why, nearest, proposal, refused }: Explanation) {
  return {
    answered,
    why,
    nearest,
    proposal: proposal && {
      path: proposal.path,
      sentence: proposal.sentence,
      similarity: proposal.similarity,
      score: proposal.score,
      leftover_words: [...proposal.leftoverWords],
      bound: {
        error: proposal.bound.error,
        interval: [...proposal.bound.interval],
        limit: proposal.bound.limit,
        observed: proposal.bound.observed,
        wrong: proposal.bound.wrong,
      },
    },
    refused: [...refused],
  };
}
