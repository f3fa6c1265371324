import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { isList, objectOr, textOr } from "../json-fields.ts";
import { counted, type Notes } from "../notes.ts";
import { modernSchema } from "../older-schema.ts";
import type { ToolCandidate } from "../tool-candidate.ts";
import { Unusable } from "../unusable.ts";
import type { ExportFile } from "./assistant.ts";

/** Whether a file configures tools of TensorZero: `[tools.NAME]` with the file of the parameters' schema. */
export function isTensorZero({ document }: ExportFile): boolean {
  return Object.values(toolsIn(document)).some((tool) => {
    const { parameters } = objectOr(tool);
    return typeof parameters === "string" || typeof objectOr(parameters).__data === "string";
  });
}

/** The files that a configuration names for the parameters of its tools, as it names them. */
export function schemaFilesOf(document: JsonValue): readonly string[] {
  return Object.values(toolsIn(document)).flatMap((tool) => {
    const { parameters } = objectOr(tool);
    return typeof parameters === "string" ? [parameters] : [];
  });
}

/** What may become tools: those of every configuration among the files, their schemas out of the others. */
export function candidatesInTensorZero(files: readonly ExportFile[], notes: Notes): readonly ToolCandidate[] {
  const documents = new Map(files.map(({ path, document }) => [path, document]));
  const configurations = files.filter(isTensorZero);
  noteParts(
    configurations.map(({ document }) => objectOr(document)),
    notes,
  );
  return configurations.flatMap(({ path, document }) =>
    Object.entries(toolsIn(document))
      .filter(([, tool]) => isJsonObject(tool))
      .map(([key, tool]) => {
        return candidateFrom(key, objectOr(tool), (named) => schemaAt(path, named, documents));
      }),
  );
}

function candidateFrom(key: string, tool: JsonObject, schemaOf: (named: string) => JsonValue): ToolCandidate {
  return {
    name: textOr(tool.name) || key,
    origin: `[tools.${key}]`,
    choosableBy: [key],
    description: textOr(tool.description),
    parameters: () => {
      const { parameters } = tool;
      if (parameters === undefined) return undefined;
      const schema =
        typeof parameters === "string" ? schemaOf(parameters) : parsed(textOr(objectOr(parameters).__data));
      if (!isJsonObject(schema)) throw new Unusable(`what ${textOr(parameters) || "it"} holds is no JSON Schema`);
      const { $schema: _, ...own } = schema;
      return modernSchema(own);
    },
  };
}

/** A snapshot of a configuration has the schema with it, as text. */
function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The document that stands where a configuration says, beside itself. */
function schemaAt(configuration: string, named: string, documents: ReadonlyMap<string, JsonValue>): JsonValue {
  const path = pathBeside(configuration, named);
  if (path === null)
    throw new Unusable(`its schema ${named} lies outside of the folder: import the folder that holds both`);
  const document = documents.get(path);
  if (document === undefined) throw new Unusable(`its schema ${named} is not there, or is no JSON`);
  return document;
}

/** A path that is written beside another one, from the root of the folder; null where it leads out of that. */
export function pathBeside(path: string, named: string): string | null {
  if (/^([A-Za-z]:|[\\/])/.test(named)) return null;
  const parts = path.split("/").slice(0, -1);
  for (const part of named.split(/[\\/]/)) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function noteParts(documents: readonly JsonObject[], notes: Notes): void {
  const beside = new Set(documents.flatMap((document) => Object.keys(document)).filter((key) => key !== "tools"));
  if (beside.size > 0)
    notes.dropped(
      [...beside].map((key) => `\`${key}\``).join(", "),
      "which model answers, and how it is asked, stands in this server's settings",
    );
  const tools = documents.flatMap((document) => Object.values(toolsIn(document)).filter(isJsonObject));
  const strict = tools.filter(({ strict: given }) => given !== undefined).length;
  if (strict > 0) notes.dropped(`\`strict\` of ${counted(strict, "tool")}`, "parameters are always checked here");
}

function toolsIn(document: JsonValue): JsonObject {
  const tools = objectOr(document).tools;
  return isList(tools) ? {} : objectOr(tools);
}
