/** Values as they are said in Dutch, and in English. */
import type { ValueGlossTables } from "../foreign/values/value-gloss-tables.ts";
import { DUTCH_CLOCK } from "./dutch-clock.ts";
import { DUTCH_KINDS, DUTCH_NAMES } from "./dutch-kinds.ts";
import { DUTCH_NUMBERS } from "./dutch-numbers.ts";
import { DUTCH_PHRASES } from "./dutch-phrases.ts";

export const DUTCH_VALUES: ValueGlossTables = {
  locale: "nl",
  numbers: DUTCH_NUMBERS,
  clock: DUTCH_CLOCK,
  kinds: DUTCH_KINDS,
  phrases: DUTCH_PHRASES,
  names: DUTCH_NAMES,
  isCapitalName: true,
};
