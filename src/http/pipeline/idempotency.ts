import { createHash } from "node:crypto";
import type { Claim } from "#core/access/idempotency.ts";
import type { KeptAnswer } from "#core/ports/kept-answer-store.ts";
import type { AppId } from "#core/tenant.ts";
import type { Lines } from "../route.ts";
import type { Outcome } from "./outcome.ts";
import type { RequestContext } from "./request-context.ts";
import type { Streaming } from "./streaming.ts";

/** A request that may be sent again. */
export interface KeyedRequest {
  readonly app: AppId;
  /** The `Idempotency-Key`, or for a part of a request one made from it. */
  readonly key: string;
  readonly fingerprint: string;
  /** Of a part: the id under which feedback finds it. It is kept as a header, since no other part of the request would tell it. */
  readonly partId?: string;
}

/** Of an answer that was kept for a part of a request. */
export const PART_ID_HEADER = "X-Request-Id";

type IdempotencyContext = Pick<RequestContext, "log"> & {
  readonly services: Pick<RequestContext["services"], "clock" | "idempotency">;
};

/** Keeps the answer of one request for those that repeat it. */
export class Keeper {
  readonly #context: IdempotencyContext;
  readonly #request: KeyedRequest;

  constructor(context: IdempotencyContext, request: KeyedRequest) {
    this.#context = context;
    this.#request = request;
  }

  answerOf(outcome: Outcome): KeptAnswer {
    const { partId, ...request } = this.#request;
    const headers = partId === undefined ? outcome.headers : { ...outcome.headers, [PART_ID_HEADER]: partId };
    return { ...request, ...outcome, headers, createdAt: this.#context.services.clock.now() };
  }

  /** Of an answer that cost nothing. Never rejects: what cannot be kept is made again. */
  async keep(outcome: Outcome): Promise<void> {
    try {
      await this.#context.services.idempotency.keep(this.answerOf(outcome));
    } catch (failure) {
      this.#context.log(`an answer was not kept for its Idempotency-Key: ${String(failure)}`, { level: "warn" });
    }
  }
}

/**
 * The answer that was kept for the request, else what `work` answers: once, however many ask at the same time.
 * Throws `validation_error` for a key that is none, `bad_request` when it was used for another request.
 */
export async function once(
  context: IdempotencyContext,
  request: KeyedRequest,
  work: (keeper: Keeper) => Promise<Lines | Outcome>,
): Promise<Outcome | Streaming> {
  const claim = await context.services.idempotency.claim(request.app, request.key, request.fingerprint);
  if ("status" in claim) return replayOf(claim);
  const keeper = new Keeper(context, request);
  const outcome = await work(keeper).catch((failure: unknown) => {
    claim.end();
    throw failure;
  });
  if ("lines" in outcome) return { ...outcome, onEnd: (whole) => keepWhole(outcome, whole, keeper, claim) };
  claim.end();
  return outcome;
}

/** Of lines, too, only the whole is worth keeping. */
async function keepWhole({ status, headers }: Lines, whole: string | null, keeper: Keeper, claim: Claim) {
  if (whole !== null) await keeper.keep({ status, headers, body: whole });
  claim.end();
}

function replayOf({ status, headers, body }: KeptAnswer): Outcome {
  return { status, headers: { ...headers, "Idempotency-Replayed": "true" }, body };
}

/** Tells requests under the same key apart. */
export function fingerprintOf(method: string, path: string, body: Uint8Array | string): string {
  return createHash("sha256").update(`${method} ${path}\n`).update(body).digest("hex");
}

/** The key of a part. No client can send it: a header holds no newline. */
export function keyOfPart(key: string, index: number): string {
  return `${createHash("sha256").update(key).digest("hex")}\n${index}`;
}
