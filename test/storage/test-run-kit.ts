/** Test runs as stores are given them. */
import type { TestRun } from "#core/examination/test-run.ts";
import type { RunBounds } from "#core/ports/test-run-store.ts";
import { hashOf, NOW } from "./kit.ts";

/** Nothing has to go. */
export const ENOUGH: RunBounds = { runsMax: 1_000, charactersMax: 10_000_000 };

const sets = { kind: "toolset", signatures: ["home-v1"] } as const;
const share = { count: 1, of: 2, share: 0.5, low: 0.1, high: 0.9 };

export function aTestRun(id: string, change: Partial<TestRun> = {}): TestRun {
  const score = { precision: 0.5, recall: 0.5, f1: 0.5 };
  const common = { backend: null, models: ["m-1"], cases: 2, accuracy: share, choice: share, wrong: share };
  return {
    id,
    at: NOW,
    by: "user 0",
    sets,
    scores: {
      ...common,
      content_hashes: [hashOf("a")],
      macro_f1: 0.5,
      calibration_error: null,
      latency_ms_p50: 0.1,
    },
    report: {
      ...common,
      sets: sets.signatures,
      kind: "toolset",
      verdicts: { right: 1, part: 0, asked: 0, missed: 1, wrong: 0, failed: 0 },
      errors: { choice: 1, parameters: 0 },
      scores: {
        names: [{ name: "mach's hell 💡", expected: 1, given: 1, right: 1, ...score }],
        macro: score,
        micro: score,
      },
      confusion: [],
      calibration: null,
      latency_ms: null,
      cost: null,
      examples: 0,
      misses: [],
    },
    verdicts: `${id.padEnd(12, "0").slice(0, 12)}r`,
    ...change,
  };
}
