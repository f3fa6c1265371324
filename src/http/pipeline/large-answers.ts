/** Answers that may be large: how many of them there are at once, made or not yet taken by their clients. */
import { AppError } from "#core/errors.ts";
import type { AppId } from "#core/tenant.ts";
import { turn } from "#core/turn.ts";
import type { Lines } from "../route.ts";
import type { Outcome } from "./outcome.ts";
import type { Streaming } from "./streaming.ts";

export interface LargeAnswerLimits {
  /** At once, being made or on their way to clients: of all apps together, and of one. A page has 2 MiB of definitions. */
  readonly answersMax: number;
  readonly answersPerAppMax: number;
  /** What finds no room waits for so long. */
  readonly waitMsMax: number;
}

export const LARGE_ANSWERS: LargeAnswerLimits = { answersMax: 32, answersPerAppMax: 8, waitMsMax: 10_000 };

/** In UTF-16 units. What is smaller is handed to the system as a whole, and counts no longer than it is made. */
const SMALL_MAX = 65_536;
const RETRY_AFTER_SECONDS = 10;

interface Waiting {
  readonly app: AppId;
  readonly enter: () => void;
}

/**
 * Room for so many answers. Whoever finds none waits for it, first come first served among the apps that do not have
 * theirs already: a client that reads nothing keeps others of its app waiting, and nobody else.
 */
export class LargeAnswers {
  readonly #limits: LargeAnswerLimits;
  readonly #underWay = new Map<AppId, number>();
  readonly #waiting: Waiting[] = [];
  #total = 0;

  constructor(limits: LargeAnswerLimits) {
    this.#limits = limits;
  }

  /**
   * What `work` answers; a large answer goes out piece by piece, as its client takes it.
   * Throws `service_unavailable` when there is no room in time, and the signal's reason when the client goes first.
   * @param isRead false where nobody is sent the answer's body.
   */
  async answer(
    { app, signal, isRead }: { readonly app: AppId; readonly signal: AbortSignal; readonly isRead: boolean },
    work: () => Promise<Lines | Outcome>,
  ): Promise<Outcome | Streaming> {
    if (this.#hasRoom(app)) this.#enter(app);
    else await this.#room(app, signal);
    let isHeld = false;
    try {
      // One after the other, and whoever asks for less in between.
      if (this.#total > 1) await turn();
      signal.throwIfAborted();
      const outcome = await work();
      if (!isRead || "lines" in outcome || outcome.body === null || outcome.body.length <= SMALL_MAX) return outcome;
      isHeld = true;
      const { status, headers, body } = outcome;
      if (status !== 200) throw new Error(`an answer of status ${status} has ${body.length} characters`);
      return { status, headers, lines: piecesOf(body), onEnd: async () => this.#leave(app) };
    } finally {
      if (!isHeld) this.#leave(app);
    }
  }

  #hasRoom(app: AppId): boolean {
    const { answersMax, answersPerAppMax } = this.#limits;
    return this.#total < answersMax && (this.#underWay.get(app) ?? 0) < answersPerAppMax;
  }

  #enter(app: AppId): void {
    this.#total += 1;
    this.#underWay.set(app, (this.#underWay.get(app) ?? 0) + 1);
  }

  #leave(app: AppId): void {
    this.#total -= 1;
    const left = (this.#underWay.get(app) ?? 0) - 1;
    if (left > 0) this.#underWay.set(app, left);
    else this.#underWay.delete(app);
    const next = this.#waiting.findIndex((waiting) => this.#hasRoom(waiting.app));
    const [entering] = next < 0 ? [] : this.#waiting.splice(next, 1);
    if (!entering) return;
    this.#enter(entering.app);
    entering.enter();
  }

  #room(app: AppId, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { app, enter: resolve };
    const giveUp = (reason: unknown) => {
      const at = this.#waiting.indexOf(waiting);
      if (at < 0) return;
      this.#waiting.splice(at, 1);
      reject(reason);
    };
    const gone = () => giveUp(signal.reason);
    const timer = setTimeout(() => giveUp(noRoom()), this.#limits.waitMsMax);
    signal.addEventListener("abort", gone, { once: true });
    this.#waiting.push(waiting);
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", gone);
    });
  }
}

function noRoom(): AppError {
  const message =
    "too many large answers are on their way to clients that do not take them: read those, then ask again";
  return new AppError("service_unavailable", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

async function* piecesOf(text: string): AsyncGenerator<string, void, undefined> {
  for (let from = 0; from < text.length; ) {
    const end = from + SMALL_MAX;
    // Not between the halves of a character.
    const to = isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end;
    yield text.slice(from, to);
    from = to;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
