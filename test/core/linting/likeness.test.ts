/** What vectors show, with vectors of the test's own: each rule with a set that has the fault, and one that nearly has it. */
import { describe, expect, test } from "bun:test";
import type { Class } from "#core/classification-set.ts";
import type { LintCode } from "#core/linting/lint-rules.ts";
import { LINT_CODES, LINT_RULES } from "#core/linting/lint-rules.ts";
import { type LintedSet, Linter } from "#core/linting/linter.ts";
import { MainThread } from "#core/main-thread.ts";
import type { AppId } from "#core/tenant.ts";
import type { Tool } from "#core/toolset.ts";

const APP = "app_1" as AppId;
const mainThread = new MainThread({ monotonicMs: () => performance.now() });
const signal = new AbortController().signal;

/** Every text ends with its angle in a plane, in degrees: how alike two are is the cosine of the angle between. */
async function vectorsOf(texts: readonly string[]): Promise<readonly Float32Array[]> {
  return texts.map((text) => {
    const angle = (Number(/(-?\d+)$/.exec(text)?.[1] ?? 0) * Math.PI) / 180;
    return new Float32Array([Math.cos(angle), Math.sin(angle)]);
  });
}
const linter = new Linter({
  vectors: { of: (_app, _kind, texts) => vectorsOf(texts) },
  mainThread,
  isCommonWord: () => true,
});

const tool = (name: string, angle: number, ...examples: readonly number[]): Tool => ({
  name,
  description: `does the work at ${angle}`,
  examples: examples.map((at) => `${name} example at ${at}`),
});
const group = (label: string, angle: number, ...examples: readonly number[]): Class => ({
  label,
  description: `means what is at ${angle}`,
  examples: examples.map((at, index) => `${label} ${index} at ${at}`),
});
const tools = (...given: readonly Tool[]): LintedSet => ({ signature: "t-v1", tools: given });
const classes = (...given: readonly Class[]): LintedSet => ({ signature: "c-v1", classes: given });

interface Row {
  readonly code: LintCode;
  readonly name: string;
  readonly sets: readonly LintedSet[];
  readonly at: readonly string[];
}

const ROWS: readonly Row[] = [
  { code: "tools_alike", name: "descriptions 20° apart", sets: [tools(tool("a", 0), tool("b", 20))], at: ["/tools/1"] },
  { code: "tools_alike", name: "descriptions 25° apart", sets: [tools(tool("a", 0), tool("b", 25))], at: [] },
  {
    code: "tools_alike",
    name: "in two sets that are used together",
    sets: [tools(tool("a", 0)), { signature: "u-v1", tools: [tool("b", 40), tool("c", 1)] }],
    at: ["/tools/1"],
  },
  {
    code: "classes_alike",
    name: "by what they say",
    sets: [classes(group("a", 0), group("b", 20))],
    at: ["/classes/1"],
  },
  { code: "classes_alike", name: "nearly, by what they say", sets: [classes(group("a", 0), group("b", 30))], at: [] },
  {
    code: "classes_alike",
    name: "by the mean of their examples, whatever they say",
    sets: [classes(group("a", 0, 10, 30, 50, 20, 40), group("b", 90, 40, 60, 30, 50, 45))],
    at: ["/classes/1"],
  },
  {
    code: "classes_alike",
    name: "by what they say, with examples that lie apart",
    sets: [classes(group("a", 0, 1, 2, 3, 4, 5), group("b", 0, 61, 62, 63, 64, 65))],
    at: [],
  },
  {
    code: "classes_alike",
    name: "in two sets",
    sets: [classes(group("a", 0)), { signature: "d-v1", classes: [group("b", 0)] }],
    at: [],
  },
  {
    code: "example_claimed",
    name: "among those of another class",
    sets: [classes(group("a", 0, 0, 5, 85), group("b", 90, 80, 90))],
    at: ["/classes/0/examples/2"],
  },
  {
    code: "example_claimed",
    name: "a little nearer to another",
    sets: [classes(group("a", 0, 0, 5, 48), group("b", 90, 80, 90))],
    at: [],
  },
  { code: "example_claimed", name: "of an only class", sets: [classes(group("a", 0, 0, 120))], at: [] },
  {
    code: "example_claimed",
    name: "nearer to another tool's description",
    sets: [tools(tool("a", 0, 100), tool("b", 90))],
    at: ["/tools/0/examples/0"],
  },
  {
    code: "example_claimed",
    name: "of a tool whose other examples lie far from each other",
    sets: [tools(tool("a", 0, -60, 60, 40), tool("b", 60, 50, 70))],
    at: ["/tools/0/examples/1", "/tools/0/examples/2"],
  },
  { code: "example_claimed", name: "between two tools", sets: [tools(tool("a", 0, 49), tool("b", 90))], at: [] },
  {
    code: "example_claimed",
    name: "by a tool of another set that is used with it",
    sets: [tools(tool("a", 0, 100)), { signature: "u-v1", tools: [tool("b", 90)] }],
    at: ["/tools/0/examples/0"],
  },
];

describe("each rule", () => {
  for (const { code, name, sets, at } of ROWS)
    test(`${code}: ${at.length === 0 ? "not for " : ""}${name}`, async () => {
      const { findings } = await linter.lint(APP, sets, signal);
      expect(findings.filter((finding) => finding.code === code).map(({ path }) => path)).toEqual([...at]);
    });

  test("that vectors find has a set with the fault, and one that nearly has it", () => {
    for (const code of LINT_CODES.filter((one) => LINT_RULES[one].by === "vectors")) {
      const counts = ROWS.filter((row) => row.code === code).map(({ at }) => at.length);
      expect({ code, has: counts.some((count) => count > 0), nearly: counts.includes(0) }).toEqual({
        code,
        has: true,
        nearly: true,
      });
    }
  });
});

describe("where sentences have several labels on purpose", () => {
  const both = [10, 20, 30, 40, 50, 60];
  const shared = (label: string): Class => ({ label, examples: both.map((at) => `shared at ${at}`) });

  test("no example is claimed", async () => {
    const { findings } = await linter.lint(APP, [classes(shared("a"), shared("b"), group("c", 170, 170, 15))], signal);
    expect(findings.map(({ code }) => code)).toEqual(["classes_alike"]);
  });
});

test("the worst claims come first", async () => {
  const sets = [classes(group("a", 0, 0, 0, 0, 70, 95), group("b", 90, 90, 90))];
  const { findings } = await linter.lint(APP, sets, signal);
  const claims = findings.filter(({ code }) => code === "example_claimed");
  expect(claims.map(({ path }) => path)).toEqual(["/classes/0/examples/4", "/classes/0/examples/3"]);
  expect(claims[0]?.message).toMatch(
    /^"a 4 at 95" of "a" is nearer to "b" than to its own \(1\.00 against [\d.]+\); the nearest there is "b 0 at 90"$/,
  );
});
