/**
 * The language in which a set is written, as one JSON Schema for each kind: what the wire takes, and within `parameters` every keyword
 * that the core reads. The editor of the admin page proposes by it; it is bundled, since a server may serve its reference elsewhere.
 */
import formats from "ajv-formats/dist/formats.js";
import { holdingOf, KEYWORDS, TYPES } from "#core/schema/keywords.ts";
import { QUESTION, RESPONSE } from "#core/schema/own-words.ts";
import { EXAMPLES } from "#core/schema/said-values.ts";
import { SYNONYMS } from "#core/schema/synonyms.ts";
import { VALUES } from "#core/schema/value-list-names.ts";
import { ClassificationSetBody } from "#http/schemas/classification-set.ts";
import { ToolsetBody } from "#http/schemas/toolset.ts";
import type { LanguageSchema, SetLanguage } from "../src/admin-page/set-model/set-language.ts";

export function setLanguage(): SetLanguage {
  const toolset = plain(ToolsetBody) as SetLanguage["toolset"];
  const tool = toolset.properties?.tools?.items;
  const parameters = tool?.properties?.parameters;
  if (!tool?.properties || !parameters) throw new Error("the wire's toolset has no tools with parameters");
  const { additionalProperties: _, ...described } = parameters;
  const properties = { ...tool.properties, parameters: { ...described, isSchema: true } as const };
  const tools = { ...toolset.properties?.tools, items: { ...tool, properties } };
  return {
    toolset: { ...toolset, properties: { ...toolset.properties, tools } },
    classification_set: plain(ClassificationSetBody) as SetLanguage["classification_set"],
    schema: schemaOfSchemas(),
  };
}

/** Without what only TypeBox reads. */
function plain(schema: object): unknown {
  return JSON.parse(JSON.stringify(schema));
}

function schemaOfSchemas(): LanguageSchema {
  const own = [RESPONSE, QUESTION, SYNONYMS, EXAMPLES, VALUES];
  const properties = [...KEYWORDS, ...own].map((keyword) => [keyword, keywordSchema(keyword)] as const);
  return { type: "object", properties: Object.fromEntries(properties) };
}

const VALUES_OF: Readonly<Record<string, LanguageSchema>> = {
  type: { type: "string", enum: [...TYPES] },
  format: { type: "string", enum: Object.keys(formats.fullFormats) },
  enum: { type: "array" },
  required: { type: "array", items: { type: "string" } },
  [SYNONYMS]: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
  [EXAMPLES]: { type: "array", items: { type: "string" } },
  ...Object.fromEntries(["uniqueItems", "deprecated", "nullable"].map((keyword) => [keyword, { type: "boolean" }])),
  ...Object.fromEntries(
    ["description", "title", "pattern", RESPONSE, QUESTION, VALUES].map((keyword) => [keyword, { type: "string" }]),
  ),
};

function keywordSchema(keyword: string): LanguageSchema {
  const holding = holdingOf(keyword);
  const inner = { isSchema: true } as const;
  if (holding === "schema") return { type: "object", ...inner };
  if (holding === "list") return { type: "array", items: inner };
  if (holding === "map") return { type: "object", additionalProperties: inner };
  return VALUES_OF[keyword] ?? {};
}
