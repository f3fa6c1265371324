/** The table, for people and for programs. */
import { barFor, reaches } from "./bars.ts";
import type { Calibration } from "./calibration.ts";
import type { Line } from "./line.ts";

export interface Report {
  readonly measuredAt: string;
  readonly binary: string;
  readonly model: string;
  readonly cores: number;
  /** Seconds, learning and registering included. */
  readonly tookSeconds: number;
  /** By part, as in `--parts`. */
  readonly parts: Readonly<Record<string, readonly Line[]>>;
  readonly calibrations: readonly Calibration[];
  /** How many requests the contract refused, by part and error code. */
  readonly refused: Readonly<Record<string, number>>;
}

export function markdownOf(report: Report): string {
  const { measuredAt, binary, model, cores, tookSeconds, refused } = report;
  const minutes = (tookSeconds / 60).toFixed(0);
  const refusals = Object.entries(refused).map(([what, count]) => `${what} ${count}`);
  const lines = [
    `Measured ${measuredAt.slice(0, 10)} with ${binary}, model ${model}, ${cores} cores, in ${minutes} minutes, without the cache.`,
    "",
    "| part | measure | n | % (95 % interval), or ms | bar | stretch |  |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...Object.values(report.parts).flat().map(rowOf),
    "",
    "Two requests at a time; one at a time for latency. A request that the contract refuses counts as wrong.",
    `Refused: ${refusals.length === 0 ? "none" : refusals.join(", ")}.`,
  ];
  return `${lines.join("\n")}\n`;
}

function rowOf(line: Line): string {
  const bar = barFor(line);
  const reached = reaches(line, bar);
  const cells = [
    line.part,
    line.measure,
    String(line.n),
    figureOf(line),
    amountOf(line, bar?.bar ?? null),
    amountOf(line, bar?.stretch ?? null),
    reached === null ? "" : reached ? "reached" : "not reached",
  ];
  return `| ${cells.join(" | ")} |`;
}

function figureOf(line: Line): string {
  const { value, low, high } = line;
  if (value === null) return "–";
  if (low === null || high === null) return amountOf(line, value);
  return `${amountOf(line, value)} (${amountOf(line, low)}–${amountOf(line, high)})`;
}

/** A value as it stands in a table; "" for none. */
export function amountOf({ kind }: Pick<Line, "kind">, value: number | null): string {
  if (value === null) return "";
  return kind === "milliseconds" ? `${value.toFixed(1)} ms` : (100 * value).toFixed(1);
}
