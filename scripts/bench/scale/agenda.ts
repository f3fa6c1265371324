/** What is to happen in a simulated time, the earliest first; of the same instant, what was entered first. */
export class Agenda {
  /** A binary heap. */
  readonly #entries: Entry[] = [];
  #entered = 0;
  #now = 0;

  /** In milliseconds since the beginning. */
  get now(): number {
    return this.#now;
  }

  /** Throws a RangeError for an instant that has passed. */
  at(instant: number, happens: () => void): void {
    if (!(instant >= this.#now)) throw new RangeError(`${instant} ms has passed: it is ${this.#now} ms`);
    this.#entered += 1;
    this.#entries.push({ instant, order: this.#entered, happens });
    this.#rise(this.#entries.length - 1);
  }

  after(ms: number, happens: () => void): void {
    this.at(this.#now + ms, happens);
  }

  /** Until nothing is left, or `endsAt`. */
  run(endsAt: number): void {
    for (let next = this.#entries[0]; next !== undefined && next.instant <= endsAt; next = this.#entries[0]) {
      this.#removeFirst();
      this.#now = next.instant;
      next.happens();
    }
    this.#now = endsAt;
  }

  #removeFirst(): void {
    const last = this.#entries.pop() as Entry;
    if (this.#entries.length === 0) return;
    this.#entries[0] = last;
    this.#sink(0);
  }

  #rise(from: number): void {
    for (let place = from; place > 0; ) {
      const above = (place - 1) >> 1;
      if (!this.#isBefore(place, above)) return;
      this.#swap(place, above);
      place = above;
    }
  }

  #sink(from: number): void {
    for (let place = from; ; ) {
      let earliest = place;
      for (const below of [2 * place + 1, 2 * place + 2]) {
        if (below < this.#entries.length && this.#isBefore(below, earliest)) earliest = below;
      }
      if (earliest === place) return;
      this.#swap(place, earliest);
      place = earliest;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [first, second] = [this.#entries[one] as Entry, this.#entries[other] as Entry];
    return first.instant === second.instant ? first.order < second.order : first.instant < second.instant;
  }

  #swap(one: number, other: number): void {
    const kept = this.#entries[one] as Entry;
    this.#entries[one] = this.#entries[other] as Entry;
    this.#entries[other] = kept;
  }
}

interface Entry {
  readonly instant: number;
  readonly order: number;
  readonly happens: () => void;
}
