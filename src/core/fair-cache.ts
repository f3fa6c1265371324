/** What is remembered so that it need not be made twice, where apps share the room: nobody's flood drives out what is another's. */

/** An app that used nothing of its own for so long gives up its room first, to whoever needs it. */
const IDLE_MS = 600_000;

export interface FairCacheOptions<Value> {
  /** Of all entries together, all apps together. */
  readonly weightMax: number;
  /** What an entry takes of it, over 0; 1 where left out. */
  readonly weigh?: ((value: Value, key: string) => number) | undefined;
  /** Milliseconds, from any beginning. */
  readonly monotonicMs: () => number;
  /** Told of what was driven out to make room; not of what its owner deleted or replaced. */
  readonly drivenOut?: ((value: Value) => void) | undefined;
}

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
}

interface Line<Value> {
  /** Least recently used first. */
  readonly entries: Map<string, Entry<Value>>;
  weight: number;
  usedAtMs: number;
}

/**
 * Entries of several apps. When there is no room for a new one, the app that takes most loses what it used least
 * recently: whoever takes no more than an equal share of the whole keeps everything, whatever others bring. Only an app
 * that was away for ten minutes loses its own before that.
 */
export class FairCache<Value extends NonNullable<unknown>> {
  readonly #options: FairCacheOptions<Value>;
  /** Least recently used app first; none without entries. */
  readonly #lines = new Map<string, Line<Value>>();
  #weight = 0;

  constructor(options: FairCacheOptions<Value>) {
    this.#options = options;
  }

  /** What all entries take together. */
  get weight(): number {
    return this.#weight;
  }

  /** `app`: "" for what is nobody's. */
  get(app: string, key: string): Value | undefined {
    const line = this.#lines.get(app);
    const entry = line?.entries.get(key);
    if (!line || !entry) return undefined;
    line.entries.delete(key);
    line.entries.set(key, entry);
    this.#used(app, line);
    return entry.value;
  }

  /** As `get`; it does not count as use. */
  peek(app: string, key: string): Value | undefined {
    return this.#lines.get(app)?.entries.get(key)?.value;
  }

  has(app: string, key: string): boolean {
    return this.peek(app, key) !== undefined;
  }

  /** What takes more than all of the room is not kept. */
  set(app: string, key: string, value: Value): void {
    this.delete(app, key);
    const { weigh = () => 1, weightMax } = this.#options;
    const weight = weigh(value, key);
    if (weight > weightMax) {
      this.#options.drivenOut?.(value);
      return;
    }
    const line = this.#lines.get(app) ?? { entries: new Map(), weight: 0, usedAtMs: 0 };
    line.entries.set(key, { value, weight });
    line.weight += weight;
    this.#weight += weight;
    this.#used(app, line);
    while (this.#weight > weightMax) this.#driveOut();
  }

  /** False when it is not there. */
  delete(app: string, key: string): boolean {
    const line = this.#lines.get(app);
    const entry = line?.entries.get(key);
    if (!line || !entry) return false;
    line.entries.delete(key);
    line.weight -= entry.weight;
    this.#weight -= entry.weight;
    if (line.entries.size === 0) this.#lines.delete(app);
    return true;
  }

  /** Those of the app, least recently used first; of all apps without it. */
  values(app?: string): readonly Value[] {
    const lines = app === undefined ? [...this.#lines.values()] : [this.#lines.get(app)].flatMap((line) => line ?? []);
    return lines.flatMap(({ entries }) => [...entries.values()].map(({ value }) => value));
  }

  #used(app: string, line: Line<Value>): void {
    line.usedAtMs = this.#options.monotonicMs();
    this.#lines.delete(app);
    this.#lines.set(app, line);
  }

  #driveOut(): void {
    const app = this.#whoLoses();
    const [oldest] = this.#lines.get(app)?.entries ?? [];
    if (!oldest) throw new Error("entries weigh more than there are");
    const [key, { value }] = oldest;
    this.delete(app, key);
    this.#options.drivenOut?.(value);
  }

  /** Whoever was away longest, when that is long; else who takes most, of several the one that was away longer. */
  #whoLoses(): string {
    const longAgoMs = this.#options.monotonicMs() - IDLE_MS;
    let heaviest = "";
    let weight = 0;
    for (const [app, line] of this.#lines) {
      if (line.usedAtMs < longAgoMs) return app;
      if (line.weight <= weight) continue;
      heaviest = app;
      weight = line.weight;
    }
    return heaviest;
  }
}
