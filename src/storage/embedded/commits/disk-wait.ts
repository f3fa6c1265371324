/** What can wait for the disk. */
export interface DiskSync {
  /** Calls back, never in this turn, when all that was committed before is on the disk, or the system could not say so. */
  begin(done: (failure: Error | null) => void): void;
  /** The same in this turn. Throws where the system could not say so. */
  now(): void;
  /**
   * Has all that was committed written once more, as it can be read, and waits for it in this turn: what the system failed to write it takes
   * for written from then on. Throws where it could not be done.
   */
  renew(): void;
  close(): void;
}

/** Those who wait for one commit: it is done, and not yet on the disk for certain. */
export interface Waiting {
  onDisk(): void;
  failed(cause: unknown): void;
}

/** A disk that has not answered for so long hangs: nobody should be sent here who would have to wait for it. */
const STUCK_MS = 10_000;
/** Looks at the disk that may be under way at once: while one waits for its turn there, what comes meanwhile is on its way. */
const LOOKS_MAX = 2;

/**
 * Tells whoever waits for a commit when it is on the disk. A look at the disk is for all that was committed before it began, those
 * for whom an earlier one is under way among them.
 */
export class DiskWait {
  readonly #sync: DiskSync;
  readonly #ended: () => void;
  /** In the order of their commits. */
  #waiting: Waiting[] = [];
  /** How many waited ever, and of those how many were told. */
  #came = 0;
  #told = 0;
  #looks = 0;
  readonly #stuckMs: number;
  /** When the disk answered last, or had nothing to answer. */
  #answeredAtMs = performance.now();

  /** `ended`: called whenever the disk has answered, before anybody is told. */
  constructor(sync: DiskSync, ended: () => void, stuckMs = STUCK_MS) {
    this.#sync = sync;
    this.#ended = ended;
    this.#stuckMs = stuckMs;
  }

  /** Whether something was committed that is not on the disk for certain. */
  get isUnderWay(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether the disk has not answered for ten seconds. */
  get isStuck(): boolean {
    return this.#looks > 0 && performance.now() - this.#answeredAtMs >= this.#stuckMs;
  }

  /** Whether what is committed now would have to wait for its look. */
  get isFull(): boolean {
    return this.#looks >= LOOKS_MAX;
  }

  add(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#came += 1;
    if (!this.isFull) this.#look();
  }

  /** Waits in this turn, for everything. Throws what the system said where it could not do it, after all were told. */
  now(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#came += 1;
    try {
      this.#sync.now();
    } catch (cause) {
      this.#tell(this.#came, cause);
      throw cause;
    }
    this.#tell(this.#came, null);
  }

  close(): void {
    this.#sync.close();
  }

  #look(): void {
    if (this.#looks === 0) this.#answeredAtMs = performance.now();
    this.#looks += 1;
    const upTo = this.#came;
    this.#sync.begin((failure) => {
      this.#looks -= 1;
      this.#answeredAtMs = performance.now();
      // What waits for this may be written now, and be under way while these are answered.
      this.#ended();
      // The system tells a failure once: what another look says after it is no proof of anything.
      this.#tell(failure ? this.#came : upTo, failure);
      if (this.#waiting.length > 0 && this.#looks === 0) this.#look();
    });
  }

  #tell(upTo: number, failure: unknown): void {
    const some = this.#waiting.splice(0, Math.max(0, upTo - this.#told));
    this.#told += some.length;
    for (const waiting of some) {
      if (failure) waiting.failed(failure);
      else waiting.onDisk();
    }
  }
}
