import { FairCache } from "../fair-cache.ts";
import type { ChangeCounter } from "../ports/change-counter.ts";
import type { Clock } from "../ports/clock.ts";
import type { Repeat } from "../semantic-cache/finding.ts";
import type { AppId } from "../tenant.ts";

/** What all of them may take, with the requests that they answer. */
const BYTES_MAX = 32 * 1024 * 1024;
/** What one takes beside its texts: a dozen small objects. */
const ANSWER_BYTES = 1_024;

/** Something that was made to answer a request, and may answer the same request again. */
export interface Repeatable<Made> {
  readonly made: Made;
  readonly repeat: Repeat;
  /** Of its texts. */
  readonly characters: number;
}

/** An answer that is given again. */
export interface Again<Made> {
  readonly made: Made;
  readonly ageSeconds: number;
  /** Counts one more hit. */
  readonly count: () => void;
}

interface Kept<Made> extends Repeatable<Made> {
  /** How many changes of its app there were when it was made. */
  readonly changes: number;
  readonly bytes: number;
}

export interface RepeatedAnswersOptions {
  readonly changes: ChangeCounter;
  readonly clock: Pick<Clock, "monotonicMs" | "now">;
}

/**
 * What answers of the exact cache look like when they are sent, by the requests that they answered: the same request again
 * is answered without being read. Good as long as nothing of the app has changed; what such an answer costs, counts and leaves
 * behind for feedback is as ever. In memory, and of one process.
 */
export class RepeatedAnswers<Made> {
  readonly #options: RepeatedAnswersOptions;
  readonly #kept: FairCache<Kept<Made>>;

  constructor(options: RepeatedAnswersOptions) {
    this.#options = options;
    const { clock } = options;
    const monotonicMs = () => clock.monotonicMs();
    this.#kept = new FairCache({ weightMax: BYTES_MAX, weigh: ({ bytes }) => bytes, monotonicMs });
  }

  /**
   * What answered the request before, and how old the answer is; null where it has to be worked out. Whoever gives it counts it.
   * @param request whatever the answer depends on, beside the app and what the app has stored
   */
  find(app: AppId, request: string): Again<Made> | null {
    const { changes, clock } = this.#options;
    const kept = this.#kept.get(app, request);
    if (!kept) return null;
    const now = clock.now();
    if (kept.changes !== changes.of(app) || now >= kept.repeat.endsAt) {
      this.#kept.delete(app, request);
      return null;
    }
    const { count, madeAt } = kept.repeat;
    return { made: kept.made, ageSeconds: Math.max(0, Math.floor((now - madeAt) / 1_000)), count };
  }

  /** Begins to answer a request. What is made of it is kept with `end`, unless something changed in between. */
  begin(app: AppId, request: string): (answer: Repeatable<Made>) => void {
    const { changes } = this.#options;
    const before = changes.of(app);
    return (answer) => {
      if (changes.of(app) !== before) return;
      const bytes = ANSWER_BYTES + request.length + answer.characters;
      this.#kept.set(app, request, { ...answer, changes: before, bytes });
    };
  }
}
