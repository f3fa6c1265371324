import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FINDINGS_PER_CODE_MAX, Findings, quoted, WARNINGS_MAX } from "#core/linting/findings.ts";
import { renderLintReference } from "#core/linting/lint-reference.ts";
import { LINT_CODES, LINT_RULES } from "#core/linting/lint-rules.ts";
import { type LintedSet, Linter, lintWarnings } from "#core/linting/linter.ts";
import { MainThread } from "#core/main-thread.ts";
import { atOnce } from "#core/steps.ts";
import type { AppId } from "#core/tenant.ts";
import { checkedTools } from "#core/toolset.ts";
import { isCommonWord } from "#models/embedded/networks/vocabulary.ts";
import { LINT_ROWS } from "./lint-sets.ts";

const APP = "app_1" as AppId;
const mainThread = new MainThread({ monotonicMs: () => performance.now() });

/** By reading alone: nothing has a vector. */
function read(sets: readonly LintedSet[]) {
  const linter = new Linter({ vectors: { of: async () => [] }, mainThread, isCommonWord });
  return linter.lint(APP, sets, new AbortController().signal);
}

describe("each rule", () => {
  for (const { code, name, sets, at, says } of LINT_ROWS) {
    test(`${code}: ${at === null ? "not for " : ""}${name}`, async () => {
      for (const set of sets) if ("tools" in set) checkedTools(set.tools);
      const { findings } = await read(sets);
      const own = findings.filter((finding) => finding.code === code);
      expect(own.map(({ path }) => path)).toEqual(at === null ? [] : [at]);
      if (says) expect(own.map(({ message, instead }) => `${message}; ${instead}`).join()).toMatch(says);
      for (const { severity, set } of own)
        expect({ severity, set }).toEqual({ severity: LINT_RULES[code].severity, set: sets.at(-1)?.signature ?? "" });
    });
  }

  test("that is found by reading has a set with the fault, and one that nearly has it", () => {
    for (const code of LINT_CODES.filter((one) => LINT_RULES[one].by === "words")) {
      const rows = LINT_ROWS.filter((row) => row.code === code);
      expect({ code, has: rows.some(({ at }) => at !== null), nearly: rows.some(({ at }) => at === null) }).toEqual({
        code,
        has: true,
        nearly: true,
      });
    }
  });

  test("stands in the reference, which is made of the table", () => {
    const page = readFileSync(join(import.meta.dir, "../../../docs/reference/lint-rules.md"), "utf8");
    expect(page).toBe(renderLintReference());
    for (const code of LINT_CODES) expect(page).toContain(`\`${code}\``);
  });
});

describe("what is told is bounded", () => {
  const many = (count: number): LintedSet => {
    const properties = Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, { type: "string" }]));
    return {
      signature: "many-v1",
      tools: [{ name: "do_it", description: "", parameters: { type: "object", properties } }],
    };
  };

  test("by code, and what is more is counted", async () => {
    const { findings, leftOut } = await read([many(1_000)]);
    expect(findings).toHaveLength(FINDINGS_PER_CODE_MAX + 1);
    expect(leftOut).toBe(1_000 - FINDINGS_PER_CODE_MAX);
    expect(findings.map(({ code }) => code)).toContain("tool_without_description");
  });

  test("in the answer of create and replace, which has no hints", () => {
    const warnings = atOnce(lintWarnings(many(1_000)));
    expect(warnings).toHaveLength(WARNINGS_MAX);
    const hints = { signature: "h-v1", classes: [{ label: "refund" }] };
    expect(atOnce(lintWarnings(hints))).toEqual([]);
  });

  test("in all", () => {
    const findings = new Findings({ findingsMax: 3, perCodeMax: 10, hints: true });
    for (let at = 0; at < 5; at += 1) findings.add("free_object", { set: "s", steps: [at] }, "m");
    expect({ told: findings.all().length, leftOut: findings.leftOut, isFull: findings.isFull }).toEqual({
      told: 3,
      leftOut: 2,
      isFull: true,
    });
  });

  test("a text that is quoted is one line, short, and nothing that a terminal obeys", () => {
    expect(quoted("a\n\u001b[31m\u202eb\u0000c")).toBe('"a [31m bc"'.replace("bc", "b c"));
    expect(quoted("😀".repeat(100))).toBe(`"${"😀".repeat(60)}…"`);
    expect(quoted("é".repeat(1_000_000)).length).toBeLessThan(70);
    expect(quoted("")).toBe('""');
  });

  test("paths are pointers, and objects within objects are not followed for ever", async () => {
    let inner: object = { type: "string" };
    for (let depth = 0; depth < 30; depth += 1) inner = { type: "object", properties: { "a/b~c": inner, x: {} } };
    const tools = [{ name: "deep", description: "Goes down a well", parameters: inner as never }];
    const { findings } = await read([{ signature: "deep-v1", tools }]);
    expect(findings.map(({ path }) => path)).toEqual(
      [0, 1, 2, 3]
        .map((depth) => `/tools/0/parameters${"/properties/a~1b~0c".repeat(depth)}/properties/x`)
        .toReversed(),
    );
  });
});
