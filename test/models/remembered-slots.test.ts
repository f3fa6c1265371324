/** What several examples have in common tells where the values of another query stand, without any model. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { slottedText, votesOf } from "#models/embedded/memories/remembered-calls.ts";
import { coveredWords, SlotMemory, slotWords, stretchesOf } from "#models/embedded/memories/remembered-slots.ts";
import { type Parameter, parametersOf } from "#models/embedded/tool-parameters.ts";

const NOW = inUtc(Date.parse("2026-11-18T10:00:00Z"));
const NAMES = ["book", "stars", "best", "whose", "shelf"];
const PROPERTIES = Object.fromEntries(NAMES.map((name) => [name, { type: "string" }]));
const TOOL = { name: "rate", description: "", parameters: parametersOf({ type: "object", properties: PROPERTIES }) };
const EXAMPLES: readonly (readonly [string, JsonObject])[] = [
  ["rate Dune 4 out of 5", { book: "Dune", stars: "4", best: "5" }],
  ["rate Emma two out of 6", { book: "Emma", stars: "two", best: "6" }],
  ["rate The Red House 3 out of 6", { book: "The Red House", stars: "3", best: "6" }],
  ["put Dune on my summer shelf", { book: "Dune", whose: "my", shelf: "summer" }],
  ["put Walden on my old shelf", { book: "Walden", whose: "my", shelf: "old" }],
  ["please put Ulysses on her work shelf", { book: "Ulysses", whose: "her", shelf: "work" }],
];

const call = (query: string, parameters: JsonObject, tool = 0, similarity = 0.6) =>
  ({ kind: "example", query, tool, parameters, similarity }) as const;
const MEMORY = new SlotMemory(EXAMPLES.map(([query, parameters]) => slottedText(call(query, parameters), TOOL, NOW)));
const parameter = (name: string) => TOOL.parameters.find((other) => other.name === name) as Parameter;

/** What of the query is likeliest the parameter's value; null when none is more likely than not. */
function likeliest(name: string, query: string): string | null {
  const words = slotWords(query);
  const scored = stretchesOf(words).flatMap((span) => {
    const range = coveredWords(words, span);
    // A model that has no opinion.
    const odds = range && MEMORY.logOdds(parameter(name), words, range, { fit: -4, stated: 0.5 });
    return odds === null ? [] : [{ text: query.slice(span.start, span.end), odds }];
  });
  const [best] = scored.sort((one, other) => other.odds - one.odds);
  return best && best.odds > 0 ? best.text : null;
}

describe("examples know where values stand", () => {
  test.each([
    ["book", "rate Middlemarch 4 out of 6", "Middlemarch"],
    ["stars", "rate Middlemarch 4 out of 6", "4"],
    ["best", "rate Middlemarch 4 out of 6", "6"],
    ["whose", "put Middlemarch on my winter shelf", "my"],
    ["shelf", "put Middlemarch on my winter shelf", "winter"],
    ["whose", "rate Middlemarch 4 out of 6", null],
    ["best", "put Middlemarch on my winter shelf", null],
  ])("%s in %j: %j", (name, query, expected) => {
    expect(likeliest(name, query)).toBe(expected);
  });

  test("a value that an example's query does not say is nowhere", () => {
    const { slots } = slottedText(call("the usual", { book: "Dune" }), TOOL, NOW);
    expect(slots.size).toBe(0);
  });

  test("nothing is known of a parameter that no example gives", () => {
    const memory = new SlotMemory([slottedText(call("rate Dune", { book: "Dune" }), TOOL, NOW)]);
    expect(NAMES.filter((name) => memory.knows(parameter(name)))).toEqual(["book"]);
  });
});

describe("what near examples say for tools", () => {
  test("the nearest example of a tool speaks for it, whoever gave it", () => {
    const owners = [{ text: "d", of: 2, similarity: 0.7 }];
    const votes = votesOf(owners, [call("a", {}, 1, 0.6), call("b", {}, 1, 0.5), call("c", {}, 2, 0.4)], []);
    expect([...votes.nearest]).toEqual([
      [2, 0.7],
      [1, 0.6],
    ]);
  });

  test("a tool has examples even where none is near", () => {
    const votes = votesOf([], [call("a", {}, 1)], [3]);
    expect([...votes.taught].sort()).toEqual([1, 3]);
    expect(votes.nearest.has(3)).toBe(false);
  });
});
