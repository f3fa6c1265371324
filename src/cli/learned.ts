import { Failure } from "./command.ts";
import { countsOn } from "./progress.ts";
import type { Terminal } from "./terminal.ts";

const LOOK_MS = 100;
/** Learning that gets no further for so long has failed. */
const STANDSTILL_MS_MAX = 60_000;

/**
 * Looks until nothing is learned any more: what is found before may be another thing. How far it is, is told on the terminal.
 * @param called what is learned, in the plural, as in "the examples".
 * Throws what `look` throws, and a Failure where learning stands still.
 */
export async function onceLearned<
  Found extends { readonly learning: { readonly done: number; readonly total: number } | null },
>(look: () => Promise<Found>, called: string, terminal: Terminal): Promise<Found> {
  let found = await look();
  const say = countsOn(terminal, `learning ${called}`);
  let movedAtMs = performance.now();
  for (let before = -1; found.learning !== null; before = found.learning?.done ?? before) {
    const nowMs = performance.now();
    if (found.learning.done !== before) movedAtMs = nowMs;
    if (nowMs - movedAtMs > STANDSTILL_MS_MAX) {
      throw new Failure(`${called} are not learned: see the server's log, or ask the doctor`);
    }
    say(found.learning.done, found.learning.total);
    await Bun.sleep(LOOK_MS);
    found = await look();
  }
  return found;
}
