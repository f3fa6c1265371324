import { LRUCache } from "lru-cache";

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
  /** By partition; whose change is the oldest goes first, and is then told by the floor. */
  readonly #changed = new LRUCache<string, number>({
    // Not `max`, which takes all of the room at the start.
    maxSize: PARTITIONS_MAX,
    sizeCalculation: () => 1,
    dispose: (at, _, reason) => {
      if (reason === "evict") this.#floor = at;
    },
  });

  now(): number {
    return this.#now;
  }

  /** From here on, what began before is out of date. */
  raise(partition: string): void {
    this.#now += 1;
    this.#changed.set(partition, this.#now);
  }

  isCurrent(partition: string, begunAt: number): boolean {
    return (this.#changed.peek(partition) ?? this.#floor) <= begunAt;
  }
}
