/** A list and a parameter beside it: each has its own words. */
import { expect, test } from "bun:test";
import type { JsonValue } from "#core/json.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { withOwnItems } from "#models/embedded/values/own-items.ts";

const PARAMETERS = parametersOf({
  type: "object",
  properties: {
    boat: { type: "string" },
    into: { type: "integer" },
    calls: { type: "array", items: { type: "string" } },
    tickets: { type: "array", items: { type: "integer" } },
  },
});

/** What was read, each of the words given. */
function own(text: string, read: Readonly<Record<string, readonly [said: string, value: JsonValue]>>) {
  const values = PARAMETERS.flatMap((parameter) => {
    const [said, value] = read[parameter.name] ?? [];
    if (said === undefined || value === undefined) return [];
    const start = text.indexOf(said);
    return [{ parameter, value, span: { start, end: start + said.length }, dependsOnClock: false }];
  });
  const left = withOwnItems(text, values);
  return Object.fromEntries(
    left.map(({ parameter, value, span }) => [parameter.name, [text.slice(span?.start, span?.end), value]]),
  );
}

test("what another parameter has is no item", () => {
  expect(
    own("merge 12 and 14 into 16", { into: ["16", 16], tickets: ["12 and 14 into 16", [12, 14, 16]] }).tickets?.[1],
  ).toEqual([12, 14]);
  const calls = ["Heron are Ost, Kiel", ["Heron", "Ost", "Kiel"]] as const;
  expect(own("calls for Heron are Ost, Kiel", { boat: ["Heron", "Heron"], calls }).calls?.[1]).toEqual(["Ost", "Kiel"]);
});

test("the word for the list is no item", () => {
  const calls = ["calls: Ost, Kiel", ["calls", "Ost", "Kiel"]] as const;
  expect(own("send Heron out, calls: Ost, Kiel", { boat: ["Heron", "Heron"], calls }).calls?.[1]).toEqual([
    "Ost",
    "Kiel",
  ]);
});

test("a text ends before the list behind its colon", () => {
  const read = { boat: ["Heron: Ost", "Heron: Ost"], calls: ["Heron: Ost, Kiel", ["Heron", "Ost", "Kiel"]] } as const;
  const { boat, calls } = own("a trip for Heron: Ost, Kiel", read);
  expect([boat, calls?.[1]]).toEqual([
    ["Heron", "Heron"],
    ["Ost", "Kiel"],
  ]);
});

test("a title with a colon of its own stays whole", () => {
  const read = { boat: ["Heron: the return", "Heron: the return"], calls: ["Ost, Kiel", ["Ost", "Kiel"]] } as const;
  expect(own("Heron: the return calls at Ost, Kiel", read).boat).toEqual(["Heron: the return", "Heron: the return"]);
});
