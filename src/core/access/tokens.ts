import { generateKeyPairSync, randomUUID } from "node:crypto";
import { AppError } from "../errors.ts";
import { growingCache } from "../growing-cache.ts";
import type { Clock } from "../ports/clock.ts";
import type { SecretStore } from "../ports/secret-store.ts";
import type { SigningKey, TokenSigning } from "../ports/token-signing.ts";
import type { AppId, Instant, KeyId } from "../tenant.ts";

const SECRET_NAME = "signing_keys";
/** Verifying costs about 60 µs; most calls come with a token that was verified before. 200 bytes each. */
const VERIFIED_TOKENS_MAX = 10_000;
/** How old what is known of the keys may be when a token is verified that was not seen before. */
const KEYS_READ_EVERY_MS = 10_000;
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
  /** What they were read from; null before there is a key. */
  #stored: string | null = null;
  #look: Promise<void> = Promise.resolve();
  #nextLook: Promise<void> | null = null;
  /** On the monotonic clock. */
  #readMs = Number.NEGATIVE_INFINITY;
  #rotating: Promise<unknown> = Promise.resolve();
  readonly #verified = growingCache<string, TokenClaims>(VERIFIED_TOKENS_MAX);

  private constructor(options: TokensOptions) {
    this.#options = options;
  }

  /** Reads the signing keys; makes the first one where there is none. */
  static async open(options: TokensOptions): Promise<Tokens> {
    const tokens = new Tokens(options);
    await tokens.#read();
    // Of several nodes that start for the first time, one makes it; the others have read it by then.
    if (tokens.#stored === null) await tokens.#addKey();
    return tokens;
  }

  /** Makes a new signing key. Tokens of the one before stay good until they expire. */
  rotate(): Promise<{ readonly kid: string }> {
    // One after the other: of two at once, the later would write the list of keys without the other's.
    const rotation = this.#rotating.then(() => this.#rotated());
    this.#rotating = rotation.catch(() => {});
    return rotation;
  }

  async #rotated(): Promise<{ readonly kid: string }> {
    for (;;) {
      await this.#read();
      const added = await this.#addKey();
      if (added) return added;
    }
  }

  /** Null, where another node added one first: what it wrote is known then. */
  async #addKey(): Promise<{ readonly kid: string } | null> {
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
    const stored = JSON.stringify(keys);
    const isAdded = await secrets.exchange(SECRET_NAME, this.#stored, stored);
    if (isAdded) this.#know(stored);
    else await this.#read();
    return isAdded ? { kid: key.kid } : null;
  }

  /** As they are now: another node may have made a new one. */
  async #read(): Promise<void> {
    const { secrets, clock } = this.#options;
    this.#readMs = clock.monotonicMs();
    this.#know(await secrets.find(SECRET_NAME));
  }

  /** One look at a time, begun after whoever waits for it came. */
  #readTogether(): Promise<void> {
    this.#nextLook ??= this.#look
      .catch(() => {})
      .then(() => {
        this.#nextLook = null;
        this.#look = this.#read();
        return this.#look;
      });
    return this.#nextLook;
  }

  #know(stored: string | null): void {
    if (stored === this.#stored) return;
    this.#stored = stored;
    this.#keys = stored === null ? [] : (JSON.parse(stored) as readonly SigningKey[]);
  }

  /** @param notAfter when the API key expires: no token outlives its key. Null: never. */
  async sign(
    claims: Omit<TokenClaims, "expiresAt">,
    notAfter: Instant | null = null,
  ): Promise<{ readonly token: string; readonly expiresInSeconds: number }> {
    // What another node has withdrawn signs nothing any more.
    await this.#read();
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
    const { signing, clock } = this.#options;
    const isKnown = this.#keys.some(({ kid }) => kid === signing.keyIdOf(token));
    // Forged ones have made-up keys: all that come while it is looked share the next look.
    if (!isKnown) await this.#readTogether();
    else if (clock.monotonicMs() - this.#readMs >= KEYS_READ_EVERY_MS) await this.#read();
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
