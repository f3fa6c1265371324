/** Shares in words, for parameters that count in percent: "half brightness", "at full volume", "three quarters". */
import type { Span } from "../ports/models.ts";

export interface ShareMention extends Span {
  /** In percent. */
  readonly value: number;
}

/** "a quarter to nine" is a time of day. */
const NO_SHARE_BEHIND = /^(?:\s+(?:past|to)\b|-)/i;
/** What a share may stand before: the end of a part of the sentence, how full something is, or the subject. */
const PART_ENDS =
  "$|[.,;!?]|\\s+(?:in|at|on|for|and|or|please|when|until|from|with|by|now|tonight|today|tomorrow|full|empty|open|closed|charged)\\b";
const ARTICLES = "(?:of\\s+)?(?:(?:the|all|our|my|its)\\s+)*";
const NO_SHARE_BEFORE = /(?:\b(?:and|every|each|this|next|last|per|once)\s+(?:an?\s+)?|\d\s*)$/i;
const AROUND_UNITS_MAX = 24;
const FRACTIONS: readonly (readonly [RegExp, number])[] = [
  [/\bthree[\s-]quarters?\b/gi, 75],
  [/\btwo[\s-]thirds?\b/gi, 67],
  [/\b(?:a|one)[\s-](?:quarter|fourth)\b/gi, 25],
  [/\b(?:a|one)[\s-]third\b/gi, 33],
  [/\b(?:a|one)[\s-]tenth\b/gi, 10],
  [/\b(?:one[\s-])?half(?:way)?\b/gi, 50],
];
const ALL = "full|maximum|max|highest|the highest|top|complete";
const NOTHING = "minimum|min|lowest|the lowest";

/** What the share is of: the words of a parameter's name, and those of its description. */
interface Subject {
  readonly name: readonly string[];
  readonly about: readonly string[];
}

function nounsOf(words: readonly string[]): string {
  return [...words.map(RegExp.escape), "power", "blast", "strength"].join("|");
}

/**
 * The shares that the text says of the subject, in the order of the text: "half brightness", "half of the users", "to three
 * quarters", "full brightness" and "at full", but not "half of the lamps" of a brightness, and no "full name". Only the name
 * makes something full: "the highest confidence" chooses, whatever the description says of confidence.
 */
export function sharesIn(text: string, { name, about }: Subject): readonly ShareMention[] {
  const nouns = nounsOf([...name, ...about]);
  const isShareBefore = new RegExp(`^(?:\\s*(?:${PART_ENDS})|\\s+${ARTICLES}(?:${nouns}))`, "i");
  const fractions = FRACTIONS.flatMap(([form, value]) =>
    [...text.matchAll(form)].map((match) => ({ start: match.index, end: match.index + match[0].length, value })),
  ).filter(
    ({ start, end }) =>
      isShareBefore.test(text.slice(end, end + AROUND_UNITS_MAX)) &&
      !NO_SHARE_BEHIND.test(text.slice(end, end + AROUND_UNITS_MAX)) &&
      !NO_SHARE_BEFORE.test(text.slice(Math.max(0, start - AROUND_UNITS_MAX), start)),
  );
  const ends = [...boundsIn(text, ALL, nounsOf(name), 100), ...boundsIn(text, NOTHING, nounsOf(name), 0)];
  return [...fractions, ...ends].sort((a, b) => a.start - b.start);
}

function boundsIn(text: string, words: string, nouns: string, value: number): readonly ShareMention[] {
  const forms = [
    new RegExp(`(?<![\\w-])(?:${words})(?=\\s+(?:${nouns}))`, "gi"),
    new RegExp(`(?<=\\b(?:at|to|on)\\s+(?:the\\s+)?)(?:${words})(?=\\s*(?:$|[.,!?]|please\\b))`, "gi"),
  ];
  return forms.flatMap((form) =>
    [...text.matchAll(form)].map((match) => ({ start: match.index, end: match.index + match[0].length, value })),
  );
}

const IN_PERCENT = /\bpercent(?:age)?\b|\bper cent\b|%|\b0\s*(?:to|-|–)\s*100\b|\bpct\b/i;
/** Whose description speaks of percent and still wants the share: "as a decimal, 5 % is 0.05", "must sum to 1". */
const WANTS_SHARE = /\bdecimal|\bfraction|\b0\.\d|\bsum to 1\b|\b(?:between|from) 0 (?:and|to) 1\b/i;

/** Whether a parameter counts in percent: by its words, or by a minimum of 0 and a maximum of 100. */
export function countsInPercent(
  about: string,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): boolean {
  if (WANTS_SHARE.test(about) || maximum <= 1) return false;
  return (minimum === 0 && maximum === 100) || IN_PERCENT.test(about);
}
