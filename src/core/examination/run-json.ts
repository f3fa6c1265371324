/** Kept tests as the API, the operator's commands and the admin page have them. Types, as all that is sent as JSON. */
import type { MissJson, ReportJson } from "./report-json.ts";
import type { RunComparison, RunHead, RunScores, TestRun } from "./test-run.ts";

export type RunHeadJson = RunScores & {
  readonly run_id: string;
  readonly at: string;
  readonly by: string;
  readonly sets: readonly string[];
  readonly kind: "toolset" | "classification_set";
};

export type RunJson = RunHeadJson & { readonly report: ReportJson };

export type RunComparisonJson = {
  readonly both: number;
  readonly only_first: number;
  readonly only_second: number;
  readonly neither: number;
  readonly p_value: number;
  readonly only_in_first: number;
  readonly only_in_second: number;
  readonly better: readonly MissJson[];
  readonly worse: readonly MissJson[];
};

export function runHeadJson({ id, at, by, sets: { kind, signatures }, scores }: RunHead): RunHeadJson {
  return { run_id: id, at: new Date(at).toISOString(), by, sets: signatures, kind, ...scores };
}

export function runJson(run: TestRun): RunJson {
  return { ...runHeadJson(run), report: run.report };
}

export function runComparisonJson(comparison: RunComparison): RunComparisonJson {
  const { both, onlyFirst, onlySecond, neither, pValue, onlyInFirst, onlyInSecond, better, worse } = comparison;
  return {
    both,
    only_first: onlyFirst,
    only_second: onlySecond,
    neither,
    p_value: pValue,
    only_in_first: onlyInFirst,
    only_in_second: onlyInSecond,
    better,
    worse,
  };
}
