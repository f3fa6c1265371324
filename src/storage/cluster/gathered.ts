/** How long what was noted waits for company. A crash forgets it. */
const WRITTEN_AFTER_MS = 1_000;
/** Different things that wait: with so many they are written at once. */
const WAITING_MANY = 64;
/** Over so many, what nobody waits for yet is not counted: the database has been away for long. */
const WAITING_MAX = 8_192;

export interface GatheredOptions<Item> {
  /** Of two notes of the same name, one that says both. */
  readonly together: (earlier: Item, later: Item) => Item;
  /**
   * Writes them in one statement. `batch`: its number, from 1. A batch that could not be written is written again as it is, under its
   * number, before the next one.
   */
  readonly write: (items: readonly Item[], batch: number) => Promise<void>;
  /** What it is, in a warning: "hits of kept answers". */
  readonly what: string;
  readonly log: (message: string) => void;
}

interface Batch<Item> {
  readonly items: readonly Item[];
  readonly number: number;
}

/**
 * Statistics: added up in memory, and written together. What could not be written is tried again; where the connection ended before
 * the server had answered, it may have been written, and is counted twice by a `write` that does not look at the batch.
 */
export class Gathered<Item> {
  readonly #options: GatheredOptions<Item>;
  #waiting = new Map<string, Item>();
  /** The last one, until it is written. */
  #batch: Batch<Item> | null = null;
  #batches = 0;
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
    try {
      await this.#writeBatch();
      this.#take();
      await this.#writeBatch();
      this.#isFailing = false;
    } catch (failure) {
      if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.#writeInBackground(), WRITTEN_AFTER_MS);
      throw failure;
    }
  }

  #take(): void {
    if (this.#waiting.size === 0) return;
    this.#batches += 1;
    this.#batch = { items: [...this.#waiting.values()], number: this.#batches };
    this.#waiting = new Map();
  }

  async #writeBatch(): Promise<void> {
    if (!this.#batch) return;
    await this.#options.write(this.#batch.items, this.#batch.number);
    this.#batch = null;
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
