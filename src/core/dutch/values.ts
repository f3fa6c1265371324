/** Values as they are said in Dutch, and in English. */
import type { ValueGlossTables } from "../foreign/values/value-gloss-tables.ts";
import { DUTCH_CLOCK } from "./clock-phrases.ts";
import { DUTCH_NUMBERS } from "./number-spelling.ts";
import { DUTCH_PHRASES } from "./value-phrases.ts";
import { DUTCH_KINDS, DUTCH_NAMES } from "./value-words.ts";

export const DUTCH_VALUES: ValueGlossTables = {
  locale: "nl",
  numbers: DUTCH_NUMBERS,
  clock: DUTCH_CLOCK,
  kinds: DUTCH_KINDS,
  phrases: DUTCH_PHRASES,
  names: DUTCH_NAMES,
};
