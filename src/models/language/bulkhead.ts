/** So many questions to a model server at once and no more; the others wait, and no app waits for another's crowd. */
import { AppError } from "#core/errors.ts";
import type { AppId } from "#core/tenant.ts";

interface Waiting {
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
}

const RETRY_AFTER_SECONDS = 30;

export class Bulkhead {
  readonly #concurrencyMax: number;
  readonly #queueMax: number;
  readonly #changed: (queue: { readonly running: number; readonly waiting: number }) => void;
  #running = 0;
  #waitingCount = 0;
  /** Each app's own queue; the apps take turns, the first in the map is next. */
  readonly #queues = new Map<AppId | null, Waiting[]>();

  /** @param changed told who works and who waits whenever that has changed. */
  constructor(
    concurrencyMax: number,
    queueMax: number,
    changed: (queue: { readonly running: number; readonly waiting: number }) => void = () => {},
  ) {
    this.#concurrencyMax = concurrencyMax;
    this.#queueMax = queueMax;
    this.#changed = changed;
  }

  /**
   * Does the work when its turn comes. Rejects with `service_unavailable` when too much waits already; the one refused is
   * the last of the app that has most waiting. Rejects with the signal's reason when that is aborted before.
   */
  async run<Result>(app: AppId | null, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    if (this.#running < this.#concurrencyMax) this.#running += 1;
    else await this.#turn(app, signal);
    this.#tell();
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #turn(app: AppId | null, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { start: resolve, refuse: reject };
    this.#makeRoom(app);
    this.#queues.set(app, [...(this.#queues.get(app) ?? []), waiting]);
    this.#waitingCount += 1;
    this.#tell();
    const leave = () => {
      if (this.#remove(app, waiting)) reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  /** Throws when the newcomer's own app has most waiting. */
  #makeRoom(app: AppId | null): void {
    if (this.#waitingCount < this.#queueMax) return;
    const full = new AppError("service_unavailable", "the queue in front of the model is full", {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
    const own = this.#queues.get(app)?.length ?? 0;
    const [crowd] = [...this.#queues].sort(([, one], [, other]) => other.length - one.length);
    const last = crowd?.[1].at(-1);
    if (!crowd || !last || own + 1 >= crowd[1].length) throw full;
    this.#remove(crowd[0], last);
    last.refuse(full);
  }

  #remove(app: AppId | null, waiting: Waiting): boolean {
    const queue = this.#queues.get(app) ?? [];
    const rest = queue.filter((other) => other !== waiting);
    if (rest.length === queue.length) return false;
    this.#waitingCount -= 1;
    if (rest.length === 0) this.#queues.delete(app);
    else this.#queues.set(app, rest);
    this.#tell();
    return true;
  }

  #tell(): void {
    this.#changed({ running: this.#running, waiting: this.#waitingCount });
  }

  #release(): void {
    const [next] = this.#queues;
    if (!next) {
      this.#running -= 1;
      this.#tell();
      return;
    }
    const [app, [first, ...rest]] = next;
    // To the end of the row: the other apps come first now.
    this.#queues.delete(app);
    if (rest.length > 0) this.#queues.set(app, rest);
    this.#waitingCount -= 1;
    first?.start();
  }
}
