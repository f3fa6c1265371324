/** `require_evidence`, from the toolset's setting to the answer, whatever the model proposes. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import type { DraftCall } from "#core/ports/models.ts";
import { FakeEmbedder, FakeModel } from "../fakes.ts";
import { openResolving, type Resolving } from "../models/resolving.ts";

const never = new AbortController().signal;
const BOOK = {
  name: "book_table",
  description: "Book a table",
  parameters: {
    type: "object",
    properties: {
      city: { type: "string" },
      people: { type: "integer" },
      unit: { type: "string", default: "metric" },
      address: { type: "object", properties: { street: { type: "string" } } },
    },
    required: ["city", "people"],
  },
} as const;

let house: Resolving;
let proposed: JsonObject;

beforeAll(async () => {
  const model = new FakeModel("at once");
  model.call = async (): Promise<DraftCall> => ({
    tool: 0,
    parameters: proposed,
    confidence: 0.9,
    spans: { city: { start: 0, end: 999 } },
    dependsOnClock: false,
    usedMemories: [],
    text: null,
  });
  house = await openResolving({ model, embedder: new FakeEmbedder() });
  await house.toolsets.create(house.owner, "strict-v1", { name: "strict", tools: [BOOK], requireEvidence: true });
  await house.toolsets.create(house.owner, "lenient-v1", { name: "lenient", tools: [BOOK] });
});

afterAll(() => house.close());

const resolve = (toolset: string, query: string, context?: string) =>
  house.resolver.resolve(
    house.owner,
    { query, toolsets: [toolset], ...(context === undefined ? {} : { context }) },
    { read: false, write: false },
    never,
  );

describe("a value from nowhere", () => {
  test("is missing where evidence is required", async () => {
    proposed = { city: "Atlantis", people: 2, address: { street: "Main St" } };
    const answer = await resolve("strict-v1", "a table for two");
    expect(answer.resolved.parameters).toEqual({ people: 2, unit: "metric" });
    expect([...answer.missingParameters].sort()).toEqual(["address", "city"]);
    expect(answer.evidence).toEqual({ people: { kind: "query", start: 12, end: 15 }, unit: { kind: "default" } });
  });

  test("is only called inferred elsewhere", async () => {
    proposed = { city: "Atlantis", people: 2 };
    const answer = await resolve("lenient-v1", "a table for two");
    expect(answer.resolved.parameters).toEqual({ city: "Atlantis", people: 2, unit: "metric" });
    expect(answer.missingParameters).toEqual([]);
    expect(answer.evidence.city).toEqual({ kind: "inferred" });
  });

  test("is asked for in words", async () => {
    proposed = { city: "Atlantis", people: 2 };
    const { text } = await house.resolver.respond(
      house.owner,
      { query: "a table for two", toolsets: ["strict-v1"] },
      { read: false, write: false },
      never,
    );
    expect(text).toBe("Which city?");
  });
});

test("values that were said are kept where evidence is required, wherever they were said", async () => {
  proposed = { city: "Rome", people: 2, address: { street: "Via Appia" } };
  const answer = await resolve("strict-v1", "🍕 a table for two\r\nin Rome", "the street is Via Appia");
  expect(answer.resolved.parameters).toEqual({ ...proposed, unit: "metric" });
  expect(answer.evidence).toMatchObject({
    city: { kind: "query", start: 22, end: 26 },
    address: { kind: "context", start: 14, end: 23 },
  });
});
