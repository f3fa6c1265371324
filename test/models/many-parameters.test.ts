/** Tools with more parameters than one pass of the joint extractor holds, with the real weights. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { JointModel, wholeReading } from "#models/embedded/networks/joint-model.ts";
import { WordVectors } from "#models/embedded/networks/word-vectors.ts";
import { WordPiece } from "#models/embedded/networks/wordpiece.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { openRealModels } from "./real-weights.ts";

const NOW = inUtc(Date.parse("2026-11-22T10:00:00Z"));
const models = await openRealModels();

const SPARE = Object.fromEntries(
  ["locale", "callback_url", "cost_center", "instructions", "customs_code", "incoterm", "label_format", "warehouse"]
    .flatMap((name) => [name, `${name}_of_return`])
    .concat("account", "batch", "dock", "lane", "shift", "bay")
    .map((name) => [name, { type: "string", description: `The ${name.replaceAll("_", " ")}` }]),
);
const SAID: JsonObject = {
  insured: { type: "boolean", description: "Whether the parcel is insured" },
  weight_kg: { type: "number", description: "Weight in kilograms" },
  service: { type: "string", enum: ["standard", "express", "overnight"] },
  carrier: { type: "string", enum: ["dhl", "ups", "fedex"] },
  ship_date: { type: "string", format: "date", description: "Day of shipping" },
  origin: { type: "string", description: "City where it starts" },
  destination: { type: "string", description: "City where it goes to" },
};

async function call(query: string) {
  const tool = {
    name: "create_shipment",
    description: "Create a shipment of a parcel",
    parameters: { type: "object", properties: { ...SPARE, ...SAID }, required: ["destination"] },
  };
  expect(Object.keys(tool.parameters.properties)).toHaveLength(29);
  const request = { query, tools: [tool], now: NOW, persona: null, context: null, history: [], memories: [] };
  const draft = await models.model.call({ ...request, findSimilar: async () => [] }, new AbortController().signal);
  return draft.parameters;
}

describe("parameters at the end of a long schema are read", () => {
  test("all that is said", async () => {
    expect(await call("by dhl express to Rome on Friday, weight 3 kg")).toEqual({
      weight_kg: 3,
      service: "express",
      carrier: "dhl",
      ship_date: "2026-11-27",
      destination: "Rome",
    });
  });
  test("an option and a flag that no other word tells", async () => {
    expect(await call("create an insured shipment to Oslo, overnight")).toMatchObject({
      insured: true,
      service: "overnight",
      destination: "Oslo",
    });
  });
});

/** Counts passes, and knows nothing. */
function counting() {
  const passes: number[] = [];
  const session = {
    run({ ids }: { readonly ids: { readonly dims: readonly number[] } }) {
      const tokens = ids.dims[1] ?? 0;
      passes.push(tokens);
      return { lin: { data: new Float32Array(tokens * 4) }, span: { data: new Float32Array(3 * tokens * tokens) } };
    },
  };
  const reading = {
    tokenizer: new WordPiece({ model: { vocab: { a: 7 } } }),
    words: new WordVectors(new ArrayBuffer(0)),
  };
  return { passes, joint: new JointModel(session as never, reading) };
}

function toolOf(count: number, property: JsonObject) {
  const properties = Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, property]));
  return { name: "t", description: "", parameters: parametersOf({ type: "object", properties }) };
}

describe("passes", () => {
  test.each([
    ["16 texts in one", 16, { type: "string" }, 1, 16],
    ["29 texts in two", 29, { type: "string" }, 2, 29],
    ["200 texts: no more than 64 are read", 200, { type: "string" }, 4, 64],
    ["numbers that the text has none of cost nothing", 29, { type: "integer" }, 1, 29],
  ])("%s", (_, count, property, passes, parameters) => {
    const { joint, passes: made } = counting();
    const reading = joint.read("a", toolOf(count, property));
    expect(made).toHaveLength(1);
    const whole = wholeReading(reading);
    expect(made).toHaveLength(passes);
    expect(whole.parameters.map(({ parameter }) => parameter.name)).toEqual(
      Array.from({ length: parameters }, (_, at) => `p${at}`),
    );
    wholeReading(reading);
    expect(made).toHaveLength(passes);
  });
});
