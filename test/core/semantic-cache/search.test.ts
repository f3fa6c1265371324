/** What the search makes ready for those who come later. */
import { expect, test } from "bun:test";
import { ValueLikeness } from "#core/semantic-cache/calls/value-likeness.ts";
import type { PartitionMemory } from "#core/semantic-cache/partitions/partition-memory.ts";
import { ReadyValues } from "#core/semantic-cache/partitions/ready-values.ts";
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
