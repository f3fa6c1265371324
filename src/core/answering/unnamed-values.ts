/** A model that is told to lock every van may well lock the van "every van": that names none, and the caller has to be asked. */
import { ENGLISH } from "../english/english.ts";
import type { JsonObject } from "../json.ts";
import { unnamedAt } from "../reading/unnamed-things.ts";
import type { Tool } from "../toolset.ts";
import { propertyOf } from "../wording/response-labels.ts";
import { type EvidenceMap, placeInQuery } from "./evidence.ts";
import type { Unfilled } from "./unfilled.ts";

/** The top-level texts without a list of values that are words of the query for no thing of their own. */
export function unnamedIn(
  tool: Tool,
  parameters: JsonObject,
  evidence: EvidenceMap,
  query: string,
): readonly Unfilled[] {
  return Object.entries(parameters).flatMap(([name, value]): readonly Unfilled[] => {
    const place = placeInQuery(evidence[name]);
    if (typeof value !== "string" || place === null) return [];
    const said = query.slice(place.start, place.end);
    const { enum: options, const: constant, description } = propertyOf(tool.parameters, name);
    if (options !== undefined || constant !== undefined || said.toLowerCase() !== value.toLowerCase()) return [];
    const about = { name, description: typeof description === "string" ? description : "" };
    const why = unnamedAt(query, place, [tool, about], ENGLISH);
    return why === null ? [] : [{ parameter: name, said, why, ...place }];
  });
}
