/** What forbids to call nothing for a sentence since nothing was called for its like. Each is a row of `table.ts`. */

import { ENGLISH } from "../../english/english.ts";
import { areOpposites } from "../../reading/opposites.ts";
import type { NoneReading } from "../calls/none-reading.ts";
import { OPENERS, POLARITY } from "../words/word-lists.ts";

/**
 * Known sentences under which nothing is said: what may be asked of the tools is hardly known, and what looks like none may be the
 * first call of its kind (docs/explanation/semantic-cache.md, "Where no tool fits").
 */
export const SENTENCES_MIN = 200;

export function tooLittleAsked({ knowledge }: NoneReading): boolean {
  return knowledge.sides.sentences < SENTENCES_MIN;
}

export function noneTurned({ asked, known }: NoneReading): boolean {
  return [...asked, ...known].some((word) => POLARITY.has(word));
}

export function noneOpposed({ asked, known }: NoneReading): boolean {
  return asked.some((word) => known.some((other) => areOpposites(word, other, ENGLISH)));
}

export function isQuestionOnOneSide({ words, nearest }: NoneReading): boolean {
  return isQuestion(words) !== isQuestion(nearest.words);
}

/** "Is the door locked" asks for what no tool may tell, "lock the door" for what one may do. */
function isQuestion([first = ""]: readonly string[]): boolean {
  return OPENERS.has(first);
}
