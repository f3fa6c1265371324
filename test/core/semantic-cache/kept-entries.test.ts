/**
 * What stands in data folders is found by every later version whose answers would be the same. `kept-entries.json` is what
 * version 5 of the rules kept, and the trace of one answer for other words; it is made anew where `LOGIC_VERSION` is raised.
 */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { StoredAnswer } from "#core/ports/answers.ts";
import { type Answering, openAnswering } from "./answering.ts";
import kept from "./kept-entries.json";

const rows = kept.rows as unknown as readonly StoredAnswer[];
const MODE = { read: true, write: true };
const READ_ONLY = { read: true, write: false };
const LIMITS = { entriesMax: 100, bytesMax: 1_000_000 };
const NEVER = new AbortController().signal;

let house: Answering;
beforeEach(async () => {
  house = await openAnswering();
});
afterEach(() => house.close());

const resolve = (query: string, mode = MODE) =>
  house.resolver.resolve(house.owner, { query, toolsets: ["weather-v1"] }, mode, NEVER);
const respond = (query: string) => house.resolver.respond(house.owner, { query, toolsets: ["alarms-v1"] }, MODE, NEVER);
const classify = (data: string, classificationSet: string) =>
  house.classifier.classify(house.owner, { data, classificationSet }, MODE, NEVER);

/** The questions that were answered when the entries were kept, one for each. */
const QUESTIONS = [
  () => resolve('show the weather in "Rome" for 3 days'),
  () => resolve("sing me a song about cats"),
  () => resolve("show the weather of tomorrow"),
  () => respond("set the alarm clock to 7"),
  () => classify("I lost my card", "banking-v1"),
  () => classify("my card was stolen and tell my balance", "parts-v1"),
];

/** The store as it was left, and what is known of calls read from it. */
async function restore(change: (row: StoredAnswer) => StoredAnswer = (row) => row): Promise<void> {
  for (const row of rows) await house.answers.remember(house.owner.app, change(row), LIMITS);
  await resolve("anything at all", READ_ONLY);
  await house.cache.idle();
  house.model.calls = 0;
}

const unit = { kind: "default" };

describe("what was kept", () => {
  beforeEach(() => restore());
  afterEach(() => expect(house.model.calls).toBe(0));

  test("is a call for the same words, with where its values come from", async () => {
    expect(await QUESTIONS[0]?.()).toMatchObject({
      source: "exact_cache",
      model: "fake-model-1",
      resolved: { tool: "get_weather", parameters: { city: "Rome", days: 3, unit: "celsius" } },
      toolset: "weather-v1",
      defaultsApplied: ["unit"],
      evidence: { city: { kind: "query", start: 21, end: 25 }, days: { kind: "query", start: 31, end: 32 }, unit },
    });
  });

  test("is none for the same words", async () => {
    const nothing = { resolved: { tool: "none", parameters: {} }, toolset: null, evidence: {}, text: null };
    expect(await QUESTIONS[1]?.()).toMatchObject({ source: "exact_cache", confidence: 0.4, ...nothing });
  });

  test("is worked out again where it depends on the clock", async () => {
    expect(await QUESTIONS[2]?.()).toMatchObject({ source: "semantic_cache", missingParameters: ["city"] });
  });

  test("is an answer in words", async () => {
    const text = "I will set an alarm clock. The hour is 7.";
    expect(await QUESTIONS[3]?.()).toMatchObject({ source: "exact_cache", text });
  });

  test("is a label, and the labels of parts", async () => {
    const [lost, stolen, balance] = [
      { text: "I lost my card", label: "card_lost", confidence: 0.8 },
      { text: "my card was stolen", label: "card_lost", confidence: 0.8 },
      { text: "tell my balance", label: "balance", confidence: 0.8 },
    ];
    expect(await QUESTIONS[4]?.()).toMatchObject({ source: "exact_cache", classifications: [lost] });
    expect(await QUESTIONS[5]?.()).toMatchObject({ source: "exact_cache", classifications: [stolen, balance] });
  });

  test("teaches other words", async () => {
    const { source, resolved, trace } = await resolve('show the weather in "Oslo" for 5 days');
    expect({ source, resolved, trace }).toEqual({
      source: "semantic_cache",
      resolved: { tool: "get_weather", parameters: { city: "Oslo", days: 5, unit: "celsius" } },
      trace: { ...kept.trace, asked: { kind: "toolset", signatures: ["weather-v1"] } } as typeof trace,
    });
  });

  test("goes when what was made of it is corrected", async () => {
    const { entry, text: sentence, reuse } = kept.trace;
    await house.cache.correct(house.owner.app, entry, { sentence, reuse, expected: null });
    expect(await house.answers.read(house.owner.app, entry.partition, reuse.id)).toBeNull();
  });
});

test("what is kept now is to the letter what was kept then, but for how an answer is worded", async () => {
  const written: StoredAnswer[] = [];
  const remember = house.answers.remember.bind(house.answers);
  house.answers.remember = (app, row, limits) => {
    written.push(JSON.parse(JSON.stringify(row)) as StoredAnswer);
    return remember(app, row, limits);
  };
  for (const ask of QUESTIONS) {
    await ask();
    await house.cache.idle();
  }
  const unworded = (row: StoredAnswer) =>
    JSON.stringify(row).replace(/"text":"[^"]*","wordsBy"/, '"text":"","wordsBy"');
  expect(written.map(unworded)).toEqual(rows.map(unworded));
});
describe("an entry that is damaged", () => {
  const damaged: readonly (readonly [string, (row: StoredAnswer) => StoredAnswer])[] = [
    ["is no answer", (row) => ({ ...row, answer: {} })],
    ["lacks a part of its answer", (row) => ({ ...row, answer: { ...row.answer, answer: { tool: "get_weather" } } })],
    ["has no literals", (row) => ({ ...row, answer: { ...row.answer, literals: "none" } })],
  ];

  test.each(damaged)("%s: a model is asked", async (_, damage) => {
    await restore(damage);
    for (const n of [3, 5]) {
      const query = `show the weather in "Rome" for ${n} days`;
      expect(await resolve(query, READ_ONLY)).toMatchObject({ source: "model" });
    }
    expect(await QUESTIONS[4]?.()).toMatchObject({ source: "model" });
  });
});
