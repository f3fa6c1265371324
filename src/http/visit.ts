import { checkWindow, type RateWindow } from "#core/access.ts";
import type { Costs } from "#core/ledger.ts";
import type { Reservation } from "#core/ports.ts";
import type { Principal } from "#core/tenant.ts";
import { requestIdOf } from "./request-headers.ts";
import { errorResponse } from "./responses.ts";
import type { Bill, Caller, Route } from "./route.ts";
import type { Services } from "./services.ts";
import type { Stray } from "./stray.ts";

export interface Desk {
  readonly services: Pick<Services, "access" | "clock" | "ledger">;
  readonly costs: Costs;
  /** The client's, for those who call without a token. */
  readonly addressOf: (request: Request) => string;
  readonly log: (message: string) => void;
}

/** One request's way in and out: what it was granted, and what must be settled or given back in the end. */
export class Visit {
  readonly requestId: string;
  readonly #desk: Desk;
  readonly #request: Request;
  readonly #startedMs: number;
  #principal: Principal | null = null;
  #window: RateWindow | null = null;
  #reservation: Reservation | null = null;

  constructor(desk: Desk, request: Request) {
    this.#desk = desk;
    this.#request = request;
    this.requestId = requestIdOf(request.headers);
    this.#startedMs = desk.services.clock.monotonicMs();
  }

  /** Null until identified, and on routes that are not for apps. */
  get principal(): Principal | null {
    return this.#principal;
  }

  /** Throws `unauthorized` or `forbidden`. */
  async identify(caller: Caller): Promise<void> {
    if (caller !== "app") return;
    this.#principal = await this.#desk.services.access.authenticate(this.#request.headers.get("authorization"));
  }

  /** The answer to a caller who found no route: the window is shown, nothing is counted. */
  async turnAway({ failure, headers }: Stray): Promise<Response> {
    if (this.#principal) this.#window = await this.#desk.services.access.windowOf(this.#principal);
    return errorResponse(failure, { ...this.headers(), ...headers });
  }

  /** Throws `too_many_requests`. */
  async count(caller: Caller): Promise<void> {
    const { access, clock } = this.#desk.services;
    if (this.#principal) this.#window = await access.countCall(this.#principal);
    else if (caller === "address") this.#window = await access.countExchange(this.#desk.addressOf(this.#request));
    if (this.#window) checkWindow(this.#window, clock.now());
  }

  /** Throws `payment_required`. */
  async reserve(cost: Route["cost"]): Promise<void> {
    if (!this.#principal || cost === "free") return;
    this.#reservation = await this.#desk.services.ledger.reserve(this.#principal, this.#desk.costs[cost]);
  }

  /** Makes the charge final, unless nobody is there any more to take the answer. */
  async settle(): Promise<Bill> {
    this.#request.signal.throwIfAborted();
    const reservation = this.#reservation;
    const requestsRemaining = reservation ? await this.#desk.services.ledger.settle(reservation) : 0;
    this.#reservation = null;
    return { requestsUsed: reservation?.cost ?? 0, requestsRemaining, latencyMs: this.#latencyMs() };
  }

  /** Undoes the reservation of a visit that failed. Never rejects: the client is to hear what failed first. */
  async giveBack(): Promise<void> {
    const reservation = this.#reservation;
    this.#reservation = null;
    if (!reservation) return;
    try {
      await this.#desk.services.ledger.giveBack(reservation);
    } catch (failure) {
      // A reservation ends with the process at the latest, so nothing is lost for good.
      this.#desk.log(`${this.requestId}: a reservation was not given back: ${String(failure)}`);
    }
  }

  /** On every answer, whatever it is. The window only where the caller is known. */
  headers(): Readonly<Record<string, string>> {
    const window = this.#window;
    return {
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": this.requestId,
      ...(window && {
        "X-RateLimit-Limit": String(window.limit),
        "X-RateLimit-Remaining": String(window.remaining),
        "X-RateLimit-Reset": String(Math.ceil(window.resetAt / 1000)),
      }),
    };
  }

  #latencyMs(): number {
    return Math.max(1, Math.ceil(this.#desk.services.clock.monotonicMs() - this.#startedMs));
  }
}
