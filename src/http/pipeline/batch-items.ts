import type { AppError } from "#core/errors.ts";
import { done } from "#core/steps.ts";
import { errorObjectOf, statusOf } from "../errors.ts";
import type { BatchItems, Bill, Call, ItemResult, Part, Route } from "../route.ts";
import { handled, type Job, LIGHT_BYTES_MAX, workAndCharge } from "./charging.ts";
import { fingerprintOf, keyOfPart, once } from "./idempotency.ts";
import type { LargeAnswers } from "./large-answers.ts";
import { failureOutcome, type Outcome } from "./outcome.ts";
import { type RequestContext, reported } from "./request-context.ts";

/** On whose behalf items are worked on. */
export interface Sender {
  readonly call: Omit<Call, "items" | "json">;
  readonly requestId: string;
  readonly startedMs: number;
  /** Of the batch's body. */
  readonly bytes: () => number;
  /** The `Idempotency-Key` of the request; each item has one made from it. */
  readonly key: string | null;
}

type PartsContext = RequestContext & { readonly largeAnswers: LargeAnswers };

/** Parts of a request that go the ways of other routes: each with a charge, a failure and a trace of its own. */
export class ChargedBatchItems implements BatchItems {
  readonly #context: PartsContext;
  readonly #sender: Sender;
  #requestsUsed = 0;

  constructor(context: PartsContext, sender: Sender) {
    this.#context = context;
    this.#sender = sender;
  }

  get concurrencyMax(): number {
    return this.#context.batchConcurrencyMax;
  }

  async run({ route, json, ...target }: Part, index: number, signal: AbortSignal): Promise<ItemResult> {
    const requestId = this.#requestIdOf(index);
    const either = AbortSignal.any([this.#sender.call.signal, signal]);
    const call = { ...this.#sender.call, ...target, requestId, signal: either, items: this };
    const startedMs = this.#context.services.clock.monotonicMs();
    const subject = call.principal?.app ?? null;
    const readBody = async () => ({ bytes: this.#bytesOf(json), json: () => done(json) });
    const work = () => handled(this.#context, { route, call }, readBody);
    const job: Job = { route, call, subject, requestId, startedMs, work, keeper: null };
    const occasion = { requestId, ...route, signal: either };
    const { status, body } = await this.#traced(route, () =>
      this.#work(job, json, index).catch((failure: unknown) =>
        failureOutcome(reported(this.#context, occasion, failure)),
      ),
    );
    this.#context.services.observer.itemEnded(route.path, status);
    // What was done under the same key before a crash was charged then, and belongs to this answer all the same.
    if (status < 300 && route.cost !== "free" && route.cost !== "items") {
      this.#requestsUsed += this.#context.costs[route.cost];
    }
    return { requestId, status, body: body === null ? null : (JSON.parse(body) as unknown) };
  }

  refuse(failure: AppError, index: number): ItemResult {
    const status = statusOf(failure.code);
    this.#context.services.observer.itemEnded(null, status);
    return { requestId: this.#requestIdOf(index), status, body: errorObjectOf(failure) };
  }

  async bill(): Promise<Bill> {
    const { call, startedMs } = this.#sender;
    const { ledger, clock } = this.#context.services;
    const requestsRemaining = call.principal ? await ledger.balance(call.principal) : 0;
    const latencyMs = Math.max(1, Math.ceil(clock.monotonicMs() - startedMs));
    return { requestsUsed: this.#requestsUsed, requestsRemaining, latencyMs };
  }

  /** Of an item. Those of a small batch need not be told apart. */
  #bytesOf(json: unknown): number {
    const bytes = this.#sender.bytes();
    return bytes <= LIGHT_BYTES_MAX ? bytes : Buffer.byteLength(JSON.stringify(json));
  }

  #requestIdOf(index: number): string {
    return `${this.#sender.requestId}.${index}`;
  }

  #traced({ path }: Route, work: () => Promise<Outcome>): Promise<Outcome> {
    const start = { name: `item ${path}`, kind: "internal", attributes: { "http.route": path } } as const;
    return this.#context.services.tracer.part(start, async (span) => {
      const outcome = await work();
      span.add({ "http.response.status_code": outcome.status });
      if (outcome.status >= 500) span.fail(String(outcome.status));
      return outcome;
    });
  }

  /** What was stored is read in any amount, and takes its turn as it does in a request of its own. */
  #unkeyed(job: Job): ReturnType<LargeAnswers["answer"]> {
    const context = this.#context;
    const { principal, signal } = job.call;
    if (!principal || job.route.method !== "GET") return workAndCharge(context, job);
    return context.largeAnswers.answer({ app: principal.app, signal, isRead: false }, () =>
      workAndCharge(context, job),
    );
  }

  async #work(job: Job, json: unknown, index: number): Promise<Outcome> {
    const { key, call } = this.#sender;
    const context = this.#context;
    const outcome =
      key === null || !call.principal
        ? await this.#unkeyed(job)
        : await once(
            context,
            {
              app: call.principal.app,
              key: keyOfPart(key, index),
              fingerprint: fingerprintOf(job.route.method, job.route.path, JSON.stringify(json)),
            },
            (keeper) => workAndCharge(context, { ...job, keeper }),
          );
    if ("lines" in outcome) throw new Error(`${job.route.path} answers in lines: no item of a batch can`);
    return outcome;
  }
}
