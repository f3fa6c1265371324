import { counted, type Notes } from "../notes.ts";

/** Tells of phrases whose intent is not there, because its own file is missing or cannot be read. Both by the name of their files. */
export function notePhrasesAlone(
  phrases: ReadonlyMap<string, readonly unknown[]>,
  intents: readonly string[],
  notes: Notes,
): void {
  const known = new Set(intents);
  for (const [name, { length }] of phrases) {
    if (length > 0 && !known.has(name))
      notes.dropped(
        `${counted(length, "phrase")} of "${name}"`,
        "the intent's own file is not there, or cannot be read: export the agent again",
      );
  }
}
