/** Calls that a bank remembers, put to use for another query: as votes, as templates, and for what a query leaves open. */
import { ENGLISH } from "#core/english/english.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import type { LocalTime } from "#core/local-time.ts";
import type { RelevantMemory, SimilarExample } from "#core/ports/models.ts";
import { dateShapeOf, datesIn } from "#core/reading/dates.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { literalPlaces, placesOf } from "#core/reading/places.ts";
import { hull, overlaps, type Span } from "#core/span.ts";
import type { ExampleVotes } from "../choosing/tool-choice.ts";
import { EXAMPLE_NEAR } from "../choosing/tool-fit.ts";
import { contentWords } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import { type Parameter, propertyOf } from "../tool-parameters.ts";
import { coveredWords, type SlottedText, slotWords, type WordRange } from "./remembered-slots.ts";

const WORDS = ENGLISH.asking;

export type RememberedCall = Extract<RelevantMemory, { readonly kind: "example" }>;

/** An example this near speaks about the same thing, so that what it says without words holds here as well. */
const CONSTANT_NEAR = 0.7;
/** For what would be missing otherwise. */
const REQUIRED_NEAR = 0.55;

export function rememberedCalls(memories: readonly RelevantMemory[]): readonly RememberedCall[] {
  return memories.filter((memory) => memory.kind === "example");
}

/** Of 0 to 1: at 1 more of what only sounds like a case would be answered as it, docs/measurements/teaching.md. */
const CASE_TRUST = 0.4;

/** A case says less of other words than an owner's examples do, which are there for that: its nearness counts less. */
export function asExample({ tool: of, query: text, similarity, isCase = false }: RememberedCall): SimilarExample {
  const nearer = Math.max(0, similarity - EXAMPLE_NEAR);
  return { of, text, similarity: isCase ? similarity - (1 - CASE_TRUST) * nearer : similarity };
}

/** What examples say: the owner's and those that banks remember count alike. `taught`: the tools that have any. */
export function votesOf(
  similar: readonly SimilarExample[],
  calls: readonly RememberedCall[],
  taught: readonly number[],
): ExampleVotes {
  const nearest = new Map<number, number>();
  for (const { of, similarity } of [...similar, ...calls.map(({ tool, similarity }) => ({ of: tool, similarity }))])
    nearest.set(of, Math.max(similarity, nearest.get(of) ?? -1));
  return { nearest, taught: new Set([...nearest.keys(), ...taught]) };
}

/** Whether two queries differ at most in case, white space and the sign at their end. */
export function isSameQuery(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(query: string): string {
  return query
    .trim()
    .replace(/(?<![\s.?!])[\s.?!]+$/u, "")
    .replace(/\s+/gu, " ")
    .toLowerCase();
}

// ── Where an example's values come from ────────────────────────────────────────────────────────────────────────────

/** How a remembered value relates to the remembered query. */
type Origin =
  /** The query does not say it. */
  | { readonly kind: "constant" }
  | { readonly kind: "said"; readonly span: Span }
  /** Said more than once, or only in part. */
  | { readonly kind: "unclear" };

interface Remembered {
  readonly parameter: Parameter;
  readonly value: JsonValue;
  readonly origin: Origin;
}

/** Of every parameter that the example gives a value. */
function rememberedValues(call: RememberedCall, tool: ReadableTool, now: LocalTime): readonly Remembered[] {
  return tool.parameters.flatMap((parameter) => {
    const value = valueAt(call.parameters, parameter);
    if (value === undefined || value === null) return [];
    return [{ parameter, value, origin: originOf(parameter, value, call.query, now) }];
  });
}

/** The example's query with the stretches that its values are from: the first, where a value is said more than once. */
export function slottedText(call: RememberedCall, tool: ReadableTool, now: LocalTime): SlottedText {
  const words = slotWords(call.query);
  const slots = new Map<Parameter, WordRange>();
  for (const parameter of tool.parameters) {
    const value = valueAt(call.parameters, parameter);
    const [place] = value === undefined ? [] : placesIn(call.query, parameter, value, now);
    const range = place && coveredWords(words, place);
    if (range) slots.set(parameter, range);
  }
  return { words, slots };
}

function originOf(parameter: Parameter, value: JsonValue, query: string, now: LocalTime): Origin {
  const items: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  const places = items.map((item) => placesIn(query, parameter, item, now));
  if (places.every((found) => found.length === 0)) return { kind: "constant" };
  const [only] = places;
  if (places.length > 1 || !only || only.length !== 1) return { kind: "unclear" };
  return { kind: "said", span: hull(only) };
}

function placesIn(query: string, parameter: Parameter, value: JsonValue, now: LocalTime): readonly Span[] {
  if (typeof value !== "string" && typeof value !== "number") return [];
  const { name } = parameter;
  const property = propertyOf(parameter);
  const places = placesOf({ name, value, property }, query, now, ENGLISH);
  if (places.length > 0) return places;
  // "tomorrow" was another day when it was remembered.
  const shape = dateShapeOf(parameter, ENGLISH);
  return shape ? datesIn(query, shape, now, ENGLISH).map(({ start, end }) => ({ start, end })) : [];
}

/** The value at the parameter's path; of a list that is entered, only an only item can be meant. */
function valueAt(parameters: JsonObject, parameter: Parameter): JsonValue | undefined {
  let at: JsonValue | undefined = parameters;
  for (const { key, isList } of parameter.path) {
    const inner: JsonValue | undefined = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
    at = isList && Array.isArray(inner) ? (inner.length === 1 ? (inner[0] as JsonValue) : undefined) : inner;
  }
  return at;
}

// ── The same query, or the same words around other values ──────────────────────────────────────────────────────────

/** Of a query that an example repeats: its values as they are, but for dates that are meant from today on. */
export function repeatedValues(
  call: RememberedCall,
  tool: ReadableTool,
  query: string,
  now: LocalTime,
): readonly ParameterValue[] {
  return rememberedValues(call, tool, now).map(({ parameter, value }): ParameterValue => {
    const shape = dateShapeOf(parameter, ENGLISH);
    const [date, ...more] = shape ? datesIn(query, shape, now, ENGLISH) : [];
    if (date?.dependsOnClock && more.length === 0) {
      const span = { start: date.start, end: date.end };
      return { parameter, value: date.value, span, dependsOnClock: true };
    }
    return { parameter, value, span: null, dependsOnClock: false };
  });
}

const VALUE_WORDS_MAX = 6;
const WORDS_AROUND_MIN = 2;

/**
 * The query's values by an example that has the same words around its own ("a table for 4 in Rome" from "a table for 2 in
 * Oslo"); null where anything does not fit.
 */
export function valuesByTemplate(
  call: RememberedCall,
  tool: ReadableTool,
  query: string,
  now: LocalTime,
): readonly ParameterValue[] | null {
  const remembered = rememberedValues(call, tool, now);
  if (remembered.some(({ origin }) => origin.kind === "unclear")) return null;
  const slots = slotsOf(remembered);
  const found = slots && partsBetween(call.query, slots, query);
  if (!found) return null;
  const copied = slots.map(({ parameter, said }, index) => readAs(parameter, said, query, found[index] as Span, now));
  if (copied.some((value) => value === null)) return null;
  const isOtherText = slots.some(({ parameter, said }, index) => {
    const { start, end } = found[index] as Span;
    return isFreeText(parameter) && !isSameQuery(said, query.slice(start, end));
  });
  const constants = remembered.filter(({ origin }) => origin.kind === "constant");
  if (constants.some(({ value }) => isSaidOtherwise(value, call.query, query))) return null;
  // What was only known along with the old text (the country of a city) need not hold for the new one.
  if (isOtherText && constants.some(({ parameter }) => isFreeText(parameter))) return null;
  return [
    ...(copied as readonly ParameterValue[]),
    ...constants.map(({ parameter, value }) => ({ parameter, value, span: null, dependsOnClock: false })),
  ];
}

interface Slot {
  readonly parameter: Parameter;
  readonly span: Span;
  /** What the example's query has there; set by `partsBetween`'s caller for comparing. */
  readonly said: string;
}

function slotsOf(remembered: readonly Remembered[]): readonly Slot[] | null {
  const slots = remembered
    .flatMap(({ parameter, value, origin }) =>
      origin.kind === "said" ? [{ parameter, span: origin.span, said: String(value) }] : [],
    )
    .sort((one, other) => one.span.start - other.span.start);
  if (slots.length === 0 || slots.some(({ parameter }) => parameter.type === "array")) return null;
  return slots.some((slot, index) => index > 0 && overlaps(slot.span, (slots[index - 1] as Slot).span)) ? null : slots;
}

/** What the query has in the place of each slot, when the words around are the same. */
function partsBetween(example: string, slots: readonly Slot[], query: string): readonly Span[] | null {
  const borders = [0, ...slots.flatMap(({ span }) => [span.start, span.end]), example.length];
  const around = slots.map((_, index) => example.slice(borders[2 * index], borders[2 * index + 1]));
  const tail = example.slice(borders.at(-2)).replace(/(?<![\s.?!])[\s.?!]+$/u, "");
  const isApart = around.slice(1).every((words) => /[\p{L}\p{N}]/u.test(words));
  const words = [...around, tail].join(" ").match(/[\p{L}\p{N}]+/gu) ?? [];
  if (!isApart || words.length < WORDS_AROUND_MIN) return null;
  return gapsBetween([...around, tail], query);
}

/**
 * The gaps between texts that follow each other, the first at the query's beginning and the last at its end. Each is looked
 * for once, where the one before ends: where the first place does not fit, no later one does. One pattern of all of them
 * would try every combination of places, which takes hours for ten gaps between equal words.
 */
function gapsBetween(texts: readonly string[], query: string): readonly Span[] | null {
  const gaps: Span[] = [];
  let end = 0;
  for (const [index, text] of texts.entries()) {
    const isLast = index === texts.length - 1;
    const pattern = new RegExp(`${escaped(text)}${isLast ? "[\\s.?!]*$" : ""}`, index === 0 ? "iuy" : "giu");
    // A gap is no shorter than a character.
    pattern.lastIndex = index === 0 ? query.length - query.trimStart().length : end + 1;
    const match = pattern.exec(query);
    if (!match) return null;
    if (index > 0) {
      if (/[\n\r\u2028\u2029]/u.test(query.slice(end, match.index))) return null;
      gaps.push(trimmedSpan(query, end, match.index));
    }
    end = match.index + match[0].length;
  }
  return gaps;
}

/** The words with any white space between them, and none needed at the ends. */
function escaped(text: string): string {
  const words = text.trim() === "" ? [] : text.trim().split(/\s+/u);
  const inner = words.map((word) => RegExp.escape(word)).join("\\s+");
  return `${/^\s/u.test(text) ? "\\s+" : ""}${inner}${words.length > 0 && /\s$/u.test(text) ? "\\s+" : ""}`;
}

function trimmedSpan(text: string, start: number, end: number): Span {
  const inner = text.slice(start, end);
  return { start: start + inner.length - inner.trimStart().length, end: end - inner.length + inner.trimEnd().length };
}

/** The stretch as the parameter's value; null when it is not one value of its kind. */
function readAs(parameter: Parameter, said: string, query: string, span: Span, now: LocalTime): ParameterValue | null {
  const text = query.slice(span.start, span.end);
  const shape = dateShapeOf(parameter, ENGLISH);
  if (shape) {
    const [date, ...more] = datesIn(text, shape, now, ENGLISH);
    if (!date || more.length > 0 || date.end - date.start < text.length) return null;
    return { parameter, value: date.value, span, dependsOnClock: date.dependsOnClock };
  }
  if (parameter.choices.length > 0) {
    const choice = parameter.choices.filter((value) => placesIn(text, parameter, value, now).length > 0);
    return choice.length === 1 ? { parameter, value: choice[0] as JsonValue, span, dependsOnClock: false } : null;
  }
  if (parameter.type === "integer" || parameter.type === "number") return numberAs(parameter, text, span);
  if (parameter.type !== "string") return null;
  const isOneValue =
    (text.match(WORDS.betweenValues)?.length ?? 0) <= (said.match(WORDS.betweenValues)?.length ?? 0) &&
    !/[.,;:!?]\s/u.test(text);
  if (!isOneValue || text.split(/\s+/u).length > VALUE_WORDS_MAX) return null;
  return { parameter, value: text, span, dependsOnClock: false };
}

function numberAs(parameter: Parameter, text: string, span: Span): ParameterValue | null {
  const [mention, ...more] = numbersIn(text, ENGLISH);
  const isWhole = mention !== undefined && more.length === 0 && mention.start === 0 && mention.end === text.length;
  if (!isWhole || (parameter.type === "integer" && !Number.isSafeInteger(mention.value))) return null;
  return { parameter, value: mention.value, span, dependsOnClock: false };
}

// ── What a query leaves open ───────────────────────────────────────────────────────────────────────────────────────

/**
 * The values with those that a near example has without its query saying them ("my usual coffee"), for parameters that
 * the query leaves open, or that were read from words which meant nothing of the kind in the example.
 */
export function withConstants(
  own: readonly ParameterValue[],
  calls: readonly RememberedCall[],
  tool: ReadableTool,
  query: string,
  now: LocalTime,
): readonly ParameterValue[] {
  const values = new Map(own.map((value) => [value.parameter, value]));
  const settled = new Set<Parameter>();
  for (const call of calls.filter(({ similarity }) => similarity >= REQUIRED_NEAR)) {
    const remembered = rememberedValues(call, tool, now);
    const isOtherText = remembered.some(
      ({ parameter, origin }) =>
        origin.kind === "said" &&
        isFreeText(parameter) &&
        literalPlaces(call.query.slice(origin.span.start, origin.span.end), query).length === 0,
    );
    for (const { parameter, value, origin } of remembered) {
      if (origin.kind !== "constant" || settled.has(parameter) || (isOtherText && isFreeText(parameter))) continue;
      if (isSaidOtherwise(value, call.query, query)) continue;
      const present = values.get(parameter);
      const isMissing = !present && parameter.isRequired && !parameter.hasDefault;
      if (call.similarity < CONSTANT_NEAR && !isMissing) continue;
      if (present && !isReadInto(present, query, call.query)) continue;
      values.set(parameter, { parameter, value, span: null, dependsOnClock: false });
      settled.add(parameter);
    }
  }
  return tool.parameters.flatMap((parameter) => values.get(parameter) ?? []);
}

/**
 * Whether the example says words of the value, in another order or in part, and the query says other words in their place: the large
 * one of "my usual coffee" is none for "my usual tea".
 */
function isSaidOtherwise(value: JsonValue, example: string, query: string): boolean {
  const texts = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
  const inExample = new Set(contentWords(example));
  const inQuery = new Set(contentWords(query));
  const echoed = texts.flatMap(contentWords).filter((word) => inExample.has(word));
  return echoed.some((word) => !inQuery.has(word)) && inQuery.difference(inExample).size > 0;
}

/** Whether a value was guessed, or read from words that the example's query has too. */
function isReadInto({ span }: ParameterValue, query: string, example: string): boolean {
  return span === null || literalPlaces(query.slice(span.start, span.end), example).length > 0;
}

function isFreeText({ type, choices }: Parameter): boolean {
  return type === "string" && choices.length === 0;
}

/** Those of a tool, by its position. */
export function examplesOf(tool: number, calls: readonly RememberedCall[]): readonly RememberedCall[] {
  return calls.filter((call) => call.tool === tool);
}
