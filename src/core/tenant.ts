declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** `app_` and 20 letters and digits. The tenant: in the type of every query, so that forgetting it does not compile. */
export type AppId = Branded<"AppId">;
/** The public part of an API key: 12 letters and digits. */
export type KeyId = Branded<"KeyId">;

/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number;

export interface App {
  readonly id: AppId;
  readonly name: string;
  /** A name under `[plans]` in the settings. */
  readonly plan: string;
  readonly status: "active" | "suspended";
  /** Tokens carry the epoch they were made in; one of another epoch is dead. Raised by a suspension, a resume, a revocation. */
  readonly epoch: number;
  readonly createdAt: Instant;
}

/** What is kept of an API key. The secret itself is shown once, at creation, and never stored. */
export interface ApiKey {
  readonly id: KeyId;
  readonly app: AppId;
  readonly name: string;
  /** Hex SHA-256 of the secret part. */
  readonly secretHash: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
  readonly revokedAt: Instant | null;
}

/** Either may be `UNLIMITED_REQUESTS`. */
export interface Plan {
  readonly requestsPerMinute: number;
  readonly requestsPerMonth: number;
}

/**
 * A limit that is none: a number, since every answer carries one, and so large that nobody comes near it. A server that
 * answered a million a second would need thirty years for it; and with all credits that can be bought it is still exact.
 */
export const UNLIMITED_REQUESTS = 1_000_000_000_000_000;

/** Whether so many requests are what an allowance without a limit leaves, however many were made. */
export function isUnlimited(requests: number): boolean {
  return requests > UNLIMITED_REQUESTS / 2;
}

/** The plan of the first app of a folder, where none is named: whoever begins tries things out, and nobody else is there to be protected. */
export const PLAN_OF_THE_FIRST = "unlimited";

/** Who is calling, as far as a valid token proves it. */
export interface Principal {
  readonly app: AppId;
  readonly key: KeyId;
  readonly plan: Plan;
}

/** For what the server asks of itself about an app: nobody came with a key, and nothing is counted. */
export function nobodyOf(app: AppId): Principal {
  return { app, key: "nobody" as KeyId, plan: { requestsPerMinute: 1, requestsPerMonth: 1 } };
}

/** The UTC calendar month of an instant, as `2026-11`. Allowances belong to one. */
export function monthOf(at: Instant): string {
  return new Date(at).toISOString().slice(0, 7);
}
