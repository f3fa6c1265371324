/** What a server loads before its first answer: what is imported statically. All else is imported where it is used. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const ALIASES: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).imports;
/** Of `serve`. */
const BEGINNINGS = ["src/main.ts", "src/cli/serve.ts", "src/app.ts"];
/** There are more; with fewer this reads nothing. */
const FILES_MIN = 500;

const transpiler = new Bun.Transpiler({ loader: "ts" });

/** Paths from the root of what a file imports, and names of packages; dynamic imports are left out, and so are those of types. */
function importsOf(file: string): readonly string[] {
  const all = transpiler.scanImports(readFileSync(join(ROOT, file), "utf8"));
  return all.flatMap(({ kind, path }) => (kind === "import-statement" ? [placeOf(path, file)] : []));
}

function placeOf(path: string, from: string): string {
  if (path.startsWith(".")) return join(from, "..", path);
  const exact = ALIASES[path];
  if (exact !== undefined) return exact.slice(2);
  const [name = "", ...rest] = path.split("/");
  const target = ALIASES[`${name}/*`];
  return target === undefined ? path : target.slice(2).replace("*", rest.join("/"));
}

/** Each with the file that was found to import it. */
function loadedAtStart(): ReadonlyMap<string, string> {
  const found = new Map(BEGINNINGS.map((file) => [file, "the start"]));
  for (const file of found.keys()) {
    if (!file.endsWith(".ts") || !existsSync(join(ROOT, file))) continue;
    for (const imported of importsOf(file)) if (!found.has(imported)) found.set(imported, file);
  }
  return found;
}

const loaded = loadedAtStart();

test("the files that a start loads are looked at", () => {
  expect([...loaded.keys()].filter((file) => file.startsWith("src/")).length).toBeGreaterThan(FILES_MIN);
  expect(loaded.has("elysia")).toBe(true);
  expect(loaded.has("src/storage/embedded/index.ts")).toBe(true);
});

test.each([
  ["Postgres", "pg"],
  ["the storage of a cluster", "src/storage/cluster/"],
  ["ciphers of backups", "age-encryption"],
  ["signatures of tokens", "jose"],
  ["signatures of tokens", "@elysiajs/jwt"],
  ["the Model Context Protocol", "@modelcontextprotocol/"],
  ["clients of model servers", "@ai-sdk/"],
  ["the contract as a document", "src/http/openapi/document.ts"],
  ["the pages of the documentation", "src/http/docs/site-page.ts"],
  ["what the model inside drafts", "src/models/embedded/drafts.ts"],
  ["what other formats are read by", "src/core/exchange/formats.ts"],
])("a start does not wait for %s: %s", (_what, place) => {
  const at = [...loaded].filter(([file]) => file === place || file.startsWith(`${place.replace(/\/?$/, "")}/`));
  expect(at.map(([file, by]) => `${file}, imported by ${by}`)).toEqual([]);
});
