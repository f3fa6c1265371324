/** The lists of the language that the cache's rules look words up in: they are bound to English here. All in small letters. */
import { ENGLISH } from "../../english/english.ts";

const { polarity, comparisons, littleWords, timeWords } = ENGLISH;

/** Say the opposite, or undo. */
export const POLARITY = polarity.turning;
/** Say which side, order or bound is meant; exchanging or dropping one changes the meaning. */
export const COMPARISON = comparisons.sides;
/** What makes of a number the least or the most. */
export const LIMITS = comparisons.limits;
/** What an amount is counted in: with another one, it is another amount. */
export const UNITS = comparisons.units;
/** Words that open a question: with them an order may become one about what was done, may be done, or would be. */
export const OPENERS = littleWords.openers;
/** Words that a sentence can have or lack without saying anything else, unless they stand in a value. */
export const HARMLESS = littleWords.harmless;
/** Between two things of which each is meant, or one of both. */
export const JOINING = littleWords.joining;
/** Sounds that people make while they think. */
export const HESITATIONS = ENGLISH.contractions.hesitations;
/** Words that mean another time each day. */
export const CLOCK_WORDS = timeWords.clock;
/** Words that say when. */
export const TIMES = timeWords.times;

/** Whether it says "not" by itself. */
export function isNegation(word: string): boolean {
  return polarity.negations.has(word);
}
