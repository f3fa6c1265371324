/** A report as the API and the command line give it. Types, as all that is sent as JSON. */
import type { EvidenceMap } from "../answering/evidence.ts";
import type { JsonObject } from "../json.ts";
import type { Verdict } from "./case-judging.ts";
import type { NameScore, Score } from "./scores.ts";
import type { Comparison, Counted, Miss, Report } from "./test-report.ts";

export type CountedJson = {
  readonly count: number;
  readonly of: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
};

/** A tool and, where they are judged, its parameters; or a label. */
export type ExpectedJson = {
  readonly tool?: string;
  readonly parameters?: JsonObject;
  readonly label?: string;
};

export type GivenJson = ExpectedJson & {
  readonly missing_parameters?: readonly string[];
  readonly defaults_applied?: readonly string[];
  readonly evidence?: EvidenceMap;
};

export type MissJson = {
  readonly case: number;
  /** Where it was written, for whoever read it from a file. */
  readonly place?: string;
  readonly sentence: string;
  readonly verdict: Verdict;
  readonly error: "choice" | "parameters" | null;
  readonly expected: readonly ExpectedJson[];
  readonly given: readonly GivenJson[];
  readonly confidence: number | null;
  readonly runner_up: { readonly name: string; readonly margin: number } | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly latency_ms: number;
  readonly is_example: boolean;
};

export type ReportJson = {
  readonly sets: readonly string[];
  readonly kind: "toolset" | "classification_set";
  readonly backend: string | null;
  readonly models: readonly string[];
  readonly cases: number;
  readonly accuracy: CountedJson;
  readonly choice: CountedJson;
  readonly wrong: CountedJson;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly errors: { readonly choice: number; readonly parameters: number };
  readonly scores: {
    readonly names: readonly NameScore[];
    readonly macro: Score;
    readonly micro: Score;
  };
  readonly confusion: readonly { readonly expected: string; readonly given: string; readonly count: number }[];
  readonly calibration: {
    readonly error: number;
    readonly bins: readonly { readonly n: number; readonly confidence: number; readonly right: number }[];
  } | null;
  readonly latency_ms: { readonly p50: number; readonly p95: number; readonly p99: number } | null;
  readonly cost: { readonly money: number; readonly input_tokens: number; readonly output_tokens: number } | null;
  readonly examples: number;
  readonly misses: readonly MissJson[];
};

export type ComparisonJson = {
  readonly both: number;
  readonly only_first: number;
  readonly only_second: number;
  readonly neither: number;
  readonly unanswered: number;
  readonly p_value: number;
  readonly apart: readonly { readonly case: number; readonly sentence: string; readonly right: string }[];
};

/** Cases count from 1 there, as lines do. `places`: of the cases, by position, where they have any. */
export function reportJson(report: Report, places: readonly string[] = []): ReportJson {
  const { signatures, kind, backend, models, cases, verdicts, errors, calibration, examples } = report;
  const { confusion, ...scores } = report.scores;
  const isOfCalls = kind === "toolset";
  return {
    sets: signatures,
    kind,
    backend,
    models,
    cases,
    accuracy: countedJson(report.accuracy),
    choice: countedJson(report.choice),
    wrong: countedJson(report.wrong),
    verdicts,
    errors,
    scores,
    confusion,
    calibration,
    latency_ms: report.latency,
    cost: report.cost && {
      money: report.cost.money,
      input_tokens: report.cost.inputTokens,
      output_tokens: report.cost.outputTokens,
    },
    examples,
    misses: report.misses.map((miss) => missJson(miss, isOfCalls, places[miss.position])),
  };
}

/** `names`: of the two that are compared. */
export function comparisonJson(comparison: Comparison, names: readonly [string, string]): ComparisonJson {
  const { both, onlyFirst, onlySecond, neither, unanswered, pValue, apart } = comparison;
  return {
    both,
    only_first: onlyFirst,
    only_second: onlySecond,
    neither,
    unanswered,
    p_value: pValue,
    apart: apart.map(({ position, sentence, right }) => ({ case: position + 1, sentence, right: names[right] })),
  };
}

function countedJson({ count, of, share, low, high }: Counted): CountedJson {
  return { count, of, share, low, high };
}

function missJson(miss: Miss, isOfCalls: boolean, place: string | undefined): MissJson {
  return {
    case: miss.position + 1,
    ...(place !== undefined && { place }),
    sentence: miss.sentence,
    verdict: miss.judgement.verdict,
    error: miss.judgement.error,
    expected: miss.expected.map(({ name, parameters }) =>
      isOfCalls ? { tool: name, ...(parameters && { parameters }) } : { label: name },
    ),
    given: miss.given.map(({ name, call }) =>
      call === null
        ? { label: name }
        : {
            tool: name,
            parameters: call.parameters,
            missing_parameters: call.missing,
            defaults_applied: call.defaults,
            evidence: call.evidence,
          },
    ),
    confidence: miss.confidence,
    runner_up: miss.runnerUp,
    failure: miss.failure,
    latency_ms: miss.latencyMs,
    is_example: miss.isExample,
  };
}
