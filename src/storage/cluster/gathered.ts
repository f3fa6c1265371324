/** How long what was noted waits for company. A crash forgets it. */
const WRITTEN_AFTER_MS = 1_000;
/** Different things that wait: with so many they are written at once. */
const WAITING_MANY = 64;
/** Over so many, what nobody waits for yet is not counted: the database has been away for long. */
const WAITING_MAX = 8_192;

export interface GatheredOptions<Item> {
  /** Of two notes of the same name, one that says both. */
  readonly together: (earlier: Item, later: Item) => Item;
  /** Writes them in one statement. */
  readonly write: (items: readonly Item[]) => Promise<void>;
  /** What it is, in a warning: "hits of kept answers". */
  readonly what: string;
  readonly log: (message: string) => void;
}

/**
 * Statistics: added up in memory, and written together. What could not be written is tried again with what comes; where
 * the connection ended before the server had answered, it may be counted twice.
 */
export class Gathered<Item> {
  readonly #options: GatheredOptions<Item>;
  #waiting = new Map<string, Item>();
  /** The last writing that began; it never rejects. */
  #writing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Whether a writing waits that will take what is here. */
  #isQueued = false;
  #isFailing = false;
  #isClosed = false;

  constructor(options: GatheredOptions<Item>) {
    this.#options = options;
  }

  note(name: string, item: Item): void {
    const known = this.#waiting.get(name);
    if (this.#isClosed || (known === undefined && this.#waiting.size >= WAITING_MAX)) return;
    this.#waiting.set(name, known === undefined ? item : this.#options.together(known, item));
    if (this.#waiting.size >= WAITING_MANY && !this.#isFailing && !this.#isQueued) void this.#writeInBackground();
    else this.#timer ??= setTimeout(() => void this.#writeInBackground(), WRITTEN_AFTER_MS);
  }

  /** Resolves when everything that was noted before is written. Rejects as the writing does; nothing is lost then. */
  written(): Promise<void> {
    // One at a time: the next takes what has come meanwhile.
    this.#isQueued = true;
    const writing = this.#writing.then(() => this.#write());
    this.#writing = writing.catch((failure: unknown) => this.#failed(failure));
    return writing;
  }

  /** Writes what waits, and takes nothing more. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writeInBackground();
  }

  async #writeInBackground(): Promise<void> {
    // It is said in the log.
    await this.written().catch(() => {});
  }

  async #write(): Promise<void> {
    this.#isQueued = false;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting.size === 0) return;
    const written = this.#waiting;
    this.#waiting = new Map();
    try {
      await this.#options.write([...written.values()]);
      this.#isFailing = false;
    } catch (failure) {
      const { together } = this.#options;
      for (const [name, later] of this.#waiting) {
        const earlier = written.get(name);
        written.set(name, earlier === undefined ? later : together(earlier, later));
      }
      this.#waiting = written;
      if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.#writeInBackground(), WRITTEN_AFTER_MS);
      throw failure;
    }
  }

  #failed(failure: unknown): void {
    const { what, log } = this.#options;
    // Said once, until it works again.
    if (!this.#isFailing) log(`${what} could not be written, and wait: ${String(failure)}`);
    this.#isFailing = true;
  }
}

/** Of two counts of the same, one that has the sums of these fields. */
export function summing<const Field extends string>(...fields: readonly Field[]) {
  return <Count extends Readonly<Record<Field, number>>>(earlier: Count, later: Count): Count =>
    Object.assign({ ...later }, Object.fromEntries(fields.map((field) => [field, earlier[field] + later[field]])));
}
