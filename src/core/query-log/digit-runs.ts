/** Digits in any script, with whatever stands between them, and which of them are a card's or a telephone's. */

/** UTF-16 code units of a text. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface NumberRun extends Place {
  /** `number`: its digits alone do not tell whose it is. */
  readonly kind: "card" | "number" | "phone";
}

/** Signs between two digits of one number; marks and what has no width count for nothing. */
const SIGNS_BETWEEN_MAX = 4;
const CARD_DIGITS = { min: 12, max: 19 } as const;
const PHONE_DIGITS = { min: 7, max: 15 } as const;
/** Shorter ones are a year, a price, the number of a house. */
const NUMBER_DIGITS_MIN = 5;
/** Of a number in one piece that does not begin as a telephone's does. */
const UNBROKEN_PHONE_DIGITS_MIN = 10;

const DIGIT = /[\p{Nd}\p{No}]/u;
const UNSEEN = /[\p{Cf}\p{M}\p{Cc}]/u;
const BETWEEN = /[\s\p{Pd}\p{Zs}().,/\\[\]_+*~|#'’·•‧∙⋅:;．，／（）＋]/u;
/** A comma, a colon and their like hold a card together, but are between two numbers otherwise. */
const LOOSE = /[,:;|#，]/u;
const PLUS = /[+＋]/u;
/** A day as people and programs write it, alone: no telephone has these groups. */
const DAY =
  /(?:(?:19|20)\d\d([-./])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])([-./])(?:0?[1-9]|[12]\d|3[01])\2(?:19|20)\d\d)(?![\p{Nd}\p{M}\p{Cf}])/uy;
/** What is read of the characters before a digit, to learn how much it is worth. */
const SET_DIGITS = 10;

interface Digit {
  readonly value: number;
  readonly start: number;
  readonly end: number;
  /** The digit before it stands right before it, but for what is not seen. */
  readonly isJoined: boolean;
  /** Something loose stands between it and the digit before. */
  readonly isLoose: boolean;
}

/** In order, none within another: all that are long enough to be somebody's. */
export function numberRuns(text: string): readonly NumberRun[] {
  const runs: NumberRun[] = [];
  let digits: Digit[] = [];
  let hasPlus = false;
  let between = { signs: 0, isLoose: false, isJoined: true };
  const end = () => {
    runs.push(...runsOf(digits, hasPlus));
    digits = [];
    hasPlus = false;
  };
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    const after = at + character.length;
    if (digits.length === 0 && !hasPlus) {
      const day = dayAt(text, at);
      if (day > 0) {
        at += day;
        continue;
      }
    }
    const value = worthOf(character);
    if (value !== null) {
      digits.push({ value, start: at, end: after, isJoined: between.isJoined, isLoose: between.isLoose });
      between = { signs: 0, isLoose: false, isJoined: true };
    } else if (!UNSEEN.test(character) || /\s/u.test(character)) {
      if (!BETWEEN.test(character) || between.signs >= SIGNS_BETWEEN_MAX) end();
      between =
        digits.length === 0
          ? { signs: 0, isLoose: false, isJoined: true }
          : { signs: between.signs + 1, isLoose: between.isLoose || LOOSE.test(character), isJoined: false };
      if (digits.length === 0) hasPlus = PLUS.test(character) || (hasPlus && BETWEEN.test(character));
    }
    at = after;
  }
  end();
  return runs;
}

/** As ASCII, whatever script they are of. */
export function digitsOf(text: string): string {
  return [...text].flatMap((character) => worthOf(character) ?? []).join("");
}

/** Code units of a day that begins here; 0 for none. A digit before it would make it part of a number. */
function dayAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 48 || code > 57) return 0;
  DAY.lastIndex = at;
  return DAY.exec(text)?.[0].length ?? 0;
}

function runsOf(digits: readonly Digit[], hasPlus: boolean): readonly NumberRun[] {
  const [first] = digits;
  const last = digits.at(-1);
  if (!first || !last || digits.length < NUMBER_DIGITS_MIN) return [];
  if (holdsCard(digits)) return [{ kind: "card", start: first.start, end: last.end }];
  const parts: Digit[][] = [[]];
  for (const [index, digit] of digits.entries()) {
    if (digit.isLoose && index > 0) parts.push([]);
    parts.at(-1)?.push(digit);
  }
  return parts.flatMap((part, index) => {
    const [begin] = part;
    const end = part.at(-1);
    if (!begin || !end || part.length < NUMBER_DIGITS_MIN) return [];
    const kind = isPhone(part, hasPlus && index === 0) ? "phone" : "number";
    return [{ kind, start: begin.start, end: end.end }];
  });
}

function isPhone(digits: readonly Digit[], hasPlus: boolean): boolean {
  if (digits.length < PHONE_DIGITS.min) return false;
  const isBroken = digits.some(({ isJoined }, index) => index > 0 && !isJoined);
  if (isBroken || hasPlus || digits[0]?.value === 0) return true;
  // In one piece, what is longer than a telephone number is something else.
  return digits.length >= UNBROKEN_PHONE_DIGITS_MIN && digits.length <= PHONE_DIGITS.max;
}

/** Whether some of the digits are a card's: all of its groups, or anywhere as the cards that there are begin. */
function holdsCard(digits: readonly Digit[]): boolean {
  const values = digits.map(({ value }) => value);
  const isEdge = (at: number) => at === 0 || at === digits.length || digits[at]?.isJoined === false;
  for (let from = 0; from + CARD_DIGITS.min <= values.length; from += 1) {
    for (let count = CARD_DIGITS.min; count <= CARD_DIGITS.max && from + count <= values.length; count += 1) {
      const isApart = isEdge(from) && isEdge(from + count);
      if (!isApart && !beginsAsCard(values, from, count)) continue;
      if (isLuhn(values, from, count)) return true;
    }
  }
  return false;
}

/** Of the networks that there are, with the lengths of their numbers. */
function beginsAsCard(values: readonly number[], from: number, count: number): boolean {
  const [first = 0, second = 0] = [values[from], values[from + 1]];
  const two = first * 10 + second;
  if (first === 4) return count === 13 || count === 16 || count === 19;
  if (two >= 51 && two <= 55) return count === 16;
  if (two >= 22 && two <= 27) return count === 16;
  if (two === 34 || two === 37) return count === 15;
  if (two === 30 || two === 36 || two === 38 || two === 39) return count === 14;
  return (two === 35 || first === 6) && count === 16;
}

function isLuhn(values: readonly number[], from: number, count: number): boolean {
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    const value = values[from + count - 1 - index] as number;
    const doubled = value * 2;
    sum += index % 2 === 0 ? value : doubled > 9 ? doubled - 9 : doubled;
  }
  // Nothing but zeros is a filler.
  return sum > 0 && sum % 10 === 0;
}

/** What the character counts, in any script, raised, circled or wide; null where it is no digit. */
export function worthOf(character: string): number | null {
  const code = character.codePointAt(0) as number;
  if (code >= 48 && code <= 57) return code - 48;
  if (code < 128 || !DIGIT.test(character)) return null;
  const plain = character.normalize("NFKC");
  const [digit = ""] = plain;
  if (plain.length === 1 && digit >= "0" && digit <= "9") return Number(digit);
  if (!/\p{Nd}/u.test(character)) return null;
  // Sets of digits lie in tens, one behind the other.
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % SET_DIGITS;
}
