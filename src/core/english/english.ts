/** What is known of English, for the readers in `core/reading`: one table a subject, no code that reads. */
import type { LanguageTables } from "../reading/language.ts";
import { ASKING_WORDS } from "./asking-words.ts";
import { CHANGE_WORDS } from "./change-words.ts";
import { CITY_NAMES } from "./city-names.ts";
import { CLAUSE_ENDS } from "./clause-ends.ts";
import { CLOCK_WORDS } from "./clock-words.ts";
import { CODE_WORDS } from "./code-words.ts";
import { COMPARISON_WORDS } from "./comparison-words.ts";
import { CONTRACTIONS } from "./contractions.ts";
import { CUE_WORDS } from "./cue-words.ts";
import { DATE_WORDS } from "./date-words.ts";
import { DEED_WORDS } from "./deed-words.ts";
import { ENUMERATION_WORDS } from "./enumeration-words.ts";
import { EXCEPTION_WORDS } from "./exception-words.ts";
import { FLAG_WORDS } from "./flag-words.ts";
import { FOLLOWING_WORDS } from "./following-words.ts";
import { FRAME_WORDS } from "./frame-words.ts";
import { FREQUENCY_WORDS } from "./frequency-words.ts";
import { HELD_TEXT_WORDS } from "./held-text-words.ts";
import { LIMIT_WORDS } from "./limit-words.ts";
import { LITTLE_WORDS } from "./little-words.ts";
import { MONEY_WORDS } from "./money-words.ts";
import { MOOD_WORDS } from "./mood-words.ts";
import { NAMING_WORDS } from "./naming-words.ts";
import { NUMBER_WORDS } from "./number-words.ts";
import { OPTION_WORDS } from "./option-words.ts";
import { PAIR_WORDS } from "./pair-words.ts";
import { PLACE_NAMES } from "./place-names.ts";
import { POLARITY_WORDS } from "./polarity-words.ts";
import { POLITE_PHRASES } from "./polite-phrases.ts";
import { RANGE_WORDS } from "./range-words.ts";
import { REQUEST_BORDER_WORDS } from "./request-border-words.ts";
import { SEVERAL_WORDS } from "./several-words.ts";
import { SHARE_WORDS } from "./share-words.ts";
import { SPELLING_PAIRS } from "./spelling-pairs.ts";
import { SPOKEN_ADDRESS_WORDS } from "./spoken-address-words.ts";
import { SPOKEN_TIME_WORDS } from "./spoken-time-words.ts";
import { TAKEN_BACK_PHRASES } from "./taken-back-phrases.ts";
import { TIME_WORDS } from "./time-words.ts";
import { TRUTH_WORDS } from "./truth-words.ts";
import { UNIT_WORDS } from "./unit-words.ts";
import { UNNAMED_WORDS } from "./unnamed-words.ts";
import { UNTELLING_NAMES } from "./untelling-names.ts";
import { URGENCY_WORDS } from "./urgency-words.ts";
import { WEEKDAY_NAMES } from "./weekday-names.ts";
import { WISH_WORDS } from "./wish-words.ts";
import { WORD_ENDINGS } from "./word-endings.ts";

export const ENGLISH: LanguageTables = {
  locale: "en",
  cities: CITY_NAMES,
  clauseEnds: CLAUSE_ENDS,
  clock: CLOCK_WORDS,
  codes: CODE_WORDS,
  dates: DATE_WORDS,
  endings: WORD_ENDINGS,
  frequencies: FREQUENCY_WORDS,
  littleWords: LITTLE_WORDS,
  money: MONEY_WORDS,
  numbers: NUMBER_WORDS,
  places: PLACE_NAMES,
  ranges: RANGE_WORDS,
  shares: SHARE_WORDS,
  spokenAddresses: SPOKEN_ADDRESS_WORDS,
  spokenTimes: SPOKEN_TIME_WORDS,
  truths: TRUTH_WORDS,
  units: UNIT_WORDS,
  spellings: SPELLING_PAIRS,
  comparisons: COMPARISON_WORDS,
  contractions: CONTRACTIONS,
  polarity: POLARITY_WORDS,
  polite: POLITE_PHRASES,
  takenBack: TAKEN_BACK_PHRASES,
  timeWords: TIME_WORDS,
  naming: NAMING_WORDS,
  enumerating: ENUMERATION_WORDS,
  asking: ASKING_WORDS,
  following: FOLLOWING_WORDS,
  requestBorders: REQUEST_BORDER_WORDS,
  options: OPTION_WORDS,
  several: SEVERAL_WORDS,
  exceptions: EXCEPTION_WORDS,
  flags: FLAG_WORDS,
  pairs: PAIR_WORDS,
  heldTexts: HELD_TEXT_WORDS,
  limits: LIMIT_WORDS,
  changes: CHANGE_WORDS,
  deeds: DEED_WORDS,
  moods: MOOD_WORDS,
  frames: FRAME_WORDS,
  wishes: WISH_WORDS,
  cues: CUE_WORDS,
  unnamed: UNNAMED_WORDS,
  urgency: URGENCY_WORDS,
  untelling: UNTELLING_NAMES,
  weekdays: WEEKDAY_NAMES,
};
