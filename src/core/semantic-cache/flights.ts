/** Work that several wait for. */
interface Flight<Result> {
  readonly begunAt: number;
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

interface Boarding {
  /** Equal for equal work. */
  readonly name: string;
  readonly begunAt: number;
  readonly isCurrent: (begunAt: number) => boolean;
}

/** Equal work in flight is done once. It goes on as long as anybody waits for it, whoever began it. */
export class Flights<Result> {
  readonly #flights = new Map<string, Flight<Result>>();

  get size(): number {
    return this.#flights.size;
  }

  /**
   * Joins the work of this name, or begins it. Rejects as the work does, for everybody alike, or with the signal's reason
   * for the one whose signal was aborted; the work itself is aborted when nobody is left. `isCurrent` tells whether what
   * began at some moment may still be joined.
   */
  async join(
    { name, begunAt, isCurrent }: Boarding,
    signal: AbortSignal,
    begin: (signal: AbortSignal) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly isOwn: boolean }> {
    signal.throwIfAborted();
    const known = this.#flights.get(name);
    const isOwn = !known || !isCurrent(known.begunAt);
    const flight = isOwn ? this.#begin(name, begunAt, begin) : known;
    flight.waiting += 1;
    const gone = Promise.withResolvers<never>();
    const leave = () => {
      flight.waiting -= 1;
      // Nobody new may join what is about to be aborted.
      if (flight.waiting === 0) this.#end(name, flight);
      if (flight.waiting === 0) flight.controller.abort(signal.reason);
      gone.reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    try {
      return { result: await Promise.race([flight.result, gone.promise]), isOwn };
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  #begin(name: string, begunAt: number, begin: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const controller = new AbortController();
    const flight: Flight<Result> = { begunAt, controller, waiting: 0, result: begin(controller.signal) };
    this.#flights.set(name, flight);
    const end = () => this.#end(name, flight);
    flight.result.then(end, end);
    return flight;
  }

  #end(name: string, flight: Flight<Result>): void {
    if (this.#flights.get(name) === flight) this.#flights.delete(name);
  }
}
