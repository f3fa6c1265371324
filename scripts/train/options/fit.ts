/**
 * Fits what weighs the options of a parameter against each other and against none, where a request names none of them, and
 * prints it, with what it would answer of trades that are left out.
 *
 *     bun scripts/train/options/fit.ts DATA_FOLDER
 *
 * DATA_FOLDER holds train/everyday/. The weights belong into src/models/embedded/choosing/option-sense.ts.
 */
import { join } from "node:path";
import { type OptionRow, optionRows } from "./rows.ts";

const FOLDS = 8;
const STEPS = 600;
const RATE = 0.05;
const SHRINKING = 2e-5;
const THRESHOLDS = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];

const [data] = process.argv.slice(2);
if (!data) throw new Error("usage: bun scripts/train/options/fit.ts DATA_FOLDER");
const rows = await optionRows(join(data, "train", "everyday"));
const optionWeights = rows[0]?.options[0]?.length ?? 0;
const noneWeights = rows[0]?.none.length ?? 0;

/** Probabilities of each option, and of none behind them. */
function probabilities({ options, none }: OptionRow, weights: readonly number[]): readonly number[] {
  const sum = (features: readonly number[], from: number) =>
    features.reduce((total, feature, at) => total + feature * (weights[from + at] ?? 0), 0);
  const scores = [...options.map((each) => sum(each, 0)), sum(none, optionWeights)];
  const top = Math.max(...scores);
  const odds = scores.map((score) => Math.exp(score - top));
  const all = odds.reduce((total, one) => total + one, 0);
  return odds.map((one) => one / all);
}

/** By Adam's steps down the mean cross entropy. */
function fitted(some: readonly OptionRow[]): readonly number[] {
  const weights = new Array<number>(optionWeights + noneWeights).fill(0);
  const mean = weights.map(() => 0);
  const square = weights.map(() => 0);
  for (let step = 1; step <= STEPS; step += 1) {
    const slope = weights.map((weight) => SHRINKING * weight);
    for (const row of some) addSlope(slope, row, weights, some.length);
    for (const [at, own] of slope.entries()) {
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * own;
      square[at] = 0.999 * (square[at] ?? 0) + 0.001 * own * own;
      const [even, size] = [(mean[at] ?? 0) / (1 - 0.9 ** step), (square[at] ?? 0) / (1 - 0.999 ** step)];
      weights[at] = (weights[at] ?? 0) - (RATE * even) / (Math.sqrt(size) + 1e-8);
    }
  }
  return weights;
}

function addSlope(slope: number[], row: OptionRow, weights: readonly number[], count: number): void {
  const right = row.meant < 0 ? row.options.length : row.meant;
  for (const [at, probability] of probabilities(row, weights).entries()) {
    const off = (probability - (at === right ? 1 : 0)) / count;
    const [features, from] = at < row.options.length ? [row.options[at] ?? [], 0] : [row.none, optionWeights];
    for (const [place, feature] of features.entries()) slope[from + place] = (slope[from + place] ?? 0) + off * feature;
  }
}

const sources = [...new Set(rows.map(({ source }) => source))];
const leftOut = Array.from({ length: FOLDS }, (_, fold) => {
  const held = new Set(sources.filter((_, at) => at % FOLDS === fold));
  const weights = fitted(rows.filter(({ source }) => !held.has(source)));
  return rows
    .filter(({ source }) => held.has(source))
    .map((row) => {
      const options = probabilities(row, weights).slice(0, -1);
      const probability = Math.max(...options);
      return { row, probability, at: options.indexOf(probability) };
    });
}).flat();

const weights = fitted(rows).map((weight) => weight.toFixed(2));
console.log(`fitted on ${rows.length} parameters of ${sources.length} trades`);
console.log(`options: [${weights.slice(0, optionWeights).join(", ")}]`);
console.log(`none: [${weights.slice(optionWeights).join(", ")}]`);
console.log(
  "trades left out, %: an option taken and right, taken and wrong, none taken and right, none taken though meant",
);
for (const threshold of THRESHOLDS) {
  const share = (count: number) => ((100 * count) / leftOut.length).toFixed(1);
  const count = (isTaken: boolean, isRight: boolean) =>
    leftOut.filter(({ row, probability, at }) => {
      const taken = probability >= threshold;
      return taken === isTaken && (row.meant === (taken ? at : -1)) === isRight;
    }).length;
  const cells = [count(true, true), count(true, false), count(false, true), count(false, false)].map(share);
  console.log(`${threshold}: ${cells.join(" ")}`);
}
