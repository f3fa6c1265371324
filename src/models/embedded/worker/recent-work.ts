/** After so long without more, two thirds of what an app had is forgotten. */
const MEMORY_MS = 1_000;
/** An app that had the worker for more than a quarter of the last second or so. */
const MUCH_MS = 250;
/** Apps that are remembered before those are looked for that had nothing lately. */
const APPS_MIN = 64;
const NOTHING_MS = 1;

interface Had {
  readonly ms: number;
  readonly atMs: number;
}

/** How much of the worker each app had lately: a mean that fades, in milliseconds of work in a second. */
export class RecentWork {
  readonly #monotonicMs: () => number;
  readonly #had = new Map<string, Had>();

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  worked(app: string, ms: number): void {
    const atMs = this.#monotonicMs();
    this.#had.set(app, { ms: this.#of(app, atMs) + ms, atMs });
    if (this.#had.size <= APPS_MIN) return;
    for (const other of this.#had.keys()) if (this.#of(other, atMs) < NOTHING_MS) this.#had.delete(other);
  }

  /** Whether it keeps the worker busy, whatever others do. */
  isMuch(app: string): boolean {
    return this.#of(app, this.#monotonicMs()) > MUCH_MS;
  }

  #of(app: string, nowMs: number): number {
    const had = this.#had.get(app);
    return had === undefined ? 0 : had.ms * Math.exp((had.atMs - nowMs) / MEMORY_MS);
  }
}
