/** Where the constants of a network stand in its file, by https://github.com/onnx/onnx/blob/main/onnx/onnx.proto. */

export interface StoredArray {
  /** Where its numbers begin, and how many bytes they take. */
  readonly at: number;
  readonly bytes: number;
  readonly dims: readonly number[];
}

/** Numbers of fields. */
const GRAPH = 7;
const INITIALIZER = 5;
const TENSOR = { dims: 1, name: 8, rawData: 9 };
/** Kinds of fields. */
const VARINT = 0;
const BYTES = 2;
const FIXED_BYTES: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

interface Field {
  readonly number: number;
  /** Of a number its value; of bytes where they stand. */
  readonly value: number;
  readonly at: number;
  readonly end: number;
}

/** By their names. Throws where the file is none. */
export function onnxArrays(file: Uint8Array): ReadonlyMap<string, StoredArray> {
  const arrays = new Map<string, StoredArray>();
  const whole = { at: 0, end: file.length };
  for (const graph of fieldsOf(file, whole).filter(({ number }) => number === GRAPH)) {
    for (const tensor of fieldsOf(file, graph).filter(({ number }) => number === INITIALIZER)) {
      const fields = fieldsOf(file, tensor);
      const name = fields.find(({ number }) => number === TENSOR.name);
      const data = fields.find(({ number }) => number === TENSOR.rawData);
      if (!name || !data) continue;
      const dims = fields.filter(({ number }) => number === TENSOR.dims).map(({ value }) => value);
      const key = Buffer.from(file.subarray(name.at, name.end)).toString();
      arrays.set(key, { at: data.at, bytes: data.end - data.at, dims });
    }
  }
  if (arrays.size === 0) throw new Error("no network with constants: it begins otherwise than ONNX files do");
  return arrays;
}

function fieldsOf(file: Uint8Array, { at, end }: Pick<Field, "at" | "end">): readonly Field[] {
  const fields: Field[] = [];
  let next = at;
  const varint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = file[next++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (next < end) {
    const key = varint();
    const kind = key % 8;
    const value = kind === VARINT || kind === BYTES ? varint() : 0;
    const bytes = kind === BYTES ? value : (FIXED_BYTES[kind] ?? 0);
    fields.push({ number: Math.floor(key / 8), value, at: next, end: next + bytes });
    next += bytes;
  }
  return fields;
}
