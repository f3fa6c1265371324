/** Calls that were read out of glosses: how sure they are, and what of them is given in the words that were said. */
import { describe, expect, test } from "bun:test";
import { inUtc } from "#core/local-time.ts";
import type { DraftCall } from "#core/ports/models.ts";
import type { Tool } from "#core/toolset.ts";
import { glossOf } from "#models/embedded/glossing/gloss.ts";
import { glossaryOf } from "#models/embedded/glossing/glossaries.ts";
import { laidBack } from "#models/embedded/glossing/glossed-call.ts";
import { ToolsInEnglish } from "#models/embedded/glossing/offered-in-english.ts";
import { NO_SET } from "#models/embedded/glossing/set-words.ts";

const NOW = inUtc(Date.parse("2026-03-10T12:00:00Z"));
const SURE = 0.9;

const text = (description: string) => ({ type: "string", description });
const TOOL: Tool = {
  name: "set_alarm",
  description: "Sets an alarm.",
  parameters: {
    type: "object",
    properties: { time: text("When it rings, HH:MM"), title: text("What it is for") },
    required: [],
  },
};

async function given(said: string, parameters: DraftCall["parameters"], confidence = SURE): Promise<DraftCall> {
  const draft = { tool: 0, parameters, confidence, spans: {}, dependsOnClock: false, usedMemories: [], text: null };
  const glossing = { said, gloss: glossOf(said, "de", NO_SET), glossary: glossaryOf("de") };
  return laidBack(draft, glossing, { now: NOW }, await new ToolsInEnglish().of([TOOL]));
}

describe("a call out of a gloss", () => {
  test("is surer the shorter what was said is", async () => {
    const short = await given("Wecker stellen", {});
    const long = await given("stell mir bitte den Wecker im Wohnzimmer für meine Tochter", {});
    expect(short.tool).toBe(0);
    expect(short.confidence).toBeGreaterThan(long.confidence);
  });

  test("is none where it is not sure enough, and then as sure of that as it lacks", async () => {
    const { tool, confidence, runnerUp } = await given("stell mir bitte den Wecker für meine kleine Tochter", {}, 0.5);
    expect({ tool, runnerUp }).toMatchObject({ tool: null, runnerUp: { of: 0 } });
    expect(confidence).toBeGreaterThan(0.5);
  });

  test("has no value that only says what the tool does", async () => {
    const { parameters } = await given("stell den Wecker für Milch", { title: "set" });
    expect(parameters).toEqual({});
    expect((await given("stell den Wecker für Milch", { title: "milk" })).parameters).toEqual({ title: "Milch" });
  });

  test("has free text as it was said, and a time in figures as the schema wants it", async () => {
    const { parameters } = await given("Wecker auf zwanzig Uhr fünfzehn für Milch", { time: "20:15", title: "milk" });
    expect(parameters).toEqual({ time: "20:15", title: "Milch" });
  });
});
