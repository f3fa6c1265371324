/** Values as they are said in Spanish, and in English. */
import type { ValueGlossTables } from "../foreign/values/value-gloss-tables.ts";
import { SPANISH_CLOCK } from "./spanish-clock.ts";
import { SPANISH_KINDS, SPANISH_NAMES } from "./spanish-kinds.ts";
import { SPANISH_NUMBERS } from "./spanish-numbers.ts";
import { SPANISH_PHRASES } from "./spanish-phrases.ts";

export const SPANISH_VALUES: ValueGlossTables = {
  locale: "es",
  numbers: SPANISH_NUMBERS,
  clock: SPANISH_CLOCK,
  kinds: SPANISH_KINDS,
  phrases: SPANISH_PHRASES,
  names: SPANISH_NAMES,
  isCapitalName: true,
};
