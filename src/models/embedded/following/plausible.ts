/** How likely it is that words stand for a value in the place of another one: people change like for like. */
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import type { Span } from "#core/span.ts";
import { ownWords } from "../choosing/bm25.ts";
import { contentWords, humanised } from "../name-words.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";
import type { Before, Change } from "./change.ts";
import { completed } from "./completed-codes.ts";
import type { Tail } from "./tail.ts";

const { littleWords, following: WORDS } = ENGLISH;

/** What counts how much beside a confidence. */
const WEIGHTS = { like: 0.12, named: 0.15, left: 0.3, shared: 0.3 };
/** Numbers this near are of the same kind. */
const NEAR = 2;
const SAME_DIGITS = 0.5;

/** Higher is likelier; 0 says nothing. */
export function plausibility({ values }: Change, before: Before, query: string, tail: Tail): number {
  const changed = values.filter(({ span }) => span !== null);
  const likeness = changed.map((value) => likenessOf(value, before, query));
  const mean = likeness.length === 0 ? 0 : likeness.reduce((sum, one) => sum + one, 0) / likeness.length;
  const words = [...query.slice(tail.said.start, tail.said.end).matchAll(/[\p{L}\p{N}]+/gu)].map(
    ({ 0: word, index }) => ({
      word,
      start: tail.said.start + index,
    }),
  );
  const besides = words.filter(
    ({ word, start }) => !changed.some(({ span }) => span && span.start < start + word.length && start < span.end),
  );
  const said = new Set(besides.flatMap(({ word }) => contentWords(word)));
  const isPlacedAlike = changed.some(({ parameter }) => {
    const place = before.places.get(parameter);
    const lead = WORDS.leadingPreposition.exec(query.slice(tail.said.start, tail.said.end))?.[0].trim().toLowerCase();
    const old = place && WORDS.preposition.exec(before.text.slice(0, place.start))?.[0].trim().toLowerCase();
    return lead !== undefined && lead === old;
  });
  const isNamed = isPlacedAlike || changed.some((value) => !said.isDisjointFrom(new Set(wordsAround(value, before))));
  const known = new Set([...contentWords(before.text), ...ownWords(before.tool).keys()]);
  const left = besides.filter(
    ({ word }) => !littleWords.harmless.has(word.toLowerCase()) && !contentWords(word).every((stem) => known.has(stem)),
  );
  const share = words.length === 0 ? 0 : left.length / words.length;
  const shared = changed.filter(({ span }, at) =>
    changed.some(
      (other, index) => index < at && span && other.span && span.start < other.span.end && other.span.start < span.end,
    ),
  ).length;
  return WEIGHTS.like * mean + (isNamed ? WEIGHTS.named : 0) - WEIGHTS.left * share - WEIGHTS.shared * shared;
}

/** Where the sentence before has what the new words may stand for, the likeliest first: a number for a number. */
export function likeliestPlaces({ text, places }: Before, said: string): readonly (readonly [Parameter, Span])[] {
  const hasNumber = (words: string) => numbersIn(words, ENGLISH).length > 0;
  const lead = WORDS.leadingPreposition.exec(said)?.[0].trim().toLowerCase();
  const words: readonly string[] = said.toLowerCase().match(/\p{L}+/gu) ?? [];
  const likeness = ({ start, end }: Span) => {
    const inFront = WORDS.preposition.exec(text.slice(0, start))?.[0].trim().toLowerCase();
    const behind = /^\s*(\p{L}+)/u.exec(text.slice(end))?.[1]?.toLowerCase();
    const isAlike = hasNumber(text.slice(start, end)) === hasNumber(said);
    const isLedAlike = lead !== undefined && lead === inFront;
    return Number(isAlike) + Number(isLedAlike) + Number(behind !== undefined && words.includes(behind));
  };
  return [...places].sort(([, one], [, other]) => likeness(other) - likeness(one));
}

/** Words that tell which parameter is meant: those of its name, and what stands beside its value in the sentence before. */
function wordsAround({ parameter }: ParameterValue, { text, places }: Before): readonly string[] {
  const place = places.get(parameter);
  const own = contentWords(humanised(parameter.name));
  if (!place) return own;
  const behind = /^\s*([\p{L}]+)/u.exec(text.slice(place.end))?.[1] ?? "";
  const inFront = /([\p{L}]+)\s*$/u.exec(text.slice(0, place.start))?.[1] ?? "";
  return [...own, ...contentWords(behind), ...contentWords(inFront)];
}

/** −1 to 1. */
function likenessOf({ parameter, value, span }: ParameterValue, before: Before, query: string): number {
  const old = before.values.find((known) => known.parameter === parameter)?.value;
  const place = before.places.get(parameter);
  if (old === undefined || span === null) return 0;
  if (typeof old === "number" && typeof value === "number") return numbersAlike(old, value);
  if (parameter.choices.length > 0 || typeof old !== "string") return 0;
  const whole = completed(old, query.slice(span.start, span.end));
  if (whole !== null && whole === value) return codesAlike(old, whole);
  return textsAlike(place ? before.text.slice(place.start, place.end) : old, query.slice(span.start, span.end));
}

/** Of two that differ in their number alone. */
function codesAlike(one: string, other: string): number {
  const numberIn = (text: string) => Number(/\d+/u.exec(text)?.[0]);
  return numbersAlike(numberIn(one), numberIn(other));
}

function numbersAlike(one: number, other: number): number {
  if (Math.abs(one - other) <= NEAR) return 1;
  const digits = (value: number) => String(Math.trunc(Math.abs(value))).length;
  const apart = Math.abs(digits(one) - digits(other));
  return apart === 0 ? SAME_DIGITS : apart === 1 ? 0 : -1;
}

function textsAlike(one: string, other: string): number {
  const [first, second] = [shapeOf(one), shapeOf(other)];
  if (first === second) return 1;
  const hasDigits = (shape: string) => shape.includes("9");
  if (hasDigits(first) !== hasDigits(second)) return -1;
  return first.at(0) === second.at(0) ? SAME_DIGITS : -SAME_DIGITS;
}

/** "A9" for "P45", "Aa Aa" for "Orla Tierney". */
function shapeOf(text: string): string {
  return text
    .replace(/\p{Lu}+/gu, "A")
    .replace(/[\p{L}--\p{Lu}]+/gv, "a")
    .replace(/\p{N}+/gu, "9");
}
