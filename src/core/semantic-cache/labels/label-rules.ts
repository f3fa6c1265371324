/** What refuses a label, however alike two texts are: one word may turn a judgement or a wish round, and hardly changes more. */
import { areOpposites, POLARITY } from "../words/word-lists.ts";
import { differenceOf } from "./label-features.ts";
import { saysNot } from "./negations.ts";
import { sayOpposite } from "./opposite-judgements.ts";
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

/** The rule that forbids to give a text the label of another; null where none does. */
export function ruleAgainst(asked: ReadText, known: ReadText): string | null {
  if (!asked.isOpen) return "not plainly English, or letters that look like others";
  if (!known.isOpen) return "the known text is in another language";
  if (asked.negations !== known.negations) return "only one of them is negated";
  const { asked: more, left } = differenceOf(asked.words, known.words);
  const words = Math.min(asked.words.length, known.words.length);
  const isShort = words <= SHORT_WORDS_MAX;
  if (isShort && [...more, ...left].some((word) => /\d/.test(word))) return "a number is left over";
  const isLittle = (word: string) =>
    (!isShort && LITTLE_TURNS.has(word)) || (words > WISH_WORDS_MAX && word === "instead");
  const turns = (word: string) => isTurning(word) && !isLittle(word);
  if (more.some(turns) !== left.some(turns)) return "a word that may turn the meaning is left over";
  const isFirm = (word: string) => !LITTLE_OPPOSITES.has(word);
  if (more.some((word) => isFirm(word) && left.some((other) => areOpposites(word, other) || sayOpposite(word, other))))
    return "opposites are left over";
  return null;
}

function isTurning(word: string): boolean {
  return (POLARITY.has(word) || UNDOING.test(word)) && !saysNot(word);
}
