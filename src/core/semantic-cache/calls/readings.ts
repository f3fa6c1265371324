/** How a value comes out of the words of a sentence: copied, or read as a number or a date. */
import { ENGLISH } from "../../english/english.ts";
import type { JsonValue } from "../../json.ts";
import type { LocalTime } from "../../local-time.ts";
import { type DateShape, datesIn } from "../../reading/dates.ts";
import { type NumberMention, numbersIn } from "../../reading/numbers.ts";
import { nearForm } from "../../reading/word-forms.ts";
import type { Synonyms } from "../../schema/synonyms.ts";
import type { Span } from "../../span.ts";
import { isNumber } from "../words/canonical-numbers.ts";
import { UNITS } from "../words/word-lists.ts";
import type { Sentence } from "../words/words.ts";
import type { ParameterRule } from "./parameter-rules.ts";

/**
 * `copied`: the words themselves, or the number that they are. `number`: what several words or signs amount to ("5k").
 * `share`: a percentage as a part of one. `date`: read against the clock.
 */
export type Reading = "copied" | "number" | "share" | "date";

/** Reads values of one sentence at one time; whatever is costly is done once. */
export class SentenceReader {
  readonly sentence: Sentence;
  readonly #now: LocalTime;
  readonly #dates = new Map<string, ReturnType<typeof datesIn>>();
  readonly #found = new Map<string, unknown>();
  #numbers: readonly NumberMention[] | null = null;

  constructor(sentence: Sentence, now: LocalTime) {
    this.sentence = sentence;
    this.#now = now;
  }

  /** Finds something out about the sentence, only the first time that it is asked for under the name. */
  once<Found>(name: string, find: () => Found): Found {
    if (!this.#found.has(name)) this.#found.set(name, find());
    return this.#found.get(name) as Found;
  }

  numbers(): readonly NumberMention[] {
    this.#numbers ??= numbersIn(this.sentence.text, ENGLISH);
    return this.#numbers;
  }

  dates(shape: DateShape): ReturnType<typeof datesIn> {
    const key = shape.kind === "pattern" ? shape.pattern : shape.kind;
    const known = this.#dates.get(key) ?? datesIn(this.sentence.text, shape, this.#now, ENGLISH);
    this.#dates.set(key, known);
    return known;
  }

  /**
   * The value of the words from `from` to before `to`, in the type of the one that it is `like`; null when they do not
   * make one that the rule allows.
   */
  value(reading: Reading, rule: ParameterRule, from: number, to: number, like: JsonValue): JsonValue | null {
    const { start, end } = placeOf(this.sentence, from, to);
    const isHere = (mention: Span) => mention.start === start && mention.end === end;
    switch (reading) {
      case "number":
        return this.numbers().find((mention) => isHere(mention) && !mention.isPercent)?.value ?? null;
      case "share": {
        const mention = this.numbers().find((one) => isHere(one) && one.isPercent);
        return mention ? shareOf(mention.value) : null;
      }
      case "date":
        return rule.dates === null ? null : (this.dates(rule.dates).find(isHere)?.value ?? null);
      case "copied":
        return this.#copied(rule, from, to, like);
    }
  }

  /** The value that the words mean by a synonym, or null in its place where nobody can tell; null where they are no synonym's. */
  #meant(synonyms: Synonyms, from: number, to: number): { readonly value: JsonValue | null } | null {
    const { start, end } = placeOf(this.sentence, from, to);
    const written = this.sentence.text.slice(start, end);
    const value = synonyms.meaningOf(written);
    if (value !== null) return { value };
    return mayMean(synonyms, written) ? { value: null } : null;
  }

  #copied(rule: ParameterRule, from: number, to: number, like: JsonValue): JsonValue | null {
    const meant = rule.synonyms && this.#meant(rule.synonyms, from, to);
    if (meant !== null) return meant.value;
    if (rule.kind !== "text" || typeof like === "number") {
      const word = this.sentence.words[from] ?? "";
      if (to - from !== 1 || !isNumber(word)) return null;
      const value = Number(word);
      if (rule.kind === "whole" && !Number.isSafeInteger(value)) return null;
      return rule.choices === null || rule.choices.includes(value) ? value : null;
    }
    const { start, end } = writtenPlaceOf(this.sentence, from, to);
    const written = this.sentence.text.slice(start, end);
    if (rule.choices === null) return written;
    const folded = written.toLowerCase();
    return rule.choices.find((choice) => String(choice).toLowerCase() === folded) ?? null;
  }
}

/** Whether a text that is no synonym may be meant as one: it has one in it, or is one with a slip or another ending. */
function mayMean(synonyms: Synonyms, text: string): boolean {
  const isSynonym = ({ isOwn }: { readonly isOwn: boolean }) => !isOwn;
  return (
    synonyms.mentionsIn(text).some(isSynonym) || synonyms.isNear(text, (one, other) => nearForm(one, other, ENGLISH))
  );
}

export function shareOf(percent: number): number {
  return Number((percent / 100).toPrecision(12));
}

export function placeOf({ starts, ends }: Sentence, from: number, to: number): Span {
  return { start: starts[from] ?? 0, end: ends[to - 1] ?? 0 };
}

const CLOSING: Readonly<Record<string, string>> = { "‘": "’", "“": "”", "'": "'", '"': '"', "`": "`", "«": "»" };

/** As a person would copy it: what opens with a quotation mark goes on to the mark that closes it. */
export function writtenPlaceOf(sentence: Sentence, from: number, to: number): Span {
  const { start, end } = placeOf(sentence, from, to);
  const closing = CLOSING[sentence.text.charAt(start - 1)];
  // "Who are you? by The Who": a sign with words behind it is part of the title.
  const sign = /^[?!]+(?=\s+[\p{Ll}\d])/u.exec(sentence.text.slice(end));
  if (closing === undefined) return { start, end: end + (sign?.[0].length ?? 0) };
  const closed = sentence.text.indexOf(closing, end);
  const isQuoted = closed >= 0 && !/[\p{L}\p{N}]/u.test(sentence.text.slice(end, closed));
  return { start, end: isQuoted ? closed : end };
}

/** Whether a few capitals stand for the value: "TX" for Texas, "UK" for United Kingdom. */
export function abbreviates(written: string, value: string): boolean {
  if (!/^\p{L}{2,4}$/u.test(written) || value.length <= written.length) return false;
  const [short, long] = [written.toLowerCase(), value.toLowerCase()];
  if (short[0] !== long[0]) return false;
  let at = -1;
  return [...short].every((letter) => {
    at = long.indexOf(letter, at + 1);
    return at >= 0;
  });
}

const DECADES: Readonly<Record<string, string>> = {
  twenties: "20",
  thirties: "30",
  forties: "40",
  fourties: "40",
  fifties: "50",
  sixties: "60",
  seventies: "70",
  eighties: "80",
  nineties: "90",
};

/** Whether a word for ten years stands for the value: "fifties" for 1950s. */
export function namesDecade(word: string, value: string): boolean {
  const decade = DECADES[word];
  return decade !== undefined && new RegExp(`^(?:\\d\\d)?${decade}(?:'?s)?$`).test(value);
}

export function isDecade(words: readonly string[]): boolean {
  return words.length === 1 && Object.hasOwn(DECADES, words[0] ?? "");
}

/** What counts when two values are compared as text: no case, no white space, no plain punctuation around or between. */
export function foldedValue(written: string): string {
  return written.replace(/[\p{L}\p{N}]+/gu, foldedPiece).replace(/[\s,\-'’‘"“”.;:!?()]+/g, "");
}

/** In a code, and in a unit, capitals count: "xK9f" is not "xK9F", "Mb" is not "MB". */
function foldedPiece(piece: string): string {
  const lower = piece.toLowerCase();
  const isCode = /\d/.test(piece) && /\p{Ll}/u.test(piece) && /\p{Lu}/u.test(piece);
  return isCode || (piece.length <= UNIT_LETTERS_MAX && UNITS.has(lower)) ? piece : lower;
}
const UNIT_LETTERS_MAX = 3;

/** "The Silent Speaker?": a model took the sentence's sign for the title's, or it is the title's. Nobody can tell. */
export function endsInSign(value: JsonValue): boolean {
  return typeof value === "string" && /[\p{L}\p{N}]\s*[?!]+$/u.test(value);
}
