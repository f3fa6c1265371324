/** A model that is told to make it 2 degrees warmer may well set it to 2: that is by how much it changes, and nobody said what it becomes. */
import { ENGLISH } from "../english/english.ts";
import type { JsonObject } from "../json.ts";
import { saysChange, wantsState } from "../reading/change-amounts.ts";
import { type NumberMention, numbersIn } from "../reading/numbers.ts";
import { overlaps } from "../span.ts";
import type { Tool } from "../toolset.ts";
import { propertyOf } from "../wording/response-labels.ts";
import { type EvidenceMap, placeInQuery } from "./evidence.ts";
import type { Unfilled } from "./unfilled.ts";

/** The top-level numbers that want what something becomes, and are what the query says of how much it changes, figure for figure. */
export function changesIn(
  tool: Tool,
  parameters: JsonObject,
  evidence: EvidenceMap,
  query: string,
): readonly Unfilled[] {
  let numbers: readonly NumberMention[] | null = null;
  return Object.entries(parameters).flatMap(([name, value]): readonly Unfilled[] => {
    const place = placeInQuery(evidence[name]);
    if (typeof value !== "number" || place === null) return [];
    const { description } = propertyOf(tool.parameters, name);
    const about = { name, description: typeof description === "string" ? description : "" };
    // Looked at first: few parameters do, and the query need not be read for numbers then.
    if (!wantsState(tool, about, ENGLISH)) return [];
    numbers ??= numbersIn(query, ENGLISH);
    const said = numbers.find((number) => overlaps(number, place));
    const isSaid = said !== undefined && Math.abs(said.value) === Math.abs(value);
    if (!isSaid || !saysChange(query, said, ENGLISH)) return [];
    return [{ parameter: name, said: query.slice(place.start, place.end), why: "change", ...place }];
  });
}
