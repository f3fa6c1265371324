/** Parameters whose values are in a list that the app keeps (`x-values`): what a query says of them, and what a call may have. */
import { ENGLISH } from "../english/english.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { literalPlaces } from "../reading/places.ts";
import { mapSchemas } from "../schema/keywords.ts";
import { plainSchema } from "../schema/plain-schema.ts";
import { SYNONYMS } from "../schema/synonyms.ts";
import type { ValueIndex } from "../schema/value-index.ts";
import { listNamesIn, VALUES } from "../schema/value-list-names.ts";
import type { OpenLists } from "../sets/value-lists.ts";
import type { Span } from "../span.ts";
import type { Tool } from "../toolset.ts";
import type { Unfilled } from "./unfilled.ts";

/** Of what was said and is in no list. */
const NEAREST_TOLD = 3;
/** Values of one list that a query says: more are not told to a model. */
const SAID_MAX = 32;
const DEPTH_MAX = 16;

/**
 * The tool as this query needs it: each schema that refers to a list has, as its synonyms, the values of it that the texts say. So
 * no model has to know the list. The very tool where they say none.
 */
export function withSaidValues(tool: Tool, lists: OpenLists, texts: readonly string[]): Tool {
  const { parameters } = tool;
  if (!parameters || listNamesIn(parameters).length === 0) return tool;
  const said = new Map(listNamesIn(parameters).map((name) => [name, saidIn(lists.get(name)?.index, texts)]));
  if ([...said.values()].every((words) => words === null)) return tool;
  const withSaid = (schema: JsonObject): JsonObject => {
    const entries = Object.entries(schema).map(([keyword, value]) => {
      return [keyword, value === undefined ? value : mapSchemas(keyword, value, withSaid)] as const;
    });
    const name = schema[VALUES];
    const synonyms = typeof name === "string" ? said.get(name) : null;
    return { ...Object.fromEntries(entries), ...(synonyms && { [SYNONYMS]: synonyms }) };
  };
  return { ...tool, parameters: withSaid(parameters) };
}

function saidIn(index: ValueIndex | undefined, texts: readonly string[]): JsonObject | null {
  const words = new Map<string, Set<string>>();
  for (const text of texts) {
    for (const { value, span } of index?.mentionsIn(text) ?? []) {
      if (words.size >= SAID_MAX && !words.has(String(value))) continue;
      const known = words.get(String(value)) ?? new Set();
      words.set(String(value), known.add(text.slice(span.start, span.end)));
    }
  }
  return words.size === 0 ? null : Object.fromEntries([...words].map(([value, said]) => [value, [...said]]));
}

export interface ListedParameters {
  readonly parameters: JsonObject;
  /** Top-level parameters that were said, and are in no list. */
  readonly unfilled: readonly Unfilled[];
  /** Where the query says a top-level value that was written otherwise than the list has it. */
  readonly spans: Readonly<Record<string, Span>>;
}

/** The parameters with values of the lists, for what is said otherwise; without those that no list has. */
export function listedParameters(tool: Tool, proposed: JsonObject, lists: OpenLists, query: string): ListedParameters {
  const root = tool.parameters;
  if (!root || listNamesIn(root).length === 0) return { parameters: proposed, unfilled: [], spans: {} };
  const properties = isJsonObject(root.properties) ? root.properties : {};
  const unfilled: Unfilled[] = [];
  const spans: [string, Span][] = [];
  const entries = Object.entries(proposed).flatMap(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!isJsonObject(property) || value === undefined) return [[name, value] as const];
    const strange: Strange[] = [];
    const listed = listedValue(value, property, { root, lists, depth: 0, strange });
    const [first] = strange;
    const said = first?.said ?? value;
    const [place] = typeof said === "string" ? literalPlaces(said, query) : [];
    if (first === undefined) {
      if (place && listed !== value) spans.push([name, place]);
      return [[name, listed] as const];
    }
    const { nearest } = first;
    unfilled.push({
      parameter: name,
      said: first.said,
      why: "not_an_option",
      ...place,
      ...(nearest.length > 0 && { nearest }),
    });
    return [];
  });
  return { parameters: Object.fromEntries(entries), unfilled, spans: Object.fromEntries(spans) };
}

interface Strange {
  readonly said: string;
  readonly nearest: readonly string[];
}

interface Looking {
  readonly root: JsonObject;
  readonly lists: OpenLists;
  readonly depth: number;
  readonly strange: Strange[];
}

function listedValue(value: JsonValue, given: JsonObject, looking: Looking): JsonValue {
  const { root, lists, depth, strange } = looking;
  if (depth > DEPTH_MAX) return value;
  const schema = plainSchema(given, root);
  const deeper = { ...looking, depth: depth + 1 };
  if (typeof value === "string") {
    const index = typeof schema[VALUES] === "string" ? lists.get(schema[VALUES])?.index : undefined;
    if (!index) return value;
    const meant = index.meaningOf(value) ?? index.meaningOf(value.replace(ENGLISH.naming.articleInFront, ""));
    if (meant === null)
      strange.push({ said: value, nearest: index.nearest(value, NEAREST_TOLD).map((near) => near.value) });
    return meant ?? value;
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    return isJsonObject(items) ? value.map((item: JsonValue) => listedValue(item, items, deeper)) : value;
  }
  if (!isJsonObject(value) || !isJsonObject(schema.properties)) return value;
  const { properties } = schema;
  const entries = Object.entries(value).map(([name, item]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isKnown = isJsonObject(property) && item !== undefined;
    return [name, isKnown ? listedValue(item, property, deeper) : item] as const;
  });
  return Object.fromEntries(entries);
}
