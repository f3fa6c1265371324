/** "It's time to lock the gate", "would you mind locking it": an order in a frame that the networks take for something else is read as the order. */
import { ENGLISH } from "#core/english/english.ts";
import { holdsText } from "../choosing/held-text.ts";
import { beginsWithDeed, verbOfStem } from "../choosing/same-deeds.ts";
import { type PartText, writtenOf } from "./part-text.ts";

const FRAMES = ENGLISH.frames;
const KNOWN: ReadonlySet<string> = new Set([...ENGLISH.deeds.deeds, ...FRAMES.anyDeeds]);

/** The order alone; null where it is asked for in no such frame, or nobody can tell what is asked for. */
export function orderAskedIn(query: string): PartText | null {
  if (holdsText(query)) return null;
  for (const pattern of FRAMES.asked) {
    const [start, end] = pattern.exec(query)?.indices?.groups?.order ?? [0, 0];
    if (end > start && isOrder(query.slice(start, end))) return writtenOf(query, [{ start, end }]);
  }
  const { verb, order } = FRAMES.minded.exec(query)?.indices?.groups ?? {};
  const base =
    verb &&
    verbOfStem(
      query
        .slice(...verb)
        .toLowerCase()
        .replace(ENGLISH.deeds.gerund, ""),
      KNOWN,
    );
  if (!base || !order) return null;
  return writtenOf(query, [
    { start: verb[0], end: verb[1], words: base },
    { start: order[0], end: order[1] },
  ]);
}

function isOrder(text: string): boolean {
  const [word = ""] = /\p{L}+/u.exec(text) ?? [];
  return KNOWN.has(word.toLowerCase()) || beginsWithDeed(text);
}
