/** What networks said to the same tokens before, for sentences that are asked of sets which differ little. */
import { FairCache } from "#core/fair-cache.ts";

/** Of all apps together: the passes of some ten thousand sentences. */
const KEPT_BYTES_MAX = 67_108_864;
/** Of a pass, for its name and its place. */
const PASS_BYTES = 200;

/** The numbers of one pass that are read: to the same tokens a network says the same. */
export type Said = Float32Array;

/**
 * Kept by the very tokens that went in: what a change to a set leaves as it was is not asked again, whatever else it changes. Only for
 * the calls that want it, and of each app alone: how long an answer takes would tell what others asked.
 */
export class KeptPasses {
  readonly #said: FairCache<Said>;
  #app: string | null = null;

  constructor(bytesMax = KEPT_BYTES_MAX) {
    this.#said = new FairCache<Said>({
      weightMax: bytesMax,
      weigh: ({ byteLength }) => byteLength + PASS_BYTES,
      monotonicMs: () => performance.now(),
    });
  }

  /** The passes that follow are this app's, and kept; null where they are not. */
  keepFor(app: string | null): void {
    this.#app = app;
  }

  /** `given`: all that the network is told. `pass` is only called for what is not known. */
  said(network: string, given: readonly number[], pass: () => Said): Said {
    const app = this.#app;
    if (app === null) return pass();
    const key = `${network} ${Bun.SHA256.hash(Int32Array.from(given), "base64")}`;
    const known = this.#said.get(app, key);
    if (known) return known;
    const made = pass();
    this.#said.set(app, key, made);
    return made;
  }
}
