import { expect, test } from "bun:test";
import { seek } from "./seeking.ts";

const BUG = { name: "twice", breaks: "each charge is there once", reports: /was charged, and no more/ };
const FOUND = "roomy: 22 was charged, and no more than 21 asked for";

test.each([
  ["the check that is there for it says so", [FOUND], "found"],
  ["a later run finds it", [null, FOUND], "found"],
  ["another check ended a run before, and the next one finds it", ["a key that is revoked was let in", FOUND], "found"],
  ["no run finds anything", [null, null], "missed"],
  ["another check ends a run, and the next one finds nothing", ["a key that is revoked was let in", null], "missed"],
  ["each run ends for another reason", ["a node never opened", "a node never opened"], "malformed"],
  ["a statement is no SQL, where a run comes to it", [null, 'error: syntax error at or near "AND"'], "malformed"],
  ["a name is nobody's", ["ReferenceError: Can't find variable: otter"], "malformed"],
  ["a run could not be begun", [new Error("a place of twice is there 0 times")], "malformed"],
] as const)("%s", async (_, ends, verdict) => {
  const run = async (nth: number) => {
    const end = ends[nth] ?? null;
    if (end instanceof Error) throw end;
    return { steps: 100, violation: end };
  };
  expect((await seek(BUG, run, ends.length)).verdict).toBe(verdict);
});
