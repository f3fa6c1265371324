/** Regular expressions for phrases of tables: blanks for any blanks, names in brackets for kinds of words. */
import { perLanguage } from "../../reading/language.ts";
import { monthName, ordinal, ordinalFigures, plural, times } from "./english-values.ts";
import type { Kind, ValueGlossTables } from "./value-gloss-tables.ts";

/** Nothing before a phrase and behind it that goes on with the word or the number: a character is never cut, either. */
export const BEFORE_PHRASE = "(?<![\\p{L}\\p{N}\\p{M}\\p{Cf}_]|\\p{N}[.,:/])";
export const BEHIND_PHRASE = "(?![\\p{L}\\p{N}\\p{M}\\p{Cf}_]|[.,:/]\\p{N})";
const BLANKS = "\\s{1,3}";
const ANY_BLANKS = "\\s{0,3}";

const NUMBER = "\\d{1,12}(?:\\.\\d{1,6})?";
const CENTS = 100;

export type PhraseTables = Pick<ValueGlossTables, "numbers" | "kinds">;

const kindsOf = perLanguage(({ numbers, kinds }: PhraseTables) => ({
  patterns: new Map<string, string>([
    ["n", NUMBER],
    ["o", "\\d{1,3}º"],
    ["count", [NUMBER, ...numbers.articles].join("|")],
    ["day", "(?:3[01]|[12]\\d|0?[1-9])º?"],
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
    said.replace(/(?<!\(\?)<(\p{L}+)(\d?)>/gu, (_, name: string, twin: string) => {
      const pattern = patterns.get(name);
      if (pattern === undefined) throw new Error(`no words of the kind <${name}> in the tables`);
      return `(?<${name}${twin}>${pattern})`;
    }),
  );
}

/** The English of a phrase, with what was found for its names. */
export function englishOf(
  english: string,
  groups: Readonly<Record<string, string | undefined>>,
  tables: PhraseTables,
): string {
  const isReckoned = /<sum>|<\p{L}+\d?:[+*]/u.test(english);
  return english.replace(/<(\p{L}+)(\d?)(?::([^>]+))?>/gu, (_, name: string, twin: string, how: string | undefined) => {
    if (name === "sum") return (numberOf(groups.n ?? groups.count) + numberOf(groups.cents) / CENTS).toFixed(2);
    const found = groups[name + twin] ?? "";
    const word = kindsOf(tables)
      .words.get(name)
      ?.find(({ form }) => form.test(found))?.english;
    if (word !== undefined) return how === "many" && (isReckoned || !isOne(groups, twin)) ? plural(word) : word;
    return numberWritten(name, numberOf(found), how);
  });
}

function numberWritten(name: string, value: number, how: string | undefined): string {
  if (name === "monthnumber") return monthName(value);
  if (name === "o") return ordinal(value);
  if (how === "th") return ordinalFigures(value);
  if (how === "times") return times(value);
  return String(how?.startsWith("*") ? value * Number(how.slice(1)) : value + Number(how ?? 0));
}

/** Whether what a unit counts is one: the number of the same twin, as it stands. */
function isOne(groups: Readonly<Record<string, string | undefined>>, twin: string): boolean {
  const count = groups[`n${twin}`] ?? groups[`count${twin}`];
  return count !== undefined && numberOf(count) === 1;
}

/** An article counts one. */
function numberOf(said: string | undefined): number {
  const figures = /^\d+(?:\.\d+)?/.exec(said ?? "")?.[0];
  return figures === undefined ? 1 : Number(figures);
}
