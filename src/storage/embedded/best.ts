/** A row and its dot product with what is looked for. */
export interface Found {
  readonly place: number;
  readonly product: number;
}

/** The largest so many of what is offered; of equal ones, those that came first. */
export class Best {
  readonly #count: number;
  readonly #found: Found[] = [];
  #least = Number.NEGATIVE_INFINITY;

  constructor(count: number) {
    this.#count = count;
  }

  /** What an offer has to be above once there are enough of them. */
  get least(): number {
    return this.#least;
  }

  /** Largest first. */
  get found(): readonly Found[] {
    return this.#found;
  }

  offer(place: number, product: number): void {
    if (product <= this.#least) return;
    let at = this.#found.length;
    while (at > 0 && (this.#found[at - 1] as Found).product < product) at -= 1;
    this.#found.splice(at, 0, { place, product });
    if (this.#found.length > this.#count) this.#found.pop();
    if (this.#found.length === this.#count) this.#least = (this.#found.at(-1) as Found).product;
  }
}
