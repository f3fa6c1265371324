/** Which way a number goes, where a description says what a negative one is for. */
import { expect, test } from "bun:test";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { withSaidSign } from "#models/embedded/values/said-sign.ts";

function signed(text: string, said: string, description: string, schema = {}) {
  const [parameter] = parametersOf({ type: "object", properties: { by: { type: "integer", description, ...schema } } });
  if (!parameter) throw new Error("the schema has one parameter");
  const start = text.indexOf(said);
  return withSaidSign(text, { start, end: start + said.length }, parameter, 30);
}

test.each([
  ["back 30 seconds", "negative to go back", -30],
  ["30 seconds back please", "seconds; negative to go back", -30],
  ["go back 30", "how far, negative values move back", -30],
  ["pan 30 degrees left", "degrees, negative = left", -30],
  ["ahead 30 seconds", "negative to go back", 30],
  ["pan 30 degrees right", "degrees, negative = left", 30],
  ["back 30 seconds", "how many seconds", 30],
  ["back 30 seconds", "not negative", 30],
])("of %p where the number is %p: %d", (text, description, value) => {
  expect(signed(text, "30", description)).toBe(value);
});

test("a number that may not be negative stays as it was said", () => {
  expect(signed("back 30 seconds", "30", "negative to go back", { minimum: 0 })).toBe(30);
});
