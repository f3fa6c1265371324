/**
 * Turns of the event loop that a commit waits for more to write, as long as each brings something: whoever is answered asks again
 * within that time, and a commit costs the same for two and for thirty.
 */
const TURNS_MAX = 8;
/** So many are enough: while the disk is waited for, the thread has the next ones to work on. */
const GATHERED_MAX = 16;

interface GatheringOptions {
  /** How many wait to be written. */
  readonly waiting: () => number;
  /** Whether a flush has to wait for the disk's answer to one before. */
  readonly isHeldBack: () => boolean;
  readonly flush: () => void;
}

/** When what came is written: soon, with what comes just then. */
export class Gathering {
  readonly #options: GatheringOptions;
  #isUnderWay = false;
  #isHeldBack = false;

  constructor(options: GatheringOptions) {
    this.#options = options;
  }

  /** Something came. */
  begin(): void {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    this.#turn(0, TURNS_MAX);
  }

  /** The disk has answered: what was held back is written now. */
  goOn(): void {
    if (this.#isHeldBack) this.#flush();
  }

  #turn(known: number, turnsLeft: number): void {
    setImmediate(() => {
      const waiting = this.#options.waiting();
      if (waiting > known && waiting < GATHERED_MAX && turnsLeft > 0) return this.#turn(waiting, turnsLeft - 1);
      this.#isHeldBack = this.#options.isHeldBack();
      if (!this.#isHeldBack) this.#flush();
    });
  }

  #flush(): void {
    this.#isHeldBack = false;
    this.#isUnderWay = false;
    this.#options.flush();
  }
}
