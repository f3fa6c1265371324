import { growingCache } from "#core/growing-cache.ts";
import type { AnyWish } from "./wishes.ts";

const HELD_UP_MS = 5_000;
/** Apps, or addresses of clients, that are remembered to be held up. */
const HELD_UP_MAX = 1_000;

/** Whose rows are taken to be held by something that hangs, for a while after they could not be had. */
export class HeldUp {
  readonly #until = growingCache<string, number>(HELD_UP_MAX);

  add(wish: AnyWish): void {
    this.#until.set(subjectOf(wish), performance.now() + HELD_UP_MS);
  }

  has(wish: AnyWish): boolean {
    return (this.#until.get(subjectOf(wish)) ?? 0) > performance.now();
  }
}

/** What each wants by itself, in the order in which it was wanted. */
export function bySubject(wishes: readonly AnyWish[]): readonly (readonly AnyWish[])[] {
  return [...Map.groupBy(wishes, subjectOf).values()];
}

/** Whose rows it writes. */
function subjectOf(wish: AnyWish): string {
  return wish.wants === "count" ? wish.subject : wish.app;
}
