import { isJsonObject } from "../json.ts";
import type { Tool } from "../toolset.ts";
import { type Findings, type Place, quoted, within } from "./findings.ts";
import { checkParameters, type IsCommonWord } from "./parameter-checks.ts";
import { checkKeywords, checkPropertiesAround } from "./schema-checks.ts";
import { saysMore } from "./telling-words.ts";

/** What is wrong with tools by what stands there, a step for each of them and for each of their parameters. */
export function* checkTools(
  tools: readonly Tool[],
  set: string,
  findings: Findings,
  isCommonWord: IsCommonWord | null,
): Generator<void, void> {
  for (const [index, tool] of tools.entries()) {
    if (findings.isFull) return;
    const place = { set, steps: ["tools", index] };
    checkDescription(tool, within(place, "description"), findings);
    const { parameters } = tool;
    if (isJsonObject(parameters)) {
      const context = { tool: tool.name, findings, isCommonWord, lookedFor: 0, wordsLookedFor: 0 };
      const here = within(place, "parameters");
      checkPropertiesAround(parameters, here, context);
      checkKeywords(parameters, here, context);
      yield* checkParameters(parameters, here, context);
    }
    yield;
  }
}

function checkDescription({ name, description }: Tool, place: Place, findings: Findings): void {
  if (description.trim() === "") findings.add("tool_without_description", place, `${quoted(name)} has no description`);
  else if (findings.hasHints && !saysMore(description, name)) {
    findings.add(
      "description_repeats_name",
      place,
      `${quoted(description)} says no more than the name ${quoted(name)}`,
    );
  }
}

/** Tools of the same name in sets that are used together. Within a set there are none. */
export function checkNames(
  sets: readonly { readonly set: string; readonly tools: readonly Tool[] }[],
  findings: Findings,
): void {
  const first = new Map<string, { readonly set: string; readonly at: number }>();
  for (const [at, { set, tools }] of sets.entries()) {
    for (const [index, { name }] of tools.entries()) {
      const earlier = first.get(name);
      if (!earlier) first.set(name, { set, at });
      else if (earlier.at !== at) {
        const place = { set, steps: ["tools", index, "name"] };
        findings.add("equal_tool_names", place, `${quoted(name)} is also a tool of ${quoted(earlier.set)}`);
      }
    }
  }
}
