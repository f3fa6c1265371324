import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentHashOf, type JsonValue } from "#core/json.ts";
import type { Storage } from "#core/ports/storage.ts";
import { type Partition, type PartitionParts, partitionOf, SemanticCache } from "#core/semantic-cache.ts";
import type { AppId } from "#core/tenant.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";

const TTL_SECONDS = 3_600;
const ours = "app_ours" as AppId;
const theirs = "app_theirs" as AppId;
const parts: PartitionParts = {
  operation: "resolve",
  contentHashes: [contentHashOf(["book"])],
  options: {},
  banks: [],
  persona: null,
  context: null,
  history: [],
  model: "test-1",
};

let folder: string;
let storage: Storage;
let cache: SemanticCache;
let nowMs: number;
let partition: Partition;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "dragoman-cache-"));
  storage = await openEmbeddedStorage({ dataDir: folder });
  nowMs = Date.UTC(2026, 10, 18, 10);
  for (const id of [ours, theirs]) {
    await storage.apps.create({ id, name: id, plan: "free", status: "active", epoch: 1, createdAt: nowMs });
  }
  const clock = { now: () => nowMs, monotonicMs: () => nowMs };
  const { answers, definitions } = storage;
  const log = (message: string) => {
    throw new Error(message);
  };
  cache = new SemanticCache({
    answers,
    definitions,
    clock,
    enabled: true,
    ttlSeconds: TTL_SECONDS,
    entriesPerAppMax: 3,
    log,
  });
  partition = partitionOf(ours, parts);
});

afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

const answer = { tool: "book", parameters: { city: "Rome" } };
const learn = (sentence: string, copied: JsonValue = { city: "Rome" }) =>
  cache.remember(partition, sentence, answer, copied);

describe("the same words are answered again", () => {
  test.each([
    ["to the letter", "Book a table in Rome"],
    ["other white space", "  Book  a\ttable\nin Rome "],
    ["another case where nothing was copied", "book A TABLE in Rome"],
    ["a question mark or full stop at the end", "Book a table in Rome?"],
  ])("%s", async (_, asked) => {
    await learn("Book a table in Rome.");
    expect(await cache.find(partition, asked)).toMatchObject({ source: "exact_cache", answer, similarity: 1 });
  });

  test.each([
    ["another word", "Book a table in Rome now", "Book a table in Rome"],
    ["the words in another order", "in Rome book a table", "book a table in Rome"],
    ["another case of a word that was copied", "Book a table in ROME", "Book a table in Rome"],
    ["an exclamation mark, which may be a factorial", "what is 5", "what is 5!"],
    ["short capitals, which may be another word", "send it to us", "send it to US"],
    ["a unit in another case", "how far is 5 m", "how far is 5 M"],
    ["another accent", "un café", "un cafe"],
    ["a number with another sign", "set it to -5", "set it to 5"],
  ])("but not %s", async (_, asked, learned) => {
    await learn(learned);
    expect(await cache.find(partition, asked)).toBeNull();
  });

  test("in another partition there is nothing", async () => {
    await learn("hello");
    const changed: readonly Partial<PartitionParts>[] = [
      { operation: "classify" },
      { contentHashes: [contentHashOf(["book", "cancel"])] },
      { contentHashes: [...parts.contentHashes, ...parts.contentHashes] },
      { options: { allowNone: true } },
      { operation: "respond" },
      { banks: ["bank_1 5"] },
      { persona: "default 1" },
      { context: "at home" },
      { history: [{ tool: "book", query: "book" }] },
      { model: "test-2" },
    ];
    for (const change of changed) {
      expect(await cache.find(partitionOf(ours, { ...parts, ...change }), "hello")).toBeNull();
    }
    expect(await cache.find(partitionOf(theirs, parts), "hello")).toBeNull();
    expect(await cache.find(partitionOf(ours, parts), "hello")).not.toBeNull();
  });
});

test("an answer is given until its time is over, with its age", async () => {
  await learn("hello");
  nowMs += TTL_SECONDS * 1000 - 1;
  expect(await cache.find(partition, "hello")).toMatchObject({ ageSeconds: TTL_SECONDS - 1 });
  nowMs += 1;
  expect(await cache.find(partition, "hello")).toBeNull();
});

test("over the limit of entries the oldest goes", async () => {
  for (const sentence of ["one", "two", "three", "four"]) {
    nowMs += 1;
    await learn(sentence);
  }
  expect(await cache.find(partition, "one")).toBeNull();
  expect(await cache.find(partition, "four")).not.toBeNull();
});

describe("forgetting a content", () => {
  const content = parts.contentHashes[0] as PartitionParts["contentHashes"][number];
  const draft = {
    name: "Booking",
    description: null,
    definition: { tools: [], requireEvidence: false },
    contentHash: content,
  };

  test("drops its answers when no set has it", async () => {
    await learn("hello");
    await cache.forget(ours, content);
    expect(await cache.find(partition, "hello")).toBeNull();
  });

  test("keeps them while another set has it", async () => {
    await storage.definitions.create(ours, "toolset", "booking-v2", draft, nowMs);
    await learn("hello");
    await cache.forget(ours, content);
    expect(await cache.find(partition, "hello")).not.toBeNull();
  });

  test("does not touch another app's", async () => {
    await cache.remember(partitionOf(theirs, parts), "hello", answer, null);
    await cache.forget(ours, content);
    expect(await cache.find(partitionOf(theirs, parts), "hello")).not.toBeNull();
  });
});

test("switched off it neither keeps nor finds", async () => {
  const { answers, definitions } = storage;
  const clock = { now: () => nowMs, monotonicMs: () => nowMs };
  const off = new SemanticCache({
    answers,
    definitions,
    clock,
    enabled: false,
    ttlSeconds: 60,
    entriesPerAppMax: 3,
    log: () => {},
  });
  await off.remember(partition, "hello", answer, null);
  expect(await cache.find(partition, "hello")).toBeNull();
  await learn("hello");
  expect(await off.find(partition, "hello")).toBeNull();
});
