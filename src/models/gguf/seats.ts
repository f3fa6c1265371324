/** Places that are taken one at a time; who finds none waits for the first that is given back. */

export class Seats<Seat> {
  /** The one given back last is last. */
  readonly #free: Seat[];
  readonly #waiting: ((seat: Seat) => void)[] = [];

  constructor(seats: readonly Seat[]) {
    this.#free = [...seats];
  }

  /** A seat that `prefers` says yes to where one is free, else another. Rejects with the signal's reason when that is aborted. */
  async take(prefers: (seat: Seat) => boolean, signal: AbortSignal): Promise<Seat> {
    signal.throwIfAborted();
    const preferred = this.#free.findLastIndex(prefers);
    const [seat] = preferred >= 0 ? this.#free.splice(preferred, 1) : this.#free.splice(0, 1);
    if (seat !== undefined) return seat;
    const { promise, resolve, reject } = Promise.withResolvers<Seat>();
    this.#waiting.push(resolve);
    const leave = () => {
      const place = this.#waiting.indexOf(resolve);
      if (place >= 0) this.#waiting.splice(place, 1);
      reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    return promise.finally(() => signal.removeEventListener("abort", leave));
  }

  giveBack(seat: Seat): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(seat);
    else next(seat);
  }
}
