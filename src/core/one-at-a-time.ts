import { AppError } from "./errors.ts";
import type { Clock } from "./ports/clock.ts";
import type { AppId } from "./tenant.ts";
import { Turns, type Waiting } from "./turns.ts";

export interface OneAtATimeOptions {
  readonly clock: Pick<Clock, "monotonicMs">;
  /** Works of one app, the one under way included. */
  readonly perAppMax: number;
  /** What is said to an app that has as many already. */
  readonly busy: string;
}

interface Work extends Waiting {
  /** Does not reject. */
  begin(): Promise<void>;
}

const RETRY_AFTER_SECONDS = 5;

/** Work that holds much while it is done, and is done for one at a time, the apps in turns by what they had of that. */
export class OneAtATime {
  readonly #options: OneAtATimeOptions;
  readonly #waiting = new Turns<Work>();
  readonly #begun = new Map<string, number>();
  #isWorking = false;

  constructor(options: OneAtATimeOptions) {
    this.#options = options;
  }

  /** Rejects as the work does, and with `service_unavailable` where too much of the app's waits. */
  async run<Result>(app: AppId, work: () => Promise<Result>): Promise<Result> {
    const { perAppMax, busy } = this.#options;
    const begun = this.#begun.get(app) ?? 0;
    if (begun >= perAppMax) throw new AppError("service_unavailable", busy, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.#begun.set(app, begun + 1);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.add({ app, bytes: 0, begin: () => work().then(resolve, reject) });
    if (!this.#isWorking) void this.#workAll();
    return promise;
  }

  async #workAll(): Promise<void> {
    const { clock } = this.#options;
    this.#isWorking = true;
    for (let next = this.#waiting.take(); next; next = this.#waiting.take()) {
      const { app } = next;
      const startedMs = clock.monotonicMs();
      await next.begin();
      this.#waiting.worked(app, clock.monotonicMs() - startedMs);
      const left = (this.#begun.get(app) ?? 1) - 1;
      if (left > 0) this.#begun.set(app, left);
      else this.#begun.delete(app);
    }
    this.#isWorking = false;
  }
}
