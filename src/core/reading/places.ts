/** Where a text says a value, as it stands or in another form. */
import type { JsonObject } from "../json.ts";
import { instantOf, type LocalTime } from "../local-time.ts";
import { synonymsOf } from "../schema/synonyms.ts";
import { hull, type Span, SpanSet } from "../span.ts";
import { abbreviationsOf, currencyPlaces } from "./abbreviations.ts";
import { type DateShape, dateShapeOf, datesIn } from "./dates.ts";
import type { LanguageTables } from "./language.ts";
import { numbersIn } from "./numbers.ts";
import { nearForm, type SpokenWord, sameForm, spokenWords, wordsOf } from "./word-forms.ts";

/** A value that is no list and no object. */
export interface PlainValue {
  /** Of the parameter: what a boolean is about. */
  readonly name: string;
  readonly value: string | number | boolean;
  /** The schema of the value. */
  readonly property: JsonObject;
}

/** Every place, in the order of the text, of the plainest form in which the text says the value; none when it does not. */
export function placesOf(
  { name, value, property }: PlainValue,
  text: string,
  now: LocalTime,
  language: LanguageTables,
): readonly Span[] {
  const synonyms = synonymsOf(property);
  const said = synonyms?.placesOf(value, text) ?? [];
  if (said.length > 0) return said;
  const places = plainPlaces({ name, value, property }, text, now, language);
  return synonyms ? places.filter((place) => !synonyms.isOthers(place, value, text)) : places;
}

function plainPlaces(
  { name, value, property }: PlainValue,
  text: string,
  now: LocalTime,
  language: LanguageTables,
): readonly Span[] {
  if (typeof value === "number") return numberPlaces(value, text, language);
  if (typeof value === "boolean") return truthPlaces(name, value, text, language);
  return textPlaces({ value: value.normalize("NFC").trim(), property }, text, now, language);
}

function textPlaces(
  { value, property }: { readonly value: string; readonly property: JsonObject },
  text: string,
  now: LocalTime,
  language: LanguageTables,
): readonly Span[] {
  if (value === "") return [];
  const choices = Array.isArray(property.enum) ? property.enum.map(String) : null;
  const forms = [
    () => literalPlaces(value, text),
    () => datePlaces({ value, property }, text, now, language),
    () => (NUMERIC.test(value) ? numberPlaces(Number(value), text, language) : []),
    () => digitPlaces(value, text),
    () => currencyPlaces(value, text, language),
    () => townPlaces(value, property, text, language),
    () =>
      choices
        ? choicePlaces(value, choices, text, language)
        : inflectedPlaces(value, text, (one, other) => sameForm(one, other, language)),
    () => nearSynonymPlaces(synonymsOf(property)?.of(value) ?? [], text, language),
  ];
  for (const form of forms) {
    const places = form();
    if (places.length > 0) return places;
  }
  return [];
}

const NUMERIC = /^-?\d+(?:\.\d+)?$/;

/** Scripts that put no space between words: a value may end anywhere in them. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The value as it stands, whatever its case and white space, as whole words. */
export function literalPlaces(value: string, text: string): readonly Span[] {
  const words = value.split(/\s+/u);
  const said = caseless(text);
  // Of an enumeration nearly no value is in the text, and a pattern is made of each otherwise.
  if (!words.every((word) => said.includes(caseless(word)))) return [];
  const letters = [...value];
  const [first = "", last = ""] = [letters[0], letters.findLast((letter) => !/\p{M}/u.test(letter))];
  const before = SPACELESS.test(first) ? "" : "(?<![\\p{L}\\p{N}])";
  const after = SPACELESS.test(last) ? "(?!\\p{M})" : "(?![\\p{L}\\p{N}\\p{M}])";
  const source = words.map((word) => RegExp.escape(word)).join("\\s+");
  return spansOf(new RegExp(`${before}${source}${after}`, "giu"), text);
}

/** Alike for letters that a pattern takes for the same whatever their case, "ſ" and "s" among them, and now and then for others. */
function caseless(text: string): string {
  return text.toLowerCase().toUpperCase();
}

function spansOf(pattern: RegExp, text: string): readonly Span[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

function numberPlaces(value: number, text: string, language: LanguageTables): readonly Span[] {
  return numbersIn(text, language)
    .filter((number) => number.value === value || (number.isPercent && Math.abs(number.value / 100 - value) < 1e-9))
    .map(({ start, end }) => ({ start, end }));
}

/** Of "Boston, MA" the town, where the schema wants more than people say. */
function townPlaces(
  value: string,
  { description }: JsonObject,
  text: string,
  language: LanguageTables,
): readonly Span[] {
  const [, town = ""] = /^([^,]+), [^,]+$/u.exec(value) ?? [];
  const isAsked = typeof description === "string" && wantsRegion(description, language);
  return town !== "" && isAsked ? literalPlaces(town, text) : [];
}

/** Whether a parameter with this description wants a place with its state or country: "City and state, e.g. Boston, MA". */
export function wantsRegion(description: string, { places }: LanguageTables): boolean {
  return places.wantsRegion.test(description);
}
/** "+49 (30) 1234-567" for "+49301234567": people group the digits of what is no amount as they like. */
function digitPlaces(value: string, text: string): readonly Span[] {
  if (/[\p{L}.,:/]/u.test(value)) return [];
  const digits = value.replace(/[^\d+]/g, "");
  if (digits.length < 5) return [];
  const pattern = [...digits].map((digit) => (digit === "+" ? "\\+" : digit)).join("[ ().-]*");
  return spansOf(new RegExp(`(?<!\\d)${pattern}(?!\\d)`, "g"), text);
}

// ── Dates and times ────────────────────────────────────────────────────────────────────────────────────────────────

const OWN_SHAPES: readonly (readonly [RegExp, readonly DateShape[]])[] = [
  [/^\d{4}-\d\d-\d\d$/, [{ kind: "pattern", pattern: "YYYY-MM-DD" }]],
  [/^\d\d:\d\d$/, [{ kind: "pattern", pattern: "HH:mm" }]],
  [/^\d\d:\d\d:\d\d$/, [{ kind: "pattern", pattern: "HH:mm:ss" }]],
  [
    /^\d\d\/\d\d\/\d{4}$/,
    [
      { kind: "pattern", pattern: "MM/DD/YYYY" },
      { kind: "pattern", pattern: "DD/MM/YYYY" },
    ],
  ],
  [/^\d\d\.\d\d\.\d{4}$/, [{ kind: "pattern", pattern: "DD.MM.YYYY" }]],
];
const DATE_TIME = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/;
const DATE: DateShape = { kind: "pattern", pattern: "YYYY-MM-DD" };
const TIME: DateShape = { kind: "pattern", pattern: "HH:mm" };

function datePlaces(
  { value, property }: { readonly value: string; readonly property: JsonObject },
  text: string,
  now: LocalTime,
  language: LanguageTables,
): readonly Span[] {
  const { format, description } = property;
  const asked = dateShapeOf(
    {
      type: "string",
      format: typeof format === "string" ? format : "",
      description: typeof description === "string" ? description : "",
    },
    language,
  );
  const shapes = [...(asked ? [asked] : []), ...(OWN_SHAPES.find(([form]) => form.test(value))?.[1] ?? [])];
  const said = shapes
    .flatMap((shape) => datesIn(text, shape, now, language))
    .filter((mention) => mention.value === value);
  const found = said.length > 0 ? said : momentPlaces(value, text, now, language);
  return found.map(({ start, end }) => ({ start, end })).sort((one, other) => one.start - other.start);
}

/** A date with a time: that moment in whatever zone it is written, or that day where the text tells no time. */
function momentPlaces(value: string, text: string, now: LocalTime, language: LanguageTables): readonly Span[] {
  const [, day] = DATE_TIME.exec(value) ?? [];
  if (day === undefined) return [];
  const moment = momentOf(value, now);
  const moments = datesIn(text, { kind: "date-time" }, now, language);
  const exact = moments.filter((mention) => momentOf(mention.value, now) === moment);
  if (exact.length > 0) return exact;
  const times = new SpanSet(datesIn(text, TIME, now, language));
  // "at 8 tomorrow" is one moment, of which the day alone is a part.
  const timed = new SpanSet(moments.filter((whole) => times.overlaps(whole)));
  return datesIn(text, DATE, now, language).filter((mention) => mention.value === day && !timed.overlaps(mention));
}

/** A moment without a zone is one of the asker's. */
function momentOf(value: string, { zone }: LocalTime): number {
  const text = value.replace(" ", "T");
  return /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : instantOf(new Date(`${text}Z`), zone);
}

// ── Words ──────────────────────────────────────────────────────────────────────────────────────────────────────────

type SameWord = (one: string, other: string) => boolean;

/** All words of the value, one after the other, each in some form. */
function inflectedPlaces(value: string, text: string, same: SameWord): readonly Span[] {
  const wanted = wordsOf(value);
  const spoken = spokenWords(text);
  if (wanted.length === 0) return [];
  return spoken.flatMap((first, at) => {
    const last = spoken[at + wanted.length - 1];
    const matches = last && wanted.every((word, index) => same((spoken[at + index] as SpokenWord).folded, word));
    return matches ? [{ start: first.start, end: last.end }] : [];
  });
}

/** A synonym in another form, or with a slip in it. */
function nearSynonymPlaces(synonyms: readonly string[], text: string, language: LanguageTables): readonly Span[] {
  const near: SameWord = (one, other) => nearForm(one, other, language);
  return synonyms.flatMap((synonym) => inflectedPlaces(synonym, text, near)).slice(0, 1);
}

/** One of given values in words of the speaker's own; never where the text names another of them. */
function choicePlaces(
  value: string,
  choices: readonly string[],
  text: string,
  language: LanguageTables,
): readonly Span[] {
  const others = choices.filter((choice) => choice !== value).flatMap((choice) => literalPlaces(choice, text));
  const taken = new SpanSet(others);
  const isFree = (place: Span) => !taken.overlaps(place);
  const near: SameWord = (one, other) => nearForm(one, other, language);
  for (const places of [inflectedPlaces(value, text, near), abbreviationsOf(value, choices, text, language)]) {
    const free = places.filter(isFree);
    if (free.length > 0) return free;
  }
  const scattered = scatteredPlace(wordsOf(value), spokenWords(text), near);
  return scattered && isFree(scattered) ? [scattered] : [];
}

/** All the words of several, in any order, with not much between them: "seats outside" for "outside_seating". */
function scatteredPlace(wanted: readonly string[], spoken: readonly SpokenWord[], near: SameWord): Span | null {
  const found = wanted.map((word) => spoken.findIndex(({ folded }) => near(folded, word)));
  if (found.length === 0 || found.includes(-1)) return null;
  const [first, last] = [Math.min(...found), Math.max(...found)];
  if (last - first >= wanted.length + WORDS_BETWEEN_MAX) return null;
  return { start: (spoken[first] as SpokenWord).start, end: (spoken[last] as SpokenWord).end };
}
const WORDS_BETWEEN_MAX = 4;

// ── Yes and no ─────────────────────────────────────────────────────────────────────────────────────────────────────

const NEGATION_REACH_WORDS = 3;

/** The words that the parameter is called by: as they are for true, with a "no" for false; the other way round for "no_smoking". */
function truthPlaces(name: string, value: boolean, text: string, language: LanguageTables): readonly Span[] {
  const isNear: SameWord = (one, other) => nearForm(one, other, language);
  const words = wordsOf(name);
  const { denying, asking } = language.truths;
  const isNegative = words.some((word) => denying.has(word));
  const about = words.filter((word) => !denying.has(word) && !asking.has(word));
  const wanted = about.length > 0 ? about : words.filter((word) => !denying.has(word));
  const spoken = spokenWords(text);
  const [anchor = ""] = wanted;
  return spoken.flatMap((word, at) => {
    if (!isNear(word.folded, anchor)) return [];
    const near = spoken.slice(Math.max(0, at - wanted.length), at + wanted.length + 1);
    const place = scatteredPlace(wanted, near, isNear);
    if (!place) return [];
    const no = negationOf(place, spoken, text, language);
    return (no !== null) === (value === isNegative) ? [no ? hull([place, no]) : place] : [];
  });
}

function negationOf(place: Span, spoken: readonly SpokenWord[], text: string, { truths }: LanguageTables): Span | null {
  const before = spoken.filter((word) => word.end <= place.start).slice(-NEGATION_REACH_WORDS);
  const isNegation = ({ folded }: SpokenWord) => truths.denying.has(folded) || truths.denyingEnding.test(folded);
  // "no, smoking please": a clause does not reach into the next one.
  const near = before.findLast((word) => isNegation(word) && !/[,.;:!?]/.test(text.slice(word.end, place.start)));
  if (near) return near;
  const next = spoken.find((word) => word.start >= place.end);
  return next && truths.deniedBehind.has(next.folded) ? next : null;
}
