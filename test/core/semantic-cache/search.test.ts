/** What the search makes ready for those who come later. */
import { expect, test } from "bun:test";
import { ValueLikeness } from "#core/semantic-cache/calls/value-likeness.ts";
import type { Proposal } from "#core/semantic-cache/knowledge.ts";
import type { PartitionMemory } from "#core/semantic-cache/partitions/partition-memory.ts";
import { ReadyValues } from "#core/semantic-cache/partitions/ready-values.ts";
import type { AppId } from "#core/tenant.ts";
import { WorkerEmbedder } from "#models/embedded/embedder.ts";
import { FakeEmbedder } from "../../fakes.ts";

test("the values of a tool are ready even when those of another one were being embedded", async () => {
  const values = new ValueLikeness();
  const tools = [0, 1, 2];
  for (const tool of tools) {
    const parameters = { city: `city of ${tool}` };
    values.learn({ kind: "call", tool, parameters, defaultsApplied: [], dependsOnClock: false });
  }
  const memory = { values, embeddingValues: null } as unknown as PartitionMemory;
  const searcher = new ReadyValues(new FakeEmbedder());
  await Promise.all(tools.map((tool) => searcher.prepareValues(memory, tool)));
  for (const tool of tools) expect(values.unembedded({ call: { tool, parameters: {} } })).toEqual([]);
});

test("few values are embedded at once, whatever else is being embedded", async () => {
  const values = new ValueLikeness();
  values.learn({ kind: "call", tool: 0, parameters: { city: "Rome" }, defaultsApplied: [], dependsOnClock: false });
  const memory = { values, embeddingValues: new Promise(() => {}) } as unknown as PartitionMemory;
  const searcher = new ReadyValues(new FakeEmbedder());
  await searcher.makeReady(memory, { call: { tool: 0, parameters: {} } }, "at once");
  expect(values.unembedded({ call: { tool: 0, parameters: {} } })).toEqual([]);
});

test("for many values nobody waits", async () => {
  const values = new ValueLikeness();
  for (let n = 0; n < 20; n += 1)
    values.learn({
      kind: "call",
      tool: 0,
      parameters: { city: `city ${n}` },
      defaultsApplied: [],
      dependsOnClock: false,
    });
  const memory = { values, embeddingValues: null } as unknown as PartitionMemory;
  const embed = () => new Promise<never>(() => {});
  const searcher = new ReadyValues({ id: "slow", dimensions: 384, embed });
  await searcher.makeReady(memory, { call: { tool: 0, parameters: {} } }, "at once");
  expect(values.unembedded({ call: { tool: 0, parameters: {} } }).length).toBe(20);
});

test("a value that comes again is embedded once for its app, and for no other", async () => {
  const values = new ValueLikeness();
  values.learn({ kind: "call", tool: 0, parameters: { city: "Rome" }, defaultsApplied: [], dependsOnClock: false });
  const memory = { values, embeddingValues: null } as unknown as PartitionMemory;
  const embedded: string[] = [];
  const fake = new FakeEmbedder();
  const embed = (_: unknown, texts: readonly string[]) => {
    embedded.push(...texts);
    return fake.embed(texts);
  };
  const ready = new ReadyValues(new WorkerEmbedder({ embed }, "sentences"));
  const proposal: Proposal = {
    path: "template",
    id: 1,
    similarity: 0.9,
    score: 0.99,
    call: { tool: 0, parameters: { city: "Oslo" } },
    class: null,
    spans: {},
    unseenValues: [{ parameter: "city", text: "Oslo", movedWith: null }],
    leftoverWords: [],
  };
  const [one, other] = ["one" as AppId, "other" as AppId];
  for (const app of [one, one, other]) await ready.looksRight(app, memory, proposal, "at once");
  expect(embedded).toEqual(["Rome", "Oslo", "Oslo"]);
});
