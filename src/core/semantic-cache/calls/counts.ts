/** Counts that come and go with what is known: a count of zero leaves nothing behind. */
export class Counts {
  readonly #counts = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  get size(): number {
    return this.#counts.size;
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  keys(): IterableIterator<string> {
    return this.#counts.keys();
  }

  /** `by` may be negative. */
  change(key: string, by: number): void {
    const count = this.of(key) + by;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
    this.#total += by;
  }

  entries(): IterableIterator<[string, number]> {
    return this.#counts.entries();
  }
}

/** The counts under a name, made when they are first asked for to be changed. */
export function countsOf<Key>(all: Map<Key, Counts>, name: Key): Counts {
  const known = all.get(name);
  if (known) return known;
  const made = new Counts();
  all.set(name, made);
  return made;
}
