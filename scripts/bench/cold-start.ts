/**
 * How long after its start the executable answers its first request, run by run beside `bun -e ''`: what a process of this
 * kind costs on this machine at this moment. Exit status 1 when the median answer takes longer than the promise.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { percentile } from "#core/examination/statistics.ts";
import { startBare, startOnEmptyFolder, startUntilAnswer } from "./measures/start.ts";

const RUNS = 12;
const FIRST_ANSWER_MS_MAX = 100;

const used = mkdtempSync(join(tmpdir(), "dragoman-cold-"));
const series: Readonly<Record<string, () => Promise<number>>> = {
  "bun -e ''": async () => (await startBare()).wallMs,
  "first answer, data folder in use before": async () => (await startUntilAnswer(used)).wallMs,
  "first answer, empty data folder": async () => (await startOnEmptyFolder()).wallMs,
};

try {
  // Once for the disk cache, and to have a folder that was in use.
  for (const measure of Object.values(series)) await measure();
  const measured = new Map(Object.keys(series).map((name) => [name, [] as number[]]));
  for (let run = 0; run < RUNS; run += 1) {
    for (const [name, measure] of Object.entries(series)) measured.get(name)?.push(await measure());
  }
  const median = (name: string) => percentile(measured.get(name) ?? [], 50) ?? Number.NaN;
  const base = median("bun -e ''");
  for (const [name, values] of measured) {
    const range = `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`;
    console.log(
      `${name.padEnd(42)} median ${median(name).toFixed(1)} ms (${range}), ${(median(name) / base).toFixed(1)} × base`,
    );
  }
  const slow = Object.keys(series).filter((name) => name.startsWith("first") && !(median(name) <= FIRST_ANSWER_MS_MAX));
  if (slow.length > 0) {
    console.log(`FAILED: more than ${FIRST_ANSWER_MS_MAX} ms: ${slow.join("; ")}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(used, { recursive: true, force: true });
}
