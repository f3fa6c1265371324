import { isJsonObject, isListOf, isNumber, isText, type JsonObject, type JsonValue } from "../json.ts";
import { shownValue } from "../shown-value.ts";
import { formAdvice, schemaAdvice } from "./form-advice.ts";
import { type Holding, holdingOf, TYPES } from "./keywords.ts";

/** What the value of a keyword has to be. */
interface Form {
  readonly isMet: (value: JsonValue) => boolean;
  readonly expected: string;
}

const isSchema = (value: JsonValue | undefined) => isJsonObject(value) || typeof value === "boolean";
const isTypeName = (value: JsonValue): value is string => TYPES.some((type) => type === value);
const isNames = (value: JsonValue | undefined) => isListOf(value, isText) && new Set(value).size === value.length;
const isMapOf = (isItem: (value: JsonValue | undefined) => boolean) => (value: JsonValue) =>
  isJsonObject(value) && Object.values(value).every(isItem);

const TEXT: Form = { isMet: isText, expected: "a text" };
const NUMBER: Form = { isMet: isNumber, expected: "a number" };
const BOOLEAN: Form = { isMet: (value) => typeof value === "boolean", expected: "true or false" };
const LIST: Form = { isMet: Array.isArray, expected: "a list" };
const COUNT: Form = {
  isMet: (value) => Number.isInteger(value) && Number(value) >= 0,
  expected: "a whole number from 0",
};
const NAMES: Form = { isMet: isNames, expected: "a list of names, each once" };

/** As the draft's own schema has them, with `nullable` of OpenAPI 3.0. Other keywords may have any value. */
const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ...["$schema", "$ref", "$comment", "title", "description", "format", "pattern", "contentEncoding"].map(
    (keyword) => [keyword, TEXT] as const,
  ),
  ["contentMediaType", TEXT],
  ["$id", { isMet: (value) => isText(value) && /^[^#]*#?$/.test(value), expected: "a URI without a fragment" }],
  [
    "$anchor",
    {
      isMet: (value) => isText(value) && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value),
      expected: "a name of letters and digits",
    },
  ],
  ...["maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum"].map((keyword) => [keyword, NUMBER] as const),
  ["multipleOf", { isMet: (value) => isNumber(value) && value > 0, expected: "a number over 0" }],
  ...["maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"].map(
    (keyword) => [keyword, COUNT] as const,
  ),
  ["maxContains", COUNT],
  ["minContains", COUNT],
  ...["uniqueItems", "deprecated", "readOnly", "writeOnly", "nullable"].map((keyword) => [keyword, BOOLEAN] as const),
  ["enum", LIST],
  ["examples", LIST],
  ["required", NAMES],
  ["dependentRequired", { isMet: isMapOf(isNames), expected: "a map from names to lists of names" }],
  [
    "dependencies",
    {
      isMet: isMapOf((item) => isSchema(item) || isNames(item)),
      expected: "a map from names to schemas or lists of names",
    },
  ],
  [
    "type",
    {
      isMet: (value) => isTypeName(value) || (isListOf(value, isTypeName) && value.length > 0 && isNames(value)),
      expected: `one of ${TYPES.join(", ")}, or a list of them`,
    },
  ],
]);

const HELD = {
  schema: { isMet: isSchema, expected: "a schema: an object, true or false" },
  list: {
    isMet: (value: JsonValue) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
    expected: "a list of one or more schemas",
  },
  map: { isMet: isMapOf(isSchema), expected: "a map from names to schemas" },
} as const satisfies Record<string, Form>;

/**
 * What a keyword of this schema has that it may not have, and what to write instead, in words that go on from "parameters: "; null where
 * all is as the draft wants it. `path` is that of the schema, as in `#/properties/city`. What is below it is not looked at.
 */
export function formFaultIn(schema: JsonObject, path: string): string | null {
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === undefined) continue;
    const holding = holdingOf(keyword);
    const form = FORMS.get(keyword) ?? (holding === null ? undefined : HELD[holding]);
    if (form === undefined || form.isMet(value)) continue;
    const held = FORMS.has(keyword) || holding === null ? null : heldFault(value, holding, `${path}/${keyword}`);
    return held ?? told(`${path}/${keyword}`, value, form, formAdvice(keyword, value, schema, path));
  }
  return null;
}

/** Of a list or a map of schemas, the first of them that is none. */
function heldFault(value: JsonValue, holding: Holding, path: string): string | null {
  if (holding === "list" ? !Array.isArray(value) : holding !== "map" || !isJsonObject(value)) return null;
  const wrong = Object.entries(value as JsonObject).find(([, item]) => item !== undefined && !isSchema(item));
  if (wrong === undefined) return null;
  const [name, item] = wrong as [string, JsonValue];
  return told(`${path}/${name}`, item, HELD.schema, schemaAdvice(item));
}

function told(path: string, value: JsonValue, { expected }: Form, advice: string | null): string {
  return `${path} is ${shownValue(value)}, and must be ${expected}${advice === null ? "" : `; ${advice}`}`;
}
