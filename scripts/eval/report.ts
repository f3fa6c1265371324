/** The table, for people and for programs. */
import type { Latency, Row } from "./row.ts";
import type { Share } from "./statistics.ts";

export interface Report {
  readonly measuredAt: string;
  readonly binary: string;
  readonly model: string;
  readonly cores: number;
  readonly rows: readonly Row[];
}

export function markdownOf(report: Report): string {
  const lines = [
    `Measured ${report.measuredAt.slice(0, 10)} with ${report.binary}, model ${report.model}, ${report.cores} cores, two requests at a time, without the cache.`,
    "",
    "| part | n | right, % (95 % interval) | without defaults | right tool | client ms p50, p99 | server ms p50, p99 | refused |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...report.rows.map(lineOf),
    "",
    "Right: the whole call, or the label. Without defaults: parameters that the server filled from the schema's defaults are",
    "left out before scoring. Refused: the contract does not allow the request; it counts as wrong. Rows of one set of labels",
    "test the same texts, whose embeddings the server still has from the row before: latency is that of the first row.",
  ];
  return `${lines.join("\n")}\n`;
}

function lineOf(row: Row): string {
  const refused = Object.entries(row.refused).map(([code, count]) => `${count} ${code}`);
  const cells = [
    row.part,
    String(row.n),
    withInterval(row.accuracy),
    percent(row.accuracyWithoutDefaults),
    percent(row.toolAccuracy),
    milliseconds(row.clientMs),
    milliseconds(row.serverMs),
    refused.length === 0 ? "0" : refused.join(", "),
  ];
  return `| ${cells.join(" | ")} |`;
}

function percent(share: Share | null): string {
  return share === null ? "–" : (100 * share.share).toFixed(1);
}

function withInterval(share: Share | null): string {
  if (share === null) return "–";
  return `${percent(share)} (${(100 * share.low).toFixed(1)}–${(100 * share.high).toFixed(1)})`;
}

function milliseconds({ p50, p99 }: Latency): string {
  return p50 === null || p99 === null ? "–" : `${p50.toFixed(0)}, ${p99.toFixed(0)}`;
}
