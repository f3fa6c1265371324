import { randomUUID } from "node:crypto";
import { errors, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import { AppError } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import type { SecretStore } from "../ports/storage.ts";
import type { AppId, Instant, KeyId } from "../tenant.ts";

/** Pinned: a token that names another algorithm is refused, whatever its signature. */
const ALGORITHM = "EdDSA";
const ISSUER = "dragoman";
const AUDIENCE = "dragoman";
const SECRET_NAME = "signing_keys";
/** Verifying costs about 60 µs; most calls come with a token that was verified before. 200 bytes each. */
const VERIFIED_TOKENS_MAX = 10_000;
/** Longer than any token of ours. Bounds what is parsed and remembered. */
const TOKEN_CHARACTERS_MAX = 1_024;

/** What a token proves. */
export interface TokenClaims {
  readonly app: AppId;
  readonly key: KeyId;
  readonly epoch: number;
  readonly expiresAt: Instant;
}

interface SigningKey {
  readonly kid: string;
  readonly privateJwk: JWK;
  readonly publicJwk: JWK;
  readonly createdAt: Instant;
}

/** A token's times have no fractions. */
export function wholeSeconds(instant: Instant): number {
  return Math.floor(instant / 1000);
}

/** Signs and verifies access tokens. The newest key signs; older ones verify until their last token has expired. */
export class Tokens {
  readonly #secrets: SecretStore;
  readonly #clock: Clock;
  readonly #lifetimeSeconds: number;
  #keys: readonly SigningKey[] = [];
  #rotating: Promise<unknown> = Promise.resolve();
  readonly #verified = new Map<string, TokenClaims>();

  private constructor(secrets: SecretStore, clock: Clock, lifetimeSeconds: number) {
    this.#secrets = secrets;
    this.#clock = clock;
    this.#lifetimeSeconds = lifetimeSeconds;
  }

  /** Reads the signing keys; makes the first one where there is none. */
  static async open(secrets: SecretStore, clock: Clock, lifetimeSeconds: number): Promise<Tokens> {
    const tokens = new Tokens(secrets, clock, lifetimeSeconds);
    const stored = await secrets.find(SECRET_NAME);
    if (stored === null) await tokens.rotate();
    else tokens.#keys = JSON.parse(stored) as readonly SigningKey[];
    return tokens;
  }

  /** Makes a new signing key. Tokens of the one before stay good until they expire. */
  rotate(): Promise<{ readonly kid: string }> {
    // One after the other: of two at once, the later would write the list of keys without the other's.
    const rotation = this.#rotating.then(() => this.#addKey());
    this.#rotating = rotation.catch(() => {});
    return rotation;
  }

  async #addKey(): Promise<{ readonly kid: string }> {
    const pair = await generateKeyPair(ALGORITHM, { crv: "Ed25519", extractable: true });
    const now = this.#clock.now();
    const key: SigningKey = {
      kid: randomUUID(),
      privateJwk: await exportJWK(pair.privateKey),
      publicJwk: await exportJWK(pair.publicKey),
      createdAt: now,
    };
    // A key has signed its last token when the next one was made. What came before the current one may be needed for one
    // more lifetime; anything older than that is dropped.
    const useful = this.#keys.filter((_, index) => {
      const next = this.#keys[index - 1];
      return next === undefined || now - next.createdAt < this.#lifetimeSeconds * 1000;
    });
    const keys = [key, ...useful];
    await this.#secrets.put(SECRET_NAME, JSON.stringify(keys));
    this.#keys = keys;
    return { kid: key.kid };
  }

  /** @param notAfter when the API key expires: no token outlives its key. Null: never. */
  async sign(
    claims: Omit<TokenClaims, "expiresAt">,
    notAfter: Instant | null = null,
  ): Promise<{ readonly token: string; readonly expiresInSeconds: number }> {
    const key = this.#keys[0];
    if (!key) throw new Error("no signing key");
    const issuedAtSeconds = wholeSeconds(this.#clock.now());
    const leftSeconds = notAfter === null ? this.#lifetimeSeconds : wholeSeconds(notAfter) - issuedAtSeconds;
    const expiresInSeconds = Math.min(this.#lifetimeSeconds, leftSeconds);
    const token = await new SignJWT({ key: claims.key, epoch: claims.epoch })
      .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: "JWT" })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(claims.app)
      .setJti(randomUUID())
      .setIssuedAt(issuedAtSeconds)
      .setExpirationTime(issuedAtSeconds + expiresInSeconds)
      .sign(await importJWK(key.privateJwk, ALGORITHM));
    return { token, expiresInSeconds };
  }

  /** Throws `unauthorized` for a token that is malformed, forged, expired, or signed by a key that is gone. */
  async verify(token: string): Promise<TokenClaims> {
    const known = this.#verified.get(token);
    if (known) {
      if (known.expiresAt > this.#clock.now()) return known;
      this.#verified.delete(token);
    }
    const claims = await this.#verifyAnew(token);
    if (this.#verified.size >= VERIFIED_TOKENS_MAX) {
      const oldest = this.#verified.keys().next();
      if (!oldest.done) this.#verified.delete(oldest.value);
    }
    this.#verified.set(token, claims);
    return claims;
  }

  async #verifyAnew(token: string): Promise<TokenClaims> {
    if (token.length > TOKEN_CHARACTERS_MAX) throw new AppError("unauthorized", "the access token is not valid");
    try {
      const { payload } = await jwtVerify(token, (header) => this.#publicKey(header.kid), {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ["sub", "exp", "jti", "epoch", "key"],
        currentDate: new Date(this.#clock.now()),
      });
      return {
        app: payload.sub as AppId,
        key: payload.key as KeyId,
        epoch: payload.epoch as number,
        // Remembered no longer than a token of ours can live: then its key is looked at again.
        expiresAt: Math.min((payload.exp as number) * 1000, this.#clock.now() + this.#lifetimeSeconds * 1000),
      };
    } catch (cause) {
      if (cause instanceof errors.JWTExpired) {
        throw new AppError(
          "unauthorized",
          "the access token has expired: exchange the API key again with POST /v1/auth",
        );
      }
      if (cause instanceof errors.JOSEError)
        throw new AppError("unauthorized", "the access token is not valid", { cause });
      throw cause;
    }
  }

  async #publicKey(kid: string | undefined): Promise<CryptoKey> {
    const index = this.#keys.findIndex((candidate) => candidate.kid === kid);
    const [key, next] = [this.#keys[index], this.#keys[index - 1]];
    // Of a key that was replaced a lifetime ago every token has expired: whoever still signs with it has stolen it.
    const isOver = next !== undefined && this.#clock.now() - next.createdAt >= this.#lifetimeSeconds * 1000;
    if (!key || isOver)
      throw new AppError("unauthorized", "the access token was signed by a key that is no longer in use");
    return (await importJWK(key.publicJwk, ALGORITHM)) as CryptoKey;
  }
}
