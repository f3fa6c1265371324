/** What of the clients is made from the document, and what they have in common with it and with the house. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as client from "../../clients/typescript/src/index.ts";
import manifest from "../../package.json";
import { errorCodes } from "../../scripts/clients/document.ts";
import { PYTHON_TYPES, sourceOfTypes, TYPESCRIPT_TYPES } from "../../scripts/clients/generate.ts";
import { isUpToDate, stamped } from "../../scripts/clients/stamp.ts";
import { ASYNC_FOLDER, SYNC_FOLDER, synchronousModules } from "../../scripts/clients/synchronous.ts";

const ROOT = join(import.meta.dir, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

describe("what is generated is up to date: bun scripts/clients/generate.ts", () => {
  test.each([TYPESCRIPT_TYPES, PYTHON_TYPES])("%s", (path) => {
    expect(isUpToDate(read(path), sourceOfTypes())).toBe(true);
  });

  test("a stamp notices another document, and a hand in the file", () => {
    const file = stamped("//", "document", "type A = 1;\n");
    expect(isUpToDate(file, "document")).toBe(true);
    expect(isUpToDate(file, "another")).toBe(false);
    expect(isUpToDate(file.replace("= 1", "= 2"), "document")).toBe(false);
  });

  test("the Python client without async is the one with it", () => {
    const modules = synchronousModules(join(ROOT, ASYNC_FOLDER));
    expect(Object.keys(modules).length).toBeGreaterThan(5);
    expect(
      readdirSync(join(ROOT, SYNC_FOLDER))
        .filter((name) => name.endsWith(".py"))
        .sort(),
    ).toEqual(Object.keys(modules).sort());
    for (const [name, text] of Object.entries(modules)) {
      expect(read(join(SYNC_FOLDER, name))).toBe(text);
      expect(text.split("\n").slice(1).join("\n")).not.toMatch(/async|await/i);
    }
  });
});

describe("each documented error has a class", () => {
  /** `tool_limit_reached` is a `ToolLimitReachedError`. */
  const className = (code: string) =>
    `${code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Error`.replace("ErrorError", "Error");
  const codes = errorCodes();

  test("in TypeScript", () => {
    expect(codes.length).toBeGreaterThan(10);
    expect(codes.filter((code) => !Object.hasOwn(client, className(code)))).toEqual([]);
  });

  test("in Python", () => {
    const module = read("clients/python/src/dragoman_client/errors.py");
    expect(codes.filter((code) => !module.includes(`"${code}": ${className(code)},`))).toEqual([]);
  });
});

test("the clients have the version and the licence of the server", () => {
  const packed = JSON.parse(read("clients/typescript/package.json"));
  expect(packed).toMatchObject({ version: manifest.version, license: manifest.license });
  expect(packed.dependencies).toBeUndefined();
  const project = read("clients/python/pyproject.toml");
  expect(project).toContain(`version = "${manifest.version}"`);
  expect(project).toContain(`license = "${manifest.license}"`);
  for (const folder of ["typescript", "python"]) expect(read(`clients/${folder}/LICENSE`)).toBe(read("LICENSE"));
});

test("no lock file of theirs names a registry", () => {
  expect(read("scripts/clients/generator/bun.lock")).toContain('"openapi-typescript"');
  expect(read("scripts/clients/generator/bun.lock")).not.toMatch(/https?:\/\//);
  expect(read("scripts/clients/generator/requirements.txt")).toMatch(/^[\w-]+==[\d.]+\n$/);
});
