/** Numbers that follow from a seed. Not for secrets. */
export class SeededRandom {
  readonly #seed: string;
  #a: number;
  #b: number;
  #c: number;
  #d = 1;

  constructor(seed: number | string) {
    this.#seed = String(seed);
    const mixed = Bun.hash.xxHash64(this.#seed);
    this.#a = Number(mixed & 0xffffffffn) | 0;
    this.#b = Number(mixed >> 32n) | 0;
    this.#c = Number(Bun.hash.xxHash32(this.#seed)) | 0;
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** At least 0, and less than 1. The generator is sfc32. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0, less than `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** At least `least`, and less than `most`. */
  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError("there is nothing to pick from");
    return item;
  }

  /** As often as their weights say. */
  weighted<Item extends { readonly weight: number }>(items: readonly Item[]): Item {
    let left = this.next() * items.reduce((sum, { weight }) => sum + weight, 0);
    for (const item of items) {
      left -= item.weight;
      if (left < 0) return item;
    }
    return this.pick(items);
  }

  /** Numbers of their own for a part of the simulation: what that draws changes nothing for others. */
  fork(name: string): SeededRandom {
    return new SeededRandom(`${this.#seed}/${name}`);
  }
}
