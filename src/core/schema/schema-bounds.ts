import { invalid } from "../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { checkMarks } from "../text.ts";
import { patternSize } from "./pattern-size.ts";

/** They depend on how the validation got where it is: nothing can be said beforehand of where they lead. */
const UNFORESEEABLE = ["$dynamicRef", "$recursiveRef"] as const;

/** Objects and items of lists in a schema, itself included: what reading it, and reading with it, costs grows with them. */
export function partsOf(value: JsonValue | undefined): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, item) => sum + (isCounted(value, item) ? partsOf(item) : 0), 1);
}

/** Of an object's values only what has parts itself counts: `{"type": "string"}` is one part. */
function isCounted(holder: JsonValue, item: JsonValue | undefined): boolean {
  return Array.isArray(holder) || (typeof item === "object" && item !== null);
}

/** Of a path in what an error says. */
const PATH_CHARACTERS_MAX = 200;

/** What a schema may cost whoever reads it, reads with it or checks a value against it. */
export interface SchemaSize {
  readonly parts: number;
  /** Of all its patterns, see `patternSize`. */
  readonly patternSteps: number;
}

/** By the schema's identity: a set adds up the sizes of all its schemas before it has the first one read. */
const sizes = new WeakMap<JsonObject, SchemaSize>();

/** Throws `validation_error` naming `field` and the place in it where the schema is larger than one of a tool may be. */
export function checkedSize(schema: JsonObject, field: string): SchemaSize {
  const known = sizes.get(schema);
  if (known) return known;
  const size = measuredSize(schema, field);
  sizes.set(schema, size);
  return size;
}

function measuredSize(schema: JsonObject, field: string): SchemaSize {
  const { schemaBytesMax, schemaPartsMax, patternStepsPerToolMax } = LIMITS;
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  if (bytes > schemaBytesMax) throw invalid(field, `has ${bytes}/${schemaBytesMax} bytes as JSON`);
  const parts = partsOf(schema);
  if (parts > schemaPartsMax) {
    throw invalid(field, `has ${parts}/${schemaPartsMax} parts: schemas, lists and the items of lists`);
  }
  const patternSteps = patternStepsIn(schema, field, "#");
  if (patternSteps > patternStepsPerToolMax) {
    throw invalid(field, `has patterns of ${patternSteps}/${patternStepsPerToolMax} steps in all`);
  }
  return { parts, patternSteps };
}

/** The steps of all patterns, while every text is checked. */
function patternStepsIn(value: JsonValue | undefined, field: string, path: string): number {
  if (typeof value === "string") checkSchemaText(value, LIMITS.schemaTextCharactersMax, field, path);
  if (Array.isArray(value)) {
    return value.reduce((sum: number, item: JsonValue, at) => sum + patternStepsIn(item, field, `${path}/${at}`), 0);
  }
  if (!isJsonObject(value)) return 0;
  let steps = typeof value.pattern === "string" ? stepsOf(value.pattern, field, path) : 0;
  for (const [name, item] of Object.entries(value)) {
    checkSchemaText(name, LIMITS.schemaNameCharactersMax, field, path);
    if (path.endsWith("/patternProperties")) steps += stepsOf(name, field, path);
    steps += patternStepsIn(item, field, `${path}/${name}`.slice(-PATH_CHARACTERS_MAX));
  }
  return steps;
}

function stepsOf(pattern: string, field: string, path: string): number {
  const steps = patternSize(pattern);
  const { patternStepsMax } = LIMITS;
  if (steps > patternStepsMax) throw invalid(field, `has a pattern of ${steps}/${patternStepsMax} steps at ${path}`);
  return steps;
}

function checkSchemaText(text: string, charactersMax: number, field: string, path: string): void {
  if (text.length > charactersMax) {
    throw invalid(field, `has a text of ${text.length}/${charactersMax} characters at ${path}`);
  }
  checkMarks(field, text);
}

/** A keyword of the schema that is not supported wherever it stands; null without one. */
export function unforeseeableKeywordIn(value: JsonValue | undefined): string | null {
  if (typeof value !== "object" || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    if (UNFORESEEABLE.some((keyword) => keyword === key)) return key;
    const found = unforeseeableKeywordIn(item);
    if (found !== null) return found;
  }
  return null;
}
