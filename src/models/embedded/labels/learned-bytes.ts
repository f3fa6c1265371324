/** What was learned of a set's classes as bytes: a line of JSON, and 32-bit floats as they lie in memory, little-endian. */
import type { ClassesAsBytes } from "#core/ports/models.ts";
import type { Learned } from "./class-training.ts";
import { LearnedLabels } from "./learned-labels.ts";
import { KNOWN_WORDS, WordSketch } from "./word-sketch.ts";

/** Counts up with every change of what is written here, and of how classes are learned. */
const VERSION = 1;
const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;
const LINE_END = 10;

/** All that is no float, and the lengths of what is. */
interface Head extends Pick<Learned, "classWeights" | "fitWeights" | "kinship" | "namedFrom" | "untaught"> {
  readonly classes: number;
  /** Of a vector with its sketch, and of an embedding alone. */
  readonly dimensions: number;
  readonly embeddingDimensions: number;
}

/** `embedder`: the id of what texts are embedded with. */
export function learnedAsBytes(embedder: string): ClassesAsBytes {
  return {
    id: `labels ${VERSION} by ${embedder}`,
    write(learned) {
      if (!(learned instanceof LearnedLabels)) throw new TypeError("only what was learned here can be written here");
      return bytesOf(learned.learned);
    },
    read(bytes) {
      const learned = learnedIn(bytes);
      return learned && new LearnedLabels(learned);
    },
  };
}

function bytesOf({ kinship, sketch, model, labels, untaught, classWeights, fitWeights, namedFrom }: Learned) {
  const head: Head = {
    ...{ kinship, untaught, classWeights, fitWeights, namedFrom },
    classes: model.classes,
    dimensions: model.mean.length,
    embeddingDimensions: labels[0]?.length ?? 0,
  };
  const line = new TextEncoder().encode(`${JSON.stringify(head)}\n`);
  const parts = [model.mean, model.weights, model.biases, sketch.weights, ...labels];
  const bytes = new Uint8Array(line.length + FLOAT_BYTES * parts.reduce((sum, { length }) => sum + length, 0));
  bytes.set(line);
  let at = line.length;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return bytes;
}

/** Null for what was not written by `bytesOf`, whole. */
function learnedIn(bytes: Uint8Array): Learned | null {
  const end = bytes.indexOf(LINE_END);
  const head = headIn(bytes.subarray(0, Math.max(0, end)));
  if (!head) return null;
  const { classes, dimensions, embeddingDimensions, ...rest } = head;
  const lengths = [dimensions, classes * dimensions, classes, KNOWN_WORDS];
  const floats = lengths.reduce((sum, length) => sum + length, classes * embeddingDimensions);
  if (bytes.length - end - 1 !== FLOAT_BYTES * floats) return null;
  let at = end + 1;
  // Copied, since floats must start at a multiple of four, and not by `slice`, which of a Buffer copies nothing.
  const take = (length: number) => {
    const part = new Float32Array(new Uint8Array(bytes.subarray(at, at + FLOAT_BYTES * length)).buffer);
    at += part.byteLength;
    return part;
  };
  const [mean, weights, biases] = [take(dimensions), take(classes * dimensions), take(classes)];
  const sketch = new WordSketch(take(KNOWN_WORDS));
  const labels = Array.from({ length: classes }, () => take(embeddingDimensions));
  return { ...rest, sketch, model: { classes, mean, weights, biases }, labels };
}

function headIn(line: Uint8Array): Head | null {
  try {
    return JSON.parse(new TextDecoder().decode(line)) as Head;
  } catch {
    return null;
  }
}
