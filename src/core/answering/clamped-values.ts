/** A model that is told to brighten by 150 percent, where 100 is the most, may well say 100: that is nobody's word. */
import { ENGLISH } from "../english/english.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { numbersIn } from "../reading/numbers.ts";
import { SpanSet } from "../span.ts";
import type { Tool } from "../toolset.ts";
import { type EvidenceMap, placeInQuery } from "./evidence.ts";
import type { Unfilled } from "./unfilled.ts";

/**
 * The top-level numbers that stand at a bound of the schema and come from nowhere, while the query says a number beyond that
 * bound which is no other value's.
 */
export function clampedIn(
  tool: Tool,
  parameters: JsonObject,
  evidence: EvidenceMap,
  query: string,
): readonly Unfilled[] {
  const properties = isJsonObject(tool.parameters?.properties) ? tool.parameters.properties : {};
  const taken = new SpanSet(Object.values(evidence).flatMap((one) => placeInQuery(one) ?? []));
  return Object.entries(parameters).flatMap(([name, value]): readonly Unfilled[] => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (typeof value !== "number" || evidence[name]?.kind !== "inferred" || !isJsonObject(property)) return [];
    const { minimum, maximum } = property;
    const isBeyond = (said: number) => (value === maximum && said > maximum) || (value === minimum && said < minimum);
    const beyond = numbersIn(query, ENGLISH).find((number) => isBeyond(number.value) && !taken.overlaps(number));
    if (!beyond) return [];
    const { start, end } = beyond;
    const why = value === maximum ? "above_maximum" : "below_minimum";
    return [{ parameter: name, said: query.slice(start, end), why, start, end }];
  });
}
