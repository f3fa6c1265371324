/** Whether texts look like values of their parameters. */
import { expect, test } from "bun:test";
import { doubtfulTexts, ValueLikeness } from "#core/semantic-cache/calls/value-likeness.ts";
import type { Proposal } from "#core/semantic-cache/knowledge.ts";
import type { DoubtfulValue } from "#core/semantic-cache/known-answer.ts";

/** Two directions stand for two kinds of values; what is between them is of both. */
const KINDS: Readonly<Record<string, number>> = {
  Rome: 0,
  Bonn: 0.05,
  Bern: 0.1,
  Oslo: 0.02,
  monday: 1.5,
  tuesday: 1.55,
  friday: 1.45,
  sunday: 1.52,
  Anywhere: 0.75,
  Utah: 0.55,
  Ohio: 0.6,
  Iowa: 0.65,
  Shrewsbury: 0.31,
};

function vectorOf(text: string): Float32Array {
  const angle = KINDS[text] ?? 3;
  return Float32Array.of(Math.cos(angle), Math.sin(angle));
}

function likenessOf(calls: readonly Readonly<Record<string, string>>[]): ValueLikeness {
  const values = new ValueLikeness();
  for (const parameters of calls)
    values.learn({ kind: "call", tool: 0, parameters, defaultsApplied: [], dependsOnClock: false });
  values.take(new Map(Object.keys(KINDS).map((text) => [text, vectorOf(text)])));
  return values;
}

const SURE = 0.997;

function looksRight(values: ValueLikeness, unseenValues: readonly DoubtfulValue[], score = SURE): boolean {
  const proposal = { call: { tool: 0, parameters: {} }, score, unseenValues } as unknown as Proposal;
  return values.looksRight(proposal, new Map(doubtfulTexts(proposal).map((text) => [text, vectorOf(text)])));
}

const TRIPS = [
  { from: "Rome", to: "Bonn", day: "monday" },
  { from: "Bern", to: "Oslo", day: "tuesday" },
  { from: "Bonn", to: "Rome", day: "friday" },
  { from: "Oslo", to: "Bern", day: "sunday" },
];

const unseen = (parameter: string, text: string) => [{ parameter, text, movedWith: null }];

const moved = (
  parameter: string,
  text: string,
  rival: string,
  other: string,
  isHabitual = false,
): readonly DoubtfulValue[] => [{ parameter, text, movedWith: { parameter: rival, text: other, isHabitual } }];

test("a value that its parameter never had must look like those that it had", () => {
  const values = likenessOf(TRIPS);
  expect(looksRight(values, unseen("to", "Anywhere"))).toBe(true);
  expect(looksRight(values, unseen("to", "sunday"))).toBe(false);
});

test("what is between two parameters is given only where all else speaks for it", () => {
  const values = likenessOf(TRIPS.map(({ to, day }) => ({ to, day })));
  expect(looksRight(values, unseen("to", "Anywhere"), 0.9)).toBe(false);
  expect(looksRight(values, unseen("to", "Anywhere"), 0.997)).toBe(true);
});

test("a town that nobody named yet is not read as the state that stood there, unless the words leave no doubt", () => {
  const values = likenessOf([
    { city: "Rome", state: "Ohio" },
    { city: "Bonn", state: "Utah" },
    { city: "Bern", state: "Iowa" },
  ]);
  expect(looksRight(values, unseen("state", "Shrewsbury"), 0.96)).toBe(false);
  expect(looksRight(values, unseen("city", "Shrewsbury"), 0.995)).toBe(true);
  expect(looksRight(values, unseen("state", "Shrewsbury"), 0.9995)).toBe(true);
});

test("a parameter that has the same few values again and again takes no new one in place of one that always has", () => {
  const days = ["monday", "tuesday", "friday"];
  const towns = ["Rome", "Bonn", "Bern", "Oslo"];
  const again = likenessOf(
    Array.from({ length: 24 }, (_, at) => ({
      day: days[at % 3] ?? "",
      to: `town ${at}`,
      ...(at < 4 && { to: towns[at] }),
    })),
  );
  const atFirst = likenessOf(towns.map((to, at) => ({ to, day: days[at] ?? "sunday" })));
  expect(looksRight(atFirst, unseen("day", "Anywhere"), 0.9999)).toBe(true);
  expect(looksRight(again, unseen("day", "Anywhere"), 0.9999)).toBe(false);
  expect(looksRight(again, unseen("to", "Anywhere"), 0.97)).toBe(true);
});

test("what looks far more like another's is given at no score", () => {
  expect(looksRight(likenessOf(TRIPS), unseen("to", "sunday"), 1)).toBe(false);
});

test("a habit may change places with what is unlike it, never with what is like it", () => {
  const values = likenessOf(TRIPS.slice(0, 1));
  expect(looksRight(values, moved("to", "Bonn", "day", "monday", true))).toBe(true);
  expect(looksRight(values, moved("from", "Rome", "to", "Bonn", true))).toBe(false);
});

test("values of two kinds may change places, of one kind not", () => {
  const values = likenessOf(TRIPS);
  expect(looksRight(values, moved("to", "Bonn", "day", "monday"))).toBe(true);
  expect(looksRight(values, moved("from", "Rome", "to", "Bonn"))).toBe(false);
});

test("where too few are known, nothing is told apart", () => {
  const values = likenessOf(TRIPS.slice(0, 1));
  expect(looksRight(values, moved("to", "Bonn", "day", "monday"))).toBe(false);
});
