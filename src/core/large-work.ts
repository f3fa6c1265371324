import { AppError } from "./errors.ts";
import type { MainThread } from "./main-thread.ts";
import type { AppId } from "./tenant.ts";

/** Large requests of one app that are worked on at once while another app asks, too. The others of them wait, and cost nothing yet. */
const AT_ONCE_MAX = 2;
/** Of one app. Each holds its body. */
const WAITING_MAX = 64;
const WAIT_MS_MAX = 20_000;
const RETRY_AFTER_SECONDS = 10;

/**
 * Requests with large bodies. One app alone has as many worked on as it sends; where another one asks as well, two: a flood would
 * else have all its bodies read, checked and worked on in small pieces, and be given up before any of them is done.
 */
export class LargeWork {
  readonly #mainThread: Pick<MainThread, "isShared">;
  readonly #underWay = new Map<AppId, number>();
  readonly #waiting = new Map<AppId, (() => void)[]>();

  constructor(mainThread: Pick<MainThread, "isShared">) {
    this.#mainThread = mainThread;
  }

  /** Does the work when it is its turn. Throws `service_unavailable` when that does not come, and the signal's reason. */
  async run<Result>(app: AppId, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (this.#hasRoom(app)) this.#enter(app);
    else await this.#room(app, signal);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#leave(app);
    }
  }

  #hasRoom(app: AppId): boolean {
    return (this.#underWay.get(app) ?? 0) < AT_ONCE_MAX || !this.#mainThread.isShared(app);
  }

  #enter(app: AppId): void {
    this.#underWay.set(app, (this.#underWay.get(app) ?? 0) + 1);
  }

  #leave(app: AppId): void {
    const left = (this.#underWay.get(app) ?? 0) - 1;
    if (left > 0) this.#underWay.set(app, left);
    else this.#underWay.delete(app);
    const waiting = this.#waiting.get(app) ?? [];
    while (waiting.length > 0 && this.#hasRoom(app)) {
      this.#enter(app);
      waiting.shift()?.();
    }
    if (waiting.length === 0) this.#waiting.delete(app);
  }

  #room(app: AppId, signal: AbortSignal): Promise<void> {
    const waiting = this.#waiting.get(app) ?? [];
    if (waiting.length >= WAITING_MAX) throw tooMany();
    this.#waiting.set(app, waiting);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = (reason: unknown) => {
      const at = waiting.indexOf(resolve);
      if (at < 0) return;
      waiting.splice(at, 1);
      reject(reason);
    };
    const gone = () => giveUp(signal.reason);
    const timer = setTimeout(() => giveUp(tooMany()), WAIT_MS_MAX);
    signal.addEventListener("abort", gone, { once: true });
    waiting.push(resolve);
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", gone);
    });
  }
}

function tooMany(): AppError {
  const message = "too many large requests of this app wait for their turn: send fewer at once";
  return new AppError("service_unavailable", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
