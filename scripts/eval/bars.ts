/** What the figures have to reach on texts that were never looked at, by line of the table. */
import { keyOf, type Line, type LineKind } from "./line.ts";

export interface Bar {
  /** In the line's unit: 0–1, or milliseconds. */
  readonly bar: number;
  readonly stretch: number | null;
}

const percent = (bar: number, stretch: number | null = null): Bar => ({
  bar: bar / 100,
  stretch: stretch === null ? null : stretch / 100,
});

const CALIBRATION = percent(5);

const BARS: Readonly<Record<string, Bar>> = {
  "BFCL simple_python: exact call": percent(62, 70),
  "BFCL multiple: exact call": percent(64, 72),
  "BFCL live_simple: exact call": percent(37, 45),
  "BFCL live_multiple: exact call": percent(44, 50),
  "BFCL irrelevance: no call": percent(82, 88),
  "BFCL live_irrelevance: no call": percent(72, 82),
  "BFCL parallel: all calls exact": percent(50),
  "BFCL parallel_multiple: all calls exact": percent(45),
  "BFCL live_parallel: all calls exact": percent(40),
  "BFCL live_parallel_multiple: all calls exact": percent(40),
  "everyday, left out: right": percent(55, 65),
  "everyday, left out: wrong executions": percent(6, 2),
  "everyday, left out: wrong, of calls at confidence 0.8 or more": percent(4),
  "SNIPS zero-shot: right tool": percent(88, 93),
  "SNIPS zero-shot: slot F1": percent(50, 65),
  "SNIPS with 70 memories per tool: slot F1": percent(72, 80),
  "banking77, 0 examples: right label": percent(65, 72),
  "banking77, 5 examples: right label": percent(81, 85),
  "banking77, 10 examples: right label": percent(87, 90),
  "banking77, 50 examples: right label": percent(92, 94),
  "clinc150, 0 examples: right label": percent(71, 80),
  "clinc150, 10 examples: right label": percent(92, 94),
  "clinc150, 50 examples, none allowed: right label in scope": percent(90),
  "clinc150, 50 examples, none allowed: none out of scope": percent(86, 92),
  "NLU++ banking, 1 fold of 20: multi-intent F1": percent(50, 60),
  "latency, 1 tool: p50": { bar: 15, stretch: 10 },
  "latency, 1 tool: p99": { bar: 40, stretch: null },
  "latency, 8 tools: p50": { bar: 22, stretch: 15 },
  "latency, 8 tools: p99": { bar: 60, stretch: null },
  "latency, 128 tools: p50": { bar: 30, stretch: 20 },
  "latency, 128 tools: p99": { bar: 80, stretch: null },
  "calibration, tool calls: expected calibration error": CALIBRATION,
  "calibration, labels without examples: expected calibration error": CALIBRATION,
  "calibration, labels with examples: expected calibration error": CALIBRATION,
};

const MORE_IS_BETTER: readonly LineKind[] = ["share", "conditional", "detail"];

/** Null for a line that has none. */
export function barFor(line: Pick<Line, "part" | "measure">): Bar | null {
  return BARS[keyOf(line)] ?? null;
}

/** Null where nothing was measured or nothing is asked for. */
export function reaches({ kind, value }: Pick<Line, "kind" | "value">, bar: Bar | null): boolean | null {
  if (bar === null || value === null) return null;
  return MORE_IS_BETTER.includes(kind) ? value >= bar.bar : value <= bar.bar;
}
