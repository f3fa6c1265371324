/**
 * Whether a file can be a model at all, before anything else reads it: what reads it then takes every count in it for true,
 * and would go on for ever in a file that is damaged.
 */
import { closeSync, openSync, readSync, statSync } from "node:fs";

/** Bytes. Throws an Error for people when there is no such file, when it is no GGUF, and when its head is damaged. */
export function checkedGguf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new Error(`there is no file ${path}: check \`path\` in the settings`);
  if (!found.isFile()) throw new Error(`${path} is no file: \`path\` names a GGUF file`);
  const file = open(path);
  try {
    const magic = Buffer.alloc(4);
    const said = magic.toString("latin1", 0, readSync(file, magic, 0, 4, 0));
    if (said !== "GGUF") throw new Error(`${path} is no GGUF file: it begins with ${JSON.stringify(said)}`);
    walkHead(new Bytes(file, found.size), path);
  } finally {
    closeSync(file);
  }
  return found.size;
}

function open(path: string): number {
  try {
    return openSync(path, "r");
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new Error(`${path} cannot be read (${reason}): this user needs leave to read it`, { cause });
  }
}

/** By their numbers in the file; strings and arrays are apart. */
const VALUE_BYTES: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};
const STRING = 8;
const ARRAY = 9;

/** Goes over what describes the model and its tensors, up to where the tensors themselves begin. */
function walkHead(bytes: Bytes, path: string): void {
  try {
    bytes.skip(4);
    bytes.skip(4);
    const tensors = bytes.u64();
    const values = bytes.u64();
    for (let index = 0; index < values; index += 1) {
      skipString(bytes);
      skipValue(bytes, bytes.u32());
    }
    for (let index = 0; index < tensors; index += 1) {
      skipString(bytes);
      bytes.skip(8 * bytes.u32());
      bytes.skip(12);
    }
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new Error(`${path} is damaged, or was not copied to its end: ${cause.message}`, { cause });
  }
}

function skipString(bytes: Bytes): void {
  bytes.skip(bytes.u64());
}

function skipValue(bytes: Bytes, type: number): void {
  const size = VALUE_BYTES[type];
  if (size !== undefined) bytes.skip(size);
  else if (type === STRING) skipString(bytes);
  else if (type === ARRAY) skipArray(bytes);
  else throw new RangeError(`it holds a value of an unknown kind, ${type}`);
}

function skipArray(bytes: Bytes): void {
  const type = bytes.u32();
  const count = bytes.u64();
  const size = VALUE_BYTES[type];
  if (size !== undefined) bytes.skip(size * count);
  else for (let index = 0; index < count; index += 1) skipValue(bytes, type);
}

const PIECE_BYTES = 1_048_576;

/** The bytes of a file from its beginning on. Throws a RangeError past its end. */
class Bytes {
  readonly #file: number;
  readonly #size: number;
  readonly #piece = Buffer.alloc(PIECE_BYTES);
  #pieceStart = 0;
  #pieceLength = 0;
  #at = 0;

  constructor(file: number, size: number) {
    this.#file = file;
    this.#size = size;
  }

  skip(count: number): void {
    if (this.#at + count > this.#size) throw new RangeError(`it ends at byte ${this.#size}, in the midst of its head`);
    this.#at += count;
  }

  u32(): number {
    return this.#piece.readUInt32LE(this.#reach(4));
  }

  u64(): number {
    return Number(this.#piece.readBigUInt64LE(this.#reach(8)));
  }

  /** Where in the piece the next bytes are; they are in it. */
  #reach(count: number): number {
    const start = this.#at;
    this.skip(count);
    if (start < this.#pieceStart || this.#at > this.#pieceStart + this.#pieceLength) {
      this.#pieceLength = readSync(this.#file, this.#piece, 0, PIECE_BYTES, start);
      this.#pieceStart = start;
    }
    return start - this.#pieceStart;
  }
}
