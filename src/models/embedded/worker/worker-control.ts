/**
 * What the server's thread and the worker tell each other while the worker is busy, when it hears no message: a few numbers
 * in memory that both see.
 */
const BEATS = 0;
const STOP = 1;
const GIVE_WAY = 2;
const NUMBERS = 3;

/**
 * Whether others want the worker: `in turn`, when the call that is under way has had its share, or `soon`, at its next pass,
 * since its app has more waiting.
 */
export type Wanted = (typeof WANTED)[number];
const WANTED = ["no", "in turn", "soon"] as const;

/** The server's side: one step at a time is under way. */
export class WorkerControl {
  readonly shared: SharedArrayBuffer;
  readonly #numbers: Int32Array;

  /** `shared`: as another control has it; without it, new. */
  constructor(shared = new SharedArrayBuffer(NUMBERS * Int32Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#numbers = new Int32Array(shared);
  }

  /** Grows with every checkpoint that the worker passes, and wraps around. */
  get beats(): number {
    return Atomics.load(this.#numbers, BEATS);
  }

  /** Before a step is posted: what was said of the last one is over. */
  begin(): void {
    Atomics.store(this.#numbers, STOP, 0);
    Atomics.store(this.#numbers, GIVE_WAY, 0);
  }

  /** Nobody waits any more for the step that is under way. */
  stop(): void {
    Atomics.store(this.#numbers, STOP, 1);
  }

  /** Somebody else waits: the step that is under way is to let them pass, if it can. */
  giveWay(when: Exclude<Wanted, "no">): void {
    Atomics.store(this.#numbers, GIVE_WAY, WANTED.indexOf(when));
  }

  beat(): void {
    Atomics.add(this.#numbers, BEATS, 1);
  }

  get isStopped(): boolean {
    return Atomics.load(this.#numbers, STOP) === 1;
  }

  get wanted(): Wanted {
    return WANTED[Atomics.load(this.#numbers, GIVE_WAY)] ?? "no";
  }
}
