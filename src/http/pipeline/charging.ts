import { Effort, measured } from "#core/access/effort.ts";
import type { Subject } from "#core/access/failed-work.ts";
import type { LargeWork } from "#core/large-work.ts";
import type { Reservation } from "#core/ports/ledger-store.ts";
import { atOnce, done } from "#core/steps.ts";
import type { ReadBody, RequestBody } from "../request/request-body.ts";
import type { Answer, Bill, Call, Lines, Route } from "../route.ts";
import type { Keeper } from "./idempotency.ts";
import { failureOutcome, type Outcome, outcomeOf } from "./outcome.ts";
import { type RequestContext, reported } from "./request-context.ts";

/** What a route is to do for somebody: a request as a whole, or one item of a batch. */
export interface Job {
  readonly route: Route;
  readonly call: Omit<Call, "json">;
  /** Who answers for the work when it fails; null where nothing is counted. */
  readonly subject: Subject | null;
  /** Under which the answer is recorded, and failures are logged. */
  readonly requestId: string;
  /** On the monotonic clock, in milliseconds. */
  readonly startedMs: number;
  /** Has the route answer, when the cost is reserved; see `handled`. */
  readonly work: () => Promise<Answer | Lines>;
  /** Null when nobody will ask for the answer again. */
  readonly keeper: Keeper | null;
}

/** A body of so many bytes takes a millisecond to read and to check: it waits for nobody. A mebibyte takes 50. */
export const LIGHT_BYTES_MAX = 16_384;
const NO_BODY: ReadBody = { bytes: 0, json: () => done(null) };

/** What is answered again to the same request: it would fail again. Other failures may be over by then. */
const KEPT_FAILURES = new Set([400, 404, 409]);
/** A failure costs nothing, so neither may it fill the disk: the few that say more are made anew. */
const KEPT_FAILURE_BYTES_MAX = 16_384;

/**
 * The work with its price: the cost is held while it is under way, charged when it succeeded, given back when it did not.
 * What a failure took of the processor is counted instead. Never rejects: a failure is an outcome.
 */
export function workAndCharge(context: RequestContext, job: Job): Promise<Lines | Outcome> {
  const { failedWork, clock, mainThread } = context.services;
  const effort = new Effort(clock);
  const app = job.call.principal?.app;
  const work = () =>
    chargedOrGivenBack(context, job, () => {
      const { subject } = job;
      if (subject !== null) effort.fail((ms) => failedWork.add(subject, ms));
    });
  return effort.run(() => (app === undefined ? work() : mainThread.request(app, work)));
}

async function chargedOrGivenBack(context: RequestContext, job: Job, failed: () => void): Promise<Lines | Outcome> {
  const { route, call, keeper } = job;
  let reservation: Reservation | null = null;
  try {
    reservation = await reserve(context, job); // 402
    const answer = await job.work(); // 413, 400, 404, 412, 409, 502, 503
    if ("lines" in answer) return answer;
    await record(context, job, answer);
    // Nobody pays for an answer that nobody is there to take.
    call.signal.throwIfAborted();
    const outcome = await settle(context, job, reservation, answer);
    if (answer.logged && call.principal)
      context.services.queryLog.note(call.principal.app, job.requestId, answer.logged);
    if (answer.source) context.services.observer.answerGiven(answer.source);
    if (answer.through && call.principal) {
      const { aliasTallies, clock } = context.services;
      aliasTallies.add(call.principal.app, answer.through, clock.now());
    }
    return outcome;
  } catch (failure) {
    failed();
    await giveBack(context, job, reservation);
    const error = reported(context, { requestId: job.requestId, ...route, signal: call.signal }, failure);
    const outcome = failureOutcome(error, route);
    if (isKept(outcome)) await keeper?.keep(outcome);
    return outcome;
  }
}

/**
 * Reads the body, where the route has one, and has the route answer: what is large is read and worked on in pieces of the main
 * thread, and everybody else is served in between. Throws what is wrong with either.
 */
export async function handled(
  { services }: RequestContext,
  { route, call }: Pick<Job, "call" | "route">,
  readBody: () => Promise<ReadBody>,
): Promise<Answer | Lines> {
  const body = route.body === null ? NO_BODY : await readBody(); // 413
  const { principal, signal } = call;
  const isLight = body.bytes <= LIGHT_BYTES_MAX || !principal;
  const piece = <Result>(work: () => Result): Promise<Awaited<Result>> | Result => {
    const begun = () => {
      // Nothing is begun for somebody who is gone: the next item of a batch, say.
      signal.throwIfAborted();
      return work();
    };
    return isLight ? measured(begun) : services.mainThread.piece(principal.app, begun);
  };
  const inSteps = async (work: Generator<void, unknown>) => {
    // The first step is done at once, and has to wait for its turn, too.
    await piece(() => {});
    return services.mainThread.steps((principal as NonNullable<typeof principal>).app, work);
  };
  const json = isLight ? measured(() => atOnce(body.json())) : await inSteps(body.json()); // 400
  return piece(() => route.handle({ ...call, json })); // 400, 404, 412, 409, 502, 503
}

/** The same for a request as a whole. One with a large body waits for others of its app. */
export async function handledInTurn(
  context: RequestContext & { readonly largeWork: LargeWork },
  job: Pick<Job, "call" | "route">,
  body: RequestBody,
): Promise<Answer | Lines> {
  const { principal, signal } = job.call;
  const work = () => handled(context, job, () => body.read());
  if (!principal || job.route.body === null) return work();
  await body.readRaw(); // 413
  if (body.bytes <= LIGHT_BYTES_MAX) return work();
  return context.largeWork.run(principal.app, signal, work); // 503
}

function isKept({ status, body }: Outcome): boolean {
  return KEPT_FAILURES.has(status) && Buffer.byteLength(body ?? "") <= KEPT_FAILURE_BYTES_MAX;
}

/** Null where the call itself costs nothing. */
async function reserve({ services, costs }: RequestContext, { route, call }: Job): Promise<Reservation | null> {
  const { principal } = call;
  if (!principal || route.cost === "free") return null;
  if (route.cost !== "items") return services.ledger.reserve(principal, costs[route.cost]);
  await services.ledger.requireAny(principal);
  return null;
}

/** Goes to disk with the charge. Feedback that is lost is no reason to refuse the answer. */
async function record({ services, log }: RequestContext, { call, requestId }: Job, { trace }: Answer): Promise<void> {
  if (!trace || !call.principal) return;
  try {
    await services.feedback.record(call.principal, requestId, trace);
  } catch (failure) {
    log(`the answer was not recorded for feedback: ${String(failure)}`, { level: "warn", requestId });
  }
}

/** Charge and kept answer are one change: after a crash either both are there or neither is. */
async function settle(
  context: RequestContext,
  job: Job,
  reservation: Reservation | null,
  answer: Answer,
): Promise<Outcome> {
  const { ledger, clock } = context.services;
  const { keeper, startedMs } = job;
  const outcomeAt = (requestsRemaining: number): Outcome => {
    const latencyMs = Math.max(1, Math.ceil(clock.monotonicMs() - startedMs));
    const bill: Bill = { requestsUsed: reservation?.cost ?? 0, requestsRemaining, latencyMs };
    return outcomeOf(answer, bill);
  };
  if (!reservation) {
    const outcome = outcomeAt(0);
    await keeper?.keep(outcome);
    return outcome;
  }
  if (!keeper) return outcomeAt(await ledger.settle(reservation));
  const made: Outcome[] = [];
  const balance = await ledger.settle(reservation, (remaining) => {
    const outcome = outcomeAt(remaining);
    made.push(outcome);
    return keeper.answerOf(outcome);
  });
  // What was kept and what is sent are the same, its latency included.
  return made[0] ?? outcomeAt(balance);
}

/** Never rejects: the client is to hear what failed first. */
async function giveBack(
  { services, log }: RequestContext,
  { requestId }: Job,
  reservation: Reservation | null,
): Promise<void> {
  if (!reservation) return;
  try {
    await services.ledger.giveBack(reservation);
  } catch (failure) {
    // A reservation ends with the process at the latest, so nothing is lost for good.
    log(`a reservation was not given back: ${String(failure)}`, { level: "error", requestId });
  }
}
