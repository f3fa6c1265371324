import { afterAll, describe, expect, test } from "bun:test";
import { ApiClient } from "../../scripts/eval/api-client.ts";
import { slotCounts } from "../../scripts/eval/slot-scoring.ts";
import { dividedSnips, rememberAll, snipsOutcome } from "../../scripts/eval/snips.ts";
import { snipsToolDefinitions } from "../../scripts/eval/snips-tools.ts";
import { figureIn, resolved } from "./answers.ts";

describe("slots", () => {
  test.each([
    { name: "the same but for case and marks", given: { city: "new  york." }, counts: [1, 0, 0] },
    { name: "another border", given: { city: "york" }, counts: [0, 1, 1] },
    { name: "under another name", given: { state: "New York" }, counts: [0, 1, 1] },
    { name: "and one more", given: { city: "New York", state: "NY" }, counts: [1, 1, 0] },
    { name: "none", given: {}, counts: [0, 0, 1] },
  ])("$name", ({ given, counts: [hits, spurious, missed] }) => {
    expect(slotCounts({ city: "New York" }, given)).toEqual({
      hits: hits as number,
      spurious: spurious as number,
      missed: missed as number,
    });
  });
});

describe("a tool call with slots", () => {
  const test1 = { text: "Weather in Rome", intent: "GetWeather", slots: { city: "Rome" } };

  test("counts its slots when the tool is right", () => {
    const outcome = snipsOutcome("SNIPS", [test1], [resolved("get_weather", { city: "rome", state: "x" })]);
    expect(figureIn(outcome.lines, "right tool")).toBe(1);
    expect(figureIn(outcome.lines, "slot F1")).toBeCloseTo(2 / 3);
    expect(figureIn(outcome.lines, "all slots right")).toBe(0);
    expect(outcome.verdicts).toMatchObject([{ family: "tools alone", right: true }]);
  });

  test("has no right slot when the tool is wrong, and that does not touch the F1 of right tools", () => {
    const answers = [resolved("play_music", { city: "Rome" }), resolved("get_weather", { city: "Rome" })];
    const outcome = snipsOutcome("SNIPS", [test1, test1], answers);
    expect(figureIn(outcome.lines, "slot F1")).toBe(0.5);
    expect(figureIn(outcome.lines, "slot F1 where the tool is right")).toBe(1);
  });

  test("has a tool for every intent", () => {
    expect(snipsToolDefinitions()).toHaveLength(7);
  });
});

describe("memories", () => {
  const tests = ["GetWeather", "PlayMusic"].flatMap((intent) =>
    Array.from({ length: 200 }, (_, index) => ({ text: `${intent} ${index}`, intent, slots: { city: `${index}` } })),
  );
  const { memories, tested } = dividedSnips([...tests, ...tests], 60);

  test("are seventy for each tool, and none of them is tested", () => {
    expect(memories.filter(({ intent }) => intent === "PlayMusic")).toHaveLength(70);
    expect(memories).toHaveLength(140);
    expect(tested.filter(({ intent }) => intent === "PlayMusic")).toHaveLength(30);
    expect(tested.filter((one) => memories.some(({ text }) => text === one.text))).toEqual([]);
  });

  const received: { readonly path: string; readonly body: unknown }[] = [];
  const server = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const path = new URL(request.url).pathname;
      const body = (await request.json()) as { readonly query?: string };
      if (body.query === "forbidden") return Response.json({ error: "validation_error" }, { status: 400 });
      received.push({ path, body });
      return Response.json({ id: "bank_1" }, { status: 201 });
    },
  });
  afterAll(() => server.stop(true));
  const client = new ApiClient(server.url.origin, "token");
  const silent = { show: () => undefined };

  test("go into one bank, each with its query, tool and parameters", async () => {
    expect(await rememberAll(client, memories.slice(0, 3), silent)).toEqual({ id: "bank_1" });
    expect(received.map(({ path }) => path)).toEqual([
      "/v1/banks",
      ...Array.from({ length: 3 }, () => "/v1/banks/bank_1/memories"),
    ]);
    const [first] = memories;
    expect(received.map(({ body }) => body)).toContainEqual({
      query: first?.text,
      tool: "get_weather",
      parameters: { city: first?.slots.city },
    });
  });

  test("that are refused say why", async () => {
    const forbidden = { text: "forbidden", intent: "GetWeather", slots: {} };
    expect(await rememberAll(client, [forbidden], silent)).toEqual({ refused: "validation_error" });
  });
});
