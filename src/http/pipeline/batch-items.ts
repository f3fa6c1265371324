import type { AppError } from "#core/errors.ts";
import { done } from "#core/steps.ts";
import { errorObjectOf, statusOf } from "../errors.ts";
import {
  type BatchItems,
  type Bill,
  type Call,
  type ItemResult,
  type Lines,
  type Part,
  type Route,
  takesIdempotencyKey,
} from "../route.ts";
import { handled, type Job, LIGHT_BYTES_MAX, workAndCharge } from "./charging.ts";
import { fingerprintOf, keyOfPart, once, PART_ID_HEADER } from "./idempotency.ts";
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

  async run({ route, json, key, ...target }: Part, index: number, signal: AbortSignal): Promise<ItemResult> {
    const requestId = this.#requestIdOf(index);
    const either = AbortSignal.any([this.#sender.call.signal, signal]);
    const call = { ...this.#sender.call, ...target, requestId, signal: either, items: this };
    const startedMs = this.#context.services.clock.monotonicMs();
    const subject = call.principal?.app ?? null;
    const readBody = async () => ({ bytes: this.#bytesOf(json), json: () => done(json) });
    const work = () => handled(this.#context, { route, call }, readBody);
    const job: Job = { route, call, subject, requestId, startedMs, work, keeper: null };
    const occasion = { requestId, ...route, signal: either };
    const { status, headers, body } = await this.#traced(route, () =>
      this.#work(job, json, key ?? this.#keyOf(index)).catch((failure: unknown) =>
        failureOutcome(reported(this.#context, occasion, failure)),
      ),
    );
    this.#context.services.observer.itemEnded(route.path, status);
    // What was done under the same key before a crash was charged then, and belongs to this answer all the same.
    if (status < 300 && route.cost !== "free" && route.cost !== "items") {
      this.#requestsUsed += this.#context.costs[route.cost];
    }
    const answeredAs = headers[PART_ID_HEADER] ?? requestId;
    return { requestId: answeredAs, status, body: body === null ? null : (JSON.parse(body) as unknown) };
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

  #keyOf(index: number): string | null {
    const { key } = this.#sender;
    return key === null ? null : keyOfPart(key, index);
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

  async #work(job: Job, json: unknown, key: string | null): Promise<Outcome> {
    const { principal } = this.#sender.call;
    const context = this.#context;
    if (key === null || !principal || !takesIdempotencyKey(job.route)) return whole(job, await this.#unkeyed(job));
    const fingerprint = fingerprintOf(job.route.method, pathOf(job), JSON.stringify(json));
    const request = { app: principal.app, key, fingerprint, partId: job.requestId };
    return whole(job, await once(context, request, (keeper) => workAndCharge(context, { ...job, keeper })));
  }
}

/** What it is asked of, as a request of its own would name it. */
function pathOf({ route, call }: Pick<Job, "call" | "route">): string {
  return route.path.replaceAll(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(call.params[name] ?? ""));
}

function whole({ route }: Pick<Job, "route">, outcome: Awaited<ReturnType<typeof once>> | Lines): Outcome {
  if ("lines" in outcome) throw new Error(`${route.path} answers in lines: no item of a batch can`);
  return outcome;
}
