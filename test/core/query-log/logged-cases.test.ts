import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { eachOnce } from "#core/query-log/logged-cases.ts";

const row = fc.record({
  json: fc.record({ query: fc.constantFrom("a", "b", "c") }),
  times: fc.integer({ min: 1, max: 9 }),
  isRight: fc.boolean(),
});

describe("a sentence of a log whose answer changed", () => {
  test("is asked once, and counted for all of its rows", () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const once = eachOnce(rows);
        expect(new Set(once.map(({ json }) => json.query)).size).toBe(once.length);
        const asked = (some: typeof once) => some.reduce((sum, { times }) => sum + times, 0);
        expect(asked(once)).toBe(asked(rows));
        for (const { json, isRight } of once)
          expect(isRight).toBe(rows.some((one) => one.isRight && one.json.query === json.query));
      }),
    );
  });

  test("stands for the newest answer, unless an older one was said to be right", () => {
    const answered = (tool: string, isRight: boolean) => ({ json: { query: "too dark", tool }, times: 1, isRight });
    const toolOf = (...rows: ReturnType<typeof answered>[]) => eachOnce(rows)[0]?.json.tool;
    expect(toolOf(answered("new", false), answered("old", false))).toBe("new");
    expect(toolOf(answered("new", false), answered("old", true))).toBe("old");
    expect(toolOf(answered("new", true), answered("old", true))).toBe("new");
  });
});
