/** Regular expressions for phrases of tables: blanks for any blanks, names in brackets for kinds of words. */
import { perLanguage } from "../../reading/language.ts";
import { monthName, ordinal, ordinalFigures, plural, times } from "./english-values.ts";
import type { Kind, ValueGlossTables } from "./value-gloss-tables.ts";
import { ORDINAL_SIGN } from "./written-figures.ts";

/** Nothing before a phrase and behind it that goes on with the word, the number or the "P-12": a character is never cut, either. */
export const BEFORE_PHRASE = "(?<![\\p{L}\\p{N}\\p{M}\\p{Cf}_]|\\p{N}[.,:/]|\\p{L}-(?=\\d))";
export const BEHIND_PHRASE = `(?![\\p{L}\\p{N}\\p{M}\\p{Cf}_${ORDINAL_SIGN}]|[.,:/]\\p{N})`;
const BLANKS = "\\s{1,3}";
const ANY_BLANKS = "\\s{0,3}";

const NUMBER = "\\d{1,12}(?:\\.\\d{1,6})?";
const CENTS = 100;

export type PhraseTables = Pick<ValueGlossTables, "numbers" | "kinds">;

const kindsOf = perLanguage(({ numbers, kinds }: PhraseTables) => ({
  patterns: new Map<string, string>([
    ["n", NUMBER],
    ["o", `\\d{1,3}${ORDINAL_SIGN}`],
    ["count", [NUMBER, ...numbers.articles].join("|")],
    ["day", `(?:3[01]|[12]\\d|0?[1-9])${ORDINAL_SIGN}?`],
    ["year", "(?:19|20)\\d\\d"],
    ["monthnumber", "1[0-2]|0?[1-9]"],
    ["cents", "\\d{1,2}"],
    ...Object.entries(kinds).map(([name, kind]) => [name, Object.keys(kind).join("|")] as const),
  ]),
  words: new Map(Object.entries(kinds).map(([name, kind]) => [name, wordsOf(kind)] as const)),
}));

interface KnownWord {
  readonly form: RegExp;
  readonly english: string;
}

function wordsOf(kind: Kind): readonly KnownWord[] {
  return Object.entries(kind).map(([form, english]) => ({ form: new RegExp(`^(?:${spaced(form)})$`, "u"), english }));
}

/** Blanks of a pattern as any blanks; " ?" is any or none. */
export function spaced(pattern: string): string {
  return pattern.replaceAll(" ?", ANY_BLANKS).replaceAll(" ", BLANKS);
}

/** The pattern of a phrase, with a group for each name in brackets. */
export function patternOf(said: string, tables: PhraseTables): string {
  const { patterns } = kindsOf(tables);
  return spaced(
    said.replaceAll("º", ORDINAL_SIGN).replace(/(?<!\(\?)<(\p{L}+)(\d?)>/gu, (_, name: string, twin: string) => {
      const pattern = patterns.get(name);
      if (pattern === undefined) throw new Error(`tables lack <${name}>`);
      return `(?<${name}${twin}>${pattern})`;
    }),
  );
}

type Groups = Readonly<Record<string, string | undefined>>;

/** The English of a phrase, with what was found for its names. */
export function englishOf(english: string, groups: Groups, tables: PhraseTables): string {
  // "1.5 hours": what is reckoned from an article or a one is no single thing.
  const isReckoned = REWRITTEN.test(english);
  return english.replace(PLACE, (_, name: string, twin: string, form = "") => {
    const found = groups[name + twin] ?? "";
    const word = wordFor(name, found, tables);
    if (word === null) return name === SUM ? sumOf(groups) : numberWritten(name, numberOf(found), form);
    return form === MANY && (isReckoned || !isOne(groups, twin)) ? plural(word) : word;
  });
}

const SUM = "sum";
const MANY = "many";
/** A name in brackets, with the digit of its twin and the form in which it is written. */
const PLACE = /<(\p{L}+)(\d?)(?::([^>]+))?>/gu;
const REWRITTEN = new RegExp(`<${SUM}>|:[+*]`);

function wordFor(kind: string, found: string, tables: PhraseTables): string | null {
  const words = kindsOf(tables).words.get(kind);
  return words?.find(({ form }) => form.test(found))?.english ?? null;
}

function sumOf({ n, count, cents }: Groups): string {
  return (numberOf(n ?? count) + numberOf(cents) / CENTS).toFixed(2);
}

function numberWritten(name: string, value: number, form: string): string {
  if (name === "monthnumber") return monthName(value);
  if (name === "o") return ordinal(value);
  if (form === "th") return ordinalFigures(value);
  if (form === "times") return times(value);
  if (form.startsWith("+")) return String(value + Number(form));
  return String(form.startsWith("*") ? value * Number(form.slice(1)) : value);
}

/** Whether what a unit counts is one: the number of the same twin. */
function isOne(groups: Groups, twin: string): boolean {
  const count = groups[`n${twin}`] ?? groups[`count${twin}`];
  return count !== undefined && numberOf(count) === 1;
}

/** An article counts one. */
function numberOf(said: string | undefined): number {
  const figures = /^\d+(?:\.\d+)?/.exec(said ?? "")?.[0];
  return figures === undefined ? 1 : Number(figures);
}
