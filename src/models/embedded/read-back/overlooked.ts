/** What of a sentence its call does not have, and how its values came to be: mostly it is a value that is wrong, not the tool. */
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { overlaps, type Span } from "#core/span.ts";
import type { JointReading, ReadableTool } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";

/** Each a number that a person can check beside the sentence and the call. */
export interface Overlooked {
  /** 0–1: words that the extractor takes for a part of a value, and that no value of the call has. */
  readonly unused: number;
  /** Whether the sentence has a number that no value has: 0 or 1. */
  readonly numberLeft: number;
  /** Options that the sentence names; at most three. */
  readonly named: number;
  /** Options whose words the sentence does not have, and that were understood of it; at most three. */
  readonly guessed: number;
  /** Values that are stretches of the sentence, whose borders may be wrong; at most three. */
  readonly texts: number;
  /** 0–1: the share of the sentence's words that values have. */
  readonly covered: number;
  /** 0–1: how little the tool's parameters say of themselves. */
  readonly terse: number;
}

/** More of one kind say no more. */
const COUNTED_MAX = 3;
/** Words on each parameter, in the mean: up to the first a tool is terse, from the second on it is described at length. */
const TERSE_WORDS = { few: 2, many: 5 };
const WORD = /[\p{L}\p{N}]+/gu;

interface Read {
  readonly query: string;
  readonly reading: JointReading;
  /** Of the sentence that was read. */
  readonly values: readonly ParameterValue[];
}

export function overlookedIn({ query, reading, values }: Read): Overlooked {
  const spans = values.flatMap(({ span }) => span ?? []);
  const isUsed = (place: Span) => spans.some((span) => overlaps(span, place));
  const given = values.filter(({ why }) => why === undefined);
  const options = given.filter(({ parameter }) => parameter.choices.length > 0);
  const named = options.filter(({ span }) => span !== null).length;
  const said = ` ${wordsIn(query)} `;
  // "Turn on the light" says "on", though the word is a part of the deed.
  const guessed = options.filter(({ span, value }) => span === null && !said.includes(` ${wordsIn(String(value))} `));
  const texts = given.filter(({ parameter: { type, choices, format } }) => {
    return type === "string" && choices.length === 0 && format === "";
  });
  return {
    unused: unusedIn(reading, isUsed),
    numberLeft: Number(numbersIn(query, ENGLISH).some((number) => !isUsed(number))),
    named: Math.min(COUNTED_MAX, named),
    guessed: Math.min(COUNTED_MAX, guessed.length),
    texts: Math.min(COUNTED_MAX, texts.length),
    covered: coveredIn(query, isUsed),
    terse: terseness(reading.tool),
  };
}

/** The tokens that no value has, each as far as it belongs to the value of whichever parameter; at most one. */
function unusedIn({ tokens: { starts, ends }, parameters }: JointReading, isUsed: (place: Span) => boolean): number {
  let sum = 0;
  for (const [at, start] of starts.entries()) {
    if (isUsed({ start, end: ends[at] ?? start })) continue;
    sum += Math.max(0, ...parameters.map(({ stated, inside }) => stated * (inside[at] ?? 0)));
  }
  return Math.min(1, sum);
}

/** In lower case, with one blank between them. */
function wordsIn(text: string): string {
  return (text.toLowerCase().match(WORD) ?? []).join(" ");
}

function coveredIn(query: string, isUsed: (place: Span) => boolean): number {
  const words = [...query.matchAll(WORD)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
  return words.length === 0 ? 0 : words.filter(isUsed).length / words.length;
}

/** A tool outlives many queries. */
const terse = new WeakMap<ReadableTool, number>();

/** 1 for people's tools, which have names and options and hardly more; 0 for those of programs, whose parameters are explained. */
function terseness(tool: ReadableTool): number {
  const known = terse.get(tool);
  if (known !== undefined) return known;
  const words = tool.parameters.reduce((sum, { description }) => sum + (description.match(WORD)?.length ?? 0), 0);
  const mean = words / Math.max(1, tool.parameters.length);
  const made = Math.max(0, Math.min(1, (TERSE_WORDS.many - mean) / (TERSE_WORDS.many - TERSE_WORDS.few)));
  terse.set(tool, made);
  return made;
}
