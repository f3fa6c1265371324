/** A toolset that is brought in again from a program that is still at work on it. */
import { contentHashOf, type JsonObject } from "../json.ts";
import { checkedTools, type Tool } from "../toolset.ts";
import { SERVERS_OWN, setFromResource } from "./exchanged-set.ts";
import { counted, type Note } from "./notes.ts";

export interface Refreshed {
  readonly resource: JsonObject;
  /** What has changed of the tools, in words. */
  readonly changes: readonly Pick<Note, "detail" | "what">[];
}

/** In which a tool can differ, and what that is called. */
const PARTS = [
  ["description", "its description"],
  ["parameters", "its parameters"],
] as const;

/**
 * The toolset with the tools as they are listed now. What was added here stays: name, description and settings of the set, and the
 * examples of tools that are there still.
 * Throws what `checkedTools` throws.
 * @param stored as the API gives it. @param listed the same set, made anew.
 */
export function refreshedToolset(stored: JsonObject, listed: JsonObject): Refreshed {
  const before = new Map(toolsIn(stored).map((tool) => [tool.name, tool]));
  // As they would be stored: schemas are written in one way.
  const after = checkedTools(toolsIn(listed));
  const tools = after.map((tool) => {
    const examples = tool.examples ?? before.get(tool.name)?.examples;
    return examples === undefined ? tool : { ...tool, examples };
  });
  const kept = Object.fromEntries(Object.entries(stored).filter(([field]) => !OWN.includes(field)));
  return { resource: { ...kept, tools }, changes: changesOf(before, after) };
}

const OWN: readonly string[] = SERVERS_OWN;

function changesOf(before: ReadonlyMap<string, Tool>, after: readonly Tool[]): Refreshed["changes"] {
  const names = new Set(after.map(({ name }) => name));
  const added = [...names].filter((name) => !before.has(name)).map((what) => ({ what, detail: "is new" }));
  const gone = [...before.keys()].filter((name) => !names.has(name)).map((what) => ({ what, detail: "is gone" }));
  const changed = after.flatMap((tool) => {
    const old = before.get(tool.name);
    const parts = old ? partsChanged(old, tool) : [];
    return parts.length === 0 ? [] : [{ what: tool.name, detail: `${parts.join(" and ")} changed` }];
  });
  const same = after.length - added.length - changed.length;
  return [...added, ...gone, ...changed, ...(same > 0 ? [{ what: counted(same, "tool"), detail: "as before" }] : [])];
}

function partsChanged(old: Tool, tool: Tool): readonly string[] {
  return PARTS.filter(([part]) => contentHashOf(old[part] ?? null) !== contentHashOf(tool[part] ?? null)).map(
    ([, called]) => called,
  );
}

function toolsIn(resource: JsonObject): readonly Tool[] {
  const set = setFromResource(resource, "the set");
  return set.kind === "toolset" ? set.input.tools : [];
}
