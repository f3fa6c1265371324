/** The real weights, through the same door as the server: nothing here is faked but the clock. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inUtc } from "#core/local-time.ts";
import type { CallRequest, ClassifyRequest, DraftCall } from "#core/ports/models.ts";
import type { Tool } from "#core/toolset.ts";
import { openEmbeddedModels } from "#models/embedded/index.ts";
import { wrongModels } from "../../scripts/models/verify.ts";
import { openRealModels } from "./real-weights.ts";

const models = await openRealModels();

const never = new AbortController().signal;
/** A Wednesday. */
const NOW = inUtc(Date.parse("2026-11-18T10:00:00Z"));

function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return Number.NaN;
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

describe("the files that ship", () => {
  test("are the published ones", () => {
    expect(wrongModels()).toEqual([]);
  });
});

describe("sentence embeddings", () => {
  test("are unit vectors, the same for the same text", async () => {
    const texts = ["How old are you?", "", "x".repeat(5_000), "東京"];
    for (const vector of await models.embedder.embed(texts)) {
      expect(vector).toHaveLength(models.embedder.dimensions);
      expect(dot(vector, vector)).toBeCloseTo(1, 5);
    }
  });

  test.each([
    ["How old are you?", "What is your age?", "The train leaves at noon"],
    ["cancel my order", "I no longer want what I bought", "play some music"],
  ])("%p is nearer to %p than to %p", async (text, near, far) => {
    const [a, b, c] = await models.embedder.embed([text, near, far]);
    expect(dot(a, b)).toBeGreaterThan(dot(a, c) + 0.2);
  });
});

function tool(
  name: string,
  description: string,
  properties: Record<string, object>,
  required: readonly string[],
): Tool {
  return {
    name,
    description,
    parameters: { type: "object", properties, required } as unknown as NonNullable<Tool["parameters"]>,
  };
}

const TOOLS = [
  tool(
    "set_alarm",
    "Set an alarm at a given time",
    { time: { type: "string", format: "date-time", description: "When the alarm rings" } },
    ["time"],
  ),
  tool(
    "get_weather",
    "Get the weather forecast for a city",
    {
      city: { type: "string", description: "City name" },
      unit: { type: "string", enum: ["celsius", "fahrenheit"] },
      days: { type: "integer", description: "Number of days" },
    },
    ["city"],
  ),
  tool(
    "transfer_money",
    "Transfer money to another account",
    {
      amount: { type: "number", description: "Amount to transfer" },
      currency: { type: "string", enum: ["EUR", "USD", "GBP"] },
      recipient: { type: "string", description: "Who receives the money" },
    },
    ["amount", "recipient"],
  ),
  tool(
    "book_restaurant",
    "Book a table at a restaurant",
    {
      party_size: { type: "integer", description: "Number of people" },
      date: { type: "string", format: "date", description: "Day of the booking" },
      restaurant: { type: "string", description: "Name of the restaurant" },
    },
    ["party_size", "date"],
  ),
  tool("turn_off_lights", "Turn off the lights in a room", { room: { type: "string", description: "Room" } }, ["room"]),
];

function call(query: string, more: Partial<CallRequest> = {}): Promise<DraftCall> {
  const nothing = { context: null, history: [], memories: [], persona: null, findSimilar: async () => [] };
  const request = { query, tools: TOOLS, now: NOW, ...nothing, ...more };
  return models.model.call(request, never);
}

const nameOf = (draft: DraftCall) => (draft.tool === null ? null : TOOLS[draft.tool]?.name);

describe("calls", () => {
  test.each<[string, string | null, object]>([
    ["what's the weather in Berlin for the next 3 days?", "get_weather", { city: "Berlin", days: 3 }],
    ["transfer 250 euros to Maria", "transfer_money", { amount: 250, currency: "EUR", recipient: "Maria" }],
    ["set an alarm for 6:30 tomorrow morning", "set_alarm", { time: "2026-11-19T06:30:00Z" }],
    [
      "book a table for four next Friday at Luigi's",
      "book_restaurant",
      { party_size: 4, date: "2026-11-27", restaurant: "Luigi's" },
    ],
    ["switch off the lights in the kitchen", "turn_off_lights", { room: "kitchen" }],
    ["turn off the lights", "turn_off_lights", {}],
    ["tell me a joke", null, {}],
    ["what is the capital of France?", null, {}],
  ])("%s", async (query, name, parameters) => {
    const draft = await call(query);
    expect({ name: nameOf(draft), parameters: draft.parameters as object }).toEqual({ name, parameters });
    expect(draft.confidence).toBeGreaterThan(0.5);
    expect(draft.confidence).toBeLessThanOrEqual(1);
  });

  test.each(["tell me a joke", "thank you", "what is the capital of France?"])(
    "%p is a call where one is wanted, as unsure as it is",
    async (query) => {
      const [free, wanted] = await Promise.all([call(query), call(query, { mustCall: true })]);
      expect(free.tool).toBeNull();
      expect(wanted.tool).not.toBeNull();
      expect(wanted.confidence).toBeLessThan(0.5);
    },
  );

  test.each<[string, Tool, object]>([
    [
      "remind ann.lee@example.org in two and a half hours",
      tool(
        "send_reminder",
        "Send a reminder by e-mail after some time",
        {
          recipient: { type: "string", format: "email", description: "E-mail address of who is reminded" },
          delay_minutes: { type: "integer", description: "How long to wait" },
        },
        ["recipient", "delay_minutes"],
      ),
      { recipient: "ann.lee@example.org", delay_minutes: 150 },
    ],
    [
      "add a server called 'primary', use 'localhost' for the host and connect to the 'sales' database",
      tool(
        "add_server",
        "Add a database server",
        {
          nickname: { type: "string", description: "A name for the server" },
          host: { type: "string", description: "Where the server is" },
          database: { type: "string", description: "Which database to open" },
        },
        ["nickname", "host", "database"],
      ),
      { nickname: "primary", host: "localhost", database: "sales" },
    ],
    [
      "where is my parcel PX-20451",
      tool(
        "track_parcel",
        "Find out where a parcel is",
        { parcel: { type: "string", pattern: "^[A-Z]{2}-\\d{5}$", description: "The parcel's number" } },
        ["parcel"],
      ),
      { parcel: "PX-20451" },
    ],
    [
      "translate 'see you tonight' to Danish",
      tool(
        "translate_text",
        "Translate a text into a language",
        {
          text: { type: "string", description: "The text to translate" },
          target_language: { type: "string", description: "Code of the target language (ISO 639-1)" },
        },
        ["text", "target_language"],
      ),
      { text: "see you tonight", target_language: "da" },
    ],
  ])("read %p as its schema asks for", async (query, own, parameters) => {
    const draft = await call(query, { tools: [own], mustCall: true });
    expect(draft.parameters as object).toEqual(parameters);
  });

  test("say where each value was copied from", async () => {
    const query = "transfer 250 euros to Maria";
    const { spans } = await call(query);
    const copied = Object.entries(spans).map(([name, { start, end }]) => [name, query.slice(start, end)]);
    expect(Object.fromEntries(copied)).toEqual({ amount: "250", currency: "euros", recipient: "Maria" });
  });

  test("depend on the clock only when a value was worked out from it", async () => {
    expect((await call("set an alarm for 6:30 tomorrow morning")).dependsOnClock).toBe(true);
    expect((await call("set an alarm for 2026-12-01T06:30:00Z")).dependsOnClock).toBe(false);
    expect((await call("transfer 250 euros to Maria")).dependsOnClock).toBe(false);
  });

  test("take from the context what the query leaves open, and claim no place in the query for it", async () => {
    const draft = await call("what's the weather forecast?", { context: "The user lives in Madrid" });
    expect([nameOf(draft), draft.parameters, draft.spans]).toEqual(["get_weather", { city: "Madrid" }, {}]);
  });

  test("read a query that only goes on together with the one before", async () => {
    const history = [{ tool: "get_weather", query: "what's the weather in Berlin?" }];
    const query = "and in Paris?";
    const draft = await call(query, { history });
    expect([nameOf(draft), draft.parameters]).toEqual(["get_weather", { city: "Paris" }]);
    expect(query.slice(draft.spans.city?.start, draft.spans.city?.end)).toBe("Paris");
  });

  test("follow the owner's example where it says the same", async () => {
    const query = "I am off to bed";
    expect(nameOf(await call(query))).toBeNull();
    const findSimilar = async () => [{ text: "I am off to bed now", of: 4, similarity: 0.95 }];
    expect(nameOf(await call(query, { findSimilar }))).toBe("turn_off_lights");
  });

  test("without any tool are none", async () => {
    expect(await call("anything", { tools: [] })).toMatchObject({ tool: null, parameters: {}, confidence: 1 });
  });
});

const CLASSES = [
  { label: "cancel_subscription" },
  { label: "billing_question", description: "Questions about invoices and charges" },
  { label: "track_order", description: "Where is my package, when does it arrive" },
];

function classify(text: string, more: Partial<ClassifyRequest> = {}) {
  const request = { text, classes: CLASSES, extraction: false, allowNone: false, findSimilar: async () => [], ...more };
  return models.model.classify(request, never);
}

const labelled = (text: string, labels: Awaited<ReturnType<typeof classify>>) =>
  labels.map(({ span, class: best }) => [
    text.slice(span.start, span.end),
    best === null ? null : CLASSES[best]?.label,
  ]);

describe("labels", () => {
  test.each([
    ["please stop my subscription", "cancel_subscription"],
    ["why was I charged twice this month?", "billing_question"],
    ["my parcel has not come yet", "track_order"],
  ])("%s", async (text, label) => {
    expect(labelled(text, await classify(text))).toEqual([[text, label]]);
  });

  test("of each part, in order, when parts are asked for", async () => {
    const text = "I want to cancel my subscription and my last invoice is wrong. Where is my package?";
    expect(labelled(text, await classify(text, { extraction: true }))).toEqual([
      ["I want to cancel my subscription", "cancel_subscription"],
      ["my last invoice is wrong", "billing_question"],
      ["Where is my package", "track_order"],
    ]);
  });

  test('of one request with an "and" in it stay one', async () => {
    const text = "My red and blue shoes have not arrived";
    expect(labelled(text, await classify(text, { extraction: true }))).toEqual([[text, "track_order"]]);
  });

  test("are none where nothing fits and the set allows it", async () => {
    const [none] = await classify("bananas are yellow", { allowNone: true });
    expect(none).toMatchObject({ class: null });
    expect(none?.confidence).toBeGreaterThan(0.5);
    expect((await classify("bananas are yellow"))[0]?.class).not.toBeNull();
  });

  test("follow the owner's examples", async () => {
    const findSimilar = async () => [{ text: "this is a rip-off", of: 1, similarity: 0.93 }];
    const [label] = await classify("what a rip-off", { findSimilar });
    expect(label?.class).toBe(1);
  });
});

describe("a runtime folder", () => {
  test("that cannot be written is named together with the setting", async () => {
    const folder = mkdtempSync(join(tmpdir(), "runtime-"));
    const file = join(folder, "a-file");
    writeFileSync(file, "");
    const stuck = openEmbeddedModels({ runtimeDir: join(file, "below"), queueMax: 1, queuePerAppMax: 1 });
    await expect(stuck.model.ready()).rejects.toThrow(/a-file\/below .*\[embedder\] runtime_dir/);
    await stuck.close();
    rmSync(folder, { recursive: true });
  });
});
