import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";
import type { Span } from "./ports.ts";
import { dateShapeOf, datesIn } from "./reading/dates.ts";
import { numbersIn } from "./reading/numbers.ts";
import type { Instant } from "./tenant.ts";

/** Where a parameter's value came from. `inferred`: from nowhere that the server can see. */
export interface Evidence {
  readonly kind: "query" | "context" | "history" | "memory" | "default" | "inferred";
  /** Half-open, in code points of the query or the context as it was sent. */
  readonly start?: number;
  readonly end?: number;
}

export type EvidenceMap = Readonly<Record<string, Evidence>>;

/** Everything that a value may have come from. Texts are as they were checked, see `checkedText`. */
export interface Sources {
  readonly query: string;
  readonly context: string | null;
  /** Earlier queries. */
  readonly history: readonly string[];
  /** Texts and values of the memories that were put to use. */
  readonly memories: readonly { readonly text: string; readonly parameters: JsonObject }[];
  /** What the model says it copied, in UTF-16 code units of the query. */
  readonly spans: Readonly<Record<string, Span>>;
  readonly now: Instant;
}

/**
 * The source of each top-level parameter, whatever model proposed it: found as it stands, or in another form ("two" for 2,
 * "tomorrow" for a date, an option in other letters). Offsets are UTF-16 code units of the checked texts.
 */
export function evidenceOf(
  parameters: JsonObject,
  schema: JsonObject | undefined,
  defaultsApplied: readonly string[],
  sources: Sources,
): EvidenceMap {
  const properties = isJsonObject(schema?.["properties"]) ? schema["properties"] : {};
  const entries = Object.entries(parameters).map(([name, value]) => {
    const property = isJsonObject(properties[name]) ? properties[name] : {};
    if (defaultsApplied.includes(name)) return [name, { kind: "default" }] as const;
    return [name, sourceOf({ name, value: value as JsonValue, property }, sources)] as const;
  });
  // A parameter may be called `__proto__`.
  return Object.fromEntries(entries);
}

interface Valued {
  readonly name: string;
  readonly value: JsonValue;
  readonly property: JsonObject;
}

function sourceOf(valued: Valued, sources: Sources): Evidence {
  const { query, context, history, memories, spans, now } = sources;
  const copied = Object.hasOwn(spans, valued.name) ? spans[valued.name] : undefined;
  const inQuery = copied ?? placeOf(valued, query, now);
  if (inQuery) return { kind: "query", ...inQuery };
  const inContext = context === null ? null : placeOf(valued, context, now);
  if (inContext) return { kind: "context", ...inContext };
  if (history.some((text) => placeOf(valued, text, now))) return { kind: "history" };
  const remembered = memories.some(
    ({ text, parameters }) => placeOf(valued, text, now) || same(parameters[valued.name], valued.value),
  );
  return { kind: remembered ? "memory" : "inferred" };
}

/** Where a text says the value; of a list or an object the stretch that holds all it consists of. */
function placeOf({ name, value, property }: Valued, text: string, now: Instant): Span | null {
  if (typeof value === "string") return placeOfText(value, property, text, now);
  if (typeof value === "number") return placeOfNumber(value, text);
  if (typeof value === "boolean") return placeOfWords(wordsOf(name), text);
  if (value === null) return null;
  const parts = Array.isArray(value)
    ? value.map((item: JsonValue) => ({ name, value: item, property: schemaIn(property, "items") }))
    : Object.entries(value).map(([key, item]) => {
        const properties = schemaIn(property, "properties");
        return { name: key, value: item as JsonValue, property: schemaIn(properties, key) };
      });
  const places = parts.map((part) => placeOf(part, text, now));
  return places.length > 0 && places.every((place) => place !== null) ? hull(places) : null;
}

function schemaIn(schema: JsonObject, key: string): JsonObject {
  const inner = Object.hasOwn(schema, key) ? schema[key] : undefined;
  return isJsonObject(inner) ? inner : {};
}

function placeOfText(value: string, property: JsonObject, text: string, now: Instant): Span | null {
  const literal = placeOfLiteral(value, text);
  if (literal) return literal;
  const { format, description } = property;
  const shape = dateShapeOf({
    type: "string",
    format: typeof format === "string" ? format : ISO_DATE.test(value) ? "date" : "",
    description: typeof description === "string" ? description : "",
  });
  const date = shape && datesIn(text, shape, new Date(now)).find((mention) => mention.value === value);
  if (date) return { start: date.start, end: date.end };
  if (NUMERIC.test(value)) return placeOfNumber(Number(value), text);
  return Array.isArray(property["enum"]) ? placeOfWords(wordsOf(value), text) : null;
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
const NUMERIC = /^-?\d+(?:\.\d+)?$/;

/** The value as it stands, whatever its case and white space, as whole words. */
function placeOfLiteral(value: string, text: string): Span | null {
  const words = value
    .trim()
    .split(/\s+/u)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  if (words.length === 0 || words[0] === "") return null;
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${words.join("\\s+")}(?![\\p{L}\\p{N}])`, "iu").exec(text);
  return found && { start: found.index, end: found.index + found[0].length };
}

function placeOfNumber(value: number, text: string): Span | null {
  const mention = numbersIn(text).find(
    (number) => number.value === value || (number.isPercent && Math.abs(number.value / 100 - value) < 1e-9),
  );
  return mention ? { start: mention.start, end: mention.end } : null;
}

/** Shorter words say nothing on their own; longer ones count by how they begin: "smoking" for "smoke". */
const STEM_LETTERS_MIN = 3;
const STEM_LETTERS = 5;

/** All the words, each in some form, anywhere in the text. */
function placeOfWords(words: readonly string[], text: string): Span | null {
  const stems = words.filter((word) => word.length >= STEM_LETTERS_MIN).map((word) => word.slice(0, STEM_LETTERS));
  if (stems.length === 0) return null;
  const spoken = [...text.matchAll(/[\p{L}\p{N}]+/gu)];
  const places = stems.map((stem) => {
    const found = spoken.find((word) => word[0].toLowerCase().startsWith(stem));
    return found ? { start: found.index, end: found.index + found[0].length } : null;
  });
  return places.every((place) => place !== null) ? hull(places) : null;
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, " ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

function hull(places: readonly Span[]): Span {
  return { start: Math.min(...places.map(({ start }) => start)), end: Math.max(...places.map(({ end }) => end)) };
}

function same(one: JsonValue | undefined, other: JsonValue): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}
