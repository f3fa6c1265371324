import type { Static, TSchema } from "@sinclair/typebox";
import type { Costs } from "#core/access/ledger.ts";
import type { Trace } from "#core/answering/feedback.ts";
import { AppError, type ErrorCode } from "#core/errors.ts";
import type { AnswerThrough } from "#core/ports/alias-tally-store.ts";
import type { AnswerSource } from "#core/ports/observer.ts";
import type { LoggedAnswer } from "#core/query-log/query-log.ts";
import type { Repeat } from "#core/semantic-cache/finding.ts";
import type { Principal } from "#core/tenant.ts";
import { checkShape, type Explains } from "./request/shape.ts";

export type Method = "DELETE" | "GET" | "POST" | "PUT";

/**
 * Who may call a route. `app`: whoever has an access token, counted by app. `key`: the same, and whoever has an API key of the
 * app: for programs that can only be given one secret for good. `address`: anyone, counted by client address. `anyone`: anyone,
 * uncounted. `admin`: whoever has the admin token, uncounted.
 */
export type Caller = "address" | "admin" | "anyone" | "app" | "key";

/**
 * `openai`: spoken as clients of OpenAI's API speak. They know one secret, so an API key is taken as well as a token, and errors have
 * the shape that their own retries and messages go by.
 */
export type Dialect = "openai";

/** What the reference says of a route. `/openapi.json` is made of it. */
export interface Description {
  /** The noun under which the reference lists it. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Schema null: no body. */
  readonly success: { readonly status: 200 | 201 | 204; readonly schema: TSchema | null };
  /** What the handler itself may refuse with. What admission and the reading of a body refuse with goes without saying. */
  readonly refuses: readonly ErrorCode[];
}

/** What a call has cost, known once it is settled. */
export interface Bill {
  readonly requestsUsed: number;
  /** The balance after the call; 0 on routes that nobody pays for. */
  readonly requestsRemaining: number;
  /** The server's own time in milliseconds, rounded up. */
  readonly latencyMs: number;
}

export type HeaderFields = Readonly<Record<string, string>>;

export interface Answer {
  /** A 2xx. A door of another protocol, whose failures are none of ours, answers as that protocol says. */
  readonly status: number;
  readonly headers?: HeaderFields;
  /** What is sent as JSON; null for no body. */
  readonly body: ((bill: Bill) => unknown) | null;
  /** What is recorded of it under the request's id, for the feedback that may come. */
  readonly trace?: Trace;
  /** The question and its answer, for the log that the app may have. */
  readonly logged?: LoggedAnswer;
  /** Who answered, where a question was asked. */
  readonly source?: AnswerSource;
  /** The aliases that the question named; what became of it is counted for them. */
  readonly through?: AnswerThrough;
  /** In place of `body`: the JSON as text. */
  readonly text?: (bill: Bill) => string;
  /** In place of `body`: what is sent as it is, of a type that the headers say. */
  readonly bytes?: Uint8Array;
  /** How the same request may be answered the next time, see `RepeatedAnswers`. */
  readonly again?: { readonly repeat: Repeat; readonly body: (bill: Bill, ageSeconds: number) => unknown };
}

/** An answer that is sent while it is made: each line when the client has taken those before it. */
export interface Lines {
  readonly status: 200;
  readonly headers: HeaderFields;
  /** Each with its newline; bytes where it is no text. When the client goes away, the generator is told to return. */
  readonly lines: AsyncGenerator<string | Uint8Array, void, undefined>;
}

/** What became of a part of a request. */
export interface ItemResult {
  /** Under which feedback finds it: of a repeated one, that of the first. */
  readonly requestId: string;
  readonly status: number;
  readonly body: unknown;
}

/** What a part of a request asks of a route, as a request of its own would. */
export interface Part {
  readonly route: Route;
  readonly json: unknown;
  /** Of the route's path; those of the request itself where they are left out. */
  readonly params?: Call["params"];
  readonly query?: URLSearchParams;
  /** An `Idempotency-Key` of its own, for a POST; where it is left out, one made from that of the request, where that has one. */
  readonly key?: string;
}

/** Lets a call use other routes for its caller: each part with a charge, a failure and a trace of its own. */
export interface BatchItems {
  /** How many may be under way at once. */
  readonly concurrencyMax: number;
  /** Never rejects. `index` tells the parts of a request apart. */
  run(part: Part, index: number, signal: AbortSignal): Promise<ItemResult>;
  /** The part that no route takes. */
  refuse(failure: AppError, index: number): ItemResult;
  /** What all that was run has cost together. */
  bill(): Promise<Bill>;
}

/** A request as handlers see it: admitted, its body read as JSON. */
export interface Call {
  readonly principal: Principal | null;
  /** Under which the answer is recorded. */
  readonly requestId: string;
  /** Decoded; null where the percent-encoding was malformed. */
  readonly params: Readonly<Record<string, string | null>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** Null on routes without a body. */
  readonly json: unknown;
  /** Aborted when the client goes away or the server stops waiting. */
  readonly signal: AbortSignal;
  readonly items: BatchItems;
}

/** A row of the table of routes. Nothing can be mounted without saying who may call it and what that costs. */
export interface Route {
  readonly method: Method;
  /** Segments that begin with a colon are parameters. */
  readonly path: `/${string}`;
  readonly caller: Caller;
  /** `items`: what the items of the batch cost together. */
  readonly cost: keyof Costs | "free" | "items";
  readonly body: TSchema | null;
  readonly describes: Description;
  /** Left out for our own. */
  readonly dialect?: Dialect;
  /** Whether the same body may get the same answer, as questions do that the cache knows. */
  readonly repeats?: boolean;
  handle(call: Call): Answer | Promise<Answer | Lines>;
}

/** Whether a request of it may carry an `Idempotency-Key`. */
export function takesIdempotencyKey({ caller, method }: Pick<Route, "caller" | "method">): boolean {
  return caller === "app" && method === "POST";
}

export interface AppCall extends Omit<Call, "json" | "principal"> {
  readonly principal: Principal;
}

export interface AppCallWithBody<Body> extends AppCall {
  readonly body: Body;
}

/** A schema whose values have the type `Value`. */
export type SchemaOf<Value> = TSchema & { static: Value };

type Declared = Pick<Route, "describes" | "dialect" | "method" | "path" | "repeats"> & {
  readonly cost: Exclude<Route["cost"], "free">;
};

/** A route for apps, without a body. */
export function appRoute(declared: Declared, handle: (call: AppCall) => Promise<Answer>): Route {
  return { ...declared, caller: "app", body: null, handle: (call) => handle(ofApp(call)) };
}

/** A route for apps whose body has the shape of a schema. */
export function appRouteWithBody<Body extends TSchema>(
  { explains, ...declared }: Declared & { readonly body: Body; readonly explains?: Explains },
  handle: (call: AppCallWithBody<Static<Body>>) => Promise<Answer | Lines>,
): Route {
  return {
    ...declared,
    caller: "app",
    handle: (call) => handle({ ...ofApp(call), body: checkShape(declared.body, call.json, explains) }),
  };
}

function ofApp(call: Call): AppCall {
  const { principal } = call;
  if (!principal) throw new Error("a route of apps was reached without one");
  return { ...call, principal };
}

/** A parameter of the path. Throws `bad_request` for one that cannot be decoded. */
export function paramOf(call: Pick<Call, "params">, name: string): string {
  const value = call.params[name];
  if (typeof value !== "string") throw new AppError("bad_request", "the path holds a malformed percent-encoding");
  return value;
}

export function ok(body: (bill: Bill) => unknown, headers: HeaderFields = {}): Answer {
  return { status: 200, headers, body };
}
