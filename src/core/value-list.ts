import { type AppError, invalid } from "./errors.ts";
import { isJsonObject, isListOf, isText, type JsonValue } from "./json.ts";
import { LIMITS } from "./limits.ts";
import { keyOf } from "./reading/value-words.ts";
import { pacedBy } from "./steps.ts";
import { checkedText } from "./text.ts";

/** A value, and behind it the other words for it. */
export type ListedValue = readonly [value: string, ...synonyms: string[]];

/** Values that parameters refer to by the list's name: too many to stand in a schema. */
export interface ValueListDefinition {
  readonly values: readonly ListedValue[];
}

/** A value as it is sent. */
export type GivenValue = string | { readonly value: string; readonly synonyms?: readonly string[] };

/** Values out of JSON, their shape checked, their content not yet. Throws `validation_error`. */
export function givenValuesIn(list: readonly JsonValue[]): readonly GivenValue[] {
  return list.map((one, at) => {
    if (typeof one === "string") return one;
    const { value, synonyms, ...more } = isJsonObject(one) ? one : {};
    if (typeof value === "string" && Object.keys(more).length === 0) {
      if (synonyms === undefined) return { value };
      if (isListOf(synonyms, isText)) return { value, synonyms };
    }
    throw invalid(`values.${at}`, 'must be a text, or {"value": TEXT, "synonyms": [TEXT, …]}');
  });
}

/** Values and other words that are checked before others have their turn: some milliseconds of the longest. */
const CHECKED_PER_STEP = 200;

/**
 * The values as they are stored and hashed, in their order. Throws `validation_error` naming a field as in `values.3`: for a text that
 * is none, a value that stands there twice, and a word that means two values.
 */
export function* checkingValues(given: readonly GivenValue[]): Generator<void, readonly ListedValue[]> {
  const { listedValuesMax, listedNamesMax, valueListCharactersMax } = LIMITS;
  if (given.length === 0) throw invalid("values", "needs at least 1 value");
  if (given.length > listedValuesMax) throw invalid("values", `has ${given.length}/${listedValuesMax} values`);
  const values: ListedValue[] = [];
  let [names, characters] = [0, 0];
  const isTurnOver = pacedBy(CHECKED_PER_STEP);
  for (const [at, one] of given.entries()) {
    const value = checkedValue(one, `values.${at}`);
    names += value.length;
    if (names > listedNamesMax)
      throw invalid("values", `have over ${listedNamesMax} words in all, synonyms included, from values.${at} on`);
    for (const words of value) characters += words.length;
    if (characters > valueListCharactersMax)
      throw invalid("values", `have over ${valueListCharactersMax} characters in all, from values.${at} on`);
    values.push(value);
    if (isTurnOver(value.length)) yield;
  }
  yield* checkingMeanings(values);
  return values;
}

function checkedValue(given: GivenValue, field: string): ListedValue {
  const { value, synonyms = [] } = typeof given === "string" ? { value: given } : given;
  const { listedSynonymsPerValueMax } = LIMITS;
  if (synonyms.length > listedSynonymsPerValueMax)
    throw invalid(field, `has ${synonyms.length}/${listedSynonymsPerValueMax} synonyms`);
  return [checkedWords(value, field), ...synonyms.map((synonym) => checkedWords(synonym, field))];
}

function checkedWords(text: string, field: string): string {
  const checked = checkedText(field, text, { min: 1, max: LIMITS.listedValueCharactersMax }).trim();
  if (keyOf(checked) === "") throw invalid(field, "has a text without a letter or a sign");
  return checked;
}

/** All values first: what is a value is no other one's synonym, wherever it stands. */
function* checkingMeanings(values: readonly ListedValue[]): Generator<void, void> {
  const meanings = new Map<string, number>();
  const isTurnOver = pacedBy(CHECKED_PER_STEP);
  for (const [at, [value]] of values.entries()) {
    const before = meanings.get(keyOf(value));
    if (before !== undefined) throw twice(value, at, before);
    meanings.set(keyOf(value), at);
    if (isTurnOver(1)) yield;
  }
  for (const [at, [, ...synonyms]] of values.entries()) {
    for (const synonym of synonyms) {
      const key = keyOf(synonym);
      const before = meanings.get(key) ?? at;
      if (before !== at) throw twice(synonym, at, before);
      meanings.set(key, at);
    }
    if (isTurnOver(1 + synonyms.length)) yield;
  }
}

function twice(words: string, at: number, before: number): AppError {
  return invalid(`values.${at}`, `"${words}" means values.${before} already: of two values none can be meant`);
}
