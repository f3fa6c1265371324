/** The fuzzer, before parsers with bugs that somebody put in. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Branches, counted } from "./engine/branches.ts";
import { lineOf } from "./engine/corpus.ts";
import { fuzz } from "./engine/fuzzer.ts";
import { type Material, mutated } from "./engine/mutations.ts";
import { Random } from "./engine/random.ts";
import { orRefused, type Reader, type Target, textOf } from "./engine/target.ts";

const BRANCHES_MAX = 1_000;
const SEARCHED_MS_MAX = 20_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dragoman-fuzz-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const target: Target = {
  name: "planted",
  about: "a parser with a bug",
  seeds: ["hello"],
  bytesMax: 64,
  time: { ms: 1, msPerKib: 1 },
  open: () => ({ read: () => null }),
};

/** The source, loaded with its branches counted. */
async function loaded(name: string, source: string) {
  globalThis.fuzzedBranches = new Uint16Array(BRANCHES_MAX);
  const { text, branches, words } = counted(source, 0);
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, text);
  const { read }: { readonly read: (text: string) => unknown } = await import(file);
  return { read, branches: new Branches([{ file, from: 0, to: branches, words }], globalThis.fuzzedBranches) };
}

const fuzzed = async (name: string, source: string, msMax: number, triesMax?: number) => {
  const { read, branches } = await loaded(name, source);
  const tried: string[] = [];
  const reader: Reader = {
    read: (input) => {
      tried.push(lineOf(input));
      return read(textOf(input));
    },
  };
  const outcome = await fuzz({
    target,
    reader,
    branches,
    corpus: [],
    regressions: [],
    seed: 7,
    msMax,
    ...(triesMax !== undefined && { triesMax }),
    findingsMax: 1,
    trying: () => {},
  });
  return { ...outcome, tried };
};

describe("finds", () => {
  test("an error that stands behind one branch after the other", async () => {
    const deep = `export function read(text) {
      if (text.startsWith("open")) if (text.includes("gate")) if (text.endsWith("now")) throw new TypeError("planted");
      return text.length;
    }`;
    const { found, branchesAfter, branchesBefore } = await fuzzed("deep", deep, SEARCHED_MS_MAX);
    expect(found[0]?.error.message).toBe("planted");
    expect(textOf(found[0]?.input ?? new Uint8Array())).toMatch(/^open.*gate.*now$/s);
    expect(branchesAfter).toBeGreaterThan(branchesBefore);
  }, 60_000);

  test("a word that stands in the parser's source", async () => {
    const named = `export function read(text) { if (text.includes("dragoman-planted")) throw new Error("said"); return 0; }`;
    const { found } = await fuzzed("named", named, SEARCHED_MS_MAX);
    expect(found[0]?.error.message).toBe("said");
  }, 60_000);

  test("an answer that is another one the second time, and time that grows too fast", async () => {
    const fickle = "let calls = 0; export function read() { calls += 1; return calls; }";
    expect((await fuzzed("fickle", fickle, 100)).found[0]?.error.message).toContain("two answers");
    const slow =
      "export function read() { let sum = 0; for (let at = 0; at < 1e8; at += 1) sum += at % 7; return sum; }";
    expect((await fuzzed("slow", slow, 100)).found[0]?.error.message).toContain("are allowed");
  });
});

test("with a bound of tries it tries the same on every machine", async () => {
  const source = `export function read(text) { return text.includes("a") ? text.startsWith("b") ? 1 : 2 : text.length > 9 ? 3 : 4; }`;
  const [one, other] = [
    await fuzzed("bounded", source, SEARCHED_MS_MAX, 300),
    await fuzzed("bounded-again", source, SEARCHED_MS_MAX, 300),
  ];
  expect(one.tries).toBeGreaterThanOrEqual(300);
  expect(one.tries).toBeLessThan(400);
  expect(other.tried).toEqual(one.tried);
});

test("a module with counted branches does what it did", async () => {
  const source = `export function read(text) {
    const parts = [];
    for (const one of text.split(",")) if (one) parts.push(one === "a" ? "A" : one || "none"); else parts.push(null);
    switch (parts.length) { case 1: return parts[0]; case 2: { return parts.join("+"); } default: }
    try { if (text.startsWith("!")) throw new Error("x"); } catch { return "caught"; }
    do parts.pop(); while (parts.length > 2);
    return parts.map((part) => ({ part })).concat(parts.some((part) => part === null) && [1]);
  }`;
  writeFileSync(join(folder, "plain.mjs"), source);
  const { read: plain }: { readonly read: (text: string) => unknown } = await import(join(folder, "plain.mjs"));
  const { read } = await loaded("as-it-was", source);
  for (const text of ["a", "b,a", "", "!,,", "a,b,c,d", ",,,"]) expect(read(text)).toEqual(plain(text));
  expect(globalThis.fuzzedBranches.filter((count) => count > 0).length).toBeGreaterThan(10);
});

test("one seed gives the same inputs again, none longer than it may be", () => {
  const material: Material = { words: ["limit"], others: [Buffer.from('{"a":[1]}')], bytesMax: 100 };
  const made = (seed: number) => {
    const random = new Random(seed);
    return Array.from({ length: 200 }, () => lineOf(mutated(Buffer.from('{"b":{"c":2}}'), material, random)));
  };
  expect(made(1)).toEqual(made(1));
  expect(made(1)).not.toEqual(made(2));
  expect(new Set(made(1)).size).toBeGreaterThan(150);
  expect(lineOf(Buffer.from([0xff, 0x61]))).toBe('{"base64":"/2E="}');
});

test("only a documented error is a refusal", () => {
  const isRange = (failure: unknown) => failure instanceof RangeError;
  const thrown = (failure: Error) => () => {
    throw failure;
  };
  expect(orRefused(thrown(new RangeError("too far")), isRange)).toEqual({ refused: "too far" });
  expect(() => orRefused(thrown(new TypeError("a bug")), isRange)).toThrow("a bug");
  expect(() => orRefused(thrown(new RangeError("")), isRange)).toThrow("without a word");
});
