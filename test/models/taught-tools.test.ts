/** What examples of some tools do to the others, with the real weights. */
import { describe, expect, test } from "bun:test";
import { inUtc } from "#core/local-time.ts";
import type { CallRequest, RelevantMemory } from "#core/ports/models.ts";
import type { AppId } from "#core/tenant.ts";
import { HOME_TOOLS, homeTool } from "./home-tools.ts";
import { openRealModels } from "./real-weights.ts";

const models = await openRealModels();

const APP = "app_ours" as AppId;
/** What a server looks up of a bank. */
const RECALLED_MAX = 12;
const RECALLED_MIN = 0.3;

/** Of three tools, near to what people say to the other four. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  book_table: [
    "get us a table for tonight",
    "I need a table in town at eight",
    "reserve something for six people near the harbour",
    "can we eat out on Saturday?",
    "find a place for dinner with my parents",
    "book the Italian place in Verona for two",
    "a table by the window please, three of us",
    "lunch for ten in Graz",
  ],
  get_weather: [
    "do I need an umbrella in town today?",
    "how hot will it be tomorrow morning?",
    "is it going to snow at the weekend?",
    "what's it like outside in Lisbon?",
    "will the rain stop by noon?",
    "how cold is it in Oslo at seven?",
    "tell me whether it is sunny in Nice",
    "can I go for a walk or will there be a storm?",
  ],
  make_call: [
    "phone my mother",
    "get me Anna on the line",
    "I want to talk to the plumber",
    "ring the office at nine",
    "can you reach my brother for me?",
    "dial the doctor",
    "call a taxi for me",
    "speak with somebody at the bank",
  ],
};

/** By the tool that is meant; none of these tools has an example. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  set_alarm: [
    "wake me at seven tomorrow",
    "set an alarm for 6:30",
    "I need an alarm at noon",
    "alarm at eight please",
    "wake me up tomorrow at five in the morning",
    "can you set the alarm for nine tonight?",
    "I have to get up at half past five",
    "don't let me sleep longer than ten",
  ],
  order_drink: [
    "a large coffee please",
    "get me two small teas",
    "order a lemonade",
    "I would like to drink a beer",
    "order three large colas at the bar",
    "bring us two glasses of red wine",
    "I'm thirsty, a small water",
    "another round of cider for the table",
  ],
  cancel_booking: [
    "cancel my booking",
    "cancel booking 4711",
    "please cancel the booking with number 22",
    "I want to cancel our booking for Saturday",
    "we are not coming, cancel the booking",
    "drop booking 19",
    "we can't make it on Friday, take us off the list",
    "call off the reservation for six",
  ],
  navigate: [
    "show me the way to the station",
    "how do I get to the harbour by bike?",
    "navigate to the office by car",
    "take me to the old town",
    "the way to the castle on foot please",
    "which way is it to the market?",
    "bring me home",
    "guide us to the nearest exit",
    "how far is it to the beach on foot?",
  ],
};

async function memoriesNear(query: string): Promise<readonly RelevantMemory[]> {
  const [vector, ...own] = await models.embedder.embed([query, ...Object.values(EXAMPLES).flat()]);
  return Object.entries(EXAMPLES)
    .flatMap(([tool, queries]) => queries.map((text) => ({ tool: homeTool(tool), text })))
    .map(({ tool, text }, index): RelevantMemory => {
      const similarity = own[index]?.reduce((sum, value, at) => sum + value * (vector?.[at] ?? 0), 0) ?? 0;
      return { kind: "example", query: text, tool, parameters: {}, similarity };
    })
    .filter(({ similarity }) => similarity >= RECALLED_MIN)
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, RECALLED_MAX);
}

const NOTHING = { context: null, history: [], persona: null, findSimilar: async () => [] };

async function toolFor(query: string, memories: readonly RelevantMemory[]): Promise<string | undefined> {
  const taught = memories.length > 0 ? Object.keys(EXAMPLES).map(homeTool) : [];
  const now = inUtc(Date.parse("2026-11-18T10:00:00Z"));
  const request: CallRequest = { ...NOTHING, app: APP, query, tools: HOME_TOOLS, memories, taught, now };
  const { tool } = await models.model.call(request, new AbortController().signal);
  return HOME_TOOLS[tool ?? -1]?.name;
}

describe("examples for three of seven tools", () => {
  test("take no query away from the four others", async () => {
    const taken: string[] = [];
    let recalled = 0;
    for (const [meant, queries] of Object.entries(OTHERS)) {
      for (const query of queries) {
        const memories = await memoriesNear(query);
        recalled += memories.length > 0 ? 1 : 0;
        const [before, after] = [await toolFor(query, []), await toolFor(query, memories)];
        if (before === meant && after !== meant) taken.push(`${query}: ${after}`);
      }
    }
    // Otherwise the examples were never asked.
    expect(recalled).toBeGreaterThan(12);
    expect(taken).toEqual([]);
  });

  test("bring their own tools what people say in other words", async () => {
    const asked = {
      get_weather: "will it be a stormy walk?",
      make_call: "I have to talk to my mother",
      book_table: "dinner for the ten of us",
    };
    for (const [meant, query] of Object.entries(asked))
      expect(await toolFor(query, await memoriesNear(query))).toBe(meant);
  });
});
