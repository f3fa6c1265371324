import { AppError } from "../errors.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { Tool } from "../toolset.ts";
import {
  type ExchangedClassificationSet,
  type ExchangedSet,
  type ExchangedToolset,
  setFromResource,
  titleOf,
} from "./exchanged-set.ts";
import type { Format } from "./formats.ts";
import { csvOfClasses } from "./labelled-texts.ts";
import { allowedNames, type NameRule, whyChanged } from "./names.ts";
import { counted, type Note, Notes } from "./notes.ts";
import { isOrphanFormat, ORPHANS } from "./orphans/orphan-formats.ts";
import type { ToolListFormat } from "./tool-lists.ts";

/** What sets can be written as. */
export const WRITTEN_FORMATS: readonly Format[] = ["dragoman", "openai", "openai-flat", "anthropic", "mcp", "csv"];

export interface Written {
  /** What is written, as a value; of a format that is no JSON its text. */
  readonly content: JsonValue;
  /** The same as it stands in a file. */
  readonly text: string;
  readonly notes: readonly Note[];
}

const FUNCTION_NAMES: NameRule = {
  isAllowed: (name) => /^[A-Za-z0-9_-]{1,64}$/.test(name),
  unwanted: /[^A-Za-z0-9_-]+/g,
  charactersMax: 64,
  noun: "tool",
  words: "a function's name has 1–64 letters, digits, '_' and '-' there",
};
const MCP_NAMES: NameRule = {
  isAllowed: (name) => /^[A-Za-z0-9_.-]{1,128}$/.test(name),
  unwanted: /[^A-Za-z0-9_.-]+/g,
  charactersMax: 128,
  noun: "tool",
  words: "a tool's name has 1–128 letters, digits, '_', '-' and '.' there",
};

/**
 * Resources in our own JSON in the format that is asked for, with what is lost in it. Throws `bad_request` when there is
 * not exactly one set of the kind that the format holds.
 */
export function writeSets(resources: readonly JsonObject[], format: Format): Written {
  const notes = new Notes();
  const content = contentOf(resources, format, notes);
  const text = typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`;
  return { content, text, notes: notes.all() };
}

function contentOf(resources: readonly JsonObject[], format: Format, notes: Notes): JsonValue {
  const sets = resources.map((resource, index) => setFromResource(resource, `sets.${index}`));
  if (format === "dragoman") {
    for (const set of sets) notes.kept(titleOf(set), "whole");
    return resources;
  }
  if (format === "csv") return csvOf(onlyOne(sets, "classification_set", notes), notes);
  if (format === "openapi") throw new AppError("bad_request", "OpenAPI is read, and not written");
  if (isOrphanFormat(format)) throw new AppError("bad_request", `${ORPHANS[format].called} is read, and not written`);
  return toolList(onlyOne(sets, "toolset", notes), format, notes);
}

function onlyOne<Kind extends ExchangedSet["kind"]>(
  sets: readonly ExchangedSet[],
  kind: Kind,
  notes: Notes,
): Extract<ExchangedSet, { kind: Kind }> {
  const fitting = sets.filter((set): set is Extract<ExchangedSet, { kind: Kind }> => set.kind === kind);
  const noun = kind === "toolset" ? "toolset" : "classification set";
  const [first] = fitting;
  if (!first) throw new AppError("bad_request", `there is no ${noun} to export, which is all that this format holds`);
  if (fitting.length > 1) {
    const signatures = fitting.map(({ signature }) => signature).join(", ");
    throw new AppError(
      "bad_request",
      `the format holds one ${noun}, and there are ${fitting.length}: choose with --signature (${signatures})`,
    );
  }
  for (const other of sets) if (other !== first) notes.dropped(titleOf(other), `the format holds one ${noun} alone`);
  return first;
}

function toolList({ signature, input }: ExchangedToolset, format: ToolListFormat, notes: Notes): JsonValue {
  const rule = format === "mcp" ? MCP_NAMES : FUNCTION_NAMES;
  const names = allowedNames(
    input.tools.map(({ name }) => name),
    rule,
  );
  const tools = input.tools.map((tool, index) => {
    const name = names[index] ?? tool.name;
    notes.kept(name, "name, description and parameters");
    if (name !== tool.name) notes.renamed(tool.name, name, whyChanged(tool.name, rule));
    return toolAs(format, name, tool);
  });
  noteLost(input, signature, notes);
  return format === "mcp" ? { tools } : tools;
}

function toolAs(
  format: ToolListFormat,
  name: string,
  { description, parameters = { properties: {} } }: Tool,
): JsonObject {
  // All of them want to be told that parameters are an object.
  const schema = { type: "object", ...parameters };
  switch (format) {
    case "openai":
      return { type: "function", function: { name, description, parameters: schema } };
    case "openai-flat":
      return { type: "function", name, description, parameters: schema };
    case "anthropic":
      return { name, description, input_schema: schema };
    case "mcp":
      return { name, description, inputSchema: schema };
  }
}

function noteLost(
  { tools, requireEvidence, minConfidence, backend, description }: ExchangedToolset["input"],
  signature: string,
  notes: Notes,
): void {
  const head = ["signature", "name", ...(description === undefined ? [] : ["description"])];
  notes.dropped(`${head.join(", ")} of the toolset "${signature}"`, "the format holds tools alone");
  if (requireEvidence) notes.dropped("require_evidence", "the format has no place for it");
  if (minConfidence !== undefined) notes.dropped("min_confidence", "the format has no place for it");
  if (backend !== undefined) notes.dropped("backend", "the format has no place for it");
  const examples = tools.reduce((sum, tool) => sum + (tool.examples?.length ?? 0), 0);
  if (examples > 0) notes.dropped(counted(examples, "example"), "the format has no place for them");
}

function csvOf({ signature, input }: ExchangedClassificationSet, notes: Notes): string {
  for (const { label, examples = [], description } of input.classes) {
    if (examples.length === 0) notes.dropped(label, "has no examples, which are all that the format holds");
    else notes.kept(label, counted(examples.length, "example"));
    if (description !== undefined && description !== "")
      notes.dropped(`the description of ${label}`, "the format has no place for it");
  }
  notes.dropped(
    `signature, name and settings of the classification set "${signature}"`,
    "the format holds texts and labels alone",
  );
  return csvOfClasses(input.classes);
}
