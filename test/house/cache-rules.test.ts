/** The cache's refusals stand in one table, each with words of its own and with scenarios that it alone stops. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RULES } from "#core/semantic-cache/rules/table.ts";
import { SCENARIOS } from "../core/semantic-cache/rule-scenarios/all.ts";

const ROOT = join(import.meta.dir, "../..");
const PLACES = ["sentence", "template", "rewording", "candidate", "none", "label"] as const;

test("every rule has an id, words and a reason of its own", () => {
  for (const kind of ["id", "refuses", "why"] as const) {
    const texts = RULES.map((row) => row[kind]);
    expect(texts.filter((one, at) => texts.indexOf(one) !== at)).toEqual([]);
  }
  expect(RULES.length).toBeGreaterThan(40);
  expect(RULES.filter(({ id }) => !/^[a-z]+(?:-[a-z]+)*$/.test(id))).toEqual([]);
  expect(RULES.filter(({ refuses }) => /[.A-Z|]/.test(refuses[0] ?? "") || /[.|]$/.test(refuses))).toEqual([]);
  expect(RULES.filter(({ why }) => !why.endsWith(".") || why.includes("|"))).toEqual([]);
});

test("every rule has a scenario for each place where it refuses, and no scenario is of a rule that is gone", () => {
  const wanted = RULES.flatMap((row) => PLACES.filter((place) => place in row).map((place) => `${row.id} ${place}`));
  const there = Object.entries(SCENARIOS).flatMap(([id, places]) =>
    Object.entries<readonly unknown[]>(places).flatMap(([place, some]) => (some.length > 0 ? [`${id} ${place}`] : [])),
  );
  expect(there.toSorted()).toEqual(wanted.toSorted());
});

test("to forget a scenario is an error of types", () => {
  const written = readFileSync(join(ROOT, "test/core/semantic-cache/rule-scenarios/all.ts"), "utf8");
  expect(written).toContain("export const SCENARIOS: Scenarios<RuleId> =");
});

test("nothing else in the cache refuses in words of its own", () => {
  const files = [...new Bun.Glob("src/core/semantic-cache/{calls,labels,rules}/*.ts").scanSync({ cwd: ROOT })];
  expect(files.length).toBeGreaterThan(30);
  const words = (path: string) =>
    readFileSync(join(ROOT, path), "utf8").match(/return "[a-z']+(?: [a-z']+){2,}"/g) ?? [];
  expect(files.flatMap(words)).toEqual([]);
  const untyped = files.filter((path) => /\brule: string\b/.test(readFileSync(join(ROOT, path), "utf8")));
  expect(untyped).toEqual([]);
});
