/** Numbers in a sentence, in digits and in words. */
import { CURRENCY_SIGN } from "./currencies.ts";

export interface NumberMention {
  /** UTF-16 code units in the text, half-open; currency signs stay outside, a percent sign inside. */
  readonly start: number;
  readonly end: number;
  readonly value: number;
  readonly isPercent: boolean;
}

const SCALES: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  billion: 1e9,
  bn: 1e9,
  trillion: 1e12,
};
const IS_CURRENCY_SIGN = new RegExp(CURRENCY_SIGN);
const AFTER_CURRENCY: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9 };

const DIGITS =
  /(?<![\w.^]|\^-)(-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e-?\d+)?|-?\.\d+)(?:\s*(%|percent\b|(?:hundred|thousand|million|billion|trillion|bn|k)\b))?/gi;
/** 5th, 300K, 440Hz, 22.5C: a number with letters right behind it. */
const DIGITS_WITH_UNIT = /(?<![\w.,^]|\^-)(-?\d+(?:\.\d+)?)(?=[a-zA-Z°µ])/g;
const BRACKETS = /\[[^[\]]*\]|\([^()]*\)/g;

/** Every number in the order of the text; no two overlap. */
export function numbersIn(text: string): readonly NumberMention[] {
  const found = fractions(text);
  const add = (mention: NumberMention) => {
    if (!found.some((other) => mention.start < other.end && mention.end > other.start)) found.push(mention);
  };
  for (const mention of digitNumbers(text)) add(mention);
  for (const match of text.matchAll(DIGITS_WITH_UNIT)) {
    const digits = match[1] ?? "";
    add({ start: match.index, end: match.index + digits.length, value: Number(digits), isPercent: false });
  }
  for (const mention of wordNumbers(text)) add(mention);
  return found.sort((a, b) => a.start - b.start).map((mention) => negated(text, mention));
}

const FRACTION = /(?<![\w./])(?:(\d+)\s+)?(\d{1,2})\/(\d{1,3})(?![\w/]|\.\d)/g;
const SPOKEN_FRACTION =
  /\b(?:(\w+) and )?(an?|one|two|three|four|five) (half|halves|thirds?|quarters?|fifths?)(?: (?:of an? )?(hundred|thousand|million|billion|trillion))?\b(?!\s+past\b)/gi;
const PARTS: Readonly<Record<string, number>> = { half: 2, halves: 2, third: 3, quarter: 4, fifth: 5 };
/** Told apart from "24/7" and dates by what people divide things into. */
const DENOMINATORS = new Set([2, 3, 4, 5, 6, 8, 10, 12, 16, 32, 64, 100, 1000]);

/** 3/4, 1 1/2, "two thirds", "twenty one and a half", "two and a half million", "a quarter of a million". */
function fractions(text: string): NumberMention[] {
  const written = [...text.matchAll(FRACTION)].flatMap((match) => {
    const [above, below] = [Number(match[2]), Number(match[3])];
    if (above >= below || !DENOMINATORS.has(below)) return [];
    return [fraction(match, match.index, Number(match[1] ?? 0) + above / below)];
  });
  const spoken = [...text.matchAll(SPOKEN_FRACTION)].flatMap((match) => {
    const [, lastOfWhole, count = "", part = "", scale = ""] = match;
    const below = PARTS[part.toLowerCase().replace(/(?<=d|r|h)s$/, "")];
    const above = SMALL.get(count.toLowerCase()) ?? 1;
    const times = SCALES[scale.toLowerCase()] ?? 1;
    // "a third" is mostly the one after the second.
    const isOrdinal = /^an?$/i.test(count) && below !== 2 && lastOfWhole === undefined && scale === "";
    if (below === undefined || isOrdinal) return [];
    if (lastOfWhole === undefined) return [fraction(match, match.index, (above / below) * times)];
    const whole = numberBefore(text.slice(0, match.index + lastOfWhole.length));
    return whole === null ? [] : [fraction(match, whole.start, (whole.value + above / below) * times)];
  });
  return [...written, ...spoken];
}

function fraction(match: RegExpExecArray, start: number, value: number): NumberMention {
  const end = match.index + match[0].length;
  return { start, end, value: Number(value.toPrecision(12)), isPercent: false };
}

/** The number that the text ends in. */
function numberBefore(text: string): NumberMention | null {
  const found = [...digitNumbers(text), ...wordNumbers(text)].filter(({ end }) => end === text.length);
  return found.find(({ isPercent }) => !isPercent) ?? null;
}

function digitNumbers(text: string): NumberMention[] {
  const brackets = [...text.matchAll(BRACKETS)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  return [...text.matchAll(DIGITS)].flatMap((match) => {
    const digits = match[1] ?? "";
    const isListed =
      digits.includes(",") && brackets.some(({ start, end }) => start < match.index && match.index < end);
    return isListed ? listedNumbers(digits, match.index) : [digitNumber(text, match.index, digits, match[2] ?? "")];
  });
}

/** `[200,300]` holds two numbers, not 200300. */
function listedNumbers(digits: string, offset: number): readonly NumberMention[] {
  return [...digits.matchAll(/-?\d+(?:\.\d+)?/g)].map((match) => {
    const start = offset + match.index;
    return { start, end: start + match[0].length, value: Number(match[0]), isPercent: false };
  });
}

function digitNumber(text: string, start: number, digits: string, suffix: string): NumberMention {
  const plain = Number(digits.replaceAll(",", ""));
  // 300 K is a temperature, 300k is not.
  if (suffix !== "" && suffix !== "K") {
    const isPercent = suffix === "%" || suffix.toLowerCase() === "percent";
    const end = text.indexOf(suffix, start + digits.length) + suffix.length;
    const value = isPercent ? plain : plain * (SCALES[suffix.toLowerCase()] ?? 1);
    return { start, end, value, isPercent };
  }
  const end = start + digits.length;
  const letter = text.charAt(end);
  const scale =
    IS_CURRENCY_SIGN.test(text.charAt(start - 1)) && !/\w/.test(text.charAt(end + 1))
      ? AFTER_CURRENCY[letter]
      : undefined;
  if (scale !== undefined) return { start, end: end + 1, value: plain * scale, isPercent: false };
  const isSouthOrWest = digits.includes(".") && /^\s*°?\s*[WS]\b(?! *\.)/.test(text.slice(end, end + 5));
  return { start, end, value: isSouthOrWest ? -Math.abs(plain) : plain, isPercent: false };
}

/** "minus seven", "negative 3"; but "ten minus seven" is a difference of two numbers. */
function negated(text: string, mention: NumberMention): NumberMention {
  const sign = /(?:^|[^\w\s])?(?:(\w+)\s+)?\b(?:minus|negative)\s+$/i.exec(
    text.slice(Math.max(0, mention.start - 40), mention.start),
  );
  if (!sign || mention.value <= 0 || (sign[1] !== undefined && isNumberWord(sign[1]))) return mention;
  return { ...mention, value: -mention.value };
}

const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
/** "second" is left out: it is a unit of time more often than an ordinal. */
const ORDINALS = ["first", "", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const OTHERS: Readonly<Record<string, number>> = { once: 1, twice: 2, dozen: 12 };

const SMALL: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
]);
const ALONE: ReadonlyMap<string, number> = new Map([
  ...ORDINALS.flatMap((word, index) => (word === "" ? [] : [[word, index + 1] as const])),
  ...Object.entries(OTHERS),
]);
const WORD_SCALES: ReadonlyMap<string, number> = new Map(Object.entries(SCALES).filter(([word]) => word.length > 2));

function isNumberWord(word: string): boolean {
  const lower = word.toLowerCase();
  return SMALL.has(lower) || WORD_SCALES.has(lower) || /^\d/.test(word);
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function wordNumbers(text: string): readonly NumberMention[] {
  const words = [...text.matchAll(/[A-Za-z]+/g)].map((match) => ({
    text: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const found: NumberMention[] = [];
  for (let at = 0; at < words.length; ) {
    const read = readNumber(text, words, at);
    if (read) found.push(read.mention);
    at = read?.next ?? at + 1;
  }
  return found;
}

/** The number that starts with the given word: "three hundred and five", "half a million", "a dozen". */
function readNumber(
  text: string,
  words: readonly Word[],
  at: number,
): { readonly mention: NumberMention; readonly next: number } | null {
  const first = words[at];
  if (!first) return null;
  const alone = ALONE.get(first.text);
  if (alone !== undefined) return mentionOf(first, first, alone, at + 1, text);
  const lead = leadOf(words, at);
  if (lead) {
    const last = words[lead.next - 1] ?? first;
    return mentionOf(first, last, lead.value, lead.next, text);
  }
  // "a hundred and five" goes on as "one hundred" does.
  const isOfOne = first.text === "a" && WORD_SCALES.has(words[at + 1]?.text ?? "");
  if (!isOfOne && !SMALL.has(first.text)) return null;
  const sum = new SpokenNumber(isOfOne ? "one" : first.text);
  let next = at + 1;
  for (; next < words.length; next += 1) {
    const previous = words[next - 1];
    const word = words[next];
    if (!previous || !word || !/^(?:\s+|-)$/.test(text.slice(previous.end, word.start))) break;
    if (word.text === "and") {
      const after = words[next + 1];
      if (!sum.endsInScale || !after || !/^\s+$/.test(text.slice(word.end, after.start)) || !sum.takes(after.text))
        break;
    } else if (!sum.takes(word.text)) break;
    else sum.add(word.text);
  }
  const last = words[next - 1] ?? first;
  return mentionOf(first, last, sum.value, next, text);
}

/** "half a million", "a dozen", "a couple". */
function leadOf(words: readonly Word[], at: number): { readonly value: number; readonly next: number } | null {
  const [first, second, third] = [words[at]?.text, words[at + 1]?.text ?? "", words[at + 2]?.text ?? ""];
  if (first === "half" && second === "a") {
    const scale = WORD_SCALES.get(third) ?? OTHERS[third];
    return scale === undefined ? null : { value: scale / 2, next: at + 3 };
  }
  if (first !== "a") return null;
  const value = second === "couple" ? 2 : second === "dozen" ? 12 : undefined;
  return value === undefined ? null : { value, next: at + 2 };
}

function mentionOf(first: Word, last: Word, value: number, next: number, text: string) {
  const percent = /^\s*(?:%|percent\b|per cent\b)/i.exec(text.slice(last.end));
  const end = last.end + (percent?.[0].length ?? 0);
  return { mention: { start: first.start, end, value, isPercent: percent !== null }, next };
}

/** Adds up number words in the only order in which people say them. */
class SpokenNumber {
  #total = 0;
  #group: number;
  #last: string;

  constructor(first: string) {
    this.#group = SMALL.get(first) ?? 0;
    this.#last = first;
  }

  get value(): number {
    return this.#total + this.#group;
  }

  get endsInScale(): boolean {
    return WORD_SCALES.has(this.#last);
  }

  /** Whether the word goes on with this number; "two three" are two numbers. */
  takes(word: string): boolean {
    const small = SMALL.get(word);
    if (small === undefined) return WORD_SCALES.has(word) && this.#group > 0;
    if (this.endsInScale) return small > 0;
    return TENS.includes(this.#last) && small > 0 && small < 10;
  }

  add(word: string): void {
    const scale = WORD_SCALES.get(word);
    if (scale === undefined) this.#group += SMALL.get(word) ?? 0;
    else if (scale === 100) this.#group *= 100;
    else {
      this.#total += this.#group * scale;
      this.#group = 0;
    }
    this.#last = word;
  }
}
