/** Values as they are said in French, and in English. */
import type { ValueGlossTables } from "../foreign/values/value-gloss-tables.ts";
import { FRENCH_CLOCK } from "./french-clock.ts";
import { FRENCH_KINDS, FRENCH_NAMES } from "./french-kinds.ts";
import { FRENCH_NUMBERS } from "./french-numbers.ts";
import { FRENCH_PHRASES } from "./french-phrases.ts";

export const FRENCH_VALUES: ValueGlossTables = {
  locale: "fr",
  numbers: FRENCH_NUMBERS,
  clock: FRENCH_CLOCK,
  kinds: FRENCH_KINDS,
  phrases: FRENCH_PHRASES,
  names: FRENCH_NAMES,
  isCapitalName: true,
};
