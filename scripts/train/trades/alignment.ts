/** Where a request says the value that a parameter is to have: what the joint extractor learns to mark. */
import { ENGLISH } from "#core/english/english.ts";
import { isJsonObject, type JsonValue } from "#core/json.ts";
import type { LocalTime } from "#core/local-time.ts";
import { dateShapeOf, datesIn } from "#core/reading/dates.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { isOneSlip } from "#core/reading/slips.ts";
import { spokenWords } from "#core/reading/word-forms.ts";
import { hull, isSameSpan, type Span } from "#core/span.ts";
import type { Parameter } from "#models/embedded/tool-parameters.ts";
import { optionMentions } from "#models/embedded/values/near-names.ts";
import { NumberFinder } from "#models/embedded/values/number-candidates.ts";
import { SpanFit } from "#models/embedded/values/span-fit.ts";

/**
 * What a request says of one parameter, as records.py has it; a `span` without any place is said, but where is not known,
 * and of `unk` not even the former is.
 */
export type Slot =
  | { readonly k: "span"; readonly spans: readonly Span[] }
  | { readonly k: "opt"; readonly v: readonly string[] }
  | { readonly k: "bool"; readonly v: boolean }
  | { readonly k: "unk" };

const UNKNOWN: Slot = { k: "unk" };
const SAID_SOMEWHERE: Slot = { k: "span", spans: [] };
/** One that says nothing of what it takes. */
const ANY_TOOL = { name: "", description: "" };
const TOLERANCE = 1e-9;

export class Alignment {
  readonly #text: string;
  readonly #now: LocalTime;
  readonly #numeric: readonly Parameter[];

  constructor(text: string, parameters: readonly Parameter[], now: LocalTime) {
    this.#text = text;
    this.#now = now;
    this.#numeric = parameters.filter(({ type }) => type === "integer" || type === "number");
  }

  /**
   * `wanted`: the value; `usual`: the schema's default; `isImplied`: the request may say what has it for a consequence. Null where
   * the request does not say it.
   */
  slotOf(
    parameter: Parameter,
    { wanted, usual, isImplied }: { wanted: JsonValue; usual: JsonValue | undefined; isImplied: boolean },
  ): Slot | null {
    const ways = waysOf(wanted);
    const isUsual = usual !== undefined && ways.some((way) => isSameValue(way, usual));
    for (const way of ways) {
      const slot = this.#slotOf(parameter, way, isUsual);
      if (slot) return slot;
    }
    if (isUsual) return null;
    return isImplied || this.#lacksNumber(parameter) ? UNKNOWN : SAID_SOMEWHERE;
  }

  #slotOf(parameter: Parameter, value: JsonValue, isUsual: boolean): Slot | null {
    if (parameter.type === "boolean") return this.#truth(parameter, value, isUsual);
    if (parameter.choices.length > 0) return this.#option(parameter, value, isUsual);
    const spans = this.#spansOf(parameter, value);
    return spans ? { k: "span", spans } : null;
  }

  /** A flag that is as usual is mostly not spoken of; where its name is said, nobody knows. */
  #truth({ name }: Parameter, value: JsonValue, isUsual: boolean): Slot | null {
    if (typeof value !== "boolean") return UNKNOWN;
    if (!isUsual) return { k: "bool", v: value };
    const named = new Set(spokenWords(name.replaceAll("_", " ")).map(({ folded }) => folded));
    return spokenWords(this.#text).some(({ folded }) => named.has(folded)) ? UNKNOWN : null;
  }

  #option(parameter: Parameter, value: JsonValue, isUsual: boolean): Slot | null {
    const items = (Array.isArray(value) ? value : [value]) as readonly JsonValue[];
    const named = optionMentions(this.#text, parameter);
    const places = items.map((item) => parameter.choices.findIndex((choice) => isSameValue(item, choice)));
    if (places.includes(-1) || items.length === 0) return UNKNOWN;
    if (isUsual && places.every((place) => named[place] === null)) return null;
    return { k: "opt", v: places.map((place) => String(parameter.choices[place])) };
  }

  #spansOf(parameter: Parameter, value: JsonValue): readonly Span[] | null {
    if (Array.isArray(value)) return this.#items(value);
    if (typeof value === "number") return only(this.#numbersOf(parameter, value));
    if (typeof value !== "string") return null;
    const shape = dateShapeOf(parameter, ENGLISH);
    if (!shape) return only(this.#wordsOf(value));
    const isWanted = (said: string) => said === value || isSameMoment(said, value);
    const dates = datesIn(this.#text, shape, this.#now, ENGLISH);
    // One that is read as another day is still where the day is said.
    return only(dates.filter((date) => isWanted(date.value))) ?? only(dates);
  }

  #items(values: readonly JsonValue[]): readonly Span[] | null {
    const spans = values.map((value) => {
      if (typeof value === "string") return only(this.#wordsOf(value));
      if (typeof value !== "number") return null;
      return only(this.#numbersIn(value));
    });
    const all = spans.flatMap((span) => span ?? []);
    return spans.includes(null) || all.length === 0 ? null : all.toSorted((one, other) => one.start - other.start);
  }

  /** What the decoder would take for this number: with its unit, as a share, or bare. */
  #numbersOf(parameter: Parameter, value: number): readonly Span[] {
    const nowhere = { starts: [], ends: [], ids: [] };
    const reading = { parameter, stated: 0, truth: 0, choices: [] };
    const blind = { startLog: new Float64Array(), endLog: new Float64Array(), inside: new Float64Array() };
    const evidence = new SpanFit(this.#text, nowhere, { ...reading, ...blind });
    const found = new NumberFinder(this.#text, this.#numeric, ANY_TOOL).single(parameter, evidence);
    const own = found.filter((one) => typeof one.value === "number" && Math.abs(one.value - value) < TOLERANCE);
    return own.length > 0 ? own.map(({ span }) => span) : this.#numbersIn(value);
  }

  #numbersIn(value: number): readonly Span[] {
    return numbersIn(this.#text, ENGLISH).filter((number) => Math.abs(number.value - value) < TOLERANCE);
  }

  /** The words one after the other, with or without a slip; else the number that a code such as `P07` has. */
  #wordsOf(value: string): readonly Span[] {
    const exactly = this.#text.toLowerCase().indexOf(value.toLowerCase());
    const isWhole = exactly >= 0 && this.#text.toLowerCase().lastIndexOf(value.toLowerCase()) === exactly;
    if (isWhole && isApart(this.#text, exactly, exactly + value.length))
      return [{ start: exactly, end: exactly + value.length }];
    const [said, wanted] = [spokenWords(this.#text), spokenWords(value)];
    if (wanted.length === 0) return [];
    const places = said.keys().toArray();
    for (const isOne of [(one: string, other: string) => one === other, isSlip]) {
      const found = places.filter((at) =>
        wanted.every(({ folded }, index) => isOne(said[at + index]?.folded ?? "", folded)),
      );
      if (found.length > 0) return found.map((at) => hull(said.slice(at, at + wanted.length)) as Span);
    }
    const number = /^[^\d\s]*0*(\d+)$/.exec(value)?.[1];
    return number === undefined ? [] : this.#numbersIn(Number(number));
  }

  #lacksNumber(parameter: Parameter): boolean {
    return this.#numeric.includes(parameter) && numbersIn(this.#text, ENGLISH).length === 0;
  }
}

/** The values that are right: `{any: […]}` has several, `{contains: …}` the words of a text. */
function waysOf(wanted: JsonValue): readonly JsonValue[] {
  if (!isJsonObject(wanted)) return [wanted];
  if (Array.isArray(wanted.any)) return wanted.any.flatMap((one: JsonValue) => waysOf(one));
  return [wanted.contains ?? wanted];
}

/** The place, where it is one alone. */
function only(spans: readonly Span[]): readonly Span[] | null {
  const [first, ...others] = spans;
  return first && others.every((other) => isSameSpan(first, other)) ? [{ start: first.start, end: first.end }] : null;
}

function isSameValue(one: JsonValue, other: JsonValue): boolean {
  return JSON.stringify(one).toLowerCase() === JSON.stringify(other).toLowerCase();
}

function isSameMoment(one: string, other: string): boolean {
  return one.length > 10 && other.length > 10 && Date.parse(one) === Date.parse(other);
}

const SLIP_LETTERS_MIN = 4;

function isSlip(said: string, wanted: string): boolean {
  return said === wanted || (Math.min(said.length, wanted.length) >= SLIP_LETTERS_MIN && isOneSlip(said, wanted));
}

function isApart(text: string, start: number, end: number): boolean {
  const isWord = (unit: string) => /[\p{L}\p{N}]/u.test(unit);
  return !isWord(text.charAt(start - 1)) && !isWord(text.charAt(end));
}
