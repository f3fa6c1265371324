/**
 * Measures the built executable over HTTP on development data, and writes the table as Markdown and as JSON with the
 * reliability diagram and the answers beside it; with `--cache` it measures the cache in place of the model, with
 * `--everyday` everyday requests by source, from source. The data is not part of the repository: docs/how-to/measure.md
 * says where each set is published and what every option does.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compareBackends } from "./backends.ts";
import { accepted, type Baseline, checkSizes, fallenBelow } from "./baseline.ts";
import { measureCache } from "./cache/cache-evaluation.ts";
import { errorsMarkdown } from "./errors.ts";
import { type Evaluation, evaluate } from "./evaluation.ts";
import { measureSources } from "./everyday-sources.ts";
import { type Options, optionsFrom } from "./options.ts";
import { reliabilityDiagram } from "./reliability-diagram.ts";
import { markdownOf, type Report } from "./report.ts";

const BASELINE = join(import.meta.dir, "baseline.json");

function writeAll(out: string, { report, answers }: Evaluation): void {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "eval.json"), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(out, "eval.md"), markdownOf(report));
  writeFileSync(join(out, "answers.jsonl"), answers.map((answer) => `${JSON.stringify(answer)}\n`).join(""));
  writeFileSync(join(out, "errors.md"), errorsMarkdown(answers));
  writeFileSync(join(out, "reliability.svg"), reliabilityDiagram(report.calibrations));
}

function acceptedBefore(): Baseline | null {
  return existsSync(BASELINE) ? (JSON.parse(readFileSync(BASELINE, "utf8")) as Baseline) : null;
}

/** Throws when the figures to come could not be compared: better before a run of many minutes than after it. */
function checkComparable(before: Baseline | null, { baseline, limit, nluppFolds }: Options): void {
  if (baseline !== "compare") return;
  if (before === null) throw new Error("nothing was accepted yet: run with --accept first");
  checkSizes(before, { limit, nluppFolds });
}

/** Throws when a line fell too far. */
function settle(before: Baseline | null, { baseline, limit, nluppFolds }: Options, report: Report): void {
  const sizes = { limit, nluppFolds };
  const { measuredAt, binary, model, parts } = report;
  if (baseline === "accept") {
    const after = accepted(before, { measuredAt, binary, model, sizes, parts });
    writeFileSync(BASELINE, `${JSON.stringify(after, null, 2)}\n`);
  }
  if (baseline !== "compare" || before === null) return;
  const fallen = fallenBelow(before, sizes, parts);
  if (fallen.length > 0) throw new Error(`fell by more than one point:\n  ${fallen.join("\n  ")}`);
}

async function evaluateParts(options: Options): Promise<void> {
  const before = acceptedBefore();
  checkComparable(before, options);
  const evaluation = await evaluate(options);
  writeAll(options.out, evaluation);
  console.log(markdownOf(evaluation.report));
  settle(before, options, evaluation.report);
}

try {
  const options = optionsFrom(process.argv.slice(2));
  if (options.everyday !== null) console.log(await measureSources(options.everyday, options));
  else if (options.backends !== null) console.log(await compareBackends(options, options.backends));
  else if (options.cache === null) await evaluateParts(options);
  else console.log(await measureCache({ ...options, ...options.cache }));
} catch (failure) {
  console.error(`eval: ${failure instanceof Error ? failure.message : String(failure)}`);
  process.exitCode = 1;
}
