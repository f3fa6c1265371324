/** Search in the pages, over an index that was made when the executable was built. */

/** A stretch of a page between two headings. */
export interface Section {
  readonly page: string;
  /** "" for what stands before the first heading below the title. */
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
}

export interface SearchIndex {
  readonly sections: readonly Section[];
  /** For each word: a section's number and how much the word says of it, one after the other. */
  readonly words: Readonly<Record<string, readonly number[]>>;
}

export interface Hit {
  readonly section: Section;
  /** A stretch of its text around the first word that was looked for. */
  readonly excerpt: string;
}

export const SEARCH_CHARACTERS_MAX = 100;
const WORDS_MAX = 8;
const HITS_MAX = 20;
const EXCERPT_CHARACTERS = 220;
/** How far into a section a stretch for the excerpt is looked for: nobody who searches may cost others their time. */
const READ_CHARACTERS_MAX = 2_000;
/** Shorter beginnings of words would find nearly everything. */
const BEGINNING_CHARACTERS_MIN = 3;
/** Of words shorter than this, most are one letter away from another. */
const MISTYPED_CHARACTERS_MIN = 5;
const BEGINNING_WEIGHT = 0.5;
const MISTYPED_WEIGHT = 0.25;

/** The words of a text as the index has them: small letters, without the endings that plurals and verbs take. */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stemOf);
}

function stemOf(word: string): string {
  if (word.length < 5) return word.length === 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  return word
    .replace(/ies$/, "y")
    .replace(/([^s])s$/, "$1")
    .replace(/(?:ing|ed)$/, (ending) => (word.length - ending.length >= 4 ? "" : ending))
    .replace(/e$/, "");
}

/** The sections that have all of the words, best first; where none has all, those that have some. */
export function search({ sections, words }: SearchIndex, query: string): readonly Hit[] {
  const wanted = [...new Set(wordsOf(query.slice(0, SEARCH_CHARACTERS_MAX)))].slice(0, WORDS_MAX);
  const scores = wanted.map((word) => scoresOf(words, word));
  const all = [...new Set(scores.flatMap((score) => [...score.keys()]))].map((number) => {
    const found = scores.filter((score) => score.has(number));
    return { number, found: found.length, score: sum(found.map((score) => score.get(number) ?? 0)) };
  });
  const most = Math.max(0, ...all.map(({ found }) => found));
  const best = all.filter(({ found }) => found === most).sort((one, other) => other.score - one.score);
  return best.slice(0, HITS_MAX).flatMap(({ number }) => {
    const section = sections[number];
    return section ? [{ section, excerpt: excerptOf(section.text, wanted) }] : [];
  });
}

/** The sections that a word speaks for: the word itself, else words that begin with it, else those a letter away. */
function scoresOf(words: SearchIndex["words"], wanted: string): ReadonlyMap<number, number> {
  const scores = new Map<number, number>();
  const add = (word: string, share: number) => {
    const pairs = words[word] ?? [];
    for (let at = 0; at < pairs.length; at += 2) {
      const number = pairs[at] ?? 0;
      scores.set(number, Math.max(scores.get(number) ?? 0, share * (pairs[at + 1] ?? 0)));
    }
  };
  if (Object.hasOwn(words, wanted)) add(wanted, 1);
  if (wanted.length >= BEGINNING_CHARACTERS_MIN) {
    for (const word of Object.keys(words)) if (word !== wanted && word.startsWith(wanted)) add(word, BEGINNING_WEIGHT);
  }
  if (scores.size > 0 || wanted.length < MISTYPED_CHARACTERS_MIN) return scores;
  for (const word of Object.keys(words)) if (isOneLetterAway(word, wanted)) add(word, MISTYPED_WEIGHT);
  return scores;
}

/** One letter more, less or other, or two neighbours exchanged; but for the first, which is seldom wrong. */
function isOneLetterAway(one: string, other: string): boolean {
  if (one[0] !== other[0] || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [restOfOne, restOfOther] = [one.slice(start), other.slice(start)];
  const exchanged = `${restOfOther[1] ?? ""}${restOfOther[0] ?? ""}${restOfOther.slice(2)}`;
  return (
    restOfOne.slice(1) === restOfOther.slice(1) ||
    restOfOne.slice(1) === restOfOther ||
    restOfOne === restOfOther.slice(1) ||
    restOfOne === exchanged
  );
}

function excerptOf(text: string, wanted: readonly string[]): string {
  const start = Math.max(0, placeOf(text, wanted) - EXCERPT_CHARACTERS / 4);
  const cut = text.slice(start, start + EXCERPT_CHARACTERS);
  const whole = start === 0 ? cut : `… ${cut.slice(cut.indexOf(" ") + 1)}`;
  return start + EXCERPT_CHARACTERS < text.length ? `${whole.slice(0, whole.lastIndexOf(" "))} …` : whole;
}

/** Where the first word stands that was looked for; 0 where none does. */
function placeOf(text: string, wanted: readonly string[]): number {
  for (const { 0: word, index } of text.slice(0, READ_CHARACTERS_MAX).matchAll(/[\p{L}\p{N}]+/gu)) {
    if (isWanted(word, wanted)) return index;
  }
  return 0;
}

/** Whether a word of a text is one that was looked for, in another form or as its beginning. */
export function isWanted(word: string, wanted: readonly string[]): boolean {
  const [stem = ""] = wordsOf(word);
  return wanted.some((one) => stem === one || (one.length >= BEGINNING_CHARACTERS_MIN && stem.startsWith(one)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
