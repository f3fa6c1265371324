import { measured } from "./access/effort.ts";
import { AskedLately } from "./asked-lately.ts";
import { AppError } from "./errors.ts";
import type { Clock } from "./ports/clock.ts";
import type { AppId } from "./tenant.ts";
import { turn } from "./turn.ts";

/** Work that comes in steps is handed on after so long. A step is a tool's schema or some classes: 1 to 5 ms, and rarely up to 20. */
const PIECE_MS = 4;
/** Behind a piece the thread is left to others for twice as long, where another app asked for something lately. */
const REST_PIECES = 2;
const REST_MS_MAX = 100;
/** Then a piece lets the requests of other apps go first that are under way, for so long. */
const COURTESY_MS_MAX = 25;
/** Pieces of one app that wait. Each holds a body, of a mebibyte by default. */
const WAITING_PER_APP_MAX = 64;
const RETRY_AFTER_SECONDS = 5;

/** Called when it is the turn of a piece: whoever waits for it goes on before anything else is done. */
type Begin = () => void;

/**
 * The thread on which all requests are served. What works on it for milliseconds does so in pieces: one of them between two
 * looks at what else there is, that app's first which had the least of the thread, and each behind the requests of other apps
 * that are under way. A model's call crosses this thread some ten times, and would wait for a piece each time.
 */
export class MainThread {
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #waiting = new Map<AppId, Begin[]>();
  /** Of the apps that wait, milliseconds that they had, counted from what others had when they came. */
  readonly #hadMs = new Map<AppId, number>();
  /** Requests that are not waiting for a piece of their own. */
  readonly #underWay = new Map<AppId, number>();
  /** Wakes the piece that is next when a request ends. */
  #looksAgain: (() => void) | null = null;
  readonly #lately: AskedLately;
  /** When the next piece may begin. */
  #restedMs = Number.NEGATIVE_INFINITY;
  #leastMs = 0;
  #isServing = false;

  constructor(clock: Pick<Clock, "monotonicMs">) {
    this.#clock = clock;
    this.#lately = new AskedLately(clock);
  }

  /** Whether another app than this one asked in the last second. */
  isShared(app: AppId): boolean {
    return this.#lately.othersThan(app);
  }

  /** The app asks for something that takes no time. */
  asked(app: AppId): void {
    this.#lately.asked(app);
  }

  /** Does the work of a request: pieces of other apps let it pass. */
  async request<Result>(app: AppId, work: () => Promise<Result>): Promise<Result> {
    this.#count(app, 1);
    this.#lately.asked(app);
    try {
      return await work();
    } finally {
      this.#count(app, -1);
    }
  }

  /**
   * Waits for its turn at something that others of the apps may have at the moment: until `goesOn` is called, or the wait is over,
   * pieces do not let the request pass. They would be what it waits for. Rejects as the wait does.
   */
  async aside<Result>(app: AppId, wait: (goesOn: () => void) => Promise<Result>): Promise<Result> {
    let isAside = true;
    const goesOn = () => {
      if (isAside) this.#count(app, 1);
      isAside = false;
    };
    this.#count(app, -1);
    try {
      return await wait(goesOn);
    } finally {
      goesOn();
    }
  }

  /**
   * Does work that may take long, in its turn; what it goes on with when it waits for something itself is no part of the piece.
   * Throws `service_unavailable` when too many of the app wait, and what the work throws.
   */
  async piece<Result>(app: AppId, work: () => Result): Promise<Awaited<Result>> {
    const isAtOnce = !this.#isServing && !this.#mustRest(app) && !this.#othersAreUnderWay(app);
    const begun = isAtOnce ? null : this.#turnOf(app);
    if (!this.#isServing) {
      this.#isServing = true;
      void this.#serve();
    }
    if (begun !== null) {
      // Nobody has to let it pass while it waits.
      this.#count(app, -1);
      await begun;
      this.#count(app, 1);
    }
    return await this.#timed(app, work);
  }

  /** Works until the last step is done, the first piece of it at once. Throws what `piece` throws. */
  async steps<Result>(app: AppId, work: Generator<void, Result>): Promise<Result> {
    return this.#untilDone(
      app,
      work,
      this.#timed(app, () => this.#someSteps(work)),
    );
  }

  /** As `steps`, for work that takes a piece or more each time: the first one waits for its turn, too. */
  async stepsInTurn<Result>(app: AppId, work: Generator<void, Result>): Promise<Result> {
    return this.#untilDone(app, work, await this.piece(app, () => this.#someSteps(work)));
  }

  async #untilDone<Result>(
    app: AppId,
    work: Generator<void, Result>,
    first: IteratorResult<void, Result>,
  ): Promise<Result> {
    let step = first;
    while (!step.done) {
      await turn();
      step = await this.piece(app, () => this.#someSteps(work));
    }
    return step.value;
  }

  #someSteps<Result>(work: Generator<void, Result>): IteratorResult<void, Result> {
    const startedMs = this.#clock.monotonicMs();
    let step = work.next();
    while (!step.done && this.#clock.monotonicMs() - startedMs < PIECE_MS) step = work.next();
    return step;
  }

  #turnOf(app: AppId): Promise<void> {
    const waiting = this.#waiting.get(app) ?? [];
    if (waiting.length >= WAITING_PER_APP_MAX) {
      const message = `more than ${WAITING_PER_APP_MAX} large requests of this app wait for their turn: send fewer at once`;
      throw new AppError("service_unavailable", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    if (waiting.length === 0) {
      this.#waiting.set(app, waiting);
      this.#hadMs.set(app, this.#leastMs);
    }
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  }

  async #serve(): Promise<void> {
    // Whoever has come meanwhile is read first.
    await turn();
    for (let app = this.#next(); app !== null; app = this.#next()) {
      await this.#letPass(app);
      const waiting = this.#waiting.get(app) ?? [];
      waiting.shift()?.();
      await turn();
      if (waiting.length > 0) continue;
      this.#waiting.delete(app);
      this.#hadMs.delete(app);
    }
    this.#isServing = false;
  }

  #next(): AppId | null {
    let next: AppId | null = null;
    for (const app of this.#waiting.keys()) if (next === null || this.#had(app) < this.#had(next)) next = app;
    if (next !== null) this.#leastMs = this.#had(next);
    return next;
  }

  #had(app: AppId): number {
    return this.#hadMs.get(app) ?? this.#leastMs;
  }

  async #letPass(app: AppId): Promise<void> {
    const restMs = this.#restedMs - this.#clock.monotonicMs();
    if (restMs > 0 && this.#mustRest(app)) await new Promise((resolve) => setTimeout(resolve, restMs));
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      this.#looksAgain?.();
    }, COURTESY_MS_MAX);
    while (!isOver && this.#othersAreUnderWay(app)) {
      await new Promise<void>((resolve) => {
        this.#looksAgain = resolve;
      });
    }
    this.#looksAgain = null;
    clearTimeout(timer);
  }

  /** Another app asked lately, and the thread was not left to it for long enough. */
  #mustRest(app: AppId): boolean {
    return this.#clock.monotonicMs() < this.#restedMs && this.#lately.othersThan(app);
  }

  #othersAreUnderWay(app: AppId): boolean {
    for (const [other, count] of this.#underWay) if (other !== app && count > 0) return true;
    return false;
  }

  #count(app: AppId, more: number): void {
    const count = (this.#underWay.get(app) ?? 0) + more;
    if (count === 0) this.#underWay.delete(app);
    else this.#underWay.set(app, count);
    if (more < 0) this.#looksAgain?.();
  }

  #timed<Result>(app: AppId, work: () => Result): Result {
    const startedMs = this.#clock.monotonicMs();
    try {
      return measured(work);
    } finally {
      const endedMs = this.#clock.monotonicMs();
      const tookMs = endedMs - startedMs;
      this.#restedMs = endedMs + Math.min(REST_MS_MAX, REST_PIECES * tookMs);
      if (this.#hadMs.has(app)) this.#hadMs.set(app, this.#had(app) + tookMs);
    }
  }
}
