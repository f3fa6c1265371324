import type { Instant } from "../tenant.ts";

/** A half of an Ed25519 key pair as a JSON Web Key (RFC 8037). Plain JSON, so that it can be stored. */
export type JsonWebKey = Readonly<Record<string, unknown>>;

/** A key pair that signs tokens, and the id that their header names it by. */
export interface SigningKey {
  readonly kid: string;
  readonly privateJwk: JsonWebKey;
  readonly publicJwk: JsonWebKey;
  readonly createdAt: Instant;
}

/** What a token says of itself. Times are Unix seconds, as in RFC 7519. */
export interface SignedClaims {
  readonly sub: string;
  readonly jti: string;
  readonly exp: number;
  readonly key: string;
  readonly epoch: number;
}

/** JSON Web Tokens of one issuer, for one audience, with one algorithm: whatever names another one is no token of ours. */
export interface TokenSigning {
  signed(key: SigningKey, claims: SignedClaims): Promise<string>;
  /** Which key a token says that it was signed with. Nothing is proved by it. Null where there is no such word. */
  keyIdOf(token: string): string | null;
  /**
   * The claims of a token that this key has signed and that is good at this instant; `expired` for one that was good until
   * its time was over; `refused` for every other. Never rejects.
   */
  proved(key: SigningKey, token: string, at: Instant): Promise<SignedClaims | "expired" | "refused">;
}
