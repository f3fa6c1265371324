/** How often something happens: "monthly", "every three months", "once a week". */
import { type Span, SpanSet } from "../span.ts";
import type { LanguageTables } from "./language.ts";
import { spokenForms } from "./spoken-numbers.ts";

export interface FrequencyMention extends Span {
  /** Times a year. */
  readonly value: number;
}

/** Whether the parameter asks how many times a year. */
export function wantsTimesAYear(name: string, description: string, { frequencies }: LanguageTables): boolean {
  return frequencies.wantsTimesAYear.test(description) || frequencies.namedTimesAYear.test(name);
}

/** "compounded monthly", "quarterly payments", "once a week", in the order of the text. */
export function frequenciesIn(text: string, language: LanguageTables): readonly FrequencyMention[] {
  const { frequencies } = language;
  const found: FrequencyMention[] = [];
  const taken = new SpanSet();
  const add = (match: RegExpExecArray, value: number) => {
    const mention = { start: match.index, end: match.index + match[0].length, value };
    if (taken.overlaps(mention)) return;
    taken.add(mention);
    found.push(mention);
  };
  for (const match of text.matchAll(frequencies.times)) {
    add(match, countOf(match.groups?.adverb ?? match.groups?.count, language) * timesAYear(match, language));
  }
  for (const match of text.matchAll(frequencies.every)) {
    add(match, timesAYear(match, language) / countOf(match.groups?.count, language));
  }
  for (const [pattern, value] of frequencies.inOneWord) {
    for (const match of text.matchAll(pattern)) add(match, value);
  }
  return found.sort((a, b) => a.start - b.start);
}

/** How often the text says, in the order of the text; "50 a month" only where nothing else says so. */
export function ratesIn(text: string, language: LanguageTables): readonly FrequencyMention[] {
  const said = frequenciesIn(text, language);
  if (said.length > 0) return said;
  return [...text.matchAll(language.frequencies.per)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    value: timesAYear(match, language),
  }));
}

/** Which of a text's rates means the same as the option: "once a quarter" for `quarterly`; null for none. */
export function rateAmong(rates: readonly FrequencyMention[], option: string, language: LanguageTables): Span | null {
  const { periodAlone, eachPeriod } = language.frequencies;
  const [meant, ...others] = frequenciesIn(periodAlone.test(option) ? `${eachPeriod} ${option}` : option, language);
  if (!meant || others.length > 0) return null;
  return rates.find(({ value }) => Math.abs(value / meant.value - 1) < SAME) ?? null;
}

/** Four weeks are a month, and three months a quarter. */
const SAME = 0.1;

function timesAYear({ groups }: RegExpExecArray, { frequencies }: LanguageTables): number {
  return frequencies.periods[(groups?.period ?? "").toLowerCase()] ?? 1;
}

function countOf(word: string | undefined, language: LanguageTables): number {
  if (word === undefined) return 1;
  const lower = word.toLowerCase();
  return spokenForms(language).small.get(lower) ?? language.frequencies.counts[lower] ?? Number(lower);
}
