/** Words that must not be left over where a call is to be the same. */
import { ENGLISH } from "../../english/english.ts";
import { areOpposites } from "../../reading/opposites.ts";
import { isNumber } from "../words/canonical-numbers.ts";
import { HARMLESS, HESITATIONS, LIMITS, OPENERS, POLARITY, TIMES, UNITS } from "../words/word-lists.ts";
import { type Sentence, standsInCapitals } from "../words/words.ts";
import type { KnownEntry } from "./entries.ts";
import type { Leftover } from "./leftover.ts";
import type { ToolLexicon } from "./lexicon.ts";
import type { ToolKnowledge } from "./tool-knowledge.ts";

/** In a tool with fewer, any word that is gone or new may stand for a value that nobody has heard of yet. */
const SENTENCES_FOR_WORDS_MIN = 10;

/**
 * The rule that a leftover word breaks, by its name; null when there is none.
 * @param parameterAt of each position of the sentence that a value takes, the parameter
 */
export function ruleAgainstLeftover(
  entry: KnownEntry,
  leftover: Leftover,
  sentence: Sentence,
  parameterAt: ReadonlyMap<number, string>,
  knowledge: ToolKnowledge,
): string | null {
  const { template, slots, parameters } = entry;
  const { known } = leftover;
  const usual = usualBeforeValues(entry, leftover, parameterAt, knowledge.lexiconOf(template.tool));
  const asked = leftover.asked.filter((_, index) => !usual.has(leftover.askedAt[index] ?? 0));
  const all = [...asked, ...known];
  const rule = ruleAgainstWords(
    all,
    slots.some(({ value }) => typeof value === "number"),
  );
  if (rule !== null) return rule;
  const areTurned = asked.some((word) =>
    known.some((other) => areOpposites(word, other, ENGLISH) && !isDirection(word, other)),
  );
  if (areTurned || directionsTurned(entry, leftover, parameterAt)) return "opposites are left over";
  const isPast = (word: string) =>
    PAST.has(word) ||
    (!isToBe(word, leftover, sentence) &&
      all.some((other) => isPastOf(word, other) && asked.includes(word) !== asked.includes(other)));
  if (all.some(isPast)) return "another tense is left over";
  if (saidOnTop(leftover, sentence, knowledge.lexiconOf(template.tool))) return "something is said on top";
  if (saysNoName(entry, leftover, sentence, parameterAt, knowledge)) return "a name may be a word here";
  if (opensOtherwise(entry, leftover, sentence, knowledge)) return "a question of another kind is left over";
  if (numberTurned(entry, leftover, sentence, parameterAt)) return "a word that turns a number is left over";
  if (strangeAtValue(entry, leftover, sentence, parameterAt, knowledge))
    return "a strange word at a value is left over";
  if (longerValueLeft(leftover, sentence, parameterAt, knowledge.lexiconOf(template.tool)))
    return "a longer value is known";
  if (ownersLeft(asked) || ownersLeft(known)) return "whose it is is left over";
  const hasLoose = template.loose.some((name) => typeof parameters[name] !== "boolean");
  if (hasLoose && known.length > 0) return "a constant may hang on a word that is gone";
  if (hasLoose && asked.some((word) => isUnheard(word, template.tool, knowledge)))
    return "a constant may be another where a word is new";
  if (capitalsDiffer(entry, sentence, parameterAt)) return "short words in capitals differ";
  const { sentences } = knowledge.lexiconOf(template.tool);
  if (sentences < SENTENCES_FOR_WORDS_MIN && all.some((word) => !HARMLESS.has(word)))
    return "too little is known of the tool's words";
  return null;
}

/** "Everything but olives"; where texts are told apart by their labels, it mostly joins two sentences. */
const EXCEPTING: ReadonlySet<string> = new Set(["but", "besides"]);

/** What no sentence may have alone, whatever stands around it. */
function ruleAgainstWords(left: readonly string[], hasNumber: boolean): string | null {
  if (left.some((word) => isNumber(word) || /\d/.test(word))) return "a number is left over";
  if (left.some((word) => POLARITY.has(word) || EXCEPTING.has(word)))
    return "a word that may turn the meaning is left over";
  if (left.some((word) => UNITS.has(word) && !COMMON_UNITS.has(word))) return "a unit is left over";
  if (left.some((word) => TIMES.has(word) && !HARMLESS.has(word))) return "a time is left over";
  if (hasNumber && left.some((word) => LIMITS.has(word))) return "a word that makes a number a limit is left over";
  return null;
}

/**
 * "Remind me to" before a known wish, "twice" or "on my phone" behind it: what stands outside of all that both sentences have
 * in common, and with which the tool was never asked, says something more, or who is to do it, or that it was done.
 */
function saidOnTop({ asked, askedAt, known }: Leftover, { words }: Sentence, { anchors }: ToolLexicon): boolean {
  const shared = [...words.keys()].filter((at) => !askedAt.includes(at));
  const [first, last] = [shared[0] ?? words.length, shared.at(-1) ?? -1];
  return asked.some((word, index) => {
    const at = askedAt[index] ?? 0;
    if (REPORTED.has(word) || (at < first && OTHERS.has(word))) return true;
    return known.length === 0 && (at < first || at > last) && !HARMLESS.has(word) && anchors.of(word) === 0;
  });
}

/**
 * "I have to say goodbye" where "find the work Goodbye" is known: the names are plain words here, only little words stand
 * around them, and of those that said what is wanted some are gone.
 */
function saysNoName(
  { slots }: KnownEntry,
  { known }: Leftover,
  { words, text, starts }: Sentence,
  parameterAt: ReadonlyMap<number, string>,
  knowledge: ToolKnowledge,
): boolean {
  const isPlain = (word: string, at: number) => knowledge.isWord(word) && /^\p{Ll}/u.test(text.slice(starts[at]));
  return (
    slots.length > 0 &&
    slots.every(({ value }) => /\p{Lu}/u.test(String(value))) &&
    words.every((word, at) => (parameterAt.has(at) ? isPlain(word, at) : HARMLESS.has(word))) &&
    known.some((word) => !HARMLESS.has(word))
  );
}

/** Somebody is to think of it, or it is done. */
const REPORTED: ReadonlySet<string> = new Set(["remind", "reminds", "reminder", "already"]);
/** Somebody else wants it. */
const OTHERS: ReadonlySet<string> = new Set(["he", "she", "they"]);

/** "Text Gil that ko" where a model made "ok" of words that are no part of the request. */
function isUnheard(word: string, tool: number, knowledge: ToolKnowledge): boolean {
  return !HARMLESS.has(word) && knowledge.lexiconOf(tool).anchors.of(word) === 0;
}

function capitalsDiffer(
  { capitals, template }: KnownEntry,
  sentence: Sentence,
  parameterAt: ReadonlyMap<number, string>,
): boolean {
  const isOther = (word: string, at: number) =>
    !parameterAt.has(at) && standsInCapitals(sentence, at) && !capitals.includes(word);
  const stands = (word: string) =>
    sentence.words.some((one, at) => one === word && (sentence.isShouted || standsInCapitals(sentence, at)));
  return sentence.words.some(isOther) || capitals.some((word) => template.anchors.includes(word) && !stands(word));
}

/** "from" and "to" are opposites before a value; elsewhere ("to play", "songs from") they are little words. */
function isDirection(one: string, other: string): boolean {
  return (one === "to" && other === "from") || (one === "from" && other === "to");
}

function directionsTurned(
  { template }: KnownEntry,
  { asked, askedAt, known }: Leftover,
  parameterAt: ReadonlyMap<number, string>,
): boolean {
  const isBeforeValue = (word: string) =>
    template.elements.some(
      (element, at) => element.kind === "word" && element.word === word && template.elements[at + 1]?.kind === "slot",
    );
  return asked.some((word, index) => {
    const turned = known.find((other) => isDirection(word, other));
    return turned !== undefined && parameterAt.has((askedAt[index] ?? 0) + 1) && isBeforeValue(turned);
  });
}

const PAST: ReadonlySet<string> = new Set(["was", "were", "did", "had", "been"]);

/** "booked" tells of what "book" asks for. */
function isPastOf(past: string, present: string): boolean {
  return past.length > present.length && (past === `${present}ed` || past === `${present}d`);
}

/** "Added" in "this needs to be added" tells of nothing that is past. */
function isToBe(word: string, { asked, askedAt }: Leftover, { words }: Sentence): boolean {
  return asked.some((other, index) => other === word && words[(askedAt[index] ?? 0) - 1] === "be");
}

/** A parameter whose values stood behind a word so often is asked for with it. */
const USUAL_MIN = 5;

/**
 * Where the sentence has a word that turns the meaning elsewhere, and here is only one that often stands before this
 * parameter's values: "off Deezer" where it was "from Deezer". Not where a constant may be what it says ("off", a state).
 */
function usualBeforeValues(
  { template }: KnownEntry,
  { asked, askedAt }: Leftover,
  parameterAt: ReadonlyMap<number, string>,
  lexicon: ToolLexicon,
): ReadonlySet<number> {
  if (Object.keys(template.constants).length > 0) return new Set();
  const isUsual = (at: number, word: string) => {
    const parameter = parameterAt.get(at + 1);
    return parameter !== undefined && PREPOSITIONS.has(word) && lexicon.timesBehind(word, parameter) >= USUAL_MIN;
  };
  return new Set(askedAt.filter((at, index) => isUsual(at, asked[index] ?? "")));
}

/** Of those that may turn a meaning. */
const PREPOSITIONS: ReadonlySet<string> = new Set(["off"]);

/** "What movies" are "which movies". */
const CHOICES: ReadonlySet<string> = new Set(["what", "which"]);
/** A tool that was asked so often in a question of this kind may be asked so. */
const OPENED_MIN = 3;

function opensOtherwise(
  { template, words }: KnownEntry,
  { asked, askedAt, known }: Leftover,
  sentence: Sentence,
  knowledge: ToolKnowledge,
): boolean {
  const { anchors } = knowledge.lexiconOf(template.tool);
  const ownTimes = (word: string) => template.anchors.filter((anchor) => anchor === word).length;
  const isUnheard = (word: string) => OPENERS.has(word) && anchors.of(word) - ownTimes(word) < OPENED_MIN;
  const [first = ""] = words;
  if (CHOICES.has(first) && CHOICES.has(sentence.words[0] ?? "")) return false;
  const opening = askedAt[0] === 0 ? (asked[0] ?? "") : "";
  return isUnheard(opening) || (first !== sentence.words[0] && known.includes(first) && isUnheard(first));
}

/** Before a number: "by 40" is not "to 40". */
const TURNING_NUMBERS: ReadonlySet<string> = new Set(
  "to by from until till before after than against over under above below between minus plus".split(" "),
);

function numberTurned(
  { slots, words }: KnownEntry,
  { asked, askedAt }: Leftover,
  sentence: Sentence,
  parameterAt: ReadonlyMap<number, string>,
): boolean {
  const numbers = slots.filter(({ value }) => typeof value === "number");
  return numbers.some(({ parameter, from }) => {
    const place = [...parameterAt.keys()].find((at) => parameterAt.get(at) === parameter) ?? 0;
    const [before, here] = [words[from - 1] ?? "", sentence.words[place - 1] ?? ""];
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
function strangeAtValue(
  { template }: KnownEntry,
  { asked, askedAt }: Leftover,
  { words }: Sentence,
  parameterAt: ReadonlyMap<number, string>,
  knowledge: ToolKnowledge,
): boolean {
  const { anchors, sentences } = knowledge.lexiconOf(template.tool);
  const isStrange = (word: string) => !HARMLESS.has(word) && !HESITATIONS.has(word) && anchors.of(word) === 0;
  const strangeAt = new Set(askedAt.filter((_, index) => isStrange(asked[index] ?? "")));
  return asked.some((word, index) => {
    const at = askedAt[index] ?? 0;
    if (!isStrange(word)) return false;
    let first = at;
    while (strangeAt.has(first - 1)) first -= 1;
    if (parameterAt.has(at + 1) && (ARTICLES.has(words[first - 1] ?? "") || parameterAt.has(first - 1))) return true;
    return sentences < SENTENCES_FOR_VALUES_MIN && (parameterAt.has(at - 1) || parameterAt.has(at + 1));
  });
}

/** "Movie theatre" where "theatre" was said: with the word beside it, the value is another one that the parameter had. */
function longerValueLeft(
  { asked, askedAt }: Leftover,
  { words }: Sentence,
  parameterAt: ReadonlyMap<number, string>,
  lexicon: ToolLexicon,
): boolean {
  return asked.some((_, index) => {
    const at = askedAt[index] ?? 0;
    const [before, after] = [parameterAt.get(at - 1), parameterAt.get(at + 1)];
    let [from, to] = [at, at + 1];
    while (before !== undefined && parameterAt.get(from - 1) === before) from -= 1;
    while (after !== undefined && parameterAt.get(to) === after) to += 1;
    const isKnown = (parameter: string | undefined, start: number, end: number) =>
      parameter !== undefined && lexicon.parameter(parameter).values.of(words.slice(start, end).join(" ")) > 0;
    return isKnown(before, from, at + 1) || isKnown(after, at, to);
  });
}

/** Whether somebody or something that owns the rest is among the words: "my mother's list" is not "my list". */
function ownersLeft(left: readonly string[]): boolean {
  return left.some((word, at) => word === "'s" && at > 0 && !HARMLESS.has(left[at - 1] ?? ""));
}

/** Units that are little words as well. */
const COMMON_UNITS = new Set(["in", "second", "c", "f", "k", "m", "b", "points", "point"]);
