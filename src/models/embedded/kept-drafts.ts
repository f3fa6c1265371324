/** Answers to the very same question, for what is asked again: of a set as it is beside many that it may become. */
import { FairCache } from "#core/fair-cache.ts";
import type { LocalTime } from "#core/local-time.ts";
import type { DraftCall } from "#core/ports/models.ts";
import type { PlainCallRequest } from "./worker/worker-protocol.ts";

/** Of all apps together: both sides of a comparison of some ten thousand sentences. */
const KEPT_BYTES_MAX = 33_554_432;
/** Of an answer, for its name and its place. */
const DRAFT_BYTES = 200;
const BYTES_PER_UNIT = 2;

/** Kept where nobody looked at the clock: then no other moment makes it another answer. Of each app alone. */
export class KeptDrafts {
  /** As JSON, which takes less room than its objects. */
  readonly #drafts = new FairCache<string>({
    weightMax: KEPT_BYTES_MAX,
    weigh: (text) => text.length * BYTES_PER_UNIT + DRAFT_BYTES,
    monotonicMs: () => performance.now(),
  });

  /**
   * `answer` is given the request with a clock that tells whether it was looked at, and called each time for a request that is not asked
   * again. What it throws is thrown.
   */
  of(request: PlainCallRequest, answer: (request: PlainCallRequest) => () => DraftCall): () => DraftCall {
    const { app, askedAgain } = request;
    if (app === undefined || !askedAgain) return answer(request);
    const key = keyOf(request);
    const known = this.#drafts.get(app, key);
    if (known) return () => JSON.parse(known) as DraftCall;
    const watched = new WatchedClock(request.now);
    const ask = answer({ ...request, now: watched.time });
    return () => {
      const draft = ask();
      if (!watched.wasRead) this.#drafts.set(app, key, JSON.stringify(draft));
      return draft;
    };
  }
}

/** All that a request says but for the moment, and for who asks; its vector is its query's. */
function keyOf({ now, vector, askedAgain: _, ...request }: PlainCallRequest): string {
  return Bun.SHA256.hash(JSON.stringify([now.zone, vector !== null, request]), "base64");
}

class WatchedClock {
  wasRead = false;
  readonly time: LocalTime;

  constructor({ at, zone }: LocalTime) {
    const read = () => {
      this.wasRead = true;
      return at;
    };
    this.time = {
      get at() {
        return read();
      },
      zone,
    };
  }
}
