/** Numbers whose figures are said in groups: "one two zero four two", "forty-one seven eighty-eight", "nineteen fifty-five". */
import type { Span } from "../span.ts";
import type { LanguageTables } from "./language.ts";
import { spokenForms } from "./spoken-numbers.ts";

export interface DigitRun extends Span {
  readonly digits: string;
  /** How many words or groups of them were said. */
  readonly groups: number;
}

interface Group extends Span {
  readonly digits: string;
  /** "nine hundred" within a longer number: figures, and no amount. */
  readonly isHundreds: boolean;
}

/** So many groups are figures, whatever they would be as amounts. */
const ONLY_FIGURES_MIN = 5;

const HOURS_MAX = 12;
const MINUTES_MAX = 59;
const HUNDRED = 100;

/** In the order of the text. Two groups are one number where the second is of two figures: "two three" are two numbers. */
export function digitRunsIn(text: string, language: LanguageTables): readonly DigitRun[] {
  const groups = groupsIn(text, language);
  const rows: Group[][] = [];
  for (const group of groups) {
    const last = rows.at(-1)?.at(-1);
    if (last && /^\s+$/.test(text.slice(last.end, group.start))) rows.at(-1)?.push(group);
    else rows.push([group]);
  }
  return rows.flatMap((row) => {
    const [first, second] = row;
    const last = row.at(-1);
    if (row.length < ONLY_FIGURES_MIN && row.some(({ isHundreds }) => isHundreds)) return [];
    const isOne = row.length > 2 || (row.length === 2 && second?.digits.length === 2);
    if (!first || !last || !isOne || isTime(text, row, language) || goesOn(text, last, language)) return [];
    return [
      { start: first.start, end: last.end, digits: row.map(({ digits }) => digits).join(""), groups: row.length },
    ];
  });
}

/** Shorter ones are extensions, and as likely something else. */
const PHONE_DIGITS_MIN = 6;

/** Telephone numbers that are said in groups. */
export function spokenPhonesIn(text: string, language: LanguageTables): readonly DigitRun[] {
  return digitRunsIn(text, language).filter(({ digits }) => digits.length >= PHONE_DIGITS_MIN);
}

/** "at seven thirty". */
function isTime(text: string, [first, second]: readonly Group[], { clock }: LanguageTables): boolean {
  const isHour = Number(first?.digits) <= HOURS_MAX && Number(second?.digits) <= MINUTES_MAX;
  return isHour && clock.before.test(text.slice(0, first?.start));
}

/** "twenty thirty thousand" is no figure after figure. */
function goesOn(text: string, { end }: Span, language: LanguageTables): boolean {
  const { numbers } = language;
  const next = /^[\s-]+([a-z]+)/i.exec(text.slice(end))?.[1]?.toLowerCase() ?? "";
  return spokenForms(language).scales.has(next) || next === numbers.point;
}

function groupsIn(text: string, language: LanguageTables): readonly Group[] {
  const { numbers } = language;
  const words = [...text.matchAll(/[a-z]+/gi)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));
  const { small, tens, scales } = spokenForms(language);
  const groups: Group[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [one, next] = [words[at], words[at + 1]];
    if (!one) break;
    const { word, start, end } = one;
    const joins = next !== undefined && /^(?:\s+|-)$/.test(text.slice(end, next.start));
    const following = joins ? (next.word === numbers.zero ? 0 : small.get(next.word)) : undefined;
    const times = numbers.times[word];
    const value = word === numbers.zero ? 0 : small.get(word);
    const isTwoWords =
      following !== undefined && following < 10 && (times !== undefined || (tens.has(word) && following > 0));
    if (isTwoWords) {
      const digits = times === undefined ? String((value ?? 0) + following) : String(following).repeat(times);
      groups.push({ start, end: next?.end ?? end, digits, isHundreds: false });
      at += 1;
    } else if (value !== undefined && value > 0 && value < 10 && joins && scales.get(next.word) === HUNDRED) {
      groups.push({ start, end: next.end, digits: String(value * HUNDRED), isHundreds: true });
      at += 1;
    } else if (value !== undefined) groups.push({ start, end, digits: String(value), isHundreds: false });
  }
  return groups;
}
