/** Numbers of chance that a seed makes again. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, `limit`; 0 where the limit is 0. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  }

  /** Throws for an empty list. */
  oneOf<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError("nothing to choose from");
    return items[this.below(items.length)] as Item;
  }
}
