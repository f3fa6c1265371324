/**
 * What the executable weighs, whole and by parts. The base is the runtime that it contains: no program on it can be smaller,
 * and a release of the runtime that grows, grows both. Exact, so a tenth more of a small part is seen as well as of the whole.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { EXECUTABLE } from "../../dragoman-process.ts";
import type { Measure } from "../measure.ts";

const ROOT = join(import.meta.dir, "../../..");
const MEGABYTE = 1e6;

function megabytesOf(file: string): number {
  return statSync(file).size / MEGABYTE;
}

function megabytesIn(folder: string, pattern: RegExp): number {
  const names = readdirSync(join(ROOT, folder)).filter((name) => pattern.test(name));
  if (names.length === 0) throw new Error(`nothing like ${pattern} in ${folder}`);
  return names.reduce((sum, name) => sum + megabytesOf(join(ROOT, folder, name)), 0);
}

const runtime = () => megabytesOf(process.execPath);
const executable = () => megabytesOf(EXECUTABLE);
const weights = () => megabytesIn("data/models", /\.(onnx|bin)$|^tokenizer\.json$/);
const libraries = () => megabytesIn("dist/native", /\.(bin|zst|js)$/);
/** Our own code, as source and as bytecode, the packages in it, the pages of `docs/` and the licences. */
const rest = () => executable() - runtime() - weights() - libraries();

function size(name: string, ours: () => number): Measure {
  const open = async () => ({ ours, base: runtime });
  return { name, unit: "MB", base: "the bun in it", comparedOn: "platform", inGate: true, rounds: 1, open };
}

export const SIZES: readonly Measure[] = [
  size("size: executable", executable),
  size("size: weights of the models", weights),
  size("size: native libraries", libraries),
  size("size: code, packages, pages", rest),
];
