import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { isList, objectOr, textOr } from "./json-fields.ts";
import { counted, type Notes } from "./notes.ts";
import { modernSchema } from "./older-schema.ts";
import type { ToolCandidate } from "./tool-candidate.ts";
import { Unusable } from "./unusable.ts";

/** Lists of tools as other programs have them, which differ in little more than the name of a field. */
export type ToolListFormat = "openai" | "openai-flat" | "anthropic" | "mcp";

const CALLED: Readonly<Record<ToolListFormat, string>> = {
  openai: 'OpenAI tools, each under "function"',
  "openai-flat": "OpenAI tools, flat",
  anthropic: "Anthropic tools (input_schema)",
  mcp: "an MCP tools/list result (inputSchema)",
};

const SCHEMA_FIELD: Readonly<Record<ToolListFormat, string>> = {
  openai: "parameters",
  "openai-flat": "parameters",
  anthropic: "input_schema",
  mcp: "inputSchema",
};

/** Fields that become part of a tool, or that say no more than that this is one. */
const READ = ["name", "title", "description", "type", "function"];

/** What the formats are called in sentences. */
export function toolListCalled(format: ToolListFormat): string {
  return CALLED[format];
}

/** The list of tools in a document: the document itself, or where a request or an answer carries it. Null without one. */
export function toolListIn(document: JsonValue): readonly JsonValue[] | null {
  if (isList(document)) return document;
  if (!isJsonObject(document)) return null;
  const { tools, functions, result } = document;
  const list = tools ?? functions ?? objectOr(result).tools;
  return isList(list) ? list : null;
}

/** Which of the formats a list of tools is in; null for a list of something else. */
export function toolListFormatOf(list: readonly JsonValue[]): ToolListFormat | null {
  const items = list.filter(isJsonObject);
  if (items.some(({ inputSchema }) => inputSchema !== undefined)) return "mcp";
  if (items.some(({ input_schema }) => input_schema !== undefined)) return "anthropic";
  if (items.some((item) => isJsonObject(item.function))) return "openai";
  return items.some(({ name }) => typeof name === "string") ? "openai-flat" : null;
}

/** What may become tools. What surrounds the list and what stands beside name, description and schema is dropped with a note. */
export function candidatesInList(document: JsonValue, format: ToolListFormat, notes: Notes): readonly ToolCandidate[] {
  noteSurroundings(document, notes);
  const leftOut = new Map<string, number>();
  const candidates = (toolListIn(document) ?? []).flatMap((item, index) => {
    const place = `tool ${index + 1}`;
    const tool = isJsonObject(item) && isJsonObject(item.function) ? item.function : item;
    if (!isJsonObject(item) || !isJsonObject(tool)) {
      notes.dropped(place, "is no object");
      return [];
    }
    if (typeof tool.name !== "string") {
      const type = textOr(item.type);
      notes.dropped(place, type === "" ? "has no name" : `is of the type "${type}", which its maker runs`);
      return [];
    }
    for (const field of [...Object.keys(tool), ...(tool === item ? [] : Object.keys(item))]) {
      if (!READ.includes(field) && field !== SCHEMA_FIELD[format]) leftOut.set(field, (leftOut.get(field) ?? 0) + 1);
    }
    return [candidateFrom(tool, format, place)];
  });
  for (const [field, count] of leftOut)
    notes.dropped(`\`${field}\` of ${counted(count, "tool")}`, "a tool here has none");
  return candidates;
}

function candidateFrom(tool: JsonObject, format: ToolListFormat, place: string): ToolCandidate {
  const { name, type } = tool;
  return {
    name: textOr(name),
    origin: place,
    choosableBy: [],
    description: textOr(tool.description) || textOr(tool.title),
    parameters: () => {
      const schema = tool[SCHEMA_FIELD[format]] ?? undefined;
      if (schema === undefined) {
        if (typeof type === "string" && type !== "function" && type !== "custom")
          throw new Unusable(`is of the type "${type}", which its maker runs`);
        return undefined;
      }
      if (!isJsonObject(schema)) throw new Unusable(`what stands under ${SCHEMA_FIELD[format]} is no JSON Schema`);
      if (schema.type !== undefined && schema.type !== "object" && schema.type !== "dict")
        throw new Unusable(`what stands under ${SCHEMA_FIELD[format]} describes no object`);
      return modernSchema(schema);
    },
  };
}

function noteSurroundings(document: JsonValue, notes: Notes): void {
  if (!isJsonObject(document)) return;
  const { result } = document;
  const holder = isJsonObject(result) && result.tools !== undefined ? result : document;
  if (textOr(holder.nextCursor) !== "") {
    notes.dropped("what follows `nextCursor`", "the file is one page of a longer list: import the others too");
  }
  const beside = Object.keys(document).filter(
    (field) => !["tools", "functions", "result", "jsonrpc", "id", "nextCursor"].includes(field),
  );
  for (const field of beside) notes.dropped(`\`${field}\``, "is beside the tools");
}
