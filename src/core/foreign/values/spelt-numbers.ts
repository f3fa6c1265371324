/** Numbers in the words of a language, as figures: "zweiundzwanzig" as 22, "trois mille quatre cents" as 3400. */
import { perLanguage } from "../../reading/language.ts";
import type { Replacement } from "../../reading/rewriting.ts";
import { type Span, SpanSet } from "../../span.ts";
import { LETTERS_ALONE } from "./folded-text.ts";
import { type NumberPart, SpeltSum } from "./spelt-sum.ts";
import type { NumberSpelling, ValueGlossTables } from "./value-gloss-tables.ts";
import { figuresInEnglish, ORDINAL_SIGN } from "./written-figures.ts";

/** Longer words are no numbers: what is below a million needs fewer letters in each language. */
const WORD_UNITS_MAX = 80;
/** "quatre-vingt-dix-neuf". */
const WORDS_OF_SMALL_MAX = 4;
const DECIMALS_MAX = 6;
/** Of numbers that are said figure by figure. */
const GROUPS_MIN = 3;
const FIGURES_OF_GROUP = /^\d{1,2}$/;

interface Word extends Span {
  readonly text: string;
}

/** A number in words: how many of them, and its figures. */
interface Spelt {
  readonly words: number;
  readonly figures: string;
}

type Tables = Pick<ValueGlossTables, "numbers">;

const formsOf = perLanguage(({ numbers }: Tables) => {
  const parts = new Map<string, NumberPart>();
  for (const word of numbers.articles) parts.set(word, { kind: "small", value: 1 });
  for (const [word, value] of numbers.small) parts.set(word, { kind: "small", value });
  for (const [word, value] of numbers.wholeHundreds) parts.set(word, { kind: "whole hundred", value });
  for (const word of numbers.hundreds) parts.set(word, { kind: "hundred" });
  for (const [word, value] of numbers.scales) parts.set(word, { kind: "scale", value });
  return {
    parts,
    unitsOfPartMax: Math.max(...[...parts.keys()].map((word) => word.length)),
    none: new RegExp(`(?<![\\p{L}\\p{M}])(?:${numbers.none.replaceAll(" ", "\\s+")})(?![\\p{L}\\p{M}])`, "gu"),
  };
});

/**
 * What to write for the numbers of a folded text, in figures or in words, in its order; ordinals with their sign. `said`: the same
 * text with its accents on. Articles are left as they are.
 */
export function numbersInFigures(folded: string, said: string, tables: Tables): readonly Replacement[] {
  const written = figuresInEnglish(folded, tables);
  const excepted = new SpanSet([...[...folded.matchAll(formsOf(tables).none)].map(spanOf), ...written]);
  const spelt = speltNumbers(folded, said, tables).filter((number) => !excepted.overlaps(number));
  return [...written, ...figureByFigure(folded, spelt)].sort((a, b) => a.start - b.start);
}

function spanOf(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length };
}

/** Numbers below a hundred of which three or more stand side by side are the figures of one: "null eins sieben sechs" is 0176. */
function figureByFigure(folded: string, numbers: readonly Replacement[]): readonly Replacement[] {
  const rows: Replacement[][] = [];
  for (const number of numbers) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    const goesOn = last && [last, number].every(({ by }) => FIGURES_OF_GROUP.test(by));
    if (goesOn && /^\s{1,3}$/.test(folded.slice(last.end, number.start))) row?.push(number);
    else rows.push([number]);
  }
  return rows.flatMap((row) => {
    const [first, last] = [row[0], row.at(-1)];
    if (!first || !last || row.length < GROUPS_MIN) return row;
    return [{ start: first.start, end: last.end, by: row.map(({ by }) => by).join("") }];
  });
}

function speltNumbers(folded: string, said: string, tables: Tables): readonly Replacement[] {
  const words = [...folded.matchAll(LETTERS_ALONE)].map((match): Word => ({ ...spanOf(match), text: match[0] }));
  const reader = new SpeltNumberReader(folded, said, words, tables);
  const found: Replacement[] = [];
  for (let at = 0; at < words.length; ) {
    const spelt = reader.numberAt(at);
    const [first, last] = [words[at], words[at + (spelt?.words ?? 1) - 1]];
    if (spelt && first && last) found.push({ start: first.start, end: last.end, by: spelt.figures });
    at += spelt?.words ?? 1;
  }
  return found;
}

class SpeltNumberReader {
  readonly #folded: string;
  readonly #said: string;
  readonly #words: readonly Word[];
  readonly #tables: Tables;
  readonly #numbers: NumberSpelling;

  constructor(folded: string, said: string, words: readonly Word[], tables: Tables) {
    this.#folded = folded;
    this.#said = said;
    this.#words = words;
    this.#tables = tables;
    this.#numbers = tables.numbers;
  }

  /** The number that starts with that word; null for none. */
  numberAt(at: number): Spelt | null {
    const ordinal = this.#longest(at, this.#numbers.ordinals);
    const other = this.#longest(at, this.#numbers.others);
    const whole = this.#sumAt(at);
    const most = Math.max(ordinal?.words ?? 0, other?.words ?? 0, whole?.words ?? 0);
    if (most === 0) return null;
    if (ordinal?.words === most) return { words: most, figures: `${ordinal.value}${ORDINAL_SIGN}` };
    if (other?.words === most) return { words: most, figures: String(other.value) };
    if (!whole) return null;
    const decimals = this.#decimals(at + whole.words);
    return { words: whole.words + decimals.words, figures: `${whole.value}${decimals.figures}` };
  }

  /** Those of the words from there on that stand in the map, with hyphens between them. */
  #longest(at: number, known: ReadonlyMap<string, number>): { readonly words: number; readonly value: number } | null {
    let joined = "";
    let found: { readonly words: number; readonly value: number } | null = null;
    for (let words = 1; words <= WORDS_OF_SMALL_MAX && (words === 1 || this.#isBehind(at + words - 1)); words += 1) {
      joined += `${words === 1 ? "" : "-"}${this.#words[at + words - 1]?.text ?? ""}`;
      const value = known.get(joined);
      if (value !== undefined) found = { words, value };
    }
    return found;
  }

  #sumAt(at: number): { readonly words: number; readonly value: number } | null {
    const half = this.#halfMoreAt(at);
    if (half !== null) return { words: 1, value: half };
    const sum = new SpeltSum(this.#numbers.hundredsMax);
    let words = 0;
    for (;;) {
      const isFirst = words === 0;
      if (!isFirst && !this.#isBehind(at + words)) break;
      const taken = this.#added(sum, at + words, isFirst);
      if (taken === 0) break;
      words += taken;
    }
    return words === 0 ? null : { words, value: sum.value };
  }

  /** How many words from there on the sum has taken. */
  #added(sum: SpeltSum, at: number, isFirst: boolean): number {
    const { and, small, articles } = this.#numbers;
    const word = this.#words[at];
    if (!word) return 0;
    if (word.text === and && !isFirst && sum.endsRound && this.#isBehind(at + 1)) {
      const more = this.#added(sum, at + 1, false);
      return more === 0 ? 0 : more + 1;
    }
    const few = this.#longest(at, small);
    if (few && few.words > 1 && sum.add([{ kind: "small", value: few.value }])) return few.words;
    if (articles.has(word.text) && !this.#isNumber(word, at, isFirst || !sum.endsRound)) return 0;
    const parts = this.#partsOf(word.text);
    return parts && sum.add(parts) ? 1 : 0;
  }

  /** Of an article: whether it counts here. */
  #isNumber({ start, end }: Word, at: number, needsScale: boolean): boolean {
    if (!needsScale || this.#numbers.stressed.has(this.#said.slice(start, end).toLowerCase())) return true;
    const next = this.#isBehind(at + 1) ? formsOf(this.#tables).parts.get(this.#words[at + 1]?.text ?? "") : undefined;
    return next?.kind === "hundred" || next?.kind === "scale";
  }

  /** "zweieinhalb". */
  #halfMoreAt(at: number): number | null {
    const { halfMore } = this.#numbers;
    const word = this.#words[at]?.text ?? "";
    if (halfMore === "" || !word.endsWith(halfMore)) return null;
    const parts = this.#partsOf(word.slice(0, -halfMore.length));
    const sum = new SpeltSum(this.#numbers.hundredsMax);
    return parts && parts.length > 0 && sum.add(parts) ? sum.value + 1 / 2 : null;
  }

  /** The digits behind a point: "Komma fünf", "virgule vingt-cinq". */
  #decimals(at: number): Spelt {
    const none = { words: 0, figures: "" };
    if (!this.#numbers.point.has(this.#words[at]?.text ?? "") || !this.#isBehind(at)) return none;
    let digits = "";
    let words = 1;
    while (digits.length < DECIMALS_MAX && this.#isBehind(at + words)) {
      const next = this.#longest(at + words, this.#numbers.small);
      if (!next) break;
      digits += next.value;
      words += next.words;
    }
    return digits === "" ? none : { words, figures: `.${digits}` };
  }

  /** Of a word that is a number or several in one; null for another word. */
  #partsOf(word: string): readonly NumberPart[] | null {
    const { parts } = formsOf(this.#tables);
    const whole = parts.get(word);
    if (whole) return [whole];
    return this.#numbers.isJoined && word.length <= WORD_UNITS_MAX ? this.#split(word, 0, new Set()) : null;
  }

  #split(word: string, from: number, failed: Set<number>): readonly NumberPart[] | null {
    if (from === word.length) return [];
    if (failed.has(from)) return null;
    const { parts, unitsOfPartMax } = formsOf(this.#tables);
    for (let units = Math.min(unitsOfPartMax, word.length - from); units > 0; units -= 1) {
      const part = word.slice(from, from + units);
      const own = parts.get(part);
      const isJoint = from > 0 && part === this.#numbers.and;
      if (!own && !isJoint) continue;
      const rest = this.#split(word, from + units, failed);
      if (rest && (own || rest.length > 0)) return own ? [own, ...rest] : rest;
    }
    failed.add(from);
    return null;
  }

  /** Whether only a blank or a hyphen stands between a word and the one before it. */
  #isBehind(at: number): boolean {
    const [before, word] = [this.#words[at - 1], this.#words[at]];
    return (
      before !== undefined && word !== undefined && /^(?:\s{1,3}|-)$/.test(this.#folded.slice(before.end, word.start))
    );
  }
}
