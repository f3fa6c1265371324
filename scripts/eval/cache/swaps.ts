/** Sentences that look like a known one and mean something else. */
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { Tool } from "#core/toolset.ts";
import { fits } from "./bfcl-sentences.ts";
import type { Chance } from "./chance.ts";
import { numberWord } from "./numbers.ts";
import { NO_CALL, parametersIn, plain, type Segment, type Sentence, valueTextsOf } from "./sentence.ts";
import { meaningOf, snipsWithValues } from "./snips-sentences.ts";

/** Values that sentences really have, to swap for others. */
export class Values {
  /** By `tool slot` for SNIPS, by `parameter type` for BFCL: there a tool seldom has two sentences. */
  readonly #texts = new Map<string, string[]>();
  readonly #places = new Map<string, Set<string>>();

  constructor(sentences: readonly Sentence[]) {
    for (const sentence of sentences) {
      for (const [parameter, text] of valueTextsOf(sentence)) grow(this.#texts, kindOf(sentence, parameter), text);
      for (const [index, { parameter }] of sentence.segments.entries()) {
        const place = placeOf(sentence, index);
        if (parameter !== null) this.#places.set(place, (this.#places.get(place) ?? new Set()).add(parameter));
      }
    }
  }

  /** Other texts for the parameter, each once. Long runs of digits look like secrets of somebody. */
  others(sentence: Sentence, parameter: string): readonly string[] {
    const present = valueTextsOf(sentence).get(parameter) ?? "";
    const texts = [...new Set(this.#texts.get(kindOf(sentence, parameter)) ?? [])];
    return texts.filter(
      (text) =>
        plain(text) !== plain(present) &&
        meaningOf(parameter, text) !== meaningOf(parameter, present) &&
        !/\d{5,}/.test(text),
    );
  }

  ofSlot(tool: string | null, slot: string): readonly string[] {
    return this.#texts.get(`${tool} ${slot}`) ?? [];
  }

  /** Parameters that stand between the same two words in other sentences of the tool. */
  inSamePlace(sentence: Sentence, index: number): readonly string[] {
    return [...(this.#places.get(placeOf(sentence, index)) ?? [])];
  }
}

function grow(map: Map<string, string[]>, key: string, text: string): void {
  const texts = map.get(key);
  if (texts) texts.push(text);
  else map.set(key, [text]);
}

function kindOf({ source, call }: Sentence, parameter: string): string {
  return source === "snips" ? `${call.tool} ${parameter}` : `${parameter} ${typeof call.parameters[parameter]}`;
}

function placeOf({ segments, call }: Sentence, index: number): string {
  const before = segments[index - 1]?.text.toLowerCase().trim().split(/\s+/).at(-1) || "^";
  const after = segments[index + 1]?.text.toLowerCase().trim().split(/\s+/).at(0) || "$";
  return `${call.tool} ${before} ${after}`;
}

/** One value changed; null where there is no other. */
export function otherValue(
  sentence: Sentence,
  parameter: string,
  values: Values,
  tool: Tool,
  chance: Chance,
): Sentence | null {
  const text = otherText(sentence, parameter, values, chance);
  if (text === null) return null;
  if (sentence.source === "snips") {
    const texts = new Map(valueTextsOf(sentence)).set(parameter, text);
    return snipsWithValues(sentence, texts);
  }
  const before = sentence.call.parameters[parameter];
  const value = typeof before === "number" ? Number(text) : text;
  return withParameters(sentence, { ...sentence.call.parameters, [parameter]: value }, { [parameter]: text }, tool);
}

function otherText(sentence: Sentence, parameter: string, values: Values, chance: Chance): string | null {
  const value = sentence.call.parameters[parameter];
  if (typeof value !== "number") return chance.pickOrNull(values.others(sentence, parameter));
  const text = valueTextsOf(sentence).get(parameter) ?? "";
  if (sentence.source === "snips") {
    const other = chance.pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((number) => number !== value));
    return /\d/.test(text) ? String(other) : (numberWord(other) ?? String(other));
  }
  if (!Number.isInteger(value)) return String(Number((value + chance.pick([0.5, 1.5, 2.25])).toFixed(4)));
  const others = [value + 1, value + 2, value * 2, value * 10, Math.max(0, value - 1), value + 7];
  return String(chance.pick(others.filter((number) => number !== value)));
}

function withParameters(
  sentence: Sentence,
  parameters: JsonObject,
  texts: Readonly<Record<string, string>>,
  tool: Tool,
): Sentence | null {
  const call = { ...sentence.call, parameters };
  if (!fits(call, tool)) return null;
  const segments = sentence.segments.map((segment) =>
    segment.parameter === null ? segment : { ...segment, text: texts[segment.parameter] ?? segment.text },
  );
  return { ...sentence, segments, call };
}

const ROLES: readonly (readonly [string, string])[] = [
  ["origin", "destination"],
  ["from", "to"],
  ["start", "end"],
  ["source", "target"],
  ["team1", "team2"],
  ["departure", "arrival"],
  ["sender", "receiver"],
];

/** Two values exchanged; null where no two could be mistaken for each other. */
export function exchangedRoles(sentence: Sentence, tool: Tool): Sentence | null {
  const names = parametersIn(sentence);
  const { parameters } = sentence.call;
  const texts = valueTextsOf(sentence);
  for (const [index, one] of names.entries()) {
    for (const other of names.slice(index + 1)) {
      const [first, second] = [parameters[one], parameters[other]];
      if (first === second || !areRoles(one, first, other, second)) continue;
      const swapped = { ...parameters, [one]: second, [other]: first } as JsonObject;
      return withParameters(sentence, swapped, { [one]: texts.get(other) ?? "", [other]: texts.get(one) ?? "" }, tool);
    }
  }
  return null;
}

function areRoles(one: string, first: JsonValue | undefined, other: string, second: JsonValue | undefined): boolean {
  if (typeof first === "number" && typeof second === "number") return true;
  if (typeof first !== "string" || typeof second !== "string") return false;
  const [left, right] = [one.toLowerCase(), other.toLowerCase()];
  return ROLES.some(
    ([from, to]) => (left.includes(from) && right.includes(to)) || (left.includes(to) && right.includes(from)),
  );
}

/** "don't …": nothing is to be done. */
export function negated(sentence: Sentence): Sentence | null {
  const [first, ...rest] = sentence.segments;
  if (!first || first.parameter !== null) return null;
  if (!/^(add|put|book|play|rate|give|find|show|reserve|search|make)\b/i.test(first.text)) return null;
  const text = `don't ${first.text.slice(0, 1).toLowerCase()}${first.text.slice(1)}`;
  return { ...sentence, segments: [{ text, parameter: null }, ...rest], call: NO_CALL };
}

/** What else could have been said at the end, by tool: the slot, and the words before it. */
const ADDITIONS: Readonly<Record<string, readonly [string, string]>> = {
  get_weather: ["timeRange", " "],
  book_restaurant: ["timeRange", " for "],
  search_screening_event: ["timeRange", " at "],
  play_music: ["service", " on "],
  rate_book: ["best_rating", " out of "],
};

/** One more value. */
export function withAddition(sentence: Sentence, values: Values, chance: Chance): Sentence | null {
  const { tool, parameters } = sentence.call;
  const [slot, before] = ADDITIONS[tool ?? ""] ?? ["", ""];
  if (slot === "" || Object.hasOwn(parameters, slot)) return null;
  const found = slot === "best_rating" ? String(5 + chance.below(6)) : chance.pickOrNull(values.ofSlot(tool, slot));
  const text = found?.replace(/^(at|for|on) /i, "");
  if (text === undefined) return null;
  const last = sentence.segments.at(-1) as Segment;
  const ended = last.parameter === null ? [{ ...last, text: last.text.replace(/[\s.?!]+$/, "") }] : [last];
  const added = [
    { text: before, parameter: null },
    { text, parameter: slot },
  ];
  const call = { tool, parameters: { ...parameters, [slot]: meaningOf(slot, text) } };
  return { ...sentence, segments: [...sentence.segments.slice(0, -1), ...ended, ...added], call };
}

/** In the same place a value of another parameter that really stands in such places: the parameter's name changes. */
export function retyped(sentence: Sentence, values: Values, chance: Chance): Sentence | null {
  const present = parametersIn(sentence);
  const choices = sentence.segments.flatMap(({ parameter }, index) =>
    parameter === null
      ? []
      : values.inSamePlace(sentence, index).flatMap((slot) => (present.includes(slot) ? [] : [{ index, slot }])),
  );
  const choice = chance.pickOrNull(choices);
  if (choice === null) return null;
  const { index, slot } = choice;
  const text = chance.pick(values.ofSlot(sentence.call.tool, slot));
  const { [sentence.segments[index]?.parameter ?? ""]: _gone, ...kept } = sentence.call.parameters;
  const segments = sentence.segments.with(index, { text, parameter: slot });
  const call = { ...sentence.call, parameters: { ...kept, [slot]: meaningOf(slot, text) } };
  return { ...sentence, segments, call };
}
