/** "Asap" and "no rush" say how urgent something is, where a tool asks for that. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { urgencySaid } from "#models/embedded/values/urgencies.ts";
import { openRealModels } from "./real-weights.ts";
import { NOTHING_BESIDE, offeredFrom, type TerseTools } from "./terse-tools.ts";

const said = (text: string, options: readonly string[], name = "priority") => {
  const properties = { [name]: { type: "string", enum: [...options] } };
  const [parameter] = parametersOf({ type: "object", properties });
  const urgency = parameter && urgencySaid(text, parameter, []);
  return urgency ? [urgency.value, text.slice(urgency.span.start, urgency.span.end)] : null;
};
const THREE = ["low", "normal", "urgent"];

describe("how urgent it is", () => {
  test.each<[string, readonly string[], string, string]>([
    ["fix the lift asap", THREE, "urgent", "asap"],
    ["fix the lift, it's an emergency", THREE, "urgent", "it's an emergency"],
    ["fix the lift right away please", ["low", "medium", "high"], "high", "right away"],
    ["fix the lift as soon as possible", ["Normal", "Rush"], "Rush", "as soon as possible"],
    ["fix the lift, no rush", THREE, "low", "no rush"],
    ["the lift, not urgent", THREE, "low", "not urgent"],
    ["whenever you have time, fix the lift", ["high", "routine"], "routine", "whenever you have time"],
  ])("%s is of %p", (text, options, option, words) => {
    expect(said(text, options)).toEqual([option, words]);
  });

  test.each<[string, readonly string[], string]>([
    ["fix the lift", THREE, "priority"],
    ["fix the lift asap", ["low", "high", "critical"], "priority"],
    ["fix the lift asap", ["red", "green"], "priority"],
    ["ship it asap", ["low", "express"], "delivery"],
    ["nasap and crush", THREE, "priority"],
  ])("%s says nothing of %p for %s", (text, options, name) => {
    expect(said(text, options, name)).toBeNull();
  });
});

const TOOLS: TerseTools = {
  create_ticket: [
    "Create a maintenance ticket",
    { issue: { type: "string" }, priority: { type: "string", enum: [...THREE] } },
    ["issue"],
  ],
};
const NOTES: TerseTools = { write_note: ["Write a note", { text: { type: "string" } }, ["text"]] };
const models = await openRealModels();

async function parametersFor(query: string, tools: TerseTools) {
  const request = {
    query,
    tools: offeredFrom(tools),
    now: inUtc(Date.parse("2026-11-22T10:00:00Z")),
    ...NOTHING_BESIDE,
  };
  return (await models.model.call(request, new AbortController().signal)).parameters;
}

test.each<[string, JsonObject]>([
  ["create a ticket: broken lamp, asap", { issue: "broken lamp", priority: "urgent" }],
  ["create a ticket: tap drips when you have time", { issue: "tap drips", priority: "low" }],
  ["create an urgent ticket for the lift, no rush", { issue: "lift", priority: "urgent" }],
  ["Ticket für den Aufzug, so schnell wie möglich", { issue: "Aufzug", priority: "urgent" }],
  ["un ticket pour l'ascenseur, dès que possible", { issue: "ascenseur", priority: "urgent" }],
  ["ticket para el ascensor, cuanto antes", { issue: "ascensor", priority: "urgent" }],
  ["ticket per l'ascensore, il prima possibile", { issue: "ascensore", priority: "urgent" }],
  ["ticket voor de lift, zo snel mogelijk", { issue: "lift", priority: "urgent" }],
])("%p", async (query, parameters) => {
  expect(await parametersFor(query, TOOLS)).toEqual(parameters);
});

test("a text keeps what nothing else takes", async () => {
  expect(await parametersFor("write a note: call Bob asap", NOTES)).toEqual({ text: "call Bob asap" });
});
