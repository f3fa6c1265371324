/** Slots as sets of name and text. */
import type { JsonObject } from "#core/json.ts";
import type { Counts } from "./statistics.ts";

/** A slot is found when its name and its normalised text are the same. */
export function slotCounts(wanted: Readonly<Record<string, string>>, given: JsonObject): Counts {
  return countsOf(slotsOf(wanted), slotsOf(given));
}

/** Both without repeats. */
export function countsOf(wanted: ReadonlySet<string>, given: ReadonlySet<string>): Counts {
  const hits = wanted.intersection(given).size;
  return { hits, spurious: given.size - hits, missed: wanted.size - hits };
}

function slotsOf(values: JsonObject): ReadonlySet<string> {
  return new Set(Object.entries(values).map(([name, value]) => `${name}=${normalised(String(value))}`));
}

/** Case, white space and the marks around it do not count. */
function normalised(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/^[\s.,!?;:'"]+|[\s.,!?;:'"]+$/g, "");
}
