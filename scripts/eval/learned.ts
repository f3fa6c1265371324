/** Examples are learned in the background: a question before that is answered without them. */
import type { ApiClient } from "./api-client.ts";
import { refusalIn } from "./outcome.ts";
import type { Progress } from "./progress.ts";

const LEARNING_MS_MAX = 30 * 60_000;
const LOOK_EVERY_MS = 250;

interface Learning {
  readonly learning: { readonly done: number; readonly total: number } | null;
}

/** Resolves when the set at this path has learned its examples. Throws when it is not there, or takes too long. */
export async function learned(
  client: Pick<ApiClient, "get">,
  path: string,
  { part, progress }: { readonly part: string; readonly progress: Pick<Progress, "show"> },
): Promise<void> {
  const deadline = performance.now() + LEARNING_MS_MAX;
  for (;;) {
    const answer = await client.get(path);
    if (answer.status !== 200) throw new Error(`GET ${path}: ${refusalIn(answer)}`);
    const { learning } = answer.body as unknown as Learning;
    if (learning === null) return;
    progress.show(`${part}: learning`, learning.done, learning.total);
    if (performance.now() > deadline)
      throw new Error(`${part}: not learned within ${LEARNING_MS_MAX / 60_000} minutes`);
    await Bun.sleep(LOOK_EVERY_MS);
  }
}
