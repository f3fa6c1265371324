/** Shares in words, for parameters that count in percent: "half brightness", "at full volume", "three quarters". */
import type { Span } from "../span.ts";
import { type LanguageTables, perLanguage } from "./language.ts";

export interface ShareMention extends Span {
  /** In percent. */
  readonly value: number;
}

const AROUND_UNITS_MAX = 24;

/** What the share is of: the words of a parameter's name, and those of its description. */
interface Subject {
  readonly name: readonly string[];
  readonly about: readonly string[];
}

/** What a share may stand before: where another part of the sentence begins, and how full something is. */
const partEnds = perLanguage(({ shares, clauseEnds }) => [...clauseEnds.words, ...shares.fillings].join("|"));

function nounsOf(words: readonly string[], { shares }: LanguageTables): string {
  return [...words.map(RegExp.escape), ...shares.subjects].join("|");
}

/**
 * The shares that the text says of the subject, in the order of the text: "half brightness", "half of the users", "to three
 * quarters", "full brightness" and "at full", but not "half of the lamps" of a brightness, and no "full name". Only the name
 * makes something full: "the highest confidence" chooses, whatever the description says of confidence.
 */
export function sharesIn(text: string, { name, about }: Subject, language: LanguageTables): readonly ShareMention[] {
  const { shares } = language;
  const nouns = nounsOf([...name, ...about], language);
  const isShareBefore = new RegExp(
    `^(?:\\s*(?:$|[.,;!?]|\\s+(?:${partEnds(language)})\\b)|\\s+${shares.articles}(?:${nouns}))`,
    "i",
  );
  const fractions = shares.fractions
    .flatMap(([form, value]) =>
      [...text.matchAll(form)].map((match) => ({ start: match.index, end: match.index + match[0].length, value })),
    )
    .filter(
      ({ start, end }) =>
        isShareBefore.test(text.slice(end, end + AROUND_UNITS_MAX)) &&
        !shares.notBehind.test(text.slice(end, end + AROUND_UNITS_MAX)) &&
        !shares.notBefore.test(text.slice(Math.max(0, start - AROUND_UNITS_MAX), start)),
    );
  const own = nounsOf(name, language);
  const bounds = [
    ...boundsIn(text, { words: shares.all, nouns: own, value: 100 }, language),
    ...boundsIn(text, { words: shares.nothing, nouns: own, value: 0 }, language),
  ];
  return [...fractions, ...bounds].sort((a, b) => a.start - b.start);
}

interface Bound {
  /** Alternatives of a regular expression, as `nouns`. */
  readonly words: string;
  readonly nouns: string;
  readonly value: number;
}

function boundsIn(text: string, { words, nouns, value }: Bound, { shares }: LanguageTables): readonly ShareMention[] {
  const forms = [
    new RegExp(`(?<![\\w-])(?:${words})(?=\\s+(?:${nouns}))`, "gi"),
    new RegExp(`(?<=${shares.before})(?:${words})(?=${shares.behind})`, "gi"),
  ];
  return forms.flatMap((form) =>
    [...text.matchAll(form)].map((match) => ({ start: match.index, end: match.index + match[0].length, value })),
  );
}

/** Whether a parameter counts in percent: by its words, or by a minimum of 0 and a maximum of 100. */
export function countsInPercent(
  about: string,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
  { shares }: LanguageTables,
): boolean {
  if (shares.asPart.test(about) || maximum <= 1) return false;
  return (minimum === 0 && maximum === 100) || shares.inPercent.test(about);
}
