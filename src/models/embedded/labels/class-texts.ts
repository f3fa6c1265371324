/** What stands for each class of a set: its texts, fewer and shorter ones where the set has much to read. */
import type { Class } from "#core/classification-set.ts";
import { humanised } from "../name-words.ts";
import { isCommonWord } from "../networks/vocabulary.ts";

/**
 * What the classes of one set may cost, in tokens that both networks read, a text counting as TEXT_TOKENS more: its pass takes
 * that long however short it is. Some 0.46 ms each, so 2.7 s; 77 classes with a line of description stay below it.
 */
const SET_TOKENS_MAX = 5_800;
/** One text for each class is read in 2.3 s; what else there is to do for a body of a mebibyte takes 0.3 s. */
const BRIEF_SET_TOKENS_MAX = 5_000;
const TEXT_TOKENS = 7;
/** Of a long text each token is compared with all others: this many count double. */
const DOUBLE_TOKENS = 1_600;
/** The networks read no more of a text. */
const READ_TOKENS_MAX = 256;
/** Of an only text, however many classes there are: fewer would tell no class from another. */
const BRIEF_TOKENS_MIN = 5;
/** A word that is not in the vocabulary is cut into pieces of about so many letters. */
const PIECE_LETTERS = 3;

/** The texts whose mean stands for a class: its label as people write it, and what the description adds. */
export function textsOf({ label, description }: Class): readonly string[] {
  const name = humanised(label).toLowerCase();
  const asked = `tell me about ${name}`;
  return description ? [name, asked, `${name}: ${description}`, description] : [name, asked];
}

/** For each class the texts of `textsOf`; one text each, as much of name and description as fits, where all would cost too much. */
export function textsOfSet(classes: readonly Class[]): readonly (readonly string[])[] {
  const whole = classes.map(textsOf);
  if (isWithin(whole.flat(), SET_TOKENS_MAX)) return whole;
  const tokensMax = Math.max(BRIEF_TOKENS_MIN, tokensFor(BRIEF_SET_TOKENS_MAX / classes.length));
  return classes.map(({ label, description }) => {
    const name = humanised(label).toLowerCase();
    return [beginningOf(description ? `${name}: ${description}` : name, tokensMax)];
  });
}

function isWithin(texts: readonly string[], tokensMax: number): boolean {
  let tokens = 0;
  for (const text of texts) {
    tokens += costOf(tokensIn(text, READ_TOKENS_MAX).count);
    if (tokens > tokensMax) return false;
  }
  return true;
}

function costOf(tokens: number): number {
  return TEXT_TOKENS + tokens + tokens ** 2 / DOUBLE_TOKENS;
}

/** The inverse of `costOf`. */
function tokensFor(cost: number): number {
  const half = DOUBLE_TOKENS / 2;
  return Math.sqrt(half ** 2 + DOUBLE_TOKENS * Math.max(0, cost - TEXT_TOKENS)) - half;
}

function beginningOf(text: string, tokensMax: number): string {
  return text.slice(0, tokensIn(text, Math.min(tokensMax, READ_TOKENS_MAX)).end);
}

/** About how many tokens a text has, up to a number of them, and where those end. Letters of words, and any other sign by itself. */
function tokensIn(text: string, tokensMax: number): { readonly count: number; readonly end: number } {
  let count = 0;
  let end = 0;
  for (const { 0: part, index } of text.matchAll(/[a-z]{1,100}|[^a-z\s]/giu)) {
    const tokens = isCommonWord(part.toLowerCase()) ? 1 : Math.ceil(part.length / PIECE_LETTERS);
    if (count + tokens > tokensMax) return { count: tokensMax, end: count === 0 ? index + part.length : end };
    count += tokens;
    end = index + part.length;
  }
  return { count, end: text.length };
}
