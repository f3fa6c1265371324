/** Values as they are said in German, and in English. */
import type { ValueGlossTables } from "../foreign/values/value-gloss-tables.ts";
import { GERMAN_CLOCK } from "./german-clock.ts";
import { GERMAN_KINDS, GERMAN_NAMES } from "./german-kinds.ts";
import { GERMAN_NUMBERS } from "./german-numbers.ts";
import { GERMAN_PHRASES } from "./german-phrases.ts";

export const GERMAN_VALUES: ValueGlossTables = {
  locale: "de",
  numbers: GERMAN_NUMBERS,
  clock: GERMAN_CLOCK,
  kinds: GERMAN_KINDS,
  phrases: GERMAN_PHRASES,
  names: GERMAN_NAMES,
  isCapitalName: false,
};
