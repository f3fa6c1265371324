import { describe, expect, test } from "bun:test";
import { withTaughtValues } from "#core/answering/taught-values.ts";
import type { JsonObject } from "#core/json.ts";
import { UTC } from "#core/local-time.ts";
import type { StoredDefinition } from "#core/ports/definition-store.ts";
import type { DraftCall } from "#core/ports/models.ts";
import type { Span } from "#core/span.ts";
import { placingCalls } from "#core/teaching/placed-cases.ts";
import type { Tool } from "#core/toolset.ts";

const DAY_MS = 86_400_000;
const MORNING = Date.parse("2026-04-02T09:00:00Z");
const tools: readonly Tool[] = [
  {
    name: "plan_work",
    description: "Plans common work",
    parameters: {
      type: "object",
      properties: { task: { type: "string" }, day: { type: "string", format: "date" }, people: { type: "integer" } },
    },
  },
  {
    name: "cross",
    description: "Books a crossing",
    parameters: {
      type: "object",
      properties: {
        from: { type: "string" },
        to: { type: "string" },
        remarks: { type: "string" },
        seats: { type: "integer" },
      },
    },
  },
];
const set = {
  signature: "s-v1",
  contentHash: "sha256:x",
  definition: { tools },
} as unknown as StoredDefinition<"toolset">;

interface Row {
  readonly taught: string;
  readonly right: JsonObject;
  readonly asked: string;
  /** What a model read, each value with the words of the query that it read it from; null for none. */
  readonly read: Readonly<Record<string, readonly [value: string | number, words: string | null]>>;
  readonly tool?: number;
  readonly readTool?: number;
  readonly similarity?: number;
  readonly daysLater?: number;
}

/** What becomes of what a model read. */
function values({ taught, right, asked, read, tool = 0, readTool = tool, similarity = 0.8, daysLater = 0 }: Row) {
  const name = tools[tool]?.name ?? "";
  const place = placingCalls([set], UTC);
  const placed = place({
    taught: {
      ...{ id: "case_a", text: taught, beside: ["s-v1"], taughtAt: MORNING },
      right: { kind: "calls", calls: [{ tool: name, parameters: right }] },
    },
    set: 0,
  });
  if (!placed) throw new Error("the case has no place");
  const spans: Record<string, Span> = {};
  for (const [parameter, [, words]] of Object.entries(read)) {
    if (words === null) continue;
    const start = asked.indexOf(words);
    if (start < 0) throw new Error(`"${asked}" has no "${words}"`);
    spans[parameter] = { start, end: start + words.length };
  }
  const draft: DraftCall = {
    ...{ tool: readTool, confidence: 0.9, dependsOnClock: false, usedMemories: [], text: "said", spans },
    parameters: Object.fromEntries(Object.entries(read).map(([parameter, [value]]) => [parameter, value])),
  };
  return withTaughtValues(
    draft,
    { placed, similarity },
    {
      ...{ query: asked, now: { at: MORNING + daysLater * DAY_MS, zone: UTC }, reminders: [] },
      offered: tools.map((one) => ({ tool: one, toolset: "s-v1", requireEvidence: false })) as never,
    },
  );
}

const hedge = {
  taught: "clear the hedge along the lane with 12 people",
  right: { task: "clear the hedge along the lane", people: 12 },
};
const ferry = { taught: "from Naxos to Ios with 3 seats", right: { from: "Naxos", to: "Ios", seats: 3 }, tool: 1 };

describe("the words of a case say what its owner says, where a model", () => {
  test("has read less of them", () => {
    const asked = "we want to clear the hedge along the lane, 14 of us";
    const read = { task: ["hedge", "hedge"], people: [14, "14"] } as const;
    const { parameters, spans, text } = values({ ...hedge, asked, read });
    expect(parameters).toEqual({ task: "clear the hedge along the lane", people: 14 });
    expect(asked.slice(spans.task?.start, spans.task?.end)).toBe("clear the hedge along the lane");
    expect(text).toBeNull();
  });

  test("has read nothing of them", () => {
    const found = values({
      ...hedge,
      asked: "hedge work for 12 neighbours",
      read: { task: ["hedge work", "hedge work"] },
    });
    expect(found.parameters).toEqual({ task: "hedge work", people: 12 });
  });

  test("has exchanged two of them", () => {
    const read = { from: ["Ios", "Ios"], to: ["Naxos", "Naxos"], seats: [2, "2"] } as const;
    const { parameters } = values({ ...ferry, asked: "2 seats from Naxos over to Ios", read });
    expect(parameters).toEqual({ from: "Naxos", to: "Ios", seats: 2 });
  });
});

const kept: readonly (readonly [string, Row])[] = [
  [
    "the words are a part of another number",
    { ...hedge, asked: "112 people, clear it", read: { people: [112, "112 people"] } },
  ],
  [
    "the words are a part of a longer value",
    {
      ...ferry,
      asked: "from Naxos Old Port to Ios",
      read: { from: ["Naxos Old Port", "Naxos Old Port"], to: ["Ios", "Ios"] },
    },
  ],
  [
    "it has another value in other words",
    { ...hedge, asked: "not 12 but 15 people for the hedge", read: { task: ["hedge", "hedge"], people: [15, "15"] } },
  ],
  [
    "another parameter has the words",
    { ...ferry, asked: "to Paros, and a word to Naxos", read: { to: ["Paros", "Paros"], remarks: ["Naxos", "Naxos"] } },
  ],
  ["the words stand there twice", { ...hedge, asked: "12 ladders, 12 rakes", read: { task: ["ladders", "ladders"] } }],
  ["the words are inside others", { ...ferry, asked: "to Iosefa", read: { from: ["x", null] } }],
  ["it asks for another tool", { ...hedge, readTool: 1, asked: "12 seats", read: { to: ["x", null] } }],
  ["it is far from the case", { ...hedge, similarity: 0.59, asked: "12 people", read: { task: ["people", "people"] } }],
];

test.each(kept)("what a model read stays where %s", (_, row) => {
  expect(values(row).parameters).toEqual(
    Object.fromEntries(Object.entries(row.read).map(([name, [value]]) => [name, value])),
  );
});

test("a day that was counted from the teaching holds for that day", () => {
  const row: Row = {
    ...{ taught: "rake the path tomorrow", right: { task: "rake the path", day: "2026-04-03" } },
    ...{ asked: "could somebody rake the path tomorrow", read: { task: ["path", "path"] } },
  };
  expect(values(row).parameters).toEqual({ task: "rake the path", day: "2026-04-03" });
  expect(values({ ...row, daysLater: 1 }).parameters).toEqual({ task: "rake the path" });
});
