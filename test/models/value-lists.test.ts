/** Values of lists that parameters refer to, with the real weights and 20,000 values. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { openRealModels } from "./real-weights.ts";
import { openResolving, type Resolving } from "./resolving.ts";

const models = await openRealModels();
let resolving: Resolving;

const KINDS = ["valve", "gasket", "bearing", "coupling", "flange"];
const MAKERS = ["Bosch", "Siemens", "Hitachi", "Moen", "Grundfos"];

beforeAll(async () => {
  resolving = await openResolving(models);
  const parts = Array.from(
    { length: 20_000 },
    (_, at) => `${MAKERS[at % 5]} ${KINDS[((at / 5) % 5) | 0]} ${1_000 + at}`,
  );
  const values = [
    "Ibuprofen 400",
    { value: "Paracetamol 500", synonyms: ["acetaminophen", "tylenol", "pain killer (mild)"] },
    { value: "Amoxicillin 250", synonyms: ["c++ (.*)+$", "纽约"] },
    ...parts,
  ];
  await resolving.valueLists.create(resolving.owner, "stock", { name: "stock", values });
  const tool = (name: string, description: string, properties: JsonObject, required: readonly string[]) => ({
    name,
    description,
    parameters: { type: "object", properties, required: [...required] },
  });
  const item = { type: "string", description: "What is ordered", "x-values": "stock" };
  await resolving.toolsets.create(resolving.owner, "orders-v1", {
    name: "Orders",
    tools: [
      tool("order_item", "Order an item from the stock", { item, boxes: { type: "integer" } }, ["item"]),
      tool("compare_items", "Compare the prices of items", { items: { type: "array", items: item } }, ["items"]),
    ],
  });
}, 60_000);
afterAll(() => resolving.close());

async function ask(query: string) {
  const mode = { read: true, write: true, explain: false };
  const request = { query, toolsets: ["orders-v1"] };
  const { resolved, unfilled, evidence, source, missingParameters } = await resolving.resolver.resolve(
    resolving.owner,
    request,
    mode,
    new AbortController().signal,
  );
  const said = Object.entries(evidence).map(([name, { start, end }]) => [name, query.slice(start, end)]);
  return { ...resolved, said: Object.fromEntries(said), unfilled, source, missing: missingParameters };
}

describe("a value of the list", () => {
  test.each<[string, string, JsonObject, JsonObject]>([
    ["order 3 boxes of tylenol", "order_item", { item: "Paracetamol 500", boxes: 3 }, { item: "tylenol", boxes: "3" }],
    [
      "please order two boxes of Ibuprofen 400",
      "order_item",
      { item: "Ibuprofen 400", boxes: 2 },
      { item: "Ibuprofen 400", boxes: "two" },
    ],
    [
      "order a box of siemens gasket 1006",
      "order_item",
      { item: "Siemens gasket 1006" },
      { item: "siemens gasket 1006" },
    ],
    [
      "compare the prices of tylenol and ibuprofen 400",
      "compare_items",
      { items: ["Paracetamol 500", "Ibuprofen 400"] },
      { items: "tylenol and ibuprofen 400" },
    ],
  ])("%p", async (query, tool, parameters, said) => {
    const answer = await ask(query);
    expect(answer.tool).toBe(tool);
    expect(answer.parameters).toMatchObject(parameters);
    expect(answer.said).toMatchObject(said);
    expect(answer.unfilled).toEqual([]);
  });

  test("a slip", async () => {
    expect((await ask("order 3 boxes of acetaminofen")).parameters).toEqual({ item: "Paracetamol 500", boxes: 3 });
  });
});

describe("none of the list", () => {
  test("fills nothing, and names the nearest", async () => {
    const answer = await ask("order 3 boxes of ibuprofene forte");
    expect(answer.parameters).toEqual({ boxes: 3 });
    expect(answer.missing).toEqual(["item"]);
    expect(answer.unfilled[0]?.nearest?.[0]).toBe("Ibuprofen 400");
  });

  test("a number has no slips", async () => {
    const answer = await ask("order 3 boxes of Siemens gasket 99999");
    expect(answer.missing).toEqual(["item"]);
  });
});
