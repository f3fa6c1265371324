/** Numbers in a sentence, in digits and in words. */
import { SpanSet } from "../span.ts";
import { CURRENCY_SIGN } from "./currencies.ts";
import { type LanguageTables, perLanguage } from "./language.ts";
import { SpokenNumber, spokenForms } from "./spoken-numbers.ts";

export interface NumberMention {
  /** UTF-16 code units in the text, half-open; currency signs stay outside, a percent sign inside. */
  readonly start: number;
  readonly end: number;
  readonly value: number;
  readonly isPercent: boolean;
}

const IS_CURRENCY_SIGN = new RegExp(CURRENCY_SIGN);

const formsOf = perLanguage(({ numbers }) => {
  const scales = { ...numbers.scales, ...numbers.shortScales };
  // "12,5 kg" and "€4,20", as most of Europe writes them in any language.
  const decimals = `\\d+,\\d{1,2}(?![\\d,])(?=\\s?(?:${numbers.measures}))|(?<=${CURRENCY_SIGN}\\s?)\\d+,\\d{2}(?![\\d,])`;
  const behind = `%|${numbers.percent}\\b|(?:${Object.keys(scales).join("|")})\\b`;
  return {
    scales,
    digits: new RegExp(
      `(?<![\\w.^]|\\^-)(-?(?:${decimals}|\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?(?:e-?\\d+)?|-?\\.\\d+)(?:\\s*(${behind}))?`,
      "gi",
    ),
    others: new Map(Object.entries(numbers.others)),
    alone: new Map(Object.entries({ ...numbers.ordinals, ...numbers.others })),
    amounts: new Map(Object.entries(numbers.amounts)),
  };
});

/** 5th, 300K, 440Hz, 22.5C: a number with letters right behind it. */
const DIGITS_WITH_UNIT = /(?<![\w.,^]|\^-)(-?\d+(?:\.\d+)?)(?=[a-zA-Z°µ])/g;
const BRACKETS = /\[[^[\]]*\]|\([^()]*\)/g;

/** Every number in the order of the text; no two overlap. */
export function numbersIn(text: string, language: LanguageTables): readonly NumberMention[] {
  const found = fractions(text, language);
  const taken = new SpanSet(found);
  const add = (mention: NumberMention) => {
    if (taken.overlaps(mention)) return;
    taken.add(mention);
    found.push(mention);
  };
  for (const mention of pointedThousands(text)) add(mention);
  for (const mention of digitNumbers(text, language)) add(mention);
  for (const match of text.matchAll(DIGITS_WITH_UNIT)) {
    const digits = match[1] ?? "";
    add({ start: match.index, end: match.index + digits.length, value: Number(digits), isPercent: false });
  }
  for (const mention of wordNumbers(text, language)) add(mention);
  for (const match of text.matchAll(language.numbers.aGrand)) add(fraction(match, match.index, THOUSAND));
  return found
    .sort((a, b) => a.start - b.start)
    .map((mention) => inGrands(text, negated(text, mention, language), language));
}

const THOUSAND = 1_000;

/** "1.250,50" and "1.000.000": thousands between points, as most of Europe writes them, which is no other number. "1.250" alone may be 1¼. */
const POINTED_THOUSANDS =
  /(?<![\p{L}\d.,:/-])-?\d{1,3}(?:(?:\.\d{3})+,\d{1,2}|(?:\.\d{3}){2})(?![\p{L}\d]|[.,:/-]\d)/gu;

function pointedThousands(text: string): readonly NumberMention[] {
  return [...text.matchAll(POINTED_THOUSANDS)].map(({ 0: said, index }) => {
    const value = Number(said.replaceAll(".", "").replace(",", "."));
    return { start: index, end: index + said.length, value, isPercent: false };
  });
}

/** "two grand" and "one and a half grand" are thousands. */
function inGrands(text: string, mention: NumberMention, { numbers }: LanguageTables): NumberMention {
  const grand = mention.isPercent ? null : numbers.grand.exec(text.slice(mention.end));
  if (!grand) return mention;
  return { ...mention, end: mention.end + (grand[1]?.length ?? 0), value: mention.value * THOUSAND };
}

const FRACTION = /(?<![\w./])(?:(\d+)\s+)?(\d{1,2})\/(\d{1,3})(?![\w/]|\.\d)/g;
/** Told apart from "24/7" and dates by what people divide things into. */
const DENOMINATORS = new Set([2, 3, 4, 5, 6, 8, 10, 12, 16, 32, 64, 100, 1000]);

/** 3/4, 1 1/2, "two thirds", "twenty one and a half", "two and a half million", "a quarter of a million". */
function fractions(text: string, language: LanguageTables): NumberMention[] {
  const written = [...text.matchAll(FRACTION)].flatMap((match) => {
    const [above, below] = [Number(match[2]), Number(match[3])];
    if (above >= below || !DENOMINATORS.has(below)) return [];
    return [fraction(match, match.index, Number(match[1] ?? 0) + above / below)];
  });
  const { numbers } = language;
  const spoken = [...text.matchAll(numbers.spokenFraction)].flatMap((match) => {
    const [, lastOfWhole, count = "", part = "", scale = ""] = match;
    const below = numbers.parts[part.toLowerCase().replace(numbers.partPlural, "")];
    const above = spokenForms(language).small.get(count.toLowerCase()) ?? 1;
    const times = numbers.scales[scale.toLowerCase()] ?? 1;
    // "a third" is mostly the one after the second.
    const isOrdinal = numbers.countArticle.test(count) && below !== 2 && lastOfWhole === undefined && scale === "";
    if (below === undefined || isOrdinal) return [];
    if (lastOfWhole === undefined) return [fraction(match, match.index, (above / below) * times)];
    const whole = numberBefore(text.slice(0, match.index + lastOfWhole.length), language);
    if (whole === null) return [];
    const isOfScale = numbers.wholeScales.has(lastOfWhole.toLowerCase());
    const one = isOfScale ? (numbers.scales[lastOfWhole.toLowerCase()] ?? 1) : 1;
    return [fraction(match, whole.start, (whole.value + (one * above) / below) * times)];
  });
  return [...written, ...spoken];
}

function fraction(match: RegExpExecArray, start: number, value: number): NumberMention {
  const end = match.index + match[0].length;
  return { start, end, value: Number(value.toPrecision(12)), isPercent: false };
}

/** The number that the text ends in. */
function numberBefore(text: string, language: LanguageTables): NumberMention | null {
  const found = [...digitNumbers(text, language), ...wordNumbers(text, language)].filter(
    ({ end }) => end === text.length,
  );
  return found.find(({ isPercent }) => !isPercent) ?? null;
}

function digitNumbers(text: string, language: LanguageTables): NumberMention[] {
  const brackets = [...text.matchAll(BRACKETS)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  return [...text.matchAll(formsOf(language).digits)].flatMap((match) => {
    const digits = match[1] ?? "";
    const isListed =
      digits.includes(",") && brackets.some(({ start, end }) => start < match.index && match.index < end);
    return isListed
      ? listedNumbers(digits, match.index)
      : [digitNumber({ text, start: match.index, digits, suffix: match[2] ?? "" }, language)];
  });
}

/** `[200,300]` holds two numbers, not 200300. */
function listedNumbers(digits: string, offset: number): readonly NumberMention[] {
  return [...digits.matchAll(/-?\d+(?:\.\d+)?/g)].map((match) => {
    const start = offset + match.index;
    return { start, end: start + match[0].length, value: Number(match[0]), isPercent: false };
  });
}

const DECIMAL_COMMA = /,\d{1,2}$/;

interface WrittenNumber {
  readonly text: string;
  readonly start: number;
  readonly digits: string;
  readonly suffix: string;
}

function digitNumber({ text, start, digits, suffix }: WrittenNumber, language: LanguageTables): NumberMention {
  const { numbers } = language;
  const plain = Number(DECIMAL_COMMA.test(digits) ? digits.replace(",", ".") : digits.replaceAll(",", ""));
  // 300 K is a temperature, 300k is not.
  if (suffix !== "" && suffix !== "K") {
    const isPercent = suffix === "%" || suffix.toLowerCase() === numbers.percent;
    const end = text.indexOf(suffix, start + digits.length) + suffix.length;
    const value = isPercent ? plain : plain * (formsOf(language).scales[suffix.toLowerCase()] ?? 1);
    return { start, end, value, isPercent };
  }
  const end = start + digits.length;
  const letter = text.charAt(end);
  const scale =
    IS_CURRENCY_SIGN.test(text.charAt(start - 1)) && !/\w/.test(text.charAt(end + 1))
      ? numbers.moneyScales[letter]
      : undefined;
  if (scale !== undefined) return { start, end: end + 1, value: plain * scale, isPercent: false };
  const isSouthOrWest = digits.includes(".") && numbers.southOrWest.test(text.slice(end, end + 5));
  return { start, end, value: isSouthOrWest ? -Math.abs(plain) : plain, isPercent: false };
}

/** "minus seven", "negative 3"; but "ten minus seven" is a difference of two numbers. */
function negated(text: string, mention: NumberMention, language: LanguageTables): NumberMention {
  const sign = language.numbers.minusBefore.exec(text.slice(Math.max(0, mention.start - 40), mention.start));
  if (!sign || mention.value <= 0 || (sign[1] !== undefined && isNumberWord(sign[1], language))) return mention;
  return { ...mention, value: -mention.value };
}

function isNumberWord(word: string, language: LanguageTables): boolean {
  const lower = word.toLowerCase();
  const { small, scales } = spokenForms(language);
  return small.has(lower) || scales.has(lower) || /^\d/.test(word);
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function wordNumbers(text: string, language: LanguageTables): readonly NumberMention[] {
  const words = [...text.matchAll(/[A-Za-z]+/g)].map((match) => ({
    text: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const found: NumberMention[] = [];
  for (let at = 0; at < words.length; ) {
    const read = readNumber(text, words, at, language);
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
  language: LanguageTables,
): { readonly mention: NumberMention; readonly next: number } | null {
  const first = words[at];
  if (!first) return null;
  const { numbers } = language;
  const { small, scales } = spokenForms(language);
  const percent = numbers.percentBehind;
  const alone = formsOf(language).alone.get(first.text);
  if (alone !== undefined) return mentionOf({ first, last: first, value: alone, next: at + 1 }, text, percent);
  const lead = leadOf(words, at, language);
  if (lead) {
    const last = words[lead.next - 1] ?? first;
    return mentionOf({ first, last, value: lead.value, next: lead.next }, text, percent);
  }
  // "a hundred and five" goes on as "one hundred" does, and so does "hundred and five".
  const isBareScale = scales.has(first.text) && words[at + 1]?.text === numbers.and;
  const isOfOne = first.text === numbers.article && scales.has(words[at + 1]?.text ?? "");
  if (!isOfOne && !isBareScale && !small.has(first.text)) return null;
  const sum = new SpokenNumber(isOfOne || isBareScale ? (numbers.units[1] ?? "") : first.text, language);
  if (isBareScale) sum.add(first.text);
  let next = at + 1;
  for (; next < words.length; next += 1) {
    const word = words[next];
    if (!word || !isBehind(text, words, next)) break;
    if (word.text === numbers.and) {
      const after = words[next + 1];
      if (!sum.endsInScale || !after || !/^\s+$/.test(text.slice(word.end, after.start)) || !sum.takes(after.text))
        break;
    } else if (!sum.takes(word.text)) break;
    else sum.add(word.text);
  }
  const decimals = decimalsAt(text, words, next, language);
  const ordinal = decimals ? null : ordinalAt(text, words, next, language);
  if (decimals) return mentionOf({ first, value: sum.value + decimals.value, ...decimals.end }, text, percent);
  if (ordinal !== null)
    return mentionOf({ first, last: words[next] ?? first, value: sum.value + ordinal, next: next + 1 }, text, percent);
  const last = words[next - 1] ?? first;
  return mentionOf({ first, last, value: sum.value, next }, text, percent);
}

/** The digits of "six point eight" and of "one point two five", as what they add. */
function decimalsAt(
  text: string,
  words: readonly Word[],
  at: number,
  language: LanguageTables,
): { readonly value: number; readonly end: Pick<Spelt, "last" | "next"> } | null {
  const { numbers } = language;
  if (words[at]?.text !== numbers.point || !isBehind(text, words, at)) return null;
  let digits = "";
  let next = at + 1;
  for (; next < words.length && isBehind(text, words, next); next += 1) {
    const digit = numbers.units.indexOf(words[next]?.text ?? "");
    if (words[next]?.text === numbers.zero) digits += "0";
    else if (digit >= 0 && digit <= 9) digits += digit;
    else break;
  }
  const last = words[next - 1];
  return digits === "" || !last ? null : { value: Number(`0.${digits}`), end: { last, next } };
}

/** The last word of "twenty-first", where the one before is a ten; null where it is no ordinal. */
function ordinalAt(text: string, words: readonly Word[], at: number, language: LanguageTables): number | null {
  const { numbers } = language;
  const isTen = numbers.tens.includes(words[at - 1]?.text ?? "");
  const ordinal = numbers.ordinals[words[at]?.text ?? ""] ?? 10;
  return isTen && ordinal < 10 && isBehind(text, words, at) ? ordinal : null;
}

/** Whether only a blank or a hyphen stands between a word and the one before it. */
function isBehind(text: string, words: readonly Word[], at: number): boolean {
  const [before, word] = [words[at - 1], words[at]];
  return before !== undefined && word !== undefined && /^(?:\s+|-)$/.test(text.slice(before.end, word.start));
}

/** "half a million", "a dozen", "a couple". */
function leadOf(
  words: readonly Word[],
  at: number,
  language: LanguageTables,
): { readonly value: number; readonly next: number } | null {
  const [first, second, third] = [words[at]?.text, words[at + 1]?.text ?? "", words[at + 2]?.text ?? ""];
  const { numbers } = language;
  if (first === numbers.half && second === numbers.article) {
    const scale = spokenForms(language).scales.get(third) ?? formsOf(language).others.get(third);
    return scale === undefined ? null : { value: scale / 2, next: at + 3 };
  }
  if (first !== numbers.article) return null;
  const value = formsOf(language).amounts.get(second);
  return value === undefined ? null : { value, next: at + 2 };
}

interface Spelt {
  readonly first: Word;
  readonly last: Word;
  readonly value: number;
  readonly next: number;
}

function mentionOf({ first, last, value, next }: Spelt, text: string, percentBehind: RegExp) {
  const percent = percentBehind.exec(text.slice(last.end));
  const end = last.end + (percent?.[0].length ?? 0);
  return { mention: { start: first.start, end, value, isPercent: percent !== null }, next };
}
