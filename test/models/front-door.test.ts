/** Orders that one has to be able to trust, with the real weights: what is asked for by the contrary, and what only sounds like an order. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { openRealModels } from "./real-weights.ts";
import { NOTHING_BESIDE, offeredFrom, type TerseTools } from "./terse-tools.ts";

const models = await openRealModels();
/** A Sunday. */
const NOW = inUtc(Date.parse("2026-11-22T10:00:00Z"));

const GATE = { type: "string", enum: ["north", "south", "yard"] };
const TOOLS: TerseTools = {
  lock_gate: ["Locks a gate.", { gate: GATE }, ["gate"]],
  unlock_gate: ["Unlocks a gate.", { gate: GATE, minutes: { type: "integer" } }, ["gate"]],
  stop_sharing: ["Ends the sharing of a file.", { file: { type: "string" } }, ["file"]],
  record_pressure: [
    "Records the pressure of a vessel.",
    { vessel: { type: "string" }, bar: { type: "number" }, degrees: { type: "number" } },
    ["vessel", "bar"],
  ],
  issue_invoice: [
    "Issues the invoice for a job.",
    { job: { type: "integer" }, extra_minutes: { type: "integer", minimum: 0 } },
    ["job"],
  ],
};
const OFFERED = offeredFrom(TOOLS);

async function answer(query: string) {
  const request = { query, tools: OFFERED, now: NOW, ...NOTHING_BESIDE };
  return models.model.call(request, new AbortController().signal);
}

describe("is carried out", () => {
  test.each<[string, string, JsonObject]>([
    ["don't leave the yard gate unlocked", "lock_gate", { gate: "yard" }],
    ["the south gate mustn't stay locked", "unlock_gate", { gate: "south" }],
    ["don't go on sharing plan.docx", "stop_sharing", { file: "plan.docx" }],
    ["invoice for job 5466 with an hour and twenty extra", "issue_invoice", { job: 5466, extra_minutes: 80 }],
  ])("%p", async (query, name, parameters) => {
    const draft = await answer(query);
    expect([OFFERED[draft.tool ?? -1]?.name, draft.parameters]).toEqual([name, parameters]);
  });
});

describe("names none, so that it has to be asked for", () => {
  test.each([
    ["stop sharing every file", "stop_sharing", "several"],
    ["stop sharing everything", "stop_sharing", "several"],
    ["stop sharing the other file", "stop_sharing", "unnamed"],
    ["stop sharing one of the files", "stop_sharing", "unnamed"],
  ] as const)("%p", async (query, name, why) => {
    const draft = await answer(query);
    expect([OFFERED[draft.tool ?? -1]?.name, draft.parameters]).toEqual([name, {}]);
    expect(draft.unfilled?.map((one) => one.why)).toEqual([why]);
  });
});

test.each([
  "I was about to lock the north gate",
  "I nearly unlocked the yard gate",
  "you should have locked the yard gate",
  "I'd unlock the north gate if I were you",
  "maybe I should unlock the south gate, I'm not sure yet",
  'the sign says "lock the north gate"',
  "Ines has unlocked the south gate",
  "leave the yard gate unlocked",
])("%p is no order", async (query) => {
  expect((await answer(query)).tool).toBeNull();
});

test("where the words of a wish stand is where the sentence has them", async () => {
  const query = "don't go on sharing plan.docx";
  const { spans } = await answer(query);
  expect(query.slice(spans.file?.start, spans.file?.end)).toBe("plan.docx");
});

test("the figures of a code are no number of their own", async () => {
  const draft = await answer("record the pressure for V-310");
  expect(draft.parameters).toEqual({ vessel: "V-310" });
});
