/** Glosses of what is said to the model inside, and where their words were said. */
import { ENGLISH } from "#core/english/english.ts";
import { glossValues } from "#core/foreign/values/gloss-values.ts";
import type { Glossary } from "#core/glossing/glossary.ts";
import { type GlossedText, glossed, type SetWords } from "#core/glossing/glosser.ts";
import { type LocalTime, wallClockOf } from "#core/local-time.ts";
import type { FindSimilar, SimilarExample } from "#core/ports/models.ts";
import type { Span } from "#core/span.ts";
import { languageOf } from "#core/spoken-language/detection.ts";
import { type GlossedLanguage, glossaryOf, isGlossed, openedFor } from "./glossaries.ts";

/** What is asked at a moment. */
export interface GlossOfRequest extends GlossedText {
  /** Whether it would be another one at another time of day. */
  readonly dependsOnClock: boolean;
}

export function glossOf(text: string, language: GlossedLanguage, words: SetWords): GlossedText {
  return glossed(text, glossaryOf(language), words, glossValues(text, language));
}

/** As it is asked at that moment: an hour is the next one of the day, but for who wants to be woken. */
export function glossAt(text: string, language: GlossedLanguage, words: SetWords, now: LocalTime): GlossOfRequest {
  const values = glossValues(text, language, minutesOfDay(now));
  const gloss = glossed(text, glossaryOf(language), words, values);
  const dependsOnClock = values.some((value) => value.dependsOnClock === true);
  if (!dependsOnClock || !ENGLISH.dates.early.test(gloss.text.replace(PICK_UP, "")))
    return { ...gloss, dependsOnClock };
  return { ...glossOf(text, language, words), dependsOnClock: false };
}

/** Who picks something up at seven is not up at seven. */
const PICK_UP = /(?<=\b(?:pick|take|put|set)) up\b/g;

function minutesOfDay(now: LocalTime): number {
  const clock = wallClockOf(now);
  return 60 * clock.getUTCHours() + clock.getUTCMinutes();
}

/** Of a text that gets a label. */
export function labelGlossOf(text: string, language: GlossedLanguage, words: SetWords): GlossedText {
  return glossed(text, glossaryOf(language).ofLabels, words, glossValues(text, language));
}

/** What was said before, or by others, in English where it is in a language that is glossed. */
export async function inEnglish(text: string, words: SetWords): Promise<string> {
  const language = languageOf(text);
  if (!isGlossed(language)) return text;
  await openedFor(language);
  return glossOf(text, language, words).text;
}

/** From the first to the last of what the words of the gloss stand for; null where they stand for nothing. */
export function placeOf(span: Span, { pieces }: GlossedText): Span | null {
  const over = pieces.filter(({ at }) => at.start < span.end && span.start < at.end);
  if (over.length === 0) return null;
  return { start: Math.min(...over.map(({ of }) => of.start)), end: Math.max(...over.map(({ of }) => of.end)) };
}

/** The words of what was said that a stretch of the gloss stands for; null where it stands for nothing. */
export function saidFor(span: Span, gloss: GlossedText, said: string, glossary: Glossary): string | null {
  const only = gloss.pieces.find(({ at }) => at.start <= span.start && span.end <= at.end);
  if (only && (only.at.start < span.start || span.end < only.at.end)) {
    // Of "1250.75 euros" the second word is that of "1.250,75 Euro".
    const words = said.slice(only.of.start, only.of.end).split(/\s+/);
    const english = gloss.text.slice(only.at.start, only.at.end).split(" ");
    const isEnd = span.end === only.at.end;
    if (words.length !== english.length) return (isEnd ? withoutLead(words, glossary) : words).join(" ");
    const from = gloss.text.slice(only.at.start, span.start).split(" ").length - 1;
    const count = gloss.text.slice(span.start, span.end).split(" ").length;
    return words.slice(from, from + count).join(" ");
  }
  const places = gloss.pieces.filter(({ at }) => at.start < span.end && span.start < at.end).map(({ of }) => of);
  const place = placeOf(span, gloss);
  if (!place) return null;
  const whole = inWholeWords(place, said, glossary);
  const first = places.find(({ start }) => start === place.start) ?? place;
  const lead = said.slice(whole.start, first.end);
  const [begin = ""] = gloss.text.slice(span.start, span.end).toLowerCase().split(" ");
  // "Di domani mattina" is "tomorrow morning".
  const isLed = !LEADS.has(begin) && lead.includes(" ") && !lead.toLowerCase().startsWith(begin);
  const words = isLed ? withoutLead(lead.split(" "), glossary).join(" ") : lead;
  return words + said.slice(first.end, whole.end);
}

/** To the borders of a word in several parts where the language has them: "Jazz" of "Jazz-Liste" is no word that was said. */
export function inWholeWords(span: Span, said: string, { language }: Glossary): Span {
  if (!language.isCompounding) return span;
  const before = /[\p{L}\p{M}\p{N}&]+-(?:[\p{L}\p{M}\p{N}&]+-)*$/u.exec(said.slice(0, span.start))?.[0] ?? "";
  const isOpen = said.charAt(span.end - 1) === "-";
  const rest = said.slice(isOpen ? span.end - 1 : span.end);
  const behind = /^(?:-[\p{L}\p{M}\p{N}&]+)+/u.exec(rest)?.[0] ?? "";
  return { start: span.start - before.length, end: span.end + Math.max(0, behind.length - Number(isOpen)) };
}

/** "Auf 6 Uhr früh" without what "at" of "at 6 am" stands for. */
function withoutLead(words: readonly string[], glossary: Glossary): readonly string[] {
  const from = words.findIndex((word) => !LEADS.has(glossary.exactly(word.trim().toLowerCase())?.[0]?.english ?? ""));
  return words.slice(Math.max(0, from));
}
const LEADS: ReadonlySet<string> = new Set(
  "at,on,to,for,in,from,until,by,of,the,a,at the,to the,on the,in the,of the,from the".split(","),
);

/** Looks examples up by what was said, too: they may be in the same language. */
export function findingBoth(findSimilar: FindSimilar, said: string, words: SetWords): FindSimilar {
  return async (text, count, signal) => {
    const [own, gloss] = await Promise.all([findSimilar(said, count, signal), findSimilar(text, count, signal)]);
    const nearest = similarToBoth(own, gloss).slice(0, count);
    return Promise.all(nearest.map(async (example) => ({ ...example, text: await inEnglish(example.text, words) })));
  };
}

/** Examples near to what was said and those near to its gloss, nearest first, each once. */
function similarToBoth(said: readonly SimilarExample[], gloss: readonly SimilarExample[]): readonly SimilarExample[] {
  const best = new Map<string, SimilarExample>();
  for (const example of [...said, ...gloss]) {
    const key = `${example.of} ${example.text}`;
    if ((best.get(key)?.similarity ?? -1) < example.similarity) best.set(key, example);
  }
  return [...best.values()].toSorted((one, other) => other.similarity - one.similarity);
}
