/**
 * Packs the weights of `data/models` as `src/models/embedded/networks/packed-weights.ts` says: 62 MB where there were 105. The networks
 * of six layers were all trained on from all-MiniLM-L6-v2, and the word vectors are its own as well; so most of each follows from
 * another, up to a step or two. `scripts/build.ts` embeds them in the place of what they were made of.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Area,
  hashOf,
  type PackedHeader,
  PackedWeights,
  type Placed,
  packed,
  setApart,
} from "../../src/models/embedded/networks/packed-weights.ts";
import { onnxArrays, type StoredArray } from "./onnx-arrays.ts";

const ROOT = join(import.meta.dir, "../..");
const SOURCES = join(ROOT, "data/models");

/** Each with the file that it is set apart from. */
const FILES: Readonly<Record<string, string | null>> = {
  "joint-extractor-int8.onnx": null,
  "read-back-int8.onnx": "joint-extractor-int8.onnx",
  "ranker-int8.onnx": "joint-extractor-int8.onnx",
  "sentence-embedder-int8.onnx": "joint-extractor-int8.onnx",
  "word-vectors-int8.bin": "sentence-embedder-int8.onnx",
  "label-embedder-int8.onnx": null,
};
/** Of zstd: what is left is near to chance. Higher ones find a quarter of a megabyte more, in four times the time, and take longer to undo. */
const LEVEL = 1;
const SIGN = 128;
const WIDTH = 384;

/** Writes them into the folder, under the names that they have. Throws where what was packed does not come out as it was. */
export async function packWeights(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const others = Object.values(FILES).filter((name) => name !== null);
  const weights = new PackedWeights(Object.fromEntries(others.map((name) => [name, join(folder, name)])));
  for (const name of Object.keys(FILES)) {
    const file = bytesOf(name);
    writeFileSync(join(folder, name), packedFile(name, file));
    const isWhole = await weights.use(join(folder, name), (back) => Buffer.compare(new Uint8Array(back), file) === 0);
    if (!isWhole) throw new Error(`${name} does not come out as it was packed`);
  }
}

function bytesOf(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(SOURCES, name)));
}

function packedFile(name: string, file: Uint8Array): Uint8Array {
  const from = FILES[name] ?? null;
  const other = from === null ? null : bytesOf(from);
  const areas = other === null ? [] : areasOf(file, other);
  const header: PackedHeader = { bytes: file.length, hash: hashOf(file), from, areas };
  const apart = file.slice();
  if (other !== null) setApart(apart, other, areas, "apart");
  return packed(header, Bun.zstdCompressSync(apart, { level: LEVEL }));
}

function areasOf(file: Uint8Array, other: Uint8Array): readonly Area[] {
  const theirs = onnxArrays(other);
  if (!isNetwork(file)) return [wordsArea(file, theirs)];
  const own = onnxArrays(file);
  return [...own.keys()].flatMap((name) => {
    const area = name === "positions" ? positionsArea(own, theirs) : matrixArea(name, own, theirs);
    return area === null ? [] : [area];
  });
}

/** An ONNX file begins with the version of its format. */
function isNetwork(file: Uint8Array): boolean {
  return file[0] === 0x08;
}

type Arrays = ReadonlyMap<string, StoredArray>;

/** Nothing trained these. */
function positionsArea(own: Arrays, theirs: Arrays): Area | null {
  const [mine, other] = [own.get("positions"), theirs.get("positions")];
  if (!mine || mine.bytes !== other?.bytes) return null;
  const plain = { inputStride: 1, outputStride: mine.bytes, flip: 0, zero: 0, scalesAt: null, block: mine.bytes };
  return { inputs: mine.bytes, outputs: 1, own: { ...plain, at: mine.at }, other: { ...plain, at: other.at } };
}

/** Where both networks have the product, of the same size. */
function matrixArea(name: string, own: Arrays, theirs: Arrays): Area | null {
  const [mine, other] = [placedMatrix(name, own), placedMatrix(name, theirs)];
  if (mine === null || other === null) return null;
  if (mine.inputs !== other.inputs || mine.outputs !== other.outputs) return null;
  return { inputs: mine.inputs, outputs: mine.outputs, own: mine.placed, other: other.placed };
}

/** Either inputs × outputs with a sign and a scale for each output, or outputs × blocks × numbers around 128: `compact.py` makes both. */
function placedMatrix(name: string, arrays: Arrays) {
  const [weights, scales] = [arrays.get(name), arrays.get(name.replace(/\.w$/, ".s"))];
  if (!name.startsWith("layer.") || !name.endsWith(".w") || !weights || !scales) return null;
  const [first = 0, second = 0, block] = weights.dims;
  const at = { at: weights.at, zero: SIGN, scalesAt: scales.at };
  if (block === undefined) {
    const placed: Placed = { ...at, inputStride: second, outputStride: 1, flip: SIGN, block: first };
    return { inputs: first, outputs: second, placed };
  }
  const placed: Placed = { ...at, inputStride: 1, outputStride: second * block, flip: 0, block };
  return { inputs: second * block, outputs: first, placed };
}

/** Each word is an output. Of the word vectors one zero is that of all (`word-vectors.ts` has the order of the file). */
function wordsArea(file: Uint8Array, theirs: Arrays): Area {
  const [words, scales] = [theirs.get("words"), theirs.get("words.s")];
  if (!words || !scales) throw new Error("the sentence embedder has no vectors of words");
  const [outputs = 0] = words.dims;
  const rows = { inputStride: 1, outputStride: WIDTH, block: WIDTH };
  const zerosAt = outputs * WIDTH;
  const zero = new DataView(file.buffer).getFloat32(zerosAt, true);
  return {
    inputs: WIDTH,
    outputs,
    own: { ...rows, at: 0, flip: 0, zero, scalesAt: zerosAt + 4 * outputs },
    other: { ...rows, at: words.at, flip: SIGN, zero: SIGN, scalesAt: scales.at },
  };
}
