/** How a sentence is cut and put together, whatever it says. No network is asked. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { inQuery } from "#models/embedded/requests/part-text.ts";
import { partsOf } from "#models/embedded/requests/repeated-values.ts";
import { piecesOf } from "#models/embedded/requests/request-pieces.ts";
import type { Parameter } from "#models/embedded/tool-parameters.ts";

/** A reader that finds no values. */
const UNREAD = { valuesIn: () => [], valuesFor: () => [] };

const WORDS = ["show", "lamp", "rent", "Oslo", "42", "blue", "nine", "don't", "A-7", "x.pdf"];
const BORDERS = [" and ", ", ", ". ", ", and ", "; ", " and then ", ", also ", "\n", " "];
const sentence = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...BORDERS)), { minLength: 1, maxLength: 14 })
  .map((said) => said.map(([word, border]) => word + border).join(""));

const CITY: Parameter = {
  name: "city",
  path: [{ key: "city", isList: false }],
  type: "string",
  itemType: "string",
  description: "",
  choices: [],
  isRequired: true,
  hasDefault: false,
  format: "",
  pattern: "",
  minimum: Number.NEGATIVE_INFINITY,
  maximum: Number.POSITIVE_INFINITY,
};

/** As the network reads a text in which these words are values of a parameter. */
function readAs(text: string, values: ReadonlySet<string>) {
  const tool = { name: "forecast", description: "The weather of a city", parameters: [CITY] };
  const words = [...text.matchAll(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)];
  const tokens = {
    ids: words.map(() => 0),
    starts: words.map(({ index }) => index),
    ends: words.map(({ index, 0: word }) => index + word.length),
  };
  const inside = Float64Array.from(words, ({ 0: word }) => (values.has(word) ? 1 : 0));
  const flat = new Float64Array(words.length);
  const parameter = { parameter: CITY, stated: 1, truth: 0, choices: [], startLog: flat, endLog: flat, inside };
  return { tool, fits: 1, reading: { tool, tokens, relevance: 5, parameters: [parameter] } };
}

test.each([
  ["until the 31st of March, 6 pm", 1],
  ["on 7 May, at 16:30, two seats", 2],
  ["at 3 pm, 5 pm and 7 pm", 3],
])("a day and its time are one: %p", (query, pieces) => {
  expect(piecesOf(query)).toHaveLength(pieces);
});

test.each([
  ["put Mrs. Delgado down for Friday", 1],
  ["ask Prof. Lund, then call Capt. Ahmed", 2],
  ["call the lamprof. Then rest", 2],
])("the point of a title ends no sentence: %p", (query, pieces) => {
  expect(piecesOf(query)).toHaveLength(pieces);
});

test("pieces stand in the sentence's order, none over another, and have each of its words but those between them", () => {
  fc.assert(
    fc.property(sentence, (query) => {
      const pieces = piecesOf(query);
      const texts = pieces.map(({ start, end }) => query.slice(start, end));
      for (const [at, { start, end }] of pieces.entries()) {
        expect(start).toBeGreaterThanOrEqual(pieces[at - 1]?.end ?? 0);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(end).toBeLessThanOrEqual(query.length);
      }
      const wordsOf = (text: string) => text.match(/[\p{L}\p{N}'.-]+/gu)?.map((word) => word.replace(/\.$/, "")) ?? [];
      const between = new Set(["and", "then", "also", ""]);
      const said = wordsOf(query).filter((word) => !between.has(word));
      expect(texts.flatMap(wordsOf).filter((word) => !between.has(word))).toEqual(said);
    }),
  );
});

const CITIES = ["Oslo", "Rome", "Bonn", "Lima", "Cairo", "Paris"];
const coordination = fc.record({
  before: fc.constantFrom("the weather in ", "weather for "),
  cities: fc.shuffledSubarray(CITIES, { minLength: 2 }),
  between: fc.constantFrom(", ", " and ", " and also "),
  again: fc.constantFrom("", "in "),
  behind: fc.constantFrom("", " please", " this week"),
});

test("several values of a parameter that holds one are a part each, in their order, with what is said of all", () => {
  fc.assert(
    fc.property(coordination, ({ before, cities, between, again, behind }) => {
      const listed = cities.slice(1, -1).map((city) => between + again + city);
      const query = `${before}${cities[0]}${listed.join("")} and ${again}${cities.at(-1)}${behind}`;
      const pieces = piecesOf(query);
      const reading = readAs(query, new Set(cities));
      const parts = partsOf(query, { pieces, text: query, reading }, UNREAD);
      expect(parts.map(({ text }) => CITIES.filter((city) => text.includes(city)))).toEqual(
        cities.map((city) => [city]),
      );
      for (const { text, stretches } of parts) {
        expect(text).toContain(before.trim().split(" ")[0] as string);
        expect(text).toEndWith(behind);
        for (const { of, at } of stretches) {
          expect(text.slice(at, at + of.end - of.start)).toBe(query.slice(of.start, of.end));
          expect(inQuery({ text, stretches }, { start: at, end: at + of.end - of.start })).toEqual(of);
        }
      }
    }),
  );
});

test("in quotes it is what stands between them", () => {
  const query = "the time in 'Rome' and 'Oslo'";
  const reading = readAs(query, new Set(["Rome"]));
  const parts = partsOf(query, { pieces: piecesOf(query), text: query, reading }, UNREAD);
  expect(parts.map(({ text }) => text)).toEqual(["the time in 'Rome'", "the time in 'Oslo'"]);
});

const COLOURS = ["navy", "purple", "maroon", "teal", "ochre"];

test.each([
  ["first", (row: readonly string[]) => row.slice(0, 1)],
  ["last of those written with a capital letter", (row: readonly string[]) => row.slice(-1)],
] as const)("what stands in a row with the %s of them is a value, too, though no network marks it", (name, marked) => {
  const words = name === "first" ? COLOURS : CITIES;
  const row = fc.shuffledSubarray(words, { minLength: 2 });
  fc.assert(
    fc.property(row, (said) => {
      const query = `the codes of ${said.slice(0, -1).join(", ")} and ${said.at(-1)}`;
      const reading = readAs(query, new Set(marked(said)));
      const parts = partsOf(query, { pieces: piecesOf(query), text: query, reading }, UNREAD);
      expect(parts.map(({ text }) => words.filter((word) => text.includes(word)))).toEqual(said.map((word) => [word]));
    }),
  );
});

test.each([
  ["the weather in Paris, France", ["Paris"]],
  ["the codes of navy, if you please", ["navy"]],
  ["tell Anna and then call me back", ["Anna"]],
])("%s: what only stands beside a value is none", (query, marked) => {
  const reading = readAs(query, new Set(marked));
  expect(partsOf(query, { pieces: piecesOf(query), text: query, reading }, UNREAD)).toHaveLength(1);
});

test("of what is said side by side each call has its own, whichever of the two is said first", () => {
  const query = "book 500 with Rome for Ann and with Oslo 700 for Ben";
  const cities = readAs(query, new Set(["Rome", "Oslo"]));
  const people = readAs(query, new Set(["Ann", "Ben"])).reading.parameters;
  const amounts = readAs(query, new Set(["500", "700"])).reading.parameters;
  const parameters = [
    ...cities.reading.parameters,
    ...people.map((one) => ({ ...one, parameter: { ...CITY, name: "person" } })),
    ...amounts.map((one) => ({ ...one, parameter: { ...CITY, name: "amount", type: "integer" as const } })),
  ];
  const reading = { ...cities, reading: { ...cities.reading, parameters } };
  const parts = partsOf(query, { pieces: piecesOf(query), text: query, reading }, UNREAD);
  expect(parts.map(({ text }) => text.match(/Rome|Oslo|Ann|Ben|\d+/g))).toEqual([
    ["500", "Rome", "Ann"],
    ["Oslo", "700", "Ben"],
  ]);
});

test("a number that is nobody's is that of the call that lacks one", () => {
  const query = "lend $500 from Rome and from Oslo $700";
  const cities = readAs(query, new Set(["Rome", "Oslo"]));
  const amounts = readAs(query, new Set(["500"])).reading.parameters;
  const parameters = [
    ...cities.reading.parameters,
    ...amounts.map((one) => ({ ...one, parameter: { ...CITY, name: "amount", type: "integer" as const } })),
  ];
  const reading = { ...cities, reading: { ...cities.reading, parameters } };
  const parts = partsOf(query, { pieces: piecesOf(query), text: query, reading }, UNREAD);
  expect(parts.map(({ text }) => text.match(/Rome|Oslo|\d+/g))).toEqual([
    ["500", "Rome"],
    ["Oslo", "700"],
  ]);
});

test("of lists that are not as long as each other each goes with each", () => {
  const query = "the weather in Rome and Oslo at dawn, noon and dusk";
  const cities = readAs(query, new Set(["Rome", "Oslo"]));
  const hours = readAs(query, new Set(["dawn", "noon", "dusk"])).reading.parameters;
  const parameters = [
    ...cities.reading.parameters,
    ...hours.map((one) => ({ ...one, parameter: { ...CITY, name: "hour", isRequired: false } })),
  ];
  const reading = { ...cities, reading: { ...cities.reading, parameters } };
  const parts = partsOf(query, { pieces: piecesOf(query), text: query, reading }, UNREAD);
  const said = parts.map(({ text }) => (text.match(/Rome|Oslo|dawn|noon|dusk/g) ?? []).join(" "));
  expect(said.toSorted()).toEqual(["Oslo dawn", "Oslo dusk", "Oslo noon", "Rome dawn", "Rome dusk", "Rome noon"]);
});

test.each([
  ["I would also like tea", ["I would also like tea"], ["sentence"]],
  ["bring tea and also cake", ["bring tea", "cake"], ["sentence", "word"]],
  ["book May 1, 2022 and May 5, 2022", ["book May 1, 2022", "May 5, 2022"], ["sentence", "word"]],
  ["what is that? Also, tell Ann", ["what is that", "tell Ann"], ["sentence", "sentence"]],
  ["play jazz. In addition to that stop it", ["play jazz", "stop it"], ["sentence", "sentence"]],
])("%s is cut where a request ends", (query, texts, borders) => {
  const pieces = piecesOf(query);
  expect(pieces.map(({ start, end }) => query.slice(start, end))).toEqual([...texts]);
  expect(pieces.map(({ border }): string => border)).toEqual([...borders]);
});

test("one value is one part, and it is the sentence", () => {
  fc.assert(
    fc.property(sentence, (query) => {
      const pieces = piecesOf(query);
      const [first, last] = [pieces[0], pieces.at(-1)];
      const text = query.slice(first?.start, last?.end);
      const parts = partsOf(query, { pieces, text, reading: readAs(text, new Set()) }, UNREAD);
      expect(parts.map((part) => part.text)).toEqual([text]);
    }),
  );
});
