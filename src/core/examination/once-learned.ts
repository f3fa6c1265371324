/** Sets are asked once their examples are learned: an answer before may be another one. */
import { AppError } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import type { Progress } from "../sets/learning.ts";

const LOOK_MS = 50;
/** To whoever did not wait long enough: learning goes on meanwhile. */
const RETRY_SECONDS = 5;

export interface LearningWait {
  readonly clock: Pick<Clock, "monotonicMs">;
  /** How long somebody who asks waits for examples that are not learned yet. */
  readonly learningSecondsMax: number;
}

/** What is learned yet of a set. */
export interface Open extends Progress {
  /** The set, as in "the set as it is". */
  readonly of: string;
  /** What is not done before, as in "compared". */
  readonly not: string;
}

/** Thrown where examples are not learned in time. */
export class NotLearned extends AppError {
  constructor({ of, not, done, total }: Open) {
    const message = `of the examples of ${of}, ${done} of ${total} are learned: nothing was ${not}, learning goes on, and the same request may be sent again in ${RETRY_SECONDS} s`;
    super("service_unavailable", message, { retryAfterSeconds: RETRY_SECONDS });
  }
}

/**
 * What was looked at, once nothing of it is open any more. Throws what `look` throws, the signal's reason, and `NotLearned`, which is
 * `service_unavailable`.
 */
export async function onceLearned<Found>(
  look: () => Promise<Found>,
  openIn: (found: Found) => Open | null,
  { clock, learningSecondsMax }: LearningWait,
  signal: AbortSignal,
): Promise<Found> {
  const endsAtMs = clock.monotonicMs() + 1_000 * learningSecondsMax;
  for (;;) {
    signal.throwIfAborted();
    const found = await look();
    const open = openIn(found);
    if (open === null) return found;
    if (clock.monotonicMs() >= endsAtMs) throw new NotLearned(open);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
