import type { ChargedHit, Hit, HitStore } from "#core/ports/hit-store.ts";
import { answeredOf } from "#core/request-batch.ts";
import { monthOf } from "#core/tenant.ts";
import type { AppVersions } from "../app-versions.ts";
import type { ClusterRequests } from "../requests.ts";
import type { MinuteNumbers } from "../valkey/minute-numbers.ts";
import { minuteOf } from "./minutes.ts";
import type { Turns } from "./turns.ts";
import type { HitOfStep, StepOutcome } from "./wishes.ts";

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

  #charged(hit: Hit, version: number): Promise<ChargedHit | null> {
    const { app, at, cost, allowance, callsMax, requestId, requestsMax } = hit;
    const request = { requestId, createdAt: at, answered: this.#answeredOf(hit.trace) };
    const counting = this.#counting(hit);
    return new Promise((resolve, failed) => {
      const told = ({ split, count, balance, isRecorded }: StepOutcome) => {
        if (!split) {
          counting.undo();
          return resolve(null);
        }
        if (isRecorded) this.#requests.recorded(app, requestsMax);
        const recording = isRecorded ? null : this.#requests.recordLater(app, request, requestsMax);
        resolve({ count, balance: recording ? recording.then(() => balance) : Promise.resolve(balance) });
      };
      const hit = { version, callsMax, number: null, takeNumber: counting.take, request, requestsMax };
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

  /** How it is counted where nodes share their numbers. */
  #counting({ app, at, callsMax }: Hit): {
    readonly take: HitOfStep["takeNumber"];
    /** It is answered step by step, and counted there. */
    readonly undo: () => void;
  } {
    const numbers = this.#numbers;
    if (!numbers) return { take: null, undo() {} };
    const minute = minuteOf(at);
    let number: number | "none left" | null = null;
    const take = async () => {
      number = await numbers.takeUpTo(app, minute, callsMax);
      return number;
    };
    const undo = () => {
      if (typeof number === "number") numbers.putBack(app, minute, number);
    };
    return { take, undo };
  }

  #answeredOf(trace: Hit["trace"]): string {
    const known = this.#answered.get(trace);
    if (known !== undefined) return known;
    const answered = answeredOf(trace);
    this.#answered.set(trace, answered);
    return answered;
  }
}
