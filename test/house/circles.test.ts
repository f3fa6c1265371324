/** Files that import each other in a circle are read together or not at all: there are none but those that are named here. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import manifest from "../../package.json" with { type: "json" };

const ROOT = join(import.meta.dir, "../..");

/** A schema holds schemas: whoever checks one keyword asks for all others. */
const NAMED = [
  "array-keywords.ts",
  "combining-keywords.ts",
  "keyword-rule.ts",
  "keyword-rules.ts",
  "object-keywords.ts",
  "validation.ts",
  "value-keywords.ts",
].map((name) => `src/core/schema/validating/${name}`);

/** By file, those that it imports, types too. */
type Imports = ReadonlyMap<string, readonly string[]>;

const ALIASES = Object.entries(manifest.imports).map(([name, path]) => ({
  start: name.replace("*", ""),
  place: normalize(path.replace("*", "")),
}));

function pathOf(importer: string, specifier: string): string | null {
  if (specifier.startsWith(".")) return join(dirname(importer), specifier);
  const alias = ALIASES.find(({ start }) => specifier.startsWith(start));
  return alias === undefined ? null : alias.place + specifier.slice(alias.start.length);
}

function importsOf(path: string, text: string): readonly string[] {
  const specifiers = [...text.matchAll(/^(?:import|export|\})[^;"]*from "([^"]+)"/gm)].map(([, name = ""]) => name);
  return specifiers.flatMap((specifier) => pathOf(path, specifier) ?? []);
}

function inCircles(imports: Imports): readonly string[] {
  return [...imports.keys()].filter((path) => reachedFrom(path, imports).has(path)).sort();
}

function reachedFrom(path: string, imports: Imports): ReadonlySet<string> {
  const reached = new Set<string>();
  const next = [...(imports.get(path) ?? [])];
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    next.push(...(imports.get(name) ?? []));
  }
  return reached;
}

test("a circle is seen, however long, and whoever only leads to it is none of it", () => {
  const imports = new Map([
    ["entry", ["a"]],
    ["a", ["b", "leaf"]],
    ["b", ["c"]],
    ["c", ["a"]],
    ["leaf", []],
  ]);
  expect(inCircles(imports)).toEqual(["a", "b", "c"]);
  expect(inCircles(new Map([...imports, ["c", []]]))).toEqual([]);
});

test("no file of the product imports itself by way of others", () => {
  const paths = [...new Bun.Glob("src/**/*.{ts,tsx}").scanSync({ cwd: ROOT })];
  const imports = new Map(paths.map((path) => [path, importsOf(path, readFileSync(join(ROOT, path), "utf8"))]));
  expect([...imports.values()].flat().filter((name) => imports.has(name)).length).toBeGreaterThan(3_000);
  expect(inCircles(imports)).toEqual(NAMED);
});
