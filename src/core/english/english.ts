/** What is known of English, for the readers in `core/reading`: one table a subject, no code that reads. */
import type { LanguageTables } from "../reading/language.ts";
import { LITTLE_WORDS } from "./little-words.ts";
import { NUMBER_WORDS } from "./number-words.ts";
import { WORD_ENDINGS } from "./word-endings.ts";

export const ENGLISH: LanguageTables = {
  endings: WORD_ENDINGS,
  littleWords: LITTLE_WORDS,
  numbers: NUMBER_WORDS,
};
