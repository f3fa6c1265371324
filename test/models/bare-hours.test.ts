/** "At 7" in an order is when, and neither a room nor a number of places that nobody said. With the real weights. */
import { expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { openRealModels } from "./real-weights.ts";
import { NOTHING_BESIDE, offeredFrom, type TerseTools } from "./terse-tools.ts";

const models = await openRealModels();
/** A Sunday. */
const NOW = inUtc(Date.parse("2026-11-22T10:00:00Z"));
const TIME = { type: "string", format: "time" };
const TOOLS: TerseTools = {
  wake_up_call: ["Order a wake-up call", { room: { type: "integer" }, time: TIME }, ["room", "time"]],
  check_in: ["Check a guest in", { guest: { type: "string" }, room: { type: "integer" } }, ["guest"]],
  check_out: ["Check a guest out", { room: { type: "integer" } }, ["room"]],
  reserve_court: [
    "Reserve a court",
    { court: { type: "string", enum: ["north", "south"] }, players: { type: "integer" }, time: TIME },
    ["court"],
  ],
};
async function answer(query: string, tools = TOOLS) {
  const offered = offeredFrom(tools);
  const request = { query, tools: offered, now: NOW, ...NOTHING_BESIDE };
  const draft = await models.model.call(request, new AbortController().signal);
  return { tool: offered[draft.tool ?? -1]?.name ?? "none", parameters: draft.parameters };
}

test.each([
  ["wake me at 7", "room"],
  ["reserve the north court at 6", "players"],
  ["reserve the south court tomorrow at 5 please", "players"],
])("%p says no %s", async (query, parameter) => {
  expect((await answer(query)).parameters).not.toHaveProperty(parameter);
});

test.each<[string, string, JsonObject]>([
  ["wake me at seven", "wake_up_call", { time: "07:00:00Z" }],
  ["wake 412 at 7", "wake_up_call", { room: 412, time: "07:00:00Z" }],
  ["check out 305", "check_out", { room: 305 }],
  ["can you check out 305?", "check_out", { room: 305 }],
  ["could you check in Mr Lee?", "check_in", { guest: "Mr Lee" }],
])("%p is carried out", async (query, tool, parameters) => {
  expect(await answer(query)).toEqual({ tool, parameters });
});

test.each(["did 303 check out?", "has 303 checked out?", "is 303 checked out?", "did Mrs Albright check in?"])(
  "%p checks nobody in or out",
  async (query) => {
    expect((await answer(query)).tool).toBe("none");
  },
);

const ALARM: TerseTools = {
  set_alarm: ["Set an alarm", { time: TIME }, ["time"]],
};
test.each([
  ["set the alarm for 6", "06:00:00Z"],
  ["wake me by 7", "07:00:00Z"],
  ["set the alarm to seven", "07:00:00Z"],
])("%p is a time where nothing is counted", async (query, time) => {
  expect(await answer(query, ALARM)).toEqual({ tool: "set_alarm", parameters: { time } });
});

const CLASSES: TerseTools = {
  book_class: [
    "Book a class at the gym",
    { class: { type: "string", enum: ["yoga", "pilates"] }, start: { type: "string" }, places: { type: "integer" } },
    ["class"],
  ],
};
test.each<[string, JsonObject]>([
  ["book yoga at 6", { class: "yoga", start: "6" }],
  ["book yoga tomorrow at 6", { class: "yoga", start: "tomorrow at 6" }],
  ["yoga for 2 at 6", { class: "yoga", places: 2, start: "6" }],
  ["yoga at seven", { class: "yoga", start: "seven" }],
])("%p says when, for what takes a time in words", async (query, parameters) => {
  expect(await answer(query, CLASSES)).toEqual({ tool: "book_class", parameters });
});
