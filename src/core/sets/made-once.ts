import type { SharedLearning } from "../ports/shared-learning.ts";
import type { AppId } from "../tenant.ts";

/** How often it is looked whether another process has made it. */
export const LOOK_EVERY_MS = 250;
/** Then it is made here as well: another that is stuck holds nobody up for ever. */
export const WAIT_MS_MAX = 600_000;

export interface MadeOnce<Made> {
  readonly learning: Pick<SharedLearning, "begin" | "isShared">;
  readonly app: AppId;
  /** What is made, and of which content. */
  readonly key: string;
  /** What is there already; null where it has to be made. */
  readonly find: () => Promise<Made | null>;
  /** Makes it, and leaves it where `find` looks. */
  readonly make: () => Promise<Made>;
  /** Aborted when nobody wants it any more. */
  readonly signal: AbortSignal;
}

/**
 * Finds or makes what each of several processes needs, and one has to make. Another that is making it is waited for; when it has failed, or is
 * dead, this one makes it. Rejects as `find` and `make` do, and with the signal's reason.
 */
export async function madeOnce<Made>({ learning, app, key, find, make, signal }: MadeOnce<Made>): Promise<Made> {
  if (!learning.isShared) return (await find()) ?? make();
  for (let waitedMs = 0; waitedMs < WAIT_MS_MAX; waitedMs += LOOK_EVERY_MS) {
    const found = await find();
    if (found !== null) return found;
    const right = await learning.begin(app, key);
    if (right) {
      try {
        // Another may have made it between the two.
        return (await find()) ?? (await make());
      } finally {
        await right.end();
      }
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    signal.throwIfAborted();
  }
  return make();
}
