/** Sums of money with their smaller unit: "12 euros 80", "thirty-seven dollars and nine cents", "750 cents". */
import type { Span } from "../span.ts";
import { CURRENCY_SIGN, currencyBehind } from "./currencies.ts";
import { type LanguageTables, perLanguage } from "./language.ts";
import { inWords } from "./names-in-words.ts";
import type { NumberMention } from "./numbers.ts";

export interface Sum extends Span {
  /** In the greater unit: dollars, not cents. */
  readonly value: number;
}

/** What of the greater unit one of the smaller is. */
export const SMALLER_UNITS = 100;
const SIGN_BEFORE = new RegExp(`${CURRENCY_SIGN}\\s?$`);

const formsOf = perLanguage((language) => {
  const { money, clauseEnds } = language;
  return {
    behind: new RegExp(`^\\s?${currencyBehind(language)}`, "i"),
    smaller: new RegExp(`^\\s?(?:${money.smallerUnits})\\b`, "i"),
    undivided: new RegExp(`^\\s?(?:${money.undivided})`, "i"),
    joined: new RegExp(`^\\s(?:${money.and}\\s)?$`, "i"),
    /** Where a number stops that counts nothing else. */
    ends: new RegExp(`^\\s*(?:$|[.,;:!?)]|(?:${[...clauseEnds.words, money.and, money.rate].join("|")})\\b)`, "i"),
  };
});

/** Every sum whose currency is said, in the order of the text; those in yen have no smaller unit and are left out. */
export function sumsIn(text: string, numbers: readonly NumberMention[], language: LanguageTables): readonly Sum[] {
  const { behind, smaller, undivided, joined, ends } = formsOf(language);
  const sums: Sum[] = [];
  let taken = 0;
  numbers.forEach((number, index) => {
    if (number.start < taken || number.isPercent) return;
    const right = text.slice(number.end);
    const small = smaller.exec(right)?.[0];
    if (small !== undefined) {
      sums.push({ start: number.start, end: number.end + small.length, value: number.value / SMALLER_UNITS });
      return;
    }
    const named = behind.exec(right)?.[0];
    const isSigned = SIGN_BEFORE.test(text.slice(Math.max(0, number.start - 2), number.start));
    if ((named === undefined && !isSigned) || undivided.test(right)) return;
    const end = number.end + (named?.length ?? 0);
    const rest = numbers[index + 1];
    const part = rest && named !== undefined && joined.test(text.slice(end, rest.start)) ? rest : undefined;
    const partSaid = part && smaller.exec(text.slice(part.end))?.[0];
    const isPart =
      part !== undefined &&
      Number.isInteger(part.value) &&
      part.value > 0 &&
      part.value < SMALLER_UNITS &&
      Number.isInteger(number.value) &&
      (partSaid !== undefined || ends.test(text.slice(part.end)));
    const last = isPart ? part.end + (partSaid?.length ?? 0) : end;
    const value = isPart ? number.value + part.value / SMALLER_UNITS : number.value;
    taken = last;
    sums.push({ start: number.start, end: last, value: Number(value.toFixed(2)) });
  });
  return sums;
}

/** Whether a number of this name and description counts the smaller unit: `priceCents`, "in pence", "minor units". */
export function countsSmallerUnits(name: string, description: string, { money }: LanguageTables): boolean {
  const words = inWords(name);
  return money.namesSmaller.test(words) || money.describesSmaller.test(description);
}
