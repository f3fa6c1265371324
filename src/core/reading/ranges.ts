/** The ends of what is wanted: "between 20 and 50", "3-10k", "at least 4", "no more than 100", "50 or less". */
import type { Span } from "../span.ts";
import { CURRENCY_SIGN } from "./currencies.ts";
import { type LanguageTables, perLanguage } from "./language.ts";

interface NumberSaid extends Span {
  readonly value: number;
}

export interface Range {
  readonly low: NumberSaid;
  readonly high: NumberSaid;
}

const CUE_UNITS_MAX = 60;
const SIGN = `${CURRENCY_SIGN}?\\s?`;
const SIGN_BEHIND = `(?:\\s?(?:[%°]|${CURRENCY_SIGN}))?`;
const DASH = new RegExp(`^\\s?[–-]\\s?${SIGN}$`);
/** For the sign that stands for "more" behind a number. */
const PLUS: Readonly<Record<Limit, string>> = { least: "\\+|", most: "" };
const COMPARED: Readonly<Record<Limit, string>> = { least: "[>≥]=?", most: "[<≤]=?" };
const LIMITS = ["least", "most"] as const;

/** Which end of what is wanted a number is. */
export type Limit = "least" | "most";

const formsOf = perLanguage(({ ranges, numbers }) => {
  /** What may stand behind the first number. */
  const unit = `(?:\\s?(?:[%°]|${CURRENCY_SIGN})|[\\s-]?(?!${ranges.noUnit})[a-zA-Z]{1,12})?`;
  const scales = new Map(Object.entries({ ...numbers.scales, ...numbers.shortScales }));
  const before = (limit: Limit) =>
    new RegExp(
      `(?:(?<![\\w-])(?:${ranges.saidBefore[limit]})\\s+|${COMPARED[limit]}\\s*)(?:${ranges.beforeNumber}\\s+)?${SIGN}$`,
      "i",
    );
  const behind = (limit: Limit) =>
    new RegExp(
      `^(?:${PLUS[limit]}${SIGN_BEHIND}(?:\\s+(?!${ranges.noUnit})[a-z]+)?,?\\s+(?:${ranges.saidBehind[limit]})\\b)`,
      "i",
    );
  return {
    and: new RegExp(`^${unit}\\s+${ranges.and}\\s+${SIGN}$`, "i"),
    to: new RegExp(`^${unit}\\s+(?:${ranges.to})\\s+${SIGN}$`, "i"),
    between: new RegExp(`${ranges.between}${SIGN}$`, "i"),
    scales,
    scaled: new RegExp(`(${[...scales.keys()].join("|")})$`, "i"),
    before: { least: before("least"), most: before("most") },
    behind: { least: behind("least"), most: behind("most") },
  };
});

/** Every range in the order of the text, from the lower to the higher end; of "10 to 50k", the lower end is 10,000. */
export function rangesIn(text: string, numbers: readonly NumberSaid[], language: LanguageTables): readonly Range[] {
  const { and, to, between } = formsOf(language);
  return numbers.flatMap((first, index) => {
    const high = numbers[index + 1];
    if (!high || first.value >= high.value) return [];
    const before = text.slice(Math.max(0, first.start - CUE_UNITS_MAX), first.start);
    const gap = text.slice(first.end, high.start);
    const isJoined = DASH.test(gap) || (between.test(before) ? and.test(gap) : to.test(gap));
    const isDate = language.ranges.inADate.test(before) || /^[-/.]\d/.test(text.slice(high.end, high.end + 2));
    if (!isJoined || isDate) return [];
    const scale = scaleOf(text, first, language) === 1 ? scaleOf(text, high, language) : 1;
    const value = first.value * scale < high.value ? first.value * scale : first.value;
    return [{ low: { start: first.start, end: first.end, value }, high }];
  });
}

function scaleOf(text: string, { start, end }: Span, language: LanguageTables): number {
  const { scales, scaled } = formsOf(language);
  return scales.get(scaled.exec(text.slice(start, end))?.[1]?.toLowerCase() ?? "") ?? 1;
}

/** Which end the words around a number make it; null where they say nothing of that. */
export function limitSaid(text: string, { start, end }: Span, isYear: boolean, language: LanguageTables): Limit | null {
  const { before, behind } = formsOf(language);
  const { yearsBefore, denied } = language.ranges;
  const left = text.slice(Math.max(0, start - CUE_UNITS_MAX), start);
  const right = text.slice(end, end + CUE_UNITS_MAX);
  for (const limit of LIMITS) {
    const said = before[limit].exec(left) ?? (isYear ? yearsBefore[limit].exec(left) : null);
    if (said) return denied.test(left.slice(0, said.index)) ? otherEnd(limit) : limit;
  }
  return LIMITS.find((limit) => behind[limit].test(right)) ?? null;
}

export function otherEnd(limit: Limit): Limit {
  return limit === "least" ? "most" : "least";
}
