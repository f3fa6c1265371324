/** What the cache does with the same words, over time, at its limits, and switched off. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentHashOf, isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import type { Storage } from "#core/ports/storage.ts";
import { type Partition, type PartitionParts, partitionOf } from "#core/semantic-cache/partition.ts";
import type { Asked, Question } from "#core/semantic-cache/question.ts";
import type { Reuse } from "#core/semantic-cache/reuse.ts";
import type { AppId } from "#core/tenant.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { type CacheChange, LoneCache } from "../cache-kit.ts";

const TTL_SECONDS = 3_600;
const READ = { read: true, write: true };
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
let cache: LoneCache<JsonObject, Asker>;
let nowMs: number;
let partition: Partition;

const clock = { now: () => nowMs, monotonicMs: () => nowMs };
const open = (change: CacheChange = {}) => {
  const log = (message: string) => {
    throw new Error(message);
  };
  const limits = { entriesMax: 3, bytesMax: 1_000_000 };
  return new LoneCache(storage, clock, ANYTHING, { ttlSeconds: TTL_SECONDS, limits, log, ...change });
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "dragoman-cache-"));
  storage = await openEmbeddedStorage({ dataDir: folder });
  nowMs = Date.UTC(2026, 10, 18, 10);
  for (const id of [ours, theirs]) {
    await storage.apps.create({ id, name: id, plan: "free", status: "active", epoch: 1, createdAt: nowMs });
  }
  cache = open();
  partition = partitionOf(ours, parts);
});

afterEach(async () => {
  await cache.close();
  await storage.close();
  rmSync(folder, { recursive: true });
});

const answer = { tool: "book", parameters: { city: "Rome" } };

interface Asker extends Question {
  readonly ask: (signal: AbortSignal) => Promise<Asked<JsonObject>>;
}

/** Nothing of it is for other words. */
const ANYTHING: Reuse<JsonObject, Asker> = {
  read: (stored: JsonValue | undefined) => (isJsonObject(stored) ? stored : null),
  fits: () => true,
  mayReuse: async () => true,
  openKnowledge: () => ({
    add: () => false,
    remove: () => {},
    consider: () => ({ best: null, nearest: null, refused: [] }),
    kinOf: () => [],
  }),
  derive: () => null,
  subjectOf: ({ partition: at }) => ({ contentHash: at.contentHashes[0] ?? contentHashOf([]), name: "book" }),
  nameOf: () => "book",
};

/** Of a model that always says the same. */
function questionOf(sentence: string, at: Partition = partition, copied: JsonValue = { city: "Rome" }): Asker {
  const said = { tool: 0, parameters: answer.parameters };
  const known = { answer, said, lesson: null, copied, mayKeep: true, dependsOnClock: false };
  const asked = { ...known, modelMs: 20, modelCost: 0 };
  return { partition: at, sentence, now: nowMs, ask: async () => asked };
}

/** As after a miss. */
async function learn(sentence: string, copied?: JsonValue, at = partition, from = cache): Promise<void> {
  const question = questionOf(sentence, at, copied);
  const finding = await from.find(question, { read: false, write: true });
  await from.remember(finding, await question.ask(new AbortController().signal), READ);
}

const find = async (sentence: string, at = partition, from = cache) =>
  (await from.find(questionOf(sentence, at), READ)).hit;

describe("the same words are answered again", () => {
  test.each([
    ["to the letter", "Book a table in Rome"],
    ["other white space", "  Book  a\ttable\nin Rome "],
    ["another case where nothing was copied", "book A TABLE in Rome"],
    ["a question mark or full stop at the end", "Book a table in Rome?"],
  ])("%s", async (_, asked) => {
    await learn("Book a table in Rome.");
    expect(await find(asked)).toMatchObject({ source: "exact_cache", answer, similarity: 1 });
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
    expect(await find(asked)).toBeNull();
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
      expect(await find("hello", partitionOf(ours, { ...parts, ...change }))).toBeNull();
    }
    expect(await find("hello", partitionOf(theirs, parts))).toBeNull();
    expect(await find("hello", partitionOf(ours, parts))).not.toBeNull();
  });
});

test("an answer is given until its time is over, with its age", async () => {
  await learn("hello");
  nowMs += TTL_SECONDS * 1000 - 1;
  expect(await find("hello")).toMatchObject({ ageSeconds: TTL_SECONDS - 1 });
  nowMs += 1;
  expect(await find("hello")).toBeNull();
});

test("over the limit of entries the oldest goes", async () => {
  for (const sentence of ["ask 1", "ask 2", "ask 3", "ask 4"]) {
    nowMs += 1;
    await learn(sentence);
  }
  expect(await find("ask 1")).toBeNull();
  expect(await find("ask 4")).not.toBeNull();
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
    expect(await find("hello")).toBeNull();
  });

  test("keeps them while another set has it", async () => {
    await storage.definitions.create(ours, "toolset", "booking-v2", draft, nowMs);
    await learn("hello");
    await cache.forget(ours, content);
    expect(await find("hello")).not.toBeNull();
  });

  test("does not touch another app's", async () => {
    await learn("hello", null, partitionOf(theirs, parts));
    await cache.forget(ours, content);
    expect(await find("hello", partitionOf(theirs, parts))).not.toBeNull();
  });
});

test("switched off it neither keeps nor finds", async () => {
  const off = open({ enabled: false });
  await learn("hello", null, partition, off);
  expect(await find("hello")).toBeNull();
  await learn("hello");
  expect(await find("hello", partition, off)).toBeNull();
});
