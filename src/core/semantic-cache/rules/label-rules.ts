/**
 * What forbids a label, however alike two texts are: one word may turn a judgement or a wish round, and hardly changes more. Each
 * is a row of `table.ts`.
 */

import { ENGLISH } from "../../english/english.ts";
import { areOpposites } from "../../reading/opposites.ts";
import type { Complements, LabelReading } from "../labels/label-reading.ts";
import { saysNot } from "../labels/negations.ts";
import { sayOpposite } from "../labels/opposite-judgements.ts";
import type { ReadText } from "../labels/read-text.ts";
import { POLARITY } from "../words/word-lists.ts";

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

export function negatedOnOneSide({ asked, known, complements }: LabelReading): boolean {
  return negationsBut(asked, complements) !== negationsBut(known, complements);
}

export function labelNumberLeft(reading: LabelReading): boolean {
  return fewerWordsOf(reading) <= SHORT_WORDS_MAX && [...reading.more, ...reading.left].some((word) => /\d/.test(word));
}

export function labelTurned(reading: LabelReading): boolean {
  const { asked, known, more, left } = reading;
  const words = fewerWordsOf(reading);
  const isLittle = (word: string) =>
    (words > SHORT_WORDS_MAX && LITTLE_TURNS.has(word)) || (words > WISH_WORDS_MAX && word === "instead");
  const turns = (word: string) => isTurning(word) && !isLittle(word);
  const turnsAsked = more.some((word) => turns(word) && !isOneOfTwo(word, asked, more));
  const turnsLeft = left.some((word) => turns(word) && !isOneOfTwo(word, known, left));
  return turnsAsked !== turnsLeft && !undoSoftly(turnsAsked ? left : more);
}

export function labelOpposed({ more, left, complements }: LabelReading): boolean {
  const oppose = (word: string, other: string) =>
    (areOpposites(word, other, ENGLISH) || sayOpposite(word, other)) &&
    !complements.some((pair) => pair.includes(word) && pair.includes(other));
  return more.some((word) => !LITTLE_OPPOSITES.has(word) && left.some((other) => oppose(word, other)));
}

function fewerWordsOf({ asked, known }: LabelReading): number {
  return Math.min(asked.words.length, known.words.length);
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
