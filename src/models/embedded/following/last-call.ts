/** The call that a query may go on with. */
import { ENGLISH } from "#core/english/english.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import type { LocalTime } from "#core/local-time.ts";
import type { HistoryEntry } from "#core/ports/models.ts";
import { placesOf } from "#core/reading/places.ts";
import type { Span } from "#core/span.ts";
import { standingOf } from "../choosing/conversation.ts";
import type { JointReader, ReadableTool } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import { type Parameter, type ParameterType, propertyOf } from "../tool-parameters.ts";
import { valuesFrom } from "../values/parameter-values.ts";
import { saidAsOne, type Turn } from "./said-as-one.ts";

export interface LastCall {
  /** Position among the tools. */
  readonly tool: number;
  readonly readable: ReadableTool;
  /** As one sentence, where it was said in several. */
  readonly query: string;
  /** Without places: the query that goes on does not say them. */
  readonly values: readonly ParameterValue[];
  /** Where `query` says a value. */
  readonly places: ReadonlyMap<Parameter, Span>;
}

export interface LastCallParts {
  readonly tools: readonly ReadableTool[];
  readonly joint: JointReader;
  readonly now: LocalTime;
}

/** Null where nothing was called, or by a tool that is not there any more. */
export function lastCallOf(history: readonly HistoryEntry[], parts: LastCallParts): LastCall | null {
  const last = history.at(-1);
  const tool = parts.tools.findIndex(({ name }) => name === last?.tool);
  const readable = parts.tools[tool];
  if (!last || !readable) return null;
  const turns = turnsOf(history, readable, parts.tools);
  const values = turns.at(-1)?.values;
  if (!isAny(turns) || !values) return readAgain(history, tool, readable, parts);
  const query = saidAsOne(turns, (text, parameter, value) => placesIn(text, parameter, value, parts.now));
  const places = new Map<Parameter, Span>();
  for (const { parameter, value } of values) {
    const [place] = placesIn(query, parameter, value, parts.now);
    if (place) places.set(parameter, place);
  }
  return { tool, readable, query, values, places };
}

/** The last entries that are about one call, from the last sentence on that stood on its own; none where nobody told what was answered. */
function turnsOf(
  history: readonly HistoryEntry[],
  tool: ReadableTool,
  tools: readonly ReadableTool[],
): readonly Turn[] {
  const isOther = ({ tool: name, parameters }: HistoryEntry) => name !== tool.name || parameters === undefined;
  const own = history.slice(history.findLastIndex(isOther) + 1);
  const start = own.findLastIndex(({ query }) => standingOf(query, tools) === "whole");
  return own
    .slice(Math.max(0, start))
    .map(({ query, parameters = {} }) => ({ query, values: givenValues(parameters, tool) }));
}

function isAny(turns: readonly Turn[]): turns is readonly [Turn, ...Turn[]] {
  return turns.length > 0;
}

/** Where a text says a value of the parameter. */
export function placesIn(text: string, parameter: Parameter, value: JsonValue, now: LocalTime): readonly Span[] {
  const items: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  const [only] = items;
  if (items.length !== 1 || (typeof only !== "string" && typeof only !== "number")) return [];
  const { name } = parameter;
  const property = propertyOf(parameter);
  return placesOf({ name, value: only, property }, text, now, ENGLISH);
}

/** Nobody told what was answered: it is read once more, and what the queries before said to the same tool. */
function readAgain(
  history: readonly HistoryEntry[],
  tool: number,
  readable: ReadableTool,
  { joint, now }: LastCallParts,
): LastCall {
  const start = history.findLastIndex((entry) => entry.tool !== readable.name) + 1;
  const read = history
    .slice(start)
    .reverse()
    .map(({ query }) => valuesFrom(query, joint.read(query, readable), now));
  const places = new Map<Parameter, Span>();
  for (const { parameter, span } of read[0] ?? []) if (span) places.set(parameter, span);
  const known = new Set<Parameter>();
  const values = read.flat().flatMap((value) => {
    if (known.has(value.parameter) || value.why !== undefined) return [];
    known.add(value.parameter);
    return [{ ...value, span: null }];
  });
  return { tool, readable, query: history.at(-1)?.query ?? "", values, places };
}

/** The values of a call that was answered, as the tool has them now: what it would not take any more is left out. */
function givenValues(parameters: JsonObject, { parameters: own }: ReadableTool): readonly ParameterValue[] {
  return own.flatMap((parameter) =>
    foundAt(parameters, parameter).flatMap(({ value, item }): ParameterValue[] =>
      fitsIn(value, parameter)
        ? [{ parameter, value, span: null, dependsOnClock: false, ...(item > 0 && { item }) }]
        : [],
    ),
  );
}

/** More items of a list of objects are no longer carried over. */
const ITEMS_MAX = 32;

function foundAt(
  parameters: JsonObject,
  { path }: Parameter,
): readonly { readonly value: JsonValue; readonly item: number }[] {
  let found: readonly { readonly value: JsonValue; readonly item: number }[] = [{ value: parameters, item: 0 }];
  for (const { key, isList } of path) {
    found = found.flatMap(({ value: at, item }) => {
      const value = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
      if (value === undefined || value === null) return [];
      if (!isList) return [{ value, item }];
      const items: readonly JsonValue[] = Array.isArray(value) ? value : [];
      return items.slice(0, ITEMS_MAX).map((inner, index) => ({ value: inner, item: Math.max(item, index) }));
    });
  }
  return found;
}

/** Whether the parameter may have the value, as far as its type and its options tell. */
export function fitsIn(value: JsonValue, { type, itemType, choices }: Parameter): boolean {
  if (type === "array") {
    if (!Array.isArray(value)) return false;
    return value.every((item: JsonValue) => isOfType(item, itemType) && isChoice(item, choices));
  }
  return isOfType(value, type) && isChoice(value, choices);
}

function isChoice(value: JsonValue, choices: readonly JsonValue[]): boolean {
  return choices.length === 0 || choices.some((choice) => Bun.deepEquals(choice, value));
}

function isOfType(value: JsonValue, type: ParameterType): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isJsonObject(value);
  return typeof value === type;
}
