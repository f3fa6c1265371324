/** How often something happens, said in one word: for parameters that want the number of times. */

export interface FrequencyMention {
  /** UTF-16 code units, half-open. */
  readonly start: number;
  readonly end: number;
  /** Times a year. */
  readonly value: number;
}

const TIMES_A_YEAR: readonly (readonly [RegExp, number])[] = [
  [/\b(?:semi-?annual(?:ly)?|half-?yearly|twice (?:a|per) year|bi-?annual(?:ly)?)\b/gi, 2],
  [/\b(?:quarterly|every quarter)\b/gi, 4],
  [/\b(?:bi-?weekly|fortnightly|every (?:two|2) weeks)\b/gi, 26],
  [/\b(?:monthly|every month)\b/gi, 12],
  [/\b(?:weekly|every week)\b/gi, 52],
  [/\b(?:daily|every day)\b/gi, 365],
  [/\b(?:yearly|annually|every year)\b/gi, 1],
];
const WANTS_TIMES =
  /\b(?:times|often)\b.{0,60}\b(?:per|a|each|in a|every)\s+(?:year|annum|unit time|unit of time|time period)|\bperiods per year\b/i;

/** Whether the parameter asks how many times a year. */
export function wantsTimesAYear(name: string, description: string): boolean {
  return WANTS_TIMES.test(description) || /per_?year$/i.test(name);
}

/** "compounded monthly", "quarterly payments", in the order of the text. */
export function frequenciesIn(text: string): readonly FrequencyMention[] {
  const found: FrequencyMention[] = [];
  for (const [pattern, value] of TIMES_A_YEAR) {
    for (const match of text.matchAll(pattern)) {
      const mention = { start: match.index, end: match.index + match[0].length, value };
      if (!found.some((other) => mention.start < other.end && mention.end > other.start)) found.push(mention);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
