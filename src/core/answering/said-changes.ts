/** A model that is told to make it 2 degrees warmer may well set it to 2: that is by how much it changes, and nobody said what it becomes. */
import { ENGLISH } from "../english/english.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { saysChange, wantsState } from "../reading/change-amounts.ts";
import { numbersIn } from "../reading/numbers.ts";
import { overlaps } from "../span.ts";
import type { Tool } from "../toolset.ts";
import type { EvidenceMap } from "./evidence.ts";
import type { Unfilled } from "./unfilled.ts";

/** The top-level numbers that want what something becomes, and are what the query says of how much it changes, figure for figure. */
export function changesIn(
  tool: Tool,
  parameters: JsonObject,
  evidence: EvidenceMap,
  query: string,
): readonly Unfilled[] {
  const properties = isJsonObject(tool.parameters?.properties) ? tool.parameters.properties : {};
  return Object.entries(parameters).flatMap(([name, value]): readonly Unfilled[] => {
    const { kind, start, end } = evidence[name] ?? {};
    if (typeof value !== "number" || kind !== "query" || start === undefined || end === undefined) return [];
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const description = isJsonObject(property) && typeof property.description === "string" ? property.description : "";
    const said = numbersIn(query, ENGLISH).find((number) => overlaps(number, { start, end }));
    const isSaid = said !== undefined && Math.abs(said.value) === Math.abs(value);
    if (!isSaid || !wantsState(tool, { name, description }, ENGLISH) || !saysChange(query, said, ENGLISH)) return [];
    return [{ parameter: name, said: query.slice(start, end), why: "change", start, end }];
  });
}
