/** The tools that `tool_choice` leaves, and what their owner's examples say of them. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { callableOf, checkedChoice, examplesAmong, isWithheld } from "#core/answering/tool-choice.ts";
import { NO_TOOL } from "#core/toolset.ts";

const names = fc.array(fc.constantFrom("open", "close", "lock"), { minLength: 1, maxLength: 6 });

test("the name of a tool leaves the tools of that name, in their order; anything else leaves all", () => {
  fc.assert(
    fc.property(names, fc.constantFrom("open", "required", "auto", undefined), (offered, given) => {
      const tools = offered.map((name) => ({ name }));
      const { toolChoice } = checkedChoice({ ...(given !== undefined && { toolChoice: given }) });
      if (given === "open" && !offered.includes("open")) {
        expect(() => callableOf(tools, toolChoice)).toThrow("tool_choice");
        return;
      }
      const left = callableOf(tools, toolChoice).map((position) => offered[position]);
      expect(left).toEqual(given === "open" ? offered.filter((name) => name === "open") : offered);
    }),
  );
});

test("examples of the tools that are left say the same of the same tools, and the others' say nothing", async () => {
  const nearby = fc.array(fc.record({ text: fc.string(), of: fc.nat(5), similarity: fc.double({ min: 0, max: 1 }) }));
  await fc.assert(
    fc.asyncProperty(nearby, fc.uniqueArray(fc.nat(5)), async (near, positions) => {
      const found = await examplesAmong(async () => near, positions)("", 12);
      expect(found.map((one) => ({ ...one, of: positions[one.of] }))).toEqual(
        near.filter(({ of }) => positions.includes(of)),
      );
    }),
  );
});

test("a bound withholds what is less sure, and never none", () => {
  const free = checkedChoice({ minConfidence: 0.7 });
  const answer = { tool: "open", toolsetPosition: 0, confidence: 0.7 };
  const lenient = [{ definition: { tools: [], requireEvidence: false } }];
  const strict = [{ definition: { tools: [], requireEvidence: false, minConfidence: 0.9 } }];
  expect(isWithheld(answer, free, strict)).toBe(false);
  expect(isWithheld({ ...answer, confidence: 0.69 }, free, lenient)).toBe(true);
  expect(isWithheld({ ...answer, tool: NO_TOOL, confidence: 0.1 }, free, strict)).toBe(false);
  expect(isWithheld(answer, checkedChoice({}), strict)).toBe(true);
  expect(isWithheld(answer, checkedChoice({}), lenient)).toBe(false);
  expect(isWithheld(answer, checkedChoice({ toolChoice: "required" }), strict)).toBe(false);
});

test.each([Number.NaN, -0.1, 1.1, Number.POSITIVE_INFINITY])("%p is no confidence", (minConfidence) => {
  expect(() => checkedChoice({ minConfidence })).toThrow("min_confidence");
});
