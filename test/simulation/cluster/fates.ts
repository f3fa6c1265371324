/** What becomes of statements. */
import type { Asked } from "./frames.ts";

/** How often what becomes of a statement, of 1. */
export interface Troubles {
  /** The connection ends before the statement arrives. */
  before: number;
  /** The connection ends, and the statement is done some time later. */
  hanging: number;
  /** It is done, and the connection ends before the answer arrives. */
  after: number;
}

/** So much more often a statement is cut off that money, or a change, depends on. */
const TURN_TIMES = 4;
const COMMIT_TIMES = 12;
const COUNTS_TIMES = 25;

/** Where nobody knows what became of it, it matters most what did. */
export function troublesOf(asked: Asked, { before, hanging, after }: Troubles): Troubles {
  const { text } = asked;
  const times = Math.max(
    text === "COMMIT" ? COMMIT_TIMES : 1,
    isTurn(asked) ? TURN_TIMES : 1,
    text.includes("count_graduation_once(") ? COUNTS_TIMES : 1,
  );
  return { before: before * times, hanging: hanging * times, after: after * times };
}

export function isTurn({ text }: Asked): boolean {
  return text.includes("turn(");
}
