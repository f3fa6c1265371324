/** The decoder's prices: one table, one page that says what is known of each, and no number beside them. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { PRICES, type PriceName, price, withPrices } from "#models/embedded/values/prices.ts";

const ROOT = join(import.meta.dir, "../..");
const ENTRIES = Object.entries(PRICES);
const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");
const pathsOf = (pattern: string) => [...new Bun.Glob(pattern).scanSync({ cwd: ROOT })].sort();

describe("the table", () => {
  test.each(ENTRIES)("%s has a value of its unit, and a sentence", (_, { value, unit, pays }) => {
    expect(Number.isFinite(value)).toBe(true);
    if (unit === "probability") expect(value > 0 && value < 1).toBe(true);
    if (unit === "log-probability") expect(value).toBeLessThan(0);
    if (unit === "factor") expect(value).toBeGreaterThan(0);
    expect(pays).toMatch(/^\S.{9,}\.$/);
  });

  test("is what the decoder reads, and nobody can write there", () => {
    expect(price).toEqual(Object.fromEntries(ENTRIES.map(([name, { value }]) => [name, value])) as typeof price);
    expect(Object.isFrozen(price)).toBe(true);
  });

  test.each(Object.keys(PRICES) as PriceName[])("%s is paid somewhere", (name) => {
    const uses = VALUE_FILES.filter(({ code, text }) => code.includes(`price.${name}`) || text.includes(`"${name}"`));
    expect(uses.map(({ path }) => basename(path))).not.toEqual([]);
  });
});

describe("the page", () => {
  const rows = new Map(
    [...textOf("docs/measurements/prices.md").matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(
      ([, name = "", cells = ""]) => [name, cells.split(" | ")],
    ),
  );

  test("has a row for each price, and none for another", () => {
    expect([...rows.keys()].sort()).toEqual(Object.keys(PRICES).sort());
  });

  test.each(ENTRIES)("says of %s what the table says", (name, { value, unit, origin }) => {
    const [shownValue, shownUnit, ...rest] = rows.get(name) ?? [];
    expect([shownValue, shownUnit]).toEqual([String(value), unit]);
    // What moves is taken over before the page ships, and then it holds.
    expect(rest.at(-1)).toBe(origin === "by hand" ? "flat" : "holds");
  });
});

describe("other prices", () => {
  test("hold for the work alone, also when it fails", () => {
    const others = { ...price, overlap: 99 };
    expect(withPrices(others, () => price.overlap)).toBe(99);
    expect(price.overlap).toBe(PRICES.overlap.value);
    const failing = () => {
      throw new Error(`at ${price.overlap}`);
    };
    expect(() => withPrices(others, failing)).toThrow("at 99");
    expect(price.overlap).toBe(PRICES.overlap.value);
  });

  test("are asked for by nothing that ships", () => {
    const files = pathsOf("src/**/*.ts").filter((path) => textOf(path).includes("withPrices"));
    expect(files).toEqual(["src/models/embedded/values/prices.ts"]);
  });
});

/** Code without comments, strings and regular expressions, line by line. */
function bare(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ""))
    .replace(/(?<=^|[\s(,[=:?&|!])\/(?![/* ])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/gm, "R")
    .replace(/`[^`]*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, "S")
    .replace(/(?<!:)\/\/.*$/gm, "");
}

const VALUE_FILES = pathsOf("src/models/embedded/values/*.ts")
  .filter((path) => basename(path) !== "prices.ts")
  .map((path) => ({ path, text: textOf(path), code: bare(textOf(path)) }));

/** A bound of work or length: a count of things, said in its name. */
const IS_LIMIT = /^const [A-Z_]+_(?:MAX|(?:WORDS|LETTERS)_MIN) = [1-9]\d*;$/;
const IS_NUMBER = /^(?:export )?const [A-Z_]+(?:: number)? = -?[\d.][\d._e-]*;$/;
/** Numbers that weigh nothing by themselves. */
const PLAIN = new Set(["0", "1", "2"]);
const EXCEPTIONS = new Set(["const PERCENT = 100;"]);

describe("beside the table", () => {
  const lines = VALUE_FILES.flatMap(({ path, code }) =>
    code.split("\n").map((line, at) => ({ line: line.trim(), place: `${basename(path)}:${at + 1} ${line.trim()}` })),
  );

  test("numbers with a name are limits of work or length", () => {
    const named = lines.filter(({ line }) => IS_NUMBER.test(line));
    expect(named.length).toBeGreaterThan(10);
    const others = named.filter(({ line }) => !IS_LIMIT.test(line) && !EXCEPTIONS.has(line));
    expect(others.map(({ place }) => place)).toEqual([]);
  });

  test("no number stands in what is reckoned", () => {
    const odd = lines.filter(({ line }) => !IS_NUMBER.test(line) && numbersIn(line).length > 0);
    expect(odd.map(({ place }) => place)).toEqual([]);
  });

  test("a number in what is reckoned would be seen", () => {
    const planted = bare('const score = fit / 2 + 3.5; // 7\nconst name = "8".replace(/9/g, text.slice(0, 4));');
    expect(planted.split("\n").map(numbersIn)).toEqual([["3.5"], []]);
  });
});

/** Numbers that may weigh something: not those that say which letters are cut out. */
function numbersIn(line: string): readonly string[] {
  const numbers = line.replace(/\.slice\([^)]*\)/g, "").match(/(?<![\w.])\d[\d_]*(?:\.\d+)?(?:e-?\d+)?(?!\w)/g) ?? [];
  return numbers.filter((number) => !PLAIN.has(number));
}
