import type { ChargedHit, Hit, HitStore } from "#core/ports/storage.ts";
import { answeredOf } from "#core/request-batch.ts";
import { monthOf } from "#core/tenant.ts";
import type { AppVersions } from "../app-versions.ts";
import type { ClusterRequests } from "../requests.ts";
import type { MinuteNumbers } from "../valkey/minute-numbers.ts";
import { minuteOf } from "./minutes.ts";
import type { Turns } from "./turns.ts";
import type { StepOutcome } from "./wishes.ts";

/** Answers from memory: counted and charged by the node's next turn, if they are still the app's. */
export class ClusterHits implements HitStore {
  readonly #turns: Turns;
  readonly #versions: AppVersions;
  readonly #requests: ClusterRequests;
  readonly #numbers: MinuteNumbers | null;
  /** What is stored of each trace. */
  readonly #answered = new WeakMap<Hit["trace"], string>();

  constructor(turns: Turns, versions: AppVersions, requests: ClusterRequests, numbers: MinuteNumbers | null) {
    this.#turns = turns;
    this.#versions = versions;
    this.#requests = requests;
    this.#numbers = numbers;
  }

  charge(hit: Hit): Promise<ChargedHit | null> | null {
    const version = this.#versions.versionAt(hit.app, hit.changes);
    return version === null ? null : this.#charged(hit, version);
  }

  async #charged(hit: Hit, version: number): Promise<ChargedHit | null> {
    const { app, at, callsMax } = hit;
    const number = (await this.#numbers?.takeUpTo(app, minuteOf(at), callsMax)) ?? null;
    if (number === "none left") return null;
    const charged = await this.#chargedAs(number, hit, version);
    // It is answered step by step, and counted there.
    if (!charged && number !== null) this.#numbers?.putBack(app, minuteOf(at), number);
    return charged;
  }

  /** `number`: of the minute's calls; null where the turn counts it. */
  #chargedAs(number: number | null, hit: Hit, version: number): Promise<ChargedHit | null> {
    const { app, at, cost, allowance, callsMax, requestId, requestsMax } = hit;
    const request = { requestId, createdAt: at, answered: this.#answeredOf(hit.trace) };
    return new Promise((resolve, failed) => {
      const told = ({ split, count, balance, isRecorded }: StepOutcome) => {
        if (!split) return resolve(null);
        if (isRecorded) this.#requests.recorded(app, requestsMax);
        const recording = isRecorded ? null : this.#requests.recordLater(app, request, requestsMax);
        resolve({ count, balance: recording ? recording.then(() => balance) : Promise.resolve(balance) });
      };
      const hit = { version, callsMax, number, request, requestsMax };
      const month = monthOf(at);
      this.#turns.add({
        wants: "charge",
        app,
        month,
        allowance,
        at,
        cost,
        split: null,
        heldBy: null,
        keeps: null,
        hit,
        told,
        failed,
      });
    });
  }

  #answeredOf(trace: Hit["trace"]): string {
    const known = this.#answered.get(trace);
    if (known !== undefined) return known;
    const answered = answeredOf(trace);
    this.#answered.set(trace, answered);
    return answered;
  }
}
