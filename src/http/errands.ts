import type { AppError } from "#core/errors.ts";
import { type Desk, reported } from "./desk.ts";
import { errorObjectOf, statusOf } from "./errors.ts";
import { failureOutcome, type Outcome } from "./outcome.ts";
import { type Job, perform } from "./perform.ts";
import { fingerprintOf, keyOfPart, once } from "./repeat.ts";
import type { Bill, Call, Errand, Errands, Route } from "./route.ts";

/** On whose behalf errands are run. */
export interface Sender {
  readonly call: Omit<Call, "errands" | "json">;
  readonly requestId: string;
  readonly startedMs: number;
  /** The `Idempotency-Key` of the request; each errand has one made from it. */
  readonly key: string | null;
}

/** Parts of a request that go the ways of other routes: each with a charge, a failure and a trace of its own. */
export class RequestErrands implements Errands {
  readonly #desk: Desk;
  readonly #sender: Sender;
  #requestsUsed = 0;

  constructor(desk: Desk, sender: Sender) {
    this.#desk = desk;
    this.#sender = sender;
  }

  get concurrencyMax(): number {
    return this.#desk.batchConcurrencyMax;
  }

  async run(route: Route, json: unknown, index: number, signal: AbortSignal): Promise<Errand> {
    const requestId = this.#requestIdOf(index);
    const either = AbortSignal.any([this.#sender.call.signal, signal]);
    const call = { ...this.#sender.call, signal: either, errands: this };
    const startedMs = this.#desk.services.clock.monotonicMs();
    const job: Job = { route, call, requestId, startedMs, readBody: async () => json, keeper: null };
    const occasion = { requestId, ...route, signal: either };
    const { status, body } = await this.#traced(route, () =>
      this.#perform(job, json, index).catch((failure: unknown) =>
        failureOutcome(reported(this.#desk, occasion, failure)),
      ),
    );
    this.#desk.services.observer.itemEnded(route.path, status);
    // What was done under the same key before a crash was charged then, and belongs to this answer all the same.
    if (status < 300 && route.cost !== "free" && route.cost !== "items") {
      this.#requestsUsed += this.#desk.costs[route.cost];
    }
    return { requestId, status, body: body === null ? null : (JSON.parse(body) as unknown) };
  }

  refuse(failure: AppError, index: number): Errand {
    const status = statusOf(failure.code);
    this.#desk.services.observer.itemEnded(null, status);
    return { requestId: this.#requestIdOf(index), status, body: errorObjectOf(failure) };
  }

  async bill(): Promise<Bill> {
    const { call, startedMs } = this.#sender;
    const { ledger, clock } = this.#desk.services;
    const requestsRemaining = call.principal ? await ledger.balance(call.principal) : 0;
    const latencyMs = Math.max(1, Math.ceil(clock.monotonicMs() - startedMs));
    return { requestsUsed: this.#requestsUsed, requestsRemaining, latencyMs };
  }

  #requestIdOf(index: number): string {
    return `${this.#sender.requestId}.${index}`;
  }

  #traced({ path }: Route, work: () => Promise<Outcome>): Promise<Outcome> {
    const start = { name: `item ${path}`, kind: "internal", attributes: { "http.route": path } } as const;
    return this.#desk.services.tracer.part(start, async (span) => {
      const outcome = await work();
      span.add({ "http.response.status_code": outcome.status });
      if (outcome.status >= 500) span.fail(String(outcome.status));
      return outcome;
    });
  }

  async #perform(job: Job, json: unknown, index: number): Promise<Outcome> {
    const { key, call } = this.#sender;
    const desk = this.#desk;
    const outcome =
      key === null || !call.principal
        ? await perform(desk, job)
        : await once(
            desk,
            {
              app: call.principal.app,
              key: keyOfPart(key, index),
              fingerprint: fingerprintOf(job.route.method, job.route.path, JSON.stringify(json)),
            },
            (keeper) => perform(desk, { ...job, keeper }),
          );
    if ("lines" in outcome) throw new Error(`${job.route.path} answers in lines: no errand can`);
    return outcome;
  }
}
