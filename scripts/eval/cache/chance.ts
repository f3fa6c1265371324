/** Chance that is the same for the same seed: mulberry32. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to under 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    const state = this.#state;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to under `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** Throws a RangeError when there is nothing to pick from. */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError("nothing to pick from");
    return items[this.below(items.length)] as Item;
  }

  pickOrNull<Item>(items: readonly Item[]): Item | null {
    return items.length === 0 ? null : this.pick(items);
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const shuffled = [...items];
    for (let index = shuffled.length - 1; index > 0; index -= 1) {
      const other = this.below(index + 1);
      [shuffled[index], shuffled[other]] = [shuffled[other] as Item, shuffled[index] as Item];
    }
    return shuffled;
  }

  sample<Item>(items: readonly Item[], count: number): Item[] {
    return this.shuffled(items).slice(0, count);
  }
}
