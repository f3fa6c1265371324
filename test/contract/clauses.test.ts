/** Every clause of the contract is named by a test, and every clause that a test names is one of the contract. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scenarios } from "../kit.ts";
import { CLAUSES } from "./clauses.ts";

const ROOT = join(import.meta.dir, "../..");
const THIS_FILE = "test/contract/clauses.test.ts";

/** Ids anywhere in quotes or in brackets of test names, and whatever stands as a `clause`. */
function namedByTests(): { readonly ids: ReadonlySet<string>; readonly labels: ReadonlySet<string> } {
  const ids = new Set<string>();
  const labels = new Set<string>();
  for (const path of new Bun.Glob("test/**/*.ts").scanSync({ cwd: ROOT })) {
    if (path === THIS_FILE) continue;
    const text = readFileSync(join(ROOT, path), "utf8");
    for (const [, id = ""] of text.matchAll(/["[]([A-Z]-\d{1,2})["\]]/g)) ids.add(id);
    for (const [, label = ""] of text.matchAll(/clause(?::| =) ["'`]([^"'`]*)["'`]/g)) labels.add(label);
  }
  return { ids, labels };
}

test("the contract has clauses, each under an id of its own", () => {
  expect(CLAUSES.length).toBeGreaterThan(90);
  expect(new Set(CLAUSES).size).toBe(CLAUSES.length);
});

test("every clause is named by a test", () => {
  const { ids } = namedByTests();
  expect(CLAUSES.filter((id) => !ids.has(id))).toEqual([]);
});

test("every clause that a test names is one of the contract", () => {
  const known = new Set(CLAUSES);
  const { ids, labels } = namedByTests();
  expect(labels.size).toBeGreaterThan(50);
  expect([...ids, ...labels].filter((id) => !known.has(id))).toEqual([]);
});

test("a row under a clause that the contract does not have is refused, before anything runs", () => {
  const table = () => scenarios("GET /v1/toolsets", [{ clause: "A-999", name: "a list", expect: 200 }]);
  expect(table).toThrow("docs/reference/contract.md has no clause A-999");
});
