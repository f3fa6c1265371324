/** Values as they are said in Spanish, and in English. */
import type { ValueGlossTables } from "../foreign/values/value-gloss-tables.ts";
import { SPANISH_CLOCK } from "./clock-phrases.ts";
import { SPANISH_NUMBERS } from "./number-spelling.ts";
import { SPANISH_PHRASES } from "./value-phrases.ts";
import { SPANISH_KINDS, SPANISH_NAMES } from "./value-words.ts";

export const SPANISH_VALUES: ValueGlossTables = {
  locale: "es",
  numbers: SPANISH_NUMBERS,
  clock: SPANISH_CLOCK,
  kinds: SPANISH_KINDS,
  phrases: SPANISH_PHRASES,
  names: SPANISH_NAMES,
};
