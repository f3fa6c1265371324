/** What a schema tells of the words of its values, checked when it is registered: `x-synonyms` and `x-examples`. */
import { invalid } from "../errors.ts";
import { isJsonObject, isText, type JsonObject, type JsonValue } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { nearMiss } from "../near-miss.ts";
import { keyOf } from "../reading/value-words.ts";
import { shownValue } from "../shown-value.ts";
import { codePointsIn } from "../text.ts";
import { plainSchema } from "./plain-schema.ts";
import { SchemaReferences } from "./schema-references.ts";
import { optionsOf, SYNONYMS } from "./synonyms.ts";
import { VALUES } from "./value-list-names.ts";

export const EXAMPLES = "x-examples";

/** Texts that a schema gives as examples of its values; none where the keyword is missing or has another form. */
export function examplesOf(schema: JsonObject): readonly string[] {
  const given = schema[EXAMPLES];
  return Array.isArray(given) ? given.filter(isText) : [];
}

/** Throws `validation_error` naming `field`, the place in the schema and what to write instead. */
export function checkSaidValues(root: JsonObject, field: string): void {
  if (!hasEither(root)) return;
  for (const { schema, path } of new SchemaReferences(root).schemas) {
    const fault = synonymFault(schema, plainSchema(schema, root)) ?? exampleFault(schema) ?? listFault(schema);
    if (fault !== null) throw invalid(field, `has at ${path} ${fault}`);
  }
}

function hasEither(value: JsonValue | undefined): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isJsonObject(value) && KEYWORDS.some((keyword) => Object.hasOwn(value, keyword))) return true;
  return Object.values(value).some(hasEither);
}

const KEYWORDS = [SYNONYMS, EXAMPLES, VALUES] as const;
const LIST_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** A list has the values and their other words: beside it nothing else does. */
function listFault(schema: JsonObject): string | null {
  const name = schema[VALUES];
  if (name === undefined) return null;
  if (!isText(name) || !LIST_NAME.test(name)) return `${VALUES} that is no name of a value list`;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (!types.includes("string")) return `${VALUES}, though its values are no texts: it belongs beside "type": "string"`;
  const other = ["enum", "const", SYNONYMS].find((keyword) => schema[keyword] !== undefined);
  return other === undefined ? null : `${VALUES} beside ${other}: the list has the values and their other words`;
}

function exampleFault({ [EXAMPLES]: given }: JsonObject): string | null {
  if (given === undefined) return null;
  const { valueExamplesMax, synonymCharactersMax } = LIMITS;
  if (!Array.isArray(given) || !given.every(isText)) return `${EXAMPLES} that are no list of texts`;
  if (given.length > valueExamplesMax) return `${given.length}/${valueExamplesMax} ${EXAMPLES}`;
  const fault = given.map((text) => textFault(text)).find((found) => found !== null);
  if (fault === undefined || fault === null) return null;
  return `an example in ${EXAMPLES} that ${fault}; at most ${synonymCharactersMax} characters with a letter or a sign`;
}

/** In words that go on from "the schema has at #/…". `plain`: the schema with what it refers to. */
function synonymFault({ [SYNONYMS]: given }: JsonObject, plain: JsonObject): string | null {
  if (given === undefined) return null;
  if (!isJsonObject(given))
    return `${SYNONYMS} that are no map from values to lists of texts, as in {"NYC": ["big apple"]}`;
  const misplaced = misplacedIn(plain);
  if (misplaced !== null) return misplaced;
  const options = optionsOf(plain)?.map(String) ?? null;
  /** By the words: the value that they mean already. */
  const meanings = new Map<string, string>();
  for (const value of options ?? Object.keys(given)) meanings.set(keyOf(value), value);
  for (const [value, synonyms] of Object.entries(given)) {
    const fault = valueFault(value, synonyms, options) ?? wordsFault(value, synonyms as readonly string[], meanings);
    if (fault !== null) return fault;
  }
  return null;
}

/** Only what is said as words has other words. */
function misplacedIn({ type, items, properties, enum: options }: JsonObject): string | null {
  const types = typeof type === "string" ? [type] : Array.isArray(type) ? type : null;
  const isList = items !== undefined || types?.includes("array");
  if (isList && options === undefined) return `${SYNONYMS} of a list: they belong into the schema of its items`;
  const isValue = options !== undefined || (types === null ? properties === undefined : types.includes("string"));
  return isValue ? null : `${SYNONYMS}, though its values are no texts: they belong beside a text or an enum`;
}

function valueFault(value: string, synonyms: JsonValue | undefined, options: readonly string[] | null): string | null {
  if (options !== null && !options.includes(value)) {
    const meant = nearMiss(value, options);
    const hint = meant === undefined ? "" : ` (did you mean ${shownValue(meant)}?)`;
    return `${SYNONYMS} of ${shownValue(value)}, which is no value of its enum${hint}`;
  }
  if (options === null && keyOf(value) === "")
    return `${SYNONYMS} of ${shownValue(value)}, which has no letter and no sign`;
  if (Array.isArray(synonyms) && synonyms.every(isText)) return null;
  return `${SYNONYMS} of ${shownValue(value)} that are no list of texts`;
}

function wordsFault(value: string, synonyms: readonly string[], meanings: Map<string, string>): string | null {
  for (const synonym of synonyms) {
    const fault = textFault(synonym);
    if (fault !== null) return `a synonym of ${shownValue(value)}, ${shownValue(synonym)}, that ${fault}`;
    const key = keyOf(synonym);
    const other = meanings.get(key);
    // What is written twice, or as the value itself, does no harm.
    if (other !== undefined && other !== value) {
      return `${shownValue(synonym)} as a synonym of ${shownValue(value)}, and as ${shownValue(other)} or a synonym of it: of two values none can be meant`;
    }
    meanings.set(key, value);
  }
  return null;
}

function textFault(text: string): string | null {
  const { synonymCharactersMax } = LIMITS;
  const characters = codePointsIn(text);
  if (characters > synonymCharactersMax) return `has ${characters}/${synonymCharactersMax} characters`;
  return keyOf(text) === "" ? "has no letter and no sign" : null;
}
