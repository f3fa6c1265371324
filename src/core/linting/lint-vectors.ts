import type { EmbeddingStore } from "../ports/embedding-store.ts";
import type { Embedder } from "../ports/models.ts";
import { embeddingKeyOf } from "../sets/embedding-key.ts";
import type { AppId } from "../tenant.ts";
import { turn } from "../turn.ts";
import type { Kind } from "./likeness.ts";

/** Texts looked up together in what is kept, 2 to 4 ms. */
const READ_TEXTS = 64;
/** Texts embedded together, and their UTF-16 units: whoever asks meanwhile waits for those, 20 to 40 ms. A longer text goes alone. */
const EMBEDDED_TEXTS = 4;
const EMBEDDED_UNITS = 240;

/** For so long a server has texts embedded for whoever waits for an answer. */
export const EMBEDDING_MS_MAX = 20_000;

export interface LintVectorsOptions {
  readonly embedders: { readonly tools: Embedder; readonly classes: Embedder };
  /** Vectors of examples that were learned; null where none are. Nothing is written: what linting needed, only it did. */
  readonly kept: Pick<EmbeddingStore, "read"> | null;
  /** How long texts are embedded that nobody has learned. What there is no time for is left out. */
  readonly msMax: number;
  readonly monotonicMs: () => number;
}

/** The vectors that linting compares: those that the set has learned already, and others made while nobody else asks. */
export class LintVectors {
  readonly #options: LintVectorsOptions;

  constructor(options: LintVectorsOptions) {
    this.#options = options;
  }

  /**
   * One unit vector a text, in order; of the first texts alone where there was no time for all. Rejects with the signal's reason,
   * and with `service_unavailable` when the embedder cannot be had.
   */
  async of(app: AppId, kind: Kind, texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const { embedders, msMax, monotonicMs } = this.#options;
    const embedder = embedders[kind];
    const untilMs = monotonicMs() + msMax;
    const known = await this.#known(app, embedder.id, texts, signal);
    const vectors: Float32Array[] = [];
    while (vectors.length < texts.length) {
      const some = portionOf(texts, vectors.length);
      const missing = [...new Set(some.filter((text) => !known.has(text)))];
      if (missing.length > 0) {
        if (monotonicMs() > untilMs) break;
        const fresh = await embedder.embed(missing, "background", app, signal);
        for (const [at, text] of missing.entries()) known.set(text, fresh[at] as Float32Array);
      }
      vectors.push(...some.map((text) => known.get(text) as Float32Array));
    }
    return vectors;
  }

  async #known(
    app: AppId,
    embedder: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Map<string, Float32Array>> {
    const known = new Map<string, Float32Array>();
    const { kept } = this.#options;
    if (kept === null) return known;
    for (let from = 0; from < texts.length; from += READ_TEXTS) {
      signal.throwIfAborted();
      const some = texts.slice(from, from + READ_TEXTS);
      const keys = some.map(embeddingKeyOf);
      const read = await kept.read(app, embedder, keys);
      for (const [at, text] of some.entries()) {
        const vector = read.get(keys[at] as string);
        if (vector) known.set(text, vector);
      }
      await turn();
    }
    return known;
  }
}

function portionOf(texts: readonly string[], from: number): readonly string[] {
  let end = from + 1;
  for (let units = texts[from]?.length ?? 0; end < from + EMBEDDED_TEXTS && end < texts.length; end += 1) {
    units += texts[end]?.length ?? 0;
    if (units > EMBEDDED_UNITS) break;
  }
  return texts.slice(from, end);
}
