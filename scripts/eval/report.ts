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
  const lines = [
    `Measured ${measuredAt.slice(0, 10)} with ${binary}, model ${model}, ${cores} cores, in ${minutes} minutes, without the cache.`,
    "",
    "| part | measure | n | % (95 % interval), or ms | bar | stretch |  |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...Object.values(report.parts)
      .flat()
      .filter(({ kind }) => kind !== "detail")
      .map(rowOf),
    ...Object.values(report.parts).flatMap(breakdownOf),
    "",
    "Two requests at a time; one at a time for latency. A request that the contract refuses counts as wrong.",
    refusedSentence(refused),
  ];
  return `${lines.join("\n")}\n`;
}

/** `refused`: how many requests were refused, by part and error code. */
export function refusedSentence(refused: Report["refused"]): string {
  const refusals = Object.entries(refused).map(([what, count]) => `${what} ${count}`);
  return `Refused: ${refusals.length === 0 ? "none" : refusals.join(", ")}.`;
}

/** What a part consists of: a row for each thing that was tested, a column for each measure; none without details. */
export function breakdownOf(lines: readonly Line[]): readonly string[] {
  if (lines.every(({ kind }) => kind !== "detail")) return [];
  const detailed = new Set(lines.filter(({ kind }) => kind === "detail").map(({ measure }) => measure));
  const measures = [...new Set(lines.map(({ measure }) => measure))].filter((measure) => detailed.has(measure));
  const rows = [...Map.groupBy(lines, ({ part }) => part)].map(([part, own]) => {
    const n = own[0]?.n ?? 0;
    const cells = measures.map((measure) => {
      const line = own.find((one) => one.measure === measure);
      if (line === undefined) return "";
      return line.n === n ? figureOf(line) : `${figureOf(line)} of ${line.n}`;
    });
    return [part, String(n), ...cells];
  });
  const table = [["%", "n", ...measures], ["---", "---", ...measures.map(() => "---")], ...rows];
  return ["", ...table.map((cells) => `| ${cells.join(" | ")} |`)];
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
