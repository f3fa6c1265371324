import { expect } from "bun:test";
import { pageOf } from "#http/schemas/shared-fields.ts";
import { NearestValues, ValueListResource } from "#http/schemas/value-list.ts";
import { type Scenario, type Stage, scenarios } from "../kit.ts";
import { lacking, malformed, outsiders, strangers } from "./resource-rows.ts";
import { getWeather } from "./samples.ts";

const cities = {
  name: "cities",
  description: "Where we are",
  values: ["Berlin", { value: "New York", synonyms: ["big apple", "NYC"] }, "Rome"],
};
const created = ({ owner }: Stage) => owner.request("POST", "/v1/value-lists", cities);
const options = { answer: ValueListResource };
const wrong = malformed(cities);
const refusedValues: readonly Scenario[] = [
  lacking(cities, "values"),
  wrong("F-15", "no values", { values: [] }, ["values"]),
  wrong("F-15", "a value that is a number", { values: [7] }, ["values.0"]),
  wrong("F-15", "an empty value", { values: ["Berlin", ""] }, ["values.1"]),
  wrong("F-15", "a value without a letter", { values: ["…"] }, ["values.0"]),
  wrong("F-15", "a value of 257 characters", { values: ["v".repeat(257)] }, ["values.0"]),
  wrong("F-15", "51 synonyms", { values: [{ value: "a", synonyms: Array.from({ length: 51 }, (_, n) => `s${n}`) }] }, [
    "values.0",
  ]),
  wrong("F-15", "the same value twice", { values: ["Berlin", "Rome", "BERLIN"] }, ["values.2"], {
    says: "means values.0 already",
  }),
  wrong("F-15", "a synonym of two values", { values: ["a", { value: "b", synonyms: ["a"] }] }, ["values.1"]),
  {
    ...lacking(cities, "values.0.value"),
    name: "a value with synonyms alone",
    body: { ...cities, values: [{ synonyms: ["a"] }] },
  },
  wrong("F-9", "an unknown field of a value", { values: [{ value: "a", other: ["b"] }] }, ["values.0.other"]),
];

scenarios(
  "POST /v1/value-lists",
  [
    {
      clause: "F-15",
      name: "creates the list",
      body: cities,
      expect: 201,
      json: cities,
      replyHeaders: { Location: "/v1/value-lists/cities", ETag: /^"r\d+"$/ },
    },
    { clause: "R-8", name: "a second of the name", given: created, body: cities, expect: 409, error: "conflict" },
    wrong("F-15", "a name that is no signature", { name: "my cities" }, ["name"]),
    ...refusedValues,
    ...outsiders(cities),
  ],
  options,
);

scenarios(
  "GET /v1/value-lists",
  [
    {
      clause: "R-3",
      name: "the lists of the app",
      given: created,
      expect: 200,
      json: { data: [cities], next_cursor: null },
    },
    ...outsiders(),
  ],
  { answer: pageOf(ValueListResource) },
);

scenarios(
  "GET /v1/value-lists/{name}",
  [
    {
      clause: "R-2",
      name: "with its values",
      path: "/v1/value-lists/cities",
      given: created,
      expect: 200,
      json: cities,
    },
    { clause: "R-2", name: "none of the name", path: "/v1/value-lists/towns", expect: 404, error: "not_found" },
    ...strangers().map((row) => ({ ...row, path: "/v1/value-lists/cities" })),
  ],
  options,
);

scenarios(
  "PUT /v1/value-lists/{name}",
  [
    {
      clause: "R-2",
      name: "replaces all values",
      path: "/v1/value-lists/cities",
      given: created,
      body: { name: "cities", values: ["Bonn"] },
      expect: 200,
      json: { name: "cities", values: ["Bonn"] },
    },
    ...refusedValues.map((row) => ({ ...row, path: "/v1/value-lists/cities", given: created })),
    ...strangers(cities).map((row) => ({ ...row, path: "/v1/value-lists/cities" })),
  ],
  options,
);

scenarios("DELETE /v1/value-lists/{name}", [
  { clause: "R-2", name: "and it is gone", path: "/v1/value-lists/cities", given: created, expect: 204 },
  ...strangers().map((row) => ({ ...row, path: "/v1/value-lists/cities" })),
]);

const nearest = (query: string) => `/v1/value-lists/cities/nearest?${query}`;
scenarios(
  "GET /v1/value-lists/{name}/nearest",
  [
    {
      clause: "Q-34",
      name: "what was meant by a slip",
      path: nearest("q=Berlim&limit=1"),
      given: created,
      expect: 200,
      json: { data: [{ value: "Berlin", score: 0.833, words: "Berlin" }] },
    },
    {
      clause: "Q-34",
      name: "by a synonym",
      path: nearest("q=big%20appel"),
      given: created,
      expect: 200,
      json: { data: [{ value: "New York", words: "big apple" }] },
    },
    {
      clause: "Q-34",
      name: "nothing is alike",
      path: nearest("q=zzzz"),
      given: created,
      expect: 200,
      json: { data: [] },
    },
    {
      clause: "E-2",
      name: "without words",
      path: "/v1/value-lists/cities/nearest",
      given: created,
      expect: 400,
      error: "validation_error",
      details: ["q"],
    },
    {
      clause: "E-2",
      name: "a limit of 21",
      path: nearest("q=a&limit=21"),
      given: created,
      expect: 400,
      error: "validation_error",
      details: ["limit"],
    },
    {
      clause: "R-2",
      name: "none of the name",
      path: "/v1/value-lists/towns/nearest?q=a",
      expect: 404,
      error: "not_found",
    },
    ...strangers().map((row) => ({ ...row, path: nearest("q=a") })),
  ],
  { answer: NearestValues },
);

const { properties } = getWeather.parameters;
const listed = (city: object) => ({
  ...getWeather,
  parameters: { ...getWeather.parameters, properties: { ...properties, city } },
});
const tool = listed({ type: "string", "x-values": "cities" });
const weather = { signature: "weather-v1", name: "Weather", tools: [tool] };
const ask = (city: string) => ({ query: `weather in "${city}" for 3 days`, toolsets: ["weather-v1"] });
const registered = async (stage: Stage) => {
  await created(stage);
  await stage.owner.request("POST", "/v1/toolsets", weather);
};
const answered = (city: string, start: number, end: number) => ({
  resolved: { tool: "get_weather", parameters: { city, days: 3 } },
  metadata: { evidence: { city: { kind: "query", start, end } }, missing_parameters: [], unfilled: [] },
});

scenarios("POST /v1/resolve", [
  {
    clause: "Q-34",
    name: "a value of a list",
    given: registered,
    body: ask("rome"),
    expect: 200,
    json: answered("Rome", 12, 16),
  },
  {
    clause: "Q-34",
    name: "by its synonym",
    given: registered,
    body: ask("Big Apple"),
    expect: 200,
    json: answered("New York", 12, 21),
  },
  {
    clause: "Q-34",
    name: "with a slip",
    given: registered,
    body: ask("Berlim"),
    expect: 200,
    json: answered("Berlin", 12, 18),
  },
  {
    clause: "Q-34",
    name: "none of the list",
    given: registered,
    body: ask("Romania"),
    expect: 200,
    json: {
      resolved: { parameters: { days: 3 } },
      metadata: {
        missing_parameters: ["city"],
        unfilled: [{ parameter: "city", said: "Romania", why: "not_an_option", start: 12, end: 19, nearest: ["Rome"] }],
      },
    },
  },
  {
    clause: "Q-35",
    name: "the list was changed",
    given: async (stage) => {
      await registered(stage);
      const first = await stage.owner.request("POST", "/v1/resolve", ask("Rome"));
      expect(first.json.resolved.parameters.city).toBe("Rome");
      await stage.owner.request("PUT", "/v1/value-lists/cities", { values: [{ value: "Roma", synonyms: ["Rome"] }] });
    },
    body: ask("Rome"),
    expect: 200,
    json: { resolved: { parameters: { city: "Roma" } }, metadata: { source: "model" } },
  },
  {
    clause: "F-16",
    name: "a list that is gone",
    given: async (stage) => {
      await registered(stage);
      await stage.owner.request("DELETE", "/v1/value-lists/cities");
    },
    body: ask("Rome"),
    expect: 404,
    error: "not_found",
    charged: 0,
  },
]);

scenarios("POST /v1/resolve-quick", [
  {
    clause: "Q-34",
    name: "of inline tools, too",
    given: created,
    body: { query: 'weather in "NYC" for 3 days', tools: [tool] },
    expect: 200,
    json: { resolved: { parameters: { city: "New York" } } },
  },
  {
    clause: "F-16",
    name: "a list beside an enum",
    body: { query: "weather", tools: [listed({ type: "string", enum: ["a"], "x-values": "cities" })] },
    expect: 400,
    error: "validation_error",
    details: ["tools.0.parameters"],
    says: "x-values beside enum",
  },
]);
