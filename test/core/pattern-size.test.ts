import { expect, test } from "bun:test";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { patternSize } from "#core/schema/pattern-size.ts";
import { cpuMs } from "../cpu-time.ts";

const atom = fc.constantFrom("a", "\\d", "[a-z]", "[^]x]", "[\\]]", ".", "\\w", "^", "$", "(?:b)", "\\p{L}", "\\(");
const repeated = fc.constantFrom("", "", "*", "+", "?", "{3}", "{2,5}", "{0,20}", "{4,}", "*?", "{2}?");
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4 },
    fc.tuple(atom, repeated).map(([one, often]) => `${one}${often}`),
    fc.tuple(tie("pattern"), repeated).map(([one, often]) => `(${one})${often}`),
    fc.tuple(tie("pattern"), tie("pattern")).map(([one, other]) => `${one}${other}`),
    fc.tuple(tie("pattern"), tie("pattern")).map(([one, other]) => `${one}|${other}`),
  ),
}));

/** What the engine really makes of it; null where it takes no such pattern. Its fields are no part of its interface. */
function compiledSteps(source: string): number | null {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source)) as unknown as {
      readonly re2Input: { readonly prog: { readonly inst: readonly unknown[] } };
    };
    return compiled.re2Input.prog.inst.length;
  } catch {
    return null;
  }
}

test("a pattern never compiles to more than twice its size, and what surrounds every program", () => {
  let compiled = 0;
  fc.assert(
    fc.property(pattern, (source) => {
      const size = patternSize(source);
      const steps = size > 3_000 ? null : compiledSteps(source);
      if (steps === null) return;
      compiled += 1;
      expect(steps).toBeLessThanOrEqual(2 * size + 4);
    }),
    { numRuns: 2_000 },
  );
  expect(compiled).toBeGreaterThan(1_000);
});

test("any text at all has a size, in one pass", () => {
  fc.assert(fc.property(fc.string(), (source) => expect(patternSize(source)).toBeGreaterThanOrEqual(0)));
  const startedAt = cpuMs();
  for (const source of ["(".repeat(200_000), "[".repeat(200_000), "{9999999".repeat(50_000), "\\".repeat(200_001)]) {
    patternSize(source);
  }
  expect(cpuMs() - startedAt).toBeLessThan(500);
});
