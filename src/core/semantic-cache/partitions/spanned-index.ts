import type { Neighbour, NeighbourIndex } from "../../ports/neighbours.ts";

/** Ids that one index takes: below 2³²−1, as `NeighbourIndex.add` says. */
export const SPAN_IDS = 2 ** 32 - 1;

export interface SpannedIndexOptions {
  /** What was saved of a span; null when it has to be made anew. */
  readonly load: (span: number) => Promise<NeighbourIndex | null>;
  readonly create: () => NeighbourIndex;
}

/**
 * Neighbours by ids of any size up to 2⁵³: one index for each span of as many ids as an index takes. Ids are those of the answers of all apps in a
 * database, so a partition has one span, and two while it grows over the end of one.
 */
export class SpannedIndex {
  readonly #options: SpannedIndexOptions;
  readonly #bySpan = new Map<number, NeighbourIndex>();
  readonly #changed = new Set<number>();

  constructor(options: SpannedIndexOptions) {
    this.#options = options;
  }

  get bytes(): number {
    let bytes = 0;
    for (const index of this.#bySpan.values()) bytes += index.bytes;
    return bytes;
  }

  /** Before the first id of a span is added that may have been saved. What was saved of a span that is there already is left. */
  async open(id: number): Promise<void> {
    const span = spanOf(id);
    if (this.#bySpan.has(span)) return;
    const saved = await this.#options.load(span);
    if (!this.#bySpan.has(span)) this.#bySpan.set(span, saved ?? this.#options.create());
  }

  isOpen(id: number): boolean {
    return this.#bySpan.has(spanOf(id));
  }

  /** As `NeighbourIndex.add`, of an id that is new. */
  add(id: number, vector: Float32Array): void {
    const span = spanOf(id);
    const known = this.#bySpan.get(span);
    const index = known ?? this.#options.create();
    if (!known) this.#bySpan.set(span, index);
    index.add(id % SPAN_IDS, vector);
    this.#changed.add(span);
  }

  remove(id: number): void {
    const span = spanOf(id);
    this.#bySpan.get(span)?.remove(id % SPAN_IDS);
    this.#changed.add(span);
  }

  has(id: number): boolean {
    return this.#bySpan.get(spanOf(id))?.has(id % SPAN_IDS) ?? false;
  }

  *ids(): Generator<number> {
    for (const [span, index] of this.#bySpan) for (const id of index.ids()) yield span * SPAN_IDS + id;
  }

  nearest(vector: Float32Array, count: number): readonly Neighbour[] {
    const found = [...this.#bySpan].flatMap(([span, index]) =>
      index.nearest(vector, count).map(({ id, similarity }) => ({ id: span * SPAN_IDS + id, similarity })),
    );
    return this.#bySpan.size === 1
      ? found
      : found.sort((one, other) => other.similarity - one.similarity).slice(0, count);
  }

  /** Hands over those that have changed since they were last asked for, to be saved. */
  takeChanged(): readonly { readonly span: number; readonly index: NeighbourIndex }[] {
    const spans = [...this.#changed];
    this.#changed.clear();
    return spans.flatMap((span) => {
      const index = this.#bySpan.get(span);
      return index ? [{ span, index }] : [];
    });
  }
}

function spanOf(id: number): number {
  return Math.floor(id / SPAN_IDS);
}
