/** What refuses a label, however alike two texts are: one word may turn a judgement or a wish round, and hardly changes more. */
import { ENGLISH } from "../../english/english.ts";
import { areOpposites } from "../../reading/opposites.ts";
import { POLARITY } from "../words/word-lists.ts";
import { differenceOf } from "./label-features.ts";
import { saysNot } from "./negations.ts";
import { areComplements, sayOpposite } from "./opposite-judgements.ts";
import type { ReadText } from "./read-text.ts";

/** In a longer text, one number more or less is one among many words: the score weighs it. */
const SHORT_WORDS_MAX = 15;
/** From here on, "instead" at the end of a sentence says nothing. */
const WISH_WORDS_MAX = 9;
/** Exchanged in paraphrases of whole sentences without saying the opposite. */
const LITTLE_OPPOSITES = new Set(["from", "to", "i", "you", "my", "your", "our", "his", "her", "with", "in", "out"]);
/** Come and go in paraphrases of long sentences. */
const LITTLE_TURNS = new Set(["only", "off", "skip"]);
/** Forms of words that undo, however they end. */
const UNDOING = /^(?:remov|delet|eliminat|eras(?:e|ing|ure)|discard|dropp|drops|disabl|exclu|cancel|reject|refus)/u;

/** The same in words that undo in some places only: they stand for one that does, and are none by themselves. */
const SOFTLY_UNDOING = /^(?:strip(?:s|ped|ping)?|wip(?:e|es|ed|ing))$/u;
const TAKING = /^(?:take|takes|taken|taking|took)$/u;
const AWAY = new Set(["out", "away", "off"]);

/** The rule that forbids to give a text the label of another; null where none does. */
export function ruleAgainst(asked: ReadText, known: ReadText): string | null {
  if (!asked.isOpen) return "not plainly English, or letters that look like others";
  if (!known.isOpen) return "the known text is in another language";
  const { asked: more, left } = differenceOf(asked.words, known.words);
  const complements = [...complementsOf(asked, more, left), ...complementsOf(known, left, more)];
  if (negationsBut(asked, complements) !== negationsBut(known, complements)) return "only one of them is negated";
  const words = Math.min(asked.words.length, known.words.length);
  const isShort = words <= SHORT_WORDS_MAX;
  if (isShort && [...more, ...left].some((word) => /\d/.test(word))) return "a number is left over";
  const isLittle = (word: string) =>
    (!isShort && LITTLE_TURNS.has(word)) || (words > WISH_WORDS_MAX && word === "instead");
  const turns = (word: string) => isTurning(word) && !isLittle(word);
  const turnsAsked = more.some((word) => turns(word) && !isOneOfTwo(word, asked, more));
  const turnsLeft = left.some((word) => turns(word) && !isOneOfTwo(word, known, left));
  if (turnsAsked !== turnsLeft && !undoSoftly(turnsAsked ? left : more))
    return "a word that may turn the meaning is left over";
  const isFirm = (word: string) => !LITTLE_OPPOSITES.has(word);
  const oppose = (word: string, other: string) =>
    (areOpposites(word, other, ENGLISH) || sayOpposite(word, other)) &&
    !complements.some((pair) => pair.includes(word) && pair.includes(other));
  if (more.some((word) => isFirm(word) && left.some((other) => oppose(word, other)))) return "opposites are left over";
  return null;
}

type Complements = readonly [negated: string, other: string];

/** What one text says with a "not" and a word that only it has, and the other with a word that only that one has. */
function complementsOf(
  { negations }: ReadText,
  own: readonly string[],
  others: readonly string[],
): readonly Complements[] {
  return negations.flatMap(({ of }): readonly Complements[] => {
    const other = own.includes(of) ? others.find((one) => areComplements(of, one)) : undefined;
    return other === undefined ? [] : [[of, other]];
  });
}

/** How often it says "not", where both say the same without counting it. */
function negationsBut({ negations }: ReadText, complements: readonly Complements[]): number {
  return negations.filter(({ word, of }) => !complements.some(([negated, other]) => of === negated || word === other))
    .length;
}

function isTurning(word: string): boolean {
  return (POLARITY.has(word) || UNDOING.test(word)) && !saysNot(word);
}

/** "Enable or disable" turns nothing, where the other text says neither. */
function isOneOfTwo(word: string, { words }: ReadText, own: readonly string[]): boolean {
  const at = words.indexOf(word);
  const other = (words[at - 1] === "or" ? words[at - 2] : words[at + 1] === "or" ? words[at + 2] : "") ?? "";
  return own.includes(other) && areOpposites(word, other, ENGLISH);
}

function undoSoftly(words: readonly string[]): boolean {
  const isTakenAway = words.some((word) => TAKING.test(word)) && words.some((word) => AWAY.has(word));
  return isTakenAway || words.some((word) => SOFTLY_UNDOING.test(word));
}
