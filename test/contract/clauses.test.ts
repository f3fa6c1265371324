/** Every clause of the contract is named by a test, and every clause that a test names is one of the contract. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const THIS_FILE = "test/contract/clauses.test.ts";

interface Clause {
  readonly id: string;
  /** Sections and decisions that it comes from. */
  readonly from: string;
}

const CLAUSES: readonly Clause[] = readFileSync(join(ROOT, "docs/reference/contract.md"), "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, id, from] = /^\| ([A-Z]-\d+) \| .+ \| ([^|]+) \|$/.exec(line) ?? [];
    return id === undefined || from === undefined ? [] : [{ id, from }];
  });

/** Clauses of scenarios and in brackets of test names, and what else scenarios are labelled with. */
function namedByTests(): { readonly ids: ReadonlySet<string>; readonly labels: ReadonlySet<string> } {
  const ids = new Set<string>();
  const labels = new Set<string>();
  for (const path of new Bun.Glob("test/**/*.ts").scanSync({ cwd: ROOT })) {
    if (path === THIS_FILE) continue;
    const text = readFileSync(join(ROOT, path), "utf8");
    for (const [, id = ""] of text.matchAll(/["[]([A-Z]-\d{1,2})["\]]/g)) ids.add(id);
    for (const [, label = ""] of text.matchAll(/clause(?::| =) "([^"]{5,})"/g)) labels.add(label);
  }
  return { ids, labels };
}

test("the contract has clauses, each under an id of its own", () => {
  const ids = CLAUSES.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(90);
  expect(new Set(ids).size).toBe(ids.length);
});

test("every clause is named by a test", () => {
  const { ids } = namedByTests();
  expect(CLAUSES.map(({ id }) => id).filter((id) => !ids.has(id))).toEqual([]);
});

test("every clause that a test names is one of the contract", () => {
  const known = new Set(CLAUSES.map(({ id }) => id));
  expect([...namedByTests().ids].filter((id) => !known.has(id))).toEqual([]);
});

test("every section and decision that a scenario names is one that some clause comes from", () => {
  const sources = CLAUSES.flatMap(({ from }) => from.split(/, (?=section|decisions)/));
  const known = new Set(sources.map((source) => source.trim()));
  expect([...namedByTests().labels].filter((label) => !known.has(label))).toEqual([]);
});
