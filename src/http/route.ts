import type { Static, TSchema } from "@sinclair/typebox";
import { AppError } from "#core/errors.ts";
import type { Costs } from "#core/ledger.ts";
import type { Principal } from "#core/tenant.ts";
import { checkShape } from "./shape.ts";

export type Method = "DELETE" | "GET" | "POST" | "PUT";

/**
 * Who may call a route. `app`: whoever has an access token, counted by app. `address`: anyone, counted by client
 * address. `anyone`: anyone, uncounted.
 */
export type Caller = "address" | "anyone" | "app";

/** What a call has cost, known once it is settled. */
export interface Bill {
  readonly requestsUsed: number;
  /** The balance after the call; 0 on routes that nobody pays for. */
  readonly requestsRemaining: number;
  /** The server's own time in milliseconds, rounded up. */
  readonly latencyMs: number;
}

export interface Answer {
  readonly status: 200 | 201 | 204;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is sent as JSON; null for no body. */
  readonly body: ((bill: Bill) => unknown) | null;
}

/** A request as handlers see it: admitted, its body read as JSON. */
export interface Call {
  readonly principal: Principal | null;
  /** Decoded; null where the percent-encoding was malformed. */
  readonly params: Readonly<Record<string, string | null>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** Null on routes without a body. */
  readonly json: unknown;
  /** Aborted when the client goes away or the server stops waiting. */
  readonly signal: AbortSignal;
}

/** A row of the table of routes. Nothing can be mounted without saying who may call it and what that costs. */
export interface Route {
  readonly method: Method;
  /** Segments that begin with a colon are parameters. */
  readonly path: `/${string}`;
  readonly caller: Caller;
  readonly cost: keyof Costs | "free";
  readonly body: TSchema | null;
  handle(call: Call): Answer | Promise<Answer>;
}

export interface AppCall extends Omit<Call, "json" | "principal"> {
  readonly principal: Principal;
}

export interface AppCallWithBody<Body> extends AppCall {
  readonly body: Body;
}

/** A schema whose values have the type `Value`. */
export type SchemaOf<Value> = TSchema & { static: Value };

type Declared = Pick<Route, "method" | "path"> & { readonly cost: keyof Costs };

/** A route for apps, without a body. */
export function appRoute(declared: Declared, handle: (call: AppCall) => Promise<Answer>): Route {
  return { ...declared, caller: "app", body: null, handle: (call) => handle(ofApp(call)) };
}

/** A route for apps whose body has the shape of a schema. */
export function appRouteWithBody<Body extends TSchema>(
  declared: Declared & { readonly body: Body },
  handle: (call: AppCallWithBody<Static<Body>>) => Promise<Answer>,
): Route {
  return {
    ...declared,
    caller: "app",
    handle: (call) => handle({ ...ofApp(call), body: checkShape(declared.body, call.json) }),
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

export function ok(body: (bill: Bill) => unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 200, headers, body };
}
