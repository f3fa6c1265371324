/**
 * Values that a text of another language names, in English that the readers of English read: "um halb acht" is "at 7:30",
 * "zweiundzwanzig" 22. What lies between them is for somebody else to gloss.
 */
import { DUTCH_VALUES } from "../../dutch/dutch-values.ts";
import { GLOSS_FORMS } from "../../english/gloss-forms.ts";
import { FRENCH_VALUES } from "../../french/french-values.ts";
import { GERMAN_VALUES } from "../../german/german-values.ts";
import { ITALIAN_VALUES } from "../../italian/italian-values.ts";
import { perLanguage } from "../../reading/language.ts";
import { Rewriting } from "../../reading/rewriting.ts";
import { type Span, SpanSet } from "../../span.ts";
import { SPANISH_VALUES } from "../../spanish/spanish-values.ts";
import { clockMentions, preparingClock } from "./clock-phrases.ts";
import { ordinal } from "./english-values.ts";
import { foldedText } from "./folded-text.ts";
import { namesIn, preparingNames } from "./foreign-names.ts";
import { isNameAmidSentence } from "./name-amid-sentence.ts";
import { BEFORE_PHRASE, BEHIND_PHRASE, englishOf, patternOf } from "./phrase-forms.ts";
import { numbersInFigures } from "./spelt-numbers.ts";
import type { PartOfDay, Phrase, ValueGlossTables } from "./value-gloss-tables.ts";
import { ORDINAL_SIGN } from "./written-figures.ts";

const TABLES = {
  de: GERMAN_VALUES,
  fr: FRENCH_VALUES,
  es: SPANISH_VALUES,
  it: ITALIAN_VALUES,
  nl: DUTCH_VALUES,
} as const;

export type ForeignLanguage = keyof typeof TABLES;

export interface ValueGloss {
  /** In what was said; ends on whole characters. */
  readonly span: Span;
  /** Never empty. */
  readonly english: string;
  /** Whether it would be another one at another time of day. */
  readonly dependsOnClock?: boolean;
}

/** A value in a text whose numbers are in figures. */
interface Mention extends Span {
  /** Given the part of the day that a phrase beside it says. */
  english(beside: PartOfDay | null): string;
  readonly part: PartOfDay | null;
  /** As in `ClockMention`; null for what is no time of day. */
  readonly open: number | null;
  /** Whether it is none in one word with a capital letter amid a sentence. */
  readonly mayBeName: boolean;
}

const formsOf = perLanguage((tables: ValueGlossTables) => ({
  phrases: tables.phrases.map((phrase) => ({
    ...phrase,
    form: new RegExp(`${BEFORE_PHRASE}(?:${patternOf(phrase.said, tables)})${BEHIND_PHRASE}`, "gu"),
  })),
}));

const FIGURES = new RegExp(`${BEFORE_PHRASE}(\\d+(?:\\.\\d+)?)(${ORDINAL_SIGN}?)(?![\\p{M}\\p{Cf}]|[.,:/]?\\d)`, "gu");
/** All that may stand between a time and the part of the day that it is in. */
const BESIDE = /^[\s,]{0,3}$/;

const MINUTES_OF_HALF = 12 * 60;
/** Phrases whose forms are made in one step, in a few milliseconds. */
const PHRASES_OF_STEP = 15;

/** Makes what a language's values are found by: some 80 ms of work, in steps of 1 to 15. */
export function* preparingValues(language: ForeignLanguage): Generator<void, void> {
  const tables = TABLES[language];
  numbersInFigures("", "", tables);
  yield;
  yield* preparingClock(tables);
  yield;
  const { phrases } = formsOf(tables);
  yield;
  // A form costs most when it is first looked for.
  for (const [index, { form }] of phrases.entries()) {
    form.exec("");
    if (index % PHRASES_OF_STEP === PHRASES_OF_STEP - 1) yield;
  }
  yield;
  yield* preparingNames(tables);
}

/**
 * The values of the text in its order; none overlaps another. Takes time that grows with its length alone. `now`: minutes from midnight
 * where it is asked; "um halb acht" is this evening then where this morning's is over and no day is said. Null where nobody knows.
 */
export function glossValues(text: string, language: ForeignLanguage, now: number | null = null): readonly ValueGloss[] {
  const tables = TABLES[language];
  const folded = foldedText(text);
  const written = new Rewriting(folded).with(numbersInFigures(folded, text, tables));
  const mentions = outermost(
    [
      ...clockMentions(written.text, tables).map((mention) => ({ ...mention, part: null, mayBeName: false })),
      ...phrasesIn(written.text, tables),
      ...figuresIn(written.text, tables),
    ].filter((mention) => !mention.mayBeName || !isNameAmidSentence(text, written.placeOf(mention))),
  );
  const days = mentions.filter((mention) => GLOSS_FORMS.ofADay.test(mention.english(null)));
  // "Reserviere heute Abend einen Tisch um sieben": the only day that is said is that of the only time.
  const ofAll = days.length === 1 && mentions.filter(({ open }) => open !== null).length === 1 ? days[0]?.part : null;
  const mayBeToday = now !== null && days.length === 0;
  const values = mentions.map((mention, index): ValueGloss => {
    const neighbours = [mentions[index - 1], mentions[index + 1]];
    const beside = neighbours.find((other) => other?.part && isBeside(written.text, mention, other));
    const span = written.placeOf(mention);
    const part = beside?.part ?? (mention.open === null ? null : ofAll);
    if (part) return { span, english: mention.english(part) };
    if (!mayBeToday || mention.open === null) return { span, english: mention.english(null) };
    const isToCome = now >= mention.open && now < mention.open + MINUTES_OF_HALF;
    return { span, english: mention.english(isToCome ? "afternoon" : null), dependsOnClock: true };
  });
  const taken = new SpanSet(values.map(({ span }) => span));
  const names = namesIn(folded, text, tables)
    .filter((name) => !taken.overlaps(name))
    .map(({ start, end, english }): ValueGloss => ({ span: { start, end }, english }));
  return [...values, ...names]
    .filter(({ span, english }) => text.slice(span.start, span.end) !== english)
    .sort((a, b) => a.span.start - b.span.start);
}

function isBeside(text: string, one: Span, other: Span): boolean {
  return BESIDE.test(one.end <= other.start ? text.slice(one.end, other.start) : text.slice(other.end, one.start));
}

function phrasesIn(text: string, tables: ValueGlossTables): readonly Mention[] {
  return formsOf(tables).phrases.flatMap(({ form, english, part, mayBeName }: Phrase & { readonly form: RegExp }) =>
    [...text.matchAll(form)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      english: () => englishOf(english, match.groups ?? {}, tables),
      part: part ?? null,
      open: null,
      mayBeName: mayBeName ?? false,
    })),
  );
}

function figuresIn(text: string, { isCapitalName }: ValueGlossTables): readonly Mention[] {
  return [...text.matchAll(FIGURES)].map(({ 0: whole, 1: figures = "", 2: sign, index }) => ({
    start: index,
    end: index + whole.length,
    english: () => (sign === "" ? figures : ordinal(Number(figures))),
    part: null,
    open: null,
    mayBeName: isCapitalName,
  }));
}

/** Of those that overlap the longest, of those as long the first; in the order of the text. */
function outermost(mentions: readonly Mention[]): readonly Mention[] {
  const taken = new SpanSet();
  const kept = mentions
    .toSorted((one, other) => other.end - other.start - (one.end - one.start))
    .filter((mention) => {
      if (taken.overlaps(mention)) return false;
      taken.add(mention);
      return true;
    });
  return kept.sort((a, b) => a.start - b.start);
}
