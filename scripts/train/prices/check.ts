/**
 * Checks each price of the decoder by leaving sources out, and writes what came of it as a page.
 *
 *     bun scripts/train/prices/check.ts DATA_FOLDER OUT_FOLDER
 *
 * DATA_FOLDER holds bfcl/, snips/ and train/everyday/. OUT_FOLDER keeps what the network read, for the next time, and gets
 * prices.md, which belongs at docs/measurements/prices.md.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Asked, type Judged, measuredAsked, pointsOf } from "./asked.ts";
import { everydayAsked } from "./everyday.ts";
import { type Checked, renderPage } from "./page.ts";
import { readingsOf } from "./readings.ts";
import { TODAY, type Trial, trialsOf } from "./trials.ts";
import { judged } from "./verdicts.ts";

const [data, out] = process.argv.slice(2);
if (!data || !out) throw new Error("usage: bun scripts/train/prices/check.ts DATA_FOLDER OUT_FOLDER");
const asked = [...measuredAsked(data), ...everydayAsked(data)];
const trials = trialsOf(asked, await readingsOf(asked, out));
const sources = [...Map.groupBy(asked.keys(), (at) => (asked[at] as Asked).source)];
const checked = trials.map((trial) => checkedOf(trial));
const today = trials[0]?.judged[TODAY] ?? [];
const page = renderPage({
  checked,
  sources: sources.map(([name, own]) => ({
    name,
    sentences: own.length,
    points: pointsOf(own.flatMap((at) => today[at] ?? [])),
  })),
  day: new Date().toISOString().slice(0, "2026-01-01".length),
});
writeFileSync(join(out, "prices.md"), page);
console.log(page);

function checkedOf({ name, values, asking, judged: byValue }: Trial): Checked {
  const points = sources.map(([, own]) => byValue.map((judged) => pointsOf(own.flatMap((at) => judged[at] ?? []))));
  const costs = byValue.map((judged) => judged.reduce((sum, { cost }) => sum + cost, 0));
  const today = byValue[TODAY];
  const sentences = asked.filter((_, at) => byValue.some((judged) => !isSame(judged[at], today?.[at]))).length;
  return { name, values, asking, otherwise: sentences, ...judged({ points, costs, today: TODAY, sentences }) };
}

function isSame(one: Judged | undefined, other: Judged | undefined): boolean {
  return (["hits", "spurious", "missed", "cost"] as const).every((count) => one?.[count] === other?.[count]);
}
