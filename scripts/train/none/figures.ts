/** What a rule makes of queries: how reliable it is where it was not fitted, and what it reaches on the measured sets. */

import { type Share, shareOf } from "#core/examination/statistics.ts";
import { calibrationsOf } from "../../eval/calibration.ts";
import { f1Of } from "../../eval/statistics.ts";
import type { MeasuredRow, Row } from "./rows.ts";
import { countsOf, fitted, likelihood } from "./rule.ts";

const BINS = 10;
const FITS_MIN = 0.5;

/** Of each source by a rule that was fitted on all others: what is said, and how often that is right. */
export function reliabilityOf(rows: readonly Row[]): readonly string[] {
  const sources = [...new Set(rows.map(({ source }) => source))];
  const judged = sources.flatMap((source) => {
    const rule = fitted(rows.filter((row) => row.source !== source));
    return [...countsOf(rows.filter((row) => row.source === source))].map(([row, count]) => ({
      source,
      count,
      said: likelihood(row, rule),
      is: row.isRight ? 1 : 0,
    }));
  });
  const bins = Map.groupBy(judged, ({ said }) => Math.min(BINS - 1, Math.floor(said * BINS)));
  const lines = [...bins]
    .sort(([one], [other]) => one - other)
    .map(([bin, own]) => {
      const total = sumOf(own, ({ count }) => count);
      const [said, is] = [sumOf(own, (row) => row.count * row.said), sumOf(own, (row) => row.count * row.is)];
      return `  ${bin / BINS}–${(bin + 1) / BINS}  n ${own.length}  says ${(said / total).toFixed(2)}  is ${(is / total).toFixed(2)}`;
    });
  const errors = sources.map((source) => {
    const own = judged.filter((row) => row.source === source);
    return `${source} ${(100 * errorOf(own)).toFixed(1)}`;
  });
  return [...lines, `  expected calibration error ${(100 * errorOf(judged)).toFixed(1)}; ${errors.join(", ")}`];
}

interface Judged {
  readonly count: number;
  readonly said: number;
  readonly is: number;
}

function errorOf(judged: readonly Judged[]): number {
  const bins = Map.groupBy(judged, ({ said }) => Math.min(BINS - 1, Math.floor(said * BINS)));
  const gaps = [...bins.values()].map((own) => Math.abs(sumOf(own, ({ count, said, is }) => count * (said - is))));
  return sumOf(gaps, (gap) => gap) / sumOf(judged, ({ count }) => count);
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

/** One line a part: right answers, and how many there would be without any "none"; `sure`: how likely the tool is meant. */
export function measuredFigures(rows: readonly MeasuredRow[], sure: (row: MeasuredRow) => number): readonly string[] {
  const parts = Map.groupBy(rows, ({ part }) => part);
  const lines = [...parts].map(([part, own]) => {
    const right = own.filter((row) => (row.hasGold ? row.isRight : true) && row.hasGold === sure(row) >= FITS_MIN);
    const known = own.filter(({ hasGold }) => hasGold);
    const tool = known.filter((row) => row.isRightTool && sure(row) >= FITS_MIN);
    const free = known.filter(({ isRight }) => isRight);
    return [
      `  ${part.padEnd(18)} n ${String(own.length).padStart(3)}  right ${percent(shareOf(right.length, own.length))}`,
      `  never none ${percent(shareOf(free.length, known.length))}`,
      `  right tool ${percent(shareOf(tool.length, known.length))}`,
      ...slotsOf(own),
    ].join("");
  });
  return [...lines, `  expected calibration error ${(100 * calibrationErrorOf(rows, sure)).toFixed(1)}`];
}

function slotsOf(rows: readonly MeasuredRow[]): readonly string[] {
  const slots = rows.flatMap((row) => row.slots ?? []);
  if (slots.length === 0) return [];
  const chosen = f1Of(slots.map((counts) => counts.chosen));
  const given = f1Of(slots.map((counts) => counts.given));
  return [`  slot F1 ${percent(chosen)}, with the right tool given ${percent(given)}`];
}

function percent(share: Share | null): string {
  if (share === null) return "   –";
  return `${(100 * share.share).toFixed(1)} (${(100 * share.low).toFixed(1)}–${(100 * share.high).toFixed(1)})`;
}

/** As call-reader.ts says how sure an answer is. */
function calibrationErrorOf(rows: readonly MeasuredRow[], sure: (row: MeasuredRow) => number): number {
  const verdicts = rows.map((row) => {
    const likely = sure(row);
    return likely < FITS_MIN
      ? { family: "", confidence: 1 - likely, right: !row.hasGold }
      : { family: "", confidence: likely, right: row.isRightTool };
  });
  return calibrationsOf(verdicts)[0]?.error ?? 0;
}
