import type { ChargedHit, Hit, HitStore } from "#core/ports/storage.ts";
import { answeredOf } from "#core/request-batch.ts";
import { monthOf } from "#core/tenant.ts";
import type { AppVersions } from "../app-versions.ts";
import type { ClusterRequests } from "../requests.ts";
import type { Turns } from "./turns.ts";
import type { StepOutcome } from "./wishes.ts";

/** Answers from memory: counted and charged by the node's next turn, if they are still the app's. */
export class ClusterHits implements HitStore {
  readonly #turns: Turns;
  readonly #versions: AppVersions;
  readonly #requests: ClusterRequests;
  /** What is stored of each trace. */
  readonly #answered = new WeakMap<Hit["trace"], string>();

  constructor(turns: Turns, versions: AppVersions, requests: ClusterRequests) {
    this.#turns = turns;
    this.#versions = versions;
    this.#requests = requests;
  }

  charge(hit: Hit): Promise<ChargedHit | null> | null {
    const version = this.#versions.versionAt(hit.app, hit.changes);
    return version === null ? null : this.#charged(hit, version);
  }

  #charged(hit: Hit, version: number): Promise<ChargedHit | null> {
    const { app, at, cost, allowance, callsMax, requestId, requestsMax } = hit;
    const request = { requestId, createdAt: at, answered: this.#answeredOf(hit.trace) };
    return new Promise((resolve, failed) => {
      const told = ({ split, count, balance, isRecorded }: StepOutcome) => {
        if (!split) return resolve(null);
        if (isRecorded) this.#requests.recorded(app, requestsMax);
        const recording = isRecorded ? null : this.#requests.recordLater(app, request, requestsMax);
        resolve({ count, balance: recording ? recording.then(() => balance) : Promise.resolve(balance) });
      };
      const hit = { version, callsMax, request, requestsMax };
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
