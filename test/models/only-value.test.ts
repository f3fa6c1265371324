/** A value alone, where several tools could do something with it. */
import { describe, expect, test } from "bun:test";
import type { DraftCall } from "#core/ports/models.ts";
import { saysOnlyValue } from "#models/embedded/choosing/only-value.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { offeredFrom, type TerseTools } from "./terse-tools.ts";

const TOOLS: TerseTools = {
  close_ticket: ["Close a ticket", { ticket: { type: "integer" } }, ["ticket"]],
  reopen_ticket: ["Open a closed ticket again", { ticket: { type: "integer" } }, ["ticket"]],
  ticket_status: ["Show how far a ticket is", { ticket: { type: "integer" } }, ["ticket"]],
  order_drink: ["Order a drink", { drink: { type: "string" } }, ["drink"]],
  cancel_drink: ["Cancel a drink", { drink: { type: "string" }, table: { type: "integer" } }, ["drink", "table"]],
  close_shop: ["Close a shop", { shop: { type: "integer" } }, ["shop"]],
};
const READABLE = offeredFrom(TOOLS).map(({ parameters, ...tool }) => ({
  ...tool,
  parameters: parametersOf(parameters),
}));

function saysOnly(query: string, name: string, said: string): boolean {
  const tool = READABLE.find((one) => one.name === name);
  const [parameter] = tool?.parameters ?? [];
  if (!tool || !parameter) throw new Error(`${name} is a tool with a parameter`);
  const start = query.indexOf(said);
  const spans = { [parameter.name]: { start, end: start + said.length } };
  const call: DraftCall = {
    ...{ tool: 0, parameters: {}, confidence: 1, dependsOnClock: false, spans, usedMemories: [], text: null },
  };
  return saysOnlyValue(query, tool, call, READABLE);
}

describe("nobody can tell what is to be done with it", () => {
  test.each(["4412", " 4412.", "ticket 4412", "the ticket 4412"])("%p", (query) => {
    expect(saysOnly(query, "close_ticket", "4412")).toBe(true);
  });
});

describe("something is asked for", () => {
  test.each([
    ["there is a deed", "close 4412", "close_ticket", "4412"],
    ["a word says more than the value", "4412 out", "close_ticket", "4412"],
    ["it is a question", "4412?", "close_ticket", "4412"],
    ["nothing is changed by it", "4412", "ticket_status", "4412"],
    ["what others need is not said", "espresso", "order_drink", "espresso"],
    ["no other tool takes it", "17", "close_shop", "17"],
  ])("%s: %p", (_, query, name, said) => {
    expect(saysOnly(query, name, said)).toBe(false);
  });
});
