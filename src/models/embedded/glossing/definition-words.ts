/** The words that parameters of tools are called by in English: of what another language's name may mean, they tell what is meant. */
import type { SetWords } from "#core/glossing/glosser.ts";
import { WeighedWords } from "./set-words.ts";

/** The commonest in the names of the parameters that the networks were taught on, from `scripts/train/README.md`. */
const COMMON =
  "name date location type time city event number country year start title age language end target class destination period category genre " +
  "data level device amount product duration size artist reservation day pickup return trip restaurant song user text flight show author car " +
  "unit area topic region range gender project method file origin username password group passenger room count hotel model price ticket " +
  "company vehicle length temperature weight audience building game account image appointment description rating seat email industry service " +
  "style player customer budget color path message test arrival departure match address app employee quantity item population value person " +
  "party design currency recipient detail drug frequency visit key subject status material distance audio track job phone session resource " +
  "condition student interval position guest environment severity cost list capacity doctor action limit site document medication " +
  "accommodation department difficulty dosage symptom function feature reason scale width keyword grade priority security role hour minute " +
  "week month note comment street zip brightness volume place code order sender deadline question answer option goal";

const WEIGHT = 1.5;

const words = new WeighedWords([{ text: COMMON, weight: WEIGHT }]);

/** None of them is told from a word of the other language: "data" is a date in Italian. */
export const DEFINITION_WORDS: SetWords = {
  has: () => false,
  weightOf: (english) => words.weightOf(english),
  speakingOf: () => DEFINITION_WORDS,
};
