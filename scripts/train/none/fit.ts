/**
 * Fits the rule of "none" and prints it with its reliability, and what it reaches on the measured sets, which it is not
 * fitted on.
 *
 *     bun scripts/train/none/fit.ts DATA_FOLDER [ROWS_FOLDER [EXTRACTOR.onnx]]
 *
 * DATA_FOLDER holds train/ and the measured sets. Reading takes some minutes: in ROWS_FOLDER what was read is kept for the next
 * time. EXTRACTOR is the shipped one unless another is named.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { JOINT_EXTRACTOR_PATH } from "#models/embedded/networks/network-files.ts";
import { linesOf } from "../../eval/data-sets.ts";
import { bfclQueries, snipsQueries } from "../measured-queries.ts";
import { apartFrom } from "./apart.ts";
import { measuredFigures, reliabilityOf } from "./figures.ts";
import { offersOf } from "./offered.ts";
import { readOwners } from "./owners.ts";
import { type MeasuredRow, Reader, type Row } from "./rows.ts";
import { fitted, likelihood } from "./rule.ts";

/** The ranker learned from what these ask, whether the extractor did or not. */
const KNOWN: ReadonlySet<string> = new Set(["hwu64", "seal", "sgd", "meta"]);
/** Of each source, so that none drowns the others. */
const ASKED_MAX = 330;

async function kept<Line>(folder: string | undefined, name: string, read: () => Promise<readonly Line[]>) {
  const path = folder && join(folder, `${name}.jsonl`);
  if (path && existsSync(path)) return linesOf<Line>(path);
  const lines = await read();
  if (!path) return lines;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return lines;
}

const [data, rowsFolder, extractor = JOINT_EXTRACTOR_PATH] = process.argv.slice(2);
if (!data) throw new Error("usage: bun scripts/train/none/fit.ts DATA_FOLDER [ROWS_FOLDER [EXTRACTOR.onnx]]");
const reader = await Reader.open(extractor);
const rows = await kept<Row>(rowsFolder, "rows", async () => {
  const isApart = apartFrom(data);
  const owners = readOwners(join(data, "train")).map((owner) => ({
    ...owner,
    asked: owner.asked.filter(({ text }) => isApart(text)),
  }));
  const unknown = owners.filter(({ source }) => !KNOWN.has(source));
  return offersOf(unknown, ASKED_MAX).flatMap((offered) => reader.rowOf(offered) ?? []);
});
const measured = await kept<MeasuredRow>(rowsFolder, "measured", async () =>
  [...bfclQueries(data), ...snipsQueries(data)].flatMap((query) => reader.measuredRowOf(query) ?? []),
);

const rule = fitted(rows);
const rounded = Object.entries(rule.weights).map(([name, weight]) => `${name}: ${weight.toFixed(2)}`);
console.log(`fitted on ${rows.length} offers: { ${rounded.join(", ")} }, constant ${rule.constant.toFixed(2)}`);
console.log("reliability, of each source by a rule fitted on all others");
console.log(reliabilityOf(rows).join("\n"));
console.log("measured sets, by this rule");
console.log(measuredFigures(measured, (row) => likelihood(row, rule)).join("\n"));
