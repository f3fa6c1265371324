/** What says only when is neither a name nor a text, where a tool asks when. */
import { expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { saysOnlyWhen } from "#models/embedded/values/when-apart.ts";

const DAY = { type: "string", format: "date" };
const TEXT = { type: "string" };

function says(text: string, said: string, properties: JsonObject) {
  const parameters = parametersOf({ type: "object", properties });
  const [parameter] = parameters;
  if (!parameter) throw new Error("the schema has parameters");
  const start = text.indexOf(said);
  return saysOnlyWhen(text, { start, end: start + said.length }, parameter, parameters);
}

test.each([
  ["on Friday", "Friday"],
  ["tell her tomorrow", "tomorrow"],
  ["every month", "every month"],
  ["next week please", "next week"],
])("in %p %p is nobody", (text, said) => {
  expect(says(text, said, { to: TEXT, date: DAY })).toBe(true);
});

test.each<[string, string, string, JsonObject]>([
  ["nobody asks when", "send it to Friday", "Friday", { to: TEXT, amount: { type: "number" } }],
  ["it is asked for itself", "on Friday", "Friday", { when: TEXT, date: DAY }],
  ["it is more than that", "play Friday Night", "Friday Night", { title: TEXT, date: DAY }],
  ["it is quoted", 'call it "Friday"', "Friday", { title: TEXT, date: DAY }],
  ["it may be somebody", "send it to May", "May", { to: TEXT, date: DAY }],
])("not where %s: %p", (_, text, said, properties) => {
  expect(says(text, said, properties)).toBe(false);
});
