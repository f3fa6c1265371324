/** The list of what does not run over nodes leaves out what it names, and nothing else. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { argumentsOverNodes, filesOfHttp, NOT_OVER_NODES, pathOf, patternOverNodes } from "./over-nodes.ts";

const ROOT = join(import.meta.dir, "../..");
const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");

test.each([...NOT_OVER_NODES])("$file has what is left out of it, and no other file has it: $tests", (left) => {
  expect(filesOfHttp()).toContain(pathOf(left));
  for (const name of left.tests ?? []) {
    expect(filesOfHttp().filter((path) => textOf(path).includes(name))).toEqual([pathOf(left)]);
  }
});

test("a file is left out as a whole only where no test of it is named, and each reason is a sentence", () => {
  const files = argumentsOverNodes(2).flatMap((given) => given.filter((argument) => argument.startsWith("test/http/")));
  expect(new Set(files).size).toBe(files.length);
  for (const left of NOT_OVER_NODES) {
    expect(files.includes(pathOf(left))).toBe(left.tests !== undefined);
    expect(left.why.split(" ").length).toBeGreaterThan(2);
    for (const other of left.why.match(/test\/cluster\/[\w-]+\.test\.ts/g) ?? []) expect(textOf(other)).not.toBe("");
  }
  expect(files.length).toBeGreaterThan(0.9 * filesOfHttp().length);
});

test("the pattern finds every name but those that are listed", () => {
  const pattern = new RegExp(patternOverNodes());
  expect(pattern.test("POST /v1/toolsets registers a set → 201 (T-1)")).toBe(true);
  for (const name of NOT_OVER_NODES.flatMap(({ tests = [] }) => tests)) {
    expect([name, pattern.test(`a group > of tests ${name}, and more`)]).toEqual([name, false]);
  }
});
