/** What a sentence that goes on says of time, and what it does not say of anything else. With the real weights. */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import type { HistoryEntry } from "#core/ports/models.ts";
import { openRealModels } from "./real-weights.ts";
import { NOTHING_BESIDE, offeredFrom, type TerseTools } from "./terse-tools.ts";

setDefaultTimeout(60_000);

const models = await openRealModels();
/** A Sunday. */
const NOW = inUtc(Date.parse("2026-11-29T09:00:00Z"));
const TEXT = { type: "string" };
const DAY = { type: "string", format: "date" };
const TOOLS: TerseTools = {
  transfer: ["Transfer money", { to: TEXT, amount: { type: "number" }, date: DAY }, ["to", "amount"]],
  standing_order: [
    "Set up a payment that repeats",
    { to: TEXT, amount: { type: "number" }, every: { type: "string", enum: ["week", "month", "year"] } },
    ["to", "amount", "every"],
  ],
  block_card: ["Block a card", { card: { type: "string", enum: ["debit", "credit"] } }, ["card"]],
  request_leave: ["Ask for days off", { from: DAY, to: DAY }, ["from", "to"]],
};
const OFFERED = offeredFrom(TOOLS);
const PAID: HistoryEntry = { query: "send 35 to Carla", tool: "transfer", parameters: { to: "Carla", amount: 35 } };
const AWAY: HistoryEntry = { query: "I need Friday off", tool: "request_leave", parameters: { from: "2026-12-04" } };

async function answer(query: string, ...history: readonly HistoryEntry[]) {
  const request = { query, tools: OFFERED, now: NOW, ...NOTHING_BESIDE, history };
  const draft = await models.model.call(request, new AbortController().signal);
  return { tool: OFFERED[draft.tool ?? -1]?.name ?? "none", parameters: draft.parameters };
}

test.each<[string, HistoryEntry, string, JsonObject]>([
  ["on Friday", PAID, "transfer", { to: "Carla", amount: 35, date: "2026-12-04" }],
  ["every month", PAID, "standing_order", { to: "Carla", amount: 35, every: "month" }],
  ["and Monday", AWAY, "request_leave", { from: "2026-12-07" }],
])("%p after %p", async (query, before, tool, parameters) => {
  expect(await answer(query, before)).toEqual({ tool, parameters });
});

test("a change ends nothing before it begins", async () => {
  const monday = { query: "and Monday", tool: "request_leave", parameters: { from: "2026-12-07" } };
  const { parameters } = await answer("actually make it Thursday", AWAY, monday);
  expect(parameters).not.toHaveProperty("to");
});

test("no card is meant by what was said of money", async () => {
  expect((await answer("stop that", PAID)).parameters).not.toHaveProperty("card");
});
