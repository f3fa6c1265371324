/** What was said and learned before, with the real weights: history, examples and facts. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import type { CallRequest, DraftCall, RelevantMemory } from "#core/ports/models.ts";
import { HOME_TOOLS, homeTool } from "./home-tools.ts";
import { openRealModels } from "./real-weights.ts";
import { openResolving, type Resolving } from "./resolving.ts";

const models = await openRealModels();

const never = new AbortController().signal;
/** A Wednesday. */
const NOW = inUtc(Date.parse("2026-11-18T10:00:00Z"));

function call(query: string, more: Partial<CallRequest> = {}): Promise<DraftCall> {
  const nothing = { context: null, history: [], memories: [], persona: null, findSimilar: async () => [] };
  return models.model.call({ query, tools: HOME_TOOLS, now: NOW, ...nothing, ...more }, never);
}

const shown = ({ tool, parameters }: DraftCall) => [tool === null ? null : HOME_TOOLS[tool]?.name, parameters];

type Said = readonly [tool: string, query: string];
const ROME: Said = ["book_table", "book a table in Rome"];
const ROME_FOR_TWO: Said = ["book_table", "book a table in Rome for two people"];
const BERLIN: Said = ["get_weather", "what's the weather in Berlin for the next 3 days?"];

describe("a query that goes on with an earlier one", () => {
  test.each<[string, readonly Said[], string | null, JsonObject]>([
    ["and for two people", [ROME], "book_table", { city: "Rome", people: 2 }],
    ["for four", [ROME], "book_table", { city: "Rome", people: 4 }],
    ["three people", [ROME], "book_table", { city: "Rome", people: 3 }],
    ["tomorrow", [ROME], "book_table", { city: "Rome", date: "2026-11-19" }],
    [
      "on Friday at Luigi's",
      [ROME, ["book_table", "and for two people"]],
      "book_table",
      { city: "Rome", people: 2, date: "2026-11-20", restaurant: "Luigi's" },
    ],
    ["make it three", [ROME_FOR_TWO], "book_table", { city: "Rome", people: 3 }],
    ["in Milan instead", [ROME_FOR_TWO], "book_table", { city: "Milan", people: 2 }],
    [
      "for tomorrow instead",
      [["book_table", "book a table for four in Rome today"]],
      "book_table",
      { city: "Rome", people: 4, date: "2026-11-19" },
    ],
    ["and in Paris?", [BERLIN], "get_weather", { city: "Paris", days: 3 }],
    ["what about Madrid?", [BERLIN], "get_weather", { city: "Madrid", days: 3 }],
    ["no, Paris", [BERLIN], "get_weather", { city: "Paris", days: 3 }],
    ["how about the next 5 days", [BERLIN], "get_weather", { city: "Berlin", days: 5 }],
    ["in fahrenheit please", [BERLIN], "get_weather", { city: "Berlin", days: 3, unit: "fahrenheit" }],
    ["make it 8 am", [["set_alarm", "set an alarm for 7 am tomorrow"]], "set_alarm", { time: "2026-11-19T08:00:00Z" }],
    [
      "two large ones",
      [["order_drink", "order a coffee"]],
      "order_drink",
      { drink: "coffee", size: "large", count: 2 },
    ],
    ["by bike", [["navigate", "show me the way to the station"]], "navigate", { destination: "station", mode: "bike" }],
    ["I meant Madrid, not Berlin", [BERLIN], "get_weather", { city: "Madrid", days: 3 }],
    // What does not go on.
    ["tell me a joke", [ROME], null, {}],
    ["thanks", [ROME], null, {}],
    ["thank you very much!", [ROME], null, {}],
    ["and tell me a joke", [ROME], null, {}],
    ["cancel it", [ROME], "cancel_booking", {}],
    ["and call Maria", [ROME], "make_call", { contact: "Maria" }],
    ["what's the weather in Oslo?", [ROME], "get_weather", { city: "Oslo" }],
  ])("%s", async (query, said, name, parameters) => {
    const draft = await call(query, { history: said.map(([tool, before]) => ({ tool, query: before })) });
    expect(shown(draft)).toEqual([name, parameters]);
    for (const { start, end } of Object.values(draft.spans)) expect(query.slice(start, end).trim()).not.toBe("");
  });
});

const example = (query: string, tool: string, parameters: JsonObject) =>
  ({ kind: "example", query, tool: homeTool(tool), parameters }) as const;
const fact = (text: string) => ({ kind: "fact", fact: text }) as const;
type Memory = ReturnType<typeof example> | ReturnType<typeof fact>;

/** The memories as near as they are, and nearest first. */
async function recalled(query: string, memories: readonly Memory[]): Promise<readonly RelevantMemory[]> {
  const texts = memories.map((memory) => (memory.kind === "fact" ? memory.fact : memory.query));
  const [vector, ...others] = await models.embedder.embed([query, ...texts]);
  return memories
    .map((memory, index) => ({
      ...memory,
      similarity: (vector as Float32Array).reduce((sum, value, at) => sum + value * (others[index]?.[at] ?? 0), 0),
    }))
    .sort((one, other) => other.similarity - one.similarity);
}

const USUAL = example("my usual coffee", "order_drink", { drink: "flat white", size: "large" });
const OSLO = example("table for 2 in Oslo", "book_table", { city: "Oslo", people: 2, outdoor: true });
const HOME = fact("home is Berlin");
const DOCTOR = fact("Dr. Weiss is my doctor");

describe("what banks remember", () => {
  test.each<[string, string, readonly Memory[], string | null, JsonObject, readonly Memory[]]>([
    [
      "teaches new words",
      "get me my usual coffee",
      [USUAL],
      "order_drink",
      { drink: "flat white", size: "large" },
      [USUAL],
    ],
    [
      "fills what is open",
      "two of my usual coffee please",
      [USUAL],
      "order_drink",
      { drink: "flat white", size: "large", count: 2 },
      [USUAL],
    ],
    ["is a template", "table for 4 in Rome", [OSLO], "book_table", { city: "Rome", people: 4, outdoor: true }, [OSLO]],
    [
      "is no template for more than its slots",
      "table for 4 in Rome tomorrow",
      [OSLO],
      "book_table",
      { city: "Rome", people: 4, date: "2026-11-19" },
      [],
    ],
    [
      "gives its call to the same query",
      "What is it like  there?",
      [example("what is it like there", "get_weather", { city: "Lisbon", days: 2 })],
      "get_weather",
      { city: "Lisbon", days: 2 },
      [example("what is it like there", "get_weather", { city: "Lisbon", days: 2 })],
    ],
    [
      "means today's tomorrow",
      "my table tomorrow",
      [example("my table tomorrow", "book_table", { city: "Rome", people: 2, date: "2026-01-05" })],
      "book_table",
      { city: "Rome", people: 2, date: "2026-11-19" },
      [example("my table tomorrow", "book_table", { city: "Rome", people: 2, date: "2026-01-05" })],
    ],
    [
      "is not used where it says what is said anyway",
      "book a table in Rome for two",
      [example("book a table in Rome for two", "book_table", { city: "Rome", people: 2 })],
      "book_table",
      { city: "Rome", people: 2 },
      [],
    ],
    [
      "gives a place its meaning",
      "what's the weather at home?",
      [HOME, DOCTOR],
      "get_weather",
      { city: "Berlin" },
      [HOME],
    ],
    [
      "gives a place its meaning anywhere",
      "navigate home",
      [DOCTOR, HOME],
      "navigate",
      { destination: "Berlin" },
      [HOME],
    ],
    [
      "says one thing once",
      "show me the way to the office",
      [fact("the office is at 5 Main St"), fact("the office = 5 Main St")],
      "navigate",
      { destination: "5 Main St" },
      [fact("the office is at 5 Main St")],
    ],
    [
      "knows what is one's own",
      "what's the weather forecast for the next 3 days?",
      [fact("my city is Madrid"), HOME],
      "get_weather",
      { city: "Madrid", days: 3 },
      [fact("my city is Madrid")],
    ],
    ["changes nothing else", "what's the weather in Oslo?", [HOME, DOCTOR, USUAL], "get_weather", { city: "Oslo" }, []],
    ["makes no tool fit", "tell me a joke", [HOME, USUAL, OSLO], null, {}, []],
  ])("%s: %s", async (_, query, memories, name, parameters, used) => {
    const near = await recalled(query, memories);
    const draft = await call(query, { memories: near });
    expect(shown(draft)).toEqual([name, parameters]);
    const withoutSimilarity = ({ similarity: _similarity, ...memory }: RelevantMemory) => memory;
    expect(draft.usedMemories.map((position) => withoutSimilarity(near[position] as RelevantMemory))).toEqual([
      ...used,
    ]);
  });

  test.each([
    "what's the weather in Berlin for the next 3 days?",
    "book a table for four at Luigi's tomorrow",
    "order two coffees",
    "hello",
  ])("leaves the answer as it is where nothing is near: %s", async (query) => {
    const far = [
      { ...USUAL, similarity: 0.31 },
      { ...fact("the office is green"), similarity: 0.2 },
    ];
    const [plain, remembering] = [await call(query), await call(query, { memories: far })];
    expect({ ...remembering, confidence: 0 }).toEqual({ ...plain, confidence: 0 });
    expect(plain.usedMemories).toEqual([]);
  });
});

describe("banks, from the request to the answer", () => {
  let house: Resolving;
  const bank = async (...memories: readonly Parameters<Resolving["banks"]["addMemory"]>[2][]) => {
    const id = `bank_${crypto.randomUUID().slice(0, 8)}`;
    await house.banks.registry.create(house.owner, id, { name: id });
    for (const memory of memories) await house.banks.addMemory(house.owner, id, memory);
    return id;
  };
  const resolve = (query: string, banks: readonly string[]) =>
    house.resolver.resolve(house.owner, { query, toolsets: ["home-v1"], banks }, { read: true, write: true }, never);

  beforeAll(async () => {
    house = await openResolving(models);
    await house.toolsets.create(house.owner, "home-v1", { name: "home", tools: HOME_TOOLS });
  });
  afterAll(() => house.close());

  test("an example changes the answer to a similar query, and its bank alone is named", async () => {
    const { query, parameters } = USUAL;
    const [mine, other] = [
      await bank({ query, tool: "order_drink", parameters }),
      await bank({ fact: "home is Berlin" }),
    ];
    const before = await resolve("get me my usual coffee", []);
    expect([before.resolved.parameters, before.usedBanks]).not.toEqual([parameters, []]);
    expect(before.usedBanks).toEqual([]);
    const after = await resolve("get me my usual coffee", [other, mine]);
    expect(after.resolved).toEqual({ tool: "order_drink", parameters });
    expect(after.usedBanks).toEqual([mine]);
    expect(after.evidence).toEqual({ drink: { kind: "memory" }, size: { kind: "memory" } });
    // From the cache as well.
    const again = await resolve("get me my usual coffee", [other, mine]);
    expect([again.source, again.usedBanks]).toEqual(["exact_cache", [mine]]);
  });

  test("a fact changes the answer, and its bank alone is named", async () => {
    const [mine, other] = [await bank({ fact: "home is Berlin" }), await bank({ fact: "work is in Potsdam" })];
    const { resolved, usedBanks, evidence } = await resolve("what's the weather at home?", [mine, other]);
    expect([resolved.parameters, usedBanks]).toEqual([{ city: "Berlin" }, [mine]]);
    expect(evidence).toEqual({ city: { kind: "memory" } });
  });

  test("a bank with nothing near is not named", async () => {
    const mine = await bank(
      { fact: "home is Berlin" },
      { query: "the usual", tool: "order_drink", parameters: { drink: "tea" } },
    );
    const { resolved, usedBanks } = await resolve("what's the weather in Oslo?", [mine]);
    expect([resolved.parameters, usedBanks]).toEqual([{ city: "Oslo" }, []]);
  });

  test("of two memories of one query, the newer counts", async () => {
    const mine = await bank({ query: "the usual", tool: "order_drink", parameters: { drink: "tea" } });
    house.clock.advance(1);
    await house.banks.addMemory(house.owner, mine, {
      query: "The Usual",
      tool: "order_drink",
      parameters: { drink: "cocoa" },
    });
    expect((await resolve("the usual", [mine])).resolved.parameters).toEqual({ drink: "cocoa" });
  });
});
