import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { AskedQuestion, QuestionStore } from "#core/ports/question-store.ts";
import type { AppId } from "#core/tenant.ts";
import type { Seal } from "./seal.ts";
import type { Valkey } from "./valkey.ts";

/** How long the others wait for a node that is not heard of any more. */
const LEASE_MS = 2_000;
const RENEW_EVERY_MS = 500;
/** How long another node is waited for that asks a model, and how often it is looked whether it is done. */
const WAIT_MS_MAX = 10_000;
const LOOK_EVERY_MS = 25;
/** How long it is known that a question was asked: longer than it takes to look for its answer. */
const ENDED_MS = 2_000;

/** A lease in Valkey for each question that a node asks a model. */
export class ClusterQuestions implements QuestionStore {
  readonly #valkey: Valkey;
  readonly #seal: Seal;
  readonly #keyPrefix: string;

  constructor(valkey: Valkey, seal: Seal, keyPrefix: string) {
    this.#valkey = valkey;
    this.#seal = seal;
    this.#keyPrefix = keyPrefix;
  }

  async begin(app: AppId, question: string, signal: AbortSignal): Promise<AskedQuestion> {
    const key = `${this.#keyPrefix}question:${app}:${this.#seal.digest(question)}`;
    const holder = randomUUID();
    const endsAt = performance.now() + WAIT_MS_MAX;
    for (let wasAsked = false; ; wasAsked = true) {
      const told = await this.#valkey.run("questions", "takeLease", () => ({
        keys: [key],
        values: [holder, LEASE_MS],
      }));
      if (!told || performance.now() >= endsAt) return { wasAsked, end() {} };
      if (told.reply !== "held") return this.#held(key, holder, wasAsked || told.reply === "taken again");
      // Neither all at once nor in step with the others.
      await sleep(LOOK_EVERY_MS * (1 + Math.random()), undefined, { signal }).catch(() => {});
      signal.throwIfAborted();
    }
  }

  #held(key: string, holder: string, wasAsked: boolean): AskedQuestion {
    const renew = () =>
      this.#valkey.run("questions", "renewLease", () => ({ keys: [key], values: [holder, LEASE_MS] }));
    const renewing = setInterval(() => void renew(), RENEW_EVERY_MS);
    const end = () => {
      clearInterval(renewing);
      void this.#valkey.run("questions", "endLease", () => ({ keys: [key], values: [holder, ENDED_MS] }));
    };
    return { wasAsked, end };
  }
}
