import { generateKeyPairSync, randomUUID } from "node:crypto";
import { AppError } from "../errors.ts";
import { growingCache } from "../growing-cache.ts";
import type { Clock } from "../ports/clock.ts";
import type { SecretStore } from "../ports/storage.ts";
import type { SigningKey, TokenSigning } from "../ports/token-signing.ts";
import type { AppId, Instant, KeyId } from "../tenant.ts";

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

export interface TokensOptions {
  readonly secrets: SecretStore;
  readonly signing: TokenSigning;
  readonly clock: Clock;
  readonly lifetimeSeconds: number;
}

/** A token's times have no fractions. */
export function wholeSeconds(instant: Instant): number {
  return Math.floor(instant / 1000);
}

/**
 * Whether each part is written in the one way that encodes its bytes. The last character has bits that no byte needs: with
 * others in them the signature would be the same, and the token another.
 */
function isCanonical(token: string): boolean {
  return token.split(".").every((part) => Buffer.from(part, "base64url").toString("base64url") === part);
}

/** Signs and verifies access tokens. The newest key signs; older ones verify until their last token has expired. */
export class Tokens {
  readonly #options: TokensOptions;
  #keys: readonly SigningKey[] = [];
  #rotating: Promise<unknown> = Promise.resolve();
  readonly #verified = growingCache<string, TokenClaims>(VERIFIED_TOKENS_MAX);

  private constructor(options: TokensOptions) {
    this.#options = options;
  }

  /** Reads the signing keys; makes the first one where there is none. */
  static async open(options: TokensOptions): Promise<Tokens> {
    const tokens = new Tokens(options);
    const stored = await options.secrets.find(SECRET_NAME);
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
    const { secrets, clock } = this.#options;
    const pair = generateKeyPairSync("ed25519");
    const now = clock.now();
    const key: SigningKey = {
      kid: randomUUID(),
      privateJwk: { ...pair.privateKey.export({ format: "jwk" }) },
      publicJwk: { ...pair.publicKey.export({ format: "jwk" }) },
      createdAt: now,
    };
    // A key has signed its last token when the next one was made. What came before the current one may be needed for one
    // more lifetime; anything older than that is dropped.
    const useful = this.#keys.filter((_, index) => {
      const next = this.#keys[index - 1];
      return next === undefined || now - next.createdAt < this.#lifetimeMs;
    });
    const keys = [key, ...useful];
    await secrets.put(SECRET_NAME, JSON.stringify(keys));
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
    const { signing, clock, lifetimeSeconds } = this.#options;
    const nowSeconds = wholeSeconds(clock.now());
    const leftSeconds = notAfter === null ? lifetimeSeconds : wholeSeconds(notAfter) - nowSeconds;
    const expiresInSeconds = Math.min(lifetimeSeconds, leftSeconds);
    const token = await signing.signed(key, {
      sub: claims.app,
      jti: randomUUID(),
      exp: nowSeconds + expiresInSeconds,
      key: claims.key,
      epoch: claims.epoch,
    });
    return { token, expiresInSeconds };
  }

  /** Throws `unauthorized` for a token that is malformed, forged, expired, or signed by a key that is gone. */
  async verify(token: string): Promise<TokenClaims> {
    const known = this.#verified.get(token);
    if (known && known.expiresAt > this.#options.clock.now()) return known;
    const claims = await this.#verifyAnew(token);
    this.#verified.set(token, claims);
    return claims;
  }

  async #verifyAnew(token: string): Promise<TokenClaims> {
    if (token.length > TOKEN_CHARACTERS_MAX || !isCanonical(token)) {
      throw new AppError("unauthorized", "the access token is not valid");
    }
    const now = this.#options.clock.now();
    const claims = await this.#options.signing.proved(this.#keyOf(token), token, now);
    if (claims === "expired") {
      throw new AppError("unauthorized", "the access token has expired: exchange the API key again with POST /v1/auth");
    }
    if (claims === "refused") throw new AppError("unauthorized", "the access token is not valid");
    return {
      app: claims.sub as AppId,
      key: claims.key as KeyId,
      epoch: claims.epoch,
      // Remembered no longer than a token of ours can live: then its key is looked at again.
      expiresAt: Math.min(claims.exp * 1000, now + this.#lifetimeMs),
    };
  }

  /** Throws `unauthorized` where the token names none of ours. */
  #keyOf(token: string): SigningKey {
    const { signing, clock } = this.#options;
    const kid = signing.keyIdOf(token);
    const index = this.#keys.findIndex((candidate) => candidate.kid === kid);
    const [key, next] = [this.#keys[index], this.#keys[index - 1]];
    // Of a key that was replaced a lifetime ago every token has expired: whoever still signs with it has stolen it.
    const isOver = next !== undefined && clock.now() - next.createdAt >= this.#lifetimeMs;
    if (kid === null) throw new AppError("unauthorized", "the access token is not valid");
    if (!key || isOver)
      throw new AppError("unauthorized", "the access token was signed by a key that is no longer in use");
    return key;
  }

  get #lifetimeMs(): number {
    return this.#options.lifetimeSeconds * 1000;
  }
}
