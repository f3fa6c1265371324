import { AppError, invalid } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { Clock } from "../ports/clock.ts";
import type { KeptAnswer, KeptAnswerStore } from "../ports/kept-answer-store.ts";
import type { KeyedWork, KeyedWorkStore } from "../ports/keyed-work-store.ts";
import type { AppId } from "../tenant.ts";

/** How long an answer is given again. */
export const KEPT_MS = 24 * 3_600_000;

/** How often it is looked whether another node is done. */
const LOOK_EVERY_MS = 100;

/** The right to do the work under a key. Whoever has it ends it, whether or not an answer was kept. */
export interface Claim {
  end(): void;
}

interface UnderWay {
  readonly fingerprint: string;
  readonly ended: Promise<void>;
}

/** Requests that are sent again under the same key: the work is done once, and everyone gets the one answer. */
export class Idempotency {
  readonly #kept: KeptAnswerStore;
  readonly #clock: Clock;
  readonly #underWay = new Map<string, UnderWay>();

  readonly #work: KeyedWorkStore;

  constructor(kept: KeptAnswerStore, work: KeyedWorkStore, clock: Clock) {
    this.#kept = kept;
    this.#work = work;
    this.#clock = clock;
  }

  /**
   * The answer that was kept under the key, or the right to make it. While another request makes it, this waits; when that
   * one left none (it failed in a way that trying again may mend), the right passes on.
   * Throws `validation_error` for a key that is none, `bad_request` when the key was used for another request.
   */
  async claim(app: AppId, key: string, fingerprint: string): Promise<KeptAnswer | Claim> {
    checkKey(key);
    const name = `${app} ${key}`;
    for (;;) {
      const underWay = this.#underWay.get(name);
      if (!underWay) break;
      if (underWay.fingerprint !== fingerprint) throw usedDifferently();
      await underWay.ended;
    }
    // From here to the promise in the map nothing may wait, or two requests would both find the place empty.
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#underWay.set(name, { fingerprint, ended: promise });
    let begun: KeyedWork | null = null;
    // Those of this process go on when the next may begin anywhere.
    const end = () => {
      void (begun?.end() ?? Promise.resolve()).then(() => {
        this.#underWay.delete(name);
        resolve();
      });
    };
    try {
      begun = await this.#begun(app, key);
      const answer = await this.#kept.find(app, key);
      if (!answer || answer.createdAt <= this.#clock.now() - KEPT_MS) return { end };
      if (answer.fingerprint !== fingerprint) throw usedDifferently();
      end();
      return answer;
    } catch (failure) {
      end();
      throw failure;
    }
  }

  async #begun(app: AppId, key: string): Promise<KeyedWork> {
    for (;;) {
      const work = await this.#work.begin(app, key);
      if (work) return work;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  /** Keeps an answer that cost nothing. */
  keep(answer: KeptAnswer): Promise<void> {
    return this.#kept.keep(answer);
  }
}

function checkKey(key: string): void {
  const { idempotencyKeyCharactersMax: max } = LIMITS;
  if (key.length >= 1 && key.length <= max) return;
  throw invalid("Idempotency-Key", `must have 1–${max} characters, and has ${key.length}`);
}

function usedDifferently(): AppError {
  return new AppError(
    "bad_request",
    "the Idempotency-Key was used for another request: take a new key for a new request",
  );
}
