/** Calls of a minute that are counted elsewhere get their numbers before their turn. */
import { type AnyWish, REFUSED, type Step } from "./wishes.ts";

/** How long a turn waits for the numbers of its answers from memory: a round of Valkey takes less. */
const NUMBER_MS_MAX = 20;

/**
 * The wishes with their numbers, all of them taken in one round. Whoever gets none is told so, in the name of the node; one that takes longer
 * than the turn waits is given to `later` once it has its number.
 */
export async function numbered(
  wishes: readonly AnyWish[],
  node: () => string,
  later: (wish: Step) => void,
): Promise<readonly AnyWish[]> {
  if (!wishes.some(isToBeNumbered)) return wishes;
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), NUMBER_MS_MAX);
  const numbering = wishes.map(async (wish) => {
    if (!isToBeNumbered(wish)) return wish;
    const taking = withNumber(wish, node);
    const taken = await Promise.race([taking, late.promise]);
    if (taken !== "late") return taken;
    void taking.then((step) => step && later(step));
    return null;
  });
  const taken = await Promise.all(numbering);
  clearTimeout(timer);
  return taken.filter((wish) => wish !== null);
}

/** Null where there is none: it was told so. */
async function withNumber(wish: Step, node: () => string): Promise<Step | null> {
  const { hit } = wish;
  if (!hit?.takeNumber) return wish;
  try {
    const number = await hit.takeNumber();
    if (number !== "none left") return { ...wish, hit: { ...hit, number, takeNumber: null } };
    wish.told(REFUSED, node());
  } catch (failure) {
    wish.failed(failure);
  }
  return null;
}

function isToBeNumbered(wish: AnyWish): wish is Step {
  return "hit" in wish && wish.hit !== null && wish.hit.takeNumber !== null;
}
