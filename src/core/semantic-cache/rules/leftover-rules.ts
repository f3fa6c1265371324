/** What forbids words that only one of two sentences has, where a call is to be the same. Each is a row of `table.ts`. */

import { ENGLISH } from "../../english/english.ts";
import { areOpposites } from "../../reading/opposites.ts";
import type { RewordingReading } from "../calls/rewording-reading.ts";
import { isNumber } from "../words/canonical-numbers.ts";
import { HARMLESS, HESITATIONS, LIMITS, OPENERS, POLARITY, TIMES, UNITS } from "../words/word-lists.ts";
import { standsInCapitals } from "../words/words.ts";

export function numberLeft({ left }: RewordingReading): boolean {
  return left.some((word) => isNumber(word) || /\d/.test(word));
}

/** "Everything but olives"; where texts are told apart by their labels, it mostly joins two sentences. */
const EXCEPTING: ReadonlySet<string> = new Set(["but", "besides"]);

export function turningWordLeft({ left }: RewordingReading): boolean {
  return left.some((word) => POLARITY.has(word) || EXCEPTING.has(word));
}

/** Units that are little words as well. */
const COMMON_UNITS = new Set(["in", "second", "c", "f", "k", "m", "b", "points", "point"]);

export function unitLeft({ left }: RewordingReading): boolean {
  return left.some((word) => UNITS.has(word) && !COMMON_UNITS.has(word));
}

export function timeLeft({ left }: RewordingReading): boolean {
  return left.some((word) => TIMES.has(word) && !HARMLESS.has(word));
}

export function limitLeft({ entry, left }: RewordingReading): boolean {
  return entry.slots.some(({ value }) => typeof value === "number") && left.some((word) => LIMITS.has(word));
}

export function oppositesLeft(reading: RewordingReading): boolean {
  const { asked, leftover } = reading;
  const areTurned = (word: string, other: string) => areOpposites(word, other, ENGLISH) && !isDirection(word, other);
  return asked.some((word) => leftover.known.some((other) => areTurned(word, other))) || directionsTurned(reading);
}

/** "from" and "to" are opposites before a value; elsewhere ("to play", "songs from") they are little words. */
function isDirection(one: string, other: string): boolean {
  return (one === "to" && other === "from") || (one === "from" && other === "to");
}

function directionsTurned({ entry, leftover, parameterAt }: RewordingReading): boolean {
  const { elements } = entry.template;
  const isBeforeValue = (word: string) =>
    elements.some(
      (element, at) => element.kind === "word" && element.word === word && elements[at + 1]?.kind === "slot",
    );
  return leftover.asked.some((word, index) => {
    const turned = leftover.known.find((other) => isDirection(word, other));
    return turned !== undefined && parameterAt.has((leftover.askedAt[index] ?? 0) + 1) && isBeforeValue(turned);
  });
}

const PAST: ReadonlySet<string> = new Set(["was", "were", "did", "had", "been"]);

export function tenseLeft(reading: RewordingReading): boolean {
  const { asked, left } = reading;
  const isPast = (word: string) =>
    PAST.has(word) ||
    (!isToBe(word, reading) &&
      left.some((other) => isPastOf(word, other) && asked.includes(word) !== asked.includes(other)));
  return left.some(isPast);
}

/** "booked" tells of what "book" asks for. */
function isPastOf(past: string, present: string): boolean {
  return past.length > present.length && (past === `${present}ed` || past === `${present}d`);
}

/** "Added" in "this needs to be added" tells of nothing that is past. */
function isToBe(word: string, { leftover: { asked, askedAt }, sentence: { words } }: RewordingReading): boolean {
  return asked.some((other, index) => other === word && words[(askedAt[index] ?? 0) - 1] === "be");
}

/** Somebody is to think of it, or it is done. */
const REPORTED: ReadonlySet<string> = new Set(["remind", "reminds", "reminder", "already"]);
/** Somebody else wants it. */
const OTHERS: ReadonlySet<string> = new Set(["he", "she", "they"]);

/**
 * "Remind me to" before a known wish, "twice" or "on my phone" behind it: what stands outside of all that both sentences have
 * in common, and with which the tool was never asked, says something more, or who is to do it, or that it was done.
 */
export function saidOnTop({ leftover: { asked, askedAt, known }, sentence, lexicon }: RewordingReading): boolean {
  const shared = [...sentence.words.keys()].filter((at) => !askedAt.includes(at));
  const [first, last] = [shared[0] ?? sentence.words.length, shared.at(-1) ?? -1];
  return asked.some((word, index) => {
    const at = askedAt[index] ?? 0;
    if (REPORTED.has(word) || (at < first && OTHERS.has(word))) return true;
    return known.length === 0 && (at < first || at > last) && !HARMLESS.has(word) && lexicon.anchors.of(word) === 0;
  });
}

/**
 * "I have to say goodbye" where "find the work Goodbye" is known: the names are plain words here, only little words stand
 * around them, and of those that said what is wanted some are gone.
 */
export function saysNoName({ entry, leftover, sentence, parameterAt, knowledge }: RewordingReading): boolean {
  const { words, text, starts } = sentence;
  const isPlain = (word: string, at: number) => knowledge.isWord(word) && /^\p{Ll}/u.test(text.slice(starts[at]));
  return (
    entry.slots.length > 0 &&
    entry.slots.every(({ value }) => /\p{Lu}/u.test(String(value))) &&
    words.every((word, at) => (parameterAt.has(at) ? isPlain(word, at) : HARMLESS.has(word))) &&
    leftover.known.some((word) => !HARMLESS.has(word))
  );
}

/** "What movies" are "which movies". */
const CHOICES: ReadonlySet<string> = new Set(["what", "which"]);
/** A tool that was asked so often in a question of this kind may be asked so. */
const OPENED_MIN = 3;

export function opensOtherwise({ entry, leftover, sentence, lexicon }: RewordingReading): boolean {
  const { asked, askedAt, known } = leftover;
  const ownTimes = (word: string) => entry.template.anchors.filter((anchor) => anchor === word).length;
  const isUnheard = (word: string) => OPENERS.has(word) && lexicon.anchors.of(word) - ownTimes(word) < OPENED_MIN;
  const [first = ""] = entry.words;
  if (isTurned(entry.words, sentence.words) || isTurned(sentence.words, entry.words)) return true;
  if (CHOICES.has(first) && CHOICES.has(sentence.words[0] ?? "")) return false;
  const opening = askedAt[0] === 0 ? (asked[0] ?? "") : "";
  return isUnheard(opening) || (first !== sentence.words[0] && known.includes(first) && isUnheard(first));
}

/** In front they ask, and behind somebody they tell. */
const TURNED: ReadonlySet<string> = new Set("is are was were am has have had did does do".split(" "));

/** "Is Tom off sick" asks what "Tom is off sick" tells, in the very same words; "whether Tom is off sick" asks it, too. */
function isTurned([opening = ""]: readonly string[], other: readonly string[]): boolean {
  const isTold = TURNED.has(opening) && other[0] !== opening && other.includes(opening);
  return isTold && !other.includes("if") && !other.includes("whether");
}

/** Before a number: "by 40" is not "to 40". */
const TURNING_NUMBERS: ReadonlySet<string> = new Set(
  "to by from until till before after than against over under above below between minus plus".split(" "),
);

export function numberTurned({ entry, leftover, sentence, parameterAt }: RewordingReading): boolean {
  const { asked, askedAt } = leftover;
  const numbers = entry.slots.filter(({ value }) => typeof value === "number");
  return numbers.some(({ parameter, from }) => {
    const place = [...parameterAt.keys()].find((at) => parameterAt.get(at) === parameter) ?? 0;
    const [before, here] = [entry.words[from - 1] ?? "", sentence.words[place - 1] ?? ""];
    if (before === here) return false;
    const isLeft = asked.some((_, index) => askedAt[index] === place - 1);
    return (isLeft && TURNING_NUMBERS.has(here)) || TURNING_NUMBERS.has(before);
  });
}

/** Between one of these and a value, a word says what kind is meant. */
const ARTICLES: ReadonlySet<string> = new Set(["a", "an", "the"]);
/** Of a tool with as many known sentences, the words around its values are known well enough for the score to judge. */
const SENTENCES_FOR_VALUES_MIN = 50;

/** "fluid ounces", "a Goan restaurant": words that the tool never heard, right at a value or between two, may be part of one. */
export function strangeAtValue({ leftover, sentence, parameterAt, lexicon }: RewordingReading): boolean {
  const { asked, askedAt } = leftover;
  const isStrange = (word: string) => !HARMLESS.has(word) && !HESITATIONS.has(word) && lexicon.anchors.of(word) === 0;
  const strangeAt = new Set(askedAt.filter((_, index) => isStrange(asked[index] ?? "")));
  return asked.some((word, index) => {
    const at = askedAt[index] ?? 0;
    if (!isStrange(word)) return false;
    let first = at;
    while (strangeAt.has(first - 1)) first -= 1;
    const isBehindArticle = ARTICLES.has(sentence.words[first - 1] ?? "");
    if (parameterAt.has(at + 1) && (isBehindArticle || parameterAt.has(first - 1))) return true;
    return lexicon.sentences < SENTENCES_FOR_VALUES_MIN && (parameterAt.has(at - 1) || parameterAt.has(at + 1));
  });
}

/** "Movie theatre" where "theatre" was said: with the word beside it, the value is another one that the parameter had. */
export function longerValueLeft({ leftover, sentence, parameterAt, lexicon }: RewordingReading): boolean {
  return leftover.askedAt.some((at) => {
    const [before, after] = [parameterAt.get(at - 1), parameterAt.get(at + 1)];
    let [from, to] = [at, at + 1];
    while (before !== undefined && parameterAt.get(from - 1) === before) from -= 1;
    while (after !== undefined && parameterAt.get(to) === after) to += 1;
    const isKnown = (parameter: string | undefined, start: number, end: number) =>
      parameter !== undefined && lexicon.parameter(parameter).values.of(sentence.words.slice(start, end).join(" ")) > 0;
    return isKnown(before, from, at + 1) || isKnown(after, at, to);
  });
}

/**
 * "Heat the attic to 18 degrees and light the lamp in the hall" where "heat the hall to 18 degrees" is known: beside the value that a
 * parameter has in the call stands another one that it had in others, and nobody knows which is meant, or whether both are.
 */
export function anotherValueLeft({ entry, leftover: { asked, askedAt }, lexicon }: RewordingReading): boolean {
  const parameters = new Set(entry.slots.map(({ parameter }) => parameter));
  return asked.some((_, first) => {
    const words: string[] = [];
    for (let index = first; askedAt[index] === (askedAt[first] ?? 0) + index - first; index += 1) {
      words.push(asked[index] ?? "");
      const value = words.join(" ");
      if (HARMLESS.has(value)) continue;
      for (const parameter of parameters)
        if (lexicon.parameter(parameter).values.of(value) > lexicon.anchors.of(value)) return true;
    }
    return false;
  });
}

/** "My mother's list" is not "my list". */
export function ownerLeft({ asked, leftover }: RewordingReading): boolean {
  const isOwned = (left: readonly string[]) =>
    left.some((word, at) => word === "'s" && at > 0 && !HARMLESS.has(left[at - 1] ?? ""));
  return isOwned(asked) || isOwned(leftover.known);
}

export function constantOfGoneWord(reading: RewordingReading): boolean {
  return hasLooseConstant(reading) && reading.leftover.known.length > 0;
}

/** "Text Gil that ko" where a model made "ok" of words that are no part of the request. */
export function constantOfNewWord(reading: RewordingReading): boolean {
  const isUnheard = (word: string) => !HARMLESS.has(word) && reading.lexicon.anchors.of(word) === 0;
  return hasLooseConstant(reading) && reading.asked.some(isUnheard);
}

function hasLooseConstant({ entry: { template, parameters } }: RewordingReading): boolean {
  return template.loose.some((name) => typeof parameters[name] !== "boolean");
}

export function leftInOtherCapitals({ entry, sentence, parameterAt }: RewordingReading): boolean {
  const { capitals, template } = entry;
  const isOther = (word: string, at: number) =>
    !parameterAt.has(at) && standsInCapitals(sentence, at) && !capitals.includes(word);
  const stands = (word: string) =>
    sentence.words.some((one, at) => one === word && (sentence.isShouted || standsInCapitals(sentence, at)));
  return sentence.words.some(isOther) || capitals.some((word) => template.anchors.includes(word) && !stands(word));
}

/** In a tool with fewer, any word that is gone or new may stand for a value that nobody has heard of yet. */
const SENTENCES_FOR_WORDS_MIN = 10;

export function wordLeftInYoungTool({ left, lexicon }: RewordingReading): boolean {
  return lexicon.sentences < SENTENCES_FOR_WORDS_MIN && left.some((word) => !HARMLESS.has(word));
}
