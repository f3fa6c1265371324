/**
 * Weights as the executable holds them: compressed, and of a network that was trained on from where another one began, only what sets
 * it apart. `scripts/models/pack-weights.ts` packs them; from source the files are read as they are.
 *
 * A packed file: MAGIC; the length of the header in bytes, 32 bits, the lower ones first; the header, in JSON; and the file in zstd, in
 * whose areas each byte is how far it lies from the one that the other file leads to expect.
 */
import { basename } from "node:path";

/** Files of weights. */
export interface Weights {
  /** The whole file. */
  read(path: string): Promise<ArrayBuffer>;
  /** What `use` makes of the file, which is there until it returns. */
  use<Result>(path: string, use: (file: ArrayBuffer) => Result): Promise<Result>;
}

/** Files that are not packed. */
export const PLAIN_WEIGHTS: Weights = {
  read: (path) => Bun.file(path).arrayBuffer(),
  use: async (path, use) => use(await Bun.file(path).arrayBuffer()),
};

export const MAGIC = "DGMW";
const LENGTH_AT = MAGIC.length;
const HEADER_AT = LENGTH_AT + 4;

/** A matrix of bytes in a file. What a byte stands for: (byte − `zero`) × scale, after its bits were changed by `flip`. */
export interface Placed {
  /** Where its first byte stands, and how far on the next input and the next output are. */
  readonly at: number;
  readonly inputStride: number;
  readonly outputStride: number;
  /** 128 where bytes have a sign, else 0. */
  readonly flip: number;
  readonly zero: number;
  /** Where its scales stand, floats of 32 bits: of each output one for every `block` inputs. Null: bytes stand for themselves. */
  readonly scalesAt: number | null;
  readonly block: number;
}

/** The same matrix in both files. */
export interface Area {
  readonly inputs: number;
  readonly outputs: number;
  readonly own: Placed;
  readonly other: Placed;
}

export interface PackedHeader {
  readonly bytes: number;
  /** Of the whole file: xxHash64, in hex. */
  readonly hash: string;
  /** Name of the other file. */
  readonly from: string | null;
  readonly areas: readonly Area[];
}

export function hashOf(file: Uint8Array): string {
  return Bun.hash.xxHash64(file).toString(16);
}

/** Puts the distances from what `other` leads to expect in the place of bytes, or with `back` the bytes in the place of distances. */
export function setApart(
  file: Uint8Array,
  other: Uint8Array,
  areas: readonly Area[],
  direction: "apart" | "back",
): void {
  const isBack = direction === "back";
  for (const { inputs, outputs, own, other: theirs } of areas) {
    const run = Math.min(own.block, theirs.block);
    const isAcross = own.outputStride < own.inputStride;
    for (let first = 0; first < inputs; first += run) {
      const ratios = ratiosAt(file, other, { inputs, outputs, own, other: theirs }, first);
      // Along the bytes of this file that lie beside each other.
      for (let turn = 0; turn < (isAcross ? run : outputs); turn += 1) {
        const [input, output] = isAcross ? [first + turn, 0] : [first, turn];
        const line = {
          at: own.at + input * own.inputStride + output * own.outputStride,
          from: theirs.at + input * theirs.inputStride + output * theirs.outputStride,
          count: isAcross ? outputs : run,
          fromStride: isAcross ? theirs.outputStride : theirs.inputStride,
          ratioAt: output,
          ratioStride: isAcross ? 1 : 0,
        };
        setLineApart(file, other, { ...line, ratios, own, theirs, isBack });
      }
    }
  }
}

/** Of the fraction of a ratio: whole numbers are faster than floats. Of 255 steps it is mistaken by a hundredth of one. */
const FRACTION_BITS = 14;
const ONE = 1 << FRACTION_BITS;

/** How many of this file's steps one of the other file's is, for each output, times ONE. */
function ratiosAt(file: Uint8Array, other: Uint8Array, { inputs, outputs, own, other: theirs }: Area, input: number) {
  const ratios = new Int32Array(outputs).fill(ONE);
  if (own.scalesAt === null || theirs.scalesAt === null) return ratios;
  const views = { own: viewOf(file), theirs: viewOf(other) };
  for (let output = 0; output < outputs; output += 1) {
    const scale = views.own.getFloat32(own.scalesAt + 4 * scaleIndex(own, inputs, input, output), true);
    const from = views.theirs.getFloat32(theirs.scalesAt + 4 * scaleIndex(theirs, inputs, input, output), true);
    ratios[output] = (from / scale) * ONE;
  }
  return ratios;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function scaleIndex({ block }: Placed, inputs: number, input: number, output: number): number {
  return output * (inputs / block) + Math.floor(input / block);
}

interface Line {
  readonly at: number;
  readonly from: number;
  readonly count: number;
  readonly fromStride: number;
  readonly ratios: Int32Array;
  readonly ratioAt: number;
  readonly ratioStride: number;
  readonly own: Placed;
  readonly theirs: Placed;
  readonly isBack: boolean;
}

/** The lowest eight bits are all that counts. A function of its own, and all looked up before its loop: ten times as fast. */
function setLineApart(file: Uint8Array, other: Uint8Array, line: Line): void {
  const { at, count, fromStride, ratios, ratioStride, isBack } = line;
  const { flip } = line.own;
  const { flip: theirFlip, zero: theirZero } = line.theirs;
  const zero = line.own.zero * ONE + ONE / 2;
  let { from, ratioAt } = line;
  for (let to = at; to < at + count; to += 1, from += fromStride, ratioAt += ratioStride) {
    const steps = ((other[from] as number) ^ theirFlip) - theirZero;
    const expected = (Math.imul(steps, ratios[ratioAt] as number) + zero) >> FRACTION_BITS;
    const byte = file[to] as number;
    file[to] = isBack ? (byte + expected) ^ flip : (byte ^ flip) - expected;
  }
}

export function packed(header: PackedHeader, content: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(4);
  viewOf(length).setUint32(0, text.length, true);
  return Buffer.concat([Buffer.from(MAGIC), length, text, content]);
}

/**
 * Files of weights, packed or not. What others were set apart from is kept from one to the next, 36 MB, until it is let go of: one of
 * these serves the opening of all networks. Memory is given back at once, and not when the collector comes by.
 */
export class PackedWeights implements Weights {
  readonly #others: Readonly<Record<string, string>>;
  readonly #kept = new Map<string, Promise<ArrayBuffer>>();

  /** `others`: by its name, where each file lies that others were set apart from. */
  constructor(others: Readonly<Record<string, string>>) {
    this.#others = others;
  }

  /** Throws where the file cannot be read, or what comes out is not what was packed. */
  read(path: string): Promise<ArrayBuffer> {
    return this.#unpacked(path);
  }

  /** As `read`. */
  async use<Result>(path: string, use: (file: ArrayBuffer) => Result): Promise<Result> {
    const isKept = Object.values(this.#others).includes(path);
    const file = await (isKept ? this.#shared(path) : this.#unpacked(path));
    const result = use(file);
    if (!isKept) file.transfer(0);
    return result;
  }

  /** Once all that was set apart has been read: what was kept for it. */
  async letGo(): Promise<void> {
    const kept = await Promise.all(this.#kept.values());
    this.#kept.clear();
    for (const file of kept) file.transfer(0);
  }

  #shared(path: string): Promise<ArrayBuffer> {
    const reading = this.#kept.get(path) ?? this.#unpacked(path);
    this.#kept.set(path, reading);
    return reading;
  }

  async #unpacked(path: string): Promise<ArrayBuffer> {
    const stored = new Uint8Array(await Bun.file(path).arrayBuffer());
    if (Buffer.from(stored.buffer, 0, Math.min(LENGTH_AT, stored.length)).toString() !== MAGIC) return stored.buffer;
    const contentAt = HEADER_AT + viewOf(stored).getUint32(LENGTH_AT, true);
    const header = JSON.parse(Buffer.from(stored.buffer, HEADER_AT, contentAt - HEADER_AT).toString()) as PackedHeader;
    const file = Bun.zstdDecompressSync(stored.subarray(contentAt));
    if (header.from !== null) {
      const other = await this.#shared(this.#others[header.from] ?? header.from);
      setApart(file, new Uint8Array(other), header.areas, "back");
    }
    if (file.length !== header.bytes || hashOf(file) !== header.hash) {
      throw new Error(`${basename(path)} is damaged inside the executable: fetch it again`);
    }
    return bufferOf(file as Uint8Array<ArrayBuffer>);
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const isWhole = byteOffset === 0 && byteLength === buffer.byteLength;
  return isWhole ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
}
