/** Partitions whose last change is remembered one by one. */
const PARTITIONS_MAX = 10_000;

/**
 * Tells whether what began at some moment began before the last correction of its partition: then it may not be kept, nor
 * shared with anybody who came after.
 */
export class Generations {
  #now = 0;
  /** Every partition that is not in the map has changed at this moment at the latest. */
  #floor = 0;
  /** Oldest change first. */
  readonly #changed = new Map<string, number>();

  now(): number {
    return this.#now;
  }

  /** From here on, what began before is out of date. */
  raise(partition: string): void {
    this.#now += 1;
    this.#changed.delete(partition);
    this.#changed.set(partition, this.#now);
    for (const [oldest, at] of this.#changed) {
      if (this.#changed.size <= PARTITIONS_MAX) break;
      this.#changed.delete(oldest);
      this.#floor = at;
    }
  }

  isCurrent(partition: string, begunAt: number): boolean {
    return (this.#changed.get(partition) ?? this.#floor) <= begunAt;
  }
}
