import type { Clock } from "./clock.ts";
import { DragomanError } from "./errors.ts";

/** What `POST /v1/auth` answers, or a token alone; of that it is not known when it ends. */
export type GivenToken = string | { readonly access_token: string; readonly expires_in: number };

/** How long before its end a token is renewed, or a tenth of its life where that is less. */
const RENEWED_MS_BEFORE = 60_000;
/** What a header can carry, so that whoever refuses one does not print it. */
const HEADER_TEXT = /^[\x21-\x7e]+$/;

/** The token that calls carry. Asked for once, however many calls wait for it, and renewed before it ends. */
export class AccessToken {
  readonly #ask: () => Promise<GivenToken>;
  readonly #clock: Clock;
  #held: { readonly token: string; readonly renewedAt: number } | null = null;
  #asking: Promise<string> | null = null;

  constructor(ask: () => Promise<GivenToken>, clock: Clock) {
    this.#ask = ask;
    this.#clock = clock;
  }

  /** Rejects, for all that wait, with what the asking failed with; the next call asks anew. */
  get(): Promise<string> {
    if (this.#held !== null && this.#clock.now() < this.#held.renewedAt) return Promise.resolve(this.#held.token);
    this.#asking ??= this.#renew().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  /** The server refused this token. Another that came meanwhile stays. */
  drop(token: string): void {
    if (this.#held?.token === token) this.#held = null;
  }

  async #renew(): Promise<string> {
    const askedAt = this.#clock.now();
    const given = await this.#ask();
    const token = typeof given === "string" ? given : given?.access_token;
    if (typeof token !== "string" || !HEADER_TEXT.test(token)) {
      throw new DragomanError("the access token that was given is none: it is a text of visible ASCII characters");
    }
    const lifetimeMs = typeof given === "string" ? Number.POSITIVE_INFINITY : given.expires_in * 1_000;
    if (!(lifetimeMs > 0)) {
      throw new DragomanError(
        "the access token came without expires_in, the seconds that it lives: give the token alone",
      );
    }
    const renewedAt = askedAt + lifetimeMs - Math.min(RENEWED_MS_BEFORE, lifetimeMs / 10);
    this.#held = { token, renewedAt };
    return token;
  }
}
