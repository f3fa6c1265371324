/** Names of parameters that say in which order people give their values. */
import { ENGLISH } from "#core/english/english.ts";
import { spelledOut } from "../parameter-words.ts";

/** How firmly one of two parameters comes first. */
export type Precedence = "always" | "mostly" | "open";

/**
 * Whether the first name is that of the earlier of two like things: `side1` before `side2` always, `start_location` before
 * `end_location` mostly. "open" for the same two the other way round, and for names that differ in anything else.
 */
export function precedence(first: string, second: string): Precedence {
  const [one, other] = [parts(first), parts(second)];
  const different = one.flatMap((part, index) => (part === other[index] ? [] : [index]));
  const [at] = different;
  if (one.length !== other.length || different.length !== 1 || at === undefined) return "open";
  const isBefore = (row: readonly string[]) => {
    const [earlier, later] = [row.indexOf(one[at] ?? ""), row.indexOf(other[at] ?? "")];
    return earlier >= 0 && earlier < later;
  };
  if (ENGLISH.cues.rows.some(isBefore)) return "always";
  return ENGLISH.cues.ends.some(isBefore) ? "mostly" : "open";
}

/** `datasetA` → dataset, a; `coord12` → coord, 12. */
function parts(name: string): readonly string[] {
  return spelledOut(name)
    .replace(/(?<=[a-z])(?=\d)/gi, " ")
    .toLowerCase()
    .split(/\s+/);
}
