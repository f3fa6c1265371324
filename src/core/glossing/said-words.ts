/** What was said, word by word, with what belongs to two words apart. */

import type { ValueGloss } from "../foreign/values/gloss-values.ts";
import { overlaps, type Span } from "../span.ts";
import type { Glossary } from "./glossary.ts";

export interface SaidWord extends Span {
  readonly text: string;
  /** In small letters, with straight apostrophes. */
  readonly word: string;
  /** A word to be glossed; else it stands in the gloss as `text` says. */
  readonly isWord: boolean;
  /** Ends a clause. */
  readonly isBorder: boolean;
  /** Whether it begins with a capital where no sentence begins. */
  readonly isNamed: boolean;
  /** A part of a name of several words, as which it means nothing. */
  readonly isInName?: boolean;
  /** A pronoun stands at its end, so that it is a verb. */
  readonly isVerb?: boolean;
  /** A pronoun at the end of a verb, which the same letters are not elsewhere: "spegni*la*". */
  readonly isObject?: boolean;
}

/** Quoted texts, addresses and links, numbers and codes, words, other signs. */
const PIECE = new RegExp(
  [
    `(?<quoted>"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»)`,
    "(?<asIs>https?://\\S+|[\\w.+-]+@[\\w-]+\\.[\\w.-]*\\w|[\\p{L}\\d_-]*[\\p{L}\\d](?:[._/\\\\]\\p{L}[\\p{L}\\d_-]*)+|[\\p{L}-]*\\d(?:(?:(?!-\\p{Lu}\\p{Ll})[\\p{L}\\d:.,/%°€$£-])*[\\p{L}\\d%°€$£])?)",
    "(?<hyphened>\\p{L}[\\p{L}\\p{M}]*(?:['’]\\p{L}+)*(?:-\\p{L}[\\p{L}\\p{M}]*)+)",
    "(?<word>\\p{L}[\\p{L}\\p{M}]*(?:['’][\\p{L}\\p{M}]+)*['’]?|['’][nst](?![\\p{L}]))",
    "(?<sign>[^\\s\\p{L}])",
  ].join("|"),
  "gu",
);
const BORDERS = /^[.!?;:,()\n¿¡–—]$/u;
const SENTENCE_END = /^[.!?¿¡\n]$/u;

/** "Set it to 7:30" may mean the 30th second; at 7:30 is at 7:30. */
const TO_CLOCK = /^to (?=\d{1,2}:\d\d)/;

/** In the order said. `values`: what is glossed as a whole already, in the same order. */
export function saidWords(text: string, glossary: Glossary, values: readonly ValueGloss[]): readonly SaidWord[] {
  const words: SaidWord[] = [];
  let beginsSentence = true;
  for (const { 0: piece, index, groups } of text.matchAll(PIECE)) {
    // English has no marks in front of a question.
    if (/[¿¡]/u.test(piece)) continue;
    const span = { start: index, end: index + piece.length };
    const isQuoted = groups?.quoted !== undefined;
    const value = isQuoted ? undefined : values.find((one) => overlaps(one.span, span) && isValue(one, text, glossary));
    const isNamed = !beginsSentence && /^\p{Lu}/u.test(piece);
    if (value) {
      if (words.at(-1)?.end !== value.span.end)
        words.push({ ...plain(value.english.replace(TO_CLOCK, "at ")), ...value.span });
    } else if (isQuoted) words.push(...quotedParts(piece, index));
    else if (groups?.hyphened !== undefined)
      words.push(...hyphenedParts(piece, index, glossary).map((part) => ({ ...part, isNamed })));
    else if (groups?.word !== undefined)
      words.push(...partsOf(piece, index, glossary).map((part) => ({ ...part, isNamed })));
    else words.push({ ...plain(piece), ...span, isBorder: groups?.sign !== undefined && BORDERS.test(piece) });
    beginsSentence = SENTENCE_END.test(piece) || (beginsSentence && groups?.sign !== undefined);
  }
  return words;
}

/** Little words that are like a name, or a phrase of politeness, are glossed as the words that they are. */
function isValue({ span, english }: ValueGloss, text: string, glossary: Glossary): boolean {
  const words = text.slice(span.start, span.end).toLowerCase().split(/\s+/);
  return /\d/.test(english) || IN_ENGLISH_ORDER.test(english) || !words.every((word) => glossary.isOwn(word));
}
/** "Monday next week" and "half an hour": English has the day first, whatever "volgende week maandag" has, and no "half uur". */
const IN_ENGLISH_ORDER = /day (?:next|last|this) |^(?:in )?half an? /;

/** In the marks that English has. */
function quotedParts(piece: string, start: number): readonly SaidWord[] {
  const inner = /^.(\s*)(.*?)(\s*).$/su.exec(piece);
  const [, before = "", said = ""] = inner ?? [];
  const at = start + 1 + before.length;
  const end = start + piece.length;
  return [
    { ...plain('"'), start, end: at },
    { ...plain(said), start: at, end: at + said.length },
    { ...plain('"'), start: at + said.length, end },
  ];
}

/** "rendez-vous" is one word, "réveille-moi" two, "t-shirt-druck" what its parts say with their hyphens. */
function hyphenedParts(piece: string, start: number, glossary: Glossary): readonly SaidWord[] {
  if (glossary.exactly(piece.toLowerCase().replaceAll("’", "'"))) return [wordAt(piece, start)];
  const found: SaidWord[] = [];
  for (const { 0: part, index } of piece.matchAll(/[^-]+/g)) {
    const at = start + index;
    const isPronoun = glossary.language.hyphened.includes(part.toLowerCase());
    // "Fera-t-il" has it for the sound alone.
    if (part === "t" && isPronoun) continue;
    if (index > 0 && !isPronoun) found.push({ ...plain("-"), start: at - 1, end: at });
    found.push(...partsOf(part, at, glossary));
  }
  return found;
}

function plain(text: string) {
  return { text, word: text.toLowerCase(), isWord: false, isBorder: false, isNamed: false };
}

function wordAt(text: string, start: number): SaidWord {
  const word = text.toLowerCase().replaceAll("’", "'");
  return { text, word, start, end: start + text.length, isWord: true, isBorder: false, isNamed: false };
}

/** "l'allarme" → "l'", "allarme"; "accendimi" → "accendi", "mi"; the word itself where it is one. */
function partsOf(piece: string, start: number, glossary: Glossary): readonly SaidWord[] {
  const whole = wordAt(piece, start);
  if (glossary.isOwn(whole.word)) return [whole];
  const elided = glossary.language.elided.find((one) => whole.word.startsWith(one) && whole.word.length > one.length);
  if (elided !== undefined)
    return [
      wordAt(piece.slice(0, elided.length), start),
      ...partsOf(piece.slice(elided.length), start + elided.length, glossary),
    ];
  const stem = verbBefore(whole.word, glossary);
  if (stem === null) return [whole];
  const cut = stem.length;
  const object = { ...wordAt(piece.slice(cut), start + cut), isObject: true };
  return [{ ...wordAt(piece.slice(0, cut), start), word: stem, isVerb: true }, object];
}

const ENCLITIC_STEM_MIN = 2;
/** Of a command that no table has: "avvisami". */
const COMMAND_STEM_MIN = 3;

/** An infinitive, with or without its last vowel, or what needs an accent only where a pronoun follows. */
function mayHaveEnclitic(stem: string, word: string, { language }: Glossary): boolean {
  return language.infinitive.test(stem) || language.infinitive.test(`${stem}e`) || !word.startsWith(stem);
}

/** The verb in front of a pronoun at its end; null where it is none. */
function verbBefore(word: string, glossary: Glossary): string | null {
  const stems = glossary.language.enclitics.flatMap((pronoun) => {
    if (!word.endsWith(pronoun) || word.length - pronoun.length < ENCLITIC_STEM_MIN) return [];
    const before = word.slice(0, -pronoun.length);
    // An accent that only the longer word needs: "recuérdame".
    return [
      before,
      before
        .normalize("NFD")
        .replace(/\u0301/g, "")
        .normalize("NFC"),
    ];
  });
  const isVerb = (stem: string) => glossary.of(stem)?.some((gloss) => gloss.isVerb) ?? false;
  const own = stems.find((stem) => glossary.isOwn(stem) && isVerb(stem));
  if (own !== undefined || glossary.exactly(word)) return own ?? null;
  const isUnknown = glossary.of(word) === null;
  const isCommand = (stem: string) => isUnknown && stem.length >= COMMAND_STEM_MIN && glossary.deedOf(stem) !== null;
  return stems.find((stem) => (mayHaveEnclitic(stem, word, glossary) && isVerb(stem)) || isCommand(stem)) ?? null;
}
