/**
 * `x-synonyms`, a keyword of a value's schema: other words for its values, as in `{"NYC": ["new york", "big apple"]}`. Beside an
 * `enum` the names are values of it; without one any text that is said by a synonym becomes the name.
 */
import { isJsonObject, isText, type JsonObject, type JsonValue } from "../json.ts";
import { isWhole, joinedWords, keyOf, type ValueWord, valueWords } from "../reading/value-words.ts";
import { isWithin, overlaps, type Span } from "../span.ts";
import { plainSchema } from "./plain-schema.ts";

export const SYNONYMS = "x-synonyms";

export interface ValueMention {
  readonly span: Span;
  readonly value: string | number;
  /** Whether the text has the value's own words, not a synonym. */
  readonly isOwn: boolean;
}

interface Entry {
  readonly value: string | number;
  readonly isOwn: boolean;
}

/** Words that mean values. Of two values that the same words mean the first counts. */
export class MeantWords {
  readonly #entries = new Map<string, Entry>();
  /** By a first word: of how many words those are that begin with it, the longest first. */
  readonly #lengths = new Map<string, number[]>();

  add(words: string, entry: Entry): void {
    const all = valueWords(words);
    const [first] = all;
    const key = joinedWords(all);
    if (!first || this.#entries.has(key)) return;
    this.#entries.set(key, entry);
    const lengths = this.#lengths.get(first.folded) ?? [];
    if (lengths.includes(all.length)) return;
    lengths.push(all.length);
    lengths.sort((one, other) => other - one);
    this.#lengths.set(first.folded, lengths);
  }

  /** What the whole text means: a value, or that of which it is a synonym; null for neither. */
  meaningOf(text: string): ValueMention["value"] | null {
    return this.#entries.get(keyOf(text))?.value ?? null;
  }

  /** Where the text says a value or a synonym, as whole words, in its order. Of two that overlap the longer counts. */
  mentionsIn(text: string): readonly ValueMention[] {
    const words = valueWords(text);
    const found = words.flatMap((_, at) => this.#mentionsAt(at, words, text));
    const longestFirst = found.toSorted(
      (one, other) => lengthOf(other) - lengthOf(one) || one.span.start - other.span.start,
    );
    const kept: ValueMention[] = [];
    for (const mention of longestFirst) {
      if (!kept.some(({ span }) => overlaps(span, mention.span))) kept.push(mention);
    }
    return kept.toSorted((one, other) => one.span.start - other.span.start);
  }

  #mentionsAt(at: number, words: readonly ValueWord[], text: string): readonly ValueMention[] {
    for (const length of this.#lengths.get((words[at] as ValueWord).folded) ?? []) {
      const said = words.slice(at, at + length);
      const entry = said.length === length ? this.#entries.get(joinedWords(said)) : undefined;
      if (!entry || !isWhole(text, said)) continue;
      const span = { start: (said[0] as ValueWord).start, end: (said.at(-1) as ValueWord).end };
      return [{ span, value: entry.value, isOwn: entry.isOwn }];
    }
    return [];
  }
}

/** The synonyms of one schema. What they may not be is said when a set is registered. */
export class Synonyms {
  readonly #words = new MeantWords();
  /** Of each synonym; made when it is first asked for. */
  #wanted: readonly (readonly string[])[] | null = null;
  readonly #of = new Map<string, readonly string[]>();
  readonly #values: readonly (string | number)[];

  /** `own`: every value that has words of its own; `given`: what else is said for some of them. */
  constructor(own: readonly (string | number)[], given: ReadonlyMap<string | number, readonly string[]>) {
    for (const value of own) this.#words.add(String(value), { value, isOwn: true });
    this.#values = [...given.keys()];
    for (const [value, synonyms] of given) {
      this.#of.set(String(value), synonyms);
      for (const synonym of synonyms) this.#words.add(synonym, { value, isOwn: false });
    }
  }

  /** Of a value; none for one that has no synonyms. */
  of(value: JsonValue): readonly string[] {
    return typeof value === "string" || typeof value === "number" ? (this.#of.get(String(value)) ?? []) : [];
  }

  /** The values that have synonyms. */
  values(): readonly (string | number)[] {
    return this.#values;
  }

  /** As `MeantWords` has it. */
  meaningOf(text: string): ValueMention["value"] | null {
    return this.#words.meaningOf(text);
  }

  /** As `MeantWords` has it. */
  mentionsIn(text: string): readonly ValueMention[] {
    return this.#words.mentionsIn(text);
  }

  /** Where the text says this value; not where the words are of a longer one that means another. */
  placesOf(value: JsonValue, text: string): readonly Span[] {
    return this.mentionsIn(text).flatMap((mention) => (mention.value === value ? [mention.span] : []));
  }

  /** Whether the words there are a part of what means another value. */
  isOthers(span: Span, value: JsonValue, text: string): boolean {
    return this.mentionsIn(text).some((mention) => mention.value !== value && isWithin(span, mention.span));
  }

  /** Whether the whole text is nearly a synonym, each of its words by `isNear`: one that has a slip in it, say. */
  isNear(text: string, isNear: (one: string, other: string) => boolean): boolean {
    this.#wanted ??= [...this.#of.values()].flat().map((synonym) => valueWords(synonym).map(({ folded }) => folded));
    const words = valueWords(text);
    const isSaid = (wanted: readonly string[]) => words.every(({ folded }, at) => isNear(folded, wanted[at] as string));
    return this.#wanted.some((wanted) => wanted.length === words.length && isSaid(wanted));
  }
}

function lengthOf({ span }: ValueMention): number {
  return span.end - span.start;
}

/** By the schema's identity: sets that are in use are the same objects from request to request. */
const remembered = new WeakMap<JsonObject, Synonyms | null>();

/** The synonyms that this schema gives, not one that stands in it; null without any. What has a wrong form is passed over. */
export function synonymsOf(schema: JsonObject): Synonyms | null {
  const given = schema[SYNONYMS];
  if (!isJsonObject(given)) return null;
  const known = remembered.get(schema);
  if (known !== undefined) return known;
  const options = optionsOf(schema);
  const listed = Object.entries(given).flatMap(([name, words]) => {
    const value = options === null ? name : options.find((option) => String(option) === name);
    return value === undefined || !Array.isArray(words) ? [] : [[value, words.filter(isText)] as const];
  });
  const own = options ?? listed.map(([value]) => value);
  const made = listed.length === 0 ? null : new Synonyms(own, new Map(listed));
  remembered.set(schema, made);
  return made;
}

/** The texts and numbers that the schema enumerates; null where it enumerates nothing. */
export function optionsOf(schema: JsonObject): readonly (string | number)[] | null {
  if (!Array.isArray(schema.enum)) return typeof schema.const === "string" ? [schema.const] : null;
  return schema.enum.filter((value: JsonValue) => typeof value === "string" || typeof value === "number");
}

/** Values are nested no deeper than this where synonyms are looked for. */
const DEPTH_MAX = 16;
const holding = new WeakMap<JsonObject, boolean>();

/** Whether the keyword stands anywhere in the schema. */
export function hasSynonyms(schema: JsonObject): boolean {
  const known = holding.get(schema);
  if (known !== undefined) return known;
  const found = isAnywhere(schema);
  holding.set(schema, found);
  return found;
}

function isAnywhere(value: JsonValue | undefined): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isJsonObject(value) && Object.hasOwn(value, SYNONYMS)) return true;
  return Object.values(value).some(isAnywhere);
}

/** The parameters with the value itself wherever a synonym stands for one. */
export function withoutSynonyms(parameters: JsonObject, schema: JsonObject): JsonObject {
  return hasSynonyms(schema) ? (canonical(parameters, schema, schema, 0) as JsonObject) : parameters;
}

function canonical(value: JsonValue, given: JsonObject, root: JsonObject, depth: number): JsonValue {
  if (depth > DEPTH_MAX) return value;
  const schema = plainSchema(given, root);
  if (typeof value === "string") return meant(value, schema);
  if (Array.isArray(value)) {
    const { items } = schema;
    return isJsonObject(items) ? value.map((item: JsonValue) => canonical(item, items, root, depth + 1)) : value;
  }
  if (!isJsonObject(value) || !isJsonObject(schema.properties)) return value;
  const { properties } = schema;
  const entries = Object.entries(value).map(([name, item]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isKnown = isJsonObject(property) && item !== undefined;
    return [name, isKnown ? canonical(item, property, root, depth + 1) : item] as const;
  });
  return Object.fromEntries(entries);
}

/** A value that the schema has as it stands is meant as it stands. */
function meant(value: string, schema: JsonObject): JsonValue {
  const synonyms = synonymsOf(schema);
  if (synonyms === null || optionsOf(schema)?.includes(value)) return value;
  return synonyms.meaningOf(value) ?? value;
}
