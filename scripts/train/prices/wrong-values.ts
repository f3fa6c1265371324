/**
 * What is wrong with the values of single calls, the right tool given: what was said, wanted and got, and what the decoder chose between.
 *
 *     bun scripts/train/prices/wrong-values.ts OUT_FOLDER FOLDER... [--left-out] [--totals NAME,NAME]
 *
 * FOLDER holds requests in the format of docs/how-to/measure.md; `--left-out`: of it the trades that no network learned from. OUT_FOLDER keeps
 * what the network read, for the next time, and gets one line a request in wrong-values.jsonl, so that two runs can be compared. Of the sources
 * behind `--totals` only how many are right is told.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { OptionSimilarity } from "#models/embedded/choosing/option-similarity.ts";
import { ONNX_RUNTIME, SENTENCE_EMBEDDER_PATH } from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { SentenceModel } from "#models/embedded/networks/sentence-model.ts";
import { openWordReading } from "#models/embedded/networks/word-reading.ts";
import { readEveryday } from "../../eval/everyday-data.ts";
import { judge } from "../../eval/everyday-scoring.ts";
import { isLeftOut } from "../trades/trades.ts";
import { givenBy, type SingleCall, singleCalls, withNearness } from "./given-tool.ts";
import { readingsOf } from "./readings.ts";
import { type WrongValue, wrongValues } from "./value-kinds.ts";

interface Count {
  n: number;
  right: number;
  wrong: number;
}

const { values, positionals } = parseArgs({
  options: { "left-out": { type: "boolean", default: false }, totals: { type: "string", default: "" } },
  allowPositionals: true,
});
const [out, ...folders] = positionals;
if (!out || folders.length === 0)
  throw new Error("usage: bun scripts/train/prices/wrong-values.ts OUT_FOLDER FOLDER... [--left-out] [--totals NAMES]");
const totals = new Set(values.totals.split(","));
const calls = folders
  .flatMap((folder) => readEveryday(folder))
  .filter(({ name }) => !values["left-out"] || isLeftOut(name))
  .flatMap((source) => singleCalls(source));
const readings = await readingsOf(calls, out);
const folder = mkdtempSync(join(tmpdir(), "wrong-values-"));
const sentences = new SentenceModel(
  await openOnnxRuntime(ONNX_RUNTIME, folder).open(SENTENCE_EMBEDDER_PATH),
  (await openWordReading()).tokenizer,
);
const options = new OptionSimilarity();
const counts = new Map<string, Count>();
const kinds = new Map<string, { n: number; among: number }>();
const lines = calls.map((call, at) => {
  const reading = withNearness(readings[at] as (typeof readings)[number], (parameter) =>
    options.of(call.text, parameter, (text) => sentences.embed(text)),
  );
  const given = givenBy(call, reading);
  const judgement = judge(call.request, [given], given.missing);
  const count = counts.get(call.source) ?? { n: 0, right: 0, wrong: 0 };
  counts.set(call.source, count);
  count.n += 1;
  if (judgement === "right") count.right += 1;
  if (judgement === "wrong") count.wrong += 1;
  if (judgement !== "right" && !totals.has(call.source)) show(call, wrongValues(call, reading, given), judgement);
  return JSON.stringify({ source: call.source, at: call.at, judgement, parameters: given.parameters });
});
rmSync(folder, { recursive: true, force: true });
writeFileSync(join(out, "wrong-values.jsonl"), `${lines.join("\n")}\n`);
for (const [kind, { n, among }] of [...kinds].toSorted(([, one], [, other]) => other.n - one.n))
  console.log(`${String(n).padStart(5)} ${kind}; wanted among the candidates: ${among}`);
for (const [source, { n, right, wrong }] of [...counts, ["all", sumOf([...counts.values()])] as const])
  console.log(`${source}: right ${right} of ${n}, carried out though wrong ${wrong}`);

function show({ source, at, request }: SingleCall, wrong: readonly WrongValue[], judgement: string): void {
  console.log(`[${judgement}] ${source} ${at} (${request.kind}): ${request.query}`);
  for (const { kind, name, wanted, got, candidates, isAmong, stated } of wrong) {
    const known = kinds.get(kind) ?? { n: 0, among: 0 };
    kinds.set(kind, { n: known.n + 1, among: known.among + (isAmong ? 1 : 0) });
    const among = candidates.map(({ value, score }) => `${JSON.stringify(value)} ${score.toFixed(1)}`).join(", ");
    const says = [wanted, got].map((value) => JSON.stringify(value) ?? "nothing").join(", got ");
    console.log(`    ${kind}: ${name} wanted ${says}; stated ${stated.toFixed(2)}; of ${among || "none"}`);
  }
}

function sumOf(all: readonly Count[]): Count {
  const sum = { n: 0, right: 0, wrong: 0 };
  for (const { n, right, wrong } of all) {
    sum.n += n;
    sum.right += right;
    sum.wrong += wrong;
  }
  return sum;
}
