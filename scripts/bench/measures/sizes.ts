/**
 * What the executable weighs, whole and by parts. The base is the runtime that it contains: no program on it can be smaller,
 * and a release of the runtime that grows, grows both. Exact, so a tenth more of a small part is seen as well as of the whole.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXECUTABLE } from "../../dragoman-process.ts";
import { packWeights } from "../../models/pack-weights.ts";
import type { Measure } from "../measure.ts";

const ROOT = join(import.meta.dir, "../../..");
const MEGABYTE = 1e6;
const WEIGHTS = /\.(onnx|bin)$|^tokenizer\.json$/;

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
let weighed: Promise<number> | null = null;
const weights = () => {
  weighed ??= weightsPacked();
  return weighed;
};
const libraries = () => megabytesIn("dist/native", /\.(bin|zst|js)$/);
/** Our own code, as source and as bytecode, the packages in it, the pages of `docs/` and the licences. */
const rest = async () => executable() - runtime() - (await weights()) - libraries();

/** As the build packs them, and those that it takes as they are. */
async function weightsPacked(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-weights-"));
  try {
    await packWeights(folder);
    const packed = readdirSync(folder);
    const plain = readdirSync(join(ROOT, "data/models")).filter((name) => WEIGHTS.test(name) && !packed.includes(name));
    const files = [
      ...packed.map((name) => join(folder, name)),
      ...plain.map((name) => join(ROOT, "data/models", name)),
    ];
    return files.reduce((sum, file) => sum + megabytesOf(file), 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function size(name: string, ours: () => number | Promise<number>): Measure {
  const open = async () => ({ ours, base: runtime });
  return { name, unit: "MB", base: "the bun in it", comparedOn: "platform", inGate: true, rounds: 1, open };
}

export const SIZES: readonly Measure[] = [
  size("size: executable", executable),
  size("size: weights of the models", weights),
  size("size: native libraries", libraries),
  size("size: code, packages, pages", rest),
];
