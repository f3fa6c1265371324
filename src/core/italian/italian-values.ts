/** Values as they are said in Italian, and in English. */
import type { ValueGlossTables } from "../foreign/values/value-gloss-tables.ts";
import { ITALIAN_CLOCK } from "./italian-clock.ts";
import { ITALIAN_KINDS, ITALIAN_NAMES } from "./italian-kinds.ts";
import { ITALIAN_NUMBERS } from "./italian-numbers.ts";
import { ITALIAN_PHRASES } from "./italian-phrases.ts";

export const ITALIAN_VALUES: ValueGlossTables = {
  locale: "it",
  numbers: ITALIAN_NUMBERS,
  clock: ITALIAN_CLOCK,
  kinds: ITALIAN_KINDS,
  phrases: ITALIAN_PHRASES,
  names: ITALIAN_NAMES,
  isCapitalName: true,
};
