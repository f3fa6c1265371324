/** What is known of a language stands in its tables: readers hold no words. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");

/** Where texts are read. `core/english/` and its neighbours have the words. */
const READERS = [
  "src/core/reading/*.ts",
  "src/core/foreign/**/*.ts",
  "src/models/embedded/{choosing,labels,memories,requests,values}/*.ts",
  "src/models/embedded/*.ts",
];

/** Readers of forms that are the same in every language, and what is no reader. */
const EXCEPTED: Readonly<Record<string, string>> = {
  "src/core/reading/coordinates.ts": "latitude and longitude, and the schema names for them, in any text",
  "src/core/reading/identifiers.ts": "addresses, codes and numbers by their form, and the schema names for them",
  "src/models/embedded/values/prices.ts": "sentences for whoever reads the table of prices",
};

interface Literal {
  readonly line: number;
  readonly text: string;
}

const REGEX_LITERAL =
  /(?<=[=(,:[!&|?{};\n]\s*|return\s)\/(?![/*$])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*/g;
const TEXT_LITERAL = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** The code without its comments and imports, with as many lines. */
function codeOf(source: string): string {
  const blank = (text: string) => text.replace(/[^\n]/g, " ");
  return source
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .replace(/(?<=^|\s)\/\/ .*$/gm, blank)
    .replace(/^(?:import|export) [^;]*? from "[^"]*".*;$/gm, blank);
}

function literalsIn(source: string, form: RegExp): readonly Literal[] {
  const code = codeOf(source);
  return [...code.matchAll(form)].map(({ 0: text, index }) => ({
    line: code.slice(0, index).split("\n").length,
    text,
  }));
}

/** What escapes, groups and properties of characters are called is no word. */
function wordsOf(pattern: string): string {
  return pattern
    .replace(/\\[pP]\{[^}]*\}|\(\?<\w+>|\\k<\w+>|\\u\{?[\da-fA-F]+\}?|\\x[\da-fA-F]{2}|\\./g, " ")
    .replace(/\[(?:[^\]\\]|\\.)*\]/g, " ")
    .replace(/\/[dgimsuvy]*$/, "");
}

function filesOf(patterns: readonly string[]): readonly { readonly path: string; readonly source: string }[] {
  const paths = patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: ROOT })]).sort();
  return paths.map((path) => ({ path, source: readFileSync(join(ROOT, path), "utf8") }));
}

/** Three small letters: `YYYY-MM-DD` is a format. */
const WORD = /\p{Ll}{3,}/u;
/** Little words that no sentence of English is without. A text of one word is a key. */
const TELLTALES =
  /(?<![\p{L}\p{N}_$.{-])(?:the|and|of|from|to|per|half|every|each|with|without|for|is|are|an|not|please|my|your)(?![\p{L}\p{N}_}-])/u;

test("the rule sees what it looks for", () => {
  const probe =
    '/** the */\nconst a = /\\b(?:the|\\p{Script=Latin})\\s/u;\nconst b = "from|to";\nconst c = x / 2; // per half\n';
  expect(literalsIn(probe, REGEX_LITERAL).map(({ line, text }) => [line, WORD.test(wordsOf(text))])).toEqual([
    [2, true],
  ]);
  expect(literalsIn(probe, TEXT_LITERAL).filter(({ text }) => TELLTALES.test(text))).toEqual([
    { line: 3, text: '"from|to"' },
  ]);
  expect(WORD.test(wordsOf("/[a-z]+\\p{Script=Latin}(?<name>x)/u"))).toBe(false);
});

describe("readers", () => {
  const readers = filesOf(READERS).filter(({ path }) => !Object.hasOwn(EXCEPTED, path));

  test("are there, and so are those that need no tables", () => {
    expect(readers.length).toBeGreaterThan(60);
    for (const path of Object.keys(EXCEPTED)) expect(readFileSync(join(ROOT, path), "utf8")).not.toBe("");
  });

  test("hold no word in a regular expression", () => {
    const found = readers.flatMap(({ path, source }) =>
      literalsIn(source, REGEX_LITERAL)
        .filter(({ text }) => WORD.test(wordsOf(text)))
        .map(({ line, text }) => `${path}:${line} ${text}`),
    );
    expect(found).toEqual([]);
  });

  test("hold no word of English in a text", () => {
    const found = readers.flatMap(({ path, source }) =>
      literalsIn(source, TEXT_LITERAL)
        .filter(({ text }) => /[ |]/.test(text) && TELLTALES.test(text))
        .map(({ line, text }) => `${path}:${line} ${text}`),
    );
    expect(found).toEqual([]);
  });

  test("in core/reading know no language by its name", () => {
    const found = filesOf(["src/core/reading/**/*.ts"]).filter(({ source }) => /from "[^"]*\/english\//.test(source));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

test("tables of a language hold words, and read nothing", () => {
  const tables = filesOf(["src/core/{english,german,french,spanish,italian,dutch}/**/*.ts"]);
  expect(tables.length).toBeGreaterThan(60);
  const reading = tables.filter(({ source }) => /\bfunction \w|\.(?:test|exec|match|matchAll)\(/.test(codeOf(source)));
  expect(reading.map(({ path }) => path)).toEqual([]);
});
